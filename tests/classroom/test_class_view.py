"""A class view counts what is in the folder and what is pasted, shows no names, and stops with the widget."""

import asyncio
import json
import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from fewidgets import ClassView, ContourDescent, LambdaSlider, OneOf
from fewidgets.classroom import class_view, state_names
from fewidgets.data import load_boston, make_line
from fewidgets.exercises.bank import questions
from fewidgets.exercises.predicting import Estimate, Question
from fewidgets.exercises.predicting.answer_codes import answer_code
from fewidgets.explorables.framework.sharing import fresh
from tests.classroom.codes import code
from tests.exercises.predicting.kinds import any_answer, bars_filled

FIRST, SECOND = "9.6 first feature", "C2 both sides"


@pytest.fixture(autouse=True)
def _record_nowhere(tmp_path, monkeypatch):
    monkeypatch.setenv("FEWIDGETS_PREDICTIONS", str(tmp_path))


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "class"
    place.mkdir()
    return place


def entry(name, given, outcome="wrong", **changes):
    asked = questions()[name]
    return json.dumps({"name": name, "outcome": outcome, "given": given, "version": asked.version, **changes})


def save(folder, student, *lines, ending=".predictions.jsonl"):
    (folder / f"{student}{ending}").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def test_records_and_texts_are_counted(folder):
    save(folder, "Alice Secret", entry(FIRST, "RM"), entry(FIRST, "LSTAT"))  # the first commit counts
    save(folder, "Bob", entry(FIRST, "LSTAT", "right"))
    (folder / "Carol").mkdir()
    save(folder / "Carol", "9.6_boosting", entry(FIRST, None, "shown"))
    save(folder, "chat", "me too:", code(FIRST, "RM"), code(FIRST, None, "shown"), ending=".txt")
    w = ClassView(folder)
    assert w.question == FIRST
    assert {option: count for option, count in w.counts.items() if count} == {"RM": 2, "LSTAT": 1}
    assert w.found.looked == {FIRST: 2}
    assert w.caption == f"{FIRST}: 3 answers. Most frequent: RM (2)."


def test_the_right_answer_is_shown_only_when_the_teacher_says_so(folder):
    truths = []
    kind = OneOf({"a": "It is 1.", "b": "It is 2."}, right=lambda: truths.append(1) or "a")
    mine = Question("9.6 my own", "Which?", kind)
    asked = answer_code(mine.mark, kind, "b", "open")
    w = ClassView(questions=[mine], pasted=f"{asked} {asked}")
    (bars,) = w.scene.panels[0].marks
    assert (w.counts, bars.style, truths) == ({"a": 0, "b": 2}, None, [])
    w.reveal = True
    (bars,) = w.scene.panels[0].marks
    assert (list(bars.style), truths) == ([1, 0], [1])
    assert w.caption.endswith("0 of 2 are right. The answer is: a.")


def test_damaged_lines_are_left_out_and_counted(folder):
    older = entry(FIRST, "RM", version="older")
    save(folder, "a", "{", "[]", "null", entry(FIRST, "no such option"), entry(SECOND, ["RM"]), older, "")
    save(folder, "b", entry(FIRST, "RM"), '{"name": "9.6 unknown", "outcome": "right", "version": "x"}')
    (folder / "c.predictions.jsonl").write_bytes(b"\xff\xfe\n" + entry(FIRST, "LSTAT").encode() + b"\n{half of a li")
    (folder / "big.txt").write_bytes(b"x" * 2_000_001)
    save(folder, "d", "FW2-AAAAABBBBBCCCCC", ending=".txt")
    os.mkfifo(folder / "pipe.txt")
    w = ClassView(folder)
    assert {option: count for option, count in w.counts.items() if count} == {"RM": 1, "LSTAT": 1}
    # Three lines that are no entries, two answers that are none, one that is not text, a large file, a code, and a pipe.
    assert (w.found.unreadable, w.found.unknown) == (9, 2)
    assert w.caption.endswith("Left out: 9 could not be read and 2 answer other questions or earlier versions.")


def test_no_name_is_shown_or_kept(folder, tmp_path):
    save(folder, "Alice-Secret", entry(FIRST, "RM"))
    w = ClassView(folder)
    shown = (
        w.to_html(tmp_path / "page.html").read_text(encoding="utf-8")
        + repr(w)
        + w.still()
        + json.dumps(w.get_state(), default=repr)
    )
    assert "Alice" not in shown
    assert str(folder) not in shown
    with pytest.raises(TypeError, match="answers of others"):
        w.share()


def in_a_thread(run):
    """Run a function where no loop runs: browser tests of the same process leave one running in the main thread."""
    with ThreadPoolExecutor(1) as threads:
        threads.submit(run).result()


def test_it_follows_the_folder(folder, monkeypatch):
    """The kernel's loop looks again; nothing is read twice; and it stops with the widget."""
    monkeypatch.setattr(class_view, "SECONDS", 0.01)

    async def lesson():
        w = ClassView(folder)
        assert w.watching
        assert w.question == class_view.NOBODY
        save(folder, "a", entry(FIRST, "RM"))
        await asyncio.sleep(0.1)
        assert w.counts["RM"] == 1
        before = w.snapshot
        await asyncio.sleep(0.05)
        assert w.snapshot is before
        (folder / "a.predictions.jsonl").unlink()
        await asyncio.sleep(0.05)
        assert w.caption == class_view.WAITING
        w.close()
        await asyncio.sleep(0.02)
        assert not w.watching

    in_a_thread(lambda: asyncio.run(lesson()))


def test_pasting_and_choosing(folder):
    w = ClassView()
    w.paste(f"Ann: {code(FIRST, 'RM')}\nBen: {code(FIRST, 'LSTAT')} and {code(SECOND, 3)}")
    assert list(w.inputs["question"].options) == [FIRST, SECOND]
    w.question = SECOND
    assert sum(w.counts.values()) == 1
    w.reveal = True
    w.question = FIRST
    assert not w.reveal, "another question hides the right answer"
    w.question = SECOND
    w.paste(code(SECOND, 3))
    assert (w.question, sum(w.counts.values())) == (SECOND, 2)
    with pytest.raises(TypeError, match="text must be a text with codes"):
        w.paste(3)


def test_what_could_not_be_read_is_told_where_nothing_else_was_found():
    assert ClassView(pasted="FW2-AAAAA").caption.endswith("paste their codes. Left out: 1 could not be read.")


def test_codes_of_states_are_counted_too():
    data = load_boston()
    codes = [LambdaSlider(data, reduction="sum", lam=lam).share().text for lam in (40.0, 40.0, 100.0)]
    own = LambdaSlider(data.X, data.y, lam=0.5).share().text
    w = ClassView(pasted=" ".join([*codes, own]))
    assert w.question == "codes of LambdaSlider"
    assert sorted(w.counts.values()) == [1, 1, 2]
    assert w.counts["λ = 40"] == 2


def test_states_are_told_apart_by_the_controls_in_which_they_differ():
    lengths = (0.7, 0.7, 0.75, 0.2)
    codes = [
        ContourDescent(make_line(), step_length=length, scaled_step_length=0.5, steps=60).share().text for length in lengths
    ]
    assert ClassView(pasted=" ".join(codes)).counts == {
        "Step length, raw = 0.700": 2,
        "Step length, raw = 0.750": 1,
        "Step length, raw = 0.200": 1,
    }


def test_two_hundred_numbers_are_counted_in_bins_and_one_explorable_is_opened(monkeypatch):
    opened = []
    monkeypatch.setattr(state_names, "fresh", lambda kind, code: opened.append(1) or fresh(kind, code))
    w = LambdaSlider(load_boston(), reduction="sum", axis="log")
    codes = []
    for lam in np.random.default_rng(0).uniform(77, 110, 200):
        w.lam = lam
        codes.append(w.share().text)
    counts = ClassView(pasted="\n".join(codes)).counts
    assert sum(counts.values()) == 200
    assert next(iter(counts)).startswith("λ from 77")
    assert list(counts)[-1].endswith("to 110")
    assert len(opened) <= 1


@pytest.mark.parametrize("kind", sorted({each.kind.kind for each in questions().values()}))
def test_each_kind_of_question_has_a_picture(kind, tmp_path):
    rng = np.random.default_rng(4)
    for asked in [each for each in questions().values() if each.kind.kind == kind][:3]:
        answers = [asked.kind.check(any_answer(asked.kind, rng)) for _ in range(5)]
        w = ClassView(pasted=" ".join(code(asked.name, answer) for answer in answers))
        assert (w.question, w.found.unreadable, w.found.unknown) == (asked.name, 0, 0)
        assert sum(w.counts.values()) == sum(bars_filled(asked.kind, answer) for answer in answers)
        w.reveal = True
        assert "of 5" in w.caption
        assert w.figure()
        assert w.to_html(tmp_path / "page.html").stat().st_size > 10_000


def test_every_number_has_a_bar():
    for asked in questions().values():
        kind = asked.kind
        if isinstance(kind, Estimate):
            values = [kind.check(value) for value in np.linspace(kind.low, kind.high, 37)]
            bars = kind.distribution(values)
            assert sum(bar.number for bar in bars) == 37
            assert [kind.bars_of(value) for value in (kind.low, kind.high)] == [[0], [len(bars) - 1]]


@pytest.mark.parametrize(
    ("keywords", "error", "says"),
    [
        ({"folder": 3}, TypeError, "folder must be a path; got 3"),
        ({"folder": "no such folder"}, FileNotFoundError, "folder must exist; there is no folder 'no such folder'"),
        ({"questions": [1]}, TypeError, "questions must be a sequence of Question"),
        ({"question": "9.9 none"}, ValueError, "question must be one of 'no answers yet'"),
        ({"quesion": "x"}, TypeError, "did you mean 'question"),
    ],
)
def test_bad_arguments_are_refused(keywords, error, says):
    with pytest.raises(error, match=says):
        ClassView(**keywords)

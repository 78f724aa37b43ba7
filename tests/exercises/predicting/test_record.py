"""The record of predictions: lines are only added, the first commit counts, and nothing is lost."""

import json
import os
import subprocess
import sys

import pytest

from fewidgets.exercises.predict import predictions
from fewidgets.exercises.predicting import Estimate, OneOf
from fewidgets.exercises.predicting.prediction import Prediction
from fewidgets.exercises.predicting.record import entries, record_path

KIND = OneOf({"a": "It is 1.", "b": "It is 2."}, right="a")


@pytest.fixture(autouse=True)
def beside_the_notebook(tmp_path, monkeypatch):
    monkeypatch.delenv("FEWIDGETS_PREDICTIONS", raising=False)
    monkeypatch.chdir(tmp_path)


def ask(question="Which one is 1?", name="9.6 one"):
    return Prediction(question, KIND, name=name)


def test_a_commit_is_one_readable_line_and_is_found_again(tmp_path):
    p = ask()
    p.answer = "b"
    assert not list(tmp_path.iterdir()), "only a commit is recorded"
    p.commit()
    p.commit()
    (line,) = (tmp_path / "9.6_boosting.predictions.jsonl").read_text(encoding="utf-8").splitlines()
    entry = json.loads(line)
    assert entry["name"] == "9.6 one"
    assert entry["question"] == "Which one is 1?"
    assert (entry["outcome"], entry["answer"]) == ("wrong", "b")
    assert entry["time"].endswith("Z")
    again = ask()
    assert (again.outcome, again.answer, again.caption) == ("wrong", "b", p.caption)
    with pytest.raises(ValueError, match="answer must stay as it is"):
        again.answer = "a"
    with pytest.raises(ValueError, match="stage must stay 'committed'"):
        again.stage = "open"


def test_what_was_shown_without_an_answer_is_remembered_as_such():
    ask().show_without_predicting()
    assert repr(ask()) == 'Prediction "9.6 one": shown'


def test_the_first_commit_counts():
    first, second = ask(), ask()
    for p, answer in ((first, "b"), (second, "a")):
        p.answer = answer
        p.commit()
    assert ask().answer == "b"
    assert predictions().counts == {"9.6_boosting": {"right": 0, "wrong": 1, "shown": 0}}


def test_damaged_lines_are_left_alone(tmp_path):
    path = tmp_path / "9.6_boosting.predictions.jsonl"
    damage = b'\xff\xfe\n[1, 2]\n{"name": 3}\n{"name": "9.6 one", "outcome": "maybe"}\n' + b"[" * 5000 + b'\n{"name": "9.6 o'
    path.write_bytes(damage)
    p = ask()
    p.answer = "a"
    p.commit()
    assert path.read_bytes().startswith(damage + b"\n")
    assert ask().outcome == "right"
    assert [entry["answer"] for entry in entries(path)] == ["a"]


def test_a_recorded_answer_that_no_longer_fits_is_asked_anew(tmp_path):
    p = ask()
    p.answer = "a"
    p.commit()
    path = tmp_path / "9.6_boosting.predictions.jsonl"
    path.write_text(path.read_text().replace('"given": "a"', '"given": "z"'))
    assert ask().outcome == "not attempted"


WRITE_MANY = """
import sys
from pathlib import Path
from fewidgets.exercises.predicting.record import append

path, kernel = sys.argv[1:]
for n in range(200):
    append(Path(path), {"name": f"9.6 {kernel}-{n}", "outcome": "right", "answer": "x" * 300})
"""


def test_two_kernels_that_write_at_once_lose_nothing(tmp_path):
    path = tmp_path / "at_once.jsonl"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    pipes = {"env": environment, "stderr": subprocess.PIPE, "text": True}
    writers = [subprocess.Popen([sys.executable, "-c", WRITE_MANY, str(path), str(kernel)], **pipes) for kernel in range(2)]
    try:
        told = [writer.communicate(timeout=60)[1] for writer in writers]
    finally:
        for writer in writers:
            writer.kill()  # does nothing to one that has ended
    assert [writer.returncode for writer in writers] == [0, 0], "\n".join(told)
    assert sorted(entry["name"] for entry in entries(path)) == sorted(f"9.6 {k}-{n}" for k in range(2) for n in range(200))


def test_a_folder_that_cannot_be_written_to_is_a_notice_and_no_failure(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("FEWIDGETS_PREDICTIONS", str(tmp_path / "file"))
    p = ask()
    assert p.notice == ""
    p.answer = "a"
    p.commit()
    assert p.outcome == "right"
    assert "could not be saved beside the notebook (Not a directory)" in p.notice


@pytest.mark.skipif(os.name == "nt", reason="there are no named pipes; run this test on Linux or macOS")
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_something_else_with_the_name_of_the_record_blocks_nothing(tmp_path, make):
    make(tmp_path / "9.6_boosting.predictions.jsonl")
    p = ask()
    p.answer = "a"
    p.commit()
    assert p.outcome == "right"
    assert predictions().lessons == ()


def test_a_name_of_a_lesson_cannot_leave_the_folder(tmp_path):
    assert record_path("../../etc/x").parent == record_path("x").parent


def test_predictions_are_counted_by_lesson(tmp_path):
    for name, answer in (("9.6 one", "a"), ("9.6 two", "b"), ("9.7 three", "a")):
        p = ask(f"{name}?", name)
        p.answer = answer
        p.commit()
    number = Estimate(3, 0, 5, near=1, because="w", below="b", above="a")
    Prediction("How many?", number, name="my own question").show_without_predicting()
    found = predictions(tmp_path)
    assert found.lessons == ("9.6_boosting", "9.7_regularization", "predictions")
    assert found.counts["9.6_boosting"] == {"right": 1, "wrong": 1, "shown": 0}
    assert repr(found).splitlines()[0].split("  ")[0] == "Lesson"
    assert repr(found).splitlines()[-1].split() == ["predictions", "0", "0", "1", "0"]
    assert found._repr_html_().count("<tr>") == 4
    with pytest.raises(FileNotFoundError, match="folder must exist"):
        predictions(tmp_path / "nowhere")
    with pytest.raises(TypeError, match="folder must be a path; got 3"):
        predictions(3)

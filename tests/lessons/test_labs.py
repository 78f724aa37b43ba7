"""The labs keep to the rules of lessons that apply; each instructor's sheet fits its notebook, and its code runs."""

import re
from itertools import pairwise

import pytest

from fewidgets import ClassView
from fewidgets.authoring.notebook_format import is_canonical
from fewidgets.exercises.bank import questions
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.lessons.copies import deliver
from tests.lessons import rules
from tests.lessons.given_away import given_away
from tests.lessons.lesson import NOTEBOOKS, lesson

FOLDER = NOTEBOOKS / "labs"
LABS = sorted(path.stem for path in FOLDER.glob("*.ipynb"))
RULES = [
    rules.no_asserts,
    rules.nothing_about_the_project,
    rules.predictions_are_committed,
    rules.explanations_are_folded,
    rules.explorables_stand_where_hands_are_asked,
    rules.mathematics_is_tex,
    rules.sentences_are_short,
]

each = pytest.mark.parametrize("name", LABS)


def lab(name):
    return lesson(name, FOLDER)


def sheet(name):
    return (FOLDER / f"{name}_instructor.md").read_text(encoding="utf-8")


@each
def test_a_lab_keeps_the_rules(name):
    assert is_canonical(FOLDER / f"{name}.ipynb"), f"run: fewidgets run-notebooks notebooks/labs/{name}.ipynb"
    found = lab(name)
    assert found.minutes == 50
    assert [f"{rule.__name__}: {text}" for rule in RULES for text in rule(found)] == []
    assert {questions()[asked].lesson for asked in found.asks} == {name}, "a lab asks questions of its own"
    assert not list(given_away(found))
    for target in re.findall(r"\]\(([^)]+)\)", found.markdown):
        assert (FOLDER / target).exists(), target


@each
def test_the_sheet_accounts_for_every_minute_and_every_prediction(name):
    text = sheet(name)
    spans = [(int(start), int(end)) for start, end in re.findall(r"^\| (\d+) to (\d+) \|", text, re.M)]
    assert spans[0][0] == 0
    assert spans[-1][1] == 50
    assert all(one[1] == other[0] for one, other in pairwise(spans))
    for asked in lab(name).asks:
        assert f'"{asked}"' in text
    for heading in ("Before the lab", "Minute by minute", "Questions to ask", "What students get wrong", "If time is short"):
        assert f"\n## {heading}\n" in text
    assert not re.search(r"FW\d-", text), "codes are computed, not typed"


@each
def test_the_code_of_the_sheet_runs(name, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("FEWIDGETS_PREDICTIONS", str(tmp_path))
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", sheet(name), re.S):
        exec(block, names)
    made = {key: value for key, value in names.items() if isinstance(value, Explorable) and key != "shown"}
    assert isinstance(made["answers"], ClassView)
    assert all(value.present for value in made.values())
    shown = set(re.findall(r"`(\w+)`", re.search(r"## Minute by minute\n(.*?)\n## ", sheet(name), re.S)[1]))
    assert shown <= set(made), "the table shows what was made"
    assert set(made) <= {*shown, "answers"}
    assert capsys.readouterr().out.count("FW2-") == len(made) - 1
    told = dict(re.findall(r"^- `(\w+)`: (.*)$", sheet(name), re.M))
    assert set(told) == set(made) - {"answers"}
    for key, text in told.items():
        for words in re.findall(r"“([^”]+)”", text):
            assert words in made[key].caption, "the sheet says what is shown"


def test_students_receive_the_labs_and_not_the_sheets(tmp_path):
    deliver(tmp_path / "lessons")
    assert sorted(path.name for path in (tmp_path / "lessons" / "labs").iterdir()) == [f"{name}.ipynb" for name in LABS]

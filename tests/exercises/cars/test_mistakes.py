"""Every wrong way to write ``fit`` gets a message of its own and no score; no honest one is taken for wrong."""

import json

import nbformat
import pytest
from nbclient import NotebookClient

from fewidgets import check
from fewidgets.exercises.cars import trial
from fewidgets.exercises.cars.mistakes import SAID
from tests.exercises.cars.fits import HONEST, TOP, WRONG, notebook

CASES = [pytest.param(kind, source, id=f"{kind}: {name}") for kind, found in WRONG.items() for name, source in found.items()]


@pytest.fixture(autouse=True)
def patience(monkeypatch, tmp_path):
    monkeypatch.setenv("FEWIDGETS_PREDICTIONS", str(tmp_path))


@pytest.mark.parametrize(("kind", "source"), CASES)
def test_a_wrong_way_gets_its_message_and_no_score(kind, source, monkeypatch):
    if kind == "time":
        monkeypatch.setattr(trial.Trial.__init__, "__defaults__", (0.3,))
    found = check("capstone", notebook(source)["fit"])
    assert (found.kind, found.outcome, found.points) == (kind, "error", 0)
    assert found.report is None
    assert not any(word in found.message for word in ("±", "{"))


def test_each_mistake_is_tried_in_several_ways():
    assert len(WRONG) >= 10
    assert {*SAID} <= {*WRONG}
    assert len({*SAID.values()}) == len(SAID)
    assert all(len(found) >= 2 for found in WRONG.values())


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_way_is_scored(name):
    found = check("capstone", notebook(HONEST[name])["fit"])
    assert found.report is not None, found.message
    assert found.outcome in ("right", "wrong")
    assert found.report.note == ""


KERNEL = """
import json
from fewidgets import check
said = []
for kind in ("outside table", "selected outside", "memory"):
    said.append(check("capstone", fits[kind]).kind)
print(json.dumps(said))
"""


def test_in_a_kernel_the_cells_of_the_notebook_are_seen():
    """The program that runs a kernel is installed, its cells have no file, and variables are assigned in several cells."""
    book = nbformat.v4.new_notebook()
    sources = [TOP, "fits = {}"]
    for kind in ("outside table", "selected outside", "memory"):
        source = next(iter(WRONG[kind].values()))
        before, _, after = source.partition("\ndef fit")
        sources += [before or "pass", f"def fit{after}", f"fits[{kind!r}] = fit"]
    book.cells = [nbformat.v4.new_code_cell(source) for source in [*sources, KERNEL]]
    NotebookClient(book, timeout=60).execute()
    assert json.loads(book.cells[-1].outputs[0]["text"]) == ["outside table", "selected outside", "memory"]

"""Every wrong way to write ``fit`` gets a message of its own and no score; no honest one is taken for wrong."""

import pytest

from fewidgets import check
from fewidgets.exercises.cars import trial
from tests.exercises.cars.fits import HONEST, WRONG, notebook

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
    assert all(len(found) >= 2 for found in WRONG.values())


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_way_is_scored(name):
    found = check("capstone", notebook(HONEST[name])["fit"])
    assert found.report is not None, found.message
    assert found.outcome in ("right", "wrong")
    assert found.report.note == ("" if name != "constants written by hand" else found.report.note)

"""The map of the lessons shows what is recorded beside them, and no link of a lesson's *You need* is missing."""

import json
import os

import numpy as np
import pytest

from fewidgets import predict, progress, score_cars
from fewidgets.exercises.bank import questions
from fewidgets.exercises.progress import lesson_needs
from fewidgets.lessons.names import LESSONS


@pytest.fixture(autouse=True)
def beside_the_notebook(tmp_path, monkeypatch):
    monkeypatch.delenv("FEWIDGETS_PREDICTIONS", raising=False)
    monkeypatch.chdir(tmp_path)


def of(name):
    return next(each for each in progress().lessons if each.name == name)


def test_nothing_is_done_at_first():
    assert [each.name for each in progress().lessons] == [*dict.fromkeys(LESSONS.values()), "capstone"]
    assert not any(each.stage or each.made or each.score for each in progress().lessons)
    assert sum(each.asked for each in progress().lessons) == sum(name[0] != "L" for name in questions())


def test_predictions_and_scores_are_counted():
    mine = [name for name, question in questions().items() if question.lesson == "9.5_sphering"]
    for name in mine[:-1]:
        predict(name).show_without_predicting()
    assert (of("9.5_sphering").made, of("9.5_sphering").right, of("9.5_sphering").stage) == (len(mine) - 1, 0, 1)
    p = predict(mine[-1])
    p.answer = p.data.kind.plain(p.data.kind.truth)
    p.commit()
    assert (of("9.5_sphering").made, of("9.5_sphering").right, of("9.5_sphering").stage) == (len(mine), 1, 2)
    score_cars("9.5 zero", lambda X, y: lambda new: np.zeros(len(new)))
    better = score_cars("9.5 the mean", lambda X, y: lambda new: np.full(len(new), y.mean()))
    assert of("9.5_sphering").score == pytest.approx(better.error, abs=1e-4)
    assert f"{better.error:.2f}" in repr(progress())
    assert f"{better.error:.2f}" in progress()._repr_html_()
    assert progress().map().caption.startswith("1 of ")


def test_the_map_links_what_a_lesson_needs_and_each_link_leads_on():
    names = [each.name for each in progress().lessons]
    (graph,) = progress().map().panels[0].marks
    links = {(names[a], names[b]) for a, b in graph.links}
    assert all(graph.x[names.index(a)] < graph.x[names.index(b)] for a, b in links)
    reached = {name: {a for a, b in links if b == name} for name in names}
    for _ in names:
        reached = {name: found.union(*(reached[each] for each in found)) for name, found in reached.items()}
    for name in names:
        assert {need for need in lesson_needs().get(name, ()) if need in names} <= reached[name]
    assert len({*zip(graph.x, graph.y, strict=True)}) == len(names), "no lesson lies on another"


def test_where_no_record_is_wanted_none_is_read(monkeypatch):
    monkeypatch.setenv("FEWIDGETS_PREDICTIONS", os.devnull)
    assert not any(each.stage for each in progress().lessons)


def test_a_folder_may_be_named(tmp_path, monkeypatch):
    entry = {"name": "9.5 x", "question": "?", "answer": "a", "outcome": "right", "version": "1"}
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "9.5_sphering.predictions.jsonl").write_text(json.dumps(entry), encoding="utf-8")
    assert [each.made for each in progress("mine").lessons if each.name == "9.5_sphering"] == [1]
    score_cars("9.4 elsewhere", lambda X, y: lambda new: np.zeros(len(new)))
    assert of("9.4_imputation").score
    assert not any(each.score for each in progress("mine").lessons)
    monkeypatch.setenv("FEWIDGETS_PREDICTIONS", str(tmp_path))
    assert not any(each.score for each in progress("mine").lessons)
    with pytest.raises(FileNotFoundError, match="folder must exist"):
        progress("theirs")
    with pytest.raises(TypeError, match="folder must be a path"):
        progress(3)

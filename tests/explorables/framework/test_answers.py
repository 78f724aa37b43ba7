"""What a page carries, without a browser: the states are those to which moves lead in Python, and they fit the budget."""

import base64
import hashlib
import os
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest

from fewidgets import CorrelationRanking, KernelRidgeViewer, OneHotViewer
from fewidgets.authoring.gallery import examples
from fewidgets.explorables.framework import answers
from fewidgets.explorables.framework.answers import MENU, NOWHERE, REFUSED, Answers
from fewidgets.scene.page.encode import as_json, encode

COMPUTING = [name for name, make in examples().items() if make().inputs]
STATES = 40  # that are explored for a walk
STEPS = 15


def explored(w, most=STATES):
    """The answers of an explorable, and the encoded scene of each state."""
    found, scenes = Answers(w), []

    def keep(_node, scene):
        scenes.append(encode(scene))
        return len(scenes) <= most

    found.explore(keep)
    return found, scenes[: len(found.nodes)]


def change_at(found, row, column, w):
    """The move in Python that a column stands for."""
    name, text = found.moves[column]
    if getattr(w.inputs.get(name), "repeats", False):  # one press more
        return {name: getattr(w, name) + 1}
    if not name.endswith(MENU):
        return {name: text}
    name = name.removesuffix(MENU)
    return {name: found._examples(found.nodes[row].controls[name])[text]}


def number_of(found, w):
    """The number of the state in which an explorable is, by the values of its inputs."""
    key = answers._node(w.snapshot.values, w.inputs).key
    return next((i for i, node in enumerate(found.nodes) if node.key == key), None)


@pytest.mark.parametrize("name", COMPUTING)
def test_a_walk_over_the_states_is_a_walk_in_python(name):
    make = examples()[name]
    found, scenes = explored(make())
    count = len(found.nodes)
    table, refusals = found.targets(count)
    live, rng, here = make(), np.random.default_rng(len(name)), 0
    assert number_of(found, live) == 0
    met = set()
    for _ in range(STEPS):
        assert as_json(encode(live.scene)) == as_json(scenes[here]), (here, found.nodes[here].key)
        columns = np.flatnonzero(table[here] != NOWHERE)
        if not columns.size:
            break
        column = int(rng.choice(columns))
        target, change = table[here, column], change_at(found, here, column, live)
        before = live.snapshot
        if target >= REFUSED:
            with pytest.raises((TypeError, ValueError)) as refusal:
                live.move(**change)
            assert str(refusal.value) == refusals[target - REFUSED]
            assert live.snapshot is before
            continue
        live.move(**change)
        if target & 1:  # only the nearest: Python is elsewhere
            assert number_of(found, live) is None
            live.snapshot = before
            met.add(here)
        else:
            here = target // 2 - 1
            met.add(here)
            assert number_of(found, live) == here, (change, found.nodes[here].key)
    assert len(met) > 1 or not found.moves


@pytest.mark.parametrize("name", COMPUTING)
def test_all_first_moves_lead_where_python_goes_or_are_refused_as_there(name):
    make = examples()[name]
    found, _ = explored(make(), 6)
    table, refusals = found.targets(len(found.nodes))
    rng, w = np.random.default_rng(0), make()
    start = w.snapshot
    columns = [column for row, column in found.edges if row == 0]
    for column in rng.permutation(columns)[:12].tolist():
        w.snapshot = start
        target = table[0, column]
        if target >= REFUSED:
            with pytest.raises((TypeError, ValueError)) as refusal:
                w.move(**change_at(found, 0, column, w))
            assert str(refusal.value) == refusals[target - REFUSED]
            continue
        w.move(**change_at(found, 0, column, w))
        there = number_of(found, w)
        assert there is None if target == NOWHERE or target & 1 else there == target // 2 - 1


SIZES = (
    "one_hot_viewer",
    "bag_of_words_viewer",
    "image_comparison",
    "rescaling_viewer",
    "subset_lattice",
    "importance_viewer",
)


@pytest.mark.parametrize("name", SIZES)
def test_what_is_carried_fits_the_budget_and_grows_with_it(name):
    make, counts, sizes = examples()[name], [], []
    for budget in (0, 10_000, 1_000_000, 20_000_000):
        w = make()
        page = w.page(budget=budget)
        carried = page["scene"].get("answers")
        counts.append(carried["count"] if carried else 1)
        sizes.append(len(carried["data"]["data"]) if carried else 0)
        assert sizes[-1] <= budget
        if carried:
            assert zlib.decompress(bytes(carried["data"]["data"]))
            assert set(carried["locked"]) <= set(w.inputs)
        else:
            assert as_json(page) == as_json(w.page(answers=False))
    assert counts == sorted(counts)
    assert counts[0] == 1 < counts[2]


@pytest.mark.parametrize("name", COMPUTING)
def test_the_controls_of_a_page_have_different_labels(name):
    page = examples()[name]().page(budget=60_000)
    labels = [control["label"] for control in page["scene"]["controls"] if not control.get("idle")]
    assert len({*labels}) == len(labels)


WRITE = """
import hashlib, sys
from fewidgets.authoring.gallery import examples
path = examples()[sys.argv[1]]().to_html(sys.argv[2])
print(hashlib.sha256(path.read_bytes()).hexdigest())
"""


@pytest.mark.parametrize("name", ["one_hot_viewer", "rescaling_viewer"])
def test_a_page_has_the_same_bytes_whenever_it_is_written(name, tmp_path):
    w, root = examples()[name](), Path(__file__).parents[3]
    digests = {hashlib.sha256(w.to_html(tmp_path / f"{k}.html").read_bytes()).hexdigest() + "\n" for k in range(2)}
    for seed in ("0", "1"):
        command = [sys.executable, "-c", WRITE, name, str(tmp_path / "page.html")]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        run = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=True)
        digests.add(run.stdout)
    assert len(digests) == 1


def test_writing_that_is_interrupted_leaves_the_old_page_and_the_explorable_as_they_were(tmp_path, monkeypatch):
    w = OneHotViewer.example()
    target = w.to_html(tmp_path / "page.html", answers=False)
    before, text, state = w.snapshot, target.read_text(encoding="utf-8"), w.get_state()
    calls = []

    def interrupted(*arguments):
        calls.append(arguments)
        if len(calls) == 5:
            raise KeyboardInterrupt
        return computed(*arguments)

    computed = answers.computed
    monkeypatch.setattr(answers, "computed", interrupted)
    with pytest.raises(KeyboardInterrupt):
        w.to_html(target)
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    assert target.read_text(encoding="utf-8") == text
    assert w.snapshot is before
    assert w.get_state() == state


def test_writing_reports_progress_and_changes_nothing(tmp_path):
    w = CorrelationRanking.example()
    before, state, shares = w.snapshot, w.get_state(), []
    w.progress = lambda share, text="": shares.append(share)
    w.to_html(tmp_path / "page.html")
    assert shares == sorted(shares)
    assert 0 < shares[-1] <= 1
    assert w.snapshot is before
    assert w.get_state() == state


def test_a_small_budget_is_filled_by_states_near_the_first():
    page = KernelRidgeViewer.example().page(budget=60_000)["scene"]["answers"]
    assert page["count"] > 3
    assert 20_000 < len(page["data"]["data"]) <= 60_000


def test_what_fits_a_budget_fits_every_larger_one():
    w = CorrelationRanking.example()
    pages = [w.page(budget=budget)["scene"] for budget in range(12_000, 36_000, 2_000)]
    counts = [page["answers"]["count"] if "answers" in page else 1 for page in pages]
    assert counts == sorted(counts)
    assert {*counts} == {1, 2, 3, 4}


def test_a_page_opens_where_the_explorable_is(tmp_path):
    w = CorrelationRanking.example()
    w.move(**{"order": w.inputs["order"].options[1]})
    page = w.page()
    assert page["state"]["order"] == w.order
    assert page["scene"]["title"] == w.scene.title
    assert base64.b64encode(bytes(page["scene"]["answers"]["data"]["data"])).decode() in w.to_html(
        tmp_path / "page.html"
    ).read_text(encoding="utf-8")

"""The hooks of all explorables are functions of their arguments, and every state is declared in the same way everywhere."""

import contextlib
import dataclasses
import inspect
import re
from collections.abc import Mapping

import numpy as np
import pytest

from fewidgets.algorithms import compare_selectors
from fewidgets.authoring.gallery import examples, file_name
from fewidgets.data import LinearDataset
from fewidgets.explorables import EXPLORABLES, Explorable, State
from fewidgets.explorables.framework.questions import questions_of
from fewidgets.explorables.framework.snapshot import next_snapshot
from fewidgets.explorables.shared.drawn_features import MOST_DRAWN
from fewidgets.scene import Choice
from fewidgets.scene.page.encode import encode
from fewidgets.scene.reveal import keepers
from tests.explorables.test_explorables import movable

pytestmark = pytest.mark.slow

each = pytest.mark.parametrize("name", EXPLORABLES)


def make_many(count, noise, seed):
    """Simulate examples of as many features as need a menu."""
    rng = np.random.default_rng(seed)
    X, weights = rng.normal(size=(count, MOST_DRAWN + 4)), np.ones(MOST_DRAWN + 4)
    y = X @ weights + noise * rng.normal(size=count)
    return LinearDataset("many", X, y, [f"x{n}" for n in range(len(weights))], "y", "", "", "", weights)


def make(name):
    """Give the instance that the gallery shows, or one on data so large that it has all of its controls."""
    if hasattr(EXPLORABLES[name], "show"):
        if hasattr(EXPLORABLES[name], "noise"):
            return EXPLORABLES[name](make=make_many)
        rng = np.random.default_rng(0)
        X = rng.normal(size=(80, MOST_DRAWN + 4))
        y = X[:, :6].sum(axis=1) + rng.normal(size=80)
        if name == "SelectorViewer":
            return EXPLORABLES[name](compare_selectors(X, y, names=["boosting", "Pearson correlation"], repeats=1))
        return EXPLORABLES[name](X, y)
    if name == "SpectrumViewer":  # a sound of which only an excerpt can be heard at a time
        return EXPLORABLES[name](np.sin(np.arange(130_000) ** 1.2), 8000)
    return examples()[file_name(name)]()


def kept_by_controls(name):
    """Name the states that controls keep for themselves, here or where the explorable reveals its picture step by step."""
    defaults = EXPLORABLES[name].__init__.__kwdefaults__
    with pytest.MonkeyPatch.context() as patch:
        if "reveal" in defaults:
            patch.setitem(defaults, "reveal", "visited")
        return set(keepers(make(name).scene.controls))


def plain(value, above=()):
    """Nested dicts, lists and arrays that NumPy can compare; functions count as equal."""
    if any(value is one for one in above):
        return "above"
    above = (*above, value)
    if dataclasses.is_dataclass(value):
        return {field.name: plain(getattr(value, field.name), above) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {key: plain(part, above) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [plain(part, above) for part in value]
    if callable(value):
        return "function"
    ours = type(value).__module__.startswith("fewidgets")
    return plain(vars(value), above) if ours and hasattr(value, "__dict__") else value


def run_hooks(w, snapshot):
    """What the three hooks return for the state of a snapshot, as plain values."""
    controls = w.inputs_of(w.data, snapshot.values)
    trace = w.trace_of(w.data, snapshot.inputs.values)
    scene = w.scene_of(trace, tuple(w.labels.values()), snapshot.inputs)
    return plain([[control.name for control in controls], controls, trace]), encode(scene)


def forbidden(*_):
    raise AssertionError("a hook must neither set an attribute nor read the present state")


@each
def test_hooks_are_functions_of_their_arguments(name, monkeypatch):
    w = make(name)
    now = w.snapshot
    others = [next_snapshot(w, now, {control.name: value}) for control, value in movable(w) if control.name in w.inputs]
    monkeypatch.setattr(type(w), "__setattr__", forbidden)
    monkeypatch.setattr(type(w), "__delattr__", forbidden)
    monkeypatch.setattr(type(w), "snapshot", property(forbidden), raising=False)
    kept = dict(w.__dict__)
    first = run_hooks(w, now)
    elsewhere = [run_hooks(w, other) for other in others]
    np.testing.assert_equal(run_hooks(w, now), first)
    for other, result in zip(reversed(others), reversed(elsewhere), strict=True):
        np.testing.assert_equal(run_hooks(w, other), result)
    assert w.__dict__ == kept


@pytest.mark.parametrize("hook", ["inputs_of", "trace_of", "scene_of"])
def test_a_hook_that_fails_leaves_everything_as_it_was(hook, monkeypatch):
    w = make("ContourDescent")
    before, state, snapshot, heard = repr(w), w.get_state(), w.snapshot, []
    w.observe(heard.append)

    def fail(*_):
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(type(w), hook, fail)
    with pytest.raises(ZeroDivisionError):
        w.step_length = 0.2
    with pytest.raises(ZeroDivisionError):
        w.figure(step_length=0.2)
    assert w.snapshot is snapshot
    assert (repr(w), heard) == (before, [])
    assert w.get_state() == state


@each
def test_each_state_is_a_trait_a_keyword_a_documented_parameter_and_a_control(name):
    w = make(name)
    kind = type(w)
    states = {name for name, trait in kind.class_traits().items() if isinstance(trait, State)}
    records = {question.record for question in questions_of(w.scene)}
    keywords = inspect.signature(kind.__init__).parameters
    kept = kept_by_controls(name)
    borrowed = set(w.left.scene.initial_state) if name == "SideBySide" else set()  # it has the controls of its two
    assert states - records - kept - borrowed <= set(keywords)
    assert not kept & set(keywords)
    parameters = re.search(r"Parameters\n-+\n(.*?)\n\n(?:Attributes|Raises)\n", inspect.getdoc(kind), re.S)[1]
    documented = {part for line in re.findall(r"^([\w, ]+) :", parameters, re.M) for part in re.split(r", ", line)}
    assert set(keywords) - {"self", "common"} | {"layout", "panels", "present"} == documented
    snapshots = [w.snapshot]
    for control in w.inputs.values():
        for option in control.options if isinstance(control, Choice) else ():
            with contextlib.suppress(ValueError):  # such as a sound of one's own, where there is none yet
                snapshots.append(next_snapshot(w, w.snapshot, {control.name: option}))
    assert {control for snapshot in snapshots for control in snapshot.scene.initial_state} | kept == states
    for state in states & keywords.keys():
        if keywords[state].default is not inspect.Parameter.empty:
            np.testing.assert_equal(keywords[state].default, getattr(kind, state).default_value)


def test_no_subclass_overrides_a_private_method():
    bases = [base for base in Explorable.__mro__ if base.__module__.startswith("fewidgets")]
    ours = {name for base in bases for name in vars(base) if name.startswith("_") and not name.startswith("__")}
    for kind in EXPLORABLES.values():
        assert not ours & {name for name, value in vars(kind).items() if callable(value) and inspect.isfunction(value)}, kind

"""Random moves of several settings at once: each gives a right picture, or a clear error that changes nothing."""

import json
import re

import numpy as np
import pytest

from fewidgets.authoring.gallery import examples, file_name
from fewidgets.explorables import EXPLORABLES
from fewidgets.scene import Frames, Pick, Slider, Stepper
from fewidgets.scene.page.encode import as_json, encode
from tests.explorables.test_moves_together import anything
from tests.explorables.test_values import FAR, ON_TABLES, OUTPUTS, misplaced

pytestmark = pytest.mark.slow

UNWANTED = re.compile(r"∞|\bnan\b|\binf\b|-0\.00\b", re.IGNORECASE)
PLURAL_OF_ONE = re.compile(r"(?<![\d.,−])\b1 (?!(?:is|was|has|class|bias|as)\b)[a-z]+s\b")


def any_value(control, rng):
    match control:
        case Slider():
            return float(rng.choice(control.values))
        case Stepper():
            return int(rng.integers(control.length))
        case Pick() if not control.options:
            return ""
    return anything(control, rng)


def any_move(w, rng):
    """Values of one to four settings, in a random order, as keywords of ``move``."""
    names = [control.name for control in w.scene.controls]
    chosen = rng.choice(names, size=min(len(names), int(rng.integers(1, 5))), replace=False).tolist()
    return {name: any_value(w.scene.control(name), rng) for name in chosen}


def texts(w):
    panels = [text for panel in w.scene.panels for text in (panel.title, panel.nothing(w.state))]
    return [repr(w), w.caption, *(str(readout.at(w.state)) for readout in w.scene.readouts), *panels]


def check_picture(w):
    json.dumps(as_json(encode(w.scene)), allow_nan=False)
    assert misplaced(w.scene) == []
    for text in texts(w):
        assert not UNWANTED.search(text), text
        assert not PLURAL_OF_ONE.search(text), text
    for stepper in w.scene.controls:
        if isinstance(stepper, Stepper) and (said := re.match(rf"{stepper.label} (\d+)\b", w.caption)):
            assert int(said[1]) == w.state[stepper.name], w.caption


def magnified(scene):
    """List the axes that are so short in some state that they show rounding errors."""
    found = []
    for panel in scene.panels:
        for side in "xy":
            if isinstance(domain := panel.domain(side), Frames) and panel.axis(side).scale == "linear":
                lengths = np.ptp(np.reshape(domain.values, (-1, 2)).astype(float), axis=1)
                if lengths.min() < 1e-8 * lengths.max():
                    found.append((panel.title, side, lengths.min(), lengths.max()))
    return found


def walk(w, seed, moves):
    """Move several settings at once, again and again. Return how many moves were made, and how many were refused."""
    rng = np.random.default_rng(seed)
    return sum(refused(w, any_move(w, rng)) for _ in range(moves))


def refused(w, changes, errors=ValueError):
    """Move settings at once. If the explorable refuses, check that it is as before and that the message names a setting."""
    before, message = w.snapshot, ""
    try:
        w.move(**changes)
    except errors as error:
        message = str(error)
    if message:
        assert w.snapshot is before, changes
        assert any(name in message for name in changes), (changes, message)
        return True
    check_picture(w)
    return False


@pytest.mark.parametrize("name", EXPLORABLES)
def test_moves_of_several_settings(name):
    w = examples()[file_name(name)]()
    assert magnified(w.scene) == []
    assert walk(w, len(name), 6) < 6, "some moves are accepted"


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize("name", ON_TABLES)
def test_walks_on_few_features_that_explain_all(name, count):
    X = np.random.default_rng(4).normal(size=(20, count))
    try:
        w = ON_TABLES[name](X, X.sum(axis=1))
    except (TypeError, ValueError):
        return  # some need two
    check_picture(w)
    assert magnified(w.scene) == []
    walk(w, 5, 6)


def far(name, kind):
    """An explorable on far values; None if it refuses them, as test_values describes."""
    try:
        return ON_TABLES[name](FAR[kind], OUTPUTS)
    except ValueError:
        return None


@pytest.mark.parametrize("name", ON_TABLES)
def test_walks_on_unix_times(name, tmp_path):
    w = far(name, "Unix times")
    if w is not None:
        walk(w, 1, 8)
        assert w.to_html(tmp_path / "page.html", budget=20_000).stat().st_size > 10_000


WRONG = {"NaN": float("nan"), "infinity": float("inf"), "text": "no such value", "none": None, "nothing": (), "huge": 10**400}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize("name", EXPLORABLES)
def test_one_wrong_value_among_right_ones_changes_nothing(name, wrong):
    rng = np.random.default_rng(3)
    w = examples()[file_name(name)]()
    for control in w.scene.controls:
        others = {key: value for key, value in any_move(w, rng).items() if key != control.name}
        refused(w, {**others, control.name: WRONG[wrong]}, (TypeError, ValueError))  # a text or an empty list may be right

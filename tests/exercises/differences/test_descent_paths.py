"""Two descents on one cost open at the first step in which they part, found here by brute force, and are drawn whole."""

import json

import numpy as np
import pytest

from fewidgets import SideBySide
from fewidgets.exercises.differences import descent_difference, least_squares_surface
from fewidgets.exercises.differences.views.descent_path import DescentPath
from fewidgets.exercises.differences.views.values_beside_values import ValuesBesideValues
from fewidgets.scene import resolve
from fewidgets.scene.page.encode import as_json, encode

SETTINGS = {"what": ("the weights",), "surface": lambda x, y, *_: least_squares_surface(x, y)}


def data(seed, P=12):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=P) + 0.4
    return x, 0.6 + 0.3 * x + 0.1 * rng.normal(size=P)


def descend(x, y, steps=6, length=lambda k: 0.1, start=(0.0, 0.0)):
    path = [np.array(start)]
    for k in range(steps):
        errors = path[-1][0] + path[-1][1] * x - y
        path.append(path[-1] - length(k) * 2 * np.array([errors.mean(), (errors * x).mean()]))
    return np.array(path)


def whole(w):
    """Every state has a caption, a still, and data that can be sent; all contours and the lowest point are in the picture."""
    for k in range(w.scene.control("step").length):
        w.step = k
        assert w.caption.endswith(".")
        assert "nan" not in w.caption.lower()
    assert len(w.still()) > 1000
    json.dumps(as_json(encode(w.scene)), allow_nan=False)
    for panel in w.scene.panels:
        for side in ("x", "y"):
            assert np.isfinite(panel.domain(side)).all()
            for mark in panel.marks:
                values = np.asarray(resolve(getattr(mark, side), w.state), dtype=float)
                assert np.abs(values[np.isfinite(values)]).max(initial=0.0) < 1e8, "no screen has such coordinates"
    w.close()


def test_it_opens_at_the_first_step_that_differs():
    for seed in range(12):
        rng = np.random.default_rng(seed)
        x, y = data(seed)
        late, factor = int(rng.integers(0, 6)), rng.choice([-1.0, 0.5, 1.001, 2.0, 20.0])
        right = descend(x, y)
        found = descend(x, y, length=lambda k, late=late, factor=factor: 0.1 * (factor if k >= late else 1)) + 1e-9
        expected = next(k for k in range(7) if not np.allclose(right[k], found[k], rtol=1e-4, atol=1e-6))
        difference = descent_difference((x, y, 0.1, 6), right, found, **SETTINGS)
        w = difference.show()
        assert isinstance(w, SideBySide)
        assert difference.where == f"step {expected}"
        assert w.parting == w.step == expected
        assert f"First difference: step {expected}. " in w.caption
        np.testing.assert_array_equal(w.left.trace.path, right)
        np.testing.assert_allclose(w.right.trace.path, found, atol=1e-8)
        w.close()


@pytest.mark.parametrize("length", [3.0, 1e3, 1e60, -5.0])
def test_paths_that_leave_the_picture_are_drawn(length):
    x, y = data(1)
    right, found = descend(x, y, 4), descend(x, y, 4, length=lambda k: length)
    w = descent_difference((x, y), right, found, **SETTINGS).show()
    assert "outside of the picture" in w.scene.caption_at(step=4)
    if length == 1e60:
        assert "too large for a number" in w.scene.caption_at(step=4)
    whole(w)
    whole(descent_difference((x, y), found, right, **SETTINGS).show())


def test_another_number_of_steps_and_another_start_are_drawn():
    x, y = data(2)
    right = descend(x, y)
    for found, parting in [(right[:4], 4), (right[1:], 0), (descend(x, y, 8), 7), (descend(x, y, start=(1.0, -2.0)), 0)]:
        w = descent_difference((x, y), right, found, **SETTINGS).show()
        assert w.parting == parting
        whole(w)


def test_numbers_stand_beside_each_other_where_there_is_no_picture():
    x, y = data(3)
    right = descend(x, y, 3)
    infinite, three = np.vstack([right[:3], [[np.inf, 0.0]]]), np.pad(right, ((0, 0), (0, 1)))
    for one, other in [(right, infinite), (three, three + 1)]:
        difference = descent_difference((x, y), one, other, **SETTINGS)
        assert isinstance(difference.show(), ValuesBesideValues)
    two = np.column_stack([x, x**2])
    assert isinstance(descent_difference((two, y), right, -right, **SETTINGS).show(), ValuesBesideValues)
    assert isinstance(descent_difference((x, y), right, -right).show(), ValuesBesideValues), "no cost is given"


def test_a_single_step_begins_at_the_argument():
    x, y = data(4)
    before = np.array([1.0, 1.0])
    right = descend(x, y, 1, start=before)[1]
    difference = descent_difference(
        (x[:, None], y, before), right, 2 * right - before, start=2, names=("the bias",), **SETTINGS
    )
    w = difference.show()
    assert (w.parting, w.scene.control("step").length) == (1, 2)
    np.testing.assert_array_equal(w.left.trace.path, [before, right])
    assert "the bias" in w.caption
    whole(w)


@pytest.mark.parametrize("lam", [0.0, 0.3, 50.0])
def test_the_cost_is_the_mean_square_and_the_penalty_and_is_lowest_where_it_says(lam):
    for seed in range(5):
        x, y = data(seed)
        cost, lowest = least_squares_surface(x, y, lam)
        around = lowest + np.random.default_rng(seed).normal(size=(300, 2)) * np.logspace(-4, 1, 300)[:, None]
        by_hand = [np.mean((b + w * x - y) ** 2) + lam * abs(w) for b, w in around]
        np.testing.assert_allclose(cost(around), by_hand, rtol=1e-9, atol=1e-12)
        assert cost(lowest) <= cost(around).min()
    assert least_squares_surface(np.ones((4, 2)), np.ones(4)) is None
    assert least_squares_surface(np.ones(4), np.ones(4)) is None


def test_wrong_arguments_are_named():
    surface = least_squares_surface(*data(0))
    for arguments, keywords, message in [
        (("a", *surface), {}, "path must be an array of numbers"),
        (([[1.0, 2.0, 3.0]], *surface), {}, "path must have the shape"),
        (([[1.0, np.nan]], *surface), {}, "path must be finite"),
        (([[1.0, 2.0]], 3, [0.0, 0.0]), {}, "cost must be a function"),
        (([[1.0, 2.0]], abs, [0.0]), {}, "lowest.* must have the shape"),
        (([[1.0, 2.0]], *surface), {"around": 3}, "around must be one or two paths"),
        (([[1.0, 2.0]], *surface), {"around": [[[1.0]]]}, "must have the shape"),
        (([[1.0, 2.0]], *surface), {"names": ("a", "a")}, "names must be two different texts"),
        (([[1.0, 2.0]], *surface), {"stop": 3}, "did you mean 'step'"),
    ]:
        with pytest.raises((TypeError, ValueError), match=message):
            DescentPath(*arguments, **keywords)
    whole(DescentPath([surface[1]], *surface))
    w = DescentPath.example()
    assert w.selected == ("the bias", "the slope")
    whole(w)

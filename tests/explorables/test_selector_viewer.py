"""All selectors on one data set: what is on screen is what the comparison holds."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from fewidgets import SelectorViewer
from fewidgets.algorithms import compare_selectors
from fewidgets.data import make_lasso_example
from fewidgets.scene import Bars, Dots, Line, format_number, resolve
from tests.explorables.shown import mark


@pytest.fixture(scope="module")
def comparison():
    data = make_lasso_example(120)
    return compare_selectors(data.X, data.y, repeats=2, size=6)


@pytest.fixture
def w(comparison):
    return SelectorViewer(comparison)


def test_gains_are_differences_of_held_out_costs(w, comparison):
    bars, line, whole = mark(w, 0, Bars), mark(w, 0, Line, 1), mark(w, 0, Line, 0)
    assert_allclose(whole.x, comparison.no_features.mean() - comparison.all_features.mean())
    for size in range(1, 7):
        state = w.scene.state(size=size)
        held_out = comparison.held_out[:, :, size - 1]
        gain = comparison.no_features.mean() - held_out.mean(axis=1)
        assert_allclose(resolve(bars.values, state), gain)
        ends = np.asarray(resolve(line.x, state)).reshape(-1, 3)
        error = held_out.std(axis=1, ddof=1) / 2
        assert_allclose(ends[:, 0], gain - error)
        assert_allclose(ends[:, 1], gain + error)
        assert np.isnan(ends[:, 2]).all()
        dots = mark(w, 1, Dots)
        assert_allclose(resolve(dots.x, state), comparison.stability[:, size - 1])
        assert_allclose(resolve(dots.y, state), gain)
        low, high = resolve(w.scene.panels[1].y.domain, state)
        assert low <= gain.min() <= gain.max() <= high


def test_shares_are_those_of_the_picked_selector_or_the_mean_of_all(w, comparison):
    bars = mark(w, 2, Bars)
    for size in (1, 4):
        at = comparison.shares[:, size - 1]
        assert_allclose(resolve(bars.values, w.scene.state(size=size)), 100 * at.mean(axis=0))
        for s, name in enumerate(comparison.names):
            assert_allclose(resolve(bars.values, w.scene.state(size=size, selector=name)), 100 * at[s])


def test_what_is_selected_follows_the_controls(w, comparison):
    w.size = 3
    votes = comparison.selected[:, 2].sum(axis=0)
    assert w.selected == tuple(f"x{n + 1}" for n in np.flatnonzero(votes > len(comparison.names) / 2))
    w.selector = "best subset"
    assert w.selected == comparison.at("best subset", 3)


def test_the_caption_names_the_best_the_steadiest_and_what_is_sure(w, comparison):
    w.size = 3
    best = comparison.names[comparison.mean[:, 2].argmin()]
    assert best in w.caption or "others" in w.caption
    w.selector = "boosting"
    s = comparison.names.index("boosting")
    sure = [f"x{n + 1}" for n in np.flatnonzero(comparison.shares[s, 2] == 1)]
    assert w.caption.endswith(f"It always chooses {', '.join(sure[:-1])} and {sure[-1]}.")
    assert {each.label: each.at(w.state) for each in w.scene.readouts}["Stability"] == format_number(
        comparison.stability[s, 2]
    )


def test_times_are_in_the_picture_alone_so_that_the_text_can_be_repeated(comparison):
    slow = replace(comparison, seconds=comparison.seconds * 1000 + 3)
    one, other = (SelectorViewer(each, selector="boosting") for each in (comparison, slow))
    assert repr(one) == repr(other)
    times = [next(each.at(w.state) for each in w.scene.readouts if each.label == "Time for a half") for w in (one, other)]
    assert times[0].endswith(" ms")
    assert times[1].endswith(" s")

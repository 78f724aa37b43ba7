"""All selectors on one data set: what is on screen is what the comparison holds."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from fewidgets import SelectorViewer
from fewidgets.algorithms import compare_selectors
from fewidgets.data import make_lasso_example
from fewidgets.scene import Bars, Dots, Line, Rule, format_number, resolve
from tests.explorables.shown import mark


@pytest.fixture(scope="module")
def comparison():
    data = make_lasso_example(120)
    return compare_selectors(data.X, data.y, repeats=2, size=6)


@pytest.fixture
def w(comparison):
    return SelectorViewer(comparison)


def test_gains_are_differences_of_held_out_costs(w, comparison):
    bars, whole = mark(w, 0, Bars), mark(w, 0, Rule)
    assert_allclose(whole.x, comparison.no_features.mean() - comparison.all_features.mean())
    assert bars.baseline == whole.x
    for size in range(1, 7):
        state = w.scene.state(size=size)
        held_out = comparison.held_out[:, :, size - 1]
        gain = comparison.no_features.mean() - held_out.mean(axis=1)
        assert_allclose(resolve(bars.values, state), gain)
        assert_allclose(resolve(mark(w, 0, Dots).x, state), gain)
        error = held_out.std(axis=1, ddof=1) / 2
        low, high = resolve(w.scene.panels[0].x.domain, state)
        for s, name in enumerate(comparison.names):
            line = mark(w, 0, Line, s)
            ends = resolve(line.x, state)
            assert line.key == name
            assert_allclose(ends, [gain[s] - error[s], gain[s] + error[s]])
            assert low < min(*ends, whole.x) < max(*ends, whole.x) < high
        reached = sum(each >= whole.x for each in gain)
        assert w.scene.panels[0].heading(state) == f"{reached} of {len(gain)} do as well as all features (dashed)"
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
    assert f"a stability of {format_number(comparison.stability[s, 2])}." in w.caption


def test_times_are_in_the_picture_alone_so_that_the_text_can_be_repeated(comparison):
    slow = replace(comparison, seconds=comparison.seconds * 1000 + 3)
    one, other = (SelectorViewer(each, selector="boosting") for each in (comparison, slow))
    assert repr(one) == repr(other)
    times = [next(each.at(w.state) for each in w.scene.readouts if each.label == "Time for a half") for w in (one, other)]
    assert times[0].endswith(" ms")
    assert times[1].endswith(" s")


def test_equal_gains_are_not_spread_over_an_axis_by_their_rounding_errors(comparison):
    equal = comparison.held_out[:1].repeat(len(comparison.names), axis=0)
    noise = 1 + 1e-15 * np.arange(len(comparison.names))[:, None, None]
    w = SelectorViewer(replace(comparison, held_out=equal * noise), size=3)
    gain = resolve(mark(w, 1, Dots).y, w.state)
    low, high = resolve(w.scene.panels[1].y.domain, w.state)
    assert high - low > 0.04 * gain.max() > 1e10 * np.ptp(gain)
    assert set(resolve(mark(w, 1, Dots).style, w.state)) == {1}


def test_a_poor_model_of_all_features_does_not_squeeze_the_others(comparison):
    w = SelectorViewer(replace(comparison, all_features=comparison.all_features + 1e6), size=3)
    low, high = resolve(w.scene.panels[0].x.domain, w.state)
    assert -100 < low < high < 100
    assert w.scene.panels[0].heading(w.state) == "12 of 12 do as well as all features"


def test_one_dot_of_each_place_is_named_and_the_best_first(w, comparison):
    dots = mark(w, 1, Dots)
    for size in range(1, 7):
        state = w.scene.state(size=size)
        x, y, named = (resolve(part, state) for part in (dots.x, dots.y, dots.labels))
        places = [(round(x[s], 6), round(y[s], 6)) for s, text in enumerate(named) if text]
        assert len(set(places)) == len(places) >= 1
        best = np.flatnonzero(np.isclose(y, y.max()))
        assert any(named[s] for s in best)
        picked = resolve(dots.labels, w.scene.state(size=size, selector="best subset"))
        assert [text for text in picked if text] == ["best subset"]

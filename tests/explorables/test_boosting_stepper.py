import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fewidgets import BoostingStepper
from fewidgets.algorithms import boost
from fewidgets.data import load_boston, load_breast_cancer
from fewidgets.explorables.boosting_stepper.rounds import winners_share
from fewidgets.scene import resolve

X = [[1, 0], [-1, 1], [1, 2], [-1, -3]]
Y = [2, 0, 3, -5]


def panel(widget, start):
    return next(each for each in widget.scene.panels if each.title.startswith(start))


def shown(widget, start, mark=0, channel="values", **state):
    return resolve(getattr(panel(widget, start).marks[mark], channel), widget.scene.state(**state))


def test_the_contest_shows_each_drop_as_a_share_of_the_winners():
    w = BoostingStepper(X, Y)
    assert np.isnan(shown(w, "The contest", round=0)).all()
    # Round 1: costs 38/4, with x1 28/4 … as sums: 38 → 28 − … by hand: x1: 38 − 10²/4 = 13; x2: 38 − 21²/14 = 6.5.
    assert_allclose(shown(w, "The contest", round=1), [100 * 25 / 31.5, 100.0])
    assert_allclose(shown(w, "The contest", round=2), [100.0, np.nan])
    assert_array_equal(shown(w, "The contest", channel="style", round=1), [0, 1])
    assert_array_equal(shown(w, "The contest", channel="style", round=2), [1, 2])


def test_the_model_and_the_history_are_the_traces():
    w = BoostingStepper(X, Y)
    assert_array_equal(w.trace.order, [1, 0])
    assert_allclose(w.trace.costs, [38 / 4, 6.5 / 4, w.trace.costs[2]])
    for m in range(3):
        chosen = np.isin([0, 1], w.trace.order[:m])
        assert_array_equal(shown(w, "The model", round=m), np.where(chosen, w.trace.weights[m], np.nan))
    assert_array_equal(shown(w, "Cost history", channel="y"), w.trace.costs)
    assert panel(w, "Cost history").scrub.name == "round"
    assert shown(w, "Cost history", mark=1, channel="labels") == ["bias", "x2", "x1"]
    assert panel(w, "Cost history").marks[1].upto.name == "round", "a name must not be told before its round"


def test_round_0_says_what_will_appear():
    w = BoostingStepper(X, Y)
    told = [each.nothing(w.state) for each in w.scene.panels]
    assert [bool(text) for text in told] == [True, True, False, True]
    assert all(text.endswith(".") for text in told if text)
    for m in (1, 2):
        assert not any(each.nothing({**w.state, "round": m}) for each in w.scene.panels)
        # No weight is called frozen before its feature is chosen.
        bars = panel(w, "The model").marks[0]
        labels = [bars.styles[k].label for k in bars.style.at({**w.state, "round": m})]
        assert labels.count("") == 2 - m


def test_residuals_are_those_before_the_round_and_the_line_is_the_rounds_weight():
    w = BoostingStepper(X, Y)
    assert np.isnan(shown(w, "What the winner", channel="y", round=0)).all()
    assert_allclose(shown(w, "What the winner", channel="y", round=1), np.array(Y) - w.trace.bias)
    x2 = (np.array(X)[:, 1] - 0) / np.std(np.array(X)[:, 1])
    assert_allclose(shown(w, "What the winner", channel="x", round=1), (x2 - x2.min()) / np.ptp(x2))
    assert_allclose(
        shown(w, "What the winner", mark=1, channel="y", round=1), w.trace.weights[1, 1] * np.array([x2.min(), x2.max()])
    )


def test_inputs_are_standardized_outputs_are_not():
    boston = load_boston()
    w = BoostingStepper(boston, rounds=5)
    Z = (boston.X - boston.X.mean(0)) / boston.X.std(0)
    expected = boost(Z, boston.y, rounds=5)
    assert_array_equal(w.trace.order, expected.order)
    assert_allclose(w.trace.weights, expected.weights, atol=1e-12)
    raw = BoostingStepper(boston, rounds=5, standardize=False)
    assert_array_equal(raw.trace.order, expected.order)
    assert_allclose(raw.trace.weights * boston.X.std(0), expected.weights, atol=1e-9)


def test_boston_as_in_figure_9_19():
    w = BoostingStepper(load_boston(), round=3)
    assert w.selected == ("LSTAT", "RM", "DIS")
    assert w.caption == "Round 3: DIS lowers the cost most, from 33.5 to 31.2; its weight is −1.53."


def test_softmax_has_no_fitted_line_and_names_its_cost():
    cancer = load_breast_cancer()
    w = BoostingStepper(cancer, cost="softmax", rounds=4, round=2)
    assert [mark.kind for mark in panel(w, "What the winner").marks] == ["dots"]
    assert w.selected == tuple(cancer.feature_names[n] for n in w.trace.order[:2])


def test_a_round_that_changes_nothing_has_no_winners_share():
    trace = boost([[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]], [1.0, -1.0, 1.0, -1.0])
    assert_array_equal(winners_share(trace), [[100.0, 0.0], [np.nan, 0.0]])


def test_the_score_follows_the_answers():
    w = BoostingStepper(load_boston(), rounds=3, predict=True)
    seen = []
    w.observe(lambda change: seen.append(change.new), "score")
    assert (w.score, w.asked, w.answers) == (0, 0, [-1, -1, -1])
    w.set_state({"answers": [12, -1, -1], "round": 1})  # as the browser sends it
    assert (w.score, w.asked, w.round) == (1, 1, 1)
    w.answers = [12, 5, 0]
    assert (w.score, w.asked) == (2, 3)
    assert seen == [1, 2]
    w.answers = [-1, -1, -1]
    assert (w.score, w.asked) == (0, 0)


def test_the_bias_of_a_normalized_output_is_zero_not_a_rounding_error():
    boston = load_boston()
    w = BoostingStepper(boston.X, (boston.y - boston.y.mean()) / boston.y.std())
    assert w.trace.bias != 0
    assert w.caption == "Round 0: the bias alone, 0; the cost is 1.00."


def test_a_given_trace_is_shown_as_it_is():
    rng = np.random.default_rng(4)
    X, y = rng.normal(size=(30, 4)) * [1, 5, 1, 1] + [0, 3, 0, 0], rng.normal(size=30)
    trace = boost(X, y, rounds=3)
    w = BoostingStepper.from_trace(trace, X, y, feature_names=list("abcd"))
    assert w.trace is trace
    for m in range(4):
        w.round = m
        assert w.selected == tuple("abcd"[n] for n in trace.order[:m])
    assert "inputs as they are" in str(w.scene.panels[1].x)
    for arguments, message in [((3, X, y), "trace must be a BoostTrace"), ((trace, X[:9], y[:9]), "trace must be of X")]:
        with pytest.raises((TypeError, ValueError), match=message):
            BoostingStepper.from_trace(*arguments)

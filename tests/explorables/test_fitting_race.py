import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import LinearRegression, OrthogonalMatchingPursuit

from fewidgets import FittingRace
from fewidgets.data import load_boston, load_lecture_points
from fewidgets.scene import resolve

# CS373, lecture 7, "Forward-fitting example": degree, fitted weight and J of each round, as printed.
FORWARD = """constant +1.089 0.874 · x −0.553 0.163 · x² −0.288 0.085 · x −0.101 0.062 · constant −0.033 0.051 ·
 x³ +0.053 0.049 · x −0.043 0.045 · x³ +0.088 0.041 · x −0.035 0.039 · x³ +0.072 0.036"""
MYOPIC = """constant +1.089 0.874 · x −0.553 0.163 · constant −0.085 0.091 · x −0.056 0.084 · x² −0.127 0.069 ·
 constant +0.021 0.065 · x −0.031 0.063 · x² −0.078 0.057 · constant +0.013 0.055 · x −0.018 0.054"""
GREEDY, ONE, SLOPE = 0, 1, 2
AGAIN = 2  # style of a bar: taken again


@pytest.fixture(scope="module")
def lecture():
    return FittingRace(load_lecture_points(), degree=4)


@pytest.fixture(scope="module")
def boston():
    return FittingRace(load_boston())


def panels(w, end):
    return [each for each in w.scene.panels if each.title.endswith(end)]


def rows(w, way, **state):
    return resolve(panels(w, "rounds so far")[way].marks[0].rows, w.scene.state(**state))


def bars(w, way, channel="values", **state):
    mark = [each for each in w.scene.panels if each.bars][way].bars
    return resolve(getattr(mark, channel), w.scene.state(**state))


@pytest.mark.parametrize(("way", "table"), [(ONE, FORWARD), (SLOPE, MYOPIC)])
def test_the_lectures_tables_to_every_printed_digit(lecture, way, table):
    printed = [row.split() for row in table.split("·")]
    assert rows(lecture, way, round=10) == [[str(m), *row] for m, row in enumerate(printed, start=1)]
    for m in range(10):  # each round adds its own row, and tells nothing of later ones
        assert rows(lecture, way, round=m) == rows(lecture, way, round=10)[:m]


def test_greedy_bars_are_what_a_refit_would_gain(boston):
    X, y = np.column_stack([np.ones(506), load_boston().X]), load_boston().y
    taken, before = [], 0.5 * (y @ y)
    for m in range(1, 5):
        costs = np.full(14, np.nan)
        for n in set(range(14)) - set(taken):
            columns = X[:, [*taken, n]]
            fitted = LinearRegression(fit_intercept=False).fit(columns, y).predict(columns)
            costs[n] = 0.5 * ((y - fitted) ** 2).sum()
        assert_allclose(bars(boston, GREEDY, round=m), before - costs, rtol=1e-8, atol=1e-6)
        taken.append(int(np.nanargmin(costs)))
        before = float(np.nanmin(costs))
        assert rows(boston, GREEDY, round=m)[-1][1] == ("constant", *load_boston().feature_names)[taken[-1]]


def test_one_weight_and_slope_bars_by_brute_force(boston):
    X, y = np.column_stack([np.ones(506), load_boston().X]), load_boston().y
    residuals = {ONE: y.copy(), SLOPE: y.copy()}
    for m in range(1, 11):
        for way, r in residuals.items():
            best = [np.linalg.lstsq(X[:, [n]], r, rcond=None)[0][0] for n in range(14)]
            falls = np.array([0.5 * (r @ r) - 0.5 * ((r - w * X[:, n]) ** 2).sum() for n, w in enumerate(best)])
            promise = falls if way == ONE else np.abs(X.T @ r)
            assert_allclose(bars(boston, way, round=m), promise, rtol=1e-6, atol=1e-6 * promise.max())
            n = int(promise.argmax())
            residuals[way] = r - best[n] * X[:, n]


def test_the_myopic_way_alternates_between_two_features_with_large_numbers(boston):
    assert [row[1] for row in rows(boston, SLOPE, round=10)] == ["TAX", "B"] * 5
    assert (bars(boston, SLOPE, "style", round=3) == AGAIN).nonzero()[0].tolist() == [10]


def test_equal_length_makes_the_myopic_way_choose_as_forward_fitting(lecture, boston):
    for w in (lecture, boston):
        equal = w.trace.equal_length
        assert_array_equal(equal.myopic.order, equal.forward.order)
        # Neither of the other two depends on the scale.
        assert_array_equal(equal.forward.order, w.trace.as_given.forward.order)
        assert_allclose(equal.forward.costs, w.trace.as_given.forward.costs, rtol=1e-9)
        assert_array_equal(equal.greedy.order, w.trace.as_given.greedy.order)


@pytest.mark.parametrize("seed", range(5))
def test_orthogonal_matching_pursuit_and_the_myopic_way_begin_with_the_same_feature(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(40, 7)), rng.normal(size=40)
    X /= np.linalg.norm(X, axis=0)
    w = FittingRace(X, y, constant=False, rounds=1, round=1)
    pursuit = OrthogonalMatchingPursuit(n_nonzero_coefs=1, fit_intercept=False).fit(X, y)
    (n,) = pursuit.coef_.nonzero()[0]
    for way in (GREEDY, ONE, SLOPE):  # with one feature of unit length, all three are the same
        assert rows(w, way, round=1)[0][1] == f"x{n + 1}"
    assert_allclose(w.trace.as_given.myopic.steps, [pursuit.coef_[n]])


def test_a_feature_that_comes_again_is_marked(lecture):
    table = panels(lecture, "rounds so far")[ONE].marks[0]
    marked = table.style.at(lecture.scene.state(round=10))[:, 1]
    names = [row[1] for row in rows(lecture, ONE, round=10)]
    assert marked.tolist() == [int(name in names[:k]) for k, name in enumerate(names)]
    assert (bars(lecture, ONE, "style", round=4) == AGAIN).nonzero()[0].tolist() == [1]
    assert not any((bars(lecture, GREEDY, "style", round=m) == AGAIN).any() for m in range(11))


def test_the_first_state_gives_nothing_away(lecture):
    w = FittingRace(load_lecture_points(), degree=4)
    assert w.caption == "Round 0: no feature has been taken, and J is 12.7."
    assert w.selected == ()
    shown = [each.nothing(w.state) for each in w.scene.panels]
    assert all(shown[:6])
    for way in range(3):
        assert np.isnan(bars(w, way, round=0)).all()
        assert rows(w, way, round=0) == []
    curves = panels(w, "so far")[-1].marks[1:]
    assert all(np.isnan(resolve(curve.y, w.scene.state(round=0))).all() for curve in curves)


def test_a_way_that_has_ended_says_so(lecture):
    assert lecture.scene.panels[0].nothing(lecture.scene.state(round=6)) == (
        "Greedy selection ended after round 5: no feature is left."
    )
    assert "greedy selection has ended (J 0.007)" in lecture.scene.caption_at(round=8)
    assert rows(lecture, GREEDY, round=10) == rows(lecture, GREEDY, round=5)
    exact = FittingRace([[1.0], [2.0], [4.0]], [2.0, 4.0, 8.0], constant=False, round=1)
    assert exact.scene.control("round").length == 2


def test_curves_are_the_polynomials_of_the_weights(lecture):
    curves = panels(lecture, "so far")[-1].marks[1:]
    for scale in ("as given", "equal length"):
        for m in (1, 4, 10):
            for curve, trace in zip(curves, lecture.trace.as_given, strict=True):
                if trace.method == "myopic" and scale == "equal length":
                    trace = lecture.trace.as_given.forward
                weights = trace.weights[min(m, trace.n_rounds)]
                shown = resolve(curve.y, lecture.scene.state(scale=scale, round=m))
                expected = np.polynomial.polynomial.polyval(np.asarray(curve.x), weights)
                inside = ~np.isnan(shown)
                assert inside.mean() > 0.7
                assert_allclose(shown[inside], expected[inside], atol=1e-9)


def test_a_prediction_may_be_right_twice():
    w = FittingRace(load_lecture_points(), degree=4, predict=True)
    question = w.scene.control("round").question
    assert question.repeats
    assert [question.options[k] for k in question.answers] == [row[1] for row in rows(w, ONE, round=10)]
    w.set_state({"answers": [0, 1, 3, *[-1] * 7], "round": 3})  # as the browser sends it
    assert (w.score, w.asked) == (2, 3)


def test_selected_lists_each_feature_once():
    w = FittingRace(load_boston(), round=10)
    names = [row[1] for row in rows(w, ONE, round=10)]
    assert w.selected == tuple(dict.fromkeys(names))
    assert "RM" in names[:1] + names[5:]


def test_ones_own_table_of_twenty_columns():
    rng = np.random.default_rng(3)
    table = pd.DataFrame(rng.normal(size=(200, 20)), columns=[f"measurement {n}" for n in range(20)])
    table["when"] = 1.7e9 + 60.0 * np.arange(200)
    y = pd.Series(table["measurement 4"] * 3 + rng.normal(size=200), name="price")
    for standardize in (False, True):
        w = FittingRace(table, y, standardize=standardize, round=4)
        assert all(np.isfinite(trace.costs).all() for fittings in w.trace for trace in fittings)
    assert w.selected[0] == "measurement 4"
    with pytest.raises(TypeError, match=r"X must hold numbers; got str in feature 21 \('town'\)"):
        FittingRace(table.assign(town="Bern"), y)


def test_long_names_are_short_in_the_tables_and_whole_in_captions():
    rng = np.random.default_rng(0)
    names = [f"{n}: how satisfied are you with the answer to question {n}" for n in range(4)]
    w = FittingRace(rng.normal(size=(30, 4)), rng.normal(size=30), feature_names=names, round=4)
    for way in range(3):
        cells = [row[1] for row in rows(w, way, round=4)]
        assert max(map(len, cells)) <= 14
        assert len(set(cells)) == len(set(w.trace.as_given[way].order[:4].tolist()))
    assert w.labels[w.selected[-1]] in w.caption + w.scene.caption_at(round=3)


@pytest.mark.parametrize(
    ("keywords", "error", "message"),
    [
        ({"degree": 0}, ValueError, "degree must be an integer between 1 and 20; got 0"),
        ({"rounds": 31}, ValueError, "rounds must be an integer between 1 and 30; got 31"),
        ({"scale": "unit"}, ValueError, "scale must be one of 'as given', 'equal length'"),
        ({"constant": 1}, TypeError, "constant must be True or False; got 1"),
        ({"reduction": "half"}, ValueError, "reduction must be 'half_sum', 'sum' or 'mean'; got 'half'"),
        ({"round": 11}, ValueError, "round must be an integer from 0 to 10"),
    ],
)
def test_bad_keywords_are_named(keywords, error, message):
    with pytest.raises(error, match=message):
        FittingRace(load_lecture_points(), **{"degree": 4, **keywords})


def test_powers_need_a_single_feature_that_is_not_too_large():
    with pytest.raises(ValueError, match="X must have one feature to take powers of; got 13"):
        FittingRace(load_boston(), degree=2)
    with pytest.raises(ValueError, match=r"'x1' is too large: its values reach 3e\+06\. .*lower degree than 20"):
        FittingRace([[1.0], [3e6]], [1.0, 2.0], degree=20)

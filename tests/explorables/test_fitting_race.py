import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

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
    """List the rounds so far, without the room for those to come."""
    return [row for row in resolve(panels(w, "rounds so far")[way].marks[0].rows, w.scene.state(**state)) if row[1]]


def bars(w, way, channel="values", **state):
    mark = [each for each in w.scene.panels if each.bars][way].bars
    return resolve(getattr(mark, channel), w.scene.state(**state))


@pytest.mark.parametrize(("way", "table"), [(ONE, FORWARD), (SLOPE, MYOPIC)])
def test_the_lectures_tables_to_every_printed_digit(lecture, way, table):
    printed = [row.split() for row in table.split("·")]
    assert rows(lecture, way, round=10) == [[str(m), *row] for m, row in enumerate(printed, start=1)]
    for m in range(10):  # each round adds its own row, and tells nothing of later ones
        assert rows(lecture, way, round=m) == rows(lecture, way, round=10)[:m]


def test_equal_length_makes_the_myopic_way_choose_as_forward_fitting(lecture, boston):
    for w in (lecture, boston):
        equal = w.trace.equal_length
        assert_array_equal(equal.myopic.order, equal.forward.order)
        # Neither of the other two depends on the scale.
        assert_array_equal(equal.forward.order, w.trace.as_given.forward.order)
        assert_allclose(equal.forward.costs, w.trace.as_given.forward.costs, rtol=1e-9)
        assert_array_equal(equal.greedy.order, w.trace.as_given.greedy.order)


def test_a_feature_that_comes_again_is_marked(lecture):
    table = panels(lecture, "rounds so far")[ONE].marks[0]
    marked = table.style.at(lecture.scene.state(round=10))[:, 1]
    names = [row[1] for row in rows(lecture, ONE, round=10)]
    assert marked.tolist() == [int(name in names[:k]) for k, name in enumerate(names)]
    assert (bars(lecture, ONE, "style", round=4) == AGAIN).nonzero()[0].tolist() == [1]


def test_a_way_that_has_ended_says_so(lecture):
    assert lecture.scene.panels[0].nothing(lecture.scene.state(round=6)) == (
        "Greedy selection ended after round 5: no feature is left."
    )
    assert "greedy selection has ended (J 0.007)" in lecture.scene.caption_at(round=8)
    assert rows(lecture, GREEDY, round=10) == rows(lecture, GREEDY, round=5)


def test_curves_are_the_polynomials_of_the_weights(lecture):
    curves = panels(lecture, "fits so far")[0].marks[1:]
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


def test_headings_say_what_each_way_takes_and_which_is_ahead(lecture, boston):
    def headings(w, m):
        return [each.heading(w.scene.state(round=m)) for each in w.scene.panels[:4]]

    assert headings(lecture, 0)[3] == "Which way lowers J most?"
    assert headings(lecture, 1) == [
        *(f"{way} takes the constant" for way in ("Greedy", "Forward", "Myopic")),
        "All three are level",
    ]
    assert headings(lecture, 5)[1:] == ["Forward takes the constant again", "Myopic takes x²", "Greedy is ahead"]
    assert headings(lecture, 6)[0] == "Greedy has ended"
    assert headings(boston, 1)[3] == "Greedy and forward are ahead"


def test_the_constant_is_none_of_the_features_that_are_counted():
    rng = np.random.default_rng(0)
    for count, note in ((60, ""), (61, " 60 of 61 features are drawn.")):
        X = rng.normal(size=(80, count))
        w = FittingRace(X, X[:, 0] + rng.normal(size=80), rounds=3)
        assert len(w.scene.panels[0].bars.names) == 61
        assert w.caption.endswith(note)
        assert ("drawn" in w.caption, "show" in w.inputs) == (bool(note), bool(note))


def test_a_prediction_may_be_right_twice():
    w = FittingRace(load_lecture_points(), degree=4, predict=True)
    question = w.scene.control("round").question
    assert question.repeats
    assert [question.options[k] for k in question.answers] == [row[1] for row in rows(w, ONE, round=10)]
    w.move(answers=[0, 1, 3, *[-1] * 7], round=6)
    assert (w.score, w.asked) == (2, 3)
    assert w.selected == tuple(dict.fromkeys(row[1] for row in rows(w, ONE, round=6)))


def test_powers_need_a_single_feature_that_is_not_too_large():
    with pytest.raises(ValueError, match="X must have one feature to take powers of; got 13"):
        FittingRace(load_boston(), degree=2)
    with pytest.raises(ValueError, match=r"'x1' is too large: its values reach 3e\+06\. .*lower degree than 20"):
        FittingRace([[1.0], [3e6]], [1.0, 2.0], degree=20)


def test_bars_are_the_falls_of_the_cost_and_the_slopes(boston):
    greedy, forward, myopic = boston.trace.as_given
    for m in range(1, 11):
        for way, trace in ((GREEDY, greedy), (ONE, forward)):
            falls = trace.costs[m - 1] - trace.candidate_costs[m - 1]
            assert_allclose(bars(boston, way, round=m), falls, atol=1e-9 * trace.costs[0])
        slopes = np.abs(myopic.derivatives[m - 1])
        assert_allclose(bars(boston, SLOPE, round=m), slopes, atol=1e-9 * slopes.max())

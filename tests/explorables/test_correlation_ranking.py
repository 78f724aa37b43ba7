"""Features ranked by correlation and by loss, against SciPy and NumPy, and the pair that is useless alone."""

import re

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import pearsonr

from fewidgets import CorrelationRanking
from fewidgets.data import load_boston, make_useless_alone
from fewidgets.explorables.correlation_ranking.useless_pair import DRAWN, LINKS, WEIGHTS
from fewidgets.scene import format_number, resolve
from tests.explorables.hostile import HOSTILE

BOSTON = load_boston()


def table(P=60, N=5, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(P, N)) @ rng.normal(size=(N, N))
    return X, X @ rng.normal(size=N) + rng.normal(size=P)


def best_line(x, y):
    """Return intercept, slope and mean squared loss of the best line, by NumPy."""
    inputs = np.column_stack([np.ones(len(x)), x])
    found = np.linalg.lstsq(inputs, y, rcond=None)[0]
    return *found, np.mean((inputs @ found - y) ** 2)


def bars(w, title):
    return next(panel for panel in w.scene.panels if panel.title.startswith(title)).marks[0]


@pytest.mark.parametrize("seed", range(2))
def test_bars_are_those_of_scipy_and_numpy_in_one_order(seed):
    X, y = table(seed=seed)
    w = CorrelationRanking(X, y, order="best first")
    scores, losses = bars(w, "Score"), bars(w, "Loss")
    assert scores.names == losses.names == list(w.ranking)
    for name, score, loss in zip(scores.names, scores.values, losses.values, strict=True):
        x = X[:, int(name[1:]) - 1]
        assert_allclose(score, pearsonr(x, y).statistic, rtol=1e-9)
        assert_allclose(loss, best_line(x, y)[2], rtol=1e-9)
    assert (np.diff(losses.values) >= 0).all()
    curve, _, dots = next(panel for panel in w.scene.panels if "one curve" in panel.title).marks
    assert_allclose(np.interp(dots.x, curve.x, curve.y), dots.y, rtol=2e-2)
    assert_allclose(sorted(dots.y), losses.values)


def test_the_scatter_shows_the_feature_and_its_best_line():
    w = CorrelationRanking(BOSTON)
    panel = w.scene.panels[0]
    _, dots, line = panel.marks
    for name in ("RM", "LSTAT", "CHAS"):
        w.feature = name
        x = BOSTON.X[:, BOSTON.feature_names.index(name)]
        points = set(zip(x, BOSTON.y, strict=True))
        assert points.issuperset(zip(resolve(dots.x, w.state), dots.y, strict=True))
        assert len(dots.y) == 200
        intercept, slope, _ = best_line(x, BOSTON.y)
        assert_allclose(resolve(line.y, w.state), intercept + slope * resolve(line.x, w.state), rtol=1e-9)
        assert (resolve(panel.x.label, w.state), w.selected) == (f"{name} (200 of 506 examples)", (name,))


def test_the_first_state_gives_nothing_away():
    w = CorrelationRanking(BOSTON)
    assert w.caption == "13 features, not ranked yet. The scatter shows CRIM."
    assert not w.scene.readouts
    assert all(panel.nothing(w.state) for panel in w.scene.panels[1:])
    assert np.isnan(bars(w, "Score").values).all()
    assert bars(w, "Score").names == list(BOSTON.feature_names)
    w.feature = "RM"
    assert not re.search(r"\d|rank", w.caption.replace("x1", ""))


def test_captions_say_what_numpy_says():
    w = CorrelationRanking(BOSTON, order="best first")
    scores = np.abs([pearsonr(x, BOSTON.y).statistic for x in BOSTON.X.T])
    assert w.caption.startswith(f"Of 13 features, {BOSTON.feature_names[int(scores.argmax())]} ranks first")
    assert w.scene.readouts[2].at(w.state) == "1 of 13"  # the scatter shows the best feature first
    for n, name in enumerate(BOSTON.feature_names):
        w.feature = name
        x = BOSTON.X[:, n]
        rank = 1 + int((scores > scores[n]).sum())
        r = format_number(pearsonr(x, BOSTON.y).statistic)
        assert w.caption == (
            f"{name} ranks {rank} of 13: r = {r}, so its best line leaves a loss of "
            f"{format_number(best_line(x, BOSTON.y)[2])} of {format_number(BOSTON.y.var())}."
        )
    assert w.ranking == tuple(np.array(BOSTON.feature_names)[np.argsort(-scores)])


# The pair


def test_the_pair_is_that_of_the_book():
    """The covariance of x1 and y is 1 − w c, and y has the variance (1 − w c)² + w²/4."""
    pair = CorrelationRanking().trace
    w, c = np.meshgrid(WEIGHTS, LINKS, indexing="ij")
    variance = (1 - w * c) ** 2 + w**2 / 4
    assert_allclose(pair.baselines, variance, rtol=1e-9)
    assert_allclose(pair.scores[..., 0], (1 - w * c) / np.sqrt(variance), atol=1e-9)
    assert_allclose(pair.scores[..., 1], (w / 4 - c * (1 - w * c)) / np.sqrt(variance * (c**2 + 0.25)), atol=1e-9)
    assert_allclose(pair.losses[..., :2], variance[..., None] * (1 - pair.scores**2), atol=1e-9)
    assert (pair.losses[..., 2] == 0).all()
    book = np.argwhere(np.isclose(w, 2) & np.isclose(c, 0.5))[0]
    assert pair.scores[tuple(book)].tolist() == pytest.approx([0.0, np.sqrt(0.5)])
    data = make_useless_alone(24)
    assert_allclose(pair.scores[tuple(book)], [pearsonr(x, data.y).statistic for x in data.X.T], atol=1e-12)


@pytest.mark.parametrize("numbers", DRAWN)
def test_what_is_drawn_has_these_scores_and_is_determined_by_both(numbers):
    w = CorrelationRanking(numbers=numbers)
    side, above = w.scene.panels[:2]
    for weight, link in [(0.0, 0.5), (1.0, 0.5), (2.0, 0.5), (3.0, 0.8), (2.5, 0.4), (1.5, 0.0)]:
        w.move(weight=weight, link=link)
        x1, y = (resolve(channel, w.state) for channel in (side.marks[1].x, side.marks[1].y))
        x2 = resolve(above.marks[2].y, w.state)
        assert_allclose(y, x1 + weight * x2, atol=1e-12)
        first, second = pearsonr(x1, y).statistic, pearsonr(x2, y).statistic
        shown = [readout.at(w.state) for readout in w.scene.readouts]
        expected = [format_number(0.0 if abs(r) < 1e-9 else r) for r in (first, second)]
        assert shown == [*expected, "0"]
        assert f"x1 has r = {expected[0]} and x2 has r = {expected[1]}." in w.caption
        slope = best_line(x1, y)[1]
        line = side.marks[2]
        assert_allclose(resolve(line.y, w.state), slope * resolve(line.x, w.state), atol=1e-9)
        colours = resolve(above.marks[2].style, w.state)
        assert_allclose(colours, np.sign(np.where(np.abs(y) < 1e-9, 0, y)) + 1)
    assert w.selected == ("x1", "x2")


def test_lines_from_above_are_lines_of_equal_output():
    w = CorrelationRanking()
    line = w.scene.panels[1].marks[0]
    for weight in WEIGHTS:
        w.weight = float(weight)
        x1, x2 = resolve(line.x, w.state), line.y
        pieces = (x1 + weight * x2).reshape(-1, 3)[:, :2]
        assert_allclose(pieces, np.repeat([[-4], [-2], [0], [2], [4]], 2, axis=1), atol=1e-9)


def test_the_pair_is_shown_beside_a_table():
    w = CorrelationRanking(BOSTON, feature="RM")
    w.source = "the pair x1, x2"
    assert w.ranking == ("x1", "x2")
    w.weight = 2.0
    assert w.ranking == ("x2", "x1")
    assert w.caption == CorrelationRanking(weight=2.0).caption
    assert w.selected == ("x1", "x2")
    w.source = "the table"
    assert w.selected == ("RM",)


# One's own data


@pytest.mark.parametrize(
    ("arguments", "keywords", "message"),
    [
        ((), {"y": [1, 2]}, "y must be given together with X"),
        ((), {"source": "the table"}, "source must be 'the pair x1, x2', as there are no data; got 'the table'"),
    ],
)
def test_what_cannot_be_shown_is_refused(arguments, keywords, message):
    with pytest.raises((TypeError, ValueError), match=message):
        CorrelationRanking(*arguments, **keywords)


def test_of_a_thousand_features_the_best_sixty_are_drawn():
    data = HOSTILE["thousand"]()
    w = CorrelationRanking(data.X, data.y, feature_names=data.feature_names, order="best first")
    assert set(bars(w, "Score").names) == set(w.ranking[:60])
    assert bars(w, "Score").names[0] == w.ranking[0]
    assert w.caption.endswith("60 of 1,000 features are drawn.")
    w.show = w.ranking[700]
    assert w.feature == w.ranking[700]
    assert "ranks 701 of 1,000" in w.caption


def test_constant_features_rank_last():
    w = CorrelationRanking([[1.0, 3.0], [2.0, 3.0]], [5.0, 7.0], order="best first", feature="x1")
    assert w.caption == "x1 ranks 1 of 2: r = 1.00, so its best line leaves a loss of 0 of 1.00."
    w.feature = w.ranking[-1]
    assert w.caption == "x2 is constant, so it cannot predict anything: r counts as 0, and the loss stays at 1.00."
    low, high = resolve(w.scene.panels[0].x.domain, w.state)
    assert low < 3.0 < high

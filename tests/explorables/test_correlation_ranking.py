"""Features ranked by correlation and by loss, against SciPy and NumPy, and the pair that is useless alone."""

import re

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from scipy.stats import pearsonr

from fewidgets import CorrelationRanking
from fewidgets.data import load_boston, make_useless_alone
from fewidgets.explorables.shared.useless_pair import DRAWN, LINKS, WEIGHTS
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


@pytest.mark.parametrize("seed", range(5))
def test_bars_are_those_of_scipy_and_numpy_in_one_order(seed):
    X, y = table(seed=seed)
    w = CorrelationRanking(X, y, order="best first")
    scores, losses = bars(w, "Score"), bars(w, "Loss")
    assert scores.names == losses.names == list(w.ranking)
    for name, score, loss in zip(scores.names, scores.values, losses.values, strict=True):
        x = X[:, int(name[1:]) - 1]
        assert_allclose(score, pearsonr(x, y).statistic, rtol=1e-9)
        assert_allclose(loss, best_line(x, y)[2], rtol=1e-9)
    assert (np.diff(np.abs(scores.values)) <= 0).all()
    assert (np.diff(losses.values) >= 0).all()


def test_all_features_lie_on_one_curve():
    w = CorrelationRanking(BOSTON, order="best first")
    curve, dots = next(panel for panel in w.scene.panels if "one curve" in panel.title).marks
    assert_allclose(np.interp(dots.x, curve.x, curve.y), dots.y, rtol=2e-3)
    assert_allclose(dots.y, BOSTON.y.var() * (1 - dots.x**2), rtol=1e-9)
    assert sorted(dots.keys) == sorted(BOSTON.feature_names)


def test_the_scatter_shows_the_feature_and_its_best_line():
    w = CorrelationRanking(BOSTON)
    panel = w.scene.panels[0]
    _, dots, line = panel.marks
    for name in ("RM", "LSTAT", "CHAS"):
        w.feature = name
        x = BOSTON.X[:, BOSTON.feature_names.index(name)]
        shown = resolve(dots.x, w.state)
        rows = [int(np.flatnonzero((x == a) & (b == BOSTON.y))[0]) for a, b in zip(shown, dots.y, strict=True)]
        assert len(rows) == len(shown) == 200
        intercept, slope, _ = best_line(x, BOSTON.y)
        assert_allclose(resolve(line.y, w.state), intercept + slope * resolve(line.x, w.state), rtol=1e-9)
        assert resolve(panel.x.label, w.state) == name
        low, high = resolve(panel.x.domain, w.state)
        assert low < x.min() < x.max() < high
        assert w.selected == (name,)


def test_the_first_state_gives_nothing_away():
    w = CorrelationRanking(BOSTON)
    assert w.caption == "13 features, not ranked yet. The scatter shows CRIM."
    assert w.selected == ()
    assert not w.scene.readouts
    assert all(panel.nothing(w.state) for panel in w.scene.panels[1:])
    assert np.isnan(bars(w, "Score").values).all()
    assert bars(w, "Score").names == list(BOSTON.feature_names)
    assert len(set(np.asarray(bars(w, "Score").style))) == 1
    w.feature = "RM"
    assert not re.search(r"\d|rank", w.caption.replace("x1", ""))


def test_captions_say_what_numpy_says():
    w = CorrelationRanking(BOSTON, order="best first")
    scores = np.abs([pearsonr(x, BOSTON.y).statistic for x in BOSTON.X.T])
    assert w.caption.startswith(f"Of 13 features, {BOSTON.feature_names[int(scores.argmax())]} ranks first")
    opening = [readout.at(w.state) for readout in w.scene.readouts]
    w.feature = w.ranking[0]
    assert opening == [readout.at(w.state) for readout in w.scene.readouts]  # the scatter shows the best feature first
    assert opening[2] == "1 of 13"
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
        x2 = resolve(above.marks[1].y, w.state)
        assert_allclose(y, x1 + weight * x2, atol=1e-12)
        first, second = pearsonr(x1, y).statistic, pearsonr(x2, y).statistic
        shown = [readout.at(w.state) for readout in w.scene.readouts]
        expected = [format_number(0.0 if abs(r) < 1e-9 else r) for r in (first, second)]
        assert shown == [*expected, "0"]
        assert f"x1 has r = {expected[0]} and x2 has r = {expected[1]}." in w.caption
        slope = best_line(x1, y)[1]
        line = side.marks[2]
        assert_allclose(resolve(line.y, w.state), slope * resolve(line.x, w.state), atol=1e-9)
        colours = resolve(above.marks[1].style, w.state)
        assert_allclose(colours, np.sign(np.where(np.abs(y) < 1e-9, 0, y)) + 1)
    assert w.selected == ("x1", "x2")


def test_lines_from_above_are_lines_of_equal_output():
    w = CorrelationRanking()
    line = w.scene.panels[1].marks[0]
    for weight in WEIGHTS:
        w.weight = float(weight)
        x1, x2 = resolve(line.x, w.state), resolve(line.y, w.state)
        pieces = (x1 + weight * x2).reshape(-1, 3)[:, :2]
        known = np.isfinite(pieces).all(axis=1)
        assert known.any()
        assert_allclose(pieces[known, 0], pieces[known, 1], atol=1e-9)
        assert np.nanmax(np.abs([x1, x2])) <= 3.2 + 1e-9


def test_the_pair_ranks_the_useful_feature_first():
    w = CorrelationRanking()
    assert w.ranking == ("x1", "x2")
    w.weight = 2.0
    assert w.ranking == ("x2", "x1")


def test_the_pair_is_shown_beside_a_table():
    w = CorrelationRanking(BOSTON, feature="RM")
    w.source = "the pair x1, x2"
    w.weight = 2.0
    assert w.caption == CorrelationRanking(weight=2.0).caption
    assert w.selected == ("x1", "x2")
    w.source = "the table"
    assert w.selected == ("RM",)


# One's own data


def test_a_data_frame_of_twenty_columns_with_long_names_and_constant_columns():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(50, 20))
    X[:, 3], X[:, 7] = 5.0, 1_700_000_000 + 3600 * np.arange(50)
    frame = pd.DataFrame(X, columns=[f"a long name of a measurement, in units of something {n:02d}" for n in range(20)])
    y = pd.Series(X[:, 0] - X[:, 1] + rng.normal(size=50), name="yield")
    w = CorrelationRanking(frame, y, order="best first")
    assert w.ranking[-1] == frame.columns[3]
    w.feature = frame.columns[3]
    assert "is constant, so it cannot predict anything: r counts as 0" in w.caption
    assert w.selected == (frame.columns[3],)
    assert w.caption == w.scene.caption_at(**w.state)
    for name in frame.columns[:8]:
        w.feature = name
        low, high = resolve(w.scene.panels[0].x.domain, w.state)
        assert low < frame[name].min() <= frame[name].max() < high


def test_texts_are_refused_in_words():
    frame = pd.DataFrame({"size": [1.0, 2.0, 3.0], "colour": ["red", "blue", "red"]})
    with pytest.raises(TypeError, match=r"X must hold numbers; got (object|str|string) in feature 1 \('colour'\)"):
        CorrelationRanking(frame, [1.0, 2.0, 4.0])
    with pytest.raises(TypeError, match="y must hold real numbers; got text"):
        CorrelationRanking([[1.0], [2.0]], ["a", "b"])


@pytest.mark.parametrize(
    ("arguments", "keywords", "message"),
    [
        ((), {"y": [1, 2]}, "y must be given together with X"),
        ((), {"feature": "x1"}, "feature needs data; got no X"),
        ((), {"order": "best first"}, "order needs data"),
        (([[1], [2]], [1, 2]), {"source": "the pair"}, "source must be one of 'the table', 'the pair x1, x2'"),
        ((), {"source": "the table"}, "source must be 'the pair x1, x2', as there are no data; got 'the table'"),
        (([[1], [2]], [1, 2]), {"order": "worst first"}, "order must be one of"),
        (([[1], [2]], [1, 1]), {}, "y is constant"),
        ((), {"wieght": 2}, "no keyword 'wieght': did you mean 'weight'"),
        ((), {"weight": 4.0}, "weight must be a number from 0 to 3"),
    ],
)
def test_what_cannot_be_shown_is_refused(arguments, keywords, message):
    with pytest.raises((TypeError, ValueError), match=message):
        CorrelationRanking(*arguments, **keywords)


def test_two_examples_and_a_hundred_thousand():
    w = CorrelationRanking([[1.0, 3.0], [2.0, 3.0]], [5.0, 7.0], order="best first", feature="x1")
    assert w.caption == "x1 ranks 1 of 2: r = 1.00, so its best line leaves a loss of 0 of 1.00."
    X, y = table(P=100_000, N=4)
    w = CorrelationRanking(X, y, order="best first", feature="x2")
    assert w.scene.panels[0].title == "y over one feature (200 of 100,000 examples)"
    assert f"r = {format_number(pearsonr(X[:, 1], y).statistic)}" in w.caption


def test_of_a_thousand_features_the_best_sixty_are_drawn():
    data = HOSTILE["thousand"]()
    w = CorrelationRanking(data.X, data.y, feature_names=data.feature_names, order="best first")
    assert set(bars(w, "Score").names) == set(w.ranking[:60])
    assert bars(w, "Score").names[0] == w.ranking[0]
    assert w.caption.endswith("60 of 1,000 features are drawn.")
    w.show = w.ranking[700]
    assert w.feature == w.ranking[700]
    assert "ranks 701 of 1,000" in w.caption


@pytest.mark.parametrize("make", [CorrelationRanking, CorrelationRanking.example], ids=["pair", "data"])
def test_a_page_is_small(make, tmp_path):
    assert make().to_html(tmp_path / "page.html").stat().st_size < 250_000

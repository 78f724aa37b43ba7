"""One matrix made smaller in three ways: what is on screen is what the algorithms found."""

import numpy as np
import pytest

from fewidgets.algorithms import StandardNormalizer, boost
from fewidgets.data import load_boston
from fewidgets.explorables import DimensionReductionViewer
from fewidgets.explorables.dimension_reduction_viewer import COLORED
from fewidgets.scene import Bars, Frames, Image

BOSTON = load_boston()


@pytest.fixture(scope="module")
def w():
    return DimensionReductionViewer(BOSTON, kept=4)


def picture(w, title):
    """Give what is kept, which is drawn over a faint picture of all rows."""
    panel = next(panel for panel in w.scene.panels if panel.title == title)
    image = [mark for mark in panel.marks if isinstance(mark, Image) and mark.label == COLORED["label"]][-1]
    return np.asarray(image.values.at(w.state) if isinstance(image.values, Frames) else image.values)


def test_selection_keeps_the_rows_that_boosting_chooses_where_they_were(w):
    order = boost(StandardNormalizer().fit_transform(BOSTON.X), BOSTON.y).order
    assert w.selected == tuple(BOSTON.feature_names[n] for n in order[:4])
    whole, selected = picture(w, "The data matrix"), picture(w, "Selection")
    kept = ~np.isnan(selected).any(axis=1)
    assert set(np.flatnonzero(kept)) == set(order[:4])
    np.testing.assert_allclose(selected[kept], whole[kept], rtol=1e-6)


def test_each_picture_has_as_many_rows_or_columns_as_are_kept(w):
    for kept in (1, 4, 12):
        w.kept = kept
        for title in ("Selection", "PCA"):
            assert (~np.isnan(picture(w, title)).all(axis=1)).sum() == kept
        assert (~np.isnan(picture(w, "K-means")).all(axis=0)).sum() == kept
        assert tuple(w.scene.panels[-1].domain("x").at(w.state)) == (0, kept), "they fill the panel"
    w.kept = 4


def test_centroids_stand_in_the_order_of_their_examples(w):
    w.kept = 4
    clusters = w.trace[3].clusters
    shown = [np.abs(clusters.centroids[-1] - column).sum(axis=1).argmin() for column in picture(w, "K-means").T[:4]]
    places = [np.median(np.flatnonzero(clusters.assignments[-1] == k)) for k in shown]
    assert len(set(shown)) == 4
    assert places == sorted(places)


def test_pca_keeps_most_and_no_scheme_loses_by_keeping_more(w):
    shares = np.array([list(each.kept.values()) for each in w.trace])
    assert (shares[:, 1] >= shares[:, 0] - 1e-12).all()
    assert (np.diff(shares[:, :2], axis=0) >= -1e-12).all()
    bars = next(mark for panel in w.scene.panels for mark in panel.marks if isinstance(mark, Bars))
    np.testing.assert_allclose(bars.values.at(w.state), 100 * shares[3], rtol=1e-6)
    assert bars.values.at({**w.state, "kept": 1.0})[2] == 0, "one centroid keeps nothing"


def test_the_caption_and_the_shapes():
    w = DimensionReductionViewer(BOSTON, kept=1)
    assert w.caption.startswith("1 feature selected (LSTAT): ")
    w.kept = 6
    assert w.caption.startswith("6 features selected: ")
    assert [panel.heading(w.state) for panel in w.scene.panels] == [
        "The data matrix: 13 features × 506 examples",
        "Share of the variance kept",
        "Selection: 6 of 13 rows",
        "PCA: 6 mixed rows",
        "K-means: 6 columns of means",
    ]
    assert w.caption.endswith(" 48 of 506 examples are drawn.")


def test_the_shares_are_those_of_all_examples_however_few_are_drawn():
    X = StandardNormalizer().fit_transform(BOSTON.X)
    eigenvalues = np.sort(np.linalg.eigvalsh(X.T @ X))[::-1]
    for examples in (5, 200):
        w = DimensionReductionViewer(BOSTON, examples=examples)
        assert picture(w, "The data matrix").shape == (13, examples)
        for K, each in enumerate(w.trace, start=1):
            assert each.X.shape == (506, 13)
            # Every standardized feature has the same variance, so selection keeps K of 13 shares whichever it takes.
            np.testing.assert_allclose(each.kept["selection"], K / 13)
            np.testing.assert_allclose(each.kept["pca"], eigenvalues[:K].sum() / eigenvalues.sum())
    shares = [each.kept["pca"] for each in w.trace]
    assert round(100 * shares[3], 1) == 74.3
    assert 1 + np.argmax(np.array(shares) >= 0.9) == 8


def test_of_a_large_matrix_some_examples_are_reduced_and_the_caption_says_so():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(4_000, 20))
    w = DimensionReductionViewer(X, X[:, 0] + X[:, 3])
    assert w.trace[0].X.shape == (1_500, 20)
    assert w.caption.endswith(" The shares are those of 1,500 examples. 48 of 4,000 examples are drawn.")


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: DimensionReductionViewer([[1, 2], [2, 3]], [1, 2]), ValueError, "X must have at least 3 examples; got 2"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()

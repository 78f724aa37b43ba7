"""What lesson 9.1 states is what its algorithms give."""

import numpy as np

from fewidgets import DimensionReductionViewer
from fewidgets.algorithms import StandardNormalizer, boost, pca
from fewidgets.data import load_boston

BOSTON = load_boston()
X = StandardNormalizer().fit_transform(BOSTON.X)
ORDER = boost(X, BOSTON.y).order


def names(columns):
    return [BOSTON.feature_names[n] for n in columns]


def test_the_caption_of_the_first_state_names_two_features():
    assert DimensionReductionViewer(BOSTON, kept=2).caption.startswith(
        "2 features selected (LSTAT, RM): 15.4 % of the variance"
    )


def test_eight_components_and_twelve_features_keep_90_percent():
    trace = DimensionReductionViewer(BOSTON).trace
    shares = {scheme: np.array([each.kept[scheme] for each in trace]) for scheme in ("pca", "selection")}
    assert {scheme: 1 + int(np.argmax(share >= 0.9)) for scheme, share in shares.items()} == {"pca": 8, "selection": 12}
    assert [f"{100 * share:.1f}" for share in shares["pca"][6:8]] == ["89.9", "93.0"]


def test_the_two_rows_that_look_most_alike_are_both_taken_late():
    alike = np.abs(np.corrcoef(X, rowvar=False)) - np.eye(13)
    pair = np.unravel_index(np.argmax(alike), alike.shape)
    assert sorted(names(pair)) == ["RAD", "TAX"]
    assert min(list(ORDER).index(n) for n in pair) >= 8


def test_the_four_centroids_are_the_kinds_of_district_that_the_answer_names():
    centroids = DimensionReductionViewer(BOSTON).trace[3].clusters.centroids[-1]
    feature = {name: n for n, name in enumerate(BOSTON.feature_names)}
    kinds = {
        "outskirts": lambda c: c[feature["ZN"]] > 1 and c[feature["AGE"]] < -1 and c[feature["DIS"]] > 1,
        "industry": lambda c: min(c[feature[name]] for name in ("INDUS", "RAD", "TAX")) > 1,
        "river": lambda c: c[feature["CHAS"]] > 3,
        "close to the mean": lambda c: np.abs(c).max() < 0.7,
    }
    for name, fits in kinds.items():
        assert sum(map(fits, centroids)) == 1, name


def test_the_first_component_mixes_features_with_similar_weights():
    weights = np.sort(np.abs(pca(X).directions[:, 0]))
    assert weights[0] < 0.02
    assert weights[-1] < 2 * weights[1]

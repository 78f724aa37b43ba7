from functools import cache

import numpy as np

from fewidgets.algorithms.reduction.dimension_reduction import reduce_dimension
from fewidgets.algorithms.selection.boosting import boost
from fewidgets.data import load_boston
from fewidgets.exercises.bank.predictions.tables import scaled
from fewidgets.exercises.predicting import (
    EACH,
    At,
    Axis,
    Band,
    Change,
    CurveWith,
    Difference,
    Estimate,
    OneOf,
    Question,
    SeveralOf,
    Sketch,
)

FEATURES = 13
SELECTED, COMPONENTS = "selected features", "principal components"


@cache
def _table():
    X, y = scaled(load_boston().X), load_boston().y
    return X, y, boost(X, y).order


@cache
def _reduced(size):
    X, _, order = _table()
    return reduce_dimension(X, order[:size], size, size)


def _typical_error(columns):
    y = _table()[1]
    table = np.column_stack([np.ones(len(y)), columns])
    weights = np.linalg.lstsq(table, y, rcond=None)[0]
    return float(np.sqrt(np.mean((y - table @ weights) ** 2)))


def _all_to_measure():
    reduced = _reduced(4)
    used = {
        "Selection": len(reduced.features),
        "PCA": np.count_nonzero(np.abs(reduced.components.directions).max(axis=1) > 1e-9),
        "K-means": np.count_nonzero(np.ptp(reduced.clusters.centroids[-1], axis=0) > 1e-9),
    }
    return [name for name, count in used.items() if count == FEATURES]


def _keeps_most():
    shares = _reduced(4).kept
    best = max(shares, key=lambda name: shares[name])
    return {"selection": "Selection", "pca": "PCA", "kmeans": "K-means"}[best]


def _changed_by_other_prices():
    """Reduce the matrix again with the prices in another order."""
    X, y, order = _table()
    before = _reduced(4)
    shuffled = boost(X, np.random.default_rng(0).permutation(y)).order
    after = reduce_dimension(X, shuffled[:4], 4, 4)
    same = {
        "Selection": set(order[:4].tolist()) == set(shuffled[:4].tolist()),
        "PCA": np.array_equal(before.components.directions, after.components.directions),
        "K-means": np.array_equal(before.clusters.centroids[-1], after.clusters.centroids[-1]),
    }
    return [name for name, unchanged in same.items() if not unchanged]


def _errors():
    X, _, order = _table()
    scores = reduce_dimension(X, order, FEATURES, 1).components.scores
    sizes = range(FEATURES + 1)
    return np.array([[_typical_error(X[:, order[:K]]) for K in sizes], [_typical_error(scores[:, :K]) for K in sizes]])


def _mixed():
    """Count the features with a weight above 0.1, either sign, in the first principal component."""
    return int(np.count_nonzero(np.abs(_reduced(4).components.directions[:, 0]) > 0.1))


PREDICTIONS = (
    Question(
        "9.1 still to measure",
        "You reduce the table to four rows or four columns. Next year, you want to describe a new district in the same "
        "way: by four features, by four components, or by its cluster. For which of the three do you have to "
        "measure all thirteen features there?",
        SeveralOf(
            {
                "Selection": "You need only the four selected features, so nobody has to measure the others.",
                "PCA": "Each of the four numbers is a weighted sum of all thirteen features.",
                "K-means": "To find its cluster, you compare all thirteen features of the district with each centroid.",
            },
            right=_all_to_measure,
        ),
        gives_away=(
            "PCA and K-means need all",
            "selected features have to be measured",
            "measure only the selected",
            "still have to measure all thirteen for",
            "all thirteen features of the new district",
            "a new district needs all",
            "needs only the selected",
        ),
    ),
    Question(
        "9.1 most variance",
        "Keep four rows (selection, PCA) or four columns (K-means). Which of the three keeps the largest share of the "
        "variance?",
        OneOf(
            {
                "Selection": "Selection looks for features that predict the price, and not for variance. Four "
                "of thirteen rows with the same variance keep 4/13 of it.",
                "PCA": "Its new rows follow the directions in which the districts differ most. Among all ways to make "
                "four rows by weighted sums, none keeps more.",
                "K-means": "Four centroids stand for 506 districts. All differences between districts in the same "
                "cluster are lost.",
            },
            right=_keeps_most,
        ),
        gives_away=(
            "PCA keeps more",
            "PCA keeps the most",
            "keeps the most variance",
            "components keep more",
            "directions in which the examples differ most keep",
            "74.3 %",
            "PCA loses the least",
            "PCA wins",
        ),
    ),
    Question(
        "9.1 who sees prices",
        "Suppose that many prices were wrong. You correct them, leave the data matrix as it is, and reduce it again in the "
        "three ways. For which of the three may the result change?",
        SeveralOf(
            {
                "Selection": "Boosting keeps the features that lower the error of the predicted prices, so it "
                "uses the output: it is supervised.",
                "PCA": "PCA uses only the data matrix, which has no prices in it, so it is unsupervised.",
                "K-means": "K-means compares columns of the data matrix, which hold no prices, so it is unsupervised.",
            },
            right=_changed_by_other_prices,
        ),
        gives_away=(
            "is supervised",
            "a supervised",
            "is unsupervised",
            "uses the price",
            "does not use the output",
            "chosen for the price",
            "helps most to predict the price",
            "help most to predict the price",
            "knows nothing of the price",
            "uses the output",
            "without the output",
            "ignores the price",
        ),
    ),
    Question(
        "9.1 error curves",
        "Describe each district by K numbers: the first K selected features, or the first K principal components. "
        "Draw how the typical error of least squares changes from K = 0 to K = 13, once for each.",
        Sketch(
            Axis("numbers per district, K", domain=(0, FEATURES)),
            Axis("typical error (thousand dollars)", domain=(0, 10)),
            places=list(range(FEATURES + 1)),
            curves=[SELECTED, COMPONENTS],
            right=_errors,
            because="Selected features win at first, because they were chosen for the price. With all thirteen "
            "numbers, both curves meet.",
            differences=[
                Difference(
                    Change(SELECTED, 1, FEATURES),
                    "You let the error rise as features are added. It cannot rise on the districts that are fitted: "
                    "least squares can give the new feature a weight of zero.",
                    when="sign",
                    by=0.3,
                ),
                Difference(
                    Change(COMPONENTS, 1, FEATURES),
                    "You let the error rise as components are added. It cannot rise on the districts that are fitted: "
                    "least squares can give the new component a weight of zero.",
                    when="sign",
                    by=0.3,
                ),
                Difference(
                    At(COMPONENTS, FEATURES),
                    "Your components end too high. All thirteen of them hold the same information as all thirteen "
                    "features, so both curves end at {truth}.",
                    when="larger",
                    by=0.8,
                ),
                Difference(
                    CurveWith("smallest", At(EACH, 1)),
                    "You let one component predict better than one selected feature. But PCA does not use the "
                    "prices. Its first direction is where the features differ most, and the price need not follow it.",
                    yours=COMPONENTS,
                ),
                Difference(
                    At(SELECTED, 3),
                    "With three selected features you have an error of {yours}; it is {truth}. The first features "
                    "bring most of the improvement.",
                    when="larger",
                    by=1.5,
                ),
            ],
            near=0.12,
            otherwise="The order of your curves is right, but they are far from the true ones. Both fall steeply at "
            "first and are almost flat from K = 5 on.",
        ),
        gives_away=(
            "selected features win",
            "one well-chosen feature does better",
            "the components catch up",
            "both curves meet",
            "the two errors are equal",
            "in common at their ends",
            "lower in between",
            "do most of the work",
            "most of the improvement",
            "fall steeply",
            "selection is lower",
        ),
    ),
    Question(
        "9.1 mixed features",
        "The first principal component is a weighted sum of the thirteen features. The squares of its weights add up to 1, "
        "so thirteen equal weights would be 0.28 each. How many of the weights are above 0.1 or below −0.1?",
        Estimate(
            _mixed,
            1,
            FEATURES,
            step=1,
            near=1,
            because="Twelve, all but that of CHAS, the Charles River. PCA mixes every feature that "
            "varies together with others into its first component.",
            bands=[
                Band(1, 4, "PCA does not select. Its components are made of all features, and nothing makes a weight small."),
            ],
            below="More. Nothing in PCA makes a weight small, so almost every feature takes part.",
            above="All but one. CHAS, the Charles River, hardly varies together with the other features.",
        ),
        gives_away=(
            "of all thirteen features",
            "mixes all",
            "mixture of nearly all",
            "nearly every feature takes part",
            "almost every feature",
            "cannot say such a sentence",
            "all but one",
            "all but CHAS",
            "takes part in the first component",
        ),
    ),
)

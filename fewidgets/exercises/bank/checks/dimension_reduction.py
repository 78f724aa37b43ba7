# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from fewidgets.algorithms.reduction.pca import pca
from fewidgets.exercises.exercise import Exercise

_X = np.array([[-2.0, -1.0], [-2.0, 1.0], [2.0, -1.0], [2.0, 1.0]])


def _shapes(N, P, K):
    return np.array([K, P, K, P, N, K])


EXERCISES = (
    Exercise(
        name="9.1 shapes",
        numbers={"N": 20, "P": 1000, "K": 3},
        solve=_shapes,
        hints=(
            "Two of the three ways make the number of features smaller, and one makes the number of examples smaller.",
            "Selection and PCA keep every example, and K-means keeps every feature.",
        ),
        because="Selection and PCA keep K rows and all P columns. K-means keeps all N rows and K columns.",
        mistakes=(
            (
                lambda N, P, K: np.array([K, P] * 3),
                "Clusters are groups of examples, which are the columns here.",
            ),
        ),
        rtol=0.0,
        atol=0.0,
        parts=(
            "the rows of selection",
            "the columns of selection",
            "the rows of PCA",
            "the columns of PCA",
            "the rows of K-means",
            "the columns of K-means",
        ),
    ),
    Exercise(
        name="9.1 share",
        numbers={"X": _X},
        solve=lambda X: float(pca(X, 1).explained[0]),
        hints=(
            "The variances of the two features add up to the total. Do the features correlate?",
            "They do not, so the first principal component is the feature with the larger variance.",
        ),
        because="The variances are 4 and 1, and the features do not correlate. The first component has 4 of 5.",
        mistakes=((lambda X: 2 / 3, "That is a share of the standard deviations. Variances are their squares."),),
        parts=("the share",),
    ),
)

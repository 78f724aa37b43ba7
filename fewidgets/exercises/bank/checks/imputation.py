# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from fewidgets.algorithms.scaling.imputation import mean_impute
from fewidgets.algorithms.scaling.mean_imputer import MeanImputer
from fewidgets.algorithms.scaling.normalizers import StandardNormalizer
from fewidgets.exercises.exercise import Exercise

_ROWS = np.array(
    [
        [1.0, 2.0, 3.0, 4.0],
        [np.nan, np.nan, 5.0, 1.0],
        [2.0, np.nan, np.nan, np.nan],
        [4.0, 1.0, 2.0, np.nan],
        [3.0, 5.0, 1.0, 2.0],
    ]
)
_OUTPUT = np.array([1.0, 0.0, 1.0, 1.0, np.nan])


def _normalized(x):
    imputed = mean_impute(x[:, None], max_missing=1.0).X
    return StandardNormalizer().fit_transform(imputed).ravel()


def _scaled_before(x):
    """As if the standard deviation were that of the known values."""
    known = ~np.isnan(x)
    scaled = np.zeros(len(known))
    scaled[known] = StandardNormalizer().fit_transform(x[known, None]).ravel()
    return scaled


def _left(P, missing, variance):
    """Variance of a feature that had this variance before its gaps were filled."""
    known = np.arange(float(P - missing))
    known *= np.sqrt(variance / known.var())
    column = np.r_[known, np.full(missing, np.nan)]
    return float(mean_impute(column[:, None], max_missing=1.0).variances[0])


def _new_person(X, new):
    imputer = MeanImputer().fit(X)
    normalizer = StandardNormalizer().fit(imputer.transform(X))
    return normalizer.transform(imputer.transform(new[None]))[0]


EXERCISES = (
    Exercise(
        name="9.4 normalize",
        numbers={"x": np.array([2.0, 4.0, np.nan, 9.0])},
        solve=_normalized,
        hints=(
            "First fill the gap, then normalize all four values: mean and standard deviation are those of the filled feature.",
            "The mean of the three known values stays the mean of all four. The variance divides by 4 now, and the fourth "
            "deviation adds nothing to it.",
        ),
        because="The mean is 5, the variance (9 + 1 + 0 + 16) / 4 = 6.5, and every deviation is divided by √6.5 = 2.55.",
        mistakes=(
            (
                _scaled_before,
                "That is the standard deviation of the three known values. Standard normalization sees the filled feature.",
            ),
        ),
    ),
    Exercise(
        name="9.4 variance",
        numbers={"P": 20, "missing": 5, "variance": 12.0},
        solve=_left,
        hints=(
            "A value at the mean deviates from it by 0. What happens to the sum of squared deviations, and what to the number "
            "that it is divided by?",
            "The sum is 15 times the old variance, and stays that. It is now shared among 20.",
        ),
        because="15 · 12 / 20 = 9: imputing multiplies a variance by (P − |Ω|) / P, here by three quarters.",
        mistakes=(
            (lambda P, missing, variance: variance, "The mean stays the same, but the imputed values lie on it."),
            (
                lambda P, missing, variance: variance * np.sqrt(1 - missing / P),
                "That is the factor for the standard deviation.",
            ),
        ),
    ),
    Exercise(
        name="9.4 rows",
        numbers={"X": _ROWS, "y": _OUTPUT},
        solve=lambda X, y: len(mean_impute(X, y).X),
        hints=(
            "Look at the outputs first, then count the missing features of each remaining row.",
            "Exactly half missing is not more than half.",
        ),
        because="One row has no output, and one lacks three of four features. The row that lacks exactly half stays.",
        mistakes=(
            (lambda X, y: len(X), "Rows without an output cannot be used."),
            (
                lambda X, y: (~np.isnan(X).any(axis=1) & ~np.isnan(y)).sum(),
                "Those are the rows without any gap. A few gaps can be filled.",
            ),
        ),
    ),
    Exercise(
        name="9.4 new person",
        numbers={"X": np.array([[1.0, 10.0], [3.0, 20.0], [5.0, np.nan]]), "new": np.array([5.0, np.nan])},
        solve=_new_person,
        hints=(
            "First fill the gap with the mean of the training data. Then normalize with the training data's statistics.",
            "In the training data the first feature has mean 3 and variance 8 / 3. What is the second after imputation?",
        ),
        because="The first feature becomes (5 − 3) / √(8 / 3). The second is filled with the mean, which becomes 0.",
        mistakes=(
            (
                lambda X, new: _new_person(np.vstack([X, new]), new),
                "You included the new example in the mean. The training data alone decide.",
            ),
        ),
        parts=("the first feature", "the second feature"),
    ),
)

"""Exercises of section 9.4: mean imputation, and how it changes the variance."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms.scaling.imputation import mean_impute
from fewidgets.algorithms.scaling.normalizers import StandardNormalizer
from fewidgets.exercises.exercise import Exercise, Mistake, Numbers


def _normalized(numbers: Numbers) -> np.ndarray:
    """The feature, imputed and then standard normalized."""
    imputed = mean_impute(numbers["x"][:, None], max_missing=1.0).X
    return StandardNormalizer().fit_transform(imputed).ravel()


def _scaled_before(numbers: Numbers) -> np.ndarray:
    """As if the standard deviation were that of the known values."""
    known = ~np.isnan(numbers["x"])
    scaled = np.zeros(len(known))
    scaled[known] = StandardNormalizer().fit_transform(numbers["x"][known, None]).ravel()
    return scaled


def _left(numbers: Numbers) -> float:
    """Variance of a feature that had this variance before its gaps were filled."""
    P, missing = numbers["P"], numbers["missing"]
    known = np.arange(float(P - missing))
    known *= np.sqrt(numbers["variance"] / known.var())
    column = np.r_[known, np.full(missing, np.nan)]
    return float(mean_impute(column[:, None], max_missing=1.0).variances[0])


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
            Mistake(
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
            Mistake(lambda numbers: numbers["variance"], "The mean stays the same, but the imputed values lie on it."),
            Mistake(
                lambda numbers: numbers["variance"] * np.sqrt(1 - numbers["missing"] / numbers["P"]),
                "That is the factor for the standard deviation.",
            ),
        ),
    ),
)

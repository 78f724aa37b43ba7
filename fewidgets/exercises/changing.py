# mypy: allow-untyped-defs, allow-untyped-calls

from __future__ import annotations

from functools import partial
from math import comb

import numpy as np

from fewidgets.algorithms.polynomial.orthogonal_polynomials import OrthogonalPolynomials
from fewidgets.algorithms.scaling.normalizers import MinMaxNormalizer, StandardNormalizer
from fewidgets.exercises.exercise import Exercise

_RANGE = np.array([-3333.0, -2222.0])  # feature C of COMP135, slide 7
_SAMPLE = np.array([1.0, 3.0, 5.0, 11.0])
_POWERS = np.array([90.0, 90.0, 100.0, 100.0, 110.0, 90.0, 110.0])


def _first(numbers, ddof):
    return float(StandardNormalizer(ddof).fit_transform(numbers["x"][:, None])[0, 0])


def _rescaled(numbers):
    return float(MinMaxNormalizer().fit(numbers["C"][:, None]).transform([[numbers["new"]]])[0, 0])


def _independent(numbers):
    basis = OrthogonalPolynomials(numbers["degree"], include_constant=True)
    return float(basis.fit_transform(numbers["x"][:, None]).shape[1])


EXERCISES = (
    Exercise(
        name="C1 min-max",
        numbers={"C": _RANGE, "new": -2000.0},
        solve=_rescaled,
        hints=(
            "Subtract the minimum of the training data from the new value, and divide by their range.",
            "The range is −2222 − (−3333) = 1111. The new value is 1333 above the minimum.",
        ),
        because="(−2000 + 3333) / 1111 = 1333 / 1111. The new value is above the maximum, so it leaves the range from 0 to 1.",
        mistakes=(
            (lambda numbers: 1.0, "You clipped the value. Min-max rescaling lets new values leave the range."),
            (lambda numbers: -_rescaled(numbers), "The size is right. Is −2000 above or below the minimum?"),
            (
                lambda numbers: numbers["new"] / np.ptp(numbers["C"]),
                "You divided by the range, but did not subtract the minimum.",
            ),
            (
                lambda numbers: numbers["new"] / numbers["C"][1],
                "You divided by the maximum. Subtract the minimum, and divide by the range.",
            ),
        ),
    ),
    Exercise(
        name="C1 sample deviation",
        numbers={"x": _SAMPLE},
        solve=partial(_first, ddof=1),
        hints=(
            "As on INT247's slide, divide the sum of squares by P − 1.",
            "The mean is 5, and the squares of the differences add up to 56. The standard deviation is the root of 56 / 3.",
        ),
        because="The mean is 5 and the standard deviation √(56 / 3) = 4.32, so 1 becomes (1 − 5) / 4.32.",
        mistakes=(
            (partial(_first, ddof=0), "You divided by P. The slide divides by P − 1."),
            (lambda numbers: -_first(numbers, 1), "The size is right. Is 1 above or below the mean?"),
            (
                lambda numbers: (numbers["x"][0] - numbers["x"].mean()) / numbers["x"].var(ddof=1),
                "You divided by the variance. Divide by its root, the standard deviation.",
            ),
        ),
    ),
    Exercise(
        name="C1 columns",
        numbers={"N": 5, "degree": 2},
        solve=lambda numbers: float(comb(numbers["N"] + numbers["degree"], numbers["degree"]) - 1),
        hints=(
            "Count the features themselves, their squares, and the products of two different features.",
            "There are 5 features and 5 squares. How many pairs of different features are there?",
        ),
        because="5 features, 5 squares and 10 products of two different features make 20 columns.",
        mistakes=(
            (
                lambda numbers: float(comb(numbers["N"] + numbers["degree"], numbers["degree"])),
                "You counted the constant too. The bias of the model takes its place.",
            ),
            (lambda numbers: float(numbers["N"] * numbers["degree"]), "You left out the products of two features."),
            (
                lambda numbers: float(2 * numbers["N"] + numbers["N"] * (numbers["N"] - 1)),
                "You counted each product twice: age times weight is weight times age.",
            ),
        ),
    ),
    Exercise(
        name="C1 exact rank",
        numbers={"x": _POWERS, "degree": 5},
        solve=_independent,
        hints=(
            "Through how many different points on the x axis must the polynomial be told apart?",
            "x has only three different values. Which degree passes through any three points?",
        ),
        because="x has 3 different values. A parabola passes through any three points, so x³ adds nothing that 1, x and x² do "
        "not have on these cars.",
        mistakes=(
            (lambda numbers: float(numbers["degree"] + 1), "That is the number of columns. Not all are independent."),
            (lambda numbers: float(numbers["degree"]), "You left out one column. But more of them depend on others."),
            (lambda numbers: float(len(numbers["x"])), "That is the number of cars. Several have the same x."),
        ),
    ),
)

# mypy: allow-untyped-defs, allow-untyped-calls

from functools import partial
from math import comb

import numpy as np

from fewidgets.algorithms.polynomial.orthogonal_polynomials import OrthogonalPolynomials
from fewidgets.algorithms.scaling.normalizers import MinMaxNormalizer, StandardNormalizer
from fewidgets.exercises.exercise import Exercise

_RANGE = np.array([-3333.0, -2222.0])  # feature C of COMP135, slide 7
_SAMPLE = np.array([1.0, 3.0, 5.0, 11.0])
_POWERS = np.array([90.0, 90.0, 100.0, 100.0, 110.0, 90.0, 110.0])


def _first(x, ddof):
    return float(StandardNormalizer(ddof).fit_transform(x[:, None])[0, 0])


def _rescaled(C, new):
    return float(MinMaxNormalizer().fit(C[:, None]).transform([[new]])[0, 0])


def _independent(x, degree):
    basis = OrthogonalPolynomials(degree, include_constant=True)
    return float(basis.fit_transform(x[:, None]).shape[1])


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
            (lambda C, new: 1.0, "You clipped the value. Min-max rescaling lets new values leave the range."),
            (lambda C, new: -_rescaled(C, new), "The size is right. Is −2000 above or below the minimum?"),
            (
                lambda C, new: new / np.ptp(C),
                "You divided by the range, but did not subtract the minimum.",
            ),
            (
                lambda C, new: new / C[1],
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
            (lambda x: -_first(x, 1), "The size is right. Is 1 above or below the mean?"),
            (
                lambda x: (x[0] - x.mean()) / x.var(ddof=1),
                "You divided by the variance. Divide by its root, the standard deviation.",
            ),
        ),
    ),
    Exercise(
        name="C1 columns",
        numbers={"N": 5, "degree": 2},
        solve=lambda N, degree: float(comb(N + degree, degree) - 1),
        hints=(
            "Count the features themselves, their squares, and the products of two different features.",
            "There are 5 features and 5 squares. How many pairs of different features are there?",
        ),
        because="5 features, 5 squares and 10 products of two different features make 20 columns.",
        mistakes=(
            (
                lambda N, degree: float(comb(N + degree, degree)),
                "You counted the constant too. The bias of the model takes its place.",
            ),
            (lambda N, degree: float(N * degree), "You left out the products of two features."),
            (
                lambda N, degree: float(2 * N + N * (N - 1)),
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
            (lambda x, degree: float(degree + 1), "That is the number of columns. Not all are independent."),
            (lambda x, degree: float(degree), "You left out one column. But more of them depend on others."),
            (lambda x, degree: float(len(x)), "That is the number of cars. Several have the same x."),
        ),
    ),
)

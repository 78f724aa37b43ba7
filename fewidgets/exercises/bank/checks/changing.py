# mypy: allow-untyped-defs, allow-untyped-calls

from math import comb

import numpy as np

from fewidgets.algorithms.polynomial.orthogonal_polynomials import OrthogonalPolynomials
from fewidgets.exercises.exercise import Exercise

_POWERS = np.array([90.0, 90.0, 100.0, 100.0, 110.0, 90.0, 110.0])


def _independent(x, degree):
    basis = OrthogonalPolynomials(degree, include_constant=True)
    return float(basis.fit_transform(x[:, None]).shape[1])


EXERCISES = (
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

"""Tasks of exercise 9.4: when the contours of a least squares cost are circles."""

from functools import partial

import numpy as np

from fewidgets.algorithms import LeastSquares, StandardNormalizer, hessian_condition
from fewidgets.exercises.differences import transform_difference
from fewidgets.exercises.differences.contours import counterexample_difference
from fewidgets.exercises.task import Case, Misconception, Result, Task


def _hessian_cases(rng):
    yield Case((np.array([0.0, 2.0, 4.0]),), "0, 2 and 4")
    for P in (2, 7, 30):
        yield Case((rng.normal(1.5, 2, size=P).round(2),), f"{P} inputs")


def _reference_hessian(x):
    return LeastSquares(x[:, None], x).hessian()


_HESSIAN = Task(
    name="9.4 hessian",
    signature="hessian(x)",
    results=(Result("hessian", "the Hessian", points=2),),
    reference=_reference_hessian,
    cases=_hessian_cases,
    misconceptions=(
        Misconception(
            "factor two",
            ("2 * np", "np"),
            "All entries are half as large as they should be. Each derivative of a square brings a factor, and the cost "
            "has no ½.",
        ),
        Misconception(
            "sums",
            ("2 * np", "2 * len(x) * np"),
            "These are sums over the examples. The cost is a mean: divide by P.",
        ),
        Misconception(
            "squared mean",
            ("(x**2).mean()", "x.mean() ** 2"),
            "In the lower right corner you square the mean. It should be the mean of the squares.",
        ),
        Misconception(
            "variance",
            ("(x**2).mean()", "x.var()"),
            "In the lower right corner you have the variance. It equals the mean of the squares only if the mean is 0, and "
            "here x is not normalized yet.",
        ),
        Misconception(
            "nothing beside the diagonal",
            ("x.mean()], [x.mean(),", "0], [0,"),
            "The two entries beside the diagonal are not 0 in general. Differentiate with respect to the bias, then to the "
            "slope.",
        ),
    ),
    difference=partial(transform_difference, what=("the Hessian",)),
    hints=(
        "The cost is g(b, w) = mean((b + w·x − y)²). Differentiate twice. The outputs y drop out.",
        "The three different entries are the second derivatives: twice with respect to b, to b and w, twice to w.",
        "They are 2, 2 · mean(x) and 2 · mean(x²).",
    ),
    because="The second derivatives of mean((b + w x − y)²) are 2, 2·mean(x) and 2·mean(x²). The outputs drop out.",
    solution="""def hessian(x):
    return 2 * np.array([[1, x.mean()], [x.mean(), (x**2).mean()]])
""",
    practises="second derivatives of the least squares cost",
    minutes=8,
)


def _table_cases(rng):
    for P, N in ((4, 2), (12, 2), (9, 1), (30, 4)):
        mixed = rng.normal(size=(P, N)) @ rng.uniform(-1, 1, size=(N, N)) + rng.normal(size=(P, N))
        yield Case((5 * rng.uniform(0.5, 1, size=N) * (mixed + 1),), f"{P} examples, {N} feature{'s' * (N > 1)}")


def _standardized(X):
    return StandardNormalizer().fit_transform(X)


def _reference_standardized(X):
    return LeastSquares(_standardized(X), X[:, 0]).hessian()


_STANDARDIZED = Task(
    name="9.4 standardized hessian",
    signature="standardized_hessian(X)",
    results=(Result("hessian", "the Hessian", points=3),),
    reference=_reference_standardized,
    cases=_table_cases,
    misconceptions=(
        Misconception(
            "raw",
            ("(X - X.mean(axis=0)) / X.std(axis=0)", "X"),
            "This is the Hessian over the raw inputs. Standard normalize each feature first.",
        ),
        Misconception(
            "centred only",
            (" / X.std(axis=0)", ""),
            "You subtract the means and do not divide by the standard deviations. The ellipses are upright now, and not "
            "round.",
        ),
        Misconception(
            "whole table",
            ("X.mean(axis=0)) / X.std(axis=0)", "X.mean()) / X.std()"),
            "You take one mean and one standard deviation for the whole table. Each feature has its own: axis=0.",
        ),
        Misconception(
            "P minus one",
            ("X.std(axis=0)", "X.std(axis=0, ddof=1)"),
            "Your standard deviation divides by P − 1. Equation (9.3) divides by P. With P − 1 not even one input gives "
            "circles.",
        ),
        Misconception(
            "sums",
            (" / len(Z)", ""),
            "These are sums over the examples. The cost is a mean: divide by P.",
        ),
        Misconception(
            "factor two",
            ("2 * A.T", "A.T"),
            "All entries are half as large as they should be. This is the matrix C of Exercise 9.6; the Hessian is 2 C.",
        ),
    ),
    difference=partial(transform_difference, what=("the Hessian",)),
    hints=(
        "Z = (X - X.mean(axis=0)) / X.std(axis=0), then A = np.column_stack([np.ones(len(Z)), Z]).",
        "The Hessian is the mean over the examples of 2 times the row of A with itself: 2 * A.T @ A / P.",
    ),
    because="Below and to the right of the first 2, it is 2 times the matrix of correlations between the features.",
    solution="""def standardized_hessian(X):
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    A = np.column_stack([np.ones(len(Z)), Z])
    return 2 * A.T @ A / len(Z)
""",
    practises="the Hessian of least squares in matrix form",
    minutes=10,
)


def _counter_cases(rng):
    for kappa in (4.0, 9.0, *rng.uniform(1.5, 60, size=3).round(2).tolist()):
        yield Case((kappa,), f"kappa = {kappa:g}")


def _condition(X):
    if (X.std(axis=0) <= 1e-12 * np.abs(X).max()).any():
        return np.inf
    return hessian_condition(LeastSquares(_standardized(X), X[:, 0]).hessian()).number


def _as_long(arguments, right, found):
    """Compare the condition numbers: many tables have the same."""
    wanted, seen = _condition(np.asarray(right, dtype=float)), _condition(np.asarray(found, dtype=float))
    return bool(wanted == seen or abs(seen - wanted) <= 1e-4 * wanted)


_COUNTER = Task(
    name="9.4 counterexample",
    signature="counterexample(kappa)",
    results=(Result("table", "the table", points=3, agrees=_as_long),),
    cases=_counter_cases,
    difference=counterexample_difference,
    misconceptions=(
        Misconception(
            "unequal scales",
            ("[[a, a], [-a, -a], [b, -b], [-b, b]]", "[[kappa, 1], [-kappa, 1], [kappa, -1], [-kappa, -1]]"),
            "Your contours are circles after the normalization, because your features are uncorrelated. Different scales "
            "do not help: the normalization takes just these away. What can it not change?",
        ),
        Misconception(
            "kappa squared",
            ("np.sqrt(kappa)", "kappa"),
            "The condition number of your table is kappa². You made the cloud of points kappa times as long as wide. The "
            "curvatures grow with the squares of these lengths.",
        ),
        Misconception(
            "root of kappa",
            ("np.sqrt(kappa)", "kappa ** (1 / 4)"),
            "The condition number of your table is the root of kappa.",
        ),
        Misconception(
            "against the bias",
            ("np.sqrt(kappa)", "np.sqrt(2 * kappa - 1)"),
            "You compare the largest curvature, 2(1 + r), with another one than the smallest. With the correlation r there is "
            "a direction of curvature 2(1 − r).",
        ),
        Misconception(
            "only the largest",
            ("a, b = np.sqrt(kappa), 1.0", "r = min(kappa - 1, 0.999)\n    a, b = np.sqrt(1 + r), np.sqrt(1 - r)"),
            "You set 1 + r = kappa. A correlation is at most 1. The condition number is the ratio (1 + r) / (1 − r).",
        ),
    ),
    hints=(
        "Standardized features with the correlation r have the curvatures 2(1 + r), 2(1 − r) and, for the bias, 2.",
        "Solve (1 + r) / (1 − r) = kappa for r. Now you need four points with this correlation.",
        "Put two points on one diagonal, at (a, a) and (−a, −a), and two on the other, at (b, −b) and (−b, b). Their "
        "correlation is (a² − b²) / (a² + b²).",
    ),
    because="Correlated features keep their correlation when they are normalized, and κ = (1 + |r|) / (1 − |r|).",
    solution="""def counterexample(kappa):
    a, b = np.sqrt(kappa), 1.0
    return np.array([[a, a], [-a, -a], [b, -b], [-b, b]])
""",
    practises="making a counterexample from a formula",
    minutes=12,
)

TASKS = (_HESSIAN, _STANDARDIZED, _COUNTER)

"""Tasks of set C1: the held-out error of a polynomial, and the degree to choose."""

from functools import partial

import numpy as np

from fewidgets.algorithms import cross_validate
from fewidgets.exercises.differences import scores_difference
from fewidgets.exercises.differences.pictures import errors_over_degree
from fewidgets.exercises.differences.single import single_difference
from fewidgets.exercises.task import Case, Misconception, Result, Task


def _held_out_cases(rng):
    for P, K, degree in ((12, 3, 1), (25, 4, 2), (40, 5, 3), (15, 3, 0)):
        x = rng.uniform(-1, 1, size=P)
        fold_of = rng.permutation(np.arange(P) % K)
        y = 3 + 2 * x - 3 * x**2 + rng.normal(size=P)
        yield Case((x, y, fold_of, degree), f"{P} examples in {K} folds, degree {degree}")


def _columns(x, degree):
    return np.vander(x, degree + 1, increasing=True)


def _predictor(x, y, degree):
    weights = np.linalg.lstsq(_columns(x, degree), y, rcond=None)[0]
    return lambda new: _columns(new, degree) @ weights


def _reference_held_out(x, y, fold_of, degree):
    def fit(X, outputs):
        predict = _predictor(X[:, 0], outputs, degree)
        return lambda new: predict(new[:, 0])[:, None]

    return cross_validate(fit, x[:, None], y, error="squared", fold_of=fold_of).errors[:, 0].copy()


_HELD_OUT = Task(
    name="C1 held out",
    signature="held_out_errors(x, y, fold_of, degree)",
    results=(Result("errors", "the errors of the folds", points=3),),
    reference=_reference_held_out,
    cases=_held_out_cases,
    difference=partial(scores_difference, what=("the errors of the folds",), kind="fold"),
    misconceptions=(
        Misconception(
            "fitted on everything",
            ("A[~held_out], y[~held_out]", "A, y"),
            "You fit the polynomial to all examples, and then measure its error on each fold. It has already seen the answers "
            "there. Fit it to the other folds.",
        ),
        Misconception(
            "fitted on the fold",
            ("fold_of == k", "fold_of != k"),
            "You fit the polynomial to one fold and predict the others. It is the other way round: one fold is held out.",
        ),
        Misconception(
            "training error",
            ("A[held_out] @ weights - y[held_out]", "A[~held_out] @ weights - y[~held_out]"),
            "You measure the error on the examples that were fitted. Measure it on the fold that was held out.",
        ),
        Misconception(
            "sums of squares",
            ("np.mean(", "np.sum("),
            "These are sums of squares. Take the mean over the examples of the fold.",
        ),
        Misconception(
            "roots",
            ("np.array(errors)", "np.sqrt(errors)"),
            "You took the root. Here we compare mean squared errors.",
        ),
        Misconception(
            "no bias",
            ("    errors = []", "    A = A[:, 1:]\n    errors = []"),
            "Your polynomial has no constant, so it passes through 0 at x = 0. Add a column of ones.",
        ),
        Misconception(
            "average of the folds",
            ("np.array(errors)", "np.mean(errors)"),
            "This is the mean over the folds. Return one error for each fold: their spread is needed for the standard error.",
        ),
    ),
    hints=(
        "For fold k, held_out = fold_of == k marks the examples that are held out, and ~held_out all others.",
        "Put 1, x, x², … into the columns of A: [x**d for d in range(degree + 1)]. Fit with np.linalg.lstsq(A[~held_out], "
        "y[~held_out], rcond=None)[0].",
        "Predict the held-out rows with A[held_out] @ weights, and take the mean of the squared differences.",
    ),
    because="Each fold is predicted by a polynomial that has never seen it.",
    solution="""def held_out_errors(x, y, fold_of, degree):
    A = np.column_stack([x**d for d in range(degree + 1)])
    errors = []
    for k in range(fold_of.max() + 1):
        held_out = fold_of == k
        weights = np.linalg.lstsq(A[~held_out], y[~held_out], rcond=None)[0]
        errors.append(np.mean((A[held_out] @ weights - y[held_out]) ** 2))
    return np.array(errors)
""",
    practises="cross-validation (COMP135, slide 4)",
    minutes=12,
)


def _choice_cases(rng):
    """Place the mean errors so that the rule takes degree 6, or 0 in the last case, and every other rule another degree.

    The excess over the smallest mean, that of degree 10, is counted in its standard error. Degrees 2 and 8 lie outside the
    limit.
    """
    for K in (5, 14):
        shrunk = np.sqrt(1 - 1 / K)
        close = [(1 + 1 / shrunk) / 2, (1 + shrunk) / 2, shrunk - 0.04]
        excess = np.array([3.2, 2.6, 2.1, 2.3, 1.7, *close, 1.3, 0.2, 0.0, 0.3, 0.8])
        yield _choice(rng, K, excess, np.array([0.5, 3.5, *np.ones(11)]))
    yield _choice(rng, 7, np.array([0.9, 1.4, 0.0, 0.4]), np.ones(4))


def _choice(rng, K, excess, widths):
    """Draw errors of K folds with these means and standard errors, in a unit of their own."""
    noise = rng.exponential(size=(K, len(excess)))
    noise = (noise - noise.mean(axis=0)) / (noise.std(axis=0, ddof=1) / np.sqrt(K)) * widths
    return Case((rng.uniform(0.2, 4) * (50 + excess + noise),), f"{K} folds, degrees 0 to {len(excess) - 1}")


_CHOICE = Task(
    name="C1 one standard error",
    signature="choose_degree(errors)",
    results=(Result("degree", "the degree", points=2),),
    cases=_choice_cases,
    difference=partial(single_difference, what="the degree", picture=errors_over_degree, factors=False),
    misconceptions=(
        Misconception(
            "the smallest error",
            ("np.argmax(means <= means[best] + standard_error)", "best"),
            "This is the degree with the smallest mean error. A lower degree is about as good, within one standard error.",
        ),
        Misconception(
            "deviation of the folds",
            (" / np.sqrt(len(errors))", ""),
            "You allow one standard deviation of the folds. The standard error of their mean is smaller: divide it by the "
            "root of the number of folds.",
        ),
        Misconception(
            "each its own",
            ("errors[:, best].std(ddof=1)", "errors.std(axis=0, ddof=1)"),
            "You use the standard error of each degree. The rule uses the one of the degree with the smallest mean error.",
        ),
        Misconception(
            "highest within",
            ("np.argmax(means <= means[best] + standard_error)", "np.flatnonzero(means <= means[best] + standard_error)[-1]"),
            "You take the highest degree within one standard error. Take the lowest: it is the simplest model that is as "
            "good.",
        ),
        Misconception(
            "counted from one",
            ("return ", "return 1 + "),
            "Count again: column 0 belongs to degree 0, the mean alone.",
        ),
        Misconception(
            "two standard errors",
            ("+ standard_error", "+ 2 * standard_error"),
            "You allow two standard errors. The rule allows one.",
        ),
        Misconception(
            "folds and degrees swapped",
            ("    means =", "    errors = errors.T\n    means ="),
            "You average over the degrees. Each row is a fold and each column a degree, so the means run down the columns.",
        ),
    ),
    hints=(
        "means = errors.mean(axis=0). The standard error of a mean over K folds is their standard deviation (ddof=1) / √K.",
        "The limit is the smallest mean plus the standard error of that same degree.",
        "np.argmax of an array of truth values returns the first True.",
    ),
    because="It is the lowest degree whose mean error is at most the smallest one plus its standard error.",
    solution="""def choose_degree(errors):
    means = errors.mean(axis=0)
    best = means.argmin()
    standard_error = errors[:, best].std(ddof=1) / np.sqrt(len(errors))
    return np.argmax(means <= means[best] + standard_error)
""",
    practises="the one-standard-error rule",
    minutes=8,
)

TASKS = (_HELD_OUT, _CHOICE)

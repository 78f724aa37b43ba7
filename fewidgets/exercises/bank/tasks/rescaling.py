"""Tasks of set C1: rescaling that is fitted once, powers of a feature, and how many of them to keep."""

from functools import partial

import numpy as np

from fewidgets.algorithms import MinMaxNormalizer, StandardNormalizer, polynomial_features
from fewidgets.exercises.differences import transform_difference
from fewidgets.exercises.task import Case, Misconception, Result, Task


def _tables(rng):
    for P, Q, N in ((4, 2, 2), (9, 3, 1), (20, 7, 4)):
        # Columns alternate: all values negative and a new one above them, or all positive and a new one below. The ends of the
        # training table stand in its first and its last row.
        odd = np.arange(N) % 2 == 1
        train, new = rng.uniform(0, 1.2, size=(P, N)), rng.uniform(0, 2.2, size=(Q, N))
        train[0], train[-1] = np.where(odd, 1.4, -0.2), np.where(odd, -0.2, 1.4)
        new[0] = np.where(odd, -1.5, 3.0)
        scales, shifts = 10.0 ** rng.integers(-1, 4, size=N), rng.uniform(1, 3, size=N) - np.where(odd, 0, 5)
        train, new = scales * (shifts + train), scales * (shifts + new)
        yield train, new, f"{P} training and {Q} new examples, {N} feature{'s' * (N > 1)}"


def _min_max_cases(rng):
    for train, new, label in _tables(rng):
        yield Case((train, new), label)


def _reference_min_max(train, new):
    scaler = MinMaxNormalizer().fit(train)
    return scaler.transform(train), scaler.transform(new)


_MIN_MAX = Task(
    name="C1 min-max tables",
    signature="min_max(train, new)",
    results=(Result("train", "the training table"), Result("new", "the new table")),
    reference=_reference_min_max,
    cases=_min_max_cases,
    misconceptions=(
        Misconception(
            "own ends of the new",
            (", (new - low) / (high - low)", ", (new - new.min(axis=0)) / (new.max(axis=0) - new.min(axis=0))"),
            "You scale the new table by its own smallest and largest values. Use those of the training table, or the same "
            "value becomes two different numbers.",
        ),
        Misconception(
            "joint ends",
            (
                "train.min(axis=0), train.max(axis=0)",
                "np.vstack([train, new]).min(axis=0), np.vstack([train, new]).max(axis=0)",
            ),
            "You look for the smallest and largest values in both tables. When the model is trained, the new examples are not "
            "there yet.",
        ),
        Misconception(
            "clipped",
            (", (new - low) / (high - low)", ", np.clip((new - low) / (high - low), 0, 1)"),
            "You cut new values off at 0 and 1. The lecture's formula lets them lie outside, and that tells you something: no "
            "training example was like this.",
        ),
        Misconception(
            "whole table",
            ("train.min(axis=0), train.max(axis=0)", "train.min(), train.max()"),
            "You take one smallest and one largest value for the whole table. Each feature has its own: axis=0.",
        ),
        Misconception(
            "divided by the largest",
            ("train.min(axis=0)", "0"),
            "You divide by the largest value, and the smallest one does not become 0. Subtract it first, above and below the "
            "fraction bar.",
        ),
        Misconception(
            "range not used",
            ("(train - low) / (high - low), (new - low) / (high - low)", "(train - low) / high, (new - low) / high"),
            "The smallest value becomes 0, but the largest one does not become 1. Divide by the range, largest minus "
            "smallest.",
        ),
    ),
    difference=partial(transform_difference, what=("the training table", "the new table"), by_column=True),
    hints=(
        "low = train.min(axis=0) and high = train.max(axis=0) are rows with one number for each feature.",
        "Apply (table - low) / (high - low) to both tables, with the same low and high.",
    ),
    because="The training table lies between 0 and 1. New values follow the same rule and may lie outside.",
    solution="""def min_max(train, new):
    low, high = train.min(axis=0), train.max(axis=0)
    return (train - low) / (high - low), (new - low) / (high - low)
""",
    practises="a scaling that is fitted on training data (COMP135, slide 7)",
    minutes=6,
)


def _z_score_cases(rng):
    for ddof in (1, 0):
        for train, new, label in _tables(rng):
            yield Case((train, new, ddof), f"{label}, ddof {ddof}")


def _reference_z_score(train, new, ddof):
    scaler = StandardNormalizer(ddof=1 if ddof else 0).fit(train)
    return scaler.transform(train), scaler.transform(new)


_Z_SCORE = Task(
    name="C1 z-score tables",
    signature="z_score(train, new, ddof)",
    results=(Result("train", "the training table"), Result("new", "the new table")),
    reference=_reference_z_score,
    cases=_z_score_cases,
    misconceptions=(
        Misconception(
            "always P",
            (", ddof=ddof", ""),
            "You always divide the sum of squares by P. With ddof=1, as in INT247, it is divided by P − 1.",
        ),
        Misconception(
            "always P minus one",
            ("ddof=ddof", "ddof=1"),
            "You always divide the sum of squares by P − 1. With ddof=0, as in the chapter, it is divided by P.",
        ),
        Misconception(
            "P plus ddof",
            ("ddof=ddof", "ddof=-ddof"),
            "You add ddof to P. It is subtracted: the sum of squares is divided by P − ddof.",
        ),
        Misconception(
            "own scores of the new",
            ("(new - means) / deviations", "(new - new.mean(axis=0)) / new.std(axis=0, ddof=ddof)"),
            "You scale the new table by its own means and standard deviations. Use those of the training table.",
        ),
        Misconception(
            "joint scores",
            ("train.mean(axis=0), train.std(", "np.vstack([train, new]).mean(axis=0), np.vstack([train, new]).std("),
            "You compute means and standard deviations over both tables. The new examples must not help to set the scale.",
        ),
        Misconception(
            "whole table",
            ("train.mean(axis=0), train.std(axis=0, ", "train.mean(), train.std("),
            "You take one mean and one standard deviation for the whole table. Each feature has its own: axis=0.",
        ),
        Misconception(
            "variance",
            ("train.std", "train.var"),
            "You divide by the variance. The standard deviation is its root.",
        ),
    ),
    difference=partial(transform_difference, what=("the training table", "the new table"), by_column=True),
    hints=(
        "NumPy's std takes an argument ddof: train.std(axis=0, ddof=1) divides by P − 1.",
        "Compute both rows of numbers from the training table, and apply them to both tables.",
    ),
    because="Both tables are measured in standard deviations of the training data, and ddof says which one is meant.",
    solution="""def z_score(train, new, ddof):
    means, deviations = train.mean(axis=0), train.std(axis=0, ddof=ddof)
    return (train - means) / deviations, (new - means) / deviations
""",
    practises="z-scores and their two conventions (COMP135, slide 8; INT247, lecture 5)",
    minutes=6,
)


def _power_cases(rng):
    for P, degree in ((4, 3), (7, 2), (12, 6)):
        yield Case((rng.uniform(-1.2, 1.2, size=P).round(2), degree), f"{P} numbers, degree {degree}")


def _reference_powers(x, degree):
    return np.array(polynomial_features(x[:, None], degree).values)


_POWERS = Task(
    name="C1 powers",
    signature="powers(x, degree)",
    results=(Result("columns", "the columns"),),
    reference=_reference_powers,
    cases=_power_cases,
    misconceptions=(
        Misconception(
            "multiples",
            ("x**d", "x * d"),
            "These are multiples of x. A line already has them all: the new columns must bend. In Python, x to the power of d "
            "is x**d.",
        ),
        Misconception(
            "last power missing",
            ("range(1, degree + 1)", "range(degree)"),
            "Your columns run from x⁰ to the power before the last. range(degree) begins at 0 and ends before degree.",
        ),
        Misconception(
            "constant kept",
            ("range(1, degree + 1)", "range(degree + 1)"),
            "You have one column too many: x⁰, which is 1 everywhere. The bias of the model does its work already.",
        ),
        Misconception(
            "highest first",
            ("range(1, degree + 1)", "range(degree, 0, -1)"),
            "Your columns stand in the reverse order. Begin with x itself.",
        ),
        Misconception(
            "highest only",
            ("x**d", "x**degree"),
            "All your columns are the highest power. Use a different power in each column.",
        ),
        Misconception(
            "rows and columns swapped",
            ("column_stack", "vstack"),
            "Rows and columns are swapped. Each example is a row, each power a column.",
        ),
    ),
    difference=partial(transform_difference, what=("the columns",), by_column=True),
    hints=(
        "Column number d, from 1 to degree, is x**d.",
        "np.column_stack takes a list of columns.",
    ),
    because="A model that is linear in x, x², …, x^d is a polynomial in x. The constant is the bias.",
    solution="""def powers(x, degree):
    return np.column_stack([x**d for d in range(1, degree + 1)])
""",
    practises="new features from old ones (COMP135, slide 3)",
    minutes=6,
)

TASKS = (_MIN_MAX, _Z_SCORE, _POWERS)

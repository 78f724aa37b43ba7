"""Tasks of exercise 9.5: missing grades filled with means, and scaled features."""

from functools import partial

import numpy as np

from fewidgets.algorithms import MeanImputer, StandardNormalizer
from fewidgets.exercises.differences import scores_difference, transform_difference
from fewidgets.exercises.task import Case, Misconception, Result, Task


def _with_gaps(rng, P, N):
    """Draw grades from 1 to 10, more small ones than large ones."""
    X = np.ceil(10 * rng.uniform(0.02, 1, size=(P, N)) ** rng.uniform(1, 3, size=N))
    X[rng.permutation(P)[: N - 1], np.arange(N - 1)] = np.nan
    X[rng.integers(P), 0] = np.nan
    return X


def _means_cases(rng):
    yield Case((np.array([[1.0, 4.0], [np.nan, 8.0], [5.0, np.nan]]),), "the table of the notebook")
    for P, N, moved in ((5, 3, 0), (12, 2, 0), (30, 6, 4)):  # zeros and negative numbers are values like others
        yield Case((_with_gaps(rng, P, N) - moved,), f"{P} examples, {N} features")


def _reference_means(X):
    return MeanImputer().fit(X).means_.copy()


_MEANS = Task(
    name="9.5 known means",
    signature="known_means(X)",
    results=(Result("means", "the means"),),
    reference=_reference_means,
    cases=_means_cases,
    difference=partial(scores_difference, what=("the means",)),
    misconceptions=(
        Misconception(
            "divided by P",
            ("np.nanmean(X, axis=0)", "np.nansum(X, axis=0) / len(X)"),
            "You divide by the number of all examples. Divide by the number of known values in the column, which is P − |Ω|.",
        ),
        Misconception(
            "NaN in the sum",
            ("nanmean", "mean"),
            "Your means are NaN. A sum with NaN in it is NaN. Take the known values of each column only.",
        ),
        Misconception(
            "whole table",
            ("np.nanmean(X, axis=0)", "np.full(X.shape[1], np.nanmean(X))"),
            "This is one mean for the whole table. Each feature has its own.",
        ),
        Misconception(
            "complete rows",
            ("np.nanmean(X, axis=0)", "X[~np.isnan(X).any(axis=1)].mean(axis=0)"),
            "You leave out every example with a gap, along with its known values. Use all known values of a column.",
        ),
        Misconception(
            "medians",
            ("nanmean", "nanmedian"),
            "These are medians. They are a choice as well, but equation (9.4) takes the mean.",
        ),
        Misconception(
            "rows",
            ("axis=0", "axis=1"),
            "You average each example, not each feature. Examples are the rows, so take the mean down the columns.",
        ),
    ),
    hints=(
        "np.isnan(X) marks the gaps, and ~np.isnan(X) the known values.",
        "There is a mean that leaves out NaN: np.nanmean. Which axis runs down the columns?",
    ),
    because="Each mean is over the P − |Ω| known values of its column, as in equation (9.4).",
    solution="""def known_means(X):
    return np.nanmean(X, axis=0)
""",
    practises="means with missing values (equation 9.4)",
    minutes=5,
)


def _two_tables(rng):
    for P, Q, N, moved in ((6, 3, 3, -0.3), (15, 4, 3, 0), (40, 20, 5, 4)):
        # The new table has gaps in the column in which the training table has none.
        train, new = _with_gaps(rng, P, N), np.minimum(_with_gaps(rng, Q, N)[:, ::-1] + 2, 10)
        yield Case(((train - moved).round(1), (new - moved).round(1)), f"{P} training and {Q} new examples, {N} features")


def _reference_impute(train, new):
    imputer = MeanImputer().fit(train)
    return imputer.transform(train), imputer.transform(new)


_IMPUTE = Task(
    name="9.5 impute",
    signature="impute(train, new)",
    results=(Result("train", "the training table"), Result("new", "the new table")),
    reference=_reference_impute,
    cases=_two_tables,
    misconceptions=(
        Misconception(
            "own means of the new",
            ("np.isnan(new), means", "np.isnan(new), np.nanmean(new, axis=0)"),
            "You fill the new table with its own means. Use the means of the training table: the model was trained with "
            "those, and one new example alone may have no mean.",
        ),
        Misconception(
            "joint means",
            ("np.nanmean(train", "np.nanmean(np.vstack([train, new])"),
            "You compute the means over both tables. Then the new examples help to prepare the training data, and the test is "
            "no longer fair.",
        ),
        Misconception(
            "zeros",
            ("np.nanmean(train, axis=0)", "0.0"),
            "You fill the gaps with 0. Grades run from 1 to 10, so 0 is the most extreme value of all.",
        ),
        Misconception(
            "medians",
            ("nanmean", "nanmedian"),
            "You fill the gaps with medians. That is a choice as well, but equation (9.4) takes the mean.",
        ),
        Misconception(
            "one mean",
            (", axis=0", ""),
            "You fill all gaps with one number. Each feature has its own mean.",
        ),
        Misconception(
            "rows dropped",
            (
                "np.where(np.isnan(train), means, train), np.where(np.isnan(new), means, new)",
                "train[~np.isnan(train).any(axis=1)], new[~np.isnan(new).any(axis=1)]",
            ),
            "You drop every example with a gap. Imputation is there to keep them.",
        ),
    ),
    difference=partial(transform_difference, what=("the training table", "the new table"), by_column=True),
    hints=(
        "Compute the means once, from the training table, as in the warm-up.",
        "np.where(np.isnan(train), means, train) takes the mean where a value is missing, and the value elsewhere.",
    ),
    because="Both tables are filled with the means of the training data, and known values stay as they are.",
    solution="""def impute(train, new):
    means = np.nanmean(train, axis=0)
    return np.where(np.isnan(train), means, train), np.where(np.isnan(new), means, new)
""",
    practises="mean imputation without looking at the new data",
    minutes=8,
)


def _reference_prepare(train, new):
    filled, new_filled = _reference_impute(train, new)
    normalizer = StandardNormalizer().fit(filled)
    return normalizer.transform(filled), normalizer.transform(new_filled)


_PREPARE = Task(
    name="9.5 prepare",
    signature="prepare(train, new)",
    results=(Result("train", "the training table"), Result("new", "the new table", points=2)),
    reference=_reference_prepare,
    cases=_two_tables,
    difference=partial(transform_difference, what=("the training table", "the new table"), by_column=True),
    misconceptions=(
        Misconception(
            "new scaled by itself",
            ("(new - means) / deviations", "(new - new.mean(axis=0)) / new.std(axis=0)"),
            "You scale the new table by its own means and standard deviations. The same grade then becomes one number in "
            "training and another one later. Use the numbers of the training table.",
        ),
        Misconception(
            "new prepared by itself",
            (
                "np.isnan(new), means",
                "np.isnan(new), np.nanmean(new, axis=0)",
                "(new - means) / deviations",
                "(new - new.mean(axis=0)) / new.std(axis=0)",
            ),
            "You fill and scale the new table with its own numbers. All of them have to come from the training table.",
        ),
        Misconception(
            "deviation of the known",
            (
                "    train, new = impute(train, new)\n    means, deviations = train.mean(axis=0), train.std(axis=0)\n",
                "    means, deviations = np.nanmean(train, axis=0), np.nanstd(train, axis=0)\n"
                "    train, new = impute(train, new)\n",
            ),
            "Your standard deviations leave out the filled values. Fill first, and then compute them over all P examples. A "
            "filled value adds nothing to the sum of squares, but it counts in P.",
        ),
        Misconception(
            "zero grades",
            ("train, new = impute(train, new)", "train, new = np.nan_to_num(train), np.nan_to_num(new)"),
            "You fill the gaps with 0 before you scale. Filled with the mean, they become 0 after the scaling.",
        ),
        Misconception(
            "centred only",
            ("(train - means) / deviations, (new - means) / deviations", "train - means, new - means"),
            "You subtract the means, but do not divide by the standard deviations.",
        ),
        Misconception(
            "P minus one",
            ("train.std(axis=0)", "train.std(axis=0, ddof=1)"),
            "Your standard deviation divides by P − 1. Equation (9.3) divides by P.",
        ),
        Misconception(
            "whole table",
            ("train.mean(axis=0), train.std(axis=0)", "train.mean(), train.std()"),
            "You scale by one mean and one standard deviation for the whole table. Each feature has its own: axis=0.",
        ),
    ),
    hints=(
        "Call your function impute first. It returns two tables without gaps.",
        "Means and standard deviations: from the filled training table, along axis 0.",
        "Apply the same two rows of numbers to both tables.",
    ),
    because="Everything that is learned from data is learned from the training table. Filled entries become 0 there.",
    solution="""def impute(train, new):
    means = np.nanmean(train, axis=0)
    return np.where(np.isnan(train), means, train), np.where(np.isnan(new), means, new)


def prepare(train, new):
    train, new = impute(train, new)
    means, deviations = train.mean(axis=0), train.std(axis=0)
    return (train - means) / deviations, (new - means) / deviations
""",
    practises="a preparation that is fitted on training data and applied to new data",
    minutes=10,
)

TASKS = (_MEANS, _IMPUTE, _PREPARE)

"""The graded set on scaling and gaps, sections 9.3 to 9.5: five questions, with their solutions and with known mistakes.

Students never receive this file. Their data are drawn from the course's secret, so each student has other numbers.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from fewidgets.exercises.task import Case, Misconception, Result
from fewidgets.grading.distinct import distinct_cases, distinct_data
from fewidgets.grading.question import Choice, Function, GradedSet, Values

#: Where our own scaling and other people's is.
LIBRARIES = ("fewidgets.algorithms", "fewidgets.exercises", "sklearn", "mlxtend", "scipy", "statsmodels")

Array = np.ndarray
Arrays = dict[str, Any]
Tables = tuple[Array, Array]


# Question 1: the condition number of the cost over raw and over scaled features.


def _condition(X: Array, *, ones: bool = True) -> float:
    """Return the largest curvature of the least squares cost divided by the smallest one."""
    A = np.column_stack([np.ones(len(X)), X]) if ones else X
    low, *_, high = np.linalg.eigvalsh(A.T @ A / len(A))
    return float(high / low)


def _diagonal(X: Array) -> float:
    """Return the ratio of the curvatures along the axes, which are the diagonal entries of the Hessian."""
    curvatures = [1.0, *(X**2).mean(axis=0)]
    return max(curvatures) / min(curvatures)


def _scaled(X: Array) -> Array:
    return (X - X.mean(axis=0)) / X.std(axis=0)


def _conditions(data: Arrays) -> Arrays:
    return {"raw": _condition(data["X"]), "scaled": _condition(_scaled(data["X"]))}


def _scaled_as(change: Callable[[Array], Array]) -> Callable[[Arrays], Arrays]:
    """Return a mistake: the condition number of another table in place of the scaled one."""
    return lambda data: {**_conditions(data), "scaled": _condition(change(data["X"]))}


_CONDITION_MISTAKES = (
    Misconception(
        "length over width",
        lambda data: {name: value**0.5 for name, value in _conditions(data).items()},
        "These numbers say how many times as long as wide the contours are. Curvatures are eigenvalues of the Hessian. "
        "Singular values of the table are their roots.",
    ),
    Misconception(
        "upside down",
        lambda data: {name: 1 / value for name, value in _conditions(data).items()},
        "You divide the smallest curvature by the largest. The condition number is at least 1.",
    ),
    Misconception(
        "diagonal",
        lambda data: {"raw": _diagonal(data["X"]), "scaled": _diagonal(_scaled(data["X"]))},
        "You compare diagonal entries of the Hessian. They are the curvatures along the axes, and the largest and smallest "
        "curvatures lie along other directions.",
    ),
    Misconception(
        "bias left out",
        lambda data: {**_conditions(data), "raw": _condition(data["X"], ones=False)},
        "The bias is missing in raw. It is a weight too, so the Hessian has three rows.",
    ),
    Misconception(
        "only centred",
        _scaled_as(lambda X: X - X.mean(axis=0)),
        "For scaled, you only subtract the means. Standard normalization also divides by the standard deviations.",
    ),
    Misconception(
        "only divided",
        _scaled_as(lambda X: X / X.std(axis=0)),
        "For scaled, you only divide by the standard deviations. Standard normalization subtracts the means first.",
    ),
    Misconception(
        "sphered",
        lambda data: {**_conditions(data), "scaled": 1.0},
        "A condition number of 1 is what sphering gives. Standard normalization leaves the correlation of the features.",
    ),
)


def _condition_data(rng: np.random.Generator) -> Arrays:
    def draw() -> Arrays:
        first = rng.normal(size=6)
        second = rng.uniform(0.3, 0.8) * rng.choice([-1, 1]) * first + 0.5 * rng.normal(size=6)
        X = np.column_stack([first, second]) * rng.uniform(0.5, 3, size=2) + rng.uniform(1, 4, size=2)
        return {"X": X.round(1)}

    return distinct_data(draw, _conditions, _CONDITION_MISTAKES)


# Question 2: standard normalization with the numbers of the training table.


def _normalize(
    train: Array,
    new: Array,
    *,
    ddof: int = 0,
    power: float = 1.0,
    centred: bool = True,
    indicators_too: bool = False,
    kept_constants: bool = False,
    by: Array | None = None,
) -> Tables:
    """Scale both tables by the means and standard deviations of one of them, the training table by default."""
    source = train if by is None else by
    shift = source.mean(axis=0) * centred
    scale = source.std(axis=0, ddof=ddof) ** power
    constant = np.ptp(source, axis=0) == 0
    scale[constant] = 1
    if kept_constants:
        shift[constant] = 0
    if not indicators_too:
        indicator = np.isin(train, (0, 1)).all(axis=0)
        shift[indicator], scale[indicator] = 0, 1
    return (train - shift) / scale, (new - shift) / scale


def _divided_by_zero(train: Array, new: Array) -> Tables:
    scale = train.std(axis=0)
    indicator = np.isin(train, (0, 1)).all(axis=0)
    shift, scale = np.where(indicator, 0, train.mean(axis=0)), np.where(indicator, 1, scale)
    with np.errstate(divide="ignore", invalid="ignore"):
        return (train - shift) / scale, (new - shift) / scale


def _whole_table(train: Array, new: Array) -> Tables:
    return (train - train.mean()) / train.std(), (new - train.mean()) / train.std()


_NORMALIZE_MISTAKES = (
    Misconception(
        "new by itself",
        lambda train, new: (_normalize(train, new)[0], _normalize(train, new, by=new)[1]),
        "The new examples are scaled with their own means and standard deviations. They are not there when a model is "
        "fitted, so both tables need the numbers of the training table.",
    ),
    Misconception(
        "both together",
        lambda train, new: _normalize(train, new, by=np.vstack([train, new])),
        "The means and standard deviations come from both tables. What is learned from data is learned from the training "
        "table.",
    ),
    Misconception(
        "indicators scaled",
        partial(_normalize, indicators_too=True),
        "A column of zeros and ones is scaled too. It is to stay as it is.",
    ),
    Misconception(
        "divided by zero",
        _divided_by_zero,
        "There is NaN or infinity in the result: a constant column has the standard deviation 0. Do not divide it by that.",
    ),
    Misconception(
        "constant column kept",
        partial(_normalize, kept_constants=True),
        "A constant column stays as it is. Subtract its mean, so that it adds nothing to a model.",
    ),
    Misconception(
        "variance",
        partial(_normalize, power=2.0),
        "You divide by the variance. Its unit is the square of the feature's unit. Take the root.",
    ),
    Misconception(
        "P minus one", partial(_normalize, ddof=1), "Your standard deviation divides by P − 1. Equation (9.3) divides by P."
    ),
    Misconception(
        "not centred",
        partial(_normalize, centred=False),
        "You divide by the standard deviations, but do not subtract the means.",
    ),
    Misconception(
        "whole table",
        _whole_table,
        "You use one mean and one standard deviation for the whole table. Each feature has its own.",
    ),
)


def _normalize_cases(rng: np.random.Generator) -> list[Case]:
    def draw() -> Iterator[Case]:
        for P, new, N in ((4, 3, 3), (9, 5, 4), (20, 2, 6)):
            both = rng.normal(size=(P + new, N)) * rng.uniform(0.5, 8, size=N) + rng.uniform(-5, 5, size=N)
            constant, indicator, *_ = rng.permutation(N)
            # A multiple of ½, so that the standard deviation is exactly 0. New examples may have other values.
            both[:, constant] = rng.integers(4, 20) / 2
            both[P:, constant] += rng.integers(0, 3, size=new)
            both[:, indicator] = rng.permutation(np.arange(P + new) % 2)
            both[:2, indicator] = 0, 1
            yield Case((both[:P].round(2), both[P:].round(2)), f"{P} training examples, {new} new ones, {N} features")

    return distinct_cases(draw, _normalize, _NORMALIZE_MISTAKES)


# Question 3: gaps, filled with the mean of the example's group.


def _group_means(X: Array, group: Array, wanted: Array) -> Array:
    """Return for each wanted group the means of the known values of each feature; NaN where there are none."""
    found = np.full((len(wanted), X.shape[1]), np.nan)
    for row, one in enumerate(wanted):
        for n in range(X.shape[1]):
            known = X[group == one, n]
            known = known[~np.isnan(known)]
            if len(known):
                found[row, n] = known.mean()
    return found


def _known_means(X: Array) -> Array:
    return _group_means(X, np.zeros(len(X)), np.zeros(1))[0]


def _filled(X: Array, values: Array) -> Array:
    return np.where(np.isnan(X), values, X)


def _impute(
    train: Array,
    group: Array,
    new: Array,
    new_group: Array,
    *,
    learn: tuple[Array, Array] | None = None,
    fallback: Callable[[Array], Array] | None = None,
) -> Tables:
    """Fill gaps with the means of the groups; ``learn`` holds the table and the groups from which the means come."""
    table, of = learn or (train, group)
    overall = _known_means(table) if fallback is None else fallback(_group_means(table, of, np.unique(of)))
    values = [_filled(_group_means(table, of, each), overall) for each in (group, new_group)]
    return _filled(train, values[0]), _filled(new, values[1])


def _new_by_itself(train: Array, group: Array, new: Array, new_group: Array) -> Tables:
    filled = _impute(train, group, new, new_group)[0]
    return filled, _impute(train, group, new, new_group, learn=(new, new_group))[1]


def _complete_rows(train: Array, group: Array, new: Array, new_group: Array) -> Tables:
    complete = ~np.isnan(train).any(axis=1)
    return _impute(train, group, new, new_group, learn=(train[complete], group[complete]))


def _gaps_counted(train: Array, group: Array, new: Array, new_group: Array) -> Tables:
    learn = (np.nan_to_num(train), group)
    return _impute(train, group, new, new_group, learn=learn)


_IMPUTE_MISTAKES = (
    Misconception(
        "groups ignored",
        lambda train, group, new, new_group: (_filled(train, _known_means(train)), _filled(new, _known_means(train))),
        "Every gap of a feature gets the same value. Use the mean of the example's own group.",
    ),
    Misconception(
        "new by itself",
        _new_by_itself,
        "Gaps of new examples are filled with means of the new examples. Take those of the training table, which also serve a "
        "single new example.",
    ),
    Misconception(
        "both together",
        lambda train, group, new, new_group: _impute(
            train, group, new, new_group, learn=(np.vstack([train, new]), np.concatenate([group, new_group]))
        ),
        "The means come from both tables together. What is learned from data is learned from the training table.",
    ),
    Misconception(
        "gap left",
        lambda train, group, new, new_group: _impute(
            train, group, new, new_group, fallback=lambda means: np.full(means.shape[1], np.nan)
        ),
        "A gap is still there. In some groups, no training example has a known value of the feature.",
    ),
    Misconception(
        "zero without a group",
        lambda train, group, new, new_group: _impute(
            train, group, new, new_group, fallback=lambda means: np.zeros(means.shape[1])
        ),
        "Where a group has no known value, you fill in 0. Take the mean of all known values of the feature there.",
    ),
    Misconception(
        "mean of group means",
        lambda train, group, new, new_group: _impute(
            train, group, new, new_group, fallback=lambda means: np.nanmean(means, axis=0)
        ),
        "Where a group has no known value, you take the mean of the groups' means. Large groups then count too little. Take "
        "the mean of all known values.",
    ),
    Misconception(
        "gaps counted", _gaps_counted, "Gaps count as examples with the value 0. Divide by the number of known values."
    ),
    Misconception(
        "complete rows",
        _complete_rows,
        "The means come from examples without any gap. An example with one gap has known values in other features.",
    ),
)


def _impute_cases(rng: np.random.Generator) -> list[Case]:
    def draw() -> Iterator[Case]:
        for P, new, N, names in ((7, 4, 2, 2), (14, 5, 3, 3), (24, 6, 4, 4)):
            *groups, unseen = rng.choice(90, size=names + 1, replace=False) + 10  # no indices
            group = rng.permutation(np.concatenate([groups, groups, rng.choice(groups, size=P - 2 * names)]))
            new_group = rng.choice(groups, size=new)
            if names > 2:
                new_group[0] = unseen
            both = rng.uniform(2, 6, size=N) + rng.normal(size=(P + new, N))
            both += 4 * rng.normal(size=(100, N))[np.concatenate([group, new_group]) % 100]
            gaps = rng.random(size=both.shape) < 0.25
            gaps[P, -1] = True
            gaps[:P][group == groups[-1]] &= rng.random((np.sum(group == groups[-1]), N)) < 0.4
            gaps[np.flatnonzero(group == groups[-1])[:2]] = False  # two examples without a gap
            gaps[:P, 0] |= group == groups[0]  # nothing is known of this feature in this group
            both = np.where(gaps, np.nan, both.round(1))
            yield Case((both[:P], group, both[P:], new_group), f"{P} training examples, {new} new ones, {names} groups")

    return distinct_cases(draw, _impute, _IMPUTE_MISTAKES)


# Question 4: PCA-sphering that leaves out directions in which the data hardly vary.


def _sphere(
    train: Array,
    new: Array,
    smallest: float,
    *,
    ddof: int = 0,
    compared: str = "largest",
    power: float = 0.5,
    centre: Array | float | None = None,
    learn: Array | None = None,
    ascending: bool = False,
) -> Tables:
    """Sphere the new examples; return the variances of the directions that are kept, and the coordinates along them."""
    source = train if learn is None else learn
    d, V = np.linalg.eigh(np.cov(source.T, ddof=ddof))
    d, V = np.maximum(d[::-1], 1e-12), V[:, ::-1]
    size, whole = {
        "largest": (d, d[0]),
        "sum": (d, d.sum()),
        "one": (d, 1.0),
        "root": (d**0.5, d[0] ** 0.5),
        "none": (d, 0.0),
    }[compared]
    kept = np.flatnonzero(size >= smallest * whole)
    kept = kept[::-1] if ascending else kept
    middle = source.mean(axis=0) if centre is None else centre
    return d[kept], (new - middle) @ V[:, kept] / d[kept] ** power


def _normalized_first(train: Array, new: Array, smallest: float) -> Tables:
    mean, deviation = train.mean(axis=0), train.std(axis=0)
    return _sphere((train - mean) / deviation, (new - mean) / deviation, smallest)


def _up_to_signs(arguments: tuple[Any, ...], right: Array, found: Array) -> bool:
    """Say whether two tables agree once each column may have either sign, as directions may."""
    close = [np.isclose(sign * found, right, rtol=1e-4, atol=1e-6).all(axis=0) for sign in (1, -1)]
    return bool((close[0] | close[1]).all())


_SPHERE_MISTAKES = (
    Misconception(
        "nothing left out",
        partial(_sphere, compared="none"),
        "All directions are kept. Those with a variance below smallest times the largest one are to be left out.",
    ),
    Misconception(
        "share of the sum",
        partial(_sphere, compared="sum"),
        "The variances are compared with their sum. Compare each of them with the largest one.",
    ),
    Misconception(
        "compared with smallest",
        partial(_sphere, compared="one"),
        "The variances are compared with smallest itself. It is a share: multiply it by the largest variance.",
    ),
    Misconception(
        "standard deviations compared",
        partial(_sphere, compared="root"),
        "You compare standard deviations. The rule compares variances, which are their squares.",
    ),
    Misconception(
        "by the variance",
        partial(_sphere, power=1.0),
        "You divide by the eigenvalues. They are variances. To make a variance 1, divide by its square root.",
    ),
    Misconception(
        "not scaled",
        partial(_sphere, power=0.0),
        "The new examples are centred and rotated. Divide each column by its standard deviation as well.",
    ),
    Misconception(
        "its own mean",
        lambda train, new, smallest: _sphere(train, new, smallest, centre=new.mean(axis=0)),
        "You subtract the mean of the new examples. How far they lie from the training data is what a model needs.",
    ),
    Misconception(
        "not centred", partial(_sphere, centre=0.0), "Subtract the mean of the training table from the new examples first."
    ),
    Misconception(
        "new by itself",
        lambda train, new, smallest: _sphere(train, new, smallest, learn=new),
        "The new examples are sphered with their own mean and directions. A model is fitted to the coordinates of the "
        "training data.",
    ),
    Misconception(
        "both together",
        lambda train, new, smallest: _sphere(train, new, smallest, learn=np.vstack([train, new])),
        "Mean and directions come from both tables together. What is learned from data is learned from the training table.",
    ),
    Misconception(
        "narrowest first",
        partial(_sphere, ascending=True),
        "The order is that of np.linalg.eigh, the smallest variance first. Here the largest variance comes first.",
    ),
    Misconception("P minus one", partial(_sphere, ddof=1), "Your covariances divide by P − 1. Section 9.5 divides by P."),
    Misconception(
        "normalized first",
        _normalized_first,
        "The columns are standard normalized before they are rotated. PCA-sphering rotates the centred data as they are.",
    ),
)


def _unsigned(function: Callable[..., Tables]) -> Callable[..., Tables]:
    """Make the results of a function comparable: the sign of each direction is free."""

    def same_signs(*arguments: Any) -> Tables:
        variances, sphered = function(*arguments)
        return variances, np.abs(sphered)

    return same_signs


def _sphere_cases(rng: np.random.Generator) -> list[Case]:
    def draw() -> Iterator[Case]:
        for P, new, N, largest in ((8, 6, 3, 4.0), (15, 7, 4, 0.3), (30, 7, 5, 15.0)):
            smallest = float(rng.choice([0.02, 0.05, 0.1]))
            # Shares of the largest variance: clearly above the rule, close to it on either side, and far below.
            shares = np.array([1.0, rng.uniform(0.3, 0.7), 1.25 * smallest, 0.5 * smallest**2, 0.3 * smallest])
            shares = np.sort(shares[:N])[::-1]
            points = rng.normal(size=(P, N))
            points = np.linalg.qr(points - points.mean(axis=0))[0] * np.sqrt(P)  # uncorrelated, so that the shares are exact
            rotation = np.linalg.qr(rng.normal(size=(N, N)))[0]
            spread = np.sqrt(shares * largest * rng.uniform(0.8, 1.2))
            train = points * spread @ rotation + rng.uniform(-3, 3, size=N)
            test = rng.normal(size=(new, N)) * 1.3 * spread @ rotation + rng.uniform(-4, 4, size=N)
            yield Case((train.round(4), test.round(4), smallest), f"{P} training examples, {N} features, smallest {smallest}")

    mistakes = [Misconception(each.name, _unsigned(each.function), each.explanation) for each in _SPHERE_MISTAKES]
    return distinct_cases(draw, _unsigned(_sphere), mistakes)


SET = GradedSet(
    name="scaling",
    version=1,
    title="Scaling and gaps (sections 9.3 to 9.5)",
    questions=(
        Values(
            "q1",
            names=("raw", "scaled"),
            data=_condition_data,
            solve=_conditions,
            points={"raw": 1, "scaled": 1},
            mistakes=_CONDITION_MISTAKES,
            because="Normalization removes the means and the different spreads. Only the correlation is left.",
        ),
        Function(
            "q2",
            "normalize",
            cases=_normalize_cases,
            reference=_normalize,
            results=(
                Result("train", "the training table", points=1),
                Result("new", "the new examples", points=2),
            ),
            misconceptions=_NORMALIZE_MISTAKES,
            signature="normalize(train, new)",
            without=LIBRARIES,
            because="Both tables are shifted and scaled by the same numbers, so one set of weights serves both.",
        ),
        Function(
            "q3",
            "fill",
            cases=_impute_cases,
            reference=_impute,
            results=(
                Result("train", "the training table", points=1),
                Result("new", "the new examples", points=2),
            ),
            misconceptions=_IMPUTE_MISTAKES,
            signature="fill(train, group, new, new_group)",
            without=LIBRARIES,
            because="The mean of its own group is usually closer to an unknown value than the mean of all examples.",
        ),
        Function(
            "q4",
            "sphere",
            cases=_sphere_cases,
            reference=_sphere,
            results=(
                Result("variances", "the variances", points=2),
                Result("sphered", "the sphered examples", points=2, agrees=_up_to_signs),
            ),
            misconceptions=_SPHERE_MISTAKES,
            signature="sphere(train, new, smallest)",
            without=LIBRARIES,
            because="A direction with almost no variance holds mostly noise, and dividing by its spread would enlarge it.",
        ),
        Choice(
            "q5",
            "differ",
            options=("A", "B", "C", "D", "E"),
            right=("C", "D"),
            explanations={
                "A": "The sphered features are combinations of the raw ones and the bias. So both models reach the same lines "
                "and planes, and the best of them gives the same predictions for the training examples.",
                "B": "The two fits are the same function of the raw features. So they agree on new examples too.",
                "C": "The weights belong to other coordinates.",
                "D": "The contours of the cost are circles after sphering, so each step points at the minimum.",
                "E": "Both models can make the same predictions, so the smallest cost is the same.",
            },
            points=2,
        ),
    ),
)

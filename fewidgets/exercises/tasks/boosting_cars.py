"""Tasks of exercise 9.10: what makes cars use fuel, by boosting."""

from __future__ import annotations

from functools import partial

import numpy as np

from fewidgets.algorithms import StandardNormalizer, boost
from fewidgets.exercises.differences import search_difference, transform_difference
from fewidgets.exercises.task import Case, Misconception, Result, Task


def _complete(X, y):
    rows = ~np.isnan(X).any(axis=1)
    return X[rows], y[rows]


def _filled(X, value):
    return np.where(np.isnan(X), value, X)


def _all_missing_only(X, y):
    rows = ~np.isnan(X).all(axis=1)
    return X[rows], y[rows]


def _gap_cases(rng):
    """Draw numbers of both signs, with a gap in the last row, with gaps in neighbouring rows, and without gaps."""
    for P, N, gaps in ((5, 2, 1), (12, 3, 3), (30, 5, 4), (6, 2, 0)):
        X, y = rng.normal(size=(P, N)), rng.normal(size=P)
        first = P - 1 if gaps == 1 else int(rng.integers(P - gaps))
        rows = np.arange(first, first + gaps)
        X[rows, 0 if gaps == 1 else -1] = np.nan
        if gaps > 2:
            X[rows[0]], X[rows[1]] = np.nan, np.where(np.arange(N) < 2, np.nan, 1.0)
        yield Case((X, y), f"{P} examples, {N} features, {gaps or 'no'} row{'' if gaps == 1 else 's'} with gaps")


COMPLETE = Task(
    name="9.10 complete rows",
    signature="complete(X, y)",
    results=(Result("X", "the inputs", points=0.5), Result("y", "the outputs", points=0.5)),
    reference=_complete,
    cases=_gap_cases,
    difference=partial(transform_difference, what=("the inputs", "the outputs")),
    misconceptions=(
        Misconception(
            "outputs kept",
            lambda X, y: (_complete(X, y)[0], y),
            "No entry of y is left out. Row p of X and entry p of y are the same car.",
        ),
        Misconception(
            "nothing left out",
            lambda X, y: (X, y),
            "All rows are still there. NaN is equal to nothing, not even to itself, so == does not find it.",
        ),
        Misconception(
            "filled with 0",
            lambda X, y: (_filled(X, 0.0), y),
            "The gaps are filled with 0. No car has a horsepower of 0. Here, the rows with gaps are left out.",
        ),
        Misconception(
            "filled with means",
            lambda X, y: (_filled(X, np.nanmean(X, axis=0)), y),
            "The gaps are filled with means, as in section 9.4. That is a rule too. Here, the rows with gaps are left out.",
        ),
        Misconception(
            "columns left out",
            lambda X, y: (X[:, ~np.isnan(X).any(axis=0)], y),
            "The columns with gaps are left out. That gives up a whole feature for a few cars. Leave out rows.",
        ),
        Misconception(
            "the rows with gaps",
            lambda X, y: (X[np.isnan(X).any(axis=1)], y[np.isnan(X).any(axis=1)]),
            "These are the rows with gaps. Keep the others.",
        ),
        Misconception(
            "only empty rows left out",
            _all_missing_only,
            "Only rows that are missing altogether are left out. One gap in a row is enough.",
        ),
    ),
    hints=(
        "np.isnan(X) has the shape of X. Which rows have a True in any of their columns?",
        "A truth value for each row picks rows: use the same ones for X and for y.",
    ),
    because="A car with a gap is left out altogether: its row of X and its entry of y.",
    solution="""def complete(X, y):
    known = ~np.isnan(X).any(axis=1)
    return X[known], y[known]
""",
    practises="leaving out incomplete examples",
    minutes=5,
)


def _reference(X, y, rounds, top):
    X, y = _complete(X, y)
    order = boost(StandardNormalizer().fit_transform(X), y, rounds=rounds).order[:top]
    return order, np.sign(_correlations(X, y)[order]).astype(int)


def _correlations(X, y):
    return np.array([np.corrcoef(x, y)[0, 1] for x in X.T])


def _rounds(X, y, rounds, *, refit=False):
    """Boost on inputs as they are, or tune all weights again after each round."""
    w, residual, order = np.zeros(X.shape[1]), y - y.mean(), list[int]()
    for _ in range(rounds):
        tuned = X.T @ residual / (X**2).sum(axis=0)
        costs = ((residual[:, None] - tuned * X) ** 2).sum(axis=0)
        costs[order] = np.inf
        best = int(costs.argmin())
        w[best], residual = tuned[best], residual - tuned[best] * X[:, best]
        order.append(best)
        if refit:
            w[order] = np.linalg.lstsq(X[:, order], y - y.mean(), rcond=None)[0]
            residual = y - y.mean() - X @ w
    return w, np.array(order)


def _scaled(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


def _wrong(X, y, rounds, top, *, which):
    mean, deviation = np.nanmean(X, axis=0), np.nanstd(X, axis=0)
    X, y = _complete(X, y) if which not in ("zeros", "means") else (_filled_as(X, which), y)
    Z = {"raw": X, "too early": (X - mean) / deviation}.get(which, _scaled(X))
    w, order = _rounds(Z, y, rounds, refit=which == "refitted")
    signs = np.sign(_correlations(X, y)).astype(int)
    features = order[:top]
    if which == "alone":
        features = np.argsort(-np.abs(_correlations(X, y)), kind="stable")[:top]
    elif which == "last":
        features = order[-top:][::-1]
    elif which == "largest":
        features = np.argsort(-np.abs(w), kind="stable")[:top]
    elif which == "columns":
        features = np.sort(features)
    shown = signs[features]
    if which == "weights":
        shown = np.sign(w[features]).astype(int)
    elif which == "sizes":
        shown = np.ones(len(features), dtype=int)
    elif which == "reversed":
        shown = -shown
    elif which == "first columns":
        shown = signs[: len(features)]
    return features + (which == "from one"), shown


def _filled_as(X, which):
    return _filled(X, 0.0 if which == "zeros" else np.nanmean(X, axis=0))


def _as(which):
    return partial(_wrong, which=which)


def _cases(rng):
    """Draw cars until each of four rules chooses other features in a case."""
    kinds = ("raw", "too early", "largest", "refitted")
    for (P, N, rounds, top), which in zip(((30, 4, 3, 2), (45, 5, 5, 3), (60, 6, 5, 3), (90, 7, 6, 3)), kinds, strict=True):
        while True:
            X, y = _cars(rng, P, N)
            features, signs = _wrong(X, y, rounds, top, which="")
            if (features != _wrong(X, y, rounds, top, which=which)[0]).any():
                break
        X = X * signs[0] * (1 if which in ("raw", "largest") else -1)
        yield Case((X, y, rounds, top), f"{P} cars, {N} features, {rounds} rounds, the first {top}")


def _cars(rng, P, N):
    """Draw cars in which the second feature goes along with the first, and corrects it with the opposite sign.

    A third of the first feature is missing, where features are large: filling it with anything changes what wins.
    """
    size, own, other = rng.normal(size=(3, P))
    X = 0.7 * size[:, None] * rng.choice([-1, 1], size=N) + rng.normal(size=(P, N))
    X[:, 0] = size + 0.2 * rng.normal(size=P)
    X[:, 1] = 0.85 * size + 0.5 * own
    X[:, 2] = other
    y = -3 * size + 1.8 * own + rng.choice([0.5, 1.5]) * other + 0.3 * rng.normal(size=P)
    X = X * rng.permutation(np.geomspace(1, 6, N)) * rng.choice([-1, 1], size=N)
    X = X + rng.uniform(2, 6, size=N) * rng.choice([-1, 1], size=N)
    X[np.argsort(other + 0.7 * size)[-(P // 3) :], 0] = np.nan
    return X[:, rng.permutation(N)].round(3), (20 + y).round(2)


CARS = Task(
    name="9.10 cars",
    signature="important(X, y, rounds, top)",
    results=(Result("features", "the features", points=3), Result("signs", "the signs", points=2)),
    reference=_reference,
    cases=_cases,
    difference=partial(search_difference, what=("the features", "the signs"), start=1),
    misconceptions=(
        Misconception(
            "signs of the weights",
            _as("weights"),
            "These are the signs of the weights. A weight belongs to what earlier rounds have left of y. The question is how "
            "the feature itself goes along with y.",
        ),
        Misconception(
            "sizes only",
            _as("sizes"),
            "All signs are +1. A correlation is negative where large values of the feature go with small outputs.",
        ),
        Misconception(
            "signs reversed",
            _as("reversed"),
            "All signs are the wrong way round. Is it the output that you correlate with, or what is subtracted from it?",
        ),
        Misconception(
            "signs of the first columns",
            _as("first columns"),
            "These are the signs of the first columns of X. Give the signs of the features that you name, in their order.",
        ),
        Misconception(
            "chosen alone",
            _as("alone"),
            "These features have the largest correlations, each alone. Features that say the same then come together. In "
            "boosting, a feature has to explain what earlier ones have left.",
        ),
        Misconception(
            "not normalized",
            _as("raw"),
            "The inputs are not normalized. The bias is frozen first, so features whose mean is not 0 come out wrong.",
        ),
        Misconception(
            "normalized too early",
            _as("too early"),
            "The inputs are normalized with the cars that are left out later. Then the means of the others are not 0.",
        ),
        Misconception(
            "largest weights",
            _as("largest"),
            "These features have the largest weights. A late round may have a large weight and still lower the cost little.",
        ),
        Misconception(
            "refitted",
            _as("refitted"),
            "All chosen weights are tuned again after each round. Boosting freezes a weight once it is tuned.",
        ),
        Misconception(
            "last rounds",
            _as("last"),
            "These are the features of the last rounds. The first rounds lower the cost most.",
        ),
        Misconception(
            "in the order of the columns",
            _as("columns"),
            "The right features, sorted by their columns. Name the most important one first.",
        ),
        Misconception(
            "counted from 1",
            _as("from one"),
            "The features are counted from 1. Count them from 0, as Python counts columns.",
        ),
        Misconception(
            "gaps filled with 0",
            _as("zeros"),
            "The gaps are filled with 0, which is far from every known value. Leave these cars out.",
        ),
        Misconception(
            "gaps filled with means",
            _as("means"),
            "The gaps are filled with means, as in section 9.4. Here, cars with gaps are left out.",
        ),
    ),
    hints=(
        "Four steps: leave out incomplete cars, normalize, boost, and look at the first rounds.",
        "The sign of a correlation does not depend on the scale. np.corrcoef of a column and y has it beside the diagonal.",
        "np.sign gives −1, 0 or +1.",
    ),
    because="The first rounds lower the cost most. The sign is that of each feature's own correlation with the output.",
    solution="""def important(X, y, rounds, top):
    known = ~np.isnan(X).any(axis=1)
    X, y = X[known], y[known]
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    residual, order = y - y.mean(), []
    for _ in range(rounds):
        tuned = X.T @ residual / np.sum(X**2, axis=0)
        costs = np.sum((residual[:, None] - tuned * X) ** 2, axis=0)
        costs[order] = np.inf
        winner = int(np.argmin(costs))
        residual = residual - tuned[winner] * X[:, winner]
        order.append(winner)
    signs = [int(np.sign(np.corrcoef(X[:, n], y)[0, 1])) for n in order[:top]]
    return order[:top], signs
""",
    practises="reading a boosted model: what matters, and in which direction",
)

TASKS = (COMPLETE, CARS)

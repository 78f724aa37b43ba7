"""Tasks of exercise 9.10: what makes cars use fuel, by boosting."""

from functools import partial

import numpy as np

from fewidgets.algorithms import StandardNormalizer, boost
from fewidgets.exercises.differences import search_difference, transform_difference
from fewidgets.exercises.task import Case, Misconception, Result, Task


def _gap_cases(rng):
    """Draw numbers of both signs, with gaps in the last row, in neighbouring rows, and nowhere."""
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
    cases=_gap_cases,
    difference=partial(transform_difference, what=("the inputs", "the outputs")),
    misconceptions=(
        Misconception(
            "outputs kept",
            ("y[known]", "y"),
            "No entry of y is left out. Row p of X and entry p of y are the same car.",
        ),
        Misconception(
            "nothing left out",
            ("X[known], y[known]", "X, y"),
            "All rows are still there. NaN is equal to nothing, not even to itself, so == does not find it.",
        ),
        Misconception(
            "filled with 0",
            ("X[known], y[known]", "np.nan_to_num(X), y"),
            "The gaps are filled with 0. No car has a horsepower of 0. Here, the rows with gaps are left out.",
        ),
        Misconception(
            "filled with means",
            ("X[known], y[known]", "np.where(np.isnan(X), np.nanmean(X, axis=0), X), y"),
            "The gaps are filled with means, as in section 9.4. That is a rule too. Here, the rows with gaps are left out.",
        ),
        Misconception(
            "columns left out",
            ("X[known], y[known]", "X[:, ~np.isnan(X).any(axis=0)], y"),
            "The columns with gaps are left out. That gives up a whole feature for a few cars. Leave out rows.",
        ),
        Misconception(
            "the rows with gaps",
            ("~np.isnan", "np.isnan"),
            "These are the rows with gaps. Keep the others.",
        ),
        Misconception(
            "only empty rows left out",
            ("any", "all"),
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
    X, y = COMPLETE.reference(X, y)
    order = boost(StandardNormalizer().fit_transform(X), y, rounds=rounds).order[:top]
    return order, np.sign([np.corrcoef(X[:, n], y)[0, 1] for n in order]).astype(int)


def _cases(rng):
    """Draw cars until each of four rules chooses other features in a case."""
    kinds = ("not normalized", "normalized too early", "largest weights", "refitted")
    for (P, N, rounds, top), which in zip(((30, 4, 3, 2), (45, 5, 5, 3), (60, 6, 5, 3), (90, 7, 6, 3)), kinds, strict=True):
        while True:
            X, y = _cars(rng, P, N)
            features, signs = CARS.changed()(X, y, rounds, top)
            if list(features) != list(CARS.mistake(which)(X, y, rounds, top)[0]):
                break
        X = X * signs[0] * (1 if which in ("not normalized", "largest weights") else -1)
        yield Case((X, y, rounds, top), f"{P} cars, {N} features, {rounds} rounds, the first {top}")


def _cars(rng, P, N):
    """Draw cars whose second feature corrects the first, which has gaps where features are large.

    So filling the gaps with anything changes which feature wins.
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
            (
                "y - y.mean(), []",
                "y - y.mean(), []\n    w = np.zeros(X.shape[1])",
                "order.append(winner)",
                "order.append(winner)\n        w[winner] = tuned[winner]",
                "np.corrcoef(X[:, n], y)[0, 1]",
                "w[n]",
            ),
            "These are the signs of the weights. A weight belongs to what earlier rounds have left of y. The question is how "
            "the feature itself goes along with y.",
        ),
        Misconception(
            "sizes only",
            ("int(np.sign(np.corrcoef(X[:, n], y)[0, 1]))", "1"),
            "All signs are +1. A correlation is negative where large values of the feature go with small outputs.",
        ),
        Misconception(
            "signs reversed",
            ("int(np.sign", "-int(np.sign"),
            "All signs are the wrong way round. Is it the output that you correlate with, or what is subtracted from it?",
        ),
        Misconception(
            "signs of the first columns",
            ("for n in order[:top]", "for n in range(top)"),
            "These are the signs of the first columns of X. Give the signs of the features that you name, in their order.",
        ),
        Misconception(
            "chosen alone",
            ("    signs =", "    order = np.argsort([-abs(np.corrcoef(x, y)[0, 1]) for x in X.T])\n    signs ="),
            "These features have the largest correlations, each alone. Features that say the same then come together. In "
            "boosting, a feature has to explain what earlier ones have left.",
        ),
        Misconception(
            "not normalized",
            ("    X = (X - X.mean(axis=0)) / X.std(axis=0)\n", ""),
            "The inputs are not normalized. The bias is frozen first, so features whose mean is not 0 come out wrong.",
        ),
        Misconception(
            "normalized too early",
            (
                "    X = (X - X.mean(axis=0)) / X.std(axis=0)\n",
                "",
                "    known =",
                "    X = (X - np.nanmean(X, axis=0)) / np.nanstd(X, axis=0)\n    known =",
            ),
            "The inputs are normalized with the cars that are left out later. Then the means of the others are not 0.",
        ),
        Misconception(
            "largest weights",
            (
                "y - y.mean(), []",
                "y - y.mean(), []\n    w = np.zeros(X.shape[1])",
                "order.append(winner)",
                "order.append(winner)\n        w[winner] = tuned[winner]",
                "    signs =",
                '    order = np.argsort(-np.abs(w), kind="stable")\n    signs =',
            ),
            "These features have the largest weights. A late round may have a large weight and still lower the cost little.",
        ),
        Misconception(
            "refitted",
            (
                "        order.append(winner)\n",
                "        order.append(winner)\n"
                "        fit = np.linalg.lstsq(X[:, order], y - y.mean(), rcond=None)[0]\n"
                "        residual = y - y.mean() - X[:, order] @ fit\n",
            ),
            "All chosen weights are tuned again after each round. Boosting freezes a weight once it is tuned.",
        ),
        Misconception(
            "last rounds",
            ("    signs =", "    order = order[::-1]\n    signs ="),
            "These are the features of the last rounds. The first rounds lower the cost most.",
        ),
        Misconception(
            "in the order of the columns",
            ("    signs =", "    order = sorted(order[:top])\n    signs ="),
            "The right features, sorted by their columns. Name the most important one first.",
        ),
        Misconception(
            "counted from 1",
            ("return order[:top]", "return [n + 1 for n in order[:top]]"),
            "The features are counted from 1. Count them from 0, as Python counts columns.",
        ),
        Misconception(
            "gaps filled with 0",
            ("    X, y = X[known], y[known]\n", "    X = np.where(np.isnan(X), 0, X)\n"),
            "The gaps are filled with 0, which is far from every known value. Leave these cars out.",
        ),
        Misconception(
            "gaps filled with means",
            ("    X, y = X[known], y[known]\n", "    X = np.where(np.isnan(X), np.nanmean(X, axis=0), X)\n"),
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

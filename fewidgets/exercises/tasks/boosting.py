"""Tasks of exercise 9.9: boosting least squares, as in Example 9.6."""

from __future__ import annotations

from functools import partial

import numpy as np

from fewidgets.algorithms import boost
from fewidgets.exercises.differences import boosting_difference
from fewidgets.exercises.differences.boosting_round import round_difference
from fewidgets.exercises.task import Case, Misconception, Result, Task


def _reference(X, y, rounds):
    trace = boost(X, y, rounds=rounds)
    return trace.bias, trace.weights[-1], trace.order


def _cases(rng):
    """Draw features of different scales and means that depend on each other, so that every mistake shows."""
    for P, N, rounds in ((12, 3, 2), (20, 4, 3), (40, 8, 6), (15, 1, 1)):
        X, y = _drawn(rng, P, N)
        while P == 40 and len({_order(ways, X, y, rounds) for ways in (_boosted, _refitted, _forward)}) < 3:
            X, y = _drawn(rng, P, N)
        label = f"{_counted(P, 'example')}, {_counted(N, 'feature')}, {_counted(rounds, 'round')}"
        yield Case((X, y, rounds), label)


def _order(way, X, y, rounds):
    return tuple(way(X, y, rounds)[2].tolist())


def _counted(count, thing):
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _drawn(rng, P, N):
    """Draw until the first feature is another one if magnitudes are added up in place of squares."""
    scales = np.geomspace(1.0, 5.0, N) if N > 1 else np.array([2.0])
    while True:
        hidden = rng.normal(size=(P, 1))
        X = (rng.normal(size=(P, N)) + 0.8 * hidden + rng.uniform(0.3, 0.9, size=N)) * rng.permutation(scales)
        X = X * rng.choice([-1.0, 1.0], size=N)
        y = 4.0 + X @ (rng.uniform(1.0, 3.0, size=N) * rng.choice([-1.0, 1.0], size=N) / scales) + rng.normal(size=P)
        residual = y - y.mean()
        left = residual[:, None] - X.T @ residual / (X**2).sum(axis=0) * X
        if N == 1 or (left**2).sum(axis=0).argmin() != np.abs(left).sum(axis=0).argmin():
            return X, y


def _boosted(
    X,
    y,
    rounds,
    *,
    start="centred",
    choose="cost",
    weight="least squares",
    update="subtract",
    once=True,
    added=False,
):
    bias = y.mean()
    w, order = np.zeros(X.shape[1]), list[int]()
    residual = y - bias if start == "centred" else y.astype(float)
    for _ in range(rounds):
        squares = (X**2).sum(axis=0) if weight == "least squares" else np.full(X.shape[1], float(len(y)))
        tuned = X.T @ residual / squares
        costs = ((residual[:, None] - tuned * X) ** 2).sum(axis=0)
        score = {"cost": -costs, "product": np.abs(X.T @ residual), "weight": np.abs(tuned), "worst": costs}[choose]
        if once:
            score[order] = -np.inf
        best = int(score.argmax())
        w[best] = tuned[best] + (w[best] if added else 0.0)
        if update != "never":
            residual = residual - (1 if update == "subtract" else -1) * tuned[best] * X[:, best]
        order.append(best)
    return bias, w, np.array(order)


def _standardized(X, y, rounds):
    deviation = X.std(axis=0)
    return _boosted((X - X.mean(axis=0)) / deviation, y, rounds)


def _refitted(X, y, rounds, *, search=False, bias=False):
    """Tune all chosen weights again in every round; with `search` for each candidate, with `bias` together with the bias."""
    model, order = np.append(y.mean(), np.zeros(X.shape[1])), list[int]()

    def fitted(features):
        columns, found = np.array(features, dtype=int), np.append(y.mean(), np.zeros(X.shape[1]))
        if bias:
            columns, found = np.append(-1, columns), np.zeros_like(found)
        A = np.column_stack([np.ones(len(y)), X])[:, columns + 1]
        found[columns + 1] = np.linalg.lstsq(A, y - found[0], rcond=None)[0]
        return found

    for _ in range(rounds):
        free = [n for n in range(X.shape[1]) if n not in order]
        r = y - model[0] - X @ model[1:]
        gains = (X.T @ r) ** 2 / (X**2).sum(axis=0)
        if search:
            models = [fitted([*order, n]) for n in range(X.shape[1])]
            gains = np.array([-((y - each[0] - X @ each[1:]) ** 2).sum() for each in models])
        order.append(max(free, key=lambda n: gains[n]))
        model = fitted(order)
    return model[0], model[1:], np.array(order)


_forward = partial(_refitted, search=True)


def _from_one(X, y, rounds):
    bias, w, order = _boosted(X, y, rounds)
    return bias, w, order + 1


def _in_order(X, y, rounds):
    bias, w, order = _boosted(X, y, rounds)
    return bias, w[order], order


def _sorted(X, y, rounds):
    bias, w, order = _boosted(X, y, rounds)
    return bias, w, np.sort(order)


def _no_bias(X, y, rounds):
    _, w, order = _boosted(X, y, rounds, start="raw")
    return 0.0, w, order


MISCONCEPTIONS = (
    Misconception(
        "bias kept",
        partial(_boosted, start="raw"),
        "The first residual is still y itself. The bias is tuned first and belongs to the model, so the first feature fits "
        "what the bias leaves.",
    ),
    Misconception(
        "no bias",
        _no_bias,
        "The model has no bias. Tune it first, alone: which constant fits y best?",
    ),
    Misconception(
        "other inputs",
        _standardized,
        "These are the weights for standard normalized inputs. Boosting is right, and belongs to other data: use X as it is.",
    ),
    Misconception(
        "residual never updated",
        partial(_boosted, update="never"),
        "Every round fits what the bias left. A round has to fit what the rounds before it have left.",
    ),
    Misconception(
        "residual of the wrong sign",
        partial(_boosted, update="add"),
        "The winner's part is added to the residual. The residual is what the model leaves of y: subtract it.",
    ),
    Misconception(
        "chosen by the product",
        partial(_boosted, choose="product"),
        "The feature with the largest |Σ x·r| is chosen. That favours features of a large scale. Compare the costs that they "
        "leave.",
    ),
    Misconception(
        "chosen by the weight",
        partial(_boosted, choose="weight"),
        "The feature with the largest weight is chosen. That favours features of a small scale. Compare the costs that they "
        "leave.",
    ),
    Misconception(
        "largest cost",
        partial(_boosted, choose="worst"),
        "In each round, the feature with the largest cost is chosen. Which one should it be?",
    ),
    Misconception(
        "divided by P",
        partial(_boosted, weight="mean"),
        "The weights are Σ x·r / P. That is right only where Σ x² = P, as for standard normalized features.",
    ),
    Misconception(
        "refitted",
        _refitted,
        "All chosen weights are tuned again, together. Boosting freezes a weight once it is tuned.",
    ),
    Misconception(
        "refitted with the bias",
        partial(_refitted, bias=True),
        "The bias and all chosen weights are tuned again in every round. Boosting freezes each of them once it is tuned.",
    ),
    Misconception(
        "forward selection",
        _forward,
        "All chosen weights are tuned again with each candidate. That is forward selection. Boosting freezes a weight once it "
        "is tuned.",
    ),
    Misconception(
        "chosen twice",
        partial(_boosted, once=False),
        "A feature is chosen more than once. Leave those out that already have a weight.",
    ),
    Misconception(
        "chosen twice, weights added",
        partial(_boosted, once=False, added=True),
        "A feature is chosen more than once, and its weights add up. Leave those out that already have a weight.",
    ),
    Misconception(
        "counted from 1",
        _from_one,
        "The features in the order are counted from 1. Count them from 0, as Python counts columns.",
    ),
    Misconception(
        "weights in the order of the rounds",
        _in_order,
        "The weights stand in the order of the rounds. Weight n belongs to column n of X. A feature that was not "
        "chosen has the weight 0.",
    ),
    Misconception(
        "order sorted",
        _sorted,
        "The order names the right features, sorted by their numbers. Name them in the order in which they were chosen.",
    ),
)


def _round(X, residual, used):
    return _a_round(X, residual, used)


def _a_round(X, residual, used, *, choose="cost", divide=True, sign=-1.0):
    products = X.T @ residual
    tuned = products / (X**2).sum(axis=0) if divide else products
    costs = ((residual[:, None] - tuned * X) ** 2).sum(axis=0)
    score = {"cost": -costs, "product": np.abs(products), "weight": np.abs(tuned), "worst": costs, "used": costs}[choose]
    score[list(used)] = np.inf if choose == "used" else -np.inf
    best = int(score.argmax())
    return best, tuned[best], residual + sign * tuned[best] * X[:, best]


def _all_subtracted(X, residual, used):
    best, weight, _ = _a_round(X, residual, used)
    return best, weight, residual - X @ (X.T @ residual / (X**2).sum(axis=0))


def _unscaled_column(X, residual, used):
    best, weight, _ = _a_round(X, residual, used)
    return best, weight, residual - X[:, best]


def _round_cases(rng):
    """From the second case on, the best feature of all is used already."""
    for P, N, taken in ((6, 3, 0), (12, 4, 1), (30, 6, 3), (20, 5, 2), (25, 7, 1)):
        X, y = _drawn(rng, P, N)
        residual = y - y.mean()
        used = []
        for _ in range(taken):
            used.append(_round(X, residual, used)[0])
        if (_round(X, residual, used)[1] < 0) == bool(taken % 2):
            residual = -residual
        label = f"{P} examples, {_counted(N, 'feature')}, {taken or 'none'} used"
        yield Case((X, residual, used), label)


FADED = Task(
    name="9.9 faded round",
    signature="one_round(X, residual, used)",
    results=(
        Result("winner", "the winner"),
        Result("weight", "the weight", points=0.5),
        Result("left", "the residual that is left", points=0.5),
    ),
    reference=_round,
    cases=_round_cases,
    difference=round_difference,
    misconceptions=(
        Misconception(
            "chosen by the product",
            partial(_a_round, choose="product"),
            "The winner has the largest |Σ x·r|. That favours features of a large scale. Compare the sums of squares that "
            "they leave.",
        ),
        Misconception(
            "chosen by the weight",
            partial(_a_round, choose="weight"),
            "The winner has the largest weight. That favours features of a small scale. Compare the sums of squares that "
            "they leave.",
        ),
        Misconception(
            "largest cost",
            partial(_a_round, choose="worst"),
            "The winner leaves the largest sum of squares. Which one should win?",
        ),
        Misconception(
            "largest cost of all",
            partial(_a_round, choose="used"),
            "The largest cost wins, which is the one that you gave to the features in `used`. Which cost should win?",
        ),
        Misconception(
            "used features again",
            lambda X, residual, used: _a_round(X, residual, []),
            "A feature that has won before can win again. Those in `used` must be left out.",
        ),
        Misconception(
            "not divided",
            partial(_a_round, divide=False),
            "The weight is Σ x·r. Where is the parabola Σ (w x − r)² lowest? Its curvature counts too.",
        ),
        Misconception(
            "added",
            partial(_a_round, sign=1.0),
            "The winner's part is added to the residual. The residual is what the model leaves: subtract it.",
        ),
        Misconception(
            "all features subtracted",
            _all_subtracted,
            "What all features explain is subtracted from the residual. Only the winner enters the model in this round.",
        ),
        Misconception(
            "weight left out",
            _unscaled_column,
            "The winner's column is subtracted as it is. The model adds its weight times the column.",
        ),
    ),
    hints=(
        "Features in `used` may not win. Which cost could you give them, so that they never have the smallest one?",
        "np.inf is larger than every cost. The model grows by the winner's weight times the winner's column.",
    ),
    because="The winner leaves the smallest sum of squares, and only its part leaves the residual.",
    solution="""def one_round(X, residual, used):
    tuned = X.T @ residual / np.sum(X**2, axis=0)
    costs = np.sum((residual[:, None] - tuned * X) ** 2, axis=0)
    costs[used] = np.inf
    winner = int(np.argmin(costs))
    left = residual - tuned[winner] * X[:, winner]
    return winner, tuned[winner], left
""",
    practises="one round of boosting: choose, keep, and subtract",
    minutes=10,
)

TASKS = (
    FADED,
    Task(
        name="9.9 boosting",
        signature="boost(X, y, rounds)",
        results=(
            Result("bias", "the bias"),
            Result("weights", "the weights", points=2),
            Result("order", "the order", points=2),
        ),
        reference=_reference,
        cases=_cases,
        misconceptions=MISCONCEPTIONS,
        difference=boosting_difference,
        hints=(
            "Begin with the bias. With no feature in the model yet, which constant leaves the smallest sum of squares?",
            "The residual r is what the model so far leaves of y. Tuned alone, a feature x has the weight Σ x·r / Σ x². "
            "Compute that for every column, and the cost that it leaves.",
            "After each round, subtract the winner's weight times the winner's column from the residual. Weights of earlier "
            "rounds stay as they are.",
        ),
        because="Each round tunes one weight against what the model so far leaves of y, and freezes it.",
        solution="fewidgets.algorithms.plain.boost",
        practises="turning a chain of one-weight problems into a loop",
        minutes=25,
    ),
)

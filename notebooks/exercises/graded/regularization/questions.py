"""The graded set on ℓ1 regularization, section 9.7: five questions, with their solutions and with known mistakes.

Students never receive this file. Their data are drawn from the course's secret, so each student has other numbers.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from fewidgets.exercises.task import Case, Misconception, Result
from fewidgets.grading.distinct import distinct_cases, distinct_data
from fewidgets.grading.question import Function, GradedSet, Values

#: Where our own regularization and other people's selection of features are.
LIBRARIES = ("fewidgets.algorithms", "fewidgets.exercises", "sklearn", "mlxtend", "scipy", "statsmodels")

Array = np.ndarray
Arrays = dict[str, Any]


def _drawn(rng: np.random.Generator, P: int, N: int, *, used: int, noise: float) -> tuple[Array, Array]:
    """Draw correlated features near one scale, and an output that depends on some of them, with two decimals."""
    hidden = rng.normal(size=(P, 1))
    X = (rng.normal(size=(P, N)) + 0.6 * hidden + rng.uniform(0.1, 0.5, size=N)) * rng.uniform(0.7, 1.4, size=N)
    weights = rng.permutation(np.append(rng.uniform(0.6, 2.0, size=used) * rng.choice([-1, 1], size=used), np.zeros(N - used)))
    y = X @ weights + rng.uniform(1, 3) + noise * rng.normal(size=P)
    return X.round(2), y.round(2)


def _soft(values: Array, least: float) -> Array:
    """Move values towards 0 by some amount, and set those to 0 that would cross it."""
    return np.sign(values) * np.maximum(np.abs(values) - least, 0)


# Question 1: one feature, by hand.


def _one_feature(data: Arrays, *, centred: bool = True, half: float = 0.5, how: str = "soft", of: float = 1.0) -> Arrays:
    """Return the best weight, and the smallest λ at which it is 0; ``of`` multiplies the cost."""
    x, y, lam = data["x"], data["y"], data["lam"]
    v = x - x.mean() if centred else x
    product, square = of * np.mean(v * y), of * np.mean(v**2)
    weight = {
        "soft": _soft(product, half * lam) / square,
        "after": _soft(product / square, half * lam),
        "squares": product / (square + lam),
        "none": product / square,
        "away": (product + np.sign(product) * half * lam) / square,
    }[how]
    return {"weight": float(weight), "largest": float(abs(product) / half)}


_ONE_MISTAKES = (
    Misconception(
        "bias left out",
        partial(_one_feature, centred=False),
        "The bias is missing. It is free of the penalty and takes the means away: centre x first.",
    ),
    Misconception(
        "whole λ",
        partial(_one_feature, half=1.0),
        "You compare with λ itself. The derivative of a square has a factor 2, and the cost here has no factor ½.",
    ),
    Misconception(
        "summed cost",
        lambda data: _one_feature(data, of=len(data["y"])),
        "Your cost is the sum over the examples. Here it is their mean, so the penalty counts for more.",
    ),
    Misconception(
        "divided first",
        partial(_one_feature, how="after"),
        "You shrink the least squares weight by λ/2. The threshold belongs to Σ x·y / P, before it is divided.",
    ),
    Misconception(
        "squares",
        partial(_one_feature, how="squares"),
        "This is the weight under a penalty on its square. It is never 0. The penalty here is on the magnitude.",
    ),
    Misconception(
        "no penalty",
        partial(_one_feature, how="none"),
        "weight is the one of least squares. The penalty moves it towards 0.",
    ),
    Misconception(
        "away from zero",
        partial(_one_feature, how="away"),
        "The penalty drives your weight away from 0. A penalty makes weights smaller in magnitude.",
    ),
)


def _one_data(rng: np.random.Generator) -> Arrays:
    def draw() -> Arrays:
        x = rng.normal(size=7) * rng.uniform(0.6, 2) + rng.uniform(0.5, 2) * rng.choice([-1, 1])
        y = rng.uniform(1, 3) * rng.choice([-1, 1]) * (x - x.mean()) + rng.uniform(1, 4) + 0.5 * rng.normal(size=7)
        data = {"x": x.round(1), "y": y.round(1), "lam": 1.0}
        return {**data, "lam": float(round(rng.uniform(0.3, 0.7) * _one_feature(data)["largest"], 1))}

    return distinct_data(draw, _one_feature, _ONE_MISTAKES)


# Questions 2 and 3: a step that makes weights exactly 0, then a path of such steps, and the features in their order.


def _moved(
    X: Array,
    y: Array,
    w: Array,
    lam: float,
    alpha: float,
    *,
    how: str = "soft",
    times: float = 1.0,
    bias_too: bool = False,
    gradient: float = 1.0,
) -> Array:
    """Take a gradient step and then a step towards 0; ``times`` multiplies the second one, ``gradient`` the first."""
    A = np.column_stack([np.ones(len(y)), X])
    stepped = w - gradient * alpha * 2 * A.T @ (A @ w - y) / len(y)
    least = times * alpha * lam
    shrunk = {
        "soft": lambda: _soft(stepped, least),
        "sign": lambda: stepped - least * np.sign(w),
        "crossing": lambda: stepped - least * np.sign(stepped),
        "hard": lambda: np.where(np.abs(stepped) > least, stepped, 0),
        "first": lambda: stepped - w + _soft(w, least),
        "positive": lambda: np.maximum(stepped - least, 0),
        "squares": lambda: stepped - 2 * least * w,
    }[how]()
    if not bias_too:
        shrunk[0] = stepped[0]
    return shrunk


def _step(X: Array, y: Array, w: Array, lam: float, alpha: float, **how: Any) -> tuple[float, Array]:
    moved = _moved(X, y, w, lam, alpha, **how)
    return float(moved[0]), moved[1:]


def _path(
    X: Array,
    y: Array,
    lambdas: Array,
    alpha: float,
    steps: int,
    *,
    warm: bool = True,
    falling: bool = True,
    reverse: bool = False,
    ranked: str = "entry",
    **how: Any,
) -> tuple[Array, Array]:
    """Return the weights for each λ, and the features in the order in which they enter as λ falls."""
    rows, w = {}, np.zeros(X.shape[1] + 1)
    for k in np.argsort(lambdas)[:: -1 if falling else 1]:
        w = w if warm else np.zeros(X.shape[1] + 1)
        for _ in range(steps):
            w = _moved(X, y, w, lambdas[k], alpha, **how)
        rows[k] = w[1:]
    weights = np.array([rows[k] for k in range(len(lambdas))])
    return weights[::-1] if reverse else weights, _ranking(weights, ranked)


def _ranking(weights: Array, ranked: str = "entry") -> Array:
    """Rank features by the largest λ at which they have a weight, then by the size of the weight there."""
    there = weights != 0
    last = np.where(there.any(axis=0), len(weights) - 1 - there[::-1].argmax(axis=0), 0)
    size = np.abs(weights[last, np.arange(weights.shape[1])])
    order = np.lexsort((-size, -last))
    order = np.array([n for n in order if there[:, n].any()], dtype=int)
    if ranked == "size":
        return np.argsort(-np.abs(weights[0]), kind="stable")
    if ranked == "number":
        return np.array(sorted(sorted(order), key=lambda n: -last[n]), dtype=int)
    if ranked == "all":
        return np.append(order, [n for n in range(weights.shape[1]) if n not in order]).astype(int)
    return order[::-1] if ranked == "reversed" else order


_SHRINKING = (
    ("bias penalized", {"bias_too": True}, "The penalty holds the bias down too. It belongs to no feature, so it stays free."),
    (
        "steps by the sign",
        {"how": "sign"},
        "You subtract λ times the sign of the old weight. Such steps lead across 0 and back. Here a weight that would cross 0 "
        "becomes exactly 0.",
    ),
    (
        "crossing zero",
        {"how": "crossing"},
        "Small weights cross 0 in your second part. A weight that would cross 0 becomes exactly 0.",
    ),
    ("half of λ", {"times": 0.5}, "The weights move towards 0 by half as much as they should: by αλ, without a factor ½."),
    (
        "squares",
        {"how": "squares"},
        "Your weights shrink in proportion to their size, as under a penalty on squares. Here each moves by the same amount.",
    ),
)

_STEP_MISTAKES = (
    *(Misconception(name, partial(_step, **how), says) for name, how, says in _SHRINKING),
    Misconception(
        "step length left out",
        lambda X, y, w, lam, alpha: _step(X, y, w, lam, alpha, times=1 / alpha),
        "The weights move towards 0 by λ. The step length belongs to both parts: move them by αλ.",
    ),
    Misconception(
        "hard threshold",
        partial(_step, how="hard"),
        "Small weights become 0, and the others do not move in the second part. All of them move towards 0.",
    ),
    Misconception(
        "second part first",
        partial(_step, how="first"),
        "You move the weights towards 0 before the gradient step. The gradient step comes first.",
    ),
    Misconception(
        "positive weights only",
        partial(_step, how="positive"),
        "Negative weights become 0. They move up towards 0, by as much as positive ones move down.",
    ),
    Misconception(
        "factor two",
        partial(_step, gradient=0.5),
        "The gradient is half as long as it should be. The derivative of a square has a factor 2.",
    ),
    Misconception(
        "summed cost",
        lambda X, y, w, lam, alpha: _step(X, y, w, lam, alpha, gradient=float(len(y))),
        "The gradient is the sum over the examples. The cost is their mean: divide by P.",
    ),
    Misconception("uphill", partial(_step, gradient=-1.0), "The gradient step goes uphill: subtract the gradient."),
)

_PATH_MISTAKES = (
    *(Misconception(name, partial(_path, **how), says) for name, how, says in _SHRINKING),
    Misconception(
        "cold start",
        partial(_path, warm=False),
        "Each λ begins with zero weights. Only the first one does: the others begin where the one before ended.",
    ),
    Misconception(
        "from the smallest λ",
        partial(_path, falling=False),
        "You begin with the smallest λ. Begin with the largest one, where few features have a weight.",
    ),
    Misconception(
        "rows reversed",
        partial(_path, reverse=True),
        "The rows stand in the order of your runs. The first row belongs to the first λ of the argument.",
    ),
    Misconception(
        "one step less",
        lambda X, y, lambdas, alpha, steps: _path(X, y, lambdas, alpha, steps - 1),
        "You take one step too few. With `range(steps)` a loop runs `steps` times.",
    ),
    Misconception(
        "ranked by size",
        partial(_path, ranked="size"),
        "The features are ranked by their weights at one λ. Rank them by the λ at which they enter.",
    ),
    Misconception(
        "ties by number",
        partial(_path, ranked="number"),
        "Features that enter at the same λ stand in the order of their columns. The larger weight comes first.",
    ),
    Misconception(
        "all features ranked",
        partial(_path, ranked="all"),
        "The order has features that never get a weight. Leave them out.",
    ),
    Misconception(
        "order reversed",
        partial(_path, ranked="reversed"),
        "The order is reversed. The feature that enters at the largest λ comes first.",
    ),
)


def _step_cases(rng: np.random.Generator) -> list[Case]:
    def draw() -> Iterator[Case]:
        for P, N in ((6, 2), (12, 4), (25, 6)):
            X, y = _drawn(rng, P, N, used=N, noise=0.5)
            w = rng.uniform(0.02, 1.5, size=N + 1).round(2) * rng.choice([-1, 1], size=N + 1)
            yield Case((X, y, w, round(rng.uniform(0.5, 4), 1), 0.1), f"{P} examples, {N} features")

    return distinct_cases(draw, _step, _STEP_MISTAKES)


def _path_cases(rng: np.random.Generator) -> list[Case]:
    def arguments(P: int, N: int) -> tuple[Any, ...]:
        X, y = _drawn(rng, P, N, used=N - 1, noise=0.5)
        most = 2 * np.abs((X - X.mean(axis=0)).T @ y).max() / P
        lambdas = (most * np.array([0.12, 0.25, 0.5, 0.8]) * rng.uniform(0.9, 1.1, size=4)).round(2)
        return X, y, lambdas, 0.06, 15

    def draw() -> Iterator[Case]:
        for P, N in ((10, 3), (16, 5), (30, 7)):
            drawn = arguments(P, N)
            # np.argsort orders several weights that are 0 in one way on one processor and in another way on the next.
            while (_path(*drawn)[0][0] == 0).sum() > 1:
                drawn = arguments(P, N)
            yield Case(drawn, f"{P} examples, {N} features, 4 values of λ")

    return distinct_cases(draw, _path, _PATH_MISTAKES)


# Question 4: λ by held-out errors.


def _chosen(data: Arrays, *, margin: Callable[[Array], float] | None = None, smallest: bool = False) -> Arrays:
    """Return the λ with the smallest mean error, and the largest one that is within a margin of it."""
    lambdas, errors = data["lambdas"], data["errors"]
    mean = errors.mean(axis=0)
    best = int(mean.argmin())
    column = errors[:, best]
    within = np.flatnonzero(mean <= mean[best] + (margin(column) if margin else column.std(ddof=1) / len(column) ** 0.5))
    return {"best": float(lambdas[best]), "simplest": float(lambdas[within[0] if smallest else within[-1]])}


def _as_columns(data: Arrays) -> Arrays:
    return _chosen({**data, "lambdas": np.arange(len(data["lambdas"]))})


def _of_its_own(data: Arrays) -> Arrays:
    mean, spread = data["errors"].mean(axis=0), data["errors"].std(axis=0, ddof=1) / len(data["errors"]) ** 0.5
    return {**_chosen(data), "simplest": float(data["lambdas"][np.flatnonzero(mean - spread <= mean.min())[-1]])}


_CHOSEN_MISTAKES = (
    Misconception("columns", _as_columns, "You give the numbers of columns. The answer is λ itself, from lambdas."),
    Misconception(
        "smallest entry",
        lambda data: {**_chosen(data), "best": float(data["lambdas"][data["errors"].min(axis=0).argmin()])},
        "best has the smallest single error, which is one fold's. Compare the means over the folds.",
    ),
    Misconception(
        "standard deviation",
        lambda data: _chosen(data, margin=lambda column: float(column.std(ddof=1))),
        "simplest is within one standard deviation. The standard error of a mean is smaller: divide by the root of the number "
        "of folds.",
    ),
    Misconception(
        "no margin",
        lambda data: _chosen(data, margin=lambda column: 0.0),
        "simplest is the λ with the smallest error. A larger λ is also within one standard error of it.",
    ),
    Misconception(
        "smallest λ within",
        partial(_chosen, smallest=True),
        "simplest is the smallest λ within one standard error. A larger λ keeps fewer features.",
    ),
    Misconception(
        "its own standard error",
        _of_its_own,
        "You use the standard error of each λ itself. The rule takes the one at the best λ.",
    ),
)


def _chosen_data(rng: np.random.Generator) -> Arrays:
    def draw() -> Arrays:
        lambdas = np.cumsum(rng.choice([0.5, 1.0, 1.5, 2.0], size=8)).round(1)
        best, size = int(rng.integers(1, 4)), rng.uniform(0.12, 0.25)
        # In standard errors: how far the mean error of each λ is above the smallest one, and its own standard error.
        above = 3 + 0.6 * np.abs(np.arange(8) - best)
        near = int(rng.integers(1, 3))  # so many larger λ are within one standard error
        farther = [rng.uniform(1.25, 1.45), rng.uniform(1.75, 1.9)]
        above[best - 1 : best + near + 3] = rng.uniform(0.4, 0.7), 0, *rng.uniform(0.4, 0.75, size=near), *farther
        own = rng.uniform(0.9, 1.1, size=8)
        own[best], own[best + near + 1] = 1, rng.uniform(1.6, 1.8)
        folds = rng.normal(size=(5, 1)) + 0.6 * rng.normal(size=(5, 8))
        folds = (folds - folds.mean(axis=0)) / folds.std(axis=0, ddof=1) * 5**0.5
        return {"lambdas": lambdas, "errors": (rng.uniform(1.5, 3) + size * (above + own * folds)).round(2)}

    return distinct_data(draw, _chosen, _CHOSEN_MISTAKES)


# Question 5: forward selection that stops when held-out errors rise.


def _with_ones(X: Array, taken: list[int]) -> Array:
    return np.column_stack([np.ones(len(X)), X[:, taken]])


def _forward(
    X: Array,
    y: Array,
    X_held: Array,
    y_held: Array,
    *,
    choose: str = "cost",
    refit: bool = True,
    stop: str = "held-out",
    told: str = "held-out",
    keep_last: bool = False,
    own_mean: bool = False,
) -> tuple[Array, Array]:
    """Select features one at a time, with all weights fitted again, until the held-out error no longer falls."""
    bias = y_held.mean() if own_mean else y.mean()
    model, held = np.full(len(y), y.mean()), np.full(len(y_held), bias)
    order, errors = list[int](), [(np.mean((model - y) ** 2), np.mean((held - y_held) ** 2))]
    while len(order) < X.shape[1]:
        tried = {}
        for n in set(range(X.shape[1])) - set(order):
            taken, target = ([*order, n], y) if refit else ([n], y - model)
            w = np.linalg.lstsq(_with_ones(X, taken), target, rcond=None)[0]
            there, away = _with_ones(X, taken) @ w, _with_ones(X_held, taken) @ w
            there, away = (there, away) if refit else (model + there, held + away)
            tried[n] = (there, away, np.mean((there - y) ** 2), np.mean((away - y_held) ** 2))
        score = {
            "cost": lambda n, tried=tried: tried[n][2],
            "held-out": lambda n, tried=tried: tried[n][3],
            "r": lambda n: -abs(np.corrcoef(X[:, n], y)[0, 1]),
        }[choose]
        n = min(tried, key=score)
        model, held, cost, error = tried[n]
        worse = stop == "held-out" and error >= errors[-1][1]
        if worse and not keep_last:
            break
        order.append(n)
        errors.append((cost, error))
        if worse:
            break
    return np.array(order, dtype=int), np.array(errors)[:, 1 if told == "held-out" else 0]


_FORWARD_MISTAKES = (
    Misconception(
        "chosen by held-out errors",
        partial(_forward, choose="held-out"),
        "Your features are chosen by the held-out examples, which should only say when to stop. Choose by the training cost.",
    ),
    Misconception(
        "ranked once",
        partial(_forward, choose="r"),
        "The features enter in the order of their correlation with y. Correlated features say the same thing twice. Compare "
        "what each of them adds to the model.",
    ),
    Misconception(
        "not fitted again",
        partial(_forward, refit=False),
        "The earlier weights stay as they were, as in boosting. Fit all weights again in each round.",
    ),
    Misconception(
        "training errors",
        partial(_forward, told="training"),
        "These are the errors of the training examples. Return those of the held-out examples.",
    ),
    Misconception(
        "last round kept",
        partial(_forward, keep_last=True),
        "The round that no longer lowers the held-out error is still in the result. Stop before it.",
    ),
    Misconception(
        "never stopped",
        partial(_forward, stop="never"),
        "All features are selected. Stop before the first round that does not lower the held-out error.",
    ),
    Misconception(
        "held-out mean",
        partial(_forward, own_mean=True),
        "The first error is that of the held-out examples' own mean. The bias is fitted to the training examples.",
    ),
)


def _forward_cases(rng: np.random.Generator) -> list[Case]:
    def draw() -> Iterator[Case]:
        for P, N, held in ((10, 3, 8), (14, 5, 10), (20, 6, 12)):
            while True:
                X, y = _drawn(rng, P + held, N, used=(N + 1) // 2, noise=1.2)
                order, errors = _forward(X[:P], y[:P], X[P:], y[P:], stop="never")
                rises = np.flatnonzero(np.diff(errors) > -0.01)
                # At least one round, a stop before the end, and no round that hangs on a few digits.
                if rises.size and rises[0] > 0 and np.abs(np.diff(errors)).min() > 0.01:
                    break
            yield Case((X[:P], y[:P], X[P:], y[P:]), f"{P} training examples, {held} held-out ones, {N} features")

    return distinct_cases(draw, _forward, _FORWARD_MISTAKES)


SET = GradedSet(
    name="regularization",
    version=1,
    title="Regularization and selection (section 9.7)",
    questions=(
        Values(
            "q1",
            names=("weight", "largest"),
            data=_one_data,
            solve=_one_feature,
            points={"weight": 1, "largest": 1},
            mistakes=_ONE_MISTAKES,
            because="Once |Σ x·y| / P of the centred column is below λ/2, no weight lowers the cost by more than its penalty.",
        ),
        Function(
            "q2",
            "step",
            cases=_step_cases,
            reference=_step,
            results=(
                Result("bias", "the bias", points=1),
                Result("weights", "the weights of the features", points=2),
            ),
            misconceptions=_STEP_MISTAKES,
            signature="step(X, y, w, lam, alpha)",
            without=LIBRARIES,
            because="The second part minimizes the penalty near the point that the gradient step has reached.",
        ),
        Function(
            "q3",
            "path",
            cases=_path_cases,
            reference=_path,
            results=(Result("weights", "the weights", points=2), Result("order", "the order", points=2)),
            misconceptions=_PATH_MISTAKES,
            signature="path(X, y, lambdas, alpha, steps)",
            without=LIBRARIES,
            because="A feature that enters at a larger λ lowers the cost by more for each unit of its weight.",
        ),
        Values(
            "q4",
            names=("best", "simplest"),
            data=_chosen_data,
            solve=_chosen,
            points={"best": 1, "simplest": 1},
            mistakes=_CHOSEN_MISTAKES,
            because="Within one standard error, five folds cannot tell values of λ apart. A larger one keeps fewer features.",
        ),
        Function(
            "q5",
            "forward",
            cases=_forward_cases,
            reference=_forward,
            results=(Result("order", "the order", points=2), Result("errors", "the errors", points=1)),
            misconceptions=_FORWARD_MISTAKES,
            signature="forward(X, y, X_held, y_held)",
            without=LIBRARIES,
            because="The training cost falls in each round, so only held-out examples can say when to stop.",
        ),
    ),
)

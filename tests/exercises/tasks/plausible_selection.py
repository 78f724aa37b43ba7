"""Functions that a student might hand in for the tasks on digits, boosting, penalties, degrees, searches, ranking and fitting.

`WRONG` has mistakes that are in no task's own list, by task and by name. Such a function gets no diagnosis, or that of the
misconception whose name it has here. `RIGHT` has right functions that are written in another way than the solutions.
"""

from collections.abc import Callable
from functools import partial
from itertools import combinations, pairwise
from math import comb

import numpy as np

WRONG: dict[str, dict[str, Callable]] = {}
RIGHT: dict[str, dict[str, Callable]] = {}


def _with_ones(X):
    return np.column_stack([np.ones(len(X)), X])


def _fit(A, y):
    return np.linalg.lstsq(A, y, rcond=None)[0]


def _entropy(p):
    return -sum(each * np.log2(each) for each in np.ravel(p) if each > 0)


# Exercise 9.7: digits


def _true(S, y):
    return S[np.arange(len(y)), y]


def _log_sum(S):
    top = S.max(axis=1, keepdims=True)
    return np.log(np.exp(S - top).sum(axis=1)) + top[:, 0]


def _cost(X, y, W):
    return (_log_sum(_with_ones(X) @ W) - _true(_with_ones(X) @ W, y)).mean()


def _shares(X, W):
    S = _with_ones(X) @ W
    powers = np.exp(S - S.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def _gradient(X, y, W):
    return _with_ones(X).T @ (_shares(X, W) - np.eye(W.shape[1])[y]) / len(y)


def _scored(rule):
    return lambda X, y, W: rule(_with_ones(X) @ W, y)


WRONG["9.7 cost"] = {
    "bias last": lambda X, y, W: _cost(X, y, np.roll(W, 1, axis=0)),
    "base 2": lambda X, y, W: _cost(X, y, W) / np.log(2),
    "divided by the classes too": lambda X, y, W: _cost(X, y, W) / W.shape[1],
    "one maximum for all": _scored(lambda S, y: (np.log(np.exp(S - S.max()).sum(axis=1)) - _true(S - S.max(), y)).mean()),
    "1e-12 against log 0": lambda X, y, W: -np.log(_true(_shares(X, W), y) + 1e-12).mean(),
    "maximum of each class": _scored(lambda S, y: (_log_sum(S - S.max(axis=0)) - _true(S - S.max(axis=0), y)).mean()),
    "maximum not added again": _scored(lambda S, y: (_log_sum(S) - S.max(axis=1) - _true(S, y)).mean()),
    "labels from 1": _scored(lambda S, y: (_log_sum(S) - _true(S, y - 1)).mean()),
    "median": _scored(lambda S, y: np.median(_log_sum(S) - _true(S, y))),
    "clipped scores": _scored(lambda S, y: (_log_sum(S.clip(-500, 500)) - _true(S.clip(-500, 500), y)).mean()),
}
RIGHT["9.7 cost"] = {
    "loop": lambda X, y, W: (
        sum(np.logaddexp.reduce((s := W[0] + x @ W[1:]) - s[k]) for x, k in zip(X, y, strict=True)) / len(y)
    ),
    "one-hot and einsum": _scored(lambda S, y: np.mean(_log_sum(S) - np.einsum("pc,pc->p", S, np.eye(S.shape[1])[y]))),
}


def _run(X, y, W, alpha, steps, *, step=None, wrong=None):
    costs, errors = [], []
    for t in range(steps + 1):
        costs.append(_cost(X, y, W))
        errors.append(wrong(W) if wrong else np.sum((_with_ones(X) @ W).argmax(axis=1) != y))
        W = step(W, t) if step else W - alpha * _gradient(X, y, W)
    return costs, errors


WRONG["9.7 run"] = {
    "last step missing, start twice": lambda X, y, W, a, n: [[each[0], *each[:-1]] for each in _run(X, y, W, a, n)],
    "half": lambda X, y, W, a, n: _run(X, y, W, a / 2, n),
    "sum": lambda X, y, W, a, n: _run(X, y, W, a * len(y), n),
    "errors after the step": lambda X, y, W, a, n: (_run(X, y, W, a, n)[0], _run(X, y, W, a, n + 1)[1][1:]),
    "errors without the bias": lambda X, y, W, a, n: _run(
        X, y, W, a, n, wrong=lambda W: np.sum((X @ W[1:]).argmax(axis=1) != y)
    ),
    "errors added up": lambda X, y, W, a, n: (_run(X, y, W, a, n)[0], np.cumsum(_run(X, y, W, a, n)[1])),
    "step length decays": lambda X, y, W, a, n: _run(X, y, W, a, n, step=lambda W, t: W - a / (t + 1) * _gradient(X, y, W)),
    "starts from zeros": lambda X, y, W, a, n: _run(X, y, 0 * W, a, n),
    "one step less": lambda X, y, W, a, n: _run(X, y, W, a, n - 1),
    "gradient after the step": lambda X, y, W, a, n: _run(X, y, W - a * _gradient(X, y, W), a, n),
}
RIGHT["9.7 run"] = {
    "arrays": lambda X, y, W, a, n: tuple(np.array(each, dtype=float) for each in _run(X, y, W.copy(), a, n)),
}


def _largest(test, *, base=10.0, shown=lambda costs: costs):
    def search(X, y, W, steps, gammas):
        for gamma in sorted(gammas)[::-1]:
            costs = np.array(_run(X, y, W, base**gamma, steps)[0])
            if test(costs):
                return gamma, shown(costs)
        return None

    return search


def _descends(costs):
    return bool((np.diff(costs) <= 0).all())


def _costs_of_the_run_before(X, y, W, steps, gammas):
    gamma = _largest(_descends)(X, y, W, steps, gammas)[0]
    return gamma, _run(X, y, W, 10.0 ** (gamma + 1), steps)[0]


WRONG["9.7 largest step"] = {
    "last step never tested": _largest(lambda costs: _descends(costs[:-1])),
    "first step never tested": _largest(lambda costs: _descends(costs[1:])),
    "first half only": _largest(lambda costs: _descends(costs[: len(costs) // 2])),
    "below the start": _largest(lambda costs: bool((costs[1:] < costs[0]).all())),
    "costs without the start": _largest(_descends, shown=lambda costs: costs[1:]),
    "finite": _largest(lambda costs: bool(np.isfinite(costs).all())),
    "powers of e": _largest(_descends, base=np.e),
    "one too far": _costs_of_the_run_before,
    "falls on the whole": _largest(lambda costs: np.sum(np.diff(costs) < 0) > len(costs) / 2),
    "last cost only": _largest(_descends, shown=lambda costs: costs[-1]),
}
RIGHT["9.7 largest step"] = {
    "one after the other": _largest(lambda costs: all(b <= a for a, b in pairwise(costs)), shown=list),
    "all runs first": lambda X, y, W, n, gammas: max(
        (g, c.tolist()) for g in gammas if _descends(c := np.array(_run(X, y, W, 10.0**g, n)[0]))
    ),
}


# Exercises 9.9 and 9.10: boosting


def _slope(x, r):
    return x @ r / (x @ x)


def _left(r, x, w):
    return np.sum((r - w * x) ** 2)


def _round(X, r, used, *, weight=_slope, cost=_left, closed=list, part=lambda w, x: w * x):
    costs = [np.inf if n in closed(used) else cost(r, x, weight(x, r)) for n, x in enumerate(X.T)]
    n = int(np.argmin(costs))
    w = weight(X[:, n], r)
    return n, w, r - part(w, X[:, n])


WRONG["9.9 faded round"] = {
    "divided by P": partial(_round, weight=lambda x, r: x @ r / len(r)),
    "centred columns": lambda X, r, used: _round(X - X.mean(axis=0), r, used),
    "number among the free": lambda X, r, used: ((k := _round(X, r, used))[0] - sum(n < k[0] for n in used), *k[1:]),
    "no negative weights": partial(_round, cost=lambda r, x, w: -r @ x / np.linalg.norm(x)),
    "sum without squares": partial(_round, cost=lambda r, x, w: (r - w * x).sum()),
    "the part that fits": lambda X, r, used: (*_round(X, r, used)[:2], r - _round(X, r, used)[2]),
    "shrinkage 0.1": partial(_round, part=lambda w, x: 0.1 * w * x),
    "magnitude of the weight": lambda X, r, used: (_round(X, r, used)[0], abs(_round(X, r, used)[1]), _round(X, r, used)[2]),
    "divided by the length": partial(_round, weight=lambda x, r: x @ r / np.linalg.norm(x)),
    "counted from 1": lambda X, r, used: (_round(X, r, used)[0] + 1, *_round(X, r, used)[1:]),
}
RIGHT["9.9 faded round"] = {
    "by the drop": partial(_round, cost=lambda r, x, w: -((x @ r) ** 2) / (x @ x)),
    "used weights 0": partial(_round, cost=lambda r, x, w: np.mean((r - w * x) ** 2)),
}


def _boost(X, y, rounds, *, bias=np.mean, refit=False, shrink=1.0, closed=list, **wrong):
    start, w, order = bias(y), np.zeros(X.shape[1]), []
    left = y - start
    for _ in range(rounds):
        n, weight, _ = _round(X, left, order, closed=closed, **wrong)
        order.append(n)
        w[n] = shrink * weight
        left = left - w[n] * X[:, n]
    if refit:
        w[order] = _fit(X[:, order], y - start)
    return start, w, order


WRONG["9.9 boosting"] = {
    "median as bias": partial(_boost, bias=np.median),
    "centred columns": lambda X, y, m: _boost(X - X.mean(axis=0), y, m),
    "shrinkage 0.1": partial(_boost, shrink=0.1),
    "refitted": partial(_boost, refit=True),
    "one round less": lambda X, y, m: _boost(X, y, m - 1),
    "line instead of a weight": partial(_boost, weight=lambda x, r: _fit(_with_ones(x[:, None]), r)[1]),
    "sum of magnitudes": partial(_boost, cost=lambda r, x, w: np.abs(r - w * x).sum()),
    "sum without squares": partial(_boost, cost=lambda r, x, w: (r - w * x).sum()),
    "divided by the length": partial(_boost, weight=lambda x, r: x @ r / np.linalg.norm(x)),
    "residual halved": lambda X, y, m: (y.mean(), 2 * _boost(X, y, m, shrink=0.5)[1], _boost(X, y, m, shrink=0.5)[2]),
}
RIGHT["9.9 boosting"] = {
    "lstsq": partial(_boost, weight=lambda x, r: _fit(x[:, None], r)[0]),
    "lists": lambda X, y, m: [part.tolist() for part in map(np.array, _boost(X, y, m))],
}


def _rows(rule):
    return lambda X, y: (X[rule(X)], y[rule(X)])


WRONG["9.10 complete rows"] = {
    "first column only": _rows(lambda X: ~np.isnan(X[:, 0])),
    "last column only": _rows(lambda X: ~np.isnan(X[:, -1])),
    "wrong axis": _rows(lambda X: ~np.isnan(X).any(axis=0)),
    "positive sums": _rows(lambda X: X.sum(axis=1) > 0),
    "positive rows": _rows(lambda X: (X > 0).all(axis=1)),
    "two gaps": _rows(lambda X: np.isnan(X).sum(axis=1) < 2),
    "up to the first gap": _rows(lambda X: np.cumsum(np.isnan(X).any(axis=1)) == 0),
    "only the first gap": _rows(lambda X: np.arange(len(X)) != np.argmax(np.isnan(X).any(axis=1))),
    "outputs kept": lambda X, y: (np.where(np.isnan(X), np.nanmedian(X, axis=0), X), y),
    "all but the last": _rows(lambda X: [*~np.isnan(X[:-1]).any(axis=1), True]),
}
RIGHT["9.10 complete rows"] = {
    "sums": _rows(lambda X: ~np.isnan(X.sum(axis=1))),
    "equal to itself": _rows(lambda X: [p for p, row in enumerate(X) if all(row == row)]),
}


def _important(X, y, rounds, top, *, scale=lambda X: (X - X.mean(axis=0)) / X.std(axis=0), sign=np.sign, **wrong):
    known = ~np.isnan(X).any(axis=1)
    X, y = X[known], y[known]
    features = _boost(scale(X), y, rounds, **wrong)[2][:top]
    return features, [int(sign(np.corrcoef(X[:, n], y)[0, 1])) for n in features]


WRONG["9.10 cars"] = {
    "not normalized": partial(_important, scale=lambda X: X / X.std(axis=0)),
    "one mean for all": partial(_important, scale=lambda X: (X - X.mean()) / X.std()),
    "one too few": lambda X, y, m, k: _important(X, y, m, k - 1),
    "all rounds": lambda X, y, m, k: _important(X, y, m, m),
    "last feature first": lambda X, y, m, k: tuple(part[::-1] for part in _important(X, y, m, k)),
    "signs as truth values": partial(_important, sign=lambda sign: sign > 0),
    "worst features": partial(_important, cost=lambda r, x, w: -_left(r, x, w)),
    "no negative weights": partial(_important, cost=lambda r, x, w: -r @ x),
    "shrinkage 0.1": partial(_important, shrink=0.1, closed=lambda order: []),
    "features and signs swapped": lambda X, y, m, k: _important(X, y, m, k)[::-1],
}
RIGHT["9.10 cars"] = {
    "one degree of freedom less": partial(_important, scale=lambda X: (X - X.mean(axis=0)) / X.std(axis=0, ddof=1)),
    "without a bias": partial(_important, bias=lambda y: 0.0),
}


# Exercise 9.11: boosting the softmax cost


def _sigma(t):
    return 1 / (1 + np.exp(-np.clip(t, -60, 60)))


def _newton(x, y, f, *, steps=25, slope=None, curvature=None, extra=0.0):
    w = 0.0
    for _ in range(steps):
        s = _sigma(-y * (f + w * x))
        down = slope(s, y, x) if slope else np.sum(s * y * x) - extra * w
        w = w + down / (curvature(s, x) if curvature else np.sum(s * (1 - s) * x**2) + extra)
    return w


def _descended(x, y, f):
    w = 0.0
    for _ in range(1000):
        w += 4 / np.sum(x**2) * np.sum(_sigma(-y * (f + w * x)) * y * x)
    return w


def _with_a_bias(x, y, f):
    v, A = np.zeros(2), _with_ones(x[:, None])
    for _ in range(25):
        s = _sigma(-y * (f + A @ v))
        v = v + np.linalg.solve(A.T @ (A * (s * (1 - s))[:, None]), A.T @ (s * y))
    return v[1]


WRONG["9.11 single weight"] = {
    "two steps": partial(_newton, steps=2),
    "three steps": partial(_newton, steps=3),
    "curvature without 1 − s": partial(_newton, steps=2, curvature=lambda s, x: np.sum(s * x**2)),
    "mean slope, summed curvature": partial(_newton, slope=lambda s, y, x: np.mean(s * y * x)),
    "ten steps of gradient descent": partial(_newton, steps=10, curvature=lambda s, x: 20 * np.sum(x**2)),
    "with a bias of its own": _with_a_bias,
    "labels 0 and 1": lambda x, y, f: _newton(x, (y + 1) / 2, f),
    "outputs subtracted": lambda x, y, f: _newton(x, y, -f),
    "penalized": partial(_newton, extra=1.0),
    "one decimal": lambda x, y, f: round(_newton(x, y, f), 1),
}
RIGHT["9.11 single weight"] = {
    "gradient descent": _descended,
}


def _credit(X, y, rounds, *, bias=None, tune=_newton, part=1.0, start=True):
    b = np.log((y > 0).sum() / (y < 0).sum()) if bias is None else bias(y)
    f, w, order = np.full(len(y), float(b)), np.zeros(X.shape[1]), []
    for _ in range(rounds):
        weights = np.array([tune(x, y, f if start else 0 * f) for x in X.T])
        costs = np.logaddexp(0, -y[:, None] * (f[:, None] + weights * X)).sum(axis=0)
        costs[order] = np.inf
        n = int(np.argmin(costs))
        order.append(n)
        w[n] = part * weights[n]
        f = f + w[n] * X[:, n]
    return b, w, order


WRONG["9.11 credit"] = {
    "logarithm of the share": partial(_credit, bias=lambda y: np.log((y > 0).mean())),
    "share": partial(_credit, bias=lambda y: (y > 0).mean()),
    "two steps": partial(_credit, tune=lambda x, y, f: _newton(x, y, f, steps=2)),
    "shrinkage 0.1": partial(_credit, part=0.1),
    "outputs forgotten in the weight": partial(_credit, start=False),
    "first label left out": lambda X, y, m: _credit(X[1:], y[1:], m),
    "order reversed": lambda X, y, m: (*_credit(X, y, m)[:2], _credit(X, y, m)[2][::-1]),
    "squares for the weights": partial(_credit, tune=lambda x, y, f: _slope(x, y - f)),
    "with a bias of its own": partial(_credit, tune=_with_a_bias),
    "one round less": lambda X, y, m: _credit(X, y, m - 1),
}
RIGHT["9.11 credit"] = {
    "gradient descent": partial(_credit, tune=_descended),
    "bias tuned": partial(_credit, bias=lambda y: _newton(np.ones(len(y)), y, 0 * y)),
}


# Exercises 9.12 and 9.13: penalties


def _squares(X, y, w):
    return np.mean((_with_ones(X) @ w - y) ** 2)


def _size(w):
    return np.abs(w[1:]).sum()


WRONG["9.12 cost"] = {
    "largest weight": lambda X, y, w, lam: _squares(X, y, w) + lam * np.abs(w[1:]).max(),
    "magnitude of the sum": lambda X, y, w, lam: _squares(X, y, w) + lam * abs(w[1:].sum()),
    "half": lambda X, y, w, lam: _squares(X, y, w) / 2 + lam * _size(w),
    "root": lambda X, y, w, lam: np.sqrt(_squares(X, y, w)) + lam * _size(w),
    "no bias in the model": lambda X, y, w, lam: np.mean((X @ w[1:] - y) ** 2) + lam * _size(w),
    "penalty shared out": lambda X, y, w, lam: _squares(X, y, w) + lam / len(y) * _size(w),
    "magnitudes of residuals": lambda X, y, w, lam: np.abs(_with_ones(X) @ w - y).mean() + lam * _size(w),
    "last weight free": lambda X, y, w, lam: _squares(X, y, w) + lam * np.abs(w[:-1]).sum(),
    "P − 1": lambda X, y, w, lam: _squares(X, y, w) * len(y) / (len(y) - 1) + lam * _size(w),
    "variance": lambda X, y, w, lam: np.var(X @ w[1:] - y) + lam * _size(w),
}
RIGHT["9.12 cost"] = {
    "loop": lambda X, y, w, lam: sum((w[0] + x @ w[1:] - t) ** 2 / len(y) for x, t in zip(X, y, strict=True)) + lam * _size(w),
    "norms": lambda X, y, w, lam: np.linalg.norm(_with_ones(X) @ w - y) ** 2 / len(y) + lam * np.linalg.norm(w[1:], 1),
}


def _signs(w):
    return np.sign(w) * (np.arange(len(w)) > 0)


def _steep(X, y, w):
    return 2 * _with_ones(X).T @ (_with_ones(X) @ w - y) / len(y)


def _logistic(X, y, w):
    return -_with_ones(X).T @ (_sigma(-y * (_with_ones(X) @ w)) * y) / len(y)


def _towards(w, amount):
    return np.append(w[0], np.sign(w[1:]) * np.maximum(np.abs(w[1:]) - amount, 0))


#: A step from w, given the slopes g, with another penalty, by name.
STEPS = {
    "divided by the magnitude": lambda w, g, lam, a: w - a * (g + lam * np.append(0, w[1:] / np.abs(w[1:]))),
    "soft threshold": lambda w, g, lam, a: _towards(w - a * g, a * lam),
    "stopped at zero": lambda w, g, lam, a: (v := w - a * (g + lam * _signs(w))) * (_signs(w) * v >= 0),
    "half the penalty": lambda w, g, lam, a: w - a * (g + lam / 2 * _signs(w)),
    "last weight free": lambda w, g, lam, a: w - a * (g + lam * np.append(np.sign(w[:-1]), 0)),
    "bias kept": lambda w, g, lam, a: w - a * (g + lam * np.sign(w)) * (np.arange(len(w)) > 0),
    "sign of 0 is +1": lambda w, g, lam, a: w - a * (g + lam * np.append(0, np.where(w[1:] >= 0, 1, -1))),
    "signs of the slopes": lambda w, g, lam, a: w - a * (g + lam * _signs(g)),
}


def _stepping(rule):
    return lambda X, y, w, lam, alpha: rule(w, _steep(X, y, w), lam, alpha)


WRONG["9.12 step"] = {name: _stepping(rule) for name, rule in STEPS.items()} | {
    "no bias in the model": lambda X, y, w, lam, a: w - a * (_steep(X, y, w * (np.arange(len(w)) > 0)) + lam * _signs(w)),
    "sum": lambda X, y, w, lam, a: w - a * (_steep(X, y, w) * len(y) + lam * _signs(w)),
}
RIGHT["9.12 step"] = {
    "list": lambda X, y, w, lam, a: list(w - a * (_steep(X, y, w) + lam * np.append(0, (w[1:] > 0) * 1 - (w[1:] < 0)))),
}


def _right_step(w, g, lam, a):
    return w - a * (g + lam * _signs(w))


def _path(slopes, *, rule=_right_step, start=lambda y: 0.0, keep=lambda rows: rows[-1], more=0, then=np.array):
    def path(X, y, lambdas, alpha, steps):
        found = []
        for lam in lambdas:
            rows = [np.append(start(y), np.zeros(X.shape[1]))]
            for _ in range(steps + more):
                rows.append(rule(rows[-1], slopes(X, y, rows[-1]), lam, alpha))
            found.append(keep(rows))
        found = then(found)
        return found[:, 0], found[:, 1:]

    return path


def _side_by_side(slopes):
    def path(X, y, lambdas, alpha, steps):
        W = np.zeros((len(lambdas), X.shape[1] + 1))
        for _ in range(steps):
            W = W - alpha * np.array([slopes(X, y, w) + lam * _signs(w) for w, lam in zip(W, lambdas, strict=True)])
        return W[:, 0].tolist(), W[:, 1:].tolist()

    return path


for _name, _slopes in (("9.12 path", _steep), ("9.13 path", _logistic)):
    WRONG[_name] = {name: _path(_slopes, rule=rule) for name, rule in STEPS.items()} | {
        "starts from the mean": _path(_slopes, start=np.mean),
        "mean of the steps": _path(_slopes, keep=lambda rows: np.mean(rows, axis=0)),
        "one step more": _path(_slopes, more=1),
        "bias in the last column": _path(_slopes, then=lambda found: np.roll(found, 1, axis=1)),
    }
    RIGHT[_name] = {"side by side": _side_by_side(_slopes)}


def _g(X, y, w, factor):
    return -_with_ones(X).T @ factor(y, _with_ones(X) @ w) / len(y)


WRONG["9.13 gradient"] = {
    "squared σ": partial(_g, factor=lambda y, f: _sigma(-y * f) ** 2 * y),
    "derivative of σ": partial(_g, factor=lambda y, f: _sigma(-y * f) * _sigma(y * f) * y),
    "P − 1": lambda X, y, w: _logistic(X, y, w) * len(y) / (len(y) - 1),
    "bias last": lambda X, y, w: np.roll(_logistic(X, y, w), -1),
    "bias taken as the last weight": lambda X, y, w: np.roll(_logistic(X, y, np.roll(w, 1)), -1),
    "slope of the bias 0": lambda X, y, w: np.append(0, _logistic(X, y, w)[1:]),
    "no slope of the bias": lambda X, y, w: _logistic(X, y, w)[1:],
    "misclassified only": partial(_g, factor=lambda y, f: (y * f <= 0) * y),
    "exponent without the label": partial(_g, factor=lambda y, f: _sigma(-f) * y),
    "cost in place of its slope": partial(_g, factor=lambda y, f: np.log1p(np.exp(-y * f)) * y),
}
RIGHT["9.13 gradient"] = {
    "labels 0 and 1": partial(_g, factor=lambda y, f: (y + 1) / 2 - _sigma(f)),
    "tanh": lambda X, y, w: list(_g(X, y, w, lambda y, f: y * (1 - np.tanh(y * f / 2)) / 2)),
}


def _at_zero(X, y, bias=None):
    return _logistic(X, y, np.append(np.log((y > 0).sum() / (y < 0).sum()) if bias is None else bias, np.zeros(X.shape[1])))


WRONG["9.13 largest λ"] = {
    "no magnitude": lambda X, y: _at_zero(X, y)[1:].max(),
    "magnitude of the largest": lambda X, y: abs(_at_zero(X, y)[1:].min()),
    "smallest slope": lambda X, y: np.abs(_at_zero(X, y)[1:]).min(),
    "length": lambda X, y: np.linalg.norm(_at_zero(X, y)),
    "half log odds": lambda X, y: np.abs(_at_zero(X, y, np.log((y > 0).sum() / (y < 0).sum()) / 2)[1:]).max(),
    "bias of base 10": lambda X, y: np.abs(_at_zero(X, y, np.log10((y > 0).sum() / (y < 0).sum()))[1:]).max(),
    "share as bias": lambda X, y: np.abs(_at_zero(X, y, (y > 0).mean())[1:]).max(),
    "first feature": lambda X, y: abs(_at_zero(X, y)[1]),
    "of least squares": lambda X, y: 2 * np.abs((y - y.mean()) @ X / len(y)).max(),
    "P − 1": lambda X, y: np.abs(_at_zero(X, y)).max() * len(y) / (len(y) - 1),
}
RIGHT["9.13 largest λ"] = {
    "with the bias": lambda X, y: np.abs(_at_zero(X, y)).max(),
    "covariance": lambda X, y: np.abs(np.cov(X.T, y / 2, ddof=0)[-1, :-1]).max(),
}


# Set C1: degrees


def _folds(x, y, fold_of, degree, *, train=lambda k, of: of != k, error=lambda d: np.mean(d**2), fit=_fit, table=None, last=1):
    A = table(x, degree) if table else np.vander(x, degree + 1, increasing=True)
    found = []
    for k in range(fold_of.max() + last):
        rows = train(k, fold_of)
        found.append(error(A[fold_of == k] @ fit(A[rows], y[rows]) - y[fold_of == k]))
    return np.array(found)


WRONG["C1 held out"] = {
    "magnitudes": partial(_folds, error=lambda d: np.abs(d).mean()),
    "square of the mean": partial(_folds, error=lambda d: d.mean() ** 2),
    "divided by all examples": lambda x, y, of, m: _folds(x, y, of, m, error=lambda d: np.sum(d**2) / len(x)),
    "one less below": partial(_folds, error=lambda d: np.sum(d**2) / (len(d) - 1)),
    "last fold left out": partial(_folds, last=0),
    "one degree more": lambda x, y, of, m: _folds(x, y, of, m + 1),
    "one degree less": lambda x, y, of, m: _folds(x, y, of, max(m - 1, 0)),
    "folds in blocks": lambda x, y, of, m: _folds(x, y, np.sort(of), m),
    "next fold only": partial(_folds, train=lambda k, of: of == (k + 1) % (of.max() + 1)),
    "two folds held out": partial(_folds, train=lambda k, of: (of != k) & (of != (k + 1) % (of.max() + 1))),
}
RIGHT["C1 held out"] = {
    "normal equations": lambda *a: _folds(*a, fit=lambda A, y: np.linalg.solve(A.T @ A, A.T @ y)).tolist(),
    "powers of 2 x": partial(_folds, table=lambda x, m: np.column_stack([(2 * x) ** d for d in range(m + 1)])),
}


def _degree(limit, *, first=0):
    """Take the lowest degree from `first` on whose mean is within the limit."""
    return lambda e: first + int(np.argmax(e.mean(axis=0)[first:] <= limit(e, e[:, e.mean(axis=0).argmin()])))


def _within(e):
    best = e[:, e.mean(axis=0).argmin()]
    return e.mean(axis=0) <= best.mean() + best.std(ddof=1) / np.sqrt(len(e))


def _down_from_the_best(e):
    degree = int(e.mean(axis=0).argmin())
    while degree > 0 and _within(e)[degree - 1]:
        degree -= 1
    return degree


def _first_valley(e):
    means = e.mean(axis=0)
    return next((m for m in range(len(means) - 1) if means[m + 1] >= means[m]), len(means) - 1)


WRONG["C1 one standard error"] = {
    "ddof 0": _degree(lambda e, b: b.mean() + b.std() / np.sqrt(len(b))),
    "√10": _degree(lambda e, b: b.mean() + b.std(ddof=1) / np.sqrt(10)),
    "√ of the degrees": _degree(lambda e, b: b.mean() + b.std(ddof=1) / np.sqrt(e.shape[1])),
    "√(K − 1)": _degree(lambda e, b: b.mean() + b.std(ddof=1) / np.sqrt(len(b) - 1)),
    "divided by K": _degree(lambda e, b: b.mean() + b.std(ddof=1) / len(b)),
    "stops at the first bad one": _down_from_the_best,
    "first valley": _first_valley,
    "mean standard error": _degree(lambda e, b: b.mean() + e.std(axis=0, ddof=1).mean() / np.sqrt(len(b))),
    "deviation of all errors": _degree(lambda e, b: b.mean() + e.std(ddof=1) / np.sqrt(e.size)),
    "from degree 1 on": _degree(lambda e, b: b.mean() + b.std(ddof=1) / np.sqrt(len(b)), first=1),
}
RIGHT["C1 one standard error"] = {
    "variance over K": _degree(lambda e, b: b.mean() + (b.var(ddof=1) / len(b)) ** 0.5),
    "loop": lambda e: min(m for m, good in enumerate(_within(e)) if good),
}


# Set C2: searches


def _total(N, steps):
    return sum(N - step for step in range(steps))


WRONG["C2 price"] = {
    "one step less": lambda N, k: (comb(N, k), _total(N, k - 1), _total(N, N - k - 1)),
    "one step more": lambda N, k: (comb(N, k), _total(N, k + 1), _total(N, N - k + 1)),
    "up to this size": lambda N, k: (sum(comb(N, m) for m in range(k + 1)), _total(N, k), _total(N, N - k)),
    "all but the empty set": lambda N, k: (2**N - 1, _total(N, k), _total(N, N - k)),
    "searches to the end": lambda N, k: (comb(N, k), _total(N, N), _total(N, N)),
    "N to the power of the size": lambda N, k: (N**k, _total(N, k), _total(N, N - k)),
    "with repeats": lambda N, k: (comb(N + k - 1, k), _total(N, k), _total(N, N - k)),
    "one candidate less": lambda N, k: (comb(N, k), _total(N - 1, k), _total(N - 1, N - k)),
    "backward from the size": lambda N, k: (comb(N, k), _total(N, k), _total(N - k, N - k)),
    "forward from the size": lambda N, k: (comb(N, k), _total(k, k), _total(N, N - k)),
}
RIGHT["C2 price"] = {
    "formulas": lambda N, k: [comb(N, N - k), k * (2 * N - k + 1) / 2, (N - k) * (N + k + 1) / 2],
    "enumerated": lambda N, k: (len(list(combinations(range(N), k))), sum(range(N, N - k, -1)), sum(range(N, k, -1))),
}


def _search(J, pool, chosen, steps, change, *, score=float, to_beat=-np.inf, reset=True, stop=False):
    """Take the best candidate in each step; it has to beat a value, and with `reset` the same one in each step."""
    order, values, best = [], [], to_beat
    for _ in range(steps):
        best, winner = to_beat if reset else best, None
        for n in pool:
            if n not in order and score(J(change(chosen, n))) > best:
                winner, best = n, score(J(change(chosen, n)))
        if winner is None or (stop and values and best <= values[-1]):
            break
        chosen = change(chosen, winner)
        order.append(winner)
        values.append(J(chosen))
    return order, values


def _forward(J, N, size, *, pool=None, **wrong):
    return _search(J, pool or range(N), frozenset(), size, lambda S, n: S | {n}, **wrong)


def _backward(J, N, size, *, pool=None, **wrong):
    return _search(J, pool or range(N), frozenset(range(N)), N - size, lambda S, n: S - {n}, **wrong)


def _both_ways(search):
    """Mistakes that can be made in either direction."""
    return {
        "starts from 0": partial(search, to_beat=0),
        "best value never reset": partial(search, reset=False),
        "stops where J falls": partial(search, stop=True),
        "magnitude": partial(search, score=abs),
        "feature 0 forgotten": lambda J, N, k: search(J, N, k, pool=range(1, N)),
        "last feature forgotten": lambda J, N, k: search(J, N, k, pool=range(N - 1)),
        "sorted": lambda J, N, k: (sorted(search(J, N, k)[0]), search(J, N, k)[1]),
        "gains": lambda J, N, k: (search(J, N, k)[0], np.diff(search(J, N, k)[1], prepend=0).tolist()),
        "largest values so far": lambda J, N, k: (search(J, N, k)[0], np.maximum.accumulate([*search(J, N, k)[1], -99])[:-1]),
    }


WRONG["C2 sfs"] = _both_ways(_forward) | {
    "one step less": lambda J, N, k: _forward(J, N, k - 1),
    "values before the step": lambda J, N, k: (_forward(J, N, k)[0], [J(()), *_forward(J, N, k)[1][:-1]]),
}
WRONG["C2 sbs"] = _both_ways(_backward) | {
    "one step less": lambda J, N, k: _backward(J, N, k + 1),
    "the features left": lambda J, N, k: ([n for n in range(N) if n not in _backward(J, N, k)[0]], _backward(J, N, k)[1]),
}
RIGHT["C2 sfs"] = {
    "loop": lambda J, N, k: tuple(map(np.array, _forward(lambda S: J(list(S)), N, k))),
}
RIGHT["C2 sbs"] = {"loop": lambda J, N, k: [np.array(_backward(J, N, k)[0], dtype=float), tuple(_backward(J, N, k)[1])]}


def _best(J, sets, *, best=(), value=-np.inf):
    for S in sets:
        if J(S) > value:
            best, value = list(S), J(S)
    return list(best), value


WRONG["C2 best subset"] = {
    "starts from 0": lambda J, N, k: _best(J, combinations(range(N), k), value=0),
    "up to this size": lambda J, N, k: _best(J, (S for m in range(k + 1) for S in combinations(range(N), m))),
    "all sizes": lambda J, N, k: _best(J, (S for m in range(N + 1) for S in combinations(range(N), m))),
    "one less": lambda J, N, k: _best(J, combinations(range(N), k - 1)),
    "magnitude": lambda J, N, k: (S := max(combinations(range(N), k), key=lambda S: abs(J(S))), J(S)),
    "feature 0 forgotten": lambda J, N, k: _best(J, combinations(range(1, N), k)),
    "last feature forgotten": lambda J, N, k: _best(J, combinations(range(N - 1), k)),
    "with feature 0": lambda J, N, k: _best(J, ((0, *S) for S in combinations(range(1, N), k - 1))),
    "first set": lambda J, N, k: (list(range(k)), J(range(k))),
    "one more": lambda J, N, k: _best(J, combinations(range(N), k + 1)),
}
RIGHT["C2 best subset"] = {
    "sorted": lambda J, N, k: (S := sorted(combinations(range(N), k), key=J)[-1], J(set(S))),
    "loop": lambda J, N, k: [np.array(part) for part in _best(J, combinations(range(N), k), value=-float("inf"))],
}


# Set C3: ranking


def _r(X, y):
    return np.array([np.corrcoef(x, y)[0, 1] for x in X.T])


def _ranks(x):
    return np.argsort(np.argsort(x, axis=0), axis=0).astype(float)


WRONG["C3 pearson"] = {
    "of ranks": lambda X, y: _r(_ranks(X), _ranks(y)),
    "one more below": lambda X, y: _r(X, y) * len(y) / (len(y) - 1),
    "not divided by P": lambda X, y: _r(X, y) * len(y),
    "slope": lambda X, y: _r(X, y) * y.std() / X.std(axis=0),
    "one mean for all": lambda X, y: (
        (y - y.mean()) @ (X - X.mean()) / np.linalg.norm(X - X.mean(), axis=0) / np.linalg.norm(y - y.mean())
    ),
    "one length for all": lambda X, y: (y - y.mean()) @ X / np.linalg.norm(X - X.mean(axis=0)) / np.linalg.norm(y - y.mean()),
    "y not centred below": lambda X, y: _r(X, y) * np.linalg.norm(y - y.mean()) / np.linalg.norm(y),
    "X not centred below": lambda X, y: (y - y.mean()) @ X / np.linalg.norm(X - X.mean(axis=0), axis=0) / np.linalg.norm(y),
    "medians": lambda X, y: (lambda V, r: r @ V / np.linalg.norm(V, axis=0) / np.linalg.norm(r))(
        X - np.median(X, axis=0), y - np.median(y)
    ),
    "lengths without roots": lambda X, y: _r(X, y) / X.std(axis=0) / y.std(),
}
RIGHT["C3 pearson"] = {
    "corrcoef": lambda X, y: _r(X, y).tolist(),
    "z-scores": lambda X, y: np.mean((X - X.mean(0)) / X.std(0) * ((y - y.mean()) / y.std())[:, None], axis=0),
}


def _lines(X, y, *, loss=lambda d: np.mean(d**2), slope=lambda v, y: np.polyfit(v, y, 1)[0], intercept=None):
    found = []
    for v in X.T:
        a = slope(v, y)
        found.append(loss(a * v + (intercept(a, v, y) if intercept else y.mean() - a * v.mean()) - y))
    return np.array(found)


WRONG["C3 losses"] = {
    "magnitudes": partial(_lines, loss=lambda d: np.abs(d).mean()),
    "P − 2": partial(_lines, loss=lambda d: np.sum(d**2) / (len(d) - 2)),
    "P − 1": partial(_lines, loss=lambda d: np.var(d, ddof=1)),
    "all features together": lambda X, y: np.full(X.shape[1], np.mean((_with_ones(X) @ _fit(_with_ones(X), y) - y) ** 2)),
    "lines the other way": lambda X, y: np.array([_lines(y[:, None], x)[0] for x in X.T]),
    "slope with two divisors": partial(_lines, slope=lambda v, y: np.cov(v, y)[0, 1] / v.var()),
    "half centred slope": partial(_lines, slope=lambda v, y: v @ (y - y.mean()) / (v @ v)),
    "slope is r": partial(_lines, slope=lambda v, y: np.corrcoef(v, y)[0, 1]),
    "intercept added": partial(_lines, intercept=lambda a, v, y: y.mean() + a * v.mean()),
    "parabola": lambda X, y: [np.mean((np.polyval(np.polyfit(v, y, 2), v) - y) ** 2) for v in X.T],
}
RIGHT["C3 losses"] = {
    "by r": lambda X, y: (1 - _r(X, y) ** 2) * y.var(),
    "variance of what is left": partial(_lines, loss=np.var),
}


def _information(counts, *, term=lambda p, e: p * np.log2(p / e), expected=None):
    p = counts / counts.sum()
    e = expected(p) if expected else np.outer(p.sum(axis=1), p.sum(axis=0))
    return sum(term(a, b) for a, b in zip(p.ravel(), e.ravel(), strict=True) if a > 0)


WRONG["C3 mutual information"] = {
    "magnitudes": partial(_information, term=lambda p, e: abs(p * np.log2(p / e))),
    "smoothed where empty": lambda c: _information(c + 1 if (c == 0).any() else c),
    "empty rows left out": lambda c: _information(c[(c > 0).all(axis=1)]),
    "0.01 against log 0": lambda c: _information(np.where(c == 0, 0.01, c), term=lambda p, e: p * np.log2(p / e)),
    "against equal cells": partial(_information, expected=lambda p: np.full(p.shape, 1 / p.size)),
    "expected of rows only": partial(_information, expected=lambda p: np.outer(p.sum(axis=1), np.ones(p.shape[1]))),
    "expected of columns only": partial(_information, expected=lambda p: np.outer(np.ones(len(p)), p.sum(axis=0))),
    "chi squared": partial(_information, term=lambda p, e: (p - e) ** 2 / e),
    "share of the label's entropy": lambda c: _information(c) / _entropy(c.sum(axis=0) / c.sum()),
    "what the label leaves open": lambda c: _entropy(c / c.sum()) - _entropy(c.sum(axis=0) / c.sum()),
}
RIGHT["C3 mutual information"] = {
    "entropies": lambda c: sum(_entropy(c.sum(axis=k) / c.sum()) for k in (0, 1)) - _entropy(c / c.sum()),
    "1e-12 against log 0": lambda c: _information(c + 1e-12),
}


def _drops(predict, X, y, permutations, *, moved=lambda x, p: x[p], mean=np.mean, change=lambda drop: drop, before=None):
    accuracy = np.mean(predict(X) == y) if before is None else before
    found = []
    for n in range(X.shape[1]):
        drops = []
        for p in permutations:
            permuted = X.copy()
            permuted[:, n] = moved(X[:, n], p)
            drops.append(change(accuracy - np.mean(predict(permuted) == y)))
        found.append(mean(drops))
    return np.array(found)


def _inverse(x, p):
    found = x.copy()
    found[p] = x
    return found


def _changed_in_place(predict, X, y, permutations):
    before, found = np.mean(predict(X) == y), []
    for n in range(X.shape[1]):
        X[:, n] = X[permutations[0], n]
        found.append(before - np.mean(predict(X) == y))
    return found


WRONG["C3 permutation"] = {
    "none below 0": lambda *a: np.maximum(_drops(*a), 0),
    "no drop below 0": partial(_drops, change=lambda drop: max(0, drop)),
    "magnitude of each drop": partial(_drops, change=abs),
    "the other way round": partial(_drops, moved=_inverse),
    "last permutation": partial(_drops, mean=lambda drops: drops[-1]),
    "divided by the features": lambda f, X, y, P: _drops(f, X, y, P, mean=sum) / X.shape[1],
    "own permutations": partial(_drops, moved=lambda x, p: np.random.default_rng(0).permutation(x)),
    "accuracy taken to be 1": partial(_drops, before=1.0),
    "in place": _changed_in_place,
    "one permutation for each feature": lambda f, X, y, P: [
        _drops(f, X, y, P[n % len(P)][None])[n] for n in range(X.shape[1])
    ],
}
RIGHT["C3 permutation"] = {
    "errors": lambda f, X, y, P: [
        np.mean([f(np.where(np.arange(X.shape[1]) == n, X[p], X)) != y for p in P]) - np.mean(f(X) != y)
        for n in range(X.shape[1])
    ],
    "labels as they are": lambda f, X, y, P: _drops(lambda X: np.array(list(f(X))), X, y, P).tolist(),
}


# Set C4: fitting


def _alpha(K, y, lam):
    return np.linalg.solve(np.eye(len(y)) + K / lam, y)


def _kernel(function):
    """Use another kernel."""
    return lambda X, y, lam, new: (a := _alpha(function(X, X), y, lam), function(new, X) @ a / lam)


def _part(change, predicted=lambda p, lam: p):
    def dual(X, y, lam, new):
        alpha = _alpha(X @ X.T, y, lam)
        return change(alpha, lam), predicted(new @ X.T @ alpha / lam, lam)

    return dual


WRONG["C4 dual"] = {
    "y centred": lambda X, y, lam, new: (a := _alpha(X @ X.T, y - y.mean(), lam), new @ X.T @ a / lam + y.mean()),
    "X centred": _kernel(lambda A, B: (A - B.mean(axis=0)) @ (B - B.mean(axis=0)).T),
    "with a bias": _kernel(lambda A, B: A @ B.T + 1),
    "λ squared": lambda X, y, lam, new: (a := _alpha(X @ X.T, y, lam**2), new @ X.T @ a / lam**2),
    "half of λ": lambda X, y, lam, new: (a := _alpha(X @ X.T, y, lam / 2), new @ X.T @ a / (lam / 2)),
    "α times λ": _part(lambda a, lam: a * lam),
    "α negative": _part(lambda a, lam: -a),
    "predictions times λ": _part(lambda a, lam: a, lambda p, lam: p * lam**2),
    "predictions of the old rows": lambda X, y, lam, new: (a := _alpha(X @ X.T, y, lam), X @ X.T @ a / lam),
    "the weights": lambda X, y, lam, new: (t := X.T @ _alpha(X @ X.T, y, lam) / lam, new @ t),
}
RIGHT["C4 dual"] = {
    "primal": lambda X, y, lam, new: (y - X @ (t := np.linalg.solve(X.T @ X + lam * np.eye(X.shape[1]), X.T @ y)), new @ t),
    "inverse and loops": lambda X, y, lam, new: [
        a := np.linalg.inv(np.eye(len(y)) + np.einsum("sn,tn->st", X, X) / lam) @ y,
        [sum(a[t] * (X[t] @ x) for t in range(len(y))) / lam for x in new],
    ],
}


def _soft(p, lam):
    return np.sign(p) * max(abs(p) - lam, 0)


def _lasso(X, y, lam, sweeps, *, rule=lambda p, q, lam: _soft(p, lam) / q, columns=None, residual=None, before=None):
    w = np.zeros(X.shape[1])
    for sweep in range(sweeps):
        for n in columns(X) if columns else range(X.shape[1]):
            if before and before(sweep, n, w):
                continue
            r = residual(X, y, w, n) if residual else y - X @ w + w[n] * X[:, n]
            w[n] = rule(X[:, n] @ r, X[:, n] @ X[:, n], 0 if before and n == -1 else lam)
    return w


WRONG["C4 coordinate descent"] = {
    "λ times P": lambda X, y, lam, k: _lasso(X, y, lam * len(y), k),
    "λ divided by P": lambda X, y, lam, k: _lasso(X, y, lam / len(y), k),
    "twice λ": lambda X, y, lam, k: _lasso(X, y, 2 * lam, k),
    "beyond 0": partial(_lasso, rule=lambda p, q, lam: (p - lam * np.sign(p)) / q),
    "divided by P": lambda X, y, lam, k: _lasso(X, y, lam, k, rule=lambda p, q, lam: _soft(p, lam) / len(y)),
    "each feature alone": partial(_lasso, residual=lambda X, y, w, n: y),
    "centred": lambda X, y, lam, k: _lasso(X - X.mean(axis=0), y - y.mean(), lam, k),
    "first weight forgotten": partial(_lasso, columns=lambda X: range(1, X.shape[1])),
    "last weight forgotten": partial(_lasso, columns=lambda X: range(X.shape[1] - 1)),
    "thresholded least squares": lambda X, y, lam, k: np.array([_soft(w, lam) for w in _fit(X, y)]),
}
RIGHT["C4 coordinate descent"] = {
    "from the last to the first": lambda *a: _lasso(*a, columns=lambda X: range(X.shape[1])[::-1]).tolist(),
    "least squares first": partial(
        _lasso, rule=lambda p, q, lam: np.clip(p, p - lam, p + lam) / q - np.clip(p, -lam, lam) / q
    ),
}


def _rest(X, y, taken):
    return y - X[:, taken] @ _fit(X[:, taken], y) if len(taken) else y


def _ways(X, y, taken, *, r=None, costs=None, pick=None, free=None):
    """Return the picks of the three ways and J, with other residuals, scores or costs."""
    r = _rest(X, y, taken) if r is None else r(X, y, taken)
    left = [n for n in range(X.shape[1]) if n not in taken] if free is None else free(X, taken)
    full = lambda n: (_rest(X, y, [*taken, n]) ** 2).sum() / 2  # noqa: E731
    scores = [lambda n: -full(n), lambda n: (r @ X[:, n]) ** 2 / (X[:, n] @ X[:, n]), lambda n: abs(r @ X[:, n])]
    scores = pick(scores, X, r) if pick else scores
    picks = [max(left, key=score) for score in scores]
    one = [r @ r / 2 - (r @ X[:, n]) ** 2 / (2 * X[:, n] @ X[:, n]) for n in picks]
    return picks, costs(one, r, X, picks) if costs else [full(picks[0]), *one[1:]]


def _one_by_one(X, y, taken):
    r = y
    for n in taken:
        r = r - _slope(X[:, n], r) * X[:, n]
    return r


def _other_picks(change):
    return lambda *a: (change(_ways(*a)[0]), _ways(*a)[1])


WRONG["C4 one round"] = {
    "residuals of single fits": partial(_ways, r=_one_by_one),
    "myopic for all": partial(_ways, pick=lambda scores, X, r: [scores[2]] * 3),
    "not by length": partial(_ways, pick=lambda s, X, r: [s[0], lambda n: (r @ X[:, n]) ** 2 / np.linalg.norm(X[:, n]), s[2]]),
    "forward and myopic swapped": lambda *a: tuple([each[0], each[2], each[1]] for each in _ways(*a)),
    "counted from 1": _other_picks(lambda picks: [n + 1 for n in picks]),
    "numbers among the free": lambda X, y, taken: _other_picks(lambda picks: [n - sum(t < n for t in taken) for n in picks])(
        X, y, taken
    ),
    "gains": partial(_ways, costs=lambda one, r, X, picks: [r @ r / 2 - J for J in one]),
    "gain not halved": lambda *a: (
        _ways(*a)[0],
        [_ways(*a)[1][0], *_ways(*a, costs=lambda J, r, X, k: [2 * j - r @ r / 2 for j in J])[1][1:]],
    ),
    "myopic with a weight of 1": lambda *a: (
        _ways(*a)[0],
        [*_ways(*a)[1][:2], _ways(*a, costs=lambda J, r, X, k: [((r - X[:, k[2]]) ** 2).sum() / 2])[1][0]],
    ),
    "with a bias": lambda X, y, taken: _ways(X - X.mean(axis=0), y - y.mean(), taken),
}
RIGHT["C4 one round"] = {
    "taken ones compete": partial(_ways, free=lambda X, taken: range(X.shape[1])),
    "arrays": lambda *a: tuple(np.array(each) for each in _ways(*a)),
}

"""Mistakes in the other tasks, from digits to fitting, that are in no list, and right forms; see `test_plausible`."""

from itertools import combinations
from math import comb

import numpy as np
from scipy.special import expit, logsumexp
from scipy.stats import entropy


def with_ones(X):
    return np.column_stack([np.ones(len(X)), X])


def path_side_by_side(slopes):
    def path(X, y, lambdas, alpha, steps):
        W, A = np.zeros((len(lambdas), X.shape[1] + 1)), with_ones(X)
        penalty = np.array(lambdas)[:, None] * (np.arange(W.shape[1]) > 0)
        for _ in range(steps):
            W = W - alpha * (np.array([A.T @ slopes(A @ w, y) for w in W]) / len(y) + penalty * np.sign(W))
        return W[:, 0].tolist(), W[:, 1:].tolist()

    return path


#: The loop over λ is the same for both costs.
PATH = {
    "divided by the magnitude": ("np.sign(w)", "w / np.abs(w)"),
    "soft threshold": (
        " + lam * sign)",
        ")\n            w[1:] = np.sign(w[1:]) * np.maximum(np.abs(w[1:]) - alpha * lam, 0)",
    ),
    "stopped at zero": (" + lam * sign)", " + lam * sign)\n            w = w * (sign * w >= 0)"),
    "half the penalty": ("lam * sign", "lam / 2 * sign"),
    "last weight free": ("sign[0] = 0", "sign[-1] = 0"),
    "bias kept": (" + lam * sign)", " + lam * sign) * (np.arange(len(w)) > 0)"),
    "sign of 0 is +1": ("np.sign(w)", "np.where(w >= 0, 1.0, -1.0)"),
    "starts from ones": ("np.zeros", "np.ones"),
    "starts from the mean": ("np.zeros(A.shape[1])\n", "np.zeros(A.shape[1])\n        w[0] = y.mean()\n"),
    "mean of the steps": (
        *("        for _ in", "        total = w\n        for _ in"),
        *(" + lam * sign)", " + lam * sign)\n            total = total + w"),
        *("append(w)", "append(total / (steps + 1))"),
    ),
    "one step more": ("range(steps)", "range(steps + 1)"),
    "bias in the last column": ("rows[:, 0], rows[:, 1:]", "rows[:, -1], rows[:, :-1]"),
}

WRONG = {
    "9.7 cost": {
        "bias last": ("np.ones(len(y)), X", "X, np.ones(len(y))"),
        "base 2": ("softmax_cost(X, y, W)[0]", "softmax_cost(X, y, W)[0] / np.log(2)"),
        "divided by the classes too": ("softmax_cost(X, y, W)[0]", "softmax_cost(X, y, W)[0] / W.shape[1]"),
        "one maximum for all": ("scores.max(axis=1, keepdims=True)", "scores.max()"),
        "1e-12 against log 0": (
            "(np.log(np.exp(scores).sum(axis=1)) - scores[rows, y]).mean()",
            "-np.log(shares[rows, y] + 1e-12).mean()",
        ),
        "maximum of each class": ("scores.max(axis=1, keepdims=True)", "scores.max(axis=0)"),
        "maximum not added again": (
            *("    scores = scores", "    own = scores[np.arange(len(y)), y]\n    scores = scores"),
            *("- scores[rows, y]", "- own"),
        ),
        "labels from 1": ("scores[rows, y]", "scores[rows, y - 1]"),
        "median": (
            "(np.log(np.exp(scores).sum(axis=1)) - scores[rows, y]).mean()",
            "np.median(np.log(np.exp(scores).sum(axis=1)) - scores[rows, y])",
        ),
        "clipped scores": ("scores - scores.max(axis=1, keepdims=True)", "scores.clip(-500, 500)"),
    },
    "9.7 run": {
        "last step missing, start twice": ("costs, errors\n", "[costs[0], *costs[:-1]], [errors[0], *errors[:-1]]\n"),
        "half": ("alpha * gradient", "alpha / 2 * gradient"),
        "sum": ("alpha * gradient", "alpha * len(y) * gradient"),
        "errors after the step": (
            *("        W = W - alpha * gradient\n", ""),
            *("        errors.append", "        W = W - alpha * gradient\n        errors.append"),
        ),
        "errors without the bias": ("(A @ W).argmax", "(X @ W[1:]).argmax"),
        "errors added up": ("costs, errors\n", "costs, np.cumsum(errors)\n"),
        "step length decays": ("alpha * gradient", "alpha / (step + 1) * gradient"),
        "starts from zeros": ("costs, errors = [], []", "costs, errors, W = [], [], 0 * W"),
        "one step less": ("range(steps + 1)", "range(steps)"),
        "gradient after the step": (
            "costs, errors = [], []",
            "costs, errors, W = [], [], W - alpha * softmax_cost(X, y, W)[1]",
        ),
    },
    "9.7 largest step": {
        "last step never tested": ("np.diff(costs)", "np.diff(costs[:-1])"),
        "first step never tested": ("np.diff(costs)", "np.diff(costs[1:])"),
        "first half only": ("np.diff(costs)", "np.diff(costs[: len(costs) // 2])"),
        "below the start": ("(np.diff(costs) <= 0).all()", "max(costs[1:]) < costs[0]"),
        "costs without the start": ("return gamma, costs", "return gamma, costs[1:]"),
        "finite": ("(np.diff(costs) <= 0).all()", "np.isfinite(costs).all()"),
        "powers of e": ("10.0**", "np.e**"),
        "one too far": (
            *("    for gamma", "    before = []\n    for gamma"),
            *("return gamma, costs\n", "return gamma, before\n        before = costs\n"),
        ),
        "falls on the whole": ("(np.diff(costs) <= 0).all()", "(np.diff(costs) < 0).mean() > 0.5"),
        "last cost only": ("return gamma, costs", "return gamma, costs[-1]"),
    },
    "9.9 faded round": {
        "divided by P": ("np.sum(X**2, axis=0)", "len(residual)"),
        "centred columns": ("    tuned =", "    X = X - X.mean(axis=0)\n    tuned ="),
        "number among the free": ("return winner,", "return winner - sum(n < winner for n in used),"),
        "no negative weights": (
            "np.sum((residual[:, None] - tuned * X) ** 2, axis=0)",
            "-X.T @ residual / np.linalg.norm(X, axis=0)",
        ),
        "sum without squares": ("tuned * X) ** 2", "tuned * X)"),
        "the part that fits": ("left = residual - ", "left = "),
        "shrinkage 0.1": ("residual - tuned", "residual - 0.1 * tuned"),
        "magnitude of the weight": ("winner, tuned[winner]", "winner, abs(tuned[winner])"),
        "divided by the length": ("np.sum(X**2, axis=0)", "np.linalg.norm(X, axis=0)"),
        "counted from 1": ("return winner,", "return winner + 1,"),
    },
    "9.9 boosting": {
        "median as bias": ("y.mean()", "np.median(y)"),
        "centred columns": ("    bias =", "    X = X - X.mean(axis=0)\n    bias ="),
        "shrinkage 0.1": ("tuned[best], residual - tuned", "0.1 * tuned[best], residual - 0.1 * tuned"),
        "refitted": (
            "    return bias",
            "    w[order] = np.linalg.lstsq(X[:, order], y - bias, rcond=None)[0]\n    return bias",
        ),
        "one round less": ("range(rounds)", "range(rounds - 1)"),
        "line instead of a weight": (
            "X.T @ residual / (X**2).sum(axis=0)",
            "(X - X.mean(axis=0)).T @ residual / (len(y) * X.var(axis=0))",
        ),
        "sum of magnitudes": (
            "((residual[:, None] - tuned * X) ** 2).mean(axis=0)",
            "np.abs(residual[:, None] - tuned * X).sum(axis=0)",
        ),
        "sum without squares": ("tuned * X) ** 2)", "tuned * X))"),
        "divided by the length": ("(X**2).sum(axis=0)", "np.linalg.norm(X, axis=0)"),
        "residual halved": ("residual - tuned[best]", "residual - tuned[best] / 2"),
    },
    "9.10 complete rows": {
        "first column only": ("np.isnan(X).any(axis=1)", "np.isnan(X[:, 0])"),
        "last column only": ("np.isnan(X).any(axis=1)", "np.isnan(X[:, -1])"),
        "wrong axis": ("axis=1", "axis=0"),
        "positive sums": ("~np.isnan(X).any(axis=1)", "X.sum(axis=1) > 0"),
        "positive rows": ("~np.isnan(X).any(axis=1)", "(X > 0).all(axis=1)"),
        "two gaps": ("~np.isnan(X).any(axis=1)", "np.isnan(X).sum(axis=1) < 2"),
        "up to the first gap": ("~np.isnan(X).any(axis=1)", "np.cumsum(np.isnan(X).any(axis=1)) == 0"),
        "only the first gap": ("~np.isnan(X)", "np.arange(len(X)) != np.argmax(np.isnan(X)", "axis=1)", "axis=1))"),
        "outputs kept": ("X[known], y[known]", "np.where(np.isnan(X), np.nanmedian(X, axis=0), X), y"),
        "all but the last": ("~np.isnan(X).any(axis=1)", "[*~np.isnan(X[:-1]).any(axis=1), True]"),
    },
    "9.10 cars": {
        "not normalized": ("(X - X.mean(axis=0)) /", "X /"),
        "one mean for all": ("(X - X.mean(axis=0)) / X.std(axis=0)", "(X - X.mean()) / X.std()"),
        "one too few": ("return order[:top], signs", "return order[: top - 1], signs[:-1]"),
        "all rounds": ("    signs =", "    top = rounds\n    signs ="),
        "last feature first": ("return order[:top], signs", "return order[:top][::-1], signs[::-1]"),
        "signs as truth values": ("int(np.sign(np.corrcoef(X[:, n], y)[0, 1]))", "int(np.corrcoef(X[:, n], y)[0, 1] > 0)"),
        "worst features": ("np.sum((residual", "-np.sum((residual"),
        "no negative weights": ("np.sum((residual[:, None] - tuned * X) ** 2, axis=0)", "-X.T @ residual"),
        "shrinkage 0.1": ("residual - tuned[winner]", "residual - 0.1 * tuned[winner]", "        costs[order] = np.inf\n", ""),
        "features and signs swapped": ("return order[:top], signs", "return signs, order[:top]"),
    },
    "9.11 single weight": {
        "two steps": ("range(20)", "range(2)"),
        "three steps": ("range(20)", "range(3)"),
        "curvature without 1 − s": ("range(20)", "range(2)", "p * (1 - p) * x**2", "p * x**2"),
        "mean slope, summed curvature": ("np.sum(p * y * x)", "np.mean(p * y * x)"),
        "ten steps of gradient descent": ("range(20)", "range(10)", "np.sum(p * (1 - p) * x**2)", "(20 * np.sum(x**2))"),
        "with a bias of its own": (
            *("    w = 0.0\n", "    w, A = np.zeros(2), np.column_stack([np.ones(len(x)), x])\n"),
            *("w * x", "A @ w", "return w", "return w[1]"),
            "np.sum(p * y * x) / np.sum(p * (1 - p) * x**2)",
            "np.linalg.solve(A.T @ (A * (p * (1 - p))[:, None]), A.T @ (p * y))",
        ),
        "labels 0 and 1": ("    w = 0.0", "    y = (y + 1) / 2\n    w = 0.0"),
        "outputs subtracted": ("outputs +", "-outputs +"),
        "penalized": (
            "np.sum(p * y * x) /",
            "(np.sum(p * y * x) - w) /",
            "np.sum(p * (1 - p)",
            "np.sum(1 / len(x) + p * (1 - p)",
        ),
        "one decimal": ("return w", "return round(w, 1)"),
    },
    "9.11 credit": {
        "logarithm of the share": ("np.log((y == 1).sum() / (y == -1).sum())", "np.log((y == 1).mean())"),
        "share": ("np.log((y == 1).sum() / (y == -1).sum())", "(y == 1).mean()"),
        "two steps": ("steps=20", "steps=2"),
        "shrinkage 0.1": ("tuned[best], outputs + tuned", "0.1 * tuned[best], outputs + 0.1 * tuned"),
        "outputs forgotten in the weight": ("np.exp(y[:, None] * (outputs[:, None] + ", "np.exp(y[:, None] * ("),
        "first label left out": ("    bias =", "    X, y = X[1:], y[1:]\n    bias ="),
        "order reversed": ("np.array(order)", "np.array(order[::-1])"),
        "squares for the weights": (
            "        costs = np",
            "        tuned = X.T @ (y - outputs) / (X**2).sum(axis=0)\n        costs = np",
        ),
        "no labels in the costs": ("np.exp(-y[:, None] *", "np.exp(-1 *"),
        "one round less": ("range(rounds)", "range(rounds - 1)"),
    },
    "9.12 cost": {
        "largest weight": (".sum()", ".max()"),
        "magnitude of the sum": ("np.abs(w[1:]).sum()", "abs(w[1:].sum())"),
        "half": ("np.mean(residuals**2)", "np.mean(residuals**2) / 2"),
        "root": ("np.mean(residuals**2)", "np.sqrt(np.mean(residuals**2))"),
        "no bias in the model": ("w[0] + ", ""),
        "penalty shared out": ("lam *", "lam / len(y) *"),
        "magnitudes of residuals": ("residuals**2", "np.abs(residuals)"),
        "last weight free": ("np.abs(w[1:])", "np.abs(w[:-1])"),
        "P − 1": ("np.mean(residuals**2)", "np.sum(residuals**2) / (len(y) - 1)"),
        "variance": ("np.mean(residuals**2)", "np.var(residuals)"),
    },
    "9.12 step": {
        "divided by the magnitude": ("np.sign(w)", "w / np.abs(w)"),
        "soft threshold": (
            "return w - alpha * (slopes + lam * sign)",
            "w = w - alpha * slopes\n    return np.append(w[0], np.sign(w[1:]) * np.maximum(np.abs(w[1:]) - alpha * lam, 0))",
        ),
        "stopped at zero": ("return w", "w = w", "lam * sign)", "lam * sign)\n    return w * (sign * w >= 0)"),
        "half the penalty": ("lam *", "lam / 2 *"),
        "last weight free": ("sign[0] = 0", "sign[-1] = 0"),
        "bias kept": ("lam * sign)", "lam * sign) * (np.arange(len(w)) > 0)"),
        "sign of 0 is +1": ("np.sign(w)", "np.where(w >= 0, 1.0, -1.0)"),
        "signs of the slopes": ("np.sign(w)", "np.sign(slopes)"),
        "no bias in the model": ("A @ w - y", "X @ w[1:] - y"),
        "sum": (" / len(y)", ""),
    },
    "9.12 path": PATH,
    "9.13 path": PATH,
    "9.13 gradient": {
        "squared σ": ("unsure * y", "unsure**2 * y"),
        "derivative of σ": ("unsure * y", "unsure * (1 - unsure) * y"),
        "P − 1": ("/ len(y)", "/ (len(y) - 1)"),
        "bias last": ("A.T", "np.roll(A.T, -1, axis=0)"),
        "bias taken as the last weight": ("np.ones(len(y)), X", "X, np.ones(len(y))"),
        "slope of the bias 0": ("    return", "    A[:, 0] = 0\n    return"),
        "no slope of the bias": ("A.T", "X.T"),
        "misclassified only": ("unsure * y", "(y * (A @ w) <= 0) * y"),
        "exponent without the label": ("np.exp(y * (A @ w))", "np.exp(A @ w)"),
        "cost in place of its slope": ("unsure * y", "np.log1p(np.exp(-y * (A @ w))) * y"),
    },
    "9.13 largest λ": {
        "no magnitude": ("np.abs(slopes[1:])", "slopes[1:]"),
        "magnitude of the largest": ("np.abs(slopes[1:]).max()", "abs(slopes[1:].min())"),
        "smallest slope": (".max()", ".min()"),
        "length": ("np.abs(slopes[1:]).max()", "np.linalg.norm(slopes)"),
        "half log odds": ("(y < 0).sum())", "(y < 0).sum()) / 2"),
        "bias of base 10": ("np.log(", "np.log10("),
        "share as bias": ("np.log((y > 0).sum() / (y < 0).sum())", "(y > 0).mean()"),
        "first feature": ("slopes[1:]", "slopes[1]"),
        "of least squares": ("slopes[1:]", "2 * (y - y.mean()) @ X / len(y)"),
        "P − 1": ("/ len(y)", "/ (len(y) - 1)"),
    },
    "C1 held out": {
        "magnitudes": (
            "(A[held_out] @ weights - y[held_out]) ** 2",
            "np.abs(A[held_out] @ weights - y[held_out])",
        ),
        "square of the mean": ("y[held_out]) ** 2)", "y[held_out])) ** 2"),
        "divided by all examples": ("np.mean(", "np.sum(", "** 2))", "** 2) / len(x))"),
        "one less below": ("np.mean(", "np.sum(", "** 2))", "** 2) / (held_out.sum() - 1))"),
        "last fold left out": ("fold_of.max() + 1", "fold_of.max()"),
        "one degree more": ("degree + 1", "degree + 2"),
        "one degree less": ("degree + 1", "max(degree, 1)"),
        "folds in blocks": ("    errors = []", "    errors, fold_of = [], np.sort(fold_of)"),
        "next fold only": (
            *("        weights =", "        train = fold_of == (k + 1) % (fold_of.max() + 1)\n        weights ="),
            *("A[~held_out], y[~held_out]", "A[train], y[train]"),
        ),
        "two folds held out": (
            *(
                "        weights =",
                "        train = ~held_out & (fold_of != (k + 1) % (fold_of.max() + 1))\n        weights =",
            ),
            *("A[~held_out], y[~held_out]", "A[train], y[train]"),
        ),
    },
    "C1 one standard error": {
        "ddof 0": ("ddof=1", "ddof=0"),
        "√10": ("len(errors)", "10"),
        "√ of the degrees": ("len(errors)", "errors.shape[1]"),
        "√(K − 1)": ("len(errors)", "len(errors) - 1"),
        "divided by K": ("np.sqrt(len(errors))", "len(errors)"),
        "stops at the first bad one": (
            "    return np.argmax(means <= means[best] + standard_error)",
            "    while best > 0 and means[best - 1] <= means.min() + standard_error:\n        best -= 1\n    return best",
        ),
        "first valley": ("means <= means[best] + standard_error", "np.diff(means, append=np.inf) >= 0"),
        "mean standard error": ("errors[:, best].std(ddof=1)", "errors.std(axis=0, ddof=1).mean()"),
        "deviation of all errors": (
            "errors[:, best].std(ddof=1) / np.sqrt(len(errors))",
            "errors.std() / np.sqrt(errors.size)",
        ),
        "from degree 1 on": ("np.argmax(means <=", "1 + np.argmax(means[1:] <="),
    },
    "C2 price": {
        "one step less": ("range(size)", "range(size - 1)", "range(N - size)", "range(N - size - 1)"),
        "one step more": ("range(size)", "range(size + 1)", "range(N - size)", "range(N - size + 1)"),
        "up to this size": ("comb(N, size)", "sum(comb(N, m) for m in range(size + 1))"),
        "all but the empty set": ("comb(N, size)", "2**N - 1"),
        "searches to the end": ("range(size)", "range(N)", "range(N - size)", "range(N)"),
        "N to the power of the size": ("comb(N, size)", "N**size"),
        "with repeats": ("comb(N, size)", "comb(N + size - 1, size)"),
        "one candidate less": ("forward = sum(N", "forward = sum(N - 1", "backward = sum(N", "backward = sum(N - 1"),
        "backward from the size": ("backward = sum(N", "backward = sum(N - size"),
        "forward from the size": ("forward = sum(N", "forward = sum(size"),
    },
    "C2 sfs": {
        "starts from 0": ("        Y = Y", "        if J(Y | {best}) <= 0:\n            break\n        Y = Y"),
        "stops where J falls": (
            "        Y = Y",
            "        if values and J(Y | {best}) <= values[-1]:\n            break\n        Y = Y",
        ),
        "magnitude": ("J(Y | {n})", "abs(J(Y | {n}))"),
        "feature 0 forgotten": ("range(N)", "range(1, N)"),
        "last feature forgotten": ("range(N)", "range(N - 1)"),
        "sorted": ("return order,", "return sorted(order),"),
        "gains": ("return order, values", "return order, np.diff(values, prepend=0)"),
        "largest values so far": ("return order, values", "return order, np.maximum.accumulate(values)"),
        "one step less": ("< size", "< size - 1"),
        "values before the step": ("values.append(J(Y))", "values.append(J(Y - {best}))"),
    },
    "C2 sbs": {
        "starts from 0": ("        Y = Y", "        if J(Y - {worst}) <= 0:\n            break\n        Y = Y"),
        "stops where J falls": (
            "        Y = Y",
            "        if values and J(Y - {worst}) <= values[-1]:\n            break\n        Y = Y",
        ),
        "magnitude": ("J(Y - {n})", "abs(J(Y - {n}))"),
        "feature 0 forgotten": ("sorted(Y)", "sorted(Y - {0})"),
        "last feature forgotten": ("sorted(Y)", "sorted(Y - {N - 1})"),
        "sorted": ("return removed,", "return sorted(removed),"),
        "gains": ("return removed, values", "return removed, np.diff(values, prepend=0)"),
        "largest values so far": ("return removed, values", "return removed, np.maximum.accumulate(values)"),
        "one step less": ("> size", "> size + 1"),
        "the features left": ("return removed,", "return sorted(Y),"),
    },
    "C2 best subset": {
        "starts from 0": ("return list(best), J(best)", "return (list(best), J(best)) if J(best) > 0 else ([], 0)"),
        "up to this size": (
            "combinations(range(N), size),",
            "(S for m in range(size + 1) for S in combinations(range(N), m)),",
        ),
        "all sizes": ("combinations(range(N), size),", "(S for m in range(N + 1) for S in combinations(range(N), m)),"),
        "one less": ("range(N), size", "range(N), size - 1"),
        "magnitude": ("key=J", "key=lambda S: abs(J(S))"),
        "feature 0 forgotten": ("range(N)", "range(1, N)"),
        "last feature forgotten": ("range(N)", "range(N - 1)"),
        "with feature 0": ("combinations(range(N), size),", "((0, *S) for S in combinations(range(1, N), size - 1)),"),
        "first set": ("max(combinations(range(N), size), key=J)", "range(size)"),
        "one more": ("range(N), size", "range(N), size + 1"),
    },
    "C3 pearson": {
        "of ranks": ("    v, r =", "    X, y = (each.argsort(axis=0).argsort(axis=0) for each in (X, y))\n    v, r ="),
        "one more below": ("return v.T", "return len(y) / (len(y) - 1) * v.T"),
        "not divided by P": ("return v.T", "return len(y) * v.T"),
        "slope": ("axis=0) * np.linalg.norm(r)", "axis=0) ** 2"),
        "one mean for all": ("X.mean(axis=0)", "X.mean()"),
        "one length for all": ("(v, axis=0)", "(v)"),
        "y not centred below": ("np.linalg.norm(r)", "np.linalg.norm(y)"),
        "magnitudes below": ("np.linalg.norm(r)", "np.linalg.norm(r, 1)"),
        "medians": ("X.mean(axis=0), y - y.mean()", "np.median(X, axis=0), y - np.median(y)"),
        "lengths without roots": ("axis=0) * np.linalg.norm(r)", "axis=0) ** 2 * np.linalg.norm(r) ** 2"),
    },
    "C3 losses": {
        "magnitudes": ("((a * v + b - y) ** 2)", "np.abs(a * v + b - y)"),
        "P − 2": ("b - y) ** 2).mean()", "b - y) ** 2).sum() / (len(y) - 2)"),
        "P − 1": ("b - y) ** 2).mean()", "b - y) ** 2).sum() / (len(y) - 1)"),
        "all features together": (
            *("    losses = []", "    A = np.column_stack([np.ones(len(y)), X])\n    losses = []"),
            *("a * v + b - y", "A @ np.linalg.lstsq(A, y, rcond=None)[0] - y"),
        ),
        "lines the other way": (
            "    losses = []",
            "    losses, outputs = [], y",
            "for v in X.T:",
            "for y in X.T:\n        v = outputs",
        ),
        "slope with two divisors": (
            "(v - v.mean()) @ (y - y.mean()) / ((v - v.mean()) ** 2).sum()",
            "np.cov(v, y)[0, 1] / v.var()",
        ),
        "half centred slope": ("((v - v.mean()) ** 2).sum()", "(v @ v)"),
        "slope is r": ("(v - v.mean()) @ (y - y.mean()) / ((v - v.mean()) ** 2).sum()", "np.corrcoef(v, y)[0, 1]"),
        "intercept added": ("y.mean() - a", "y.mean() + a"),
        "parabola": ("a * v + b - y", "np.polyval(np.polyfit(v, y, 2), v) - y"),
    },
    "C3 mutual information": {
        "magnitudes": ("return (", "return abs("),
        "smoothed where empty": ("    share =", "    counts = counts + (counts == 0).any()\n    share ="),
        "empty rows left out": ("    share =", "    counts = counts[(counts > 0).all(axis=1)]\n    share ="),
        "0.01 against log 0": ("    share =", "    counts = np.where(counts == 0, 0.01, counts)\n    share ="),
        "against equal cells": (
            "share.sum(axis=1, keepdims=True) * share.sum(axis=0)",
            "np.full(share.shape, 1 / share.size)",
        ),
        "expected of rows only": (" * share.sum(axis=0)", " + 0 * share"),
        "expected of columns only": ("share.sum(axis=1, keepdims=True) *", "0 * share +"),
        "chi squared": ("(share[there] * np.log2(share[there] / expected[there]))", "((share - expected) ** 2 / expected)"),
        "share of the label's entropy": (
            "    return (",
            "    label = share.sum(axis=0)\n    return -1 / (label * np.log2(label)).sum() * (",
        ),
        "what the label leaves open": ("share.sum(axis=1, keepdims=True) *", "0 * share +", "return (", "return -("),
    },
    "C3 permutation": {
        "none below 0": ("drops.mean(axis=1)", "np.maximum(drops.mean(axis=1), 0)"),
        "no drop below 0": ("drops.mean", "np.maximum(drops, 0).mean"),
        "magnitude of each drop": ("drops.mean", "np.abs(drops).mean"),
        "the other way round": ("X[permutation, n]", "X[np.argsort(permutation), n]"),
        "last permutation": ("drops.mean(axis=1)", "drops[:, -1]"),
        "divided by the features": ("drops.mean(axis=1)", "drops.sum(axis=1) / X.shape[1]"),
        "own permutations": ("X[permutation, n]", "np.random.default_rng(0).permutation(X[:, n])"),
        "accuracy taken to be 1": ("(predict(X) == y).mean()", "1.0"),
        "in place": ("X.copy()", "X"),
        "one permutation for each feature": (
            "drops.mean(axis=1)",
            "[drops[n, n % drops.shape[1]] for n in range(len(drops))]",
        ),
    },
    "C4 dual": {
        "y centred": ("    K =", "    mean, y = y.mean(), y - y.mean()\n    K =", "alpha / lam", "alpha / lam + mean"),
        "X centred": ("    K =", "    new, X = new - X.mean(axis=0), X - X.mean(axis=0)\n    K ="),
        "with a bias": ("K = X @ X.T", "K = X @ X.T + 1", "new @ X.T @", "(new @ X.T + 1) @"),
        "λ squared": ("    K =", "    lam = lam**2\n    K ="),
        "half of λ": ("    K =", "    lam = lam / 2\n    K ="),
        "α times λ": ("return alpha", "return alpha * lam"),
        "α negative": ("return alpha", "return -alpha"),
        "predictions times λ": ("alpha / lam", "alpha * lam"),
        "predictions of the old rows": ("new @", "X @"),
        "the weights": ("return alpha", "return X.T @ alpha / lam"),
    },
    "C4 coordinate descent": {
        "λ times P": ("- lam", "- lam * len(y)"),
        "λ divided by P": ("- lam", "- lam / len(y)"),
        "twice λ": ("- lam", "- 2 * lam"),
        "beyond 0": ("np.sign(product) * max(abs(product) - lam, 0)", "(product - lam * np.sign(product))"),
        "divided by P": ("(X[:, n] @ X[:, n])", "len(y)"),
        "each feature alone": ("y - X @ w + w[n] * X[:, n]", "y"),
        "centred": ("    w =", "    X, y = X - X.mean(axis=0), y - y.mean()\n    w ="),
        "first weight forgotten": ("range(X.shape[1])", "range(1, X.shape[1])"),
        "last weight forgotten": ("range(X.shape[1])", "range(X.shape[1] - 1)"),
        "thresholded least squares": (
            "    return w",
            "    w = np.linalg.lstsq(X, y, rcond=None)[0]\n    return np.sign(w) * np.maximum(np.abs(w) - lam, 0)",
        ),
    },
    "C4 one round": {
        "residuals of single fits": (
            "r = y - X[:, taken] @ np.linalg.lstsq(X[:, taken], y, rcond=None)[0]",
            "for n in taken:\n            r = r - (r @ X[:, n]) / (X[:, n] @ X[:, n]) * X[:, n]",
        ),
        "myopic for all": (
            *("min(left, key=refitted)", "max(left, key=lambda n: abs(r @ X[:, n]))"),
            *("forward = max(left, key=gain)", "forward = greedy"),
        ),
        "not by length": ("key=gain", "key=lambda n: (r @ X[:, n]) ** 2 / np.linalg.norm(X[:, n])"),
        "forward and myopic swapped": (
            *("[greedy, forward, myopic]", "[greedy, myopic, forward]"),
            *("before - gain(forward), before - gain(myopic)", "before - gain(myopic), before - gain(forward)"),
        ),
        "counted from 1": ("[greedy, forward, myopic]", "[greedy + 1, forward + 1, myopic + 1]"),
        "numbers among the free": ("[greedy, forward, myopic]", "[*map(left.index, (greedy, forward, myopic))]"),
        "gains": (
            "[refitted(greedy), before - gain(forward), before - gain(myopic)]",
            "[before - refitted(greedy), gain(forward), gain(myopic)]",
        ),
        "gain not halved": (
            "before - gain(forward), before - gain(myopic)",
            "before - 2 * gain(forward), before - 2 * gain(myopic)",
        ),
        "myopic with a weight of 1": ("before - gain(myopic)", "((r - X[:, myopic]) ** 2).sum() / 2"),
        "with a bias": ("    r = y\n", "    X, y = X - X.mean(axis=0), y - y.mean()\n    r = y\n"),
    },
}

RIGHT = {
    "9.7 cost": {
        "loop": lambda X, y, W: sum(logsumexp((s := W[0] + x @ W[1:]) - s[k]) for x, k in zip(X, y, strict=True)) / len(y),
        "one-hot and einsum": lambda X, y, W: np.mean(
            logsumexp(S := with_ones(X) @ W, axis=1) - np.einsum("pc,pc->p", S, np.eye(W.shape[1])[y])
        ),
    },
    "9.7 run": {"arrays": ("return costs, errors", "return np.array(costs), np.array(errors, dtype=float)")},
    "9.7 largest step": {
        "one after the other": ("(np.diff(costs) <= 0).all()", "all(b <= a for a, b in zip(costs, costs[1:]))"),
        "all runs first": (
            *("    for gamma in sorted(gammas, reverse=True)", "    found = []\n    for gamma in gammas"),
            *("return gamma, costs\n", "found.append((gamma, costs))\n    return max(found)\n"),
        ),
    },
    "9.9 faded round": {
        "by the drop": (
            "np.sum((residual[:, None] - tuned * X) ** 2, axis=0)",
            "-((X.T @ residual) ** 2) / (X**2).sum(axis=0)",
        ),
        "means": ("np.sum((residual", "np.mean((residual"),
    },
    "9.9 boosting": {
        "lstsq": (
            "X.T @ residual / (X**2).sum(axis=0)",
            "np.array([np.linalg.lstsq(x[:, None], residual, rcond=None)[0][0] for x in X.T])",
        ),
        "lists": ("return bias, w, np.array(order)", "return [bias, w.tolist(), order]"),
    },
    "9.10 complete rows": {
        "sums": ("np.isnan(X).any(axis=1)", "np.isnan(X.sum(axis=1))"),
        "equal to itself": ("~np.isnan(X).any(axis=1)", "[p for p, row in enumerate(X) if all(row == row)]"),
    },
    "9.10 cars": {
        "one degree of freedom less": ("X.std(axis=0)", "X.std(axis=0, ddof=1)"),
        "without a bias": ("y - y.mean()", "y"),
    },
    "9.11 single weight": {
        "gradient descent": (
            *("range(20)", "range(1000)"),
            *("np.sum(p * y * x) / np.sum(p * (1 - p) * x**2)", "4 / np.sum(x**2) * np.sum(p * y * x)"),
        ),
    },
    "9.11 credit": {
        "gradient descent": ("steps=20", "steps=1000", "slope / curvature", "4 * slope / (X**2).sum(axis=0)"),
        "bias by the mean": ("np.log((y == 1).sum() / (y == -1).sum())", "2 * np.arctanh(y.mean())"),
    },
    "9.12 cost": {
        "loop": ("np.mean(residuals**2)", "sum(each**2 / len(y) for each in residuals)"),
        "norms": lambda X, y, w, lam: np.linalg.norm(with_ones(X) @ w - y) ** 2 / len(y) + lam * np.linalg.norm(w[1:], 1),
    },
    "9.12 step": {
        "list": (
            *("return w - alpha * (slopes + lam * sign)", "return list(w - alpha * (slopes + lam * sign))"),
            *("np.sign(w)", "1.0 * (w > 0) - (w < 0)"),
        ),
    },
    "9.12 path": {"side by side": path_side_by_side(lambda f, y: 2 * (f - y))},
    "9.13 path": {"side by side": path_side_by_side(lambda f, y: -y * expit(-y * f))},
    "9.13 gradient": {
        "labels 0 and 1": ("unsure * y", "(y + 1) / 2 - 1 / (1 + np.exp(-A @ w))"),
        "tanh": ("unsure * y", "y * (1 - np.tanh(y * (A @ w) / 2)) / 2"),
    },
    "9.13 largest λ": {
        "with the bias": ("slopes[1:]", "slopes"),
        "covariance": lambda X, y: np.abs(np.cov(X.T, y / 2, ddof=0)[-1, :-1]).max(),
    },
    "C1 held out": {
        "normal equations": (
            "np.linalg.lstsq(A[~held_out], y[~held_out], rcond=None)[0]",
            "np.linalg.solve(A[~held_out].T @ A[~held_out], y[~held_out] @ A[~held_out])",
        ),
        "powers of 2 x": ("x**d", "(2 * x) ** d"),
    },
    "C1 one standard error": {
        "variance over K": (
            "errors[:, best].std(ddof=1) / np.sqrt(len(errors))",
            "np.var(errors, 0, ddof=1)[best] ** 0.5 / len(errors) ** 0.5",
        ),
        "loop": (
            "np.argmax(means <= means[best] + standard_error)",
            "min(m for m in range(len(means)) if means[m] <= means[best] + standard_error)",
        ),
    },
    "C2 price": {
        "formulas": lambda N, k: [comb(N, N - k), k * (2 * N - k + 1) / 2, (N - k) * (N + k + 1) / 2],
        "enumerated": lambda N, k: (len(list(combinations(range(N), k))), sum(range(N, N - k, -1)), sum(range(N, k, -1))),
    },
    "C2 sfs": {"arrays": ("J(Y | {n})", "J([*Y, n])", "return order, values", "return np.array(order), np.array(values)")},
    "C2 sbs": {
        "arrays": (
            "sorted(Y)",
            "list(Y)[::-1]",
            "return removed, values",
            "return [np.array(removed, dtype=float), tuple(values)]",
        )
    },
    "C2 best subset": {
        "sorted": ("max(combinations(range(N), size), key=J)", "sorted(combinations(range(N), size), key=J)[-1]"),
        "arrays": ("return list(best), J(best)", "return [np.array(best), np.array(J(best))]"),
    },
    "C3 pearson": {
        "corrcoef": lambda X, y: [np.corrcoef(x, y)[0, 1] for x in X.T],
        "z-scores": lambda X, y: np.mean((X - X.mean(0)) / X.std(0) * ((y - y.mean()) / y.std())[:, None], axis=0),
    },
    "C3 losses": {
        "by r": lambda X, y: (1 - np.corrcoef(X.T, y)[-1, :-1] ** 2) * y.var(),
        "variance of what is left": ("((a * v + b - y) ** 2).mean()", "(a * v - y).var()"),
    },
    "C3 mutual information": {
        "entropies": lambda c: sum(entropy(c.sum(axis=k), base=2) for k in (0, 1)) - entropy(c.ravel(), base=2),
        "1e-12 against log 0": ("    share =", "    counts = counts + 1e-12\n    share ="),
    },
    "C3 permutation": {
        "errors": lambda f, X, y, P: [
            np.mean([f(np.where(np.arange(X.shape[1]) == n, X[p], X)) != y for p in P]) - np.mean(f(X) != y)
            for n in range(X.shape[1])
        ],
        "labels as they are": ("predict(permuted)", "np.array(list(predict(permuted)))"),
    },
    "C4 dual": {
        "primal": lambda X, y, lam, new: (
            y - X @ (t := np.linalg.solve(X.T @ X + lam * np.eye(X.shape[1]), X.T @ y)),
            new @ t,
        ),
        "inverse and loops": lambda X, y, lam, new: [
            a := np.linalg.inv(np.eye(len(y)) + np.einsum("sn,tn->st", X, X) / lam) @ y,
            [sum(a[t] * (X[t] @ x) for t in range(len(y))) / lam for x in new],
        ],
    },
    "C4 coordinate descent": {
        "from the last to the first": ("range(X.shape[1])", "reversed(range(X.shape[1]))"),
        "what is clipped": ("np.sign(product) * max(abs(product) - lam, 0)", "(product - np.clip(product, -lam, lam))"),
    },
    "C4 one round": {
        "taken ones compete": (" if n not in taken", ""),
        "arrays": (
            "return [greedy, forward, myopic], [",
            "return np.array([greedy, forward, myopic]), np.array([",
            "gain(myopic)]",
            "gain(myopic)])",
        ),
    },
}

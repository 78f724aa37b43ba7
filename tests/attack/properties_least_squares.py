"""Ridge regression and subsets of features: stationarity, and all subsets tried in extended precision."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms import (
    backward_elimination,
    best_subset,
    forward_fit,
    forward_selection,
    greedy_subset,
    myopic_forward_fit,
    ridge,
)
from tests.attack.attacks import attacks
from tests.attack.case import EPS, Case
from tests.attack.designs import draw_design, draw_outputs
from tests.attack.properties_polynomials import check_folds
from tests.attack.reference import centred, least_squares, lengths, residual, subsets

REDUCTIONS = ("mean", "sum")
# What the package documents: a feature is left out of a fit if less than this share of its length is its own.
LEFT_OUT = 1e-10


def draw_regression(case, **options):
    design = draw_design(case, **options)
    handed, y = draw_outputs(case, design)
    return design.X, design.A, handed, y


def draw_penalty(case, A, name="lam"):
    """Draw λ (of the sum) from nothing to much beyond what the features weigh."""
    top = float(np.linalg.norm(centred(A).astype(float), 2) ** 2)
    return float(case.pick(name, [1e-3, 0.0, 1e-12, 1e-7, 1.0, 1e6]) * top)


def check_ridge(case, A, y, w, b, lam, fit_bias, where):
    """Hold that (w, b) is stationary for ‖y − b − A w‖² + lam ‖w‖², up to a backward error of the whole matrix.

    A singular value decomposition is exact for a matrix that differs by eps ‖A‖; directions below that share may be left
    alone. So the gradient is granted eps ‖A‖ times the residual and eps ‖A‖² times the weights.
    """
    r = residual(A, y, w, b)
    B = centred(A) if fit_bias else A.astype(np.longdouble)
    middle = np.abs(A).max() * np.sqrt(A.size)  # rounding of the centring is a share of the entries as they are
    slope = B.T @ r - np.longdouble(lam) * w
    norm = float(lengths(B.reshape(-1, 1))[0])
    size = norm + EPS * middle
    t = lengths(y - (y.astype(np.longdouble).mean() if fit_bias else 0))
    weight = lengths(w)
    granted = (
        50
        * sum(A.shape)
        * EPS
        * (
            (norm + middle) * (lengths(r) + EPS * np.abs(y).max())
            + size * (norm * weight + t)
            + middle * norm * weight
            + lam * weight
            + norm * np.abs(y).max()
        )
    )
    case.close(f"gradient {where}", slope, np.zeros(len(w)), granted)
    if fit_bias:
        case.close(
            f"Σ residual {where}",
            r.sum(),
            0,
            50 * sum(A.shape) * EPS * (np.abs(y).sum() + (np.abs(A) @ np.abs(w)).sum() + len(y) * abs(b)),
        )
    else:
        case.equal("bias", float(b), 0.0)


@attacks("ridge", share=3)
def ridge_solutions_are_stationary(case: Case) -> None:
    X, A, handed, y = draw_regression(case)
    P = len(y)
    reduction, fit_bias = case.pick("reduction", REDUCTIONS), case.flag("fit_bias")
    factor = 1 / P if reduction == "mean" else 1.0
    lam = draw_penalty(case, A)
    point = case.call(ridge, X, handed, lam * factor, reduction=reduction, fit_bias=fit_bias)
    check_ridge(case, A, y, point.weights, point.bias, lam, fit_bias, f"at λ = {lam:g}")


class Judge:
    """The least squares cost of any subset, between two bounds, and the rounding it is granted.

    Features of which less than 1e-10 is their own may be left out or not, as they come: either cost is right.
    """

    def __init__(self, A, y, fit_bias, factor, share=1e-9):
        self.A, self.y, self.fit_bias, self.factor, self.share = A, y, fit_bias, factor, share
        self.known = {}

    def bounds(self, S):
        """√ of the smallest and the largest cost that may be told of a subset."""
        S = tuple(sorted(int(n) for n in S))
        if S not in self.known:
            A = self.A[:, list(S)]
            full, w, _ = least_squares(A, self.y, fit_bias=self.fit_bias)
            left = least_squares(A, self.y, fit_bias=self.fit_bias, share=50 * LEFT_OUT)[0]
            back = least_squares(A[:, ::-1], self.y, fit_bias=self.fit_bias, share=50 * LEFT_OUT)[0]
            size = np.sqrt(len(self.y))
            moved = np.abs(self.A).max(axis=0)[list(S)] * size if self.fit_bias else lengths(A)
            terms = np.abs(self.y).max() * size + moved @ np.abs(w)
            fuzz = 100 * sum(self.A.shape) * EPS * terms
            low, high = np.sqrt(full), np.sqrt(max(full, left, back))
            self.known[S] = low * (1 - self.share) - fuzz, high * (1 + self.share) + fuzz
        low, high = self.known[S]
        return np.sqrt(self.factor) * low, np.sqrt(self.factor) * high

    def check(self, case, what, got, S):
        low, high = self.bounds(S)
        root = np.sqrt(np.longdouble(max(got, 0)))
        case.holds(
            got >= 0 and low <= root <= high,
            f"√{what} = {float(root):.17g} of {S} within {float(low):.17g} … {float(high):.17g};",
        )

    def check_weights(self, case, what, w, b, got):
        """Hold that the weights have the cost that is told, up to the rounding of their terms."""
        r = residual(self.A, self.y, w, b)
        size = np.sqrt(len(self.y))
        terms = np.abs(self.y).max() * size + (np.abs(self.A).max(axis=0) * size) @ np.abs(w)
        root = np.sqrt(self.factor * (r @ r))
        fuzz = np.sqrt(self.factor) * 200 * sum(self.A.shape) * EPS * terms + self.share * root
        case.close(f"√cost of the weights of {what}", np.sqrt(got), root, fuzz)

    def check_best(self, case, what, chosen, candidates):
        """Hold that no candidate is surely better than the one that was chosen."""
        low, _ = self.bounds(chosen)
        best = min(self.bounds(S)[1] for S in candidates)
        # Sets that are equal up to rounding of the whole sum of squares are equally good: the first is taken.
        tied = max(low, 0) ** 2 <= max(best, 0) ** 2 + 16 * EPS * self.bounds(())[1] ** 2
        case.holds(
            low <= best or tied, f"the best {what}: {tuple(chosen)}, √cost at least {float(low):.17g}, for {float(best):.17g}"
        )


@attacks("best_subset", share=2)
def no_subset_is_better_than_the_best(case: Case) -> None:
    X, A, handed, y = draw_regression(case, largest=(15, 5))
    fit_bias = case.flag("fit_bias")
    found = case.call(best_subset, X, handed, fit_bias=fit_bias)
    judge = Judge(A, y, fit_bias, 1 / len(y))
    N = A.shape[1]
    for S in subsets(N):
        judge.check(case, "cost", found.candidate_costs[sum(1 << n for n in S)], S)
    for k in range(N + 1):
        chosen = np.flatnonzero(found.selected[k])
        case.equal("size", len(chosen), k)
        judge.check(case, f"costs[{k}]", found.costs[k], chosen)
        judge.check_weights(case, f"size {k}", found.weights[k], found.biases[k], found.costs[k])
        judge.check_best(case, f"subset of size {k}", chosen, [S for S in subsets(N) if len(S) == k])
        case.holds(found.weights[k][~found.selected[k]] == 0, "weights outside the subset")


@attacks("forward_selection", "backward_elimination", share=3)
def each_step_of_a_search_is_the_best_one(case: Case) -> None:
    X, A, handed, y = draw_regression(case, largest=(15, 5))
    forward = case.pick("function", ["forward", "backward"]) == "forward"
    fit_bias = case.flag("fit_bias")
    function = forward_selection if forward else backward_elimination
    trace = case.call(function, X, handed, fit_bias=fit_bias, nan=("candidate_costs",))
    judge = Judge(A, y, fit_bias, 1 / len(y))
    for m in range(len(trace.order) + 1):
        S = np.flatnonzero(trace.selected[m])
        judge.check(case, f"costs[{m}]", trace.costs[m], S)
        judge.check_weights(case, f"step {m}", trace.weights[m], trace.biases[m], trace.costs[m])
        if m == len(trace.order):
            break
        candidates = np.flatnonzero(~trace.selected[m] if forward else trace.selected[m])
        case.equal("candidates", np.flatnonzero(~np.isnan(trace.candidate_costs[m])), candidates)
        sets = {int(n): sorted({*S.tolist()} ^ {int(n)}) for n in candidates}
        for n, T in sets.items():
            judge.check(case, f"candidate_costs[{m}, {n}]", trace.candidate_costs[m, n], T)
        judge.check_best(case, f"step {m + 1}", sets[int(trace.order[m])], sets.values())


@attacks("forward_selection", share=2)
def candidates_are_judged_on_held_out_examples(case: Case) -> None:
    # Near copies make predictions of held-out examples as uncertain as their weights: they are left to training costs.
    X, A, handed, y = draw_regression(
        case,
        largest=(16, 4),
        smallest_P=6,
        structures=("normal", "tied", "offset", "units", "outlier 1e4", "orthogonal", "duplicate", "constant"),
    )
    fit_bias, folds = case.flag("fit_bias"), case.integer("folds", 2, 4)
    named = {"fit_bias": fit_bias, "folds": folds, "nan": ("candidate_costs",), "may_refuse": "constant"}
    trace = case.call(forward_selection, X, handed, **named)
    check_folds(case, trace.fold_of, folds)
    for m in range(len(trace.costs)):
        S = np.flatnonzero(trace.selected[m])
        for k in range(folds):
            test = trace.fold_of == k
            _check_held_out(case, A[:, S], y, test, fit_bias, trace.fold_costs[m, k], f"fold_costs[{m}, {k}]")
        case.close(
            f"costs[{m}]",
            trace.costs[m],
            trace.fold_costs[m].astype(np.longdouble).mean(),
            8 * folds * EPS * trace.fold_costs[m].max(),
        )
        if m < len(trace.order):
            values = trace.candidate_costs[m]
            best = np.nanmin(values)
            case.holds(values[trace.order[m]] <= best * (1 + 1e-7) + 1e-12 * trace.costs[0], f"the best step {m + 1}")


def _check_held_out(case, A, y, test, fit_bias, got, what):
    B = np.asarray(A[~test], float)
    if B.shape[1]:
        C = centred(B) if fit_bias else B.astype(np.longdouble)
        size = lengths(C)
        flat = size <= 1e-6 * np.abs(B).max(axis=0)
        if flat.any() or np.linalg.matrix_rank((C / size).astype(float), tol=1e-6) < C.shape[1]:
            return  # not one set of weights
    _, w, b = least_squares(B, y[~test], fit_bias=fit_bias)
    r = y[test].astype(np.longdouble) - b - A[test].astype(np.longdouble) @ w
    exact = np.sqrt((r @ r) / test.sum())
    terms = np.abs(y).max() + (np.abs(A) @ np.abs(w)).max() + abs(b)
    # A weight is known to rounding of the terms over its feature's length; held out examples may be far larger.
    known = np.abs(y[~test]).max() + (np.abs(B) @ np.abs(w)).max() + abs(b)
    far = (np.abs(A[test]) / lengths(centred(B) if fit_bias else B)).sum(axis=1).max() if B.shape[1] else 0
    case.close(f"√{what}", np.sqrt(got), exact, 1e-8 * exact + 1e5 * len(y) * EPS * (terms + known * far))


@attacks("greedy_subset", "forward_fit", "myopic_forward_fit", share=3)
def each_round_of_fitting_follows_its_rule(case: Case) -> None:
    X, A, handed, y = draw_regression(case, largest=(15, 5))
    method = case.pick("method", ["forward", "myopic", "greedy"])
    reduction = case.pick("reduction", ["half_sum", "sum", "mean"])
    factor = {"half_sum": 0.5, "sum": 1.0, "mean": 1 / len(y)}[reduction]
    if method == "greedy":
        trace = case.call(greedy_subset, X, handed, reduction=reduction, nan=("candidate_costs", "candidate_weights"))
    else:
        function = {"forward": forward_fit, "myopic": myopic_forward_fit}[method]
        trace = case.call(function, X, handed, rounds=case.integer("rounds", 1, 12), reduction=reduction)
    judge = Judge(A, y, False, factor)
    size, N = lengths(A), A.shape[1]
    for m in range(trace.n_rounds + 1):
        w = trace.weights[m]
        r = residual(A, y, w, 0.0)
        rough = 100 * (N + m + 4) * EPS * (lengths(y) + size @ np.abs(trace.weights[: m + 1]).max(axis=0))
        case.close(f"residuals[{m}]", trace.residuals[m], r, rough)
        case.close(f"√costs[{m}]", np.sqrt(trace.costs[m]), np.sqrt(factor * (r @ r)), np.sqrt(factor) * rough)
        if m == trace.n_rounds:
            break
        n = int(trace.order[m])
        slope = A.astype(np.longdouble).T @ r
        derivative = -2 * factor * slope
        case.close(f"derivatives[{m}]", trace.derivatives[m], derivative, 2 * factor * size * 2 * rough)
        if method == "greedy":
            S = np.flatnonzero(trace.weights[: m + 1].any(axis=0)).tolist()
            S = sorted({int(k) for k in trace.order[:m]})
            sets = {k: sorted({*S, k}) for k in range(N) if k not in S}
            for k, T in sets.items():
                judge.check(case, f"candidate_costs[{m}, {k}]", trace.candidate_costs[m, k], T)
            judge.check_best(case, f"feature of round {m + 1}", sets[n], sets.values())
            continue
        gain = factor * (slope / size) ** 2
        off = factor * (2 * np.abs(slope / size) * 2 * rough + 4 * rough**2)
        case.close(
            f"candidate_costs[{m}]",
            trace.candidate_costs[m],
            factor * (r @ r) - gain,
            off + factor * (2 * lengths(r) * rough + rough**2),
        )
        case.close(f"candidate_weights[{m}]", trace.candidate_weights[m], slope / size**2, 4 * rough / size)
        if method == "forward":
            case.holds(gain[n] + off[n] >= (gain - off).max(), f"the largest gain in round {m + 1}")
        else:
            fuzz = 4 * factor * size * rough
            case.holds(
                abs(derivative[n]) + fuzz[n] >= (np.abs(derivative) - fuzz).max(), f"the largest derivative in round {m + 1}"
            )
        moved = np.zeros(N)
        moved[n] = trace.steps[m]
        case.close(f"weights[{m + 1}]", trace.weights[m + 1], w + moved, 4 * EPS * (np.abs(w) + np.abs(moved)))

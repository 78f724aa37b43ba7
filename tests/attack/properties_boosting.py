"""Boosting: every candidate of every round is tuned to its own minimum, and the best one wins."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms import boost, cross_validate_boost
from tests.attack.attacks import attacks
from tests.attack.case import EPS, Case
from tests.attack.designs import draw_design, draw_labels, draw_outputs
from tests.attack.properties_polynomials import check_choice
from tests.attack.reference import centred, least_squares, lengths, log1p_exp, residual, sigmoid

REDUCTIONS = ("mean", "sum")


@attacks("boost", share=3)
def each_round_of_least_squares_boosting_tunes_one_weight(case: Case) -> None:
    design = draw_design(case)
    handed, y = draw_outputs(case, design)
    A, (P, N) = design.A, design.shape
    reduction = case.pick("reduction", REDUCTIONS)
    factor = 1 / P if reduction == "mean" else 1.0
    trace = case.call(boost, design.X, handed, reduction=reduction, nan=("candidate_costs", "candidate_weights"))
    mean = y.astype(np.longdouble).mean()
    case.close("bias", trace.bias, mean, 8 * P * EPS * np.abs(y).max())
    size = lengths(A)
    for m in range(trace.n_rounds + 1):
        w = trace.weights[m]
        r = residual(A, y, w, trace.bias)
        rough = 50 * (P + N) * EPS * (np.abs(y).max() * np.sqrt(P) + size @ np.abs(w))
        case.close(f"residuals[{m}]", trace.residuals[m], r, rough)
        case.close(f"√costs[{m}]", np.sqrt(trace.costs[m]), np.sqrt(factor * (r @ r)), np.sqrt(factor) * rough)
        if m == trace.n_rounds:
            break
        open_ = np.setdiff1d(np.arange(N), trace.order[:m])
        case.equal("candidates", np.flatnonzero(~np.isnan(trace.candidate_costs[m])), open_)
        slope = A.astype(np.longdouble).T @ r
        tuned = slope / size**2
        case.close(f"candidate_weights[{m}]", trace.candidate_weights[m][open_], tuned[open_], (2 * rough / size)[open_])
        left = r[:, None] - A.astype(np.longdouble) * tuned
        root = np.sqrt(factor) * lengths(left)
        case.close(
            f"√candidate_costs[{m}]",
            np.sqrt(trace.candidate_costs[m][open_]),
            root[open_],
            2 * np.sqrt(factor) * rough + 1e-9 * root[open_],
        )
        n = int(trace.order[m])
        case.holds(
            root[n] <= root[open_].min() * (1 + 1e-9) + 4 * np.sqrt(factor) * rough, f"the best feature in round {m + 1}"
        )
        case.equal("the weight that is frozen", trace.weights[m + 1, n], trace.candidate_weights[m, n])


def least_along(o, y, x):
    """The smallest Σ log(1 + exp(−y (o + w x))) over w, where there is one: by bisection of its slope."""
    x = x.astype(np.longdouble)
    yx = y * x

    def slope(w):
        return -(yx * sigmoid(-y * o - w * yx)).sum()

    reach = np.longdouble(1) / np.abs(x).max()
    low, high = -reach, reach
    while slope(low) > 0:
        low *= 4
    while slope(high) < 0:
        high *= 4
    for _ in range(130):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) < 0 else (low, middle)
    return log1p_exp(-y * o - (low + high) / 2 * yx).sum()


@attacks("boost", share=3)
def each_round_of_softmax_boosting_finds_the_minimum_along_a_feature(case: Case) -> None:
    design = draw_design(case, largest=(20, 4))
    handed, y = draw_labels(case, design)
    A, (P, N) = design.A, design.shape
    reduction = case.pick("reduction", REDUCTIONS)
    factor = 1 / P if reduction == "mean" else 1.0
    trace = case.call(
        boost, design.X, handed, cost="softmax", reduction=reduction, nan=("candidate_costs", "candidate_weights")
    )
    share = (y > 0).mean()
    case.close("bias", trace.bias, np.log(share / (1 - share)), 1e-7)
    for m in range(trace.n_rounds + 1):
        w = trace.weights[m].astype(np.longdouble)
        o = trace.bias + A.astype(np.longdouble) @ w
        terms = np.abs(A).astype(np.longdouble) @ np.abs(w) + abs(trace.bias)
        total = log1p_exp(-y * o).sum()
        rough = (
            50
            * (N + 2)
            * EPS
            * (np.minimum(sigmoid(-y * o) * np.expm1(np.minimum(terms * EPS * 50, 700)) / EPS / 50, terms).sum() + P)
        )
        case.close(f"costs[{m}]", trace.costs[m], factor * total, factor * (rough + 1e-10 * total))
        if m == trace.n_rounds:
            break
        n = int(trace.order[m])
        for j in np.flatnonzero(~np.isnan(trace.candidate_costs[m])):
            x = A[:, j]
            diverges = (y * x >= 0).all() or (y * x <= 0).all()
            case.equal(f"diverges[{m}, {j}]", bool(trace.diverges[m, j]), bool(diverges))
            got = trace.candidate_costs[m, j]
            v = np.longdouble(trace.candidate_weights[m, j])
            there = log1p_exp(-y * (o + v * x)).sum()
            spread = 50 * (N + 2) * EPS * ((terms + np.abs(v * x)) * sigmoid(-y * (o + v * x)) + 1).sum() + rough
            case.close(f"candidate_costs[{m}, {j}]", got, factor * there, factor * (spread + 1e-10 * there))
            if not diverges:
                least = least_along(o, y, x)
                case.close(
                    f"candidate_costs[{m}, {j}] at the minimum",
                    got,
                    factor * least,
                    factor * (spread + 1e-9 * max(least, 1e-6)),
                )
        values = trace.candidate_costs[m]
        case.holds(values[n] <= np.nanmin(values) * (1 + 1e-9) + 1e-12 * factor, f"the best feature in round {m + 1}")


@attacks("boost")
def boosting_does_not_depend_on_units_or_order(case: Case) -> None:
    design = draw_design(
        case, structures=("normal", "outlier 1e4", "outlier 1e8", "orthogonal"), scales=(1.0,), dtypes=("float64",)
    )
    kind = case.pick("cost", ["least_squares", "softmax"])
    handed, y = draw_outputs(case, design, scales=(1.0,)) if kind == "least_squares" else draw_labels(case, design)
    A, N = design.A, design.shape[1]
    trace = case.call(boost, design.X, handed, cost=kind, nan=("candidate_costs", "candidate_weights"))
    units = 10.0 ** case.rng.integers(-3, 4, N)
    turned = case.rng.permutation(N)
    again = case.call(boost, (A * units)[:, turned], y, cost=kind, nan=("candidate_costs", "candidate_weights"))
    gaps = np.sort(trace.candidate_costs, axis=1)
    sure = [m for m in range(N) if N - m < 2 or gaps[m, 1] - gaps[m, 0] > 1e-6 * trace.costs[0]]
    if len(sure) == N and lengths(centred(A)).min() > 0:
        case.equal("order", turned[again.order], trace.order)
        case.close("costs", again.costs, trace.costs, 1e-6 * trace.costs[0])


@attacks("boost", share=2)
def each_round_of_group_boosting_fits_the_best_group(case: Case) -> None:
    design = draw_design(case, largest=(15, 5))
    handed, y = draw_outputs(case, design)
    A, (P, N) = design.A, design.shape
    R = case.integer("group", min(2, N), min(3, N))
    trace = case.call(boost, design.X, handed, group=R, nan=("candidate_costs", "candidate_weights"), reduction="sum")
    case.equal("rounds", trace.n_rounds, N // R)
    size = lengths(A)
    for m in range(trace.n_rounds):
        r = residual(A, y, trace.weights[m], trace.bias)
        rough = 100 * (P + N) * EPS * (np.abs(y).max() * np.sqrt(P) + size @ np.abs(trace.weights[m]))
        used = set(trace.order[: m * R].tolist())
        bounds = {}
        for c, group in enumerate(trace.groups):
            if used & set(group.tolist()):
                case.holds(np.isnan(trace.candidate_costs[m, c]), "a group of used features is no candidate")
                continue
            # A direction of which hardly anything is new may be left alone, or not: either cost is right.
            least = [np.sqrt(least_squares(A[:, group], r, fit_bias=False, share=share)[0]) for share in (0.0, 1e-9, 1e-7)]
            got = np.sqrt(np.longdouble(trace.candidate_costs[m, c]))
            # The columns are known to rounding, and their span to as much times their condition number.
            turned = min(1.0, 100 * EPS * np.linalg.cond((A[:, group] / size[group]).astype(float)))
            fuzz = 4 * rough + (1e-9 + turned) * lengths(r)
            case.holds(
                min(least) - fuzz <= got <= max(least) + fuzz,
                f"√candidate_costs[{m}, {c}] = {float(got):.17g} of {float(least[0]):.17g};",
            )
            bounds[c] = min(least) - fuzz, max(least) + fuzz
        chosen = tuple(sorted(trace.order[m * R : (m + 1) * R].tolist()))
        c = [tuple(group.tolist()) for group in trace.groups].index(chosen)
        case.holds(bounds[c][0] <= min(high for _, high in bounds.values()), f"the best group in round {m + 1}")
        after = residual(A, y, trace.weights[m + 1], trace.bias)
        terms = np.abs(y).max() * np.sqrt(P) + size @ np.abs(trace.weights[m + 1])
        case.close(f"√costs[{m + 1}]", np.sqrt(trace.costs[m + 1]), lengths(after), 100 * (P + N) * EPS * terms)
        reached = np.sqrt(trace.candidate_costs[m, c])
        fuzz = 100 * (P + N) * EPS * terms + 4 * rough + 1e-6 * lengths(r)
        case.close(f"√costs[{m + 1}], as tuned", np.sqrt(trace.costs[m + 1]), reached, fuzz)


@attacks("cross_validate_boost")
def rounds_are_judged_on_held_out_examples(case: Case) -> None:
    design = draw_design(case, largest=(18, 3), smallest_P=6)
    kind = case.pick("cost", ["least_squares", "softmax"])
    handed, y = draw_outputs(case, design) if kind == "least_squares" else draw_labels(case, design)
    A, N = design.A, design.shape[1]
    folds = case.integer("folds", 2, 4)
    found = case.call(
        cross_validate_boost,
        design.X,
        handed,
        cost=kind,
        folds=folds,
        may_refuse="constant|class|fold",
        nan=("candidate_costs", "candidate_weights"),
    )
    check_choice(case, found.errors, found.mean, found.standard_error, found.best)
    case.equal("number of models", found.errors.shape[1], N + 1)
    if kind == "softmax" or not set(design.structures) <= {"normal", "offset", "units", "orthogonal"}:
        return
    for k in range(folds):
        test = found.fold_of == k
        B, t = A[~test].astype(np.longdouble), y[~test].astype(np.longdouble)
        C = centred(B)
        deviation = np.sqrt((C**2).mean(axis=0))
        if (np.ptp(A[~test], axis=0) <= 1e-6 * np.abs(A[~test]).max(axis=0)).any():
            continue
        Z, T = C / deviation, (A[test] - B.mean(axis=0)) / deviation
        o, r, used = np.full(test.sum(), t.mean()), t - t.mean(), []
        for m in range(N + 1):
            error = ((o - y[test]) ** 2).mean()
            rough = 1e-7 * np.sqrt(max((t - t.mean()) @ (t - t.mean()), error)) + 64 * EPS * np.abs(y).max()
            case.close(f"√errors[{k}, {m}]", np.sqrt(found.errors[k, m]), np.sqrt(error), rough)
            if m == N:
                break
            tuned = Z.T @ r / (Z**2).sum(axis=0)
            gains = (Z.T @ r) ** 2 / (Z**2).sum(axis=0)
            gains[used] = -1
            order = np.argsort(-gains)
            if len(order) - len(used) > 1 and gains[order[0]] - gains[order[1]] <= 1e-9 * (r @ r):
                break  # equally good features: either may come first
            n = int(order[0])
            used.append(n)
            r, o = r - tuned[n] * Z[:, n], o + tuned[n] * T[:, n]

"""The ℓ1 path, its descent and its cross-validation: duality gaps recomputed in extended precision."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms import cross_validate, cross_validate_l1, l1_gradient_descent, l1_path, l2_softmax_path
from tests.attack.attacks import attacks
from tests.attack.case import EPS, Case
from tests.attack.designs import draw_design, draw_labels, draw_outputs
from tests.attack.properties_costs import MODEST, curvature_bound, least_squares_parts, softmax_parts
from tests.attack.properties_polynomials import check_choice, check_folds
from tests.attack.reference import centred, least_cost, lengths, log1p_exp, residual, sigmoid, size_of_terms

REDUCTIONS = ("mean", "sum")
# What the package documents: a feature counts as a combination of others if less than this share of it is its own.
LEFT_OUT = 1e-10


def squares_gap(A, y, w, b, lam, least):
    """How far ‖y − b − A w‖² + λ‖w‖₁ may be above its minimum, and its rounding: the better of two lower bounds."""
    B, t = centred(A), centred(y[:, None])[:, 0]
    r = centred(residual(A, y, w, b)[:, None])[:, 0]
    value = (lambda r: r @ r)(residual(A, y, w, b)) + lam * np.abs(w).sum()
    # The dual at a shrunk residual: 2 s r·y − s² r·r, where |2 s xₙ·r| ≤ λ for all n.
    most = 2 * np.abs(B.T @ r).max()
    s = min(lam / most if most > 0 else np.inf, (r @ t) / (r @ r) if r @ r > 0 else 1.0)
    dual = 2 * s * (r @ t) - s * s * (r @ r)
    terms = np.abs(y).max() * np.sqrt(len(y)) + (np.abs(A).max(axis=0) * np.sqrt(len(y))) @ np.abs(w)
    fuzz = 200 * sum(A.shape) * EPS * terms
    # Rounding of the residual moves each xₙ·r by fuzz ‖xₙ‖, and so s by that share of λ.
    shrunk = min(1.0, 2 * fuzz * float(lengths(B).max()) / lam) if lam > 0 else 1.0
    allowed = 4 * fuzz * (lengths(r) + fuzz) + 2 * shrunk * abs(r @ t) + 1e-11 * value
    return value - max(dual, least), allowed


@attacks("l1_path", share=5)
def least_squares_with_l1_has_no_duality_gap(case: Case) -> None:
    design = draw_design(case, largest=(25, 6))
    handed, y = draw_outputs(case, design)
    A, P = design.A, len(design.A)
    reduction = case.pick("reduction", REDUCTIONS)
    factor = 1 / P if reduction == "mean" else 1.0
    top = float(2 * np.abs(centred(A).T @ centred(y[:, None])[:, 0]).max()) * factor
    grid = case.hand("lambdas", top * np.array([1.0, 0.0, 1e-3, 0.3, 0.3, 2.0])) if case.flag("grid") else None
    path = case.call(l1_path, design.X, handed, reduction=reduction, lambdas=grid)
    size = np.abs(y).max() * np.sqrt(P) * float((np.abs(A).max(axis=0) * np.sqrt(P)).max())
    case.close("lambda_max", path.lambda_max, top, factor * 100 * P * EPS * size)
    # Features of which less than 1e-10 is their own count as combinations of the others.
    least = least_cost(A, y, fit_bias=True, share=50 * LEFT_OUT)
    k = path.knots
    lams = np.r_[path.lambdas, k[:-1] + np.diff(k) / 3, k[:-1] + 2 * np.diff(k) / 3]
    if len(lams) > 40:
        lams = np.r_[path.lambdas[:10], case.rng.choice(lams, 30)]
    for lam in lams:
        point = case.call(path.at, float(lam))
        gap, allowed = squares_gap(A, y, point.weights, point.bias, np.longdouble(lam) / factor, least)
        case.holds(
            gap <= allowed,
            f"gap {float(gap):.3g} ≤ {float(allowed):.3g} at λ = {lam:.17g} (sum of squares {float(y @ y):.3g})",
        )
    case.holds(path.at(path.lambda_max * (1 + 1e-9) + 1e-300).weights == 0, "no weights beyond lambda_max")
    check_path(case, path, A, y, factor, least_squares_parts)


def check_path(case, path, A, y, factor, parts):
    """Hold that costs, objectives and counts are those of the weights."""
    for i, lam in enumerate(path.lambdas):
        w = path.weights[i]
        (value, off), _, _ = parts(A, y, np.r_[path.biases[i], w], factor)
        # Most costs come from scalar products: rounding is a share of the squares of all terms.
        squares = factor * size_of_terms(A, y - y.mean(), w, 0.0) ** 2
        case.close(f"costs[{i}]", path.costs[i], value, 100 * off + 1e-9 * value + 100 * EPS * squares)
        total = path.costs[i] + np.longdouble(lam) * np.abs(w).astype(np.longdouble).sum()
        case.close(f"objectives[{i}]", path.objectives[i], total, 1e-12 * total + 100 * off)
        case.equal(f"n_nonzero[{i}]", int(path.n_nonzero[i]), int(np.count_nonzero(w)))
        biggest = np.abs(A).max(axis=0) * np.abs(w)
        # Less than this is nothing but rounding: such a weight is a zero.
        case.holds((biggest == 0) | (biggest > EPS**2 * max(np.abs(y).max(), biggest.max())), f"zeros at lambdas[{i}]")


def softmax_gap(A, y, w, b, lam):
    """How far Σ log(1 + exp(−m)) + λ‖w‖₁ may be above its minimum: the duality gap."""
    m = y * (b + A.astype(np.longdouble) @ w.astype(np.longdouble))
    value = log1p_exp(-m).sum() + lam * np.abs(w).sum()
    u = sigmoid(-m)
    # The dual wants Σ u y = 0: the class that weighs more is scaled down.
    for sign in (1, -1):
        share = u[y == -sign].sum() / u[y == sign].sum()
        u = np.where((y == sign) & (share < 1), u * share, u)
    most = np.abs(centred(A).T @ (u * y)).max()
    tried = [min(1.0, lam / most if most > 0 else 1.0) * c for c in (1.0, 0.999, 0.9)]
    return value - max(_entropy(s * u) for s in tried)


def _entropy(u):
    return -(np.where(u > 0, u * np.log(np.where(u > 0, u, 1)), 0) + (1 - u) * np.log1p(-np.minimum(u, 1 - 1e-18))).sum()


@attacks("l1_path", share=3)
def softmax_with_l1_has_no_duality_gap(case: Case) -> None:
    design = draw_design(case, largest=(20, 4))
    handed, y = draw_labels(case, design)
    A, P = design.A, len(design.A)
    reduction = case.pick("reduction", REDUCTIONS)
    factor = 1 / P if reduction == "mean" else 1.0
    # With the bias alone, the slope of a feature is the gap between its values in the two classes.
    share = (y > 0).mean()
    slope = centred(A).T @ np.where(y > 0, 1 - share, -share)
    top = float(np.abs(slope).max()) * factor
    grid = case.hand("lambdas", top * np.array([1.0, 1e-3, 0.03, 0.3, 0.9]))
    path = case.call(l1_path, design.X, handed, cost="softmax", reduction=reduction, lambdas=grid)
    size = np.abs(A).max() * P
    case.close("lambda_max", path.lambda_max, top, factor * 1000 * P * EPS * size)
    alone = -P * (share * np.log(share) + (1 - share) * np.log(1 - share)) * factor
    promised = 1e-8 * min(1.0, alone)
    for i, lam in enumerate(path.lambdas):
        w, b = path.weights[i], path.biases[i]
        gap = factor * softmax_gap(A, y, w, b, np.longdouble(lam) / factor)
        # A margin is known to rounding of its terms, and moves the value by as much at most.
        rough = factor * 100 * EPS * (np.abs(A) @ np.abs(w) + abs(b)).sum()
        tight = 100 * P * EPS * size * factor / lam * alone if lam > 0 else 1.0
        case.holds(gap <= 1.01 * promised + rough + tight, f"gap {float(gap):.3g} ≤ {promised:.3g} at λ = {lam:.17g}")
        case.holds(path.gaps[i] <= promised + rough + tight, f"the gap {path.gaps[i]:.3g} that is told")
    check_path(case, path, A, y, factor, softmax_parts)


@attacks("l1_gradient_descent", share=2)
def subgradient_steps_are_taken_as_written(case: Case) -> None:
    design = draw_design(case, largest=(20, 4), scales=MODEST)
    kind, reduction = case.pick("cost", ["least_squares", "softmax"]), case.pick("reduction", REDUCTIONS)
    handed, y = draw_outputs(case, design, scales=MODEST) if kind == "least_squares" else draw_labels(case, design)
    A = design.A
    factor = 1 / len(y) if reduction == "mean" else 1.0
    L = curvature_bound(A, kind, factor)
    times, steps = case.pick("step length times L", [None, 1.0, 0.1, 3.0]), case.integer("steps", 1, 6)
    lambdas = case.hand("lambdas", np.array([0.0, 0.1, 10.0]) * np.sqrt(L))
    found = case.call(
        l1_gradient_descent,
        design.X,
        handed,
        lambdas,
        steps=steps,
        step_length=None if times is None else times / L,
        cost=kind,
        reduction=reduction,
    )
    case.close("step_length", found.step_length, (times or 1.0) / L, 1e-9 / L * (times or 1.0) if times else 1e-6 / L)
    parts = least_squares_parts if kind == "least_squares" else softmax_parts
    alpha = found.step_length
    for i, lam in enumerate(found.lambdas):
        w = np.zeros(A.shape[1] + 1, np.longdouble)
        granted = np.zeros(len(w))
        for _ in range(steps if found.stopped_at[i] < 0 else int(found.stopped_at[i])):
            _, (gradient, off), _ = parts(A, y, w, factor)
            pull = lam * np.sign(w)
            pull[0] = 0.0
            if (np.abs(w[1:]) <= granted[1:]).any() and lam > 0 and w.any():
                break  # a weight this near to zero may have either sign
            w = w - alpha * (gradient + pull)
            granted = (
                np.full(len(w), (1 + alpha * L) * granted.max())
                + alpha * off
                + 8 * EPS * (np.abs(w) + alpha * (np.abs(gradient) + lam))
            )
        else:
            case.close(f"weights[{i}]", np.r_[found.biases[i], found.weights[i]], w, granted + 1e-300)
        w = np.r_[found.biases[i], found.weights[i]]
        (value, off), _, _ = parts(A, y, w, factor)
        case.close(f"costs[{i}]", found.costs[i], value, 10 * off + 1e-12 * value)


@attacks("cross_validate", share=2)
def a_model_is_judged_on_what_it_has_not_seen(case: Case) -> None:
    error = case.pick("error", ["squared", "misclassification", "softmax"])
    design = draw_design(case, largest=(20, 4), smallest_P=4)
    handed, y = draw_outputs(case, design) if error == "squared" else draw_labels(case, design)
    A, P = design.A, len(design.A)
    folds = case.integer("folds", 2, min(5, P))
    factors = np.array([0.0, 1.0, -0.5])
    seen = []

    def fit(X, t):
        seen.append((X.copy(), t.copy()))
        middle, size = t.mean(), np.abs(X).max(axis=0) + 1e-300
        return lambda Z: middle + (Z / size).sum(axis=1)[:, None] * factors * np.abs(t).max()

    found = case.call(
        cross_validate,
        fit,
        design.X,
        handed,
        error=error,
        folds=folds,
        seed=case.integer("seed", 0, 9),
        may_refuse="fold",
    )
    check_choice(case, found.errors, found.mean, found.standard_error, found.best)
    check_folds(case, found.fold_of, folds)
    for k in range(folds):
        test = found.fold_of == k
        case.equal("training examples", seen[k][0], A[~test])
        case.equal("training outputs", seen[k][1], y[~test])
        o = fit(A[~test], y[~test])(A[test]).astype(np.longdouble)
        t = y[test][:, None]
        losses = {
            "squared": lambda o, t: (o - t) ** 2,
            "misclassification": lambda o, t: (t * o <= 0).astype(float),
            "softmax": lambda o, t: log1p_exp(-t * o),
        }[error](o, t)
        case.close(
            f"errors[{k}]",
            found.errors[k],
            losses.mean(axis=0),
            1e-12 * losses.mean(axis=0) + 8 * P * EPS**2 * np.abs(y).max() ** 2,
        )


@attacks("cross_validate_l1", share=2)
def sparse_models_are_judged_on_what_they_have_not_seen(case: Case) -> None:
    kind, reduction = case.pick("cost", ["least_squares", "softmax"]), case.pick("reduction", REDUCTIONS)
    design = draw_design(case, largest=(18, 3), smallest_P=6)
    handed, y = draw_outputs(case, design) if kind == "least_squares" else draw_labels(case, design)
    A, P = design.A, len(design.A)
    folds = case.integer("folds", 2, 4)
    lambdas = np.array([0.01, 0.1, 0.5]) * (1 if reduction == "mean" else P)
    if kind == "least_squares":
        lambdas = lambdas * float(np.abs(y - y.mean()).max())
    found = case.call(
        cross_validate_l1,
        design.X,
        handed,
        lambdas,
        cost=kind,
        reduction=reduction,
        folds=folds,
        may_refuse="constant|class|fold",
    )
    check_choice(case, found.errors[:, ::-1], found.mean[::-1], found.standard_error[::-1], len(lambdas) - 1 - found.best)
    case.equal("best_lambda", found.best_lambda, found.lambdas[found.best])
    limit = found.mean[found.best] + found.standard_error[found.best]
    case.equal("one_standard_error_lambda", found.one_standard_error_lambda, found.lambdas[found.mean <= limit].max())
    if (
        not set(design.structures) <= {"normal", "tied", "offset", "units", "orthogonal"}
        or np.linalg.matrix_rank(centred(A).astype(float)) < A.shape[1]
    ):
        return  # elsewhere the minimizer, and with it the prediction, need not be unique
    for k in range(folds):
        test = found.fold_of == k
        B, t = A[~test], y[~test]
        C = centred(B)
        scale = np.sqrt((C**2).mean(axis=0))
        if (np.ptp(B, axis=0) <= 1e-6 * np.abs(B).max(axis=0)).any() or np.linalg.cond((C / scale).astype(float)) > 100:
            continue
        Z, T = (C / scale).astype(float), ((A[test] - B.mean(axis=0)) / scale).astype(float)
        for g, lam in enumerate(found.lambdas / (1 if reduction == "mean" else P)):
            w, b = proximal_descent(Z, t, lam, kind)
            o = b + T @ w
            losses = (o - y[test]) ** 2 if kind == "least_squares" else log1p_exp(-y[test] * o)
            exact = losses.mean()
            size = np.abs(t).max() ** 2 if kind == "least_squares" else 1.0 + np.abs(o).max()
            # The duality gap of 1e-8 leaves a thousandth of a per cent of the weights open.
            case.close(
                f"errors[{k}, {g}]", found.errors[k, g], exact, 1e-9 * exact + (3e-3 if kind == "softmax" else 1e-6) * size
            )


def proximal_descent(Z, y, lam, kind):
    """Minimize the mean cost + λ‖w‖₁ with accelerated proximal gradient steps: plain, slow, and not ours."""
    P = len(y)
    B = np.c_[np.ones(P), Z]
    L = (2 if kind == "least_squares" else 0.25) * np.linalg.norm(B, 2) ** 2 / P
    w = v = np.zeros(B.shape[1])
    momentum = 1.0
    for _ in range(3000):
        o = B @ v
        slope = 2 * (o - y) if kind == "least_squares" else -y * sigmoid(-y * o).astype(float)
        new = v - B.T @ slope / P / L
        new[1:] = np.sign(new[1:]) * np.maximum(np.abs(new[1:]) - lam / L, 0)
        if (new - w) @ (v - new) > 0:
            momentum = 1.0
        after = (1 + np.sqrt(1 + 4 * momentum**2)) / 2
        v = new + (momentum - 1) / after * (new - w)
        if np.abs(new - w).max() <= 1e-13 * np.abs(new).max():
            return new[1:], new[0]
        w, momentum = new, after
    return w[1:], w[0]


@attacks("l2_softmax_path", share=2)
def softmax_with_l2_is_stationary(case: Case) -> None:
    design = draw_design(case, largest=(20, 4))
    handed, y = draw_labels(case, design)
    A, P = design.A, len(design.A)
    kind, reduction, fit_bias = (
        case.pick("kind", ["l2", "squared_l2"]),
        case.pick("reduction", REDUCTIONS),
        case.flag("fit_bias"),
    )
    factor = 1 / P if reduction == "mean" else 1.0
    size = float(np.linalg.norm(A)) * factor
    grid = size * np.array([1e-4, 1e-2, 1.0]) * (size / factor / P if kind == "squared_l2" else 1.0)
    path = case.call(
        l2_softmax_path, design.X, handed, kind=kind, lambdas=grid, reduction=reduction, fit_bias=fit_bias, nan=("lambda_max",)
    )
    for i, lam in enumerate(path.lambdas):
        w, b = path.weights[i], path.biases[i]
        (value, value_off), (gradient, off), _ = softmax_parts(A, y, np.r_[b, w], factor)
        length = lengths(w)
        pull = 2 * lam * w if kind == "squared_l2" else lam * w / length if length > 0 else np.zeros(len(w))
        slope = gradient[1:] + pull
        if kind == "l2" and length == 0:
            case.holds(lengths(slope) <= lam * (1 + 1e-9) + off.sum(), f"no weights at λ = {lam:g}")
        else:
            # Newton's last step moved the weights by a millionth at most, and lowers the slope by more than that.
            case.close(f"slope at λ = {lam:g}", lengths(slope), 0, 1e-5 * size + 10 * off.sum())
        if fit_bias:
            case.close(f"slope of the bias at λ = {lam:g}", gradient[0], 0, 1e-5 * factor * P + 10 * off[0])
        penalty = length**2 if kind == "squared_l2" else length
        case.close(f"costs[{i}]", path.costs[i], value, 10 * value_off + 1e-12 * value)
        case.close(f"penalties[{i}]", path.penalties[i], penalty, 1e-12 * penalty)
        case.close(f"objectives[{i}]", path.objectives[i], path.costs[i] + lam * penalty, 1e-12 * path.objectives[i])

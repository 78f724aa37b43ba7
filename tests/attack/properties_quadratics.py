"""Penalties, thresholds, quadratic costs, their contours and their minimizers under a penalty or in a ball."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms import (
    QuadraticCost,
    constrained_minimizer,
    contour_ellipse,
    hessian_condition,
    penalized_path,
    penalty,
)
from tests.attack.attacks import attacks
from tests.attack.case import EPS, Case
from tests.attack.designs import draw_design, draw_outputs
from tests.attack.reference import least_squares, lengths, solve_positive_definite, subsets

KINDS = ("l1", "l0", "l2", "squared_l2")


def draw_vector(case, name, shape=None):
    """Draw numbers of very different sizes, zeros and ties among them."""
    rng = case.rng
    shape = tuple(int(n) for n in rng.integers(1, 5, int(rng.integers(1, 4)))) if shape is None else shape
    kind = case.pick(name, ["normal", "tied", "wide", "zero", "1e-150", "1e50"])
    v = rng.normal(size=shape)
    if kind == "tied":
        v = rng.integers(-2, 3, shape).astype(float)
    elif kind == "wide":
        v = v * 10.0 ** rng.uniform(-20, 20, shape)
    elif kind != "normal":
        v = v * float(kind if kind != "zero" else 0)
    if kind != "normal":
        case.tame = False
    return case.hand(name, v)


@attacks("penalty")
def penalties_are_norms(case: Case) -> None:
    w, kind = draw_vector(case, "w"), case.pick("kind", KINDS)
    got = case.call(penalty, w, kind)
    long = np.abs(w.astype(np.longdouble))
    expected = {
        "l0": (w != 0).sum(axis=-1),
        "l1": long.sum(axis=-1),
        "l2": np.sqrt((long**2).sum(axis=-1)),
        "squared_l2": (long**2).sum(axis=-1),
    }[kind]
    # Squares below the smallest number there is are 0.
    case.close("penalty", got, expected, 8 * w.shape[-1] * EPS * np.abs(expected) + 1e-320)


def draw_curvature(case, largest=5):
    """Draw a symmetric positive definite matrix: long axes, units apart, or circles."""
    rng = case.rng
    N = case.integer("N", 1, largest)
    kind = case.pick("curvature", ["round", "long", "very long", "diagonal", "units", "identity"])
    scale = case.pick("curvature scale", [1.0, 1e-20, 1e20, 1e-150])
    spread = {"round": 1, "long": 4, "very long": 11, "diagonal": 18, "units": 1, "identity": 0}[kind]
    eigenvalues = 10.0 ** rng.uniform(-spread / 2, spread / 2, N)
    Q = np.eye(N) if kind in ("diagonal", "identity") else np.linalg.qr(rng.normal(size=(N, N)))[0]
    C = (Q * eigenvalues) @ Q.T
    if kind == "units":
        units = 10.0 ** rng.uniform(-4, 4, N)
        C = C * units * units[:, None]
    C = (C + C.T) / 2 * scale
    if kind not in ("round", "identity") or scale != 1:
        case.tame = False
    return case.hand("curvature", C)


def draw_quadratic(case, largest=5):
    C = draw_curvature(case, largest)
    center = draw_vector(case, "center", (len(C),))
    minimum = case.pick("minimum", [0.0, 1.0, -1e6, 1e-30])
    return case.call(QuadraticCost, C, center, minimum=minimum), C, center, minimum


@attacks("hessian_condition")
def curvatures_are_eigenvalues(case: Case) -> None:
    H = draw_curvature(case)
    if case.flag("singular"):
        case.tame = False
        H = case.hand("H", np.kron(np.ones((2, 2)), H))
    found = case.call(hessian_condition, H, nan=("number",))
    values, rows, size = found.eigenvalues, found.eigenvectors, np.abs(H).sum(axis=1).max()
    n = len(H)
    case.close("vectors · vectorsᵀ", rows @ rows.T, np.eye(n), 50 * n * EPS)
    case.close("H v − λ v", rows @ H - values[:, None] * rows, np.zeros((n, n)), 50 * n * EPS * size)
    case.holds((np.diff(values) >= 0) & (values[:-1] >= 0), "ascending curvatures ≥ 0")
    if not np.count_nonzero(H - np.diag(np.diag(H))):
        case.close("curvatures of a diagonal matrix", values, np.sort(np.diag(H)), 8 * EPS * np.sort(np.diag(H)))
    low, high = values[0], values[-1]
    case.close("number", found.number, high / low if low > 0 else np.inf, 4 * EPS * (high / low if low > 0 else 0))
    case.close("longest_step", found.longest_step, 2 / high, 4 * EPS / high)
    case.close("best_step", found.best_step, 2 / (high + low), 4 * EPS / high)
    case.close("rate", found.rate, (high - low) / (high + low), 4 * EPS)


@attacks("contour_ellipse")
def contours_have_one_height(case: Case) -> None:
    H = draw_curvature(case)
    height = case.pick("height", [1.0, 1e-12, 1e12])
    center = draw_vector(case, "center", (len(H),)) if case.flag("center given") else None
    found = case.call(contour_ellipse, H, height, center=center)
    n = len(H)
    case.close("axes · axesᵀ", found.axes @ found.axes.T, np.eye(n), 50 * n * EPS)
    case.holds(np.diff(found.lengths) <= 0, "the longest axis first")
    offs = found.lengths[:, None] * found.axes.astype(np.longdouble)
    heights = np.einsum("in,nm,im->i", offs, H, offs) / 2
    condition = np.linalg.cond(H)
    # An eigenvalue is known to rounding of the largest one.
    case.close("height at the ends of the axes", heights, np.full(n, height), height * min(1.0, 100 * n * EPS * condition))
    if n == 2:
        points = case.call(found.points, 17) - found.center
        around = np.einsum("in,nm,im->i", points, H, points) / 2
        lost = EPS * np.abs(found.center).max() * np.abs(H).max() * (np.abs(points).max() + EPS * np.abs(found.center).max())
        case.close(
            "height around the ellipse", around, np.full(17, height), height * min(2.0, 400 * EPS * condition) + 16 * lost
        )


@attacks("QuadraticCost", share=2)
def quadratic_costs_follow_their_formula(case: Case) -> None:
    if case.flag("from data"):
        return _from_data(case)
    cost, C, center, minimum = draw_quadratic(case)
    w = draw_vector(case, "w", (3, len(C)))
    off = w.astype(np.longdouble) - center
    quadratic = np.einsum("in,nm,im->i", off, C, off)
    size = np.einsum("in,nm,im->i", np.abs(off), np.abs(C), np.abs(off))
    case.close("value", case.call(cost.value, w), minimum + quadratic, 20 * len(C) * EPS * (abs(minimum) + size) + 1e-300)
    granted = 20 * len(C) * EPS * (np.abs(off) @ np.abs(C)) + 1e-300
    case.close("gradient", case.call(cost.gradient, w), 2 * off @ C, granted)
    case.equal("hessian", case.call(cost.hessian), 2 * C)
    case.equal("value at the center", cost.value(center), minimum)
    return None


def _from_data(case):
    design = draw_design(case)
    y_handed, y = draw_outputs(case, design)
    A, (P, N) = design.A, design.shape
    reduction = case.pick("reduction", ["mean", "sum"])
    cost = case.call(QuadraticCost.from_data, design.X, y_handed, reduction=reduction)
    factor = 1 / P if reduction == "mean" else 1
    exact, weights, _ = least_squares(A, y, fit_bias=True)
    B = A.astype(np.longdouble) - A.astype(np.longdouble).mean(axis=0)
    t = y.astype(np.longdouble) - y.astype(np.longdouble).mean()
    # The curvature is a product of centred columns: rounding is a share of the lengths as given.
    rough = EPS * np.outer(np.abs(A).max(axis=0), lengths(B)) * np.sqrt(P)
    case.close(
        "curvature",
        cost.curvature,
        factor * B.T @ B,
        factor * 8 * P * (rough + rough.T + EPS * np.outer(lengths(B), lengths(B))),
    )
    terms = np.abs(y).max() * np.sqrt(P) + np.abs(A).max(axis=0) @ np.abs(weights) * np.sqrt(P)
    fuzz = 1e3 * P * EPS * terms
    case.close("√minimum", np.sqrt(cost.minimum / factor), np.sqrt(exact), fuzz)
    for w in (np.zeros(N), cost.center, 1.1 * cost.center):
        r = t - B @ w.astype(np.longdouble)
        granted = 2 * fuzz * np.sqrt(r @ r) + fuzz**2 + 1e-12 * (r @ r)
        spread = np.abs(w - cost.center) @ np.abs(cost.curvature / factor) @ np.abs(w - cost.center)
        case.close("value", case.call(cost.value, w), factor * (r @ r), factor * (granted + 1e3 * P * EPS * (spread + r @ r)))


def slope_at(cost, w):
    return 2 * (np.asarray(w, np.longdouble) - cost.center) @ cost.curvature


@attacks("penalized_path", share=2)
def penalized_minimizers_are_stationary(case: Case) -> None:
    cost, C, c, minimum = draw_quadratic(case, largest=4)
    kind = case.pick("kind", KINDS)
    top = 2 * np.abs(C @ c).max()
    grid = None
    if case.flag("grid") and top > 0:
        grid = case.hand("lambdas", top * np.array([0.0, 1e-6, 0.1, 0.5, 0.99, 1.0, 1.5, 100.0]))
    path = case.call(penalized_path, cost, kind, lambdas=grid, nan=("lambda_max",))
    if grid is not None:
        case.equal("lambdas", path.lambdas, np.unique(grid))
    largest = np.abs(C).sum(axis=1).max()
    for lam, w, objective in zip(path.lambdas, path.weights, path.objectives, strict=True):
        _check_minimizer(case, cost, kind, lam, w, largest)
        value = cost.minimum + (w - c.astype(np.longdouble)) @ C @ (w - c.astype(np.longdouble))
        full = value + lam * np.longdouble(penalty(w, kind))
        fuzz = np.abs(w - c) @ np.abs(C) @ np.abs(w - c) + abs(minimum) + lam * penalty(w, kind)
        case.close(f"objective at {lam:g}", objective, full, 100 * EPS * fuzz + 1e-300)
    between = (path.lambdas[:-1] + path.lambdas[1:]) / 2
    for lam in between[:20]:
        _check_minimizer(case, cost, kind, lam, case.call(path.at, float(lam)), largest)


def _check_minimizer(case, cost, kind, lam, w, largest):
    C, c, N = cost.curvature, cost.center, len(cost.center)
    g = slope_at(cost, w)
    fuzz = 1e3 * N * EPS * largest * (np.abs(w) + np.abs(c)).max() + 1e-300
    where = f"{kind} at λ = {lam:.17g}"
    if kind == "l1":
        # How far the gradient is from what the penalty can balance, and how much lower that lets the objective be.
        pull = np.where(w != 0, g + lam * np.sign(w), np.sign(g) * np.maximum(np.abs(g) - lam, 0))
        if pull @ solve_positive_definite(C, pull) / 4 <= 1e-16 * (c @ C @ c):
            return
        case.holds(np.where(w != 0, np.abs(g + lam * np.sign(w)) <= fuzz + 16 * EPS * lam, np.abs(g) <= lam + fuzz), where)
    elif kind == "squared_l2":
        case.holds(np.abs(g + 2 * lam * w) <= fuzz + 100 * N * EPS * lam * np.abs(w).max(), where)
    elif kind == "l2":
        length = lengths(w)
        if length > 0:
            case.holds(np.abs(g + lam * (w / length)) <= fuzz + 1e-9 * lam, where)
        else:
            case.holds(lengths(g) <= lam * (1 + 1e-12) + fuzz, where)
    else:
        at_zero = c @ C @ c
        best = min(_support_cost(C, c, S) + lam * len(S) for S in subsets(N))
        got = (w - c) @ C.astype(np.longdouble) @ (w - c) + lam * np.count_nonzero(w)
        case.holds(got <= best + 1e-9 * at_zero + 64 * EPS * (lam * N + abs(cost.minimum)) + 1e-300, where)


def _support_cost(C, c, S):
    """The smallest (w − c)ᵀ C (w − c) with weights on S alone."""
    rest = [n for n in range(len(c)) if n not in S]
    c, C = c.astype(np.longdouble), C.astype(np.longdouble)
    if not rest:
        return np.longdouble(0)
    S = list(S)
    if not S:
        return c @ C @ c
    v = c[rest]
    moved = solve_positive_definite(C[np.ix_(S, S)], C[np.ix_(S, rest)] @ v)
    return v @ C[np.ix_(rest, rest)] @ v - moved @ C[np.ix_(S, rest)] @ v


@attacks("constrained_minimizer", share=2)
def minimizers_in_a_ball_have_no_way_down(case: Case) -> None:
    cost, C, c, _ = draw_quadratic(case, largest=4)
    kind = case.pick("kind", KINDS)
    outer = penalty(c, kind)
    radius = float(case.pick("share of the radius", [0.5, 0.0, 1e-6, 0.999, 1.0, 2.0]) * outer)
    case.drawn["radius"] = radius
    found = case.call(constrained_minimizer, cost, kind, radius, nan=("lam",))
    w = found.weights
    reached = np.longdouble(penalty(w, kind))
    case.holds(reached <= radius * (1 + 1e-9) + 1e-300, f"{kind} penalty {float(reached):g} within radius {radius:g}")
    case.equal("inside", found.inside, bool(outer <= radius))
    N, largest = len(c), np.abs(C).sum(axis=1).max()
    if kind == "l0":
        best = min(_support_cost(C, c, S) for S in subsets(N, int(min(radius, N))))
        got = (w - c) @ C.astype(np.longdouble) @ (w - c)
        case.holds(got <= best + 1e-9 * (c @ C @ c) + 1e-300, "the best support")
        return
    # How much lower any point of the ball can be: the cost is convex, so g·(v − w) bounds the way down.
    g = slope_at(cost, w)
    reach = radius * np.abs(g).max() if kind == "l1" else (radius if kind == "l2" else np.sqrt(radius)) * lengths(g)
    gap = g @ w + reach
    size = largest * (np.abs(c).max() + np.abs(w).max()) * (np.abs(w).sum() + (np.abs(c).sum() if found.inside else 0))
    case.holds(gap <= 1e-9 * size + 1e-300, f"no way down; there is one of {float(gap):g}")

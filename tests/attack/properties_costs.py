"""The costs, against their formulas in extended precision, and the descents, step by step."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms import (
    FixedBias,
    LeastSquares,
    MulticlassSoftmax,
    Softmax,
    gradient_descent,
    minibatch_gradient_descent,
    newton,
    search_step_length,
)
from tests.attack.attacks import attacks
from tests.attack.case import EPS, Case
from tests.attack.designs import draw_design, draw_labels, draw_outputs, laid_out
from tests.attack.reference import log1p_exp, sigmoid

REDUCTIONS = ("mean", "sum")
TINY = 1e-290


def draw_weights(case, shape, *, scales=(1.0, 0.0, 1e-10, 1e5, 1e20), name="w"):
    scale = case.pick(f"{name} scale", scales)
    if scale not in (0.0, 1.0):
        case.tame = False
    return case.hand(
        name, laid_out(case.rng.normal(size=shape) * scale, case.pick(f"{name} layout", ("C", "strided", "reversed")))
    )


def outputs_of(A, w):
    """Outputs b + x·ω in extended precision, and the size of their terms."""
    long, w = A.astype(np.longdouble), np.asarray(w, np.longdouble)
    return w[0] + long @ w[1:], np.abs(w[0]) + np.abs(long) @ np.abs(w[1:])


def least_squares_parts(A, y, w, factor):
    """Value, gradient and Hessian of least squares, and the rounding to grant each."""
    P, N = A.shape
    o, terms = outputs_of(A, w)
    r, terms = o - y, terms + np.abs(y)
    B = np.c_[np.ones(P), A].astype(np.longdouble)
    off = 8 * (N + 4) * EPS * terms
    value, gradient = factor * (r @ r), factor * 2 * (B.T @ r)
    return (
        (value, factor * ((2 * np.abs(r) * off + off**2).sum() + P * EPS * (r @ r))),
        # Products that are added are backward stable: terms enter with the size that they had.
        (gradient, factor * 2 * (np.abs(B).T @ (off + P * EPS * np.abs(r)))),
        (factor * 2 * B.T @ B, factor * 4 * P * EPS * np.abs(B).T @ np.abs(B)),
    )


def softmax_parts(A, y, w, factor):
    """Value, gradient and Hessian of two-class softmax, and the rounding to grant each."""
    P, N = A.shape
    o, terms = outputs_of(A, w)
    m, off = y * o, 8 * (N + 4) * EPS * terms
    s = sigmoid(-m)
    B = np.c_[np.ones(P), A].astype(np.longdouble)
    # A margin that is off by d changes its loss by up to σ e^d d, and its slope by the share e^d − 1.
    share = np.expm1(np.minimum(off, 700)) + 8 * EPS
    most = np.minimum(np.minimum(s * share, off), 1)
    losses = log1p_exp(-m)
    curve = s * sigmoid(m)
    return (
        (factor * losses.sum(), factor * (np.minimum(s * share, off) + 8 * P * EPS * losses).sum() + TINY),
        (-factor * (B.T @ (s * y)), factor * (np.abs(B).T @ (most + 8 * P * EPS * s)) + TINY),
        (
            factor * (B.T * curve) @ B,
            factor * (np.abs(B).T * np.minimum(curve * 2 * share + 8 * P * EPS * curve, 0.25)) @ np.abs(B) + TINY,
        ),
    )


def check_cost(case, cost, w, parts, *, hessian=True):
    (value, value_off), (gradient, gradient_off), (curvature, curvature_off) = parts
    case.close("value", case.call(cost.value, w), value, value_off)
    case.close("gradient", case.call(cost.gradient, w), gradient, gradient_off)
    if hessian:
        case.close("hessian", case.call(cost.hessian, w), curvature, curvature_off)


def check_keeps_nothing(case, cost, w, *given):
    """Hold that changing the caller's arrays later does not change the cost."""
    before = cost.value(w)
    for array in given:
        if array.flags.writeable:
            saved = array.copy()
            array[...] = array[::-1].copy() if array.ndim == 1 else 0
            after = cost.value(w)
            array[...] = saved
            case.equal("the cost after the caller has changed its data", after, before)


def draw_cost(case, *, largest=(30, 5), kinds=("least_squares", "softmax"), scales=None):
    """Draw a cost over a design; give it with the design and its targets as float64."""
    options = {} if scales is None else {"scales": scales}
    design = draw_design(case, largest=largest, **options)
    kind, reduction = case.pick("cost", kinds), case.pick("reduction", REDUCTIONS)
    draw = draw_outputs if kind == "least_squares" else draw_labels
    handed, y = draw(case, design, **(options if kind == "least_squares" else {}))
    cost = case.call(LeastSquares if kind == "least_squares" else Softmax, design.X, handed, reduction=reduction)
    factor = 1 / len(y) if reduction == "mean" else 1.0
    return cost, kind, design, handed, y, factor


PARTS = {"least_squares": least_squares_parts, "softmax": softmax_parts}


@attacks("LeastSquares", "Softmax", share=3)
def costs_of_one_output_follow_their_formulas(case: Case) -> None:
    cost, kind, design, handed, y, factor = draw_cost(case)
    w = draw_weights(case, design.shape[1] + 1)
    check_cost(case, cost, w, PARTS[kind](design.A, y, w, factor))
    rows = case.rng.permutation(len(y))[: case.integer("rows", 1, len(y))]
    part = case.call(cost.subset, rows)
    factor = 1 / len(rows) if factor != 1 or len(y) == 1 else factor
    case.close("value of some rows", part.value(w), *PARTS[kind](design.A[rows], y[rows], w, factor)[0])
    if kind == "softmax":
        o, terms = outputs_of(design.A, w)
        wrong, unsure = (y * o <= 0).sum(), (np.abs(o) <= 8 * (len(w) + 4) * EPS * terms).sum()
        case.close("misclassifications", case.call(cost.misclassifications, w), wrong, unsure)
    check_keeps_nothing(case, cost, w, design.X, handed)


@attacks("FixedBias")
def a_fixed_bias_leaves_the_other_weights(case: Case) -> None:
    cost, kind, design, _, y, factor = draw_cost(case)
    bias = case.pick("bias", [0.0, 1.0, -1e5, 1e-200])
    fixed = case.call(FixedBias, cost, bias)
    w = draw_weights(case, design.shape[1])
    value, gradient, curvature = PARTS[kind](design.A, y, np.r_[bias, w], factor)
    parts = value, (gradient[0][1:], gradient[1][1:]), (curvature[0][1:, 1:], curvature[1][1:, 1:])
    check_cost(case, fixed, w, parts)


def multiclass_parts(A, y, W, factor):
    P, N = A.shape
    C = W.shape[1]
    B = np.c_[np.ones(P), A].astype(np.longdouble)
    o = B @ W.astype(np.longdouble)
    off = 8 * (N + 4) * EPS * (np.abs(B) @ np.abs(W)).max(axis=1) * 2
    shifted = o - o.max(axis=1, keepdims=True)
    p = np.exp(shifted) / np.exp(shifted).sum(axis=1, keepdims=True)
    true = np.arange(C) == y[:, None]
    rivals = np.where(true, -np.inf, o - o[true][:, None])
    most = rivals.max(axis=1)
    losses = np.where(most > 0, most, 0) + np.log1p(
        np.where(most > 0, np.exp(-np.abs(most)) - 1, 0) + np.exp(rivals - np.maximum(most, 0)[:, None]).sum(axis=1)
    )
    share = np.expm1(np.minimum(off, 700)) + 16 * C * EPS
    missing = np.where(true, 0, p).sum(axis=1)
    slopes = np.where(true, -missing[:, None], p)
    off_slopes = np.minimum(np.abs(slopes) * share[:, None], 1) + 8 * P * EPS * np.abs(slopes)
    blocks = p[:, :, None] * (np.eye(C) - p[:, None])
    blocks[:, np.arange(C), np.arange(C)] = p * (1 - p)
    hessian = factor * np.einsum("pn,pcd,pm->ncmd", B, blocks, B).reshape(((N + 1) * C,) * 2)
    sizes = np.minimum((p[:, :, None] * (np.eye(C) + p[:, None])) * 3 * share[:, None, None], 1) + 8 * P * EPS
    rough = factor * np.einsum("pn,pcd,pm->ncmd", np.abs(B), sizes, np.abs(B)).reshape(((N + 1) * C,) * 2)
    return (
        (factor * losses.sum(), factor * (np.minimum(missing * share, off) + 8 * P * EPS * losses).sum() + TINY),
        (factor * B.T @ slopes, factor * np.abs(B).T @ off_slopes + TINY),
        (hessian, rough + TINY),
    )


@attacks("MulticlassSoftmax", share=2)
def the_cost_of_many_classes_follows_its_formula(case: Case) -> None:
    design = draw_design(case, largest=(25, 4))
    P, N = design.shape
    C = case.integer("classes", 2, 4)
    y = case.rng.integers(0, C, P)
    given = case.pick("n_classes", ["given", "from the labels"]) == "given"
    if len(np.unique(y)) < C:
        case.tame = False
    handed = case.hand(
        "y", laid_out(y.astype(case.pick("y type", ["int64", "float64", "uint8"])), case.pick("y layout", ["C", "strided"]))
    )
    cost = case.call(MulticlassSoftmax, design.X, handed, n_classes=C if given else None)
    C = cost.n_classes
    W = draw_weights(case, (N + 1, C))
    check_cost(case, cost, W, multiclass_parts(design.A, y, W, 1 / P))
    check_keeps_nothing(case, cost, W, design.X, handed)


# Descents are followed on data whose squares are far from the ends of double precision.
MODEST = (1.0, 1.0, 1e-8, 1e8, 1e30)


def check_trace(case, trace, parts_at, start):
    """Hold that costs and gradients are those at the weights, whatever the path there."""
    case.equal("the start", trace.weights[0], start)
    for k in range(len(trace.weights)):
        (value, value_off), (gradient, gradient_off), _ = parts_at(trace.weights[k])
        case.close(f"costs[{k}]", trace.costs[k], value, value_off)
        case.close(f"gradients[{k}]", trace.gradients[k], gradient, gradient_off)
    if trace.diverged:
        case.holds("diverged at" in trace.stopped, "a reason")
    case.call(lambda cost: trace.message, None)


def curvature_bound(A, kind, factor):
    B = np.c_[np.ones(len(A)), A]
    return factor * (2 if kind == "least_squares" else 0.25) * np.linalg.norm(B, 2) ** 2


@attacks("gradient_descent", share=2)
def each_step_goes_against_the_gradient(case: Case) -> None:
    cost, kind, design, _, y, factor = draw_cost(case, scales=MODEST)
    L = curvature_bound(design.A, kind, factor)
    steps = case.integer("steps", 1, 15)
    times = case.pick("step length times L", [1.0, 0.1, 1.9, 2.5, 1e3, 1e-12])
    start = draw_weights(case, design.shape[1] + 1, scales=(0.0, 1.0, 1e5))
    case.tame = False
    trace = case.call(gradient_descent, cost, start, times / L, steps)
    check_trace(case, trace, lambda w: PARTS[kind](design.A, y, w, factor), start)
    for k in range(trace.n_steps):
        move = times / L * trace.gradients[k]
        granted = 4 * EPS * (np.abs(trace.weights[k]) + np.abs(move)) + TINY
        case.close(f"step {k + 1}", trace.weights[k + 1], trace.weights[k] - move, granted)
    if times <= 1.9:
        # Below 2 / L no step raises the cost, by more than its rounding.
        off = max(float(PARTS[kind](design.A, y, w, factor)[0][1]) for w in trace.weights)
        case.holds(np.diff(trace.costs) <= 2 * off + 1e-12 * trace.costs[:-1], "a cost that does not rise")
    if trace.stopped == "steps":
        case.equal("number of steps", trace.n_steps, steps)


@attacks("minibatch_gradient_descent")
def each_batch_is_a_step_on_its_own_examples(case: Case) -> None:
    cost, kind, design, _, y, factor = draw_cost(case, scales=MODEST)
    A, P = design.A, len(design.A)
    L = curvature_bound(A, kind, 1.0)
    epochs, size = case.integer("epochs", 1, 5), case.integer("batch_size", 1, P)
    alpha = case.pick("step length times L", [1.0, 0.01]) / L
    start = draw_weights(case, design.shape[1] + 1, scales=(0.0, 1.0))
    case.tame = False
    trace = case.call(minibatch_gradient_descent, cost, start, alpha, epochs, size)
    check_trace(case, trace, lambda w: PARTS[kind](A, y, w, factor), start)
    orders = np.random.default_rng(0)
    for k in range(trace.n_steps):
        order = orders.permutation(P)
        w = trace.weights[k].astype(np.longdouble)
        granted = np.zeros(len(w))
        for first in range(0, P, size):
            rows = order[first : first + size]
            part = 1 / len(y[rows]) if cost.reduction == "mean" else 1.0
            _, (gradient, off), _ = PARTS[kind](A[rows], y[rows], w, part)
            w = w - alpha * gradient
            # What is granted in one batch grows by (1 + αL) at most in the next.
            granted = 3 * np.max(granted) + alpha * off + 4 * EPS * (np.abs(w) + alpha * np.abs(gradient))
        case.close(f"epoch {k + 1}", trace.weights[k + 1], w, granted + TINY)


@attacks("newton", share=2)
def each_newton_step_solves_its_equations(case: Case) -> None:
    cost, kind, design, _, y, factor = draw_cost(case, scales=MODEST)
    n = design.shape[1] + 1
    epsilon, simplified = case.pick("epsilon", [1e-7, 0.0, 1.0]), case.pick("simplified", [False, True])
    start = draw_weights(case, n, scales=(0.0, 1.0, 1e5))
    case.tame = False
    trace = case.call(newton, cost, start, case.integer("steps", 1, 12), epsilon=epsilon, simplified=simplified)
    check_trace(case, trace, lambda w: PARTS[kind](design.A, y, w, factor), start)
    for k in range(trace.n_steps):
        _, (gradient, off), (H, H_off) = PARTS[kind](design.A, y, trace.weights[k], factor)
        H = np.diag(np.diag(H)) if simplified else H
        step = trace.weights[k].astype(np.longdouble) - trace.weights[k + 1]
        left = (H + epsilon * np.eye(n)) @ step - gradient
        # A solver is backward stable: what is left is rounding of ‖H‖ times the step, and of what H and g were.
        size = (np.abs(H).sum(axis=1).max() + epsilon) * np.abs(step).max()
        moved = (np.abs(H) + epsilon * np.eye(n)) @ (4 * EPS * np.abs(trace.weights[k]))
        granted = off + H_off @ np.abs(step) + 100 * n * EPS * size + moved
        case.close(f"equations of step {k + 1}", left, np.zeros(n), granted + TINY)


@attacks("search_step_length")
def the_largest_step_length_that_descends_is_found(case: Case) -> None:
    cost, _, design, *_ = draw_cost(case, scales=MODEST)
    start = draw_weights(case, design.shape[1] + 1, scales=(0.0, 1.0))
    steps = case.integer("steps", 1, 6)
    case.tame = False
    found = case.call(search_step_length, cost, start, steps, exponents=case.pick("exponents", [(-10, 5), (-40, 3), (0, 0)]))
    case.equal("exponents", found.exponents, np.arange(found.exponents[0], found.exponents[-1] - 1, -1))
    for exponent, trace in zip(found.exponents, found.traces, strict=True):
        descends = not trace.diverged and trace.n_rises == 0 and trace.costs[-1] < trace.costs[0]
        case.equal(f"whether 1e{exponent} descends", bool(descends), bool(found.found and exponent == found.exponents[-1]))
        case.holds(trace.n_steps >= 1 or trace.stopped != "steps", "a step was taken")
        if trace.step_lengths is not None and len(trace.step_lengths):
            case.close("step length", trace.step_lengths[0], 10.0 ** np.longdouble(exponent), 4 * EPS * 10.0**exponent)

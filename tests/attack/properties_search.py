"""Searches over sets of features with any objective: a table of J, with ties, is searched anew by hand."""

from __future__ import annotations

import numpy as np
from scipy.optimize import linprog

from fewidgets.algorithms import (
    SubsetSoftmax,
    bidirectional_search,
    exhaustive_search,
    floating_search,
    sequential_search,
)
from tests.attack.attacks import attacks
from tests.attack.case import Case
from tests.attack.designs import draw_design, draw_labels
from tests.attack.reference import log1p_exp, orthonormal, sigmoid, subsets


class Table:
    """J of every set, drawn when it is first asked about, and how often it was asked."""

    def __init__(self, case, N):
        kind = case.pick("J", ["numbers", "ties", "constant", "huge", "numpy", "int"])
        rng = np.random.default_rng(case.seed)
        values = rng.normal(size=2**N)
        if kind in ("ties", "int"):
            values = rng.integers(0, 3, 2**N).astype(float)
        elif kind == "constant":
            values[:] = -7.0
        elif kind == "huge":
            values = values * 1e300
        self.values, self.asked = values, {}
        self.give = {"int": int, "numpy": np.float64}.get(kind, float)

    def __call__(self, S):
        assert isinstance(S, tuple)
        assert list(S) == sorted(set(S))
        assert S not in self.asked, f"asked twice about {S}"
        self.asked[S] = True
        return self.give(self.of(S))

    def of(self, S):
        return self.values[sum(2 ** int(n) for n in S)]


@attacks("sequential_search", share=2)
def one_feature_at_a_time_the_best_one(case: Case) -> None:
    N, forward = case.integer("n_features", 1, 6), case.pick("direction", ["forward", "backward"]) == "forward"
    maximize, ask_empty = case.flag("maximize"), case.flag("ask_empty")
    least = 0 if ask_empty else 1
    size = case.pick("size", [None, *range(max(least, 1) if forward else least, N + 1 if forward else N)])
    J = Table(case, N)
    case.tame = case.tame and size is None
    trace = case.call(
        sequential_search,
        J,
        N,
        direction="forward" if forward else "backward",
        size=size,
        maximize=maximize,
        ask_empty=ask_empty,
        nan=("values", "candidate_values"),
    )
    sign = 1 if maximize else -1
    S = [] if forward else list(range(N))
    for m in range(len(trace.order) + 1):
        case.equal(f"selected[{m}]", np.flatnonzero(trace.selected[m]).tolist(), sorted(S))
        case.close(f"values[{m}]", trace.values[m], J.of(S) if S or ask_empty else np.nan, 0)
        if m == len(trace.order):
            break
        options = [n for n in range(N) if (n in S) != forward]
        values = {n: J.of(sorted({*S} ^ {n})) for n in options}
        row = np.full(N, np.nan)
        row[options] = [values[n] for n in options]
        case.close(f"candidate_values[{m}]", trace.candidate_values[m], row, 0)
        best = max(options, key=lambda n: (sign * values[n], -n))
        case.equal(f"order[{m}]", int(trace.order[m]), best)
        S = sorted({*S} ^ {best})
    if size is not None:
        case.equal("the last size", len(S), size)
    case.equal("evaluations", trace.evaluations, len(J.asked))
    asked = np.isfinite(trace.values)
    best = trace.values[asked].max() if maximize else trace.values[asked].min()
    case.equal("best_size", int(trace.best_size), int(min(trace.sizes[asked][trace.values[asked] == best])))


@attacks("bidirectional_search")
def two_searches_meet(case: Case) -> None:
    N, maximize = case.integer("n_features", 1, 6), case.flag("maximize")
    J = Table(case, N)
    names = ("forward_values", "backward_values", "forward_candidate_values", "backward_candidate_values")
    trace = case.call(bidirectional_search, J, N, maximize=maximize, nan=names)
    sign = 1 if maximize else -1
    F, B = set(), set(range(N))
    added, removed = list(trace.added), list(trace.removed)
    for turn in range(N):
        if turn % 2 == 0:
            best = max(sorted(B - F), key=lambda n: (sign * J.of(F | {n}), -n))
            case.equal(f"added[{turn // 2}]", int(added[turn // 2]), best)
            F.add(best)
        else:
            best = max(sorted(B - F), key=lambda n: (sign * (J.of(B - {n})), -n))
            case.equal(f"removed[{turn // 2}]", int(removed[turn // 2]), best)
            B.discard(best)
    case.equal("where both meet", F, B)
    case.equal("selected", set(np.flatnonzero(trace.selected).tolist()), F)
    case.close("value", trace.value, J.of(F), 0)


@attacks("exhaustive_search")
def every_set_is_tried_and_the_best_of_each_size_kept(case: Case) -> None:
    N, maximize, ask_empty = case.integer("n_features", 1, 6), case.flag("maximize"), case.flag("ask_empty")
    most = case.pick("size", [None, *range(1, N + 1)])
    J = Table(case, N)
    trace = case.call(exhaustive_search, J, N, size=most, maximize=maximize, ask_empty=ask_empty)
    sets = [S for S in subsets(N, most) if S or ask_empty]
    case.equal("sets", [tuple(np.flatnonzero(row)) for row in trace.subsets], sets)
    case.close("subset_values", trace.subset_values, [J.of(S) for S in sets], 0)
    sign = 1 if maximize else -1
    for k, size in enumerate(trace.sizes):
        best = max((S for S in sets if len(S) == size), key=lambda S: sign * J.of(S))  # the first of equal ones
        case.equal(f"the best of size {size}", tuple(np.flatnonzero(trace.selected[k])), best)
        case.close("values", trace.values[k], J.of(best), 0)
    best = max(sets, key=lambda S: sign * J.of(S))
    case.equal("the best", tuple(trace.best.features), best)
    case.equal("evaluations", trace.evaluations, len(sets))


@attacks("floating_search", share=2)
def a_floating_search_goes_back_while_that_sets_records(case: Case) -> None:
    N, forward = case.integer("n_features", 1, 6), case.pick("direction", ["forward", "backward"]) == "forward"
    maximize, ask_empty = case.flag("maximize"), case.flag("ask_empty")
    least = 0 if ask_empty else 1
    J = Table(case, N)
    names = ("values", "records", "to_beat", "candidate_values")
    direction = "forward" if forward else "backward"
    trace = case.call(floating_search, J, N, direction=direction, maximize=maximize, ask_empty=ask_empty, nan=names)
    sign = 1 if maximize else -1
    S, record = set() if forward else set(range(N)), {}

    def meet():
        if (S or ask_empty) and sign * J.of(S) > sign * record.get(len(S), -sign * np.inf):
            record[len(S)] = J.of(S)

    meet()
    m, goal = 0, N if forward else least
    while len(S) != goal:
        for conditional in range(2 * 2**N):
            add = forward == (conditional == 0)
            options = [n for n in range(N) if (n in S) != add]
            if not options or (not add and len(S) == 1 and not ask_empty):
                break
            best = max(options, key=lambda n: (sign * J.of(S ^ {n}), -n))
            value = J.of(S ^ {best})
            beats = sign * value > sign * record.get(len(S) + (1 if add else -1), -sign * np.inf)
            case.equal(f"step {m + 1}", (bool(trace.adds[m]), int(trace.features[m])), (add, best))
            case.equal(f"whether step {m + 1} is taken", bool(trace.taken[m]), bool(conditional == 0 or beats))
            m += 1
            if conditional and not beats:
                break
            S = S ^ {best}
            meet()
    case.equal("number of steps", len(trace.taken), m)
    for size, value in record.items():
        case.close(f"the record of size {size}", trace.at(size).value, value, 0)
        case.close("J of the set", J.of(trace.at(size).features), value, 0)


def least_softmax(A, y):
    """The smallest mean softmax cost by Newton's method on an orthonormal basis; None if the classes are separable."""
    Q = orthonormal(np.c_[np.ones(len(y)), A], 1e-9)[0].astype(float) * np.sqrt(len(y))
    # Separable, if some weights give every example a margin of 1.
    found = linprog(np.zeros(Q.shape[1]), A_ub=-y[:, None] * Q, b_ub=-np.ones(len(y)), bounds=(None, None))
    if found.status == 0:
        return None
    w = np.zeros(Q.shape[1])
    for _ in range(200):
        m = y * (Q @ w)
        s = sigmoid(-m).astype(float)
        step = np.linalg.lstsq((Q.T * (s * (1 - s))) @ Q, Q.T @ (y * s), rcond=None)[0]
        size = 1.0
        while log1p_exp(-y * (Q @ (w + size * step))).mean() > log1p_exp(-m).mean() and size > 1e-10:
            size /= 2
        w = w + size * step
        if np.abs(step).max() <= 1e-10 * (1 + np.abs(w).max()):
            break
    return log1p_exp(-y * (Q @ w)).mean()


@attacks("SubsetSoftmax", share=2)
def the_cost_of_a_set_is_the_smallest_there_is(case: Case) -> None:
    # A feature that is nearly constant may be told from the bias, or not: that is left to least squares.
    usual = ("normal", "duplicate", "tied", "binary", "units", "one hot", "orthogonal", "outlier 1e4", "collinear")
    design = draw_design(case, largest=(20, 3), structures=usual)
    handed, y = draw_labels(case, design)
    J = case.call(SubsetSoftmax, design.X, handed)
    scaled = design.A / np.where(np.abs(design.A).max(axis=0) > 0, np.abs(design.A).max(axis=0), 1)
    for S in subsets(design.shape[1]):
        least = least_softmax(scaled[:, list(S)], y)
        got, model = case.call(J, S), case.call(J.model, S)
        o = model.bias + design.A.astype(np.longdouble) @ model.weights.astype(np.longdouble)
        case.holds(np.delete(model.weights, list(S)) == 0, "no weights beside the set")
        if least is None:
            case.equal(f"J of {S}, which separates", got, 0.0)
            case.holds(y * o > 0, "every example on its right side")
        else:
            case.close(f"J of {S}", got, least, 1e-8)
            case.close(f"cost of the model of {S}", got, log1p_exp(-y * o).mean(), 1e-8)

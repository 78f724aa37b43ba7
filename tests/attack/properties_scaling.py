"""Scaling, imputation, principal components and K-means: what defines their results."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms import (
    MeanImputer,
    MinMaxNormalizer,
    PCASphering,
    StandardNormalizer,
    kmeans,
    mean_impute,
    normalization_steps,
    pca,
    reduce_dimension,
    sphering_steps,
)
from tests.attack.attacks import attacks
from tests.attack.case import EPS, Case
from tests.attack.designs import draw_design
from tests.attack.reference import centred, exact_mean, is_constant, lengths

SINGLE = float(np.finfo(np.float32).eps)


def precision_of(array):
    """Rounding of the numbers that a transformer gives for an array: single precision for single precision."""
    return SINGLE if array.dtype == np.float32 else EPS


def cancelled(columns):
    """What a mean may be off: nothing, but where entries cancel to a rounding of theirs, of which this is a rounding."""
    return np.array([4 * len(column) * EPS**2 * np.abs(column).max(initial=0) for column in np.asarray(columns).T])


def deviations(A, ddof):
    return lengths(centred(A)) / np.sqrt(np.longdouble(len(A) - ddof))


def check_transforms(case, fitted, design, forward, scale, center, given=None):
    """Hold that examples are changed as the formula says, and that the inverse takes them back."""
    X, A = design.X, design.A
    eps = precision_of(X)
    Z = case.call(fitted.transform, X)
    case.equal("dtype of the result", Z.dtype, X.dtype if X.dtype == np.float32 else np.dtype(float))
    largest = np.abs(A) + np.abs(center)
    case.close("what X is changed to", Z, forward(A.astype(np.longdouble)), 6 * eps * (largest / scale + 1))
    back = case.call(fitted.inverse_transform, Z)
    case.close("what the inverse gives back", back, A, 12 * eps * (largest + scale))
    again = type(fitted)(**{k: v for k, v in vars(fitted).items() if not k.startswith("_") and not k.endswith("_")})
    case.equal("fit_transform", case.call(again.fit_transform, X), Z)
    return Z


@attacks("StandardNormalizer")
def standardized_features_have_mean_0_and_deviation_1(case: Case) -> None:
    design = draw_design(case)
    ddof, constant = case.integer("ddof", 0, 1), case.pick("constant", ["error", "keep"])
    fitted = case.call(StandardNormalizer, ddof, constant=constant)
    case.call(fitted.fit, design.X)
    A = design.A
    flat = np.array([is_constant(column, 8) for column in A.T])
    case.holds(constant == "keep" or not flat.any(), "a constant feature is refused")
    means = np.array([exact_mean(column) for column in A.T])
    case.close("mean_", fitted.mean_, means, cancelled(A) + np.where(flat, 8 * EPS * np.abs(means), 0))
    deviation = deviations(A, ddof)
    off = EPS * (8 * deviation + 2 * np.abs(A).max(axis=0))
    case.close("scale_", fitted.scale_, np.where(flat, 1, deviation), off)
    check_transforms(case, fitted, design, lambda A: (A - fitted.mean_) / fitted.scale_, fitted.scale_, fitted.mean_)


@attacks("MinMaxNormalizer")
def rescaled_features_reach_from_end_to_end(case: Case) -> None:
    design = draw_design(case)
    low, high = case.pick("feature_range", [(0.0, 1.0), (-1.0, 1.0), (10.0, 10.5), (-3e5, 4.0)])
    constant, clip = case.pick("constant", ["error", "keep"]), case.flag("clip")
    fitted = case.call(MinMaxNormalizer, (low, high), clip=clip, constant=constant)
    case.call(fitted.fit, design.X)
    A, X = design.A, design.X
    flat = np.array([is_constant(column, 8) for column in A.T])
    case.holds(constant == "keep" or not flat.any(), "a constant feature is refused")
    case.equal("min_", fitted.min_, A.min(axis=0))
    case.equal("max_", fitted.max_, A.max(axis=0))
    Z = case.call(fitted.transform, X)
    eps = precision_of(X)
    ends = max(abs(low), abs(high))
    share = (A.astype(np.longdouble) - A.min(axis=0)) / np.where(flat, 1, np.ptp(A, axis=0))
    # A difference of two numbers of single precision is exact; its quotient is rounded, and the ends are added.
    case.close("what X is changed to", Z, low + share * (high - low), 6 * eps * (ends + high - low))
    case.holds((Z.max(axis=0) <= high + 2 * eps * ends) & (Z.min(axis=0) >= low - 2 * eps * ends), "the range")
    back = case.call(fitted.inverse_transform, Z)
    widened = 1 + ends / (high - low)
    case.close("what the inverse gives back", back, A, 16 * eps * (np.abs(A).max(axis=0) + np.ptp(A, axis=0) * widened))


def with_gaps(case, design):
    """Punch holes into a design of floating point numbers, and give their places."""
    X = design.X.astype(np.float32 if design.X.dtype == np.float32 else float)
    share = case.pick("share of gaps", [0.2, 0.0, 0.5, 0.9])
    gaps = case.rng.random(X.shape) < share
    X[gaps] = np.nan
    case.tame = case.tame and share < 0.5 and not gaps.all(axis=0).any()
    return case.hand("X with gaps", X), gaps


@attacks("MeanImputer")
def gaps_are_filled_with_the_mean_of_what_is_known(case: Case) -> None:
    design = draw_design(case)
    X, gaps = with_gaps(case, design)
    fitted = MeanImputer()
    case.call(fitted.fit, X)
    case.holds(~gaps.all(axis=0), "a feature without any value is refused")
    known = [column[~gap].astype(float) for column, gap in zip(X.T, gaps.T, strict=True)]
    means = np.array([exact_mean(values) for values in known])
    case.close("means_", fitted.means_, means, cancelled(np.nan_to_num(X).astype(float)))
    case.equal("counts_", fitted.counts_, gaps.sum(axis=0))
    filled = case.call(fitted.transform, X)
    case.equal("what is filled in", filled, np.where(gaps, fitted.means_.astype(X.dtype), X))


@attacks("mean_impute")
def rows_that_cannot_be_saved_are_dropped_and_the_others_filled(case: Case) -> None:
    design = draw_design(case)
    X, gaps = with_gaps(case, design)
    P = len(X)
    case.tame = False  # no row may be left
    limit = case.pick("max_missing", [0.5, 0.0, 1.0, 0.3])
    y = case.rng.normal(size=P)
    y[case.rng.random(P) < 0.2] = np.nan
    y = case.hand("y", y) if case.flag("y given") else None
    found = case.call(mean_impute, X, y, max_missing=limit)
    rows = found.rows
    without = np.zeros(P, bool) if y is None else np.isnan(y)
    many = gaps.mean(axis=1) > limit + 4 * EPS
    case.equal("without_output", rows.without_output, np.flatnonzero(without))
    case.equal("too_many_gaps", rows.too_many_gaps, np.flatnonzero(many & ~without))
    kept = np.flatnonzero(~many & ~without)
    case.equal("kept", rows.kept, kept)
    left, gap = X[kept], gaps[kept]
    case.equal("missing", found.missing, gap)
    case.equal("known entries", found.X[~gap], left[~gap])
    case.holds(~gap.all(axis=0), "a feature without any value is refused")
    means = np.array([exact_mean(column[~g].astype(float)) for column, g in zip(left.T, gap.T, strict=True)])
    case.close("means", found.means, means, cancelled(np.nan_to_num(left).astype(float)))
    case.equal("what is filled in", found.X[gap], np.broadcast_to(found.means.astype(X.dtype), left.shape)[gap])
    if y is not None:
        case.equal("y", found.y, y[kept])
    off = EPS * np.abs(np.nan_to_num(left)).max(axis=0).astype(float)
    for what, got, values in (
        ("variances_known", found.variances_known, [c[~g] for c, g in zip(left.T, gap.T, strict=True)]),
        ("variances", found.variances, np.where(gap, means, left).T),
    ):
        exact = np.array([deviations(np.asarray(v, float)[:, None], 0)[0] for v in values])
        case.close(f"√{what}", np.sqrt(got), exact, 20 * EPS * exact + 4 * off + 1e-161)


def noise_of(A):
    """What rounding the centred entries may add to the length of any direction."""
    return 4 * EPS * float(np.linalg.norm(np.abs(A).max(axis=0))) * np.sqrt(A.shape[1])


@attacks("PCASphering", share=2)
def sphered_features_are_uncorrelated_with_variance_1(case: Case) -> None:
    design = draw_design(case)
    ddof, rule = case.integer("ddof", 0, 1), case.pick("near_zero", ["error", "keep", "drop"])
    P, N = design.shape
    components = case.pick("n_components", [None, 1, 2])
    case.tame = case.tame and (components is None or components <= N)
    fitted = case.call(PCASphering, ddof, n_components=components, near_zero=rule)
    case.call(fitted.fit, design.X)
    A, X = design.A, design.X
    V, d, scale = fitted.directions_, fitted.variances_, fitted.scale_
    K = V.shape[1]
    case.close("VᵀV", V.T @ V, np.eye(K), 50 * N * EPS)
    case.holds(np.diff(d) <= 0, "descending variances")
    largest = np.abs(V).max(axis=0)
    case.holds([V[np.abs(V[:, k]) >= largest[k] * (1 - 2e-9), k].max() > 0 for k in range(K)], "the sign of directions")
    # The singular values of the centred data, each known to rounding of the largest and of the centring.
    exact = np.linalg.svd(centred(A).astype(float), compute_uv=False) / np.sqrt(P - ddof)
    off = 50 * N * EPS * exact[0] + noise_of(A)
    case.close("√variances_", np.sqrt(d[: len(exact)]), exact[:K][: len(d)], off)
    case.holds(d[len(exact) :] == 0, "no variance beyond P directions")
    S = case.call(fitted.transform, X)
    true = (centred(A) @ V.astype(np.longdouble)) / scale
    eps = precision_of(X)
    terms = (np.abs(A) + np.abs(fitted.mean_)) @ np.abs(V) / scale
    case.close("what X is changed to", S, true, 4 * (N + 4) * eps * terms + off / scale)
    real = d > 0.0
    flat = d <= 10 * N * EPS * d[0]
    if rule != "error":
        case.holds((scale == 1) == (flat | (scale == 1)), "scale 1 without variance")
    C = (true.T @ true) / (P - ddof)
    # Rounding moves a direction's deviation by `off`: a share of off / scale of the deviation that was divided by.
    share = off / scale
    granted = (3 * (share[:, None] + share[None]) * (1 + share[:, None] + share[None])).astype(float)
    keep = real & ~flat
    case.close(
        "covariance of what comes out", C[np.ix_(keep, keep)], np.eye(int(keep.sum())), granted[np.ix_(keep, keep)] + 1e-12
    )
    if K == N:
        back = case.call(fitted.inverse_transform, S.astype(float) if X.dtype != np.float32 else S)
        spread = (np.abs(np.asarray(S, float)) * scale).max(axis=1)[:, None] + np.abs(A) + np.abs(fitted.mean_)
        case.close("what the inverse gives back", back, A, 20 * (N + 4) * eps * (spread + noise_of(A)))


@attacks("normalization_steps", "sphering_steps")
def each_step_of_a_scaling_is_an_affine_map(case: Case) -> None:
    design = draw_design(case)
    function = case.pick("function", [normalization_steps, sphering_steps])
    ddof = case.integer("ddof", 0, 1)
    A = design.A
    steps = case.call(function, design.X, ddof=ddof)
    case.equal("the raw points", steps.points[0], A)
    noise = noise_of(A)
    for s in range(len(steps.names)):
        M = steps.matrices[s]
        true = (A.astype(np.longdouble) - steps.offsets[s]) @ M
        terms = (np.abs(A) + np.abs(steps.offsets[s])) @ np.abs(M)
        case.close(f"points[{s}]", steps.points[s], true, 4 * (A.shape[1] + 4) * EPS * terms)
        around = centred(steps.points[s])
        C = around.T @ around / (len(A) - ddof)
        size = lengths(steps.points[s]) / np.sqrt(len(A) - ddof)
        case.close(f"covariances[{s}]", steps.covariances[s], C, 8 * len(A) * EPS * np.outer(size, size))
    share = (noise + 50 * A.shape[1] * EPS * np.sqrt(np.trace(steps.covariances[0]))) / steps.scale
    last = steps.covariances[-1]
    if function is normalization_steps:
        case.close("the last variances", np.diag(last), np.ones(len(last)), 4 * share + 1e-12)
    else:
        granted = 4 * (share[:, None] + share[None]) * (1 + share[:, None] + share[None])
        case.close("the last covariances", last, np.eye(len(last)), granted + 1e-12)


@attacks("pca", share=2)
def principal_components_keep_the_most_variance(case: Case) -> None:
    design = draw_design(case)
    P, N = design.shape
    ddof = case.integer("ddof", 0, 1)
    K = case.pick("n_components", [None, 1, min(P, N)])
    A = design.A
    found = case.call(pca, design.X, K, ddof=ddof)
    K = K or min(P, N)
    V, scores = found.directions, found.scores
    case.close("VᵀV", V.T @ V, np.eye(K), 50 * N * EPS)
    exact = np.linalg.svd(centred(A).astype(float), compute_uv=False)[:K]
    off = 50 * N * EPS * exact[0] + noise_of(A) * np.sqrt(P)
    case.close("√variances", np.sqrt(found.variances * (P - ddof)), exact, off)
    total = lengths(centred(A)) @ lengths(centred(A)) / (P - ddof)
    case.close("√total_variance", np.sqrt(found.total_variance), np.sqrt(total), 50 * N * EPS * np.sqrt(total) + noise_of(A))
    case.close("explained", found.explained, found.variances / found.total_variance, 4 * EPS)
    true = centred(A) @ V.astype(np.longdouble)
    case.close("scores", scores, true, off + 4 * (N + 4) * EPS * ((np.abs(A) + np.abs(found.mean)) @ np.abs(V)))
    # Eckart and Young: what K components leave is what the other singular values hold, and nothing leaves less.
    left = centred(A) - centred(found.restored())
    rest = np.linalg.svd(centred(A).astype(float), compute_uv=False)[K:]
    case.close("what is left", np.sqrt((left**2).sum()), np.sqrt((rest**2).sum()), 4 * np.sqrt(P * N) * off)


def squared_distances(A, C):
    return ((A[:, None].astype(np.longdouble) - C[None]) ** 2).sum(axis=2)


@attacks("kmeans", share=2)
def centroids_are_the_means_of_the_examples_nearest_to_them(case: Case) -> None:
    design = draw_design(case)
    A, (P, N) = design.A, design.shape
    K = case.integer("n_clusters", 1, min(P, 5))
    reduction, starts = case.pick("reduction", ["mean", "sum"]), case.pick("starts", [3, 1])
    initial = None
    if case.flag("initial"):
        initial = case.hand("initial", A[case.rng.integers(P, size=K)] + case.pick("moved by", [0.0, 1.0]))
    trace = case.call(
        kmeans, design.X, K, initial=initial, starts=starts, max_steps=case.pick("max_steps", [300, 1, 2]), reduction=reduction
    )
    factor = 1 / P if reduction == "mean" else 1
    T, size = trace.n_steps, np.abs(A).max() + np.abs(trace.centroids).max()
    for t in range(T):
        distances = squared_distances(A, trace.centroids[t])
        own = distances[np.arange(P), trace.assignments[t]]
        # Distances are compared up to rounding of the differences, and of the formula that takes one product for all.
        granted = 64 * N * EPS * size * (np.sqrt(own) + EPS * size)
        case.holds(own <= distances.min(axis=1) + granted, f"the nearest centroid in step {t}")
        case.close(f"costs[{t}]", trace.costs[t], own.sum() * factor, factor * (granted.sum() + 1e-11 * own.sum()) + 1e-300)
        if t + 1 < T and not trace.relocated[t].any():
            for k in range(K):
                mine = A[trace.assignments[t] == k]
                mean = mine.astype(np.longdouble).mean(axis=0) if len(mine) else trace.centroids[t, k]
                case.close(f"centroid {k} of step {t + 1}", trace.centroids[t + 1, k], mean, 4 * P * EPS * size)
    case.holds(np.diff(trace.costs) <= 1e-9 * trace.costs[0] + 64 * P * N * (EPS * size) ** 2, "costs that never rise")
    if trace.converged:
        case.equal("the last two assignments", trace.assignments[-1], trace.assignments[-2])
    case.equal("best_start", trace.best_start, int(trace.start_costs.argmin()))
    case.equal("the best start's cost", trace.start_costs[trace.best_start], trace.costs[-1])
    if K == 1:
        least = (lengths(centred(A)) ** 2).sum() * factor
        case.close(
            "the cost of one centroid", trace.costs[-1] if T > 1 else least, least, 1e-9 * least + N * P * (EPS * size) ** 2
        )


@attacks("reduce_dimension")
def a_smaller_matrix_says_what_it_keeps(case: Case) -> None:
    design = draw_design(case, smallest_P=2)
    A, (P, N) = design.A, design.shape
    features = case.hand("features", case.rng.permutation(N)[: case.integer("M", 1, N)])
    K, C = case.integer("n_components", 1, min(P, N)), case.integer("n_clusters", 1, min(P, 4))
    found = case.call(reduce_dimension, design.X, features, K, C, may_refuse="different example")
    case.equal("selected", found.selected, A[:, features])
    total = (lengths(centred(A)) ** 2).sum()
    noise = noise_of(A) * np.sqrt(P * N)
    for name, restored in found.restored.items():
        lost = ((A.astype(np.longdouble) - restored) ** 2).sum()
        granted = (2 * noise * np.sqrt(lost + total) + noise**2) / total + 1e-10
        case.close(f"kept[{name}]", found.kept[name], 1 - lost / total, granted)
    best = (np.linalg.svd(centred(A).astype(float), compute_uv=False)[:K] ** 2).sum() / total
    case.close("kept[pca]", found.kept["pca"], best, (2 * noise * np.sqrt(total) + noise**2) / total + 1e-10)

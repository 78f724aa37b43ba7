"""Scores and rankings of features, each against its formula."""

from __future__ import annotations

import numpy as np
from sklearn.ensemble import ExtraTreesClassifier, GradientBoostingRegressor, RandomForestClassifier, RandomForestRegressor
from sklearn.tree import DecisionTreeClassifier

from fewidgets.algorithms import (
    impurity_importance,
    mutual_information,
    out_of_bag_importance,
    pearson_scores,
    permutation_importance,
    rank_features,
    single_feature_losses,
)
from tests.attack.attacks import attacks
from tests.attack.case import EPS, Case
from tests.attack.designs import draw_design, draw_labels, draw_outputs
from tests.attack.properties_quadratics import draw_vector
from tests.attack.reference import centred, is_constant, lengths


def check_ranking(case, found, losses, tolerance):
    """Hold that order, ranks and ties follow from one loss a feature; neighbours within the tolerance are tied."""
    losses = np.asarray(losses, float)
    order = np.asarray(found.order)
    case.equal("order is a permutation", np.sort(order), np.arange(len(losses)))
    sorted_ = np.sort(losses)
    groups = np.concatenate([[0], np.cumsum(np.diff(sorted_) > tolerance)])
    group_of = np.empty(len(losses), int)
    group_of[np.argsort(losses, kind="stable")] = groups
    expected = sorted(range(len(losses)), key=lambda n: (group_of[n], n))
    case.equal("order", order.tolist(), expected)
    firsts = {g: int(np.flatnonzero(groups == g)[0]) + 1 for g in set(groups.tolist())}
    case.equal("ranks", found.ranks.tolist(), [firsts[g] for g in group_of])
    ties = tuple(tuple(n for n in expected if group_of[n] == g) for g in sorted(firsts) if (group_of == g).sum() > 1)
    case.equal("ties", found.ties, ties)


@attacks("rank_features")
def ranks_follow_scores(case: Case) -> None:
    scores = draw_vector(case, "scores", (case.integer("N", 1, 9),))
    tolerance = case.pick("tolerance", [None, 0.0, 0.5])
    found = case.call(rank_features, scores, tolerance=tolerance)
    used = 1e-12 * np.abs(scores).max() if tolerance is None else tolerance
    check_ranking(case, found, -scores, used)
    k = case.integer("k", 1, len(scores))
    case.equal("top", case.call(found.top, k), found.order[:k])


@attacks("pearson_scores", share=2)
def correlations_follow_their_formula(case: Case) -> None:
    design = draw_design(case)
    handed, y = draw_outputs(case, design)
    A, P = design.A, len(design.A)
    found = case.call(pearson_scores, design.X, handed)
    flat = np.array([is_constant(column, 8) for column in A.T])
    case.equal("constant", found.constant, flat)
    B, t = centred(A), centred(y[:, None])[:, 0]
    size, length = lengths(B), lengths(t)
    # Centring is exact to rounding of the entries, which is a share of the deviations.
    off_x = 16 * EPS * np.abs(A).max(axis=0) * np.sqrt(P)
    off_t = 16 * EPS * np.abs(y).max() * np.sqrt(P)
    case.close("means", found.means, A.astype(np.longdouble).mean(axis=0), 8 * P * EPS * np.abs(A).max(axis=0))
    case.close("√variances", np.sqrt(found.variances), np.where(flat, 0, size / np.sqrt(P)), 50 * P * EPS * size + off_x)
    case.close("√output_variance", np.sqrt(found.output_variance), length / np.sqrt(P), 50 * P * EPS * length + off_t)
    exact = np.where(flat, 0, B.T @ t / np.where(flat, 1, size) / length)
    share = 100 * P * EPS + 4 * off_x / np.where(flat, 1, size) + 4 * off_t / length
    case.close("scores", found.scores, exact, np.minimum(share, 2))
    case.close("covariances", found.covariances, np.where(flat, 0, B.T @ t / P), share * size * length / P)
    case.holds(np.abs(found.scores) <= 1, "scores within ±1")


@attacks("single_feature_losses", share=2)
def no_predictor_from_one_feature_is_better(case: Case) -> None:
    design = draw_design(case)
    A, (P, N) = design.A, design.shape
    loss = case.pick("loss", ["squared", "misclassification"])
    handed, y = draw_outputs(case, design) if loss == "squared" else draw_labels(case, design)
    found = case.call(single_feature_losses, design.X, handed, loss=loss)
    factor = 1 / P
    flat = np.array([is_constant(column, 8) for column in A.T])
    case.equal("constant", found.constant, flat)
    if loss == "squared":
        B, t = centred(A), centred(y[:, None])[:, 0]
        size, total = lengths(B), t @ t
        for n in range(N):
            w = np.longdouble(0) if flat[n] else B[:, n] @ t / size[n] ** 2
            root = np.sqrt(factor) * lengths(t - w * B[:, n])
            off = 16 * EPS * np.sqrt(P) * (np.abs(y).max() + np.abs(A[:, n]).max() * abs(w))
            fuzz = np.sqrt(factor) * (50 * P * EPS * np.sqrt(total) + off)
            # A loss is total − gain; where little is left, it is the sum of the residuals itself.
            case.close(f"√losses[{n}]", np.sqrt(found.losses[n]), root, 4 * fuzz + 1e-9 * root)
            slope_off = (
                100 * P * EPS + 4 * 16 * EPS * np.sqrt(P) * np.abs(A[:, n]).max() / (size[n] if not flat[n] else 1)
            ) * (np.sqrt(total) / (size[n] if not flat[n] else 1))
            case.close(f"weights[{n}]", found.weights[n], w, slope_off + 4 * off / (size[n] if not flat[n] else 1))
        return
    baseline = min((y > 0).sum(), (y < 0).sum())
    case.equal("baseline", round(found.baseline / factor), int(baseline))
    for n in range(N):
        values = np.unique(A[:, n])
        cuts = (values[1:] + values[:-1]) / 2
        wrong = [np.minimum(w, P - w) for w in ((np.where(A[:, n] > cut, 1.0, -1.0) != y).sum() for cut in cuts)]
        least = min([baseline, *wrong])
        got = round(found.losses[n] / factor)
        near = np.diff(values) <= 16 * EPS * np.abs(values).max() if len(values) > 1 else np.array([False])
        case.holds(got == least or (near.any() and got >= least) or flat[n], f"losses[{n}] = {got}, at least {least};")
        o = found.biases[n] + found.weights[n] * A[:, n]
        if not near.any():
            case.equal(f"misclassified by the predictor from feature {n}", int((np.where(o > 0, 1, -1) != y).sum()), got)


@attacks("mutual_information", share=2)
def information_follows_from_the_table_of_counts(case: Case) -> None:
    design = draw_design(case, scales=(1.0, 1.0, 1e-8, 1e30, 1e-150))
    A, (P, N) = design.A, design.shape
    C = case.integer("classes", 2, 4)
    y = case.hand("y", case.rng.integers(0, C, P).astype(case.pick("y type", ["int64", "float64", "int8"])))
    bins = case.pick("bins", [None, 2, 5, [3, None]])
    if isinstance(bins, list):
        bins = [bins[n % 2] for n in range(N)]
    case.tame = False  # one class may be there only
    found = case.call(mutual_information, design.X, y, bins=bins)
    classes = np.unique(y)
    each = [bins] * N if not isinstance(bins, list) else bins
    share = np.array([(y == c).sum() for c in classes]) / np.longdouble(P)
    case.close("label_entropy", found.label_entropy, -(share * np.log(share)).sum(), 20 * EPS)
    for n in range(N):
        table, levels, edges = found.tables[n], found.levels[n], found.edges[n]
        if each[n] is None:
            case.equal("levels", levels, np.unique(A[:, n]))
            level = np.searchsorted(levels, A[:, n])
        else:
            case.holds(np.diff(edges) >= 0, "edges ascend")
            level = np.searchsorted(edges[1:-1], A[:, n], side="right")
            level = np.searchsorted(np.unique(level), level)
            case.holds(len(np.unique(level)) <= each[n], "no more bins than asked for")
        counts = np.array([[((level == k) & (y == c)).sum() for c in classes] for k in range(level.max() + 1)])
        case.equal(f"counts of feature {n}", table.counts, counts)
        joint = counts / np.longdouble(P)
        independent = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0)
        terms = np.where(counts > 0, joint * np.log(np.where(counts > 0, joint / independent, 1)), 0)
        case.close(f"scores[{n}]", found.scores[n], max(terms.sum(), 0), 50 * EPS * (1 + np.abs(terms).sum()))
    check_ranking(case, found, -found.scores, 1e-12 * found.label_entropy)


@attacks("permutation_importance", share=2)
def drops_are_those_of_the_shuffled_copies(case: Case) -> None:
    design = draw_design(case, largest=(20, 4))
    A, (P, N) = design.A, design.shape
    measure = case.pick("measure", ["squared", "r2", "accuracy"])
    regression = measure in ("squared", "r2")
    handed, y = draw_outputs(case, design) if regression else draw_labels(case, design)
    weights = case.rng.normal(size=N) / (np.abs(A).max(axis=0) + 1e-300)
    scale = np.abs(y).max()

    def predict(X):
        o = (X @ weights) * scale
        return np.sign(o) if measure == "accuracy" else o

    named = {"score": measure} if measure in ("r2", "accuracy") else {"loss": measure}
    repeats = case.integer("repeats", 1, 4)
    found = case.call(permutation_importance, predict, design.X, handed, **named, repeats=repeats, nan=("standard_errors",))

    def measured(X):
        o = predict(X).astype(np.longdouble)
        return {
            "squared": lambda: ((o - y) ** 2).mean(),
            "r2": lambda: 1 - ((o - y) ** 2).mean() / (centred(y[:, None]) ** 2).mean(),
            "accuracy": lambda: (o == y).mean(),
        }[measure]()

    rough = 1e-9 * (abs(measured(A)) + np.abs(found.permuted).max()) + 1e-300
    if measure == "r2":
        rough = rough + 16 * EPS * (np.abs(y).max() / lengths(centred(y[:, None]))[0]) ** 2 * abs(found.permuted).max()
    case.close("baseline", found.baseline, measured(A), rough)
    for r, order in enumerate(found.permutations):
        case.equal("a permutation", np.sort(order), np.arange(P))
        for n in range(N):
            shuffled = A.copy()
            shuffled[:, n] = A[order, n]
            case.close(f"permuted[{n}, {r}]", found.permuted[n, r], measured(shuffled), rough)
    sign = 1 if "score" in named else -1
    case.close("drops", found.drops, sign * (found.baseline - found.permuted), 4 * rough)
    case.close(
        "importances", found.importances, found.drops.astype(np.longdouble).mean(axis=1), 8 * EPS * np.abs(found.drops).max()
    )
    check_ranking(case, found, -found.importances, 1e-12 * max(abs(found.baseline), np.abs(found.permuted).max()))


FORESTS = {
    "random forest": lambda seed: RandomForestClassifier(4, max_depth=4, random_state=seed),
    "regression forest": lambda seed: RandomForestRegressor(4, max_depth=4, random_state=seed),
    "tree": lambda seed: DecisionTreeClassifier(max_depth=4, random_state=seed),
    "boosting": lambda seed: GradientBoostingRegressor(n_estimators=4, random_state=seed),
    "extra trees": lambda seed: ExtraTreesClassifier(4, bootstrap=True, random_state=seed),
}


def draw_forest(case, kinds):
    """Draw a fitted forest; scikit-learn reads single precision, so its own limits hold for the scale."""
    design = draw_design(case, largest=(25, 4), smallest_P=4, scales=(1.0, 1e-8, 1e8))
    kind = case.pick("forest", kinds)
    regression = kind in ("regression forest", "boosting")
    handed, y = draw_outputs(case, design, scales=(1.0, 1e8, 1e-8)) if regression else draw_labels(case, design)
    forest = FORESTS[kind](case.seed % 5).fit(np.ascontiguousarray(design.A), y)
    case.tame = False
    return forest, design, handed, y


@attacks("impurity_importance")
def impurity_falls_by_what_the_splits_say(case: Case) -> None:
    forest, *_ = draw_forest(case, tuple(FORESTS))
    found = case.call(impurity_importance, forest)
    own = forest.feature_importances_
    case.close("importances", found.importances, own, 1e-9)
    case.close("Σ importances", found.importances.sum(), own.sum(), 1e-9)
    trees = np.atleast_1d(np.asarray(getattr(forest, "estimators_", forest), dtype=object)).ravel()
    for t, tree in enumerate(trees):
        nodes = tree.tree_
        weight = nodes.weighted_n_node_samples / nodes.weighted_n_node_samples[0]
        mine = found.tree == t
        for node, feature, threshold, share, decrease in zip(
            found.node[mine], found.feature[mine], found.threshold[mine], found.share[mine], found.decrease[mine], strict=True
        ):
            case.equal("feature", int(feature), int(nodes.feature[node]))
            case.equal("threshold", float(threshold), float(nodes.threshold[node]))
            left, right = nodes.children_left[node], nodes.children_right[node]
            exact = (
                weight[node] * nodes.impurity[node]
                - weight[left] * nodes.impurity[left]
                - weight[right] * nodes.impurity[right]
            )
            case.close("share", share, weight[node], 1e-12)
            case.close("decrease", decrease, exact, 1e-9 * max(nodes.impurity[0], 1e-300))
        case.equal("number of splits", int(mine.sum()), int((nodes.feature >= 0).sum()))
    check_ranking(case, found, -found.importances, 1e-12 * np.abs(found.importances).max())


@attacks("out_of_bag_importance")
def each_tree_is_judged_on_what_it_was_not_grown_on(case: Case) -> None:
    forest, design, handed, y = draw_forest(case, ("random forest", "regression forest", "extra trees"))
    found = case.call(out_of_bag_importance, forest, design.X, handed, nan=("baselines", "per_tree", "standard_errors"))
    A = design.A
    classes = getattr(forest, "classes_", None)

    def measured(tree, X, t):
        o = tree.predict(X)
        return np.mean((o - t) ** 2) if classes is None else np.mean(classes[o.astype(int)] == t)

    sign = -1 if classes is None else 1
    for t, tree in enumerate(forest.estimators_):
        out = np.setdiff1d(np.arange(len(y)), forest.estimators_samples_[t])
        case.equal("out_of_bag", np.flatnonzero(found.out_of_bag[t]), out)
        order = found.permutations[t]
        case.equal("a permutation", np.sort(order), out)
        if not len(out):
            continue
        baseline = measured(tree, A[out], y[out])
        rough = 1e-9 * np.abs(y).max() ** 2
        case.close("baseline", found.baselines[t], baseline, rough)
        for n in range(A.shape[1]):
            shuffled = A[out].copy()
            shuffled[:, n] = A[order, n]
            case.close(
                f"per_tree[{t}, {n}]", found.per_tree[t, n], sign * (baseline - measured(tree, shuffled, y[out])), rough
            )
    check_ranking(case, found, -found.importances, 1e-12 * np.nanmax(np.abs(found.baselines)))

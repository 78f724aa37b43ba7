"""The comparison of selectors: sizes, shares and stability follow from the sets."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from fewidgets.algorithms import compare_selectors, selection_stability
from tests.attack.attacks import attacks
from tests.attack.case import Case
from tests.attack.designs import draw_design, draw_outputs


@attacks("selection_stability")
def stability_is_the_mean_index_of_all_pairs(case: Case) -> None:
    R, N = case.integer("R", 2, 6), case.integer("N", 2, 8)
    k = case.integer("k", 1, N - 1)
    sets = case.rng.random((R, N)).argsort(axis=1) < k
    pairs = [((one & other).sum() - k * k / N) / (k - k * k / N) for one, other in combinations(sets, 2)]
    case.close("mean index", case.call(selection_stability, sets), np.mean(pairs), 1e-12)


@attacks("compare_selectors")
def what_is_told_of_sets_follows_from_them(case: Case) -> None:
    design = draw_design(case)
    handed, _ = draw_outputs(case, design)
    names = case.pick("names", [["boosting", "best subset"], ["ℓ1 path", "Pearson correlation"], ["floating forward (SFFS)"]])
    found = case.call(compare_selectors, design.X, handed, names=names, repeats=case.pick("repeats", [1, 2]))
    sizes = np.broadcast_to(found.sizes, found.selected.shape[:2])
    case.holds((found.selected.sum(axis=2) <= sizes).all(), "no set is larger than its size")
    case.holds(((found.shares >= 0) & (found.shares <= 1)).all(), "shares are shares")
    case.holds((found.stability <= 1 + 1e-12).all(), "no stability is above 1")
    case.holds(np.isfinite(found.held_out).all(), "costs are finite")

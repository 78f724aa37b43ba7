from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .arguments import as_count
from .types import Array, Indices

KINDS = {"b": "True and False", "f": "numbers with decimals", "c": "complex numbers", "U": "text", "S": "text"}


def assign_folds(folds: int, seed: int, P: int, fold_of: ArrayLike | None = None, *, labels: Array | None = None) -> Indices:
    """Return the fold of each example: as given, or drawn at random so that fold sizes differ by at most one."""
    if fold_of is not None:
        return check_fold_of(fold_of, P)
    K = as_count(folds, "folds", 2, P, "the number of examples")
    order = np.random.default_rng(as_count(seed, "seed", 0)).permutation(P)
    if labels is not None:
        order = order[np.argsort(labels[order], kind="stable")]
    assigned = np.empty(P, dtype=np.intp)
    assigned[order] = np.arange(P) % K
    return assigned


def check_fold_of(fold_of: ArrayLike, P: int) -> Indices:
    """Check folds that the caller passed, and number them 0, 1, … in the order of their labels."""
    try:
        labels = np.asarray(fold_of)
    except ValueError:
        raise ValueError(f"fold_of must have shape ({P},), one fold per example; got rows of different lengths") from None
    if labels.shape != (P,):
        raise ValueError(f"fold_of must have shape ({P},), one fold per example; got shape {labels.shape}")
    if labels.dtype.kind not in "iu":
        got = KINDS.get(labels.dtype.kind, f"{labels.dtype} entries")
        raise TypeError(f"fold_of must hold integers, the fold of each example; got {got}")
    if labels.min() < 0:
        row = int(labels.argmin())
        raise ValueError(f"fold_of must hold integers of at least 0; got {labels[row]} in row {row}")
    numbers, assigned = np.unique(labels, return_inverse=True)
    if len(numbers) < 2:
        raise ValueError(f"fold_of must name at least two folds; every example is in fold {numbers[0]}")
    return assigned.astype(np.intp)

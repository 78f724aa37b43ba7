"""The fold in which each example is held out: drawn at random, or given by the caller. Every cross-validation uses these."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arguments import as_count
from .types import Array

KINDS = {"b": "True and False", "f": "numbers with decimals", "c": "complex numbers", "U": "text", "S": "text"}


def assign_folds(
    folds: int, seed: int, P: int, fold_of: ArrayLike | None = None, *, labels: Array | None = None
) -> NDArray[np.intp]:
    """Return the fold of each example: as given, or drawn at random so that fold sizes differ by at most one.

    Parameters
    ----------
    folds : int
        Number of folds K, 2 to P.
    seed : int
        Seed of the random assignment, at least 0.
    P : int
        Number of examples.
    fold_of : array-like, shape (P,), int, optional
        The folds that the caller passed. `folds` and `seed` are then ignored.
    labels : NDArray, shape (P,), optional
        Labels to distribute evenly over random folds.

    Returns
    -------
    NDArray, shape (P,), int
        Fold numbers 0, …, K − 1.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Examples
    --------
    >>> assign_folds(2, 0, 4)
    array([1, 0, 0, 1])
    >>> assign_folds(5, 0, 4, fold_of=[7, 7, 3, 3])
    array([1, 1, 0, 0])
    """
    if fold_of is not None:
        return check_fold_of(fold_of, P)
    K = as_count(folds, "folds", 2, P, "the number of examples")
    order = np.random.default_rng(as_count(seed, "seed", 0)).permutation(P)
    if labels is not None:
        order = order[np.argsort(labels[order], kind="stable")]
    assigned = np.empty(P, dtype=np.intp)
    assigned[order] = np.arange(P) % K
    return assigned


def check_fold_of(fold_of: ArrayLike, P: int) -> NDArray[np.intp]:
    """Check folds that the caller passed, and number them 0, 1, … in the order of their labels.

    Parameters
    ----------
    fold_of : array-like, shape (P,), int
        A label of at least 0 for each example. Examples with the same label, such as those of one patient, are held out
        together.
    P : int
        Number of examples.

    Returns
    -------
    NDArray, shape (P,), int

    Raises
    ------
    TypeError
        If the labels are not integers.
    ValueError
        If there is not one label per example, if a label is negative, or if all labels are equal.

    Examples
    --------
    >>> check_fold_of([12, 40, 40, 12], 4)
    array([0, 1, 1, 0])
    """
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

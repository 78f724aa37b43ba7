"""How stable a selection is: how much the sets that are selected on different samples have in common."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arrays import as_numeric_array


def selection_stability(selected: ArrayLike) -> float:
    """Return how much several selected sets have in common: 1 if they are the same, 0 on average if they are random.

    With p_n the share of the R sets that hold feature n, and k the mean size of a set, it is 1 − (R / (R − 1)) Σ p_n (1 − p_n)
    / (k (1 − k/N)). Of sets of equal size k, it is the mean over all pairs of (common − k²/N) / (k − k²/N), Kuncheva's index.

    Parameters
    ----------
    selected : array-like of bool, shape (R, N)
        Which of N features each of R sets holds; R ≥ 2.

    Returns
    -------
    float
        1 also if all sets are empty, or hold all features. At least −1 / (R − 1).

    Raises
    ------
    TypeError, ValueError
        If ``selected`` is not such an array.

    Notes
    -----
    Source: S. Nogueira, K. Sechidis and G. Brown, "On the stability of feature selection algorithms", Journal of Machine
    Learning Research 18 (2018) 174, 1–54.

    Examples
    --------
    >>> selection_stability([[1, 1, 0, 0], [1, 1, 0, 0]]), selection_stability([[1, 1, 0, 0], [0, 1, 1, 0]])
    (1.0, 0.0)
    """
    sets = as_numeric_array(selected, "selected")
    if sets.ndim != 2 or len(sets) < 2 or not sets.shape[1]:
        raise ValueError(f"selected must have shape (R, N), with at least two sets; got shape {sets.shape}")
    if not np.isin(sets, (0, 1)).all():
        raise ValueError("selected must hold only True and False, or 1 and 0")
    R, N = sets.shape
    shares = sets.mean(axis=0)
    size = float(shares.sum())
    by_chance = size * (1 - size / N)
    if by_chance < 1e-12:
        return 1.0
    return float(1 - R / (R - 1) * (shares * (1 - shares)).sum() / by_chance)

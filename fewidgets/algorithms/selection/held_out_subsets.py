"""The held-out error of every subset of the features, by normal equations that many subsets solve side by side."""

from __future__ import annotations

import numpy as np

from .._numerics.memory import check_size
from .._numerics.types import Array, Indices
from .all_subsets import bit_counts
from .fold_factors import fold_factors
from .qr_factor import qr_factor

SINGULAR = 1e-8  # smallest eigenvalue, of features of length 1, below which normal equations lose half of all digits
SIDE_BY_SIDE = 1 << 18  # entries of the matrices that are solved together


def held_out_of_all(X: Array, y: Array, fold_of: Indices) -> Array:
    """Return the cross-validated mean squared error of the least squares model, with a bias, on every subset of the
    features.
    """
    N = X.shape[1]
    check_size("X", N, (1 << N,))
    folds = fold_factors(X, y, True, qr_factor(X, y, True), fold_of)
    train, held_out = (rows @ rows.transpose(0, 2, 1) for rows in (folds.train, folds.held_out))
    # No subset's matrix has a smaller eigenvalue than that of all features.
    singular = bool(np.linalg.eigvalsh(train[:, :N, :N]).min() < SINGULAR)
    errors = np.empty((1 << N, len(train)))
    sizes = bit_counts(N)
    for size in range(N + 1):
        subsets = np.flatnonzero(sizes == size)
        chunk = max(1, SIDE_BY_SIDE // (len(train) * max(1, size) ** 2))
        for start in range(0, len(subsets), chunk):
            places = subsets[start : start + chunk]
            members = (places[:, None] >> np.arange(N) & 1).nonzero()[1].reshape(len(places), size)
            errors[places] = _squares(train, held_out, members, singular)
    return np.maximum(errors * folds.units, 0.0).mean(axis=1)


def _squares(train: Array, held_out: Array, members: Indices, singular: bool) -> Array:
    """Return the sum of squared held-out residuals, shape (B, K), of B subsets with k features each."""
    rows, columns = members[:, :, None], members[:, None, :]
    A, b = train[:, rows, columns], train[:, members, -1]
    if singular:
        weights = np.einsum("kbij,kbj->kbi", np.linalg.pinv(A, rcond=SINGULAR, hermitian=True), b)
    else:
        weights = np.linalg.solve(A, b[..., None])[..., 0]
    products = np.einsum("kbij,kbj->kbi", held_out[:, rows, columns], weights)
    crossed = held_out[:, members, -1]
    squares = held_out[:, -1, -1, None] + np.einsum("kbi,kbi->kb", weights, products - 2 * crossed)
    return np.asarray(squares.T)

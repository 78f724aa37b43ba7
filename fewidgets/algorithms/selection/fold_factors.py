"""The QR factors of K folds: each fold's training examples, and its held-out examples, in a few rows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .._numerics.memory import check_size
from .._numerics.types import Array, Indices
from .qr_factor import QRFactor, r_factor


class FoldFactors(NamedTuple):
    """Training and held-out examples of K folds, with the bias of each fold's training examples taken out."""

    factor: QRFactor  # of all examples: every fold is measured in its units
    train: Array  # (K, N + 1, r): the columns of each fold's R factor, the last one for y
    held_out: Array  # (K, N + 1, s): the same for the examples that are held out
    units: Array  # (K,): turn a fold's sum of squared residuals into its mean squared error


def fold_factors(X: Array, y: Array, fit_bias: bool, factor: QRFactor, fold_of: Indices) -> FoldFactors:
    """Factorize the training examples and the held-out examples of each fold.

    Each fold's own examples are factorized once. Its training examples are the few rows that this leaves of the others.
    """
    counts = np.bincount(fold_of)
    K, n = len(counts), factor.N + 1 + fit_bias
    check_size("folds", K, (K, factor.N + 2, factor.N + 2))
    order = np.argsort(fold_of, kind="stable")
    # The bias is a first feature that is 1 in every example.
    data = np.ones((len(X), n))
    data[:, int(fit_bias) : -1] = (X[order] - factor.means) / factor.lengths
    data[:, -1] = (y[order] - factor.y_mean) / factor.y_length
    own = [_few_rows(rows) for rows in np.split(data, counts.cumsum()[:-1])]

    train = r_factor(_stacked([np.concatenate(own[:k] + own[k + 1 :]) for k in range(K)]))
    held_out = _stacked(own)
    if fit_bias:
        # The first row of a fold's R holds what each column has in common with the bias.
        biases = train[:, :1, 1:] / train[:, :1, :1]
        held_out = held_out[:, :, 1:] - held_out[:, :, :1] * biases
        train = train[:, 1:, 1:]
    train, held_out = (np.ascontiguousarray(rows.transpose(0, 2, 1)) for rows in (train, held_out))
    return FoldFactors(factor, train, held_out, factor.y_length**2 / counts)


def _few_rows(rows: Array) -> Array:
    """Return the R factor where that has fewer rows."""
    return r_factor(rows) if len(rows) > rows.shape[1] else rows


def _stacked(blocks: list[Array]) -> Array:
    """Stack blocks of rows in one array."""
    stack = np.zeros((len(blocks), max(map(len, blocks)), blocks[0].shape[1]))
    for block, place in zip(blocks, stack, strict=True):
        place[: len(block)] = block
    return stack

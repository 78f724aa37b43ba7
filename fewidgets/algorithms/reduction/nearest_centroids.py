"""The nearest centroid of each example, by one matrix product (K-means, Figure 9.1)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .._numerics.blocks import row_blocks
from .._numerics.types import Array, Indices, ShortIndices

# Entries per block when K-means computes distances: examples, distances and scores together fit into a processor's cache.
DISTANCE_BLOCK = 2**18
# Two centroids are about equally near if their scores differ by less than this share of the terms that were added up.
NEAR_TIE = 1e-12
# A squared distance below this share of the terms that were subtracted has lost digits and is computed again.
SHORT_DISTANCE = 1e-3


class Assignment(NamedTuple):
    """Examples assigned to their nearest centroids."""

    labels: ShortIndices
    distances: Array
    sums: Array
    counts: Indices


class NearestCentroids:
    """Find nearest centroids for the same examples again and again."""

    def __init__(self, X: Array) -> None:
        self.X = X
        self._mean = X.mean(axis=0)
        self._lengths, self._from_mean = np.empty(len(X)), np.empty(len(X))
        for rows in row_blocks(X.shape):
            self._lengths[rows] = np.sqrt(squared_lengths(X[rows]))
            self._from_mean[rows] = squared_lengths(X[rows] - self._mean)

    def assign(self, centroids: Array) -> Assignment:
        """Assign each example x to the nearest centroid c, with the mean m of all examples."""
        P, K = len(self.X), len(centroids)
        labels, distances, sums = np.empty(P, dtype=np.int32), np.empty(P), np.zeros(centroids.shape)
        c = centroids - self._mean
        squares = squared_lengths(c)
        constants = squares + 2 * (c @ self._mean)
        reach = np.sqrt(squares.max())
        for rows in row_blocks((P, self.X.shape[1] + 2 * K), DISTANCE_BLOCK):
            block, from_mean = self.X[rows], self._from_mean[rows]
            scores = constants[:, None] - 2 * c @ block.T
            least = scores.min(axis=0)
            size = from_mean + reach * (reach + self._lengths[rows])  # bounds the terms that are added up
            nearest = _nearest(block, centroids, scores, least + NEAR_TIE * size)
            squared = from_mean + least
            short = (squared <= SHORT_DISTANCE * size).nonzero()[0]
            squared[short] = squared_lengths(block[short] - centroids[nearest[short]])
            labels[rows], distances[rows] = nearest, squared
            sums += (nearest == np.arange(K)[:, None]).astype(np.float64) @ block
        return Assignment(labels, distances, sums, np.bincount(labels, minlength=K))


def _nearest(block: Array, centroids: Array, scores: Array, bound: Array) -> Indices:
    """Return the centroid with the smallest score of each example."""
    nearest = scores.argmin(axis=0)
    close = (np.count_nonzero(scores <= bound, axis=0) > 1).nonzero()[0]
    if close.size:
        exact = np.stack([squared_lengths(block[close] - centroid) for centroid in centroids])
        nearest[close] = exact.argmin(axis=0)
    return nearest


def squared_lengths(rows: Array) -> Array:
    """Return the squared length of each row."""
    return np.einsum("pn,pn->p", rows, rows)

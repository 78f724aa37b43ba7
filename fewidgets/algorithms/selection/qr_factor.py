"""A regression brought down to a small triangle: all that a search over subsets of features needs to know.

An orthogonal transform changes no length and no angle, so that the least squares cost of every subset is the same on R
as on the data. Other than on products XᵀX, it is also as exact there: nothing is squared before it is subtracted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_flag
from .._numerics.arrays import as_features, as_outputs
from .._numerics.tolerances import ROUNDING, SMALLEST_SPREAD
from .._numerics.types import Array

# A feature of which the others leave less than this share of its length has nothing of its own to add.
COLLINEAR = 1e-10
# Lengths of residuals that differ by less than this share of y's length are equal up to rounding.
EQUAL = 1e-13
# Entries of a block of rows that is made triangular at a time: what stays in a core's cache.
BLOCK = 1 << 16


@dataclass(frozen=True, eq=False)
class Scales:
    """What was taken from features and output, and what they were divided by.

    Attributes
    ----------
    means, lengths : NDArray, shape (N,), float64
        Of each feature, in its units: its mean, or 0 without a bias; the root of its sum of squares then.
    y_mean, y_length : float
        The same of the output.
    own : NDArray, shape (N,), float64
        The length at or below which what is left of a feature, divided by its length, counts as nothing but rounding.
    P : int
        Number of examples.

    Examples
    --------
    >>> problem = regression(np.array([[0.0], [2.0]]), np.array([1.0, 5.0]), True)
    >>> problem.means, problem.y_mean, problem.P
    (array([1.]), 3.0, 2)
    """

    means: Array
    lengths: Array
    y_mean: float
    y_length: float
    own: Array
    P: int

    @property
    def N(self) -> int:
        """Number of features.

        Examples
        --------
        >>> regression(np.array([[0.0], [2.0]]), np.array([1.0, 5.0]), True).N
        1
        """
        return len(self.means)

    def biases(self, weights: Array) -> Array:
        """The bias that belongs to each row of weights (features' own units), shape (..., N) -> (...).

        Examples
        --------
        >>> problem = regression(np.array([[0.0], [2.0]]), np.array([1.0, 5.0]), True)
        >>> problem.biases(np.array([[0.0], [2.0]]))
        array([3., 1.])
        """
        return self.y_mean - weights @ self.means


@dataclass(frozen=True, eq=False)
class Regression(Scales):
    """Features and output, centred if there is a bias, and divided by their lengths.

    Attributes
    ----------
    vectors : NDArray, shape (N + 1, r), float64
        One row a feature, the last row the output; each has length 1. Its entries belong to examples, or to what an
        orthogonal transform has made of them.

    Examples
    --------
    >>> regression(np.array([[0.0], [2.0]]), np.array([1.0, 5.0]), True, triangular=False).vectors
    array([[-0.70710678,  0.70710678],
           [-0.70710678,  0.70710678]])
    """

    vectors: Array


def checked(X: ArrayLike, y: ArrayLike, fit_bias: bool) -> tuple[Array, Array, bool]:
    """Check what every search for features is given.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Examples in rows. Without a bias a feature may be constant, but not zero.
    y : array-like, shape (P,)
        Outputs.
    fit_bias : bool
        Whether every model has a bias.

    Returns
    -------
    features : NDArray, shape (P, N), float64
    output : NDArray, shape (P,), float64
    fit_bias : bool

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Examples
    --------
    >>> checked([[0.0, 1.0], [0.0, 2.0]], [1.0, 2.0], False)
    Traceback (most recent call last):
    ...
    ValueError: X is zero in feature 0; drop it: no weight can make it explain anything
    """
    features, fit_bias = checked_features(X, fit_bias)
    return features, as_outputs(y, len(features)), fit_bias


def checked_features(X: ArrayLike, fit_bias: bool) -> tuple[Array, bool]:
    """Check the features alone; parameters, results and errors as in `checked`.

    Examples
    --------
    >>> checked_features([[0.0], [1.0]], True)
    (array([[0.],
           [1.]]), True)
    """
    fit_bias = as_flag(fit_bias, "fit_bias")
    features = as_features(X, allow_constant=not fit_bias)
    if not fit_bias and (zero := np.flatnonzero(np.abs(features).max(axis=0) <= SMALLEST_SPREAD)).size:
        n = int(zero[0])
        raise ValueError(f"X is zero in feature {n}; drop it: no weight can make it explain anything")
    return features, fit_bias


def regression(features: Array, output: Array, fit_bias: bool, *, triangular: bool = True) -> Regression:
    """Centre and scale features and output, and bring them down to a triangle.

    Parameters
    ----------
    features, output, fit_bias
        As `checked` returns them. With a bias, features and output are centred.
    triangular : bool
        Whether to bring the P examples down to at most N + 1 rows; worth it where many subsets are looked at.

    Returns
    -------
    Regression

    Examples
    --------
    >>> regression(np.array([[3.0], [4.0]]), np.array([1.0, 2.0]), False).lengths
    array([5.])
    """
    means = _means(features, output, fit_bias)
    vectors = reduced(features, output, means) if triangular else _centred(features, output, means)
    lengths = np.sqrt(np.einsum("nr,nr->n", vectors, vectors))
    scales, nothing = _scales(means, lengths, len(features))
    vectors[nothing] = 0.0
    vectors = vectors / lengths[:, None]
    return Regression(**vars(scales), vectors=vectors)


def products(features: Array, output: Array, fit_bias: bool) -> tuple[Scales, Array]:
    """All scalar products of features and output, after these have been centred and scaled: less work, but less exact.

    Parameters
    ----------
    features, output, fit_bias
        As `regression` takes them.

    Returns
    -------
    scales : Scales
    products : NDArray, shape (N + 1, N + 1), float64
        Correlations, if there is a bias. The output comes last.

    Examples
    --------
    >>> products(np.array([[3.0, 0.0], [4.0, 2.0]]), np.array([1.0, 0.0]), False)[1]
    array([[1. , 0.8, 0.6],
           [0.8, 1. , 0. ],
           [0.6, 0. , 1. ]])
    """
    P, N = features.shape
    means = _means(features, output, fit_bias)
    G = np.zeros((N + 1, N + 1))
    for block in _blocks(P, N):
        vectors = _centred(features[block], output[block], means)
        G += vectors @ vectors.T
    lengths = np.sqrt(G.diagonal())
    scales, nothing = _scales(means, lengths, P)
    if nothing.size:
        G[nothing], G[:, nothing] = 0.0, 0.0
    G /= lengths[:, None] * lengths
    return scales, G


def _means(features: Array, output: Array, fit_bias: bool) -> Array:
    P, N = features.shape
    means = np.zeros(N + 1)
    if fit_bias:
        share = np.full(P, 1 / P)
        means[:N], means[N] = share @ features, share @ output
    return means


def _scales(means: Array, lengths: Array, P: int) -> tuple[Scales, NDArray[np.intp]]:
    """The scales; and which features, or the output, have nothing to scale: their lengths are set to 1."""
    # Rounding of large values around a small spread is no information either. What is nothing but that (a feature that is
    # constant in some of the examples only) is to be left as zeros.
    rounding = 4 * np.finfo(float).eps * np.sqrt(lengths**2 + P * means**2)
    nothing = (lengths <= rounding).nonzero()[0]
    if nothing.size:
        lengths[nothing], rounding[nothing] = 1.0, 1.0
    own = COLLINEAR + rounding[:-1] / lengths[:-1]
    return Scales(means[:-1], lengths[:-1], float(means[-1]), float(lengths[-1]), own, P), nothing


def _centred(features: Array, output: Array, means: Array) -> Array:
    vectors = np.empty((features.shape[1] + 1, len(features)))
    np.subtract(features.T, means[:-1, None], out=vectors[:-1])
    np.subtract(output, means[-1], out=vectors[-1])
    return vectors


def reduced(features: Array, output: Array, means: Array) -> Array:
    """The triangular factor of the centred features and output: block by block, without a second copy of the data.

    Parameters
    ----------
    features : NDArray, shape (P, N)
    output : NDArray, shape (P,)
    means : NDArray, shape (N + 1,)
        What is taken from each of them.

    Returns
    -------
    NDArray, shape (N + 1, min(P, N + 1)), float64
        One row a feature, the last row the output.

    Examples
    --------
    >>> np.abs(reduced(np.array([[3.0], [4.0]]), np.array([3.0, 4.0]), np.zeros(2)))[:, 0]
    array([5., 5.])
    """
    R = np.empty((0, features.shape[1] + 1))
    for block in _blocks(*features.shape):
        rows = _centred(features[block], output[block], means).T
        R = np.linalg.qr(np.concatenate([R, rows]) if len(R) else rows, mode="r")
    return R.T


def _blocks(P: int, N: int) -> Iterator[slice]:
    rows = max(BLOCK // (N + 1), 4 * (N + 1))
    for start in range(0, P, rows):
        yield slice(start, start + rows)


@dataclass(frozen=True, eq=False)
class Nested:
    """A regression factorized along an order of its features: those that have something of their own to add.

    Attributes
    ----------
    order : NDArray, shape (M,), int
        Features, each at most once.
    useful : NDArray, shape (M,), bool
        Whether each has something of its own to add to those before it; if not, its weight is 0.
    R : NDArray, shape (k, k), float64
        Upper triangular: the k useful features, in orthonormal coordinates, in units of `Regression.vectors`.
    t : NDArray, shape (k,), float64
        The output in the same coordinates.
    rest : float
        Sum of squares of what no feature explains.

    Examples
    --------
    >>> factorized(regression(np.array([[0.0], [2.0]]), np.array([1.0, 5.0]), True), np.array([0])).useful
    array([ True])
    """

    order: NDArray[np.intp]
    useful: NDArray[np.bool_]
    R: Array
    t: Array
    rest: float

    def weights(self, problem: Scales) -> Array:
        """Least squares on the first 0, 1, …, M features of the order, shape (M + 1, N), in the features' own units.

        Examples
        --------
        >>> X = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 1.0]])
        >>> problem = regression(X, np.array([0.0, 1.0, 3.0]), True)
        >>> np.round(factorized(problem, np.array([0, 1])).weights(problem), 12) + 0
        array([[0. , 0. ],
               [1.5, 0. ],
               [1. , 1. ]])
        """
        # R w = t: the inverse of a leading block is the leading block of the inverse, so that each further feature
        # adds its column of R⁻¹, times its entry of t.
        steps = np.zeros((len(self.order) + 1, problem.N))
        rows = self.useful.nonzero()[0] + 1
        steps[rows[:, None], self.order[self.useful]] = (np.linalg.inv(self.R) * self.t).T
        weights = np.cumsum(steps, axis=0, out=steps)
        weights *= problem.y_length / problem.lengths
        return weights

    def squares(self) -> Array:
        """Sums of squared residuals with the first 0, 1, …, M features, relative to the output's; shape (M + 1,).

        Examples
        --------
        >>> X = np.array([[0.0, 0.0], [1.0, 0.0], [2.0, 1.0]])
        >>> np.round(factorized(regression(X, np.array([0.0, 1.0, 2.0]), True), np.array([1, 0])).squares(), 12)
        array([1.  , 0.25, 0.  ])
        """
        gains = np.zeros(len(self.order) + 1)
        gains[-1] = self.rest
        gains[:-1][self.useful] = self.t**2
        return gains[::-1].cumsum()[::-1]


def factorized(problem: Regression, order: NDArray[np.intp]) -> Nested:
    """Factorize along an order, without a look at how noisy what is left of a feature may be.

    Parameters
    ----------
    problem : Regression
    order : NDArray, shape (M,), int
        Features, each at most once.

    Returns
    -------
    Nested

    Examples
    --------
    >>> X = np.array([[0.0, 0.0, 1.0], [1.0, 2.0, 0.0], [2.0, 4.0, 0.0]])
    >>> problem = regression(X, np.array([0.0, 1.0, 3.0]), True)
    >>> factorized(problem, np.array([0, 1, 2])).useful
    array([ True, False,  True])
    """
    useful = np.ones(len(order), dtype=bool)
    while True:
        kept = order[useful]
        k = len(kept)
        R = np.linalg.qr(problem.vectors[[*kept, problem.N]].T, mode="r")
        # Beyond a feature that is explained by those before it, the triangle says nothing: take it out, look again.
        left = np.zeros(k)
        diagonal = np.abs(R.diagonal())[:k]
        left[: len(diagonal)] = diagonal
        explained = (left <= problem.own[kept]).nonzero()[0]
        if not explained.size:
            rest = float(R[k, k] ** 2) if len(R) > k else 0.0
            return Nested(order, useful, R[:k, :k], R[:k, k], rest)
        useful[useful.nonzero()[0][explained[0]]] = False


def first_smallest(squares: Array, before: float = 0.0) -> int:
    """The smallest of several sums of squares, in units of y's; the first of those that are equal up to rounding.

    Parameters
    ----------
    squares : NDArray, shape (N,)
    before : float
        The sum of squares from which all were subtracted, if they were: its rounding is theirs.

    Returns
    -------
    int

    Examples
    --------
    >>> first_smallest(np.array([0.5, 0.2 + 1e-16, 0.2])), first_smallest(np.array([1e-17, -1e-17]), 0.5)
    (1, 0)
    """
    smallest = float(squares[squares.argmin()])
    slack = 2 * EQUAL * max(smallest, 0.0) ** 0.5 + EQUAL**2 + ROUNDING * before
    return int((squares <= smallest + slack).argmax())

"""Mutual information of discrete features with the class label (004, information analysis)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_count
from .._numerics.arrays import as_features, as_one_per_example, frozen
from .._numerics.memory import check_size
from .ranking import SAME_SCORE, Ranking, ranked

BINNINGS = ("equal_count", "equal_width")
# Examples are counted so many entries at a time, so that their cell numbers stay in the processor's cache.
BLOCK_ENTRIES = 2**17
# Cells of all features together that a result may hold: 8 bytes each, twice.
LARGEST_TABLE = 2**26


@dataclass(frozen=True, eq=False)
class LevelTable:
    """How one feature's levels and the classes occur together.

    Attributes
    ----------
    levels : NDArray, shape (K,), float64
        The feature's values, ascending; of a binned feature the numbers of its bins that are not empty.
    edges : NDArray, shape (bins + 1,), float64, or None
        Where the bins end, in units of the feature; None of a feature that was not binned.
    classes : NDArray, shape (C,), float64
        The labels, ascending.
    counts : NDArray, shape (K, C), int
        Examples with each level and each label.
    expected : NDArray, shape (K, C), float64
        How many there were if level and label were independent: row total times column total over P.
    contributions : NDArray, shape (K, C), float64
        Each cell's term of the sum, P̂(y, x) log(P̂(y, x) / (P̂(y) P̂(x))), in nats: above 0 where level and label occur
        together more often than expected, below 0 where less often; 0 where they never do.

    Examples
    --------
    >>> table = mutual_information([[1], [1], [2], [2]], [-1, -1, 1, -1]).table(0)
    >>> table.levels, table.counts, table.expected
    (array([1., 2.]), array([[2, 0],
           [1, 1]]), array([[1.5, 0.5],
           [1.5, 0.5]]))
    """

    levels: NDArray[np.float64]
    edges: NDArray[np.float64] | None
    classes: NDArray[np.float64]
    counts: NDArray[np.intp]
    expected: NDArray[np.float64]
    contributions: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class MutualInformation(Ranking):
    """The mutual information of each feature with the label, and every cell's share in it; ranked, most first.

    The levels of all features stand below one another: those of feature n in rows `starts[n]` to `starts[n + 1]`.
    `table` cuts out one feature's.

    Attributes
    ----------
    scores : NDArray, shape (N,), float64
        Î(Y, Xₙ) in nats (divide by log 2 for bits), 0 to the smaller of the two entropies.
    chance : NDArray, shape (N,), float64
        What a feature with as many levels that is independent of the label scores on average, in nats, to first order:
        (levels − 1)(classes − 1) / 2P. The estimate favours features with many levels; a score is evidence only
        as far as it is above this.
    entropies : NDArray, shape (N,), float64
        Entropy of each feature, in nats.
    label_entropy : float
        Entropy of the label, in nats: the largest score there can be.
    n_levels : NDArray, shape (N,), int
        Number of different values of each feature, or of its bins that are not empty.
    constant : NDArray, shape (N,), bool
        Features with one level: their score is 0.
    all_distinct : NDArray, shape (N,), bool
        Features with a level of its own for every example. Their score is the label's entropy whatever the values are: a
        number of the row would score the same. Bin such a feature.
    classes : NDArray, shape (C,), float64
        The labels, ascending.
    class_counts : NDArray, shape (C,), int
        Examples of each label.
    levels : NDArray, shape (L,), float64
        The levels of all features, ascending within each.
    counts : NDArray, shape (L, C), int
        Examples with each level and label.
    contributions : NDArray, shape (L, C), float64
        Each cell's term of the sum, in nats.
    starts : NDArray, shape (N + 1,), int
        Where each feature's levels begin.
    edges : tuple of N (NDArray or None)
        The ends of each binned feature's bins.

    Examples
    --------
    >>> result = mutual_information([[1, 7], [1, 7], [2, 7], [2, 7]], [-1, -1, 1, 1])
    >>> result.scores, result.label_entropy, result.constant
    (array([0.69314718, 0.        ]), 0.6931471805599453, array([False,  True]))
    """

    scores: NDArray[np.float64]
    chance: NDArray[np.float64]
    entropies: NDArray[np.float64]
    label_entropy: float
    n_levels: NDArray[np.intp]
    constant: NDArray[np.bool_]
    all_distinct: NDArray[np.bool_]
    classes: NDArray[np.float64]
    class_counts: NDArray[np.intp]
    levels: NDArray[np.float64]
    counts: NDArray[np.intp]
    contributions: NDArray[np.float64]
    starts: NDArray[np.intp]
    edges: tuple[NDArray[np.float64] | None, ...]

    def table(self, feature: int) -> LevelTable:
        """One feature's levels against the classes.

        Parameters
        ----------
        feature : int
            Its number, 0 to N − 1.

        Returns
        -------
        LevelTable

        Raises
        ------
        TypeError, ValueError
            If `feature` is no whole number from 0 to N − 1.

        Examples
        --------
        >>> mutual_information([[1], [1], [2], [2]], [-1, -1, 1, 1]).table(0).contributions
        array([[0.34657359, 0.        ],
               [0.        , 0.34657359]])
        """
        n = as_count(feature, "feature", 0, len(self.scores) - 1, "features are numbered from 0")
        rows = slice(self.starts[n], self.starts[n + 1])
        counts = self.counts[rows]
        expected = counts.sum(axis=1)[:, None] * (self.class_counts / self.class_counts.sum())
        return LevelTable(self.levels[rows], self.edges[n], self.classes, counts, frozen(expected), self.contributions[rows])


def mutual_information(
    X: ArrayLike,
    y: ArrayLike,
    *,
    bins: int | Sequence[int | None] | None = None,
    binning: Literal["equal_count", "equal_width"] = "equal_count",
) -> MutualInformation:
    """Score each discrete feature by its mutual information with the label, and rank features by it.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Discrete features, examples in rows. Values only count as equal or different, so any numbers serve as codes.
    y : array-like, shape (P,)
        Labels of two or more classes, as whole numbers: −1 and +1, or 0…C − 1.
    bins : int or sequence of N (int or None), optional
        How many bins to cut a continuous feature into, ≥ 2: of every feature, or feature by feature, None for one that is
        discrete. Where not given, every feature is taken as discrete: each of its values is a level.
    binning : {"equal_count", "equal_width"}
        Bins that hold as nearly equal numbers of examples as equal values allow, cut half way between two values; or bins
        that are equally wide, where a value on an edge belongs to the upper bin.

    Returns
    -------
    MutualInformation

    Raises
    ------
    TypeError
        If `X`, `y` or `bins` holds anything but real numbers, or `binning` is no text.
    ValueError
        If a shape is wrong, a value is NaN or infinite, a label is no whole number, one class only is present, `bins`
        is below 2 or not one a feature, `binning` is unknown, or levels times classes are too many to hold. A constant
        feature is no error: it is told in the result.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.mutual_information`.

    Source: CS373 (004), lecture 7, slides "Information analysis": Î(Y, Xᵢ) = Σ P̂(y, xᵢ) log(P̂(y, xᵢ) / (P̂(y) P̂(xᵢ))) over the
    labels and the feature's values, with frequencies for probabilities and the natural logarithm. As the slides
    warn, it gives redundant features equal scores (see `ties`), and ranks what a linear classifier may be unable to use.

    Examples
    --------
    >>> X = [[0, 5], [0, 6], [1, 5], [1, 6]]
    >>> result = mutual_information(X, [-1, -1, 1, 1])
    >>> result.scores, result.order
    (array([0.69314718, 0.        ]), array([0, 1]))

    A continuous feature must be binned, or each value is a level of its own:

    >>> X = [[0.1], [0.2], [0.3], [0.4]]
    >>> mutual_information(X, [-1, 1, -1, 1]).all_distinct
    array([ True])
    >>> mutual_information(X, [-1, 1, -1, 1], bins=2).scores
    array([0.])
    """
    features = _as_discrete(X)
    P, N = features.shape
    classes, labels = _as_classes(y, P)
    n_bins = _as_bins(bins, N)
    check_size("bins", bins, (sum(number or 0 for number in n_bins), len(classes)))
    binning = cast(Literal["equal_count", "equal_width"], as_choice(binning, "binning", BINNINGS))
    C = len(classes)

    encoded = _encode(features, n_bins, binning)
    if (cells := encoded.ends[-1] * C) > LARGEST_TABLE:
        raise ValueError(
            f"X has {encoded.ends[-1]:,} levels and y has {C:,} classes, {cells:,} cells in all; wanted at most "
            f"{LARGEST_TABLE:,}: bin what is continuous"
        )
    counts = _joint_counts(features, encoded, labels, C)
    occurring = counts.any(axis=1)  # a range of whole numbers may have gaps, and bins may be empty
    starts = np.concatenate([[0], np.cumsum(occurring)[encoded.ends - 1]])
    n_levels = np.diff(starts)
    levels, counts = encoded.levels[occurring], counts[occurring]

    level_counts, class_counts = counts.sum(axis=1), np.bincount(labels, minlength=C)
    ratios = counts * (P / level_counts)[:, None] / class_counts
    # 0 log 0 is 0: a cell without examples adds nothing.
    contributions = counts / P * np.log(np.where(counts > 0, ratios, 1.0))
    # Of an independent feature, the terms may cancel to −1e-17.
    scores = np.maximum(np.add.reduceat(contributions.sum(axis=1), starts[:-1]), 0.0)
    label_entropy = float(-(class_counts / P) @ np.log(class_counts / P))
    return MutualInformation(
        *ranked(-scores, SAME_SCORE * label_entropy),
        frozen(scores),
        frozen((n_levels - 1) * (C - 1) / (2 * P)),
        frozen(np.maximum(np.add.reduceat(-level_counts / P * np.log(level_counts / P), starts[:-1]), 0.0)),
        label_entropy,
        frozen(n_levels),
        frozen(n_levels == 1),
        frozen((n_levels == P) & (P > 1)),
        frozen(classes),
        frozen(class_counts),
        frozen(levels),
        frozen(counts),
        frozen(contributions),
        frozen(starts),
        encoded.edges,
    )


@dataclass(frozen=True, eq=False)
class _Encoding:
    """How each feature's values become whole numbers from 0.

    A feature of whole numbers in a narrow range stands as it is, less its smallest value; the others are recoded by
    their levels or bins.

    Attributes
    ----------
    standing, lowest : NDArray, shape (S,), int
        Features that stand, and the smallest value of each.
    recoded : NDArray, shape (R,), int
        The others.
    codes : NDArray, shape (P, R), int
        Their codes.
    levels : NDArray, shape (L,), float64
        What every code of every feature stands for, feature after feature.
    ends : NDArray, shape (N,), int
        Where each feature's codes end in `levels`.
    edges : tuple of N (NDArray or None)
        The ends of each binned feature's bins.
    """

    standing: NDArray[np.intp]
    lowest: NDArray[np.int64]
    recoded: NDArray[np.intp]
    codes: NDArray[np.int64]
    levels: NDArray[np.float64]
    ends: NDArray[np.intp]
    edges: tuple[NDArray[np.float64] | None, ...]


def _encode(X: NDArray[Any], n_bins: list[int | None], binning: str) -> _Encoding:
    P, N = X.shape
    low, high = X.min(axis=0).astype(np.float64), X.max(axis=0).astype(np.float64)
    # Of a wider range than this, a table would be larger than the data; beyond 2⁵³, differences would be rounded.
    narrow = (high - low < max(256, P // 8)) & (np.maximum(high, -low) < 2**53)
    stands = narrow & _whole_numbers(X) & np.array([bins is None for bins in n_bins])
    standing, recoded = stands.nonzero()[0], (~stands).nonzero()[0]
    sizes = np.zeros(N, dtype=np.intp)
    sizes[standing] = high[standing] - low[standing] + 1

    edges: list[NDArray[np.float64] | None] = [None] * N
    codes = np.empty((P, len(recoded)), dtype=np.int64)
    values: list[NDArray[Any]] = []
    for column, n in enumerate(recoded):
        bins = n_bins[n]
        if bins is None:
            found, codes[:, column] = np.unique(X[:, n], return_inverse=True)
        else:
            edges[n] = cuts = _bin_edges(X[:, n].astype(np.float64), bins, binning)
            found, codes[:, column] = np.arange(len(cuts) - 1), np.searchsorted(cuts[1:-1], X[:, n], side="right")
        values.append(found)
        sizes[n] = len(found)
    ends = np.cumsum(sizes)
    starts = ends - sizes
    levels = np.arange(ends[-1]) + np.repeat(np.where(stands, low, 0.0) - starts, sizes)
    for n, found in zip(recoded, values, strict=True):
        levels[starts[n] : ends[n]] = found
    return _Encoding(standing, low[standing].astype(np.int64), recoded, codes, levels, ends, tuple(edges))


def _joint_counts(X: NDArray[Any], encoded: _Encoding, labels: NDArray[np.int64], C: int) -> NDArray[np.intp]:
    """Examples with each level of each feature (rows) and each label (columns)."""
    starts = np.concatenate([[0], encoded.ends[:-1]])
    L = encoded.ends[-1]
    counts = np.zeros(C * L, dtype=np.intp)
    stands = X if len(encoded.standing) == X.shape[1] else X[:, encoded.standing]
    for codes, first in (
        (stands, starts[encoded.standing] - encoded.lowest),
        (encoded.codes, starts[encoded.recoded]),
    ):
        P, N = codes.shape
        if N == 0:
            continue
        rows = max(1, min(P, max(BLOCK_ENTRIES, 4 * C * L) // N))
        numbers = np.empty((rows, N), dtype=np.int64)
        for row in range(0, P, rows):
            # A label has L cells, in which a feature's levels begin at `first`.
            cells = numbers[: min(rows, P - row)]
            np.add(codes[row : row + rows], first, out=cells, dtype=np.int64, casting="unsafe")
            cells += L * labels[row : row + rows, None]
            counts += np.bincount(cells.reshape(-1), minlength=C * L)
    return counts.reshape(C, L).T


def _whole_numbers(X: NDArray[Any]) -> NDArray[np.bool_]:
    """Which features hold whole numbers only."""
    whole = np.ones(X.shape[1], dtype=bool)
    if X.dtype.kind == "f":
        rows = max(1, BLOCK_ENTRIES // X.shape[1])
        for row in range(0, len(X), rows):
            block = X[row : row + rows]
            whole &= (block == np.rint(block)).all(axis=0)
    return whole


def _bin_edges(column: NDArray[np.float64], bins: int, binning: str) -> NDArray[np.float64]:
    """The ends of a feature's bins: at most bins + 1, at least 2."""
    values, counts = np.unique(column, return_counts=True)
    if binning == "equal_width":
        inner = np.linspace(values[0], values[-1], bins + 1)[1:-1]
    else:
        # The cut after i values leaves `below[i]` examples; the one nearest to each bin's fair share is taken.
        below, fair = np.cumsum(counts)[:-1], len(column) * np.arange(1, bins) / bins
        cuts = np.unique([np.abs(below - share).argmin() for share in fair]) if len(below) else []
        inner = [values[i] + (values[i + 1] - values[i]) / 2 for i in cuts]
    return frozen(np.concatenate([values[:1], np.unique(inner), values[-1:]]))


def _as_discrete(X: ArrayLike) -> NDArray[Any]:
    """Check features that are codes: an array of whole numbers is taken as it is, without a copy."""
    plain = isinstance(X, np.ndarray) and not isinstance(X, np.ma.MaskedArray)
    if plain and X.dtype.kind in "iu" and X.ndim == 2 and X.size:
        return X
    return as_features(X, allow_constant=True)


def _as_classes(y: ArrayLike, P: int) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Check labels; give the classes, and each example's class as a number from 0."""
    labels = as_one_per_example(y, P, "y")
    fractions = (labels != np.rint(labels)).nonzero()[0]
    if fractions.size:
        row = int(fractions[0])
        raise ValueError(
            f"y holds {labels[row]:g} in row {row}; wanted class labels, as whole numbers: cut a continuous output "
            "into classes first"
        )
    classes = np.unique(labels)
    if len(classes) == 1:
        raise ValueError(f"y holds one class only ({classes[0]:g} in all {P} rows); wanted two or more")
    return classes, classes.searchsorted(labels)


def _as_bins(bins: int | Sequence[int | None] | None, N: int) -> list[int | None]:
    if bins is None or not hasattr(bins, "__len__") or isinstance(bins, str) or getattr(bins, "ndim", 1) == 0:
        each = [bins] * N
    else:
        each = list(bins)
        if len(each) != N:
            raise ValueError(f"bins has {len(each)} entries; wanted one number, or {N}, one a feature")
    return [None if number is None else as_count(number, "bins", 2) for number in each]

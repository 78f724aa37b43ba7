"""Mutual information of discrete features with the class label (CS373, lecture 7, "Information analysis")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_count
from .._numerics.arrays import as_features, as_one_per_example, frozen, is_masked_array
from .._numerics.memory import check_size
from .._numerics.types import AnyArray, Array, Counts, Flags, Indices
from .binning import bin_edges
from .contingency import TableInformation, information_of_counts
from .ranking import SAME_SCORE, Ranking, ranked

# Most cells (levels × classes) of all features together in a result of mutual information: 8 bytes each, three times.
MOST_CELLS = 2**26


class MutualInformation(Ranking):
    """The mutual information of each feature with the label, and the term of every cell. The largest score is best."""

    scores: Array  # (N,): Î(Y, Xₙ) in nats (divide by log 2 for bits), between 0 and the smaller of the two entropies
    chance: Array  # (N,): mean score of an independent feature with as many levels, about (levels − 1)(classes − 1) / 2P
    label_entropy: float  # in nats: the largest possible score
    n_levels: Indices  # (N,): number of different values of each feature, or of its bins that are not empty
    constant: Flags  # (N,): features with the same value (or bin) in every example. Their score is 0.
    classes: Array  # (C,): the labels, ascending
    levels: tuple[Array, ...]  # the values of each feature, ascending, or the numbers of its bins that are not empty
    edges: tuple[Array | None, ...]  # the edges of the bins of each binned feature, in its units
    tables: tuple[TableInformation, ...]  # of each feature: counts of levels × classes, expected counts, terms of Î


def mutual_information(X: ArrayLike, y: ArrayLike, *, bins: int | Sequence[int | None] | None = None) -> MutualInformation:
    """Score each discrete feature by its mutual information with the label, and rank the features by it.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Discrete features, examples in rows. Values are only compared for equality, so any numbers can be codes.
    y : array-like, shape (P,)
        Labels of two or more classes, as integers: −1 and +1, or 0 to C − 1.
    bins : int or sequence of N (int or None), optional
        Number of bins for continuous features, at least 2: one number for all features, or one per feature, with None for a
        discrete feature. By default no feature is binned, and each value is a level.

    Returns
    -------
    MutualInformation
        A `Ranking` with the `scores` in nats (divide by log 2 for bits) and the mean scores of independent features, `chance`:
        only the part of a score above it is evidence. A feature with a different value in every example scores as high as the
        row number would: bin it. Further the `label_entropy`, `n_levels`, `constant` features, `classes`, and of each feature
        its `levels`, the `edges` of its bins, and the table of `counts`, `expected` counts and `contributions` in `tables`.

    Raises
    ------
    TypeError, ValueError
        If `X` or `y` is not finite and numeric, a label is not an integer, or there is one class only.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.mutual_information`.

    Source: CS373, lecture 7, "Information analysis": Î(Y, Xᵢ) = Σ P̂(y, xᵢ) log(P̂(y, xᵢ) / (P̂(y) P̂(xᵢ))) over the labels
    and the values of the feature, with relative frequencies and the natural logarithm. As the slides warn, redundant features
    get equal scores (see `ties`), and a linear classifier may be unable to use a feature with a high score.

    Examples
    --------
    >>> X = [[0, 5], [0, 6], [1, 5], [1, 6]]
    >>> result = mutual_information(X, [-1, -1, 1, 1])
    >>> result.scores, result.order
    (array([0.69314718, 0.        ]), array([0, 1]))
    """
    features = _as_discrete(X)
    P, N = features.shape
    classes, labels = _as_classes(y, P)
    n_bins = _as_bins(bins, N)
    C = len(classes)
    check_size("bins", bins, (sum(number or 0 for number in n_bins), C))

    levels, edges, tables = [], [], []
    total = 0
    for x, number in zip(features.T, n_bins, strict=True):
        values, codes, repeats = np.unique(x, return_inverse=True, return_counts=True)
        cuts = None
        if number is not None:
            cuts = bin_edges(values.astype(np.float64), repeats, number)
            values, codes = np.unique(np.searchsorted(cuts[1:-1], x, side="right"), return_inverse=True)
        total += len(values)
        if total * C > MOST_CELLS:
            raise ValueError(
                f"X must have at most {MOST_CELLS:,} levels × classes; got {total:,} × {C:,} = {total * C:,}. "
                "Use bins for continuous features."
            )
        counts = np.bincount(codes * C + labels, minlength=len(values) * C).reshape(-1, C)
        levels.append(frozen(values.astype(np.float64)))
        edges.append(cuts)
        tables.append(information_of_counts(counts))
    scores, chance = np.array([(table.score, table.chance) for table in tables]).T.copy()
    n_levels = np.array([len(values) for values in levels])
    return MutualInformation(
        *ranked(-scores, SAME_SCORE * tables[0].label_entropy),
        scores,
        chance,
        tables[0].label_entropy,
        n_levels,
        n_levels == 1,
        classes,
        tuple(levels),
        tuple(edges),
        tuple(tables),
    )


def _as_discrete(X: ArrayLike) -> AnyArray:
    """Check features that are codes."""
    if isinstance(X, np.ndarray) and not is_masked_array(X) and X.dtype.kind in "iu" and X.ndim == 2 and X.size:
        return X
    return as_features(X, allow_constant=True)


def _as_classes(y: ArrayLike, P: int) -> tuple[Array, Counts]:
    """Check labels."""
    labels = as_one_per_example(y, P, "y")
    fractions = (labels != np.rint(labels)).nonzero()[0]
    if fractions.size:
        row = int(fractions[0])
        raise ValueError(
            f"y must hold class labels, which are integers; found {labels[row]:g} in row {row}. Cut a continuous output "
            "into classes first."
        )
    classes = np.unique(labels)
    if len(classes) == 1:
        raise ValueError(f"y must contain at least two classes; found one class only ({classes[0]:g} in all {P} rows)")
    return classes, classes.searchsorted(labels)


def _as_bins(bins: Any, N: int) -> list[int | None]:
    """Check the number of bins."""
    if not hasattr(bins, "__len__") or isinstance(bins, str) or getattr(bins, "ndim", 1) == 0:
        each = [bins] * N
    else:
        each = list(bins)
        if len(each) != N:
            raise ValueError(f"bins must be one number, or {N} numbers, one per feature; got {len(each)}")
    return [None if number is None else as_count(number, "bins", 2) for number in each]

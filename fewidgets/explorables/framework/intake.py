"""What a person hands to an explorable: arrays, nested lists, a pandas DataFrame, or one of our data sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewidgets.algorithms import mean_impute
from fewidgets.algorithms._numerics.arrays import as_features, as_labels, as_outputs
from fewidgets.scene.legible import label_of, quoted, quoted_all

_PARTS = ("X", "y", "feature_names", "target_name")


@dataclass(frozen=True, eq=False)
class Data:
    """A checked table, as an explorable works on it.

    Attributes
    ----------
    X : NDArray, shape (P, N), float64
        Examples in rows, in the units they came in. Finite; no feature is constant.
    y : NDArray, shape (P,), float64
        Outputs, or labels −1 and +1.
    feature_names : tuple of N str
        As given, else a table's column names, else "x1" … "xN".
    target_name : str
        As a Series or a data set calls it, else "y".
    """

    X: NDArray[np.float64]
    y: NDArray[np.float64]
    feature_names: tuple[str, ...]
    target_name: str


def take_in(X: Any, y: Any = None, feature_names: Any = None, *, labels: bool = False) -> Data:
    """Check data and bring them into one form.

    Parameters
    ----------
    X : array-like, shape (P, N), or pandas.DataFrame, or a data set
        A data set has ``X``, ``y``, ``feature_names`` and ``target_name``, and stands alone.
    y : array-like, shape (P,)
        Outputs, or labels −1 and +1; a pandas Series gives the target's name.
    feature_names : sequence of N str, optional
        Distinct; go before a table's own.
    labels : bool
        Whether ``y`` holds labels.

    Returns
    -------
    Data

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described; the message names it.
    """
    target_name = getattr(y, "name", None)
    if all(hasattr(X, part) for part in _PARTS) and not hasattr(X, "dtypes"):
        if y is not None:
            raise TypeError("y is given beside a data set, which has its own y: pass the data set alone, or X and y")
        feature_names = X.feature_names if feature_names is None else feature_names
        X, y, target_name = X.X, X.y, X.target_name
    elif y is None:
        raise TypeError(f"y is missing: pass X and y, or a data set alone (an object with {', '.join(_PARTS)})")
    _same_order(X, y)
    features = as_features(X, feature_names=_given_names(feature_names))
    names = _names(X, feature_names, features.shape[1])
    outputs = (as_labels if labels else as_outputs)(y, len(features))
    return Data(features, outputs, names, label_of(str(target_name)) if target_name is not None else "y")


def take_in_with_gaps(X: Any, feature_names: Any = None) -> tuple[NDArray[np.float64], tuple[str, ...]]:
    """Check a table in which values may be missing.

    Parameters
    ----------
    X : array-like, shape (P, N), or pandas.DataFrame, or a data set
        NaN, the NA of a DataFrame, or a masked entry where a value is missing.
    feature_names : sequence of N str, optional
        Distinct; go before a table's own.

    Returns
    -------
    X : NDArray, shape (P, N), float64
        NaN where a value is missing; in every feature one is there.
    feature_names : tuple of N str

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described; the message names it.

    Examples
    --------
    >>> take_in_with_gaps([[1, 2], [None, 3]])
    (array([[ 1.,  2.],
           [nan,  3.]]), ('x1', 'x2'))
    """
    if all(hasattr(X, part) for part in _PARTS) and not hasattr(X, "dtypes"):
        feature_names = X.feature_names if feature_names is None else feature_names
        X = X.X
    given = _given_names(feature_names)
    # Nothing but None and numbers can be meant by a list of both.
    table = np.array(X, dtype=np.float64) if isinstance(X, list | tuple) and _only_numbers(X) else X
    imputation = mean_impute(table, max_missing=1.0)
    array = imputation.X.astype(np.float64)
    array[imputation.missing] = np.nan
    if given is not None and len(given) != array.shape[1]:
        raise ValueError(f"feature_names has {len(given)} names; wanted {array.shape[1]}, one a feature")
    return array, _names(X, feature_names, array.shape[1])


def _only_numbers(rows: Sequence[Any]) -> bool:
    """Whether a nested list holds rows of equal length of numbers and None alone."""
    if not all(isinstance(row, list | tuple) for row in rows) or len({len(row) for row in rows}) != 1:
        return False
    return all(each is None or (isinstance(each, Real) and not isinstance(each, bool)) for row in rows for each in row)


def _same_order(X: Any, y: Any) -> None:
    """Refuse a table and a Series that hold the same rows in another order."""
    if not (hasattr(X, "columns") and hasattr(y, "index") and hasattr(y, "dtype")):
        return
    if len(X) == len(y) and not X.index.equals(y.index) and X.index.is_unique and set(X.index) == set(y.index):
        raise ValueError("y has the rows of X in another order (their indexes differ): sort one, as in y.loc[X.index]")


def _given_names(names: Any) -> Sequence[str] | None:
    if names is None:
        return None
    flat = getattr(names, "ndim", 1) == 1  # a 0-d array holds no sequence
    if isinstance(names, str | bytes) or not flat or not (isinstance(names, Sequence) or hasattr(names, "tolist")):
        raise TypeError(f"feature_names is {quoted(names)}; wanted a sequence of names, one a feature")
    listed = list(names)
    for name in listed:
        if not isinstance(name, str):
            raise TypeError(f"feature_names holds {quoted(name)} ({type(name).__name__}); wanted text")
    return [str(name) for name in listed]


def _names(X: Any, given: Any, N: int) -> tuple[str, ...]:
    if given is not None:
        argument, names = "feature_names", [str(name) for name in given]
    elif hasattr(X, "columns") and hasattr(X, "dtypes"):
        argument, names = "X's columns", [str(name) for name in X.columns]
    else:
        return tuple(f"x{n + 1}" for n in range(N))
    if not all(name.strip() for name in names):
        raise ValueError(f"{argument} holds an empty name; wanted a name for each feature")
    twice = sorted(name for name, count in Counter(names).items() if count > 1)
    if twice:
        raise ValueError(f"{argument} holds {quoted_all(twice)} more than once; wanted distinct names")
    return tuple(names)

"""The data that a user passes to an explorable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms import mean_impute
from fewidgets.algorithms._numerics.arrays import as_features, as_labels, as_outputs
from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.aliases import Names
from fewidgets.scene.text.legible import label_of, quoted, quoted_all
from fewidgets.scene.types import NameTuple

_PARTS = ("X", "y", "feature_names", "target_name")


class TableSet(Protocol):
    """A data set: a table with outputs and names, such as `fewidgets.data.Dataset`."""

    @property
    def X(self) -> Any: ...
    @property
    def y(self) -> Any: ...
    @property
    def feature_names(self) -> Names: ...
    @property
    def target_name(self) -> str: ...


#: A table of examples in rows, or a data set.
TableLike: TypeAlias = ArrayLike | TableSet


@dataclass(frozen=True, eq=False)
class Data:
    """A checked table.

    Attributes
    ----------
    X : NDArray, shape (P, N), float64
        Examples in rows, in their original units, all finite. No feature is constant, unless that is allowed.
    y : NDArray, shape (P,), float64
        Outputs, or labels −1 and +1.
    feature_names : tuple of N str
        The names given, or the table's column names, or "x1" … "xN".
    target_name : str
        The name of the Series or the data set's target, or "y".
    """

    X: Array
    y: Array
    feature_names: NameTuple
    target_name: str


class Unchecked(NamedTuple):
    """A table as the user passed it, see `take_in`."""

    X: Any
    y: Any
    feature_names: Any


def take_in(X: Any, y: Any = None, feature_names: Any = None, *, labels: bool = False, allow_constant: bool = False) -> Data:
    """Check arrays, nested lists, a DataFrame or a data set, and return the data in one form.

    If ``labels``, y must hold −1 and +1.
    """
    X, y, feature_names, target_name = _taken_apart(X, y, feature_names)
    features = as_features(X, feature_names=_given_names(feature_names), allow_constant=allow_constant)
    names = _names(X, feature_names, features.shape[1])
    outputs = (as_labels if labels else as_outputs)(y, len(features))
    return Data(features, outputs, names, target_name)


def take_in_columns(X: Any, y: Any = None, feature_names: Any = None) -> tuple[list[Any], Any, NameTuple, str]:
    """Return the columns, y, the names and the target of a table that may hold text. Values are not checked."""
    X, y, feature_names, target_name = _taken_apart(X, y, feature_names)
    if hasattr(X, "toarray"):
        raise TypeError(f"X must be a dense table; got a sparse one of shape {X.shape}. Use X.toarray().")
    if is_frame(X):
        shape, columns = X.shape, [X.iloc[:, n] for n in range(X.shape[1])]
    else:
        try:
            # In an array of one type, the numbers of a list with numbers and text would be text.
            table = X if np.ma.isMaskedArray(X) else np.asarray(X, dtype=None if hasattr(X, "dtype") else object)
        except ValueError:
            raise ValueError("X must be two-dimensional (examples × features); got rows of different lengths.") from None
        shape, columns = table.shape, list(table.T)
    if len(shape) != 2:
        hint = " Use X.reshape(-1, 1) for a single feature." if len(shape) == 1 else ""
        raise ValueError(f"X must be two-dimensional (examples × features); got shape {tuple(shape)}.{hint}")
    if 0 in shape:
        raise ValueError(f"X must have at least one example and one feature; got shape {tuple(shape)}.")
    return columns, y, _names(X, feature_names, shape[1]), target_name


def _taken_apart(X: Any, y: Any, feature_names: Any) -> tuple[Any, Any, Any, str]:
    """Return the table, the outputs, the names and the target's name."""
    target_name = getattr(y, "name", None)
    if _is_set(X):
        if y is not None:
            raise TypeError("y must not be given with a data set, which has its own y. Pass the data set alone, or X and y.")
        feature_names = X.feature_names if feature_names is None else feature_names
        X, y, target_name = X.X, X.y, X.target_name
    elif y is None:
        raise TypeError(f"y is missing. Pass X and y, or a data set (an object with {', '.join(_PARTS)}).")
    _same_order(X, y)
    return X, y, feature_names, label_of(str(target_name)) if target_name is not None else "y"


def take_in_with_gaps(X: Any, feature_names: Any = None) -> tuple[Array, NameTuple]:
    """Check a table with missing values: NaN, the NA of a DataFrame, or masked."""
    if _is_set(X):
        feature_names = X.feature_names if feature_names is None else feature_names
        X = X.X
    # In a list of numbers, None can only mean a missing value.
    table = np.array(X, dtype=np.float64) if isinstance(X, list | tuple) and _only_numbers(X) else X
    imputation = mean_impute(table, max_missing=1.0)
    array = imputation.X.astype(np.float64)
    array[imputation.missing] = np.nan
    return array, _names(X, feature_names, array.shape[1])


def _only_numbers(rows: Sequence[Any]) -> bool:
    """Say whether a nested list has rows of equal length with only numbers and None."""
    if not all(isinstance(row, list | tuple) for row in rows) or len({len(row) for row in rows}) != 1:
        return False
    return all(each is None or (isinstance(each, Real) and not isinstance(each, bool)) for row in rows for each in row)


def _same_order(X: Any, y: Any) -> None:
    """Refuse a table and a Series that hold the same rows in another order."""
    if not (hasattr(X, "columns") and hasattr(y, "index") and hasattr(y, "dtype")):
        return
    if len(X) == len(y) and not X.index.equals(y.index) and X.index.is_unique and set(X.index) == set(y.index):
        raise ValueError("y must have its rows in the order of X, but the indexes differ in order. Use y.loc[X.index].")


def _given_names(names: Any) -> Names | None:
    if names is None:
        return None
    flat = getattr(names, "ndim", 1) == 1  # a 0-d array holds no sequence
    if isinstance(names, str | bytes) or not flat or not (isinstance(names, Sequence) or hasattr(names, "tolist")):
        raise TypeError(f"feature_names must be a sequence of names, one per feature; got {quoted(names)}")
    listed = list(names)
    for name in listed:
        if not isinstance(name, str):
            raise TypeError(f"feature_names must hold texts; got {quoted(name)} ({type(name).__name__})")
    return [str(name) for name in listed]


def is_frame(value: Any) -> bool:
    return hasattr(value, "columns") and hasattr(value, "dtypes")


def _is_set(value: Any) -> bool:
    return all(hasattr(value, part) for part in _PARTS) and not hasattr(value, "dtypes")


def _names(X: Any, feature_names: Any, N: int) -> NameTuple:
    names = _given_names(feature_names)
    if names is not None and len(names) != N:
        raise ValueError(f"feature_names must have {N} names, one per feature; got {len(names)}")
    argument = "feature_names"
    if names is None:
        if not is_frame(X):
            return tuple(f"x{n + 1}" for n in range(N))
        argument, names = "The columns of X", [str(name) for name in X.columns]
    if not all(name.strip() for name in names):
        raise ValueError(f"{argument} must not hold an empty name")
    twice = sorted(name for name, count in Counter(names).items() if count > 1)
    if twice:
        raise ValueError(f"{argument} must hold distinct names; got {quoted_all(twice)} more than once")
    return tuple(names)

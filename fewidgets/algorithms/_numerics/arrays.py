"""Checks of arrays: features, outputs, labels and penalty parameters.

Each check returns a float64 array, or raises an error that names the argument, says what it must be and shows what was given.
Messages number examples (rows) and features (columns) from 0, as code does.
"""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arguments import shown
from .feature_names import describe_feature
from .masked import is_masked_array
from .spread import are_flat, check_spread, differs, differs_too_little
from .tolerances import BLOCK, LARGEST_VALUE


def column_names(X: Any) -> list[str] | None:
    """Return the column names of a DataFrame, or None if `X` is not a DataFrame."""
    return [str(name) for name in X.columns] if hasattr(X, "columns") and hasattr(X, "dtypes") else None


def as_numeric_array(
    values: Any, name: str, names: Sequence[str] | None = None, *, keep_float32: bool = False
) -> NDArray[np.float64]:
    """Convert an array-like of numbers to float64, and refuse text, dates and other objects.

    If `keep_float32` is set, an array of single precision is returned unchanged.
    """
    if hasattr(values, "columns") and hasattr(values, "dtypes"):
        for index, kind in enumerate(values.dtypes):
            if getattr(kind, "kind", "O") not in "biuf":
                raise TypeError(f"{name} must hold numbers; got {kind} in {describe_feature(index, names)}. {_remedy(kind)}")
        return values.to_numpy(dtype=np.float64, na_value=np.nan)
    if is_masked_array(values) and np.ma.is_masked(values):
        raise ValueError(f"{name} has {np.ma.count_masked(values)} masked entries. Impute or drop them first.")
    if getattr(getattr(values, "dtype", None), "kind", None) in ("b", "i", "u", "f") and hasattr(values, "index"):
        values = values.to_numpy(dtype=np.float64, na_value=np.nan)  # a pandas Series, perhaps with gaps
    try:
        array = np.asarray(values)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{name} must be a rectangular array, with rows of equal length; NumPy reports: {error}") from None
    if array.dtype.kind not in "biuf":
        seen = {"U": "text", "S": "text", "T": "text", "c": "complex numbers", "M": "dates", "m": "durations"}
        what = seen.get(array.dtype.kind, f"{array.dtype} entries")
        entries = array.reshape(-1).tolist()
        example = f", for example {shown(entries[0])}" if entries else ""
        if entries and array.dtype == object and all(isinstance(entry, Real) for entry in entries):
            example += f". All of them are numbers: convert them with np.array({name}, dtype=float)"
        raise TypeError(f"{name} must hold real numbers; got {what}{example}")
    if keep_float32 and array.dtype == np.float32:
        return array
    with np.errstate(over="ignore"):  # an extended-precision number may become infinite; `check_finite` reports it
        return array.astype(np.float64, copy=False)


def _remedy(kind: Any) -> str:
    """Say how a column that holds no numbers becomes one that does."""
    match getattr(kind, "kind", "O"):
        case "M":
            return "Convert dates to a number first, such as days since the first one, or drop the column."
        case "m":
            return "Convert durations to a number first, such as seconds with .dt.total_seconds(), or drop the column."
        case "c":
            return "Take the real part or the magnitude first, or drop the column."
    if str(kind) == "object":
        return (
            "If it holds numbers, convert them with pandas.to_numeric first. Otherwise encode categories, or drop the column."
        )
    return "Encode categories, for example one-hot, or drop the column."


def check_finite(array: NDArray[np.float64], name: str, names: Sequence[str] | None = None) -> None:
    """Refuse the first entry that is NaN, infinite, or too large to be squared."""
    # Two passes that only read are faster than one that stores the magnitudes, and need no memory.
    limit = min(LARGEST_VALUE, float(np.finfo(array.dtype).max))  # single precision holds less
    if array.max() <= limit and array.min() >= -limit:  # false for NaN too
        return
    step = max(1, BLOCK * len(array) // array.size)
    for start in range(0, len(array), step):
        wrong = np.argwhere(~(np.abs(array[start : start + step]) <= limit))
        if wrong.size:
            where = (start + int(wrong[0, 0]), *map(int, wrong[0, 1:]))
            break
    value = array[where]
    place = f"row {where[0]}" + (f", {describe_feature(where[1], names)}" if array.ndim == 2 else "")
    if np.isnan(value):
        raise ValueError(f"{name} must not contain NaN; found one in {place}. Impute or drop it first.")
    if np.isinf(value):
        raise ValueError(f"{name} must be finite; found an infinite value in {place}")
    raise ValueError(f"{name} must lie within ±{LARGEST_VALUE:g}; found {value:g} in {place}. Rescale it first.")


def as_features(
    X: ArrayLike, name: str = "X", *, feature_names: Sequence[str] | None = None, allow_constant: bool = False
) -> NDArray[np.float64]:
    """Check a data matrix, with examples in rows and features in columns.

    Parameters
    ----------
    X : array-like, shape (P, N)
        The data: nested lists, an array, or a pandas DataFrame.
    name : str
        Name of the argument, for the message.
    feature_names : sequence of N str, optional
        Names of the features, for the message. By default the columns of a DataFrame.
    allow_constant : bool
        Whether a feature may have the same value in every example.

    Returns
    -------
    NDArray, shape (P, N), float64

    Raises
    ------
    TypeError
        If entries are not real numbers.
    ValueError
        If the shape is not (P, N) with P, N ≥ 1, if an entry is NaN, infinite or beyond ±1e60, or if a feature is
        constant or its values differ by at most 1e-60, so that squares of the differences underflow.

    Examples
    --------
    >>> as_features([[1, 2], [3, 5]])
    array([[1., 2.],
           [3., 5.]])
    """
    array, names = as_matrix(X, name, feature_names=feature_names)
    check_finite(array, name, names)
    if not allow_constant:
        check_several_examples(array, name)
        check_spread(array, name, names)
    return array


def as_matrix(
    X: ArrayLike, name: str, *, feature_names: Sequence[str] | None = None, keep_float32: bool = False
) -> tuple[NDArray[np.float64], list[str] | None]:
    """Check that `X` is a matrix (P, N) of numbers. Return it with the names of its columns, or None if it has none.

    The entries may still be NaN, infinite or constant.
    """
    names = column_names(X) if feature_names is None else as_names(feature_names)
    array = as_numeric_array(X, name, names, keep_float32=keep_float32)
    if array.ndim != 2:
        hint = ""
        if array.ndim == 1:
            hint = (
                f". Reshape your data: use {name}.reshape(-1, 1) for a single feature or {name}.reshape(1, -1) for a "
                "single example."
            )
        raise ValueError(f"{name} must be two-dimensional (examples × features); got shape {array.shape}{hint}")
    if 0 in array.shape:
        # The last sentence is scikit-learn's: its estimator checks look for it.
        found = "" if array.shape[1] else f". Found 0 feature(s) (shape={array.shape}) while a minimum of 1 is required."
        raise ValueError(f"{name} must have at least one example and one feature; got shape {array.shape}{found}")
    if names is not None and len(names) != array.shape[1]:
        raise ValueError(f"feature_names must have {array.shape[1]} names, one per feature; got {len(names)}")
    return array, names


def as_names(feature_names: Any) -> list[str]:
    """Check that names are a sequence, and return them as a list of strings."""
    if isinstance(feature_names, str) or not hasattr(feature_names, "__len__") or getattr(feature_names, "ndim", 1) == 0:
        raise TypeError(f"feature_names must be a list of names, one per feature; got {shown(feature_names)}")
    return [str(name) for name in feature_names]


def check_several_examples(array: NDArray[np.float64], name: str) -> None:
    """Raise an error if there is only one example, so that no feature can vary."""
    if len(array) == 1:
        raise ValueError(f"{name} must have at least two examples; got one (P = 1, n_samples = 1)")


def as_outputs(y: ArrayLike, P: int, name: str = "y") -> NDArray[np.float64]:
    """Check the outputs of a regression.

    Parameters
    ----------
    y : array-like, shape (P,)
        One finite number per example. They must not all be equal.
    P : int
        Number of examples.
    name : str
        Name of the argument, for the message.

    Returns
    -------
    NDArray, shape (P,), float64

    Raises
    ------
    TypeError
        If entries are not real numbers.
    ValueError
        If the shape is not (P,), if an entry is NaN, infinite or beyond ±1e60, or if all entries are equal or differ by
        at most 1e-60.

    Examples
    --------
    >>> as_outputs([1, 2, 4], 3)
    array([1., 2., 4.])
    """
    array = as_one_per_example(y, P, name)
    low, high = array.min(), array.max()
    if are_flat(low, high):
        if differs(low, high):
            raise differs_too_little(name, high - low)
        raise ValueError(f"{name} is constant (every value is {low:g}); expected outputs that differ")
    return array


def as_labels(y: ArrayLike, P: int, name: str = "y") -> NDArray[np.float64]:
    """Check the labels of a two-class classification.

    Parameters
    ----------
    y : array-like, shape (P,)
        Labels −1 and +1. Both must occur.
    P : int
        Number of examples.
    name : str
        Name of the argument, for the message.

    Returns
    -------
    NDArray, shape (P,), float64

    Raises
    ------
    TypeError
        If entries are not real numbers.
    ValueError
        If the shape is not (P,), if a label is neither −1 nor +1, or if only one class occurs.

    Examples
    --------
    >>> as_labels([0, 1, 1], 3)
    Traceback (most recent call last):
    ...
    ValueError: y must contain only -1 and +1; found 0 in row 0. Convert with 2 * y - 1.
    """
    array = as_one_per_example(y, P, name)
    other = np.flatnonzero(np.abs(array) != 1)
    if other.size:
        row = int(other[0])
        hint = f". Convert with 2 * {name} - 1." if np.isin(array, (0, 1)).all() else ""
        raise ValueError(f"{name} must contain only -1 and +1; found {array[row]:g} in row {row}{hint}")
    if array.min() == array.max():
        raise ValueError(f"{name} must contain both -1 and +1; found one class only ({array[0]:+g} in all {P} rows)")
    return array


def as_one_per_example(y: Any, P: int, name: str) -> NDArray[np.float64]:
    """Check an array of one finite number per example. Return it as float64, shape (P,)."""
    if hasattr(y, "columns") and hasattr(y, "dtypes"):
        raise ValueError(f"{name} must have shape ({P},); got a table of shape {y.shape}. Choose a column: {name}.iloc[:, 0].")
    array = as_numeric_array(y, name)
    if array.shape != (P,):
        hint = f". Use {name}.ravel()." if array.size == P and array.ndim > 1 else ""
        raise ValueError(f"{name} must have shape ({P},), one value per example of X; got shape {array.shape}{hint}")
    check_finite(array, name)
    return array


def as_penalties(lambdas: ArrayLike, name: str = "lambdas") -> NDArray[np.float64]:
    """Check penalty parameters. Return them in ascending order, each once.

    Parameters
    ----------
    lambdas : array-like, scalar or shape (K,)
        Numbers λ ≥ 0.
    name : str
        Name of the argument, for the message.

    Returns
    -------
    NDArray, shape (K,), float64

    Raises
    ------
    TypeError
        If entries are not real numbers.
    ValueError
        If there are none, if the array has more than one axis, or if an entry is negative, above 1e120 or NaN.

    Examples
    --------
    >>> as_penalties([2, 0, 1])
    array([0., 1., 2.])
    """
    return np.unique(check_penalties(lambdas, name))


def check_penalties(lambdas: ArrayLike, name: str = "lambdas") -> NDArray[np.float64]:
    """Check penalty parameters. Return them in their order, as an array of zero or one dimensions.

    Raises
    ------
    TypeError
        If entries are not real numbers.
    ValueError
        If there are none, if the array has more than one axis, or if an entry is negative, above 1e120 or NaN.

    Examples
    --------
    >>> check_penalties(-1.0, "lam")
    Traceback (most recent call last):
    ...
    ValueError: lam must be a penalty parameter λ between 0 and 1e+120; got -1
    """
    array = as_numeric_array(lambdas, name)
    if np.asarray(lambdas).dtype.kind == "b":
        raise TypeError(f"{name} must hold numbers λ ≥ 0; got {shown(lambdas)}")
    if array.ndim > 1 or array.size == 0:
        raise ValueError(f"{name} must be one number or a list of at least one number; got shape {array.shape}")
    bad = array.reshape(-1)[~((array >= 0) & (array <= LARGEST_VALUE**2)).reshape(-1)]
    if bad.size:
        expected = "a penalty parameter λ" if array.ndim == 0 else "penalty parameters λ"
        raise ValueError(f"{name} must be {expected} between 0 and {LARGEST_VALUE**2:g}; got {bad[0]:g}")
    return array


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Mark an array as read-only and return it. This prevents accidental changes to a trace.

    Examples
    --------
    >>> frozen(np.zeros(2)).flags.writeable
    False
    """
    array.setflags(write=False)
    return array

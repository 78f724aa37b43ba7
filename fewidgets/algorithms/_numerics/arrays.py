"""Checks of arrays: features, outputs, labels and penalty parameters.

Each check returns the array in the form the algorithms compute with, or raises an error that names the argument, what was got
and what is expected. Examples and features are numbered from 0, as in code.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .arguments import shown
from .feature_names import describe_feature
from .spread import are_flat, check_spread, differs, differs_too_little
from .tolerances import BLOCK, LARGEST_VALUE


def column_names(X: Any) -> list[str] | None:
    """Names of the columns of a DataFrame, or None where `X` is no DataFrame."""
    return [str(name) for name in X.columns] if hasattr(X, "columns") and hasattr(X, "dtypes") else None


def as_numeric_array(
    values: Any, name: str, names: Sequence[str] | None = None, *, keep_float32: bool = False
) -> NDArray[np.float64]:
    """Turn any array-like of numbers into a float64 array; text, objects and dates are refused.

    With `keep_float32`, an array of single precision stays as it is.
    """
    if hasattr(values, "columns") and hasattr(values, "dtypes"):
        for index, kind in enumerate(values.dtypes):
            if getattr(kind, "kind", "O") not in "biuf":
                raise TypeError(
                    f"{name} holds {kind} in {describe_feature(index, names)}; wanted numbers: encode categories, "
                    "for example one-hot, or drop the column"
                )
        return values.to_numpy(dtype=np.float64, na_value=np.nan)
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise ValueError(f"{name} has {np.ma.count_masked(values)} masked entries; impute or drop them first")
    if getattr(getattr(values, "dtype", None), "kind", None) in ("b", "i", "u", "f") and hasattr(values, "index"):
        values = values.to_numpy(dtype=np.float64, na_value=np.nan)  # a pandas Series, perhaps with gaps
    try:
        array = np.asarray(values)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{name} is no rectangular array ({error}); wanted rows of equal length") from None
    if array.dtype.kind not in "biuf":
        seen = {"U": "text", "S": "text", "T": "text", "c": "complex numbers", "M": "dates", "m": "durations"}
        what = seen.get(array.dtype.kind, f"{array.dtype} entries")
        example = f", for example {shown(array.reshape(-1)[:1].tolist()[0])}" if array.size else ""
        raise TypeError(f"{name} holds {what}{example}; wanted an array of real numbers")
    if keep_float32 and array.dtype == np.float32:
        return array
    with np.errstate(over="ignore"):  # an extended-precision number may become infinite: told below
        return array.astype(np.float64, copy=False)


def check_finite(array: NDArray[np.float64], name: str, names: Sequence[str] | None = None) -> None:
    """Refuse the first entry that is NaN, infinite, or too large to be squared."""
    # Two passes that read are quicker than one that writes the magnitudes down, and hold no memory.
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
        raise ValueError(f"{name} holds a NaN in {place}; impute or drop it first")
    if np.isinf(value):
        raise ValueError(f"{name} holds an infinite value in {place}; wanted finite numbers")
    raise ValueError(f"{name} holds {value:g} in {place}; wanted values within ±{LARGEST_VALUE:g}: rescale first")


def as_features(
    X: ArrayLike, name: str = "X", *, feature_names: Sequence[str] | None = None, allow_constant: bool = False
) -> NDArray[np.float64]:
    """Check a matrix of examples in rows and features in columns.

    Parameters
    ----------
    X : array-like, shape (P, N)
        Numbers: nested lists, an array, or a pandas DataFrame.
    name : str
        What the caller calls this argument.
    feature_names : sequence of N str, optional
        Names for the messages; a DataFrame's columns where not given.
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
        If the shape is not (P, N) with P, N ≥ 1, an entry is NaN or infinite, or a feature is constant or differs by so
        little that squares of the differences underflow.

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
    """Check that `X` is a matrix (P, N) of numbers, whatever they are, and name its columns where they have names."""
    names = column_names(X) if feature_names is None else as_names(feature_names)
    array = as_numeric_array(X, name, names, keep_float32=keep_float32)
    if array.ndim != 2:
        hint = ""
        if array.ndim == 1:
            hint = (
                f". Reshape your data: {name}.reshape(-1, 1) for a single feature, {name}.reshape(1, -1) for a single example"
            )
        raise ValueError(f"{name} has shape {array.shape}; wanted (P, N): examples in rows, features in columns{hint}")
    if 0 in array.shape:
        # The last sentence is scikit-learn's: its estimator checks look for it.
        found = "" if array.shape[1] else f". Found 0 feature(s) (shape={array.shape}) while a minimum of 1 is required."
        raise ValueError(f"{name} has shape {array.shape}; wanted at least one example and one feature{found}")
    if names is not None and len(names) != array.shape[1]:
        raise ValueError(f"feature_names has {len(names)} names; wanted {array.shape[1]}, one a feature")
    return array, names


def as_names(feature_names: Any) -> list[str]:
    """Check that names can be listed; how many there must be is known later."""
    if isinstance(feature_names, str) or not hasattr(feature_names, "__len__") or getattr(feature_names, "ndim", 1) == 0:
        raise TypeError(f"feature_names must be a list of names, one per feature; got {shown(feature_names)}")
    return [str(name) for name in feature_names]


def check_several_examples(array: NDArray[np.float64], name: str) -> None:
    """Refuse a single example where features are to differ."""
    if len(array) == 1:
        raise ValueError(f"{name} has one example (P = 1, n_samples = 1); wanted at least two")


def as_outputs(y: ArrayLike, P: int, name: str = "y") -> NDArray[np.float64]:
    """Check the outputs of a regression.

    Parameters
    ----------
    y : array-like, shape (P,)
        One finite number an example, not all the same.
    P : int
        Number of examples.
    name : str
        What the caller calls this argument.

    Returns
    -------
    NDArray, shape (P,), float64

    Raises
    ------
    TypeError
        If entries are not real numbers.
    ValueError
        If the shape is not (P,), an entry is NaN or infinite, or all entries are equal or differ by at most 1e-60.

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
        Labels −1 and +1, both present.
    P : int
        Number of examples.
    name : str
        What the caller calls this argument.

    Returns
    -------
    NDArray, shape (P,), float64

    Raises
    ------
    TypeError
        If entries are not real numbers.
    ValueError
        If the shape is not (P,), a label is neither −1 nor +1, or only one class is present.

    Examples
    --------
    >>> as_labels([0, 1, 1], 3)
    Traceback (most recent call last):
    ...
    ValueError: y holds the label 0 in row 0; wanted -1 and +1 (from 0 and 1: 2 * y - 1)
    """
    array = as_one_per_example(y, P, name)
    other = np.flatnonzero(np.abs(array) != 1)
    if other.size:
        row = int(other[0])
        hint = " (from 0 and 1: 2 * y - 1)" if np.isin(array, (0, 1)).all() else ""
        raise ValueError(f"{name} holds the label {array[row]:g} in row {row}; wanted -1 and +1{hint}")
    if array.min() == array.max():
        raise ValueError(f"{name} holds one class only ({array[0]:+g} in all {P} rows); wanted both -1 and +1")
    return array


def as_one_per_example(y: Any, P: int, name: str) -> NDArray[np.float64]:
    if hasattr(y, "columns") and hasattr(y, "dtypes"):
        raise ValueError(f"{name} is a table of shape {y.shape}; wanted ({P},): one column, as in {name}.iloc[:, 0]")
    array = as_numeric_array(y, name)
    if array.shape != (P,):
        hint = f": pass {name}.ravel()" if array.size == P and array.ndim > 1 else ""
        raise ValueError(f"{name} has shape {array.shape}; wanted ({P},), one value an example of X{hint}")
    check_finite(array, name)
    return array


def as_penalties(lambdas: ArrayLike, name: str = "lambdas") -> NDArray[np.float64]:
    """Check penalty parameters, and return them ascending without repeats.

    Parameters
    ----------
    lambdas : array-like, scalar or shape (K,)
        Numbers λ ≥ 0.
    name : str
        What the caller calls this argument.

    Returns
    -------
    NDArray, shape (K,), float64

    Raises
    ------
    TypeError
        If entries are not real numbers.
    ValueError
        If there are none, the array has more than one axis, or an entry is negative, NaN or infinite.

    Examples
    --------
    >>> as_penalties([2, 0, 1])
    array([0., 1., 2.])
    """
    return np.unique(check_penalties(lambdas, name))


def check_penalties(lambdas: ArrayLike, name: str = "lambdas") -> NDArray[np.float64]:
    """Check penalty parameters, and return them as they stand: a 0-dimensional or 1-dimensional array.

    Raises
    ------
    TypeError
        If entries are not real numbers.
    ValueError
        If there are none, the array has more than one axis, or an entry is negative, above 1e120, or NaN.

    Examples
    --------
    >>> check_penalties(-1.0, "lam")
    Traceback (most recent call last):
    ...
    ValueError: lam holds -1; penalty parameters λ must not be negative
    """
    array = as_numeric_array(lambdas, name)
    if np.asarray(lambdas).dtype.kind == "b":
        raise TypeError(f"{name} is {shown(lambdas)}; wanted numbers λ ≥ 0")
    if array.ndim > 1 or array.size == 0:
        raise ValueError(f"{name} has shape {array.shape}; wanted one number or a list (K,) of them, K ≥ 1")
    bad = array.reshape(-1)[~((array >= 0) & (array <= LARGEST_VALUE**2)).reshape(-1)]
    if bad.size:
        limit = "must not be negative" if bad[0] < 0 else f"must be numbers between 0 and {LARGEST_VALUE**2:g}"
        raise ValueError(f"{name} holds {bad[0]:g}; penalty parameters λ {limit}")
    return array


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Mark an array as read-only and return it, so that a trace cannot be changed by accident.

    Examples
    --------
    >>> frozen(np.zeros(2)).flags.writeable
    False
    """
    array.setflags(write=False)
    return array

"""Checks of what a caller hands in, shared by every algorithm.

Each check returns the argument in the form the algorithms compute with, or raises an error that names the
argument, what was seen, and what is wanted. Examples and features are numbered from 0, as in code.
"""

from __future__ import annotations

import difflib
import math
import numbers
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

# Squares and products of squares stay inside double precision between these two magnitudes.
LARGEST_VALUE = 1e60
SMALLEST_SPREAD = 1e-60
# Values that differ by less than this share of the largest are equal up to rounding.
ROUNDING = 8 * float(np.finfo(float).eps)
# Entries that a check looks through at once, so that a large matrix is never held a second time: 0.5 MB of float64.
BLOCK = 2**16
# Rows that are looked at to tell a feature of zeros from one of tiny values whose mean is 0.
SAMPLED_ROWS = 1024


def _column_names(X: Any) -> list[str] | None:
    """Names of the columns of a DataFrame, or None where `X` is no DataFrame."""
    return [str(name) for name in X.columns] if hasattr(X, "columns") and hasattr(X, "dtypes") else None


def _feature(index: int, names: Sequence[str] | None) -> str:
    """How a feature is called in a message: its number, and its name where it has one."""
    return f"feature {index}" if names is None else f"feature {index} ({names[index]!r})"


def _numeric_array(
    values: Any, name: str, names: Sequence[str] | None = None, *, keep_float32: bool = False
) -> NDArray[np.float64]:
    """Turn any array-like of numbers into a float64 array; text, objects and dates are refused.

    With `keep_float32`, an array of single precision stays as it is.
    """
    if hasattr(values, "columns") and hasattr(values, "dtypes"):
        for index, kind in enumerate(values.dtypes):
            if getattr(kind, "kind", "O") not in "biuf":
                raise TypeError(
                    f"{name} holds {kind} in {_feature(index, names)}; wanted numbers: encode categories, "
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


def _check_finite(array: NDArray[np.float64], name: str, names: Sequence[str] | None = None) -> None:
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
    place = f"row {where[0]}" + (f", {_feature(where[1], names)}" if array.ndim == 2 else "")
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
    array, names = _as_matrix(X, name, feature_names=feature_names)
    _check_finite(array, name, names)
    if not allow_constant:
        _check_several(array, name)
        check_spread(array, name, names)
    return array


def check_magnitude(array: NDArray[np.float64], name: str = "X", names: Sequence[str] | None = None) -> None:
    """Refuse a feature that is not zero, but so small that its squares underflow.

    Raises
    ------
    ValueError
        If all values of a column are below 1e-60, but not all are zero.

    Examples
    --------
    >>> check_magnitude(np.array([[1.0, 0.0], [2.0, 0.0]]))
    >>> check_magnitude(np.array([[1e-150], [2e-150]]))
    Traceback (most recent call last):
    ...
    ValueError: X holds nothing above 2e-150 in feature 0, and squares of such values underflow; expected values above \
1e-60: change the unit first
    """
    suspects = (np.abs(array[:16]).max(axis=0) <= SMALLEST_SPREAD).nonzero()[0]  # most features are ruled out at once
    for index in suspects[array[:, suspects].any(axis=0)].tolist():
        largest = float(np.abs(array[:, index]).max())
        if largest <= SMALLEST_SPREAD:
            raise ValueError(
                f"{name} holds nothing above {largest:.3g} in {_feature(index, names)}, and squares of such values "
                f"underflow; expected values above {SMALLEST_SPREAD:g}: change the unit first"
            )


def _as_matrix(
    X: ArrayLike, name: str, *, feature_names: Sequence[str] | None = None, keep_float32: bool = False
) -> tuple[NDArray[np.float64], list[str] | None]:
    """Check that `X` is a matrix (P, N) of numbers, whatever they are, and name its columns where they have names."""
    names = _column_names(X) if feature_names is None else _as_names(feature_names)
    array = _numeric_array(X, name, names, keep_float32=keep_float32)
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


def _as_names(feature_names: Any) -> list[str]:
    """Check that names can be listed; how many there must be is known later."""
    if isinstance(feature_names, str) or not hasattr(feature_names, "__len__") or getattr(feature_names, "ndim", 1) == 0:
        raise TypeError(f"feature_names must be a list of names, one per feature; got {shown(feature_names)}")
    return [str(name) for name in feature_names]


def _check_several(array: NDArray[np.float64], name: str) -> None:
    """Refuse a single example where features are to differ."""
    if len(array) == 1:
        raise ValueError(f"{name} has one example (P = 1, n_samples = 1); wanted at least two")


def check_spread(
    array: NDArray[np.float64],
    name: str,
    names: Sequence[str] | None = None,
    suspects: NDArray[np.intp] | None = None,
) -> None:
    """Refuse a feature whose values do not differ by more than rounding, or by too little to be squared.

    Where `suspects` is given, only these features are looked at.

    Raises
    ------
    ValueError
        If a column of `array` is constant, or its values differ by at most 1e-60.

    Examples
    --------
    >>> check_spread(np.array([[1.0, 2.0], [1.0, 3.0]]), "X")
    Traceback (most recent call last):
    ...
    ValueError: X is constant in feature 0 (every value is 1); drop it, since a feature with one value cannot help
    """
    constant = constant_features(array, suspects)
    if not constant.size:
        return
    check_differences(array, name, names, constant[:1])
    index = int(constant[0])
    raise ValueError(
        f"{name} is constant in {_feature(index, names)} (every value is {array[0, index]:g}); "
        "drop it, since a feature with one value cannot help"
    )


def check_differences(
    array: NDArray[Any],
    name: str,
    names: Sequence[str] | None,
    suspects: NDArray[np.intp],
    statistic: NDArray[np.float64] | None = None,
) -> None:
    """Refuse a feature whose values differ, but by too little to be squared, among the `suspects`.

    Where constant features are allowed, such a feature would be taken for one of them. A `statistic` of every feature,
    such as its mean, which is 0 if all values are, spares a pass through a large matrix with many features of zeros.

    Raises
    ------
    ValueError
        If the values of such a column differ by more than rounding, and by at most 1e-60.

    Examples
    --------
    >>> check_differences(np.array([[1.0], [1.0]]), "X", None, np.array([0]))
    >>> check_differences(np.array([[0.0], [1e-150]]), "X", None, np.array([0]))
    Traceback (most recent call last):
    ...
    ValueError: X differs by only 1e-150 in feature 0, and squares of such differences underflow; expected differences \
above 1e-60: change the unit first
    """
    # Above this size, values that differ by more than rounding differ by more than 1e-60 too.
    suspects = suspects[np.abs(array[0, suspects]) <= 1e-44]
    if statistic is not None and len(array) > SAMPLED_ROWS:
        some_rows = np.take(array[:: len(array) // SAMPLED_ROWS], suspects, axis=1)
        suspects = suspects[(statistic[suspects] != 0) | some_rows.any(axis=0)]
    if not suspects.size:
        return
    lows, highs = _extremes(array, suspects)
    for index, low, high in zip(suspects.tolist(), lows.tolist(), highs.tolist(), strict=True):
        if _differs(low, high):
            raise _differs_too_little(name, high - low, f" in {_feature(index, names)}")


def constant_features(array: NDArray[np.float64], suspects: NDArray[np.intp] | None = None) -> NDArray[np.intp]:
    """The features (columns) whose values do not differ by more than rounding, among `suspects` where given.

    Examples
    --------
    >>> constant_features(np.array([[1.0, 2.0], [1.0, 3.0]]))
    array([0])
    """
    if suspects is None:  # most features differ within a few rows; only the others are looked through
        suspects = _flat(array[:16].min(axis=0), array[:16].max(axis=0)).nonzero()[0]
    if not suspects.size:
        return suspects
    return suspects[_flat(*_extremes(array, suspects))]


def _extremes(array: NDArray[Any], columns: NDArray[np.intp]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The smallest and the largest value of each of some columns."""
    low, high = np.full(len(columns), np.inf), np.full(len(columns), -np.inf)
    step = max(1, BLOCK // len(columns))
    for start in range(0, len(array), step):
        block = np.take(array[start : start + step], columns, axis=1)
        np.minimum(low, block.min(axis=0), out=low)
        np.maximum(high, block.max(axis=0), out=high)
    return low, high


def _flat(low: NDArray[np.float64], high: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether the smallest and the largest value of each feature differ by rounding alone."""
    return high - low <= ROUNDING * np.maximum(np.abs(low), np.abs(high)) + SMALLEST_SPREAD


def _differs(low: float, high: float) -> bool:
    """Whether the smallest and the largest value differ by more than rounding, however small both are."""
    return high - low > ROUNDING * max(abs(low), abs(high))


def _differs_too_little(name: str, spread: float, where: str = "") -> ValueError:
    """The error for values that differ, but by so little that squares of the differences underflow."""
    return ValueError(
        f"{name} differs by only {spread:.3g}{where}, and squares of such differences underflow; "
        f"expected differences above {SMALLEST_SPREAD:g}: change the unit first"
    )


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
    array = _one_an_example(y, P, name)
    low, high = array.min(), array.max()
    if _flat(low, high):
        if _differs(low, high):
            raise _differs_too_little(name, high - low)
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
    array = _one_an_example(y, P, name)
    other = np.flatnonzero(np.abs(array) != 1)
    if other.size:
        row = int(other[0])
        hint = " (from 0 and 1: 2 * y - 1)" if np.isin(array, (0, 1)).all() else ""
        raise ValueError(f"{name} holds the label {array[row]:g} in row {row}; wanted -1 and +1{hint}")
    if array.min() == array.max():
        raise ValueError(f"{name} holds one class only ({array[0]:+g} in all {P} rows); wanted both -1 and +1")
    return array


def _one_an_example(y: Any, P: int, name: str) -> NDArray[np.float64]:
    if hasattr(y, "columns") and hasattr(y, "dtypes"):
        raise ValueError(f"{name} is a table of shape {y.shape}; wanted ({P},): one column, as in {name}.iloc[:, 0]")
    array = _numeric_array(y, name)
    if array.shape != (P,):
        hint = f": pass {name}.ravel()" if array.size == P and array.ndim > 1 else ""
        raise ValueError(f"{name} has shape {array.shape}; wanted ({P},), one value an example of X{hint}")
    _check_finite(array, name)
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
    array = _numeric_array(lambdas, name)
    if np.asarray(lambdas).dtype.kind == "b":
        raise TypeError(f"{name} is {shown(lambdas)}; wanted numbers λ ≥ 0")
    if array.ndim > 1 or array.size == 0:
        raise ValueError(f"{name} has shape {array.shape}; wanted one number or a list (K,) of them, K ≥ 1")
    bad = array.reshape(-1)[~((array >= 0) & (array <= LARGEST_VALUE**2)).reshape(-1)]
    if bad.size:
        limit = "must not be negative" if bad[0] < 0 else f"must be numbers between 0 and {LARGEST_VALUE**2:g}"
        raise ValueError(f"{name} holds {bad[0]:g}; penalty parameters λ {limit}")
    return array


def as_count(value: Any, name: str, low: int, high: int | None = None, of: str = "") -> int:
    """Check a whole number between `low` and `high`, both included.

    Parameters
    ----------
    value : int
        What was handed in. True and False are no numbers here.
    name : str
        What the caller calls this argument.
    low, high : int
        Limits; `high=None` is no limit.
    of : str
        Said after the limits, such as "the number of features".

    Returns
    -------
    int

    Raises
    ------
    TypeError
        If `value` is no whole number.
    ValueError
        If it is outside the limits.

    Examples
    --------
    >>> as_count(14, "rounds", 1, 13, "the number of features")
    Traceback (most recent call last):
    ...
    ValueError: rounds is 14; wanted 1 to 13 (the number of features)
    """
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Integral):
        raise TypeError(f"{name} is {shown(value)} ({type(value).__name__}); wanted a whole number")
    if value < low or (high is not None and value > high):
        limits = f"at least {low}" if high is None else f"{low} to {high}"
        raise ValueError(f"{name} is {shown(value)}; wanted {limits}" + (f" ({of})" if of else ""))
    return int(value)


def as_number(value: Any, name: str, *, positive: bool = False) -> float:
    """Check a finite real number, above zero where `positive` is set.

    Parameters
    ----------
    value : float
        What was handed in. True, False and text are no numbers here.
    name : str
        What the caller calls this argument.
    positive : bool
        Whether zero and negative numbers are refused.

    Returns
    -------
    float

    Raises
    ------
    TypeError
        If `value` is no real number.
    ValueError
        If it is NaN, infinite, or not positive where that is wanted.

    Examples
    --------
    >>> as_number(np.float32(0.5), "tolerance", positive=True)
    0.5
    """
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} is {shown(value)} ({type(value).__name__}); wanted a number")
    try:
        number = float(value)
    except OverflowError:  # an integer or fraction beyond double precision
        number = math.inf if value > 0 else -math.inf
    if not math.isfinite(number) or (positive and number <= 0):
        raise ValueError(f"{name} is {number:g}; wanted a finite number" + (" above 0" if positive else ""))
    return number


def as_choice(value: Any, name: str, options: Sequence[str]) -> str:
    """Check that a name is one of the known ones, and suggest the close one where it is not.

    Parameters
    ----------
    value : str
        What was handed in.
    name : str
        What the caller calls this argument.
    options : sequence of str
        The known names.

    Returns
    -------
    str

    Raises
    ------
    TypeError
        If `value` is no text.
    ValueError
        If it is none of the options.

    Examples
    --------
    >>> as_choice("means", "reduction", ("mean", "sum"))
    Traceback (most recent call last):
    ...
    ValueError: reduction is 'means'; wanted 'mean' or 'sum': did you mean 'mean'?
    """
    wanted = " or ".join(repr(option) for option in options)
    if not isinstance(value, str):
        raise TypeError(f"{name} is {shown(value)} ({type(value).__name__}); wanted {wanted}")
    if value not in options:
        close = difflib.get_close_matches(value, options, n=1)
        raise ValueError(f"{name} is {shown(value)}; wanted {wanted}" + (f": did you mean {close[0]!r}?" if close else ""))
    return str(value)


def as_flag(value: Any, name: str) -> bool:
    """Check a switch: True or False, and nothing that merely counts as one of them.

    Parameters
    ----------
    value : bool
        What was handed in.
    name : str
        What the caller calls this argument.

    Returns
    -------
    bool

    Raises
    ------
    TypeError
        If `value` is neither True nor False.

    Examples
    --------
    >>> as_flag("no", "standardize")
    Traceback (most recent call last):
    ...
    TypeError: standardize is 'no' (str); wanted True or False
    """
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is {shown(value)} ({type(value).__name__}); wanted True or False")
    return bool(value)


def shown(value: Any, most: int = 80) -> str:
    """Give a value as Python writes it, cut where it is too long for a message.

    Examples
    --------
    >>> shown("dog"), len(shown("dog" * 1000))
    ("'dog'", 80)
    """
    try:
        text = " ".join(repr(value).split())
    except ValueError:  # Python refuses to write integers of more than 4,300 digits
        text = "a very large number"
    return text if len(text) <= most else f"{text[: most - 1]}…"


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Mark an array as read-only and return it, so that a trace cannot be changed by accident.

    Examples
    --------
    >>> frozen(np.zeros(2)).flags.writeable
    False
    """
    array.setflags(write=False)
    return array

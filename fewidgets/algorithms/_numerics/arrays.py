"""Checks of arrays. Each returns float64, or raises an error that names the argument, says what it must be and shows what was
given.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .arguments import shown
from .feature_names import LISTED_NAMES, describe_feature
from .memory import check_size
from .tolerances import BLOCK, LARGEST_VALUE, ROUNDING, SMALLEST_SPREAD
from .types import AnyArray, Array, ArrayPair, Flags, Indices, Names


def as_features(X: ArrayLike, name: str = "X", *, feature_names: Names = None, allow_constant: bool = False) -> Array:
    """Check a data matrix (P, N) of finite numbers, whose features vary unless `allow_constant` is set."""
    array, names = as_matrix(X, name, feature_names=feature_names)
    check_finite(array, name, names)
    if not allow_constant:
        check_several_examples(array, name)
        check_not_constant(array, name, names, constant_features(array, name, names))
    return array


def as_matrix(
    X: ArrayLike, name: str, *, feature_names: Names = None, keep_float32: bool = False
) -> tuple[Array, list[str] | None]:
    """Check that `X` is a matrix of numbers, perhaps NaN. Return it with the names of its columns, or None."""
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


def is_table(values: Any) -> bool:
    """Whether an argument is a DataFrame."""
    return hasattr(values, "columns") and hasattr(values, "dtypes")


def column_names(X: Any) -> list[str] | None:
    """Return the column names of a DataFrame, or None if `X` is not a DataFrame."""
    return [str(name) for name in X.columns] if is_table(X) else None


def is_masked_array(values: Any) -> bool:
    """Whether an argument is a NumPy masked array, with or without masked entries."""
    masked = sys.modules.get("numpy.ma")  # loading it here would take as long as importing ipywidgets
    return masked is not None and isinstance(values, masked.MaskedArray)


def as_names(feature_names: Any) -> list[str]:
    """Check that names are a sequence, and return them as a list of strings."""
    if isinstance(feature_names, str) or not hasattr(feature_names, "__len__") or getattr(feature_names, "ndim", 1) == 0:
        raise TypeError(f"feature_names must be a list of names, one per feature; got {shown(feature_names)}")
    return [str(name) for name in feature_names]


def as_numeric_array(values: Any, name: str, names: Names = None, *, keep_float32: bool = False) -> Array:
    """Convert an array-like of numbers to float64 (or leave it float32), and refuse text, dates and other objects."""
    if is_table(values):
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


def check_finite(
    array: AnyArray,
    name: str,
    names: Names = None,
    *,
    gaps: bool = False,
    axes: Sequence[str] = ("row", "feature"),
    limit: float = LARGEST_VALUE,
    ends: ArrayPair | None = None,
) -> None:
    """Refuse the first entry that is NaN (unless there may be gaps), infinite, or beyond the limit.

    `ends` are the extremes of all features, where the caller needs them too.
    """
    if array.dtype.kind == "f":
        limit = min(limit, float(np.finfo(array.dtype).max))  # single precision holds less
    # Two passes that only read are faster than one that stores the magnitudes, and need no memory.
    low, high = ends or (array, array)
    least, most = (np.fmin, np.fmax) if gaps else (np.minimum, np.maximum)  # with gaps, NaN is passed over
    if most.reduce(high, axis=None) <= limit and least.reduce(low, axis=None) >= -limit:  # false for NaN too
        return
    step = max(1, BLOCK * len(array) // array.size)
    for start in range(0, len(array), step):
        block = array[start : start + step]
        wrong = ~(np.abs(block) <= limit) & ~(gaps & np.isnan(block))
        if wrong.any():
            break
    else:
        return
    first, *rest = map(int, np.argwhere(wrong)[0])
    where = (start + first, *rest)
    places = [f"{axis} {index}" for axis, index in zip(axes, where, strict=False)]
    if names is not None:
        places[1] = describe_feature(where[1], names)
    place, value = ", ".join(places), array[where]
    if np.isnan(value):
        raise ValueError(f"{name} must not contain NaN; found one in {place}. Impute or drop it first.")
    if np.isinf(value):
        raise ValueError(f"{name} must be finite{' or NaN' * gaps}; found an infinite value in {place}")
    raise ValueError(f"{name} must lie within ±{limit:g}; found {value:g} in {place}. Rescale it first.")


def check_several_examples(array: Array, name: str) -> None:
    """Refuse a single example, in which no feature can vary."""
    if len(array) == 1:
        raise ValueError(f"{name} must have at least two examples; got one (P = 1, n_samples = 1)")


def check_magnitude(X: Array) -> None:
    """Refuse a feature that is not zero, but so small that its squares underflow."""
    largest = np.abs(X).max(axis=0)
    for n in ((largest > 0) & (largest <= SMALLEST_SPREAD)).nonzero()[0]:
        raise ValueError(
            f"X holds nothing above {largest[n]:.3g} in feature {n}, and squares of such values underflow; "
            f"expected values above {SMALLEST_SPREAD:g}: change the unit first"
        )


def constant_features(array: AnyArray, name: str = "X", names: Names = None, ends: ArrayPair | None = None) -> Indices:
    """Return the features whose values are equal up to rounding. Refuse those that differ by too little to be squared.

    `ends` are as in `check_finite`.
    """
    features = np.arange(array.shape[1])
    if ends is None:
        # Most features differ within the first rows. Only the others are looked through.
        features = are_flat(*extremes(array[:1000])).nonzero()[0]
        if not features.size:
            return features
        ends = extremes(array[:, features])
    low, high = ends
    flat = are_flat(low, high)
    for n in (~are_equal(low, high) & flat).nonzero()[0]:
        raise ValueError(
            f"{name} differs by only {high[n] - low[n]:.3g}"
            + (f" in {describe_feature(features[n], names)}" if array.shape[1] > 1 else "")
            + f", and squares of such differences underflow; expected differences above {SMALLEST_SPREAD:g}: change the unit "
            "first"
        )
    return features[flat]


def extremes(array: AnyArray) -> ArrayPair:
    """Return the smallest and the largest value of each feature."""
    return array.min(axis=0).astype(np.float64), array.max(axis=0).astype(np.float64)


def check_not_constant(array: AnyArray, name: str, names: Names, constant: Indices) -> None:
    """Refuse constant features, whose numbers are given."""
    if not constant.size:
        return
    place = f"{describe_feature(constant[0], names)} (every value is {array[0, constant[0]]:g})"
    if len(constant) == 1:
        raise ValueError(f"{name} is constant in {place}; drop it, since a feature with one value cannot help")
    others = [describe_feature(n, names) for n in constant[1 : 1 + LISTED_NAMES]]
    rest = len(constant) - 1 - len(others)
    more = f" and {rest} more" if rest else ""
    raise ValueError(
        f"{name} is constant in {place}, and in {', '.join(others)}{more}; drop them, "
        "since features with one value cannot help"
    )


def are_equal(low: Array, high: Array) -> Flags:
    """Return whether the smallest and the largest value of each feature are equal up to rounding, even if both are tiny."""
    return high - low <= ROUNDING * np.maximum(np.abs(low), np.abs(high))


def are_flat(low: Array, high: Array) -> Flags:
    """Return whether the smallest and the largest value of each feature are equal, or differ by too little to be squared."""
    return are_equal(low, high) | (high - low <= SMALLEST_SPREAD)


def as_outputs(y: ArrayLike, P: int, name: str = "y") -> Array:
    """Check the outputs of a regression: P finite numbers that are not all equal."""
    array = as_one_per_example(y, P, name)
    if constant_features(array[:, None], name).size:
        raise ValueError(f"{name} is constant (every value is {array.min():g}); expected outputs that differ")
    return array


def as_labels(y: ArrayLike, P: int, name: str = "y") -> Array:
    """Check the labels of a two-class classification: −1 and +1, both present."""
    array = as_one_per_example(y, P, name)
    other = np.flatnonzero(np.abs(array) != 1)
    if other.size:
        row = int(other[0])
        hint = f". Convert with 2 * {name} - 1." if np.isin(array, (0, 1)).all() else ""
        raise ValueError(f"{name} must contain only -1 and +1; found {array[row]:g} in row {row}{hint}")
    if array.min() == array.max():
        raise ValueError(f"{name} must contain both -1 and +1; found one class only ({array[0]:+g} in all {P} rows)")
    return array


def as_one_per_example(y: Any, P: int, name: str) -> Array:
    """Check an array of one finite number per example."""
    if is_table(y):
        raise ValueError(f"{name} must have shape ({P},); got a table of shape {y.shape}. Choose a column: {name}.iloc[:, 0].")
    array = as_numeric_array(y, name)
    if array.shape != (P,):
        hint = f". Use {name}.ravel()." if array.size == P and array.ndim > 1 else ""
        raise ValueError(f"{name} must have shape ({P},), one value per example of X; got shape {array.shape}{hint}")
    check_finite(array, name)
    return array


def as_penalties(lambdas: ArrayLike | None, columns: int = 1) -> Array | None:
    """Check penalty parameters λ ≥ 0 unless they are None. Return them in ascending order, each once."""
    return None if lambdas is None else np.unique(check_penalties(lambdas, columns))


def check_penalties(lambdas: ArrayLike, columns: int = 1, name: str = "lambdas") -> Array:
    """Check penalty parameters λ ≥ 0, for each of which some numbers are computed. Return them in their order."""
    array = as_numeric_array(lambdas, name)
    if np.asarray(lambdas).dtype.kind == "b":
        raise TypeError(f"{name} must hold numbers λ ≥ 0; got {shown(lambdas)}")
    if array.ndim > 1 or array.size == 0:
        raise ValueError(f"{name} must be one number or a list of at least one number; got shape {array.shape}")
    bad = array.reshape(-1)[~((array >= 0) & (array <= LARGEST_VALUE**2)).reshape(-1)]
    if bad.size:
        expected = "a penalty parameter λ" if array.ndim == 0 else "penalty parameters λ"
        raise ValueError(f"{name} must be {expected} between 0 and {LARGEST_VALUE**2:g}; got {bad[0]:g}")
    check_size(name, array, (array.size, columns))
    return array


def frozen(array: AnyArray) -> AnyArray:
    """Mark an array as read-only and return it."""
    array.setflags(write=False)
    return array

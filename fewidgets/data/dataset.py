"""The type of every data set: arrays, names and origin."""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas


#: The largest number of examples that a function makes. Ten features then take 800 MB.
MOST_EXAMPLES = 10_000_000


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """A table of examples with its names and its origin. It cannot be changed.

    Parameters
    ----------
    name : str
        Short name, as in ``fewidgets.data.is_available(name)``.
    X : ndarray, shape (P, N), floating point
        One example per row, one feature per column, NaN where a value is missing. Stored as a read-only copy, unless it
        already is a read-only array that owns its memory. float32 stays float32; all other types become float64.
    y : ndarray, shape (P,)
        Output of each example: numbers, the labels −1 and +1, or the classes 0…C−1. Stored as a read-only copy.
    feature_names : sequence of str, length N
        Distinct names, stored as a tuple.
    target_name : str
        Name of the output.
    description : str
        Meaning and units of the columns, and caveats.
    source : str
        Who collected the data, and which copy this is.
    license : str
        Terms of use, as far as known.

    Examples
    --------
    >>> import numpy as np
    >>> Dataset("toy", np.eye(2), [1, -1], ["a", "b"], "label", "Two points.", "made here", "none")
    Dataset('toy', X: 2 examples × 2 features, y: label)
    """

    name: str
    X: np.ndarray
    y: np.ndarray
    feature_names: tuple[str, ...]
    target_name: str
    description: str
    source: str
    license: str

    def __post_init__(self) -> None:
        X = _numeric("X", self.X)
        if X.ndim != 2:
            raise ValueError(f"X must be two-dimensional (examples × features); got shape {X.shape}")
        if not (X.dtype in (np.float32, np.float64) and X.flags.c_contiguous and X.flags.owndata and not X.flags.writeable):
            X = np.array(X, dtype=X.dtype if X.dtype == np.float32 else np.float64, order="C")
        y = np.array(_numeric("y", self.y))
        if y.shape != (len(X),):
            raise ValueError(f"y must have shape ({len(X)},), one value per example of X; got {y.shape}")
        if isinstance(self.feature_names, str):
            raise ValueError(f"feature_names must be a sequence of names; got the string {self.feature_names!r}")
        names = tuple(str(name) for name in self.feature_names)
        if len(names) != X.shape[1]:
            raise ValueError(f"feature_names must have {X.shape[1]} names, one per feature; got {len(names)}")
        if len(set(names)) != len(names):
            twice = sorted({name for name in names if names.count(name) > 1})
            raise ValueError(f"feature_names must be distinct; got {', '.join(twice)} more than once")
        X.setflags(write=False)
        y.setflags(write=False)
        object.__setattr__(self, "X", X)
        object.__setattr__(self, "y", y)
        object.__setattr__(self, "feature_names", names)

    def __repr__(self) -> str:
        examples, features = self.X.shape
        plural = "" if features == 1 else "s"
        return f"Dataset({self.name!r}, X: {examples} examples × {features} feature{plural}, y: {self.target_name})"

    def frame(self) -> pandas.DataFrame:
        """Copy the table into a pandas DataFrame: the features, then the output as the last column."""
        try:
            import pandas
        except ImportError as error:
            raise ImportError("frame() needs pandas, which is not installed: pip install pandas") from error
        table = pandas.DataFrame(np.array(self.X), columns=list(self.feature_names))
        table[self.target_name] = np.array(self.y)
        return table


def from_table(name: str, names: tuple[str, ...], table: np.ndarray, **texts: str) -> Dataset:
    """Make a data set from a table whose last column is the output."""
    return Dataset(name, table[:, :-1], table[:, -1], names[:-1], names[-1], **texts)


def as_flag(value: object, name: str) -> bool:
    """Return True or False; raise ValueError for anything else."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name} must be True or False; got {shown(value)}")
    return bool(value)


def as_integer(value: object, name: str, low: int = 0, high: int | None = None) -> int:
    """Return an integer between ``low`` and ``high``, or raise a ValueError that names the argument."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < low:
        raise ValueError(f"{name} must be an integer of at least {low}; got {shown(value)}")
    if high is not None and value > high:
        raise ValueError(f"{name} must be at most {high:,}, so that the data fit into memory; got {shown(value)}")
    return int(value)


def as_number(value: object, name: str, *, zero: bool = False) -> float:
    """Return a finite number above 0, or of at least 0, or raise a ValueError that names the argument."""
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value) or value < 0 or not (value or zero):
        raise ValueError(f"{name} must be a finite number {'of at least' if zero else 'above'} 0; got {shown(value)}")
    return float(value)


def shown(value: object) -> str:
    """Return a value as a message shows it, in at most 40 characters."""
    try:
        return repr(value)[:40]
    except ValueError:  # Python refuses to write integers of more than 4,300 digits
        return "a very large number"


def _numeric(argument: str, value: object) -> np.ndarray:
    """Return ``value`` as an array of real numbers, or raise a ValueError that names the argument."""
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{argument} must hold real numbers; got {array.dtype}")
    return array

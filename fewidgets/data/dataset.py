"""The one type in which every data set comes: arrays, names, and where they are from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas


#: The most examples that a function makes: ten features of so many take 800 MB.
MOST_EXAMPLES = 10_000_000


@dataclass(frozen=True, eq=False, repr=False)
class Dataset:
    """A table of examples with its names and its origin; nothing in it can be changed.

    Parameters
    ----------
    name : str
        Short name, as in ``fewidgets.data.is_available(name)``.
    X : ndarray, shape (P, N), floating point
        One example a row, one feature a column; NaN where a value is missing. Kept as a read-only copy (an array that
        is read-only and holds its own memory is kept as it is); float32 stays float32, everything else becomes
        float64.
    y : ndarray, shape (P,)
        Output of each example: numbers, the labels −1/+1, or the classes 0…C−1. Kept as a read-only copy.
    feature_names : sequence of str, length N
        Kept as a tuple.
    target_name : str
        What ``y`` is.
    description : str
        What the columns mean, their units, and what to be careful about.
    source : str
        Who collected the data, and which copy of them this is.
    license : str
        Terms, as far as they are known.

    Raises
    ------
    ValueError
        If the shapes of ``X``, ``y`` and ``feature_names`` do not fit together, a name comes twice, or ``X`` or
        ``y`` is not numeric.

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
            raise ValueError(f"X has shape {X.shape}; wanted two axes, (examples, features)")
        if not (X.dtype in (np.float32, np.float64) and X.flags.c_contiguous and X.flags.owndata and not X.flags.writeable):
            X = np.array(X, dtype=X.dtype if X.dtype == np.float32 else np.float64, order="C")
        y = np.array(_numeric("y", self.y))
        if y.shape != (len(X),):
            raise ValueError(f"y has shape {y.shape}; X has {len(X)} examples, so wanted ({len(X)},)")
        if isinstance(self.feature_names, str):
            raise ValueError(f"feature_names is the text {self.feature_names!r}; wanted a sequence of names")
        names = tuple(str(name) for name in self.feature_names)
        if len(names) != X.shape[1]:
            raise ValueError(f"feature_names has {len(names)} names; X has {X.shape[1]} features")
        if len(set(names)) != len(names):
            twice = sorted({name for name in names if names.count(name) > 1})
            raise ValueError(f"feature_names holds {', '.join(twice)} more than once; wanted distinct names")
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
        """Copy the table into a pandas DataFrame: the features, then the output as the last column.

        Returns
        -------
        pandas.DataFrame, shape (P, N + 1)

        Raises
        ------
        ImportError
            If pandas is not installed.
        """
        try:
            import pandas
        except ImportError as error:
            raise ImportError('frame() needs pandas, which is not installed: pip install "fewidgets[lab]"') from error
        table = pandas.DataFrame(np.array(self.X), columns=list(self.feature_names))
        table[self.target_name] = np.array(self.y)
        return table


def whole_number(value: object, name: str, low: int = 0, high: int | None = None) -> int:
    """Return an integer between ``low`` and ``high``, or raise a ValueError that names the argument."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < low:
        raise ValueError(f"{name} is {shown(value)}; wanted a whole number of at least {low}")
    if high is not None and value > high:
        raise ValueError(f"{name} must be at most {high:,}, so that the data fit into memory; got {shown(value)}")
    return int(value)


def shown(value: object) -> str:
    """Write a value for a message, in at most 40 characters."""
    try:
        return repr(value)[:40]
    except ValueError:  # Python refuses to write integers of more than 4,300 digits
        return "a very large number"


def _numeric(argument: str, value: object) -> np.ndarray:
    """Return ``value`` as an array of real numbers, or say which argument is not."""
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{argument} holds {array.dtype}; wanted real numbers")
    return array

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from types import FrameType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .types import Names, Objects

# Feature names that a message lists before it stops.
LISTED_NAMES = 5


def names_of(X: Any) -> Objects | None:
    """Return the column names of a DataFrame.

    Source: scikit-learn, which treats a DataFrame without names as an array.
    """
    if not (hasattr(X, "columns") and hasattr(X, "dtypes")):
        return None
    columns = list(X.columns)
    if not any(isinstance(name, str) for name in columns):
        return None
    return np.array([str(name) for name in columns], dtype=object)


def check_same_names(names: Objects | None, fitted: Objects | None, transformer: str) -> None:
    """Raise an error if the columns of new data differ from those of the training data, or have another order."""
    if names is None and fitted is None:
        return
    if fitted is None:
        _warn(f"X has feature names, but {transformer} was fitted without feature names")
    elif names is None:
        _warn(f"X does not have valid feature names, but {transformer} was fitted with feature names")
    elif list(names) != list(fitted):
        unseen, missing = sorted(set(names) - set(fitted)), sorted(set(fitted) - set(names))
        message = "The feature names should match those that were passed during fit.\n"
        if unseen:
            message += "Feature names unseen at fit time:\n" + _listed(unseen)
        if missing:
            message += "Feature names seen at fit time, yet now missing:\n" + _listed(missing)
        if not unseen and not missing:
            message += "Feature names must be in the same order as they were in fit.\n"
        raise ValueError(message.rstrip("\n"))


def input_names(given: ArrayLike | None, N: int, fitted: Objects | None) -> list[str]:
    """Return the names of the features: those given, those of the training data, or x0, x1, …."""
    if given is None:
        return [f"x{n}" for n in range(N)] if fitted is None else list(fitted)
    names: Sequence[Any] = np.asarray(given, dtype=object).reshape(-1).tolist()
    if fitted is not None and names != list(fitted):
        raise ValueError(
            f"input_features is not equal to feature_names_in_; expected {', '.join(fitted[:LISTED_NAMES])}"
            + (", …" if N > LISTED_NAMES else "")
        )
    if len(names) != N:
        raise ValueError(f"input_features should have length equal to number of features ({N}), got {len(names)}")
    return [str(name) for name in names]


def _listed(names: list[str]) -> str:
    more = "- ...\n" if len(names) > LISTED_NAMES else ""
    return "".join(f"- {name}\n" for name in names[:LISTED_NAMES]) + more


def _warn(message: str) -> None:
    """Issue a warning that names the first line outside fewidgets.algorithms."""
    level = 1
    frame: FrameType | None = sys._getframe()
    while frame is not None and frame.f_globals.get("__name__", "").startswith("fewidgets.algorithms"):
        level, frame = level + 1, frame.f_back
    warnings.warn(message, UserWarning, stacklevel=level)


def describe_feature(index: int | np.integer, names: Names) -> str:
    """Return how a message refers to a feature: by its number, and by its name if it has one."""
    return f"feature {index}" if names is None else f"feature {index} ({names[int(index)]!r})"

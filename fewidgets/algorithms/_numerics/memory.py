"""A limit on the memory that an argument may request: a mistyped ``bands=10**9`` must not crash the kernel."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from .arguments import shown

# The smallest free computers, such as Binder's, have 2 GiB. Half of it leaves room for the kernel and the data.
DEFAULT_GIB = 1.0
VARIABLE = "FEWIDGETS_MAX_GIB"
UNITS = ("bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB")


def check_size(name: str, value: Any, shape: Sequence[int], dtype: DTypeLike = np.float64) -> None:
    """Raise an error if the array that an argument asks for would be too large."""
    needed = math.prod(int(length) for length in shape) * np.dtype(dtype).itemsize
    limit = largest_bytes()
    if needed > limit:
        raise ValueError(
            f"{name}={shown(value, 40)} would need {describe_bytes(needed)} of memory; "
            f"the limit is {describe_bytes(limit)}. "
            f"Use a smaller value, or set the environment variable {VARIABLE}."
        )


def largest_bytes() -> int:
    """Return the number of bytes that one argument may request."""
    text = os.environ.get(VARIABLE, "")
    try:
        gib = float(text) if text else DEFAULT_GIB
    except ValueError:
        gib = math.nan
    if not 0 < gib < math.inf:
        raise ValueError(f"{VARIABLE} must be a positive number of GiB; got {text[:40]!r}")
    return int(gib * 2**30)


def describe_bytes(count: int) -> str:
    """Return a size with three significant digits, in the largest unit in which it is at least 1."""
    if count >= 1024 ** len(UNITS):
        return f"more than 1024 {UNITS[-1]}"
    power = 0
    while power + 1 < len(UNITS) and count >= 1024 ** (power + 1):
        power += 1
    # Four digits below 1024 keep 1,023 from becoming 1.02e+03.
    return f"{count / 1024**power:.{4 if count >= 1000 * 1024**power else 3}g} {UNITS[power]}"

"""Names of the types that this folder uses everywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray
Bounds: TypeAlias = tuple[float, float, float, float]  # left, right, bottom and top, in data units or in points
Color: TypeAlias = str | int  # a palette name, or a number in the palette's series
Ends: TypeAlias = tuple[float, float]  # the lower and the higher one
Place: TypeAlias = tuple[float, float]  # across, and up or down
State: TypeAlias = Mapping[str, Any]  # the value of each control, by its name

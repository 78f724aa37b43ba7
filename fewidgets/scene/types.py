"""Names of the types that this folder uses everywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray
Bounds: TypeAlias = tuple[float, float, float, float]  # left, right, bottom and top, in data units or in points
Color: TypeAlias = str | int  # a palette name, or a number in the palette's series
Encoded: TypeAlias = dict[str, Any]  # what is sent to the browser
Curve: TypeAlias = tuple[Array, Array]  # x and y of its points
Ends: TypeAlias = tuple[float, float]  # the lower and the higher one
Isolines: TypeAlias = tuple[Array, Array, list[int]]  # x, y and the number of points of each level
Keywords: TypeAlias = dict[str, Any]  # keyword arguments of a function, or the state that it is given
Located: TypeAlias = tuple[int, float]  # a frame, and how far a value is from it to the next one
Names: TypeAlias = Sequence[str]
NameTuple: TypeAlias = tuple[str, ...]  # names that are kept or returned
Place: TypeAlias = tuple[float, float]  # across, and up or down
Position: TypeAlias = tuple[int, int]  # row and column
Rows: TypeAlias = list[list[Any]]  # of a table
State: TypeAlias = Mapping[str, Any]  # the value of each control, by its name
Tick: TypeAlias = tuple[float, str]  # where on an axis, and what is written there
TwoTexts: TypeAlias = tuple[str, str]  # names of two axes, features or sides; a label and a value; a program and a name in it

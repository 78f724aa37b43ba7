"""Short names for types that stand in many signatures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

#: Settings, or the values of controls, by name.
Values: TypeAlias = Mapping[str, Any]

Names: TypeAlias = Sequence[str]

#: The ends of an axis.
Ends: TypeAlias = tuple[float, float]

Flags: TypeAlias = NDArray[np.bool_]

#: Grey levels of a picture, or what is computed from them.
Singles: TypeAlias = NDArray[np.float32]

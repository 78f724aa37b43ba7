"""Short names for types that stand in many signatures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from fewidgets.scene import Control, Mark
from fewidgets.scene.types import Ends, Names

__all__ = ["Controls", "Ends", "Marks", "Names", "Values"]

Controls: TypeAlias = Sequence[Control]
Marks: TypeAlias = list[Mark]

#: Settings, or the values of controls, by name.
Values: TypeAlias = Mapping[str, Any]

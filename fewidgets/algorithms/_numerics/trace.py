"""What every algorithm returns: a dataclass that cannot be changed, and neither can its arrays."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import dataclass_transform

import numpy as np


@dataclass_transform(frozen_default=True, eq_default=False, field_specifiers=(field,))
class Trace:
    """Base of the results: each subclass becomes a frozen dataclass with read-only arrays."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, eq=False)(cls)

    def __post_init__(self) -> None:
        for value in vars(self).values():
            if isinstance(value, np.ndarray):
                value.setflags(write=False)

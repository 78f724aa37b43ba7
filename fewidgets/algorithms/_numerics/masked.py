"""Recognize NumPy's masked arrays without loading the code for them, which takes as long as importing ipywidgets."""

from __future__ import annotations

import sys
from typing import Any


def is_masked_array(values: Any) -> bool:
    """Whether an argument is a masked array, with or without masked entries.

    Examples
    --------
    >>> import numpy as np
    >>> is_masked_array(np.ma.masked_equal([1.0, 7.0], 7.0)), is_masked_array(np.array([1.0, 7.0]))
    (True, False)
    """
    masked = sys.modules.get("numpy.ma")  # a masked array exists only if this module is loaded
    return masked is not None and isinstance(values, masked.MaskedArray)

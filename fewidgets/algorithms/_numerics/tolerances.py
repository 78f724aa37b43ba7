"""Tolerances and block sizes, each with its reason."""

from __future__ import annotations

import numpy as np

# Squares and products of squares stay inside double precision between these two magnitudes.
LARGEST_VALUE = 1e60
SMALLEST_SPREAD = 1e-60
# Values that differ by less than this share of the largest are equal up to rounding.
ROUNDING = 8 * float(np.finfo(float).eps)
# Entries that a check looks through at once, so that a large matrix is never held a second time: 0.5 MB of float64.
BLOCK = 2**16
# Rows that are looked at to tell a feature of zeros from one of tiny values whose mean is 0.
SAMPLED_ROWS = 1024

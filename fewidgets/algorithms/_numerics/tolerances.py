"""One table of tolerances, limits and block sizes, each with its reason.

A tolerance decides what counts as equal, dependent or converged. A block size decides how many numbers are processed at once.
"""

from __future__ import annotations

import numpy as np

#: Relative rounding error of double precision.
EPSILON = float(np.finfo(float).eps)

# --- checks of arguments and passes over large arrays ---

# Squares and products of squares stay within double precision between these two magnitudes.
LARGEST_VALUE = 1e60
SMALLEST_SPREAD = 1e-60
# Values that differ by less than this share of the largest value are equal up to rounding.
ROUNDING = 8 * EPSILON
# Entries per block when a check reads a large matrix, so that no second copy is held: 0.5 MB of float64.
BLOCK = 2**16
# Rows sampled to distinguish a column of zeros from a column of tiny values whose mean is 0.
SAMPLED_ROWS = 1024

# --- text, images, audio ---

# --- scaling, reduction ---

# --- optimization ---

# --- selection: boosting, sequential search, fitting by features ---

# --- selection: least squares on subsets ---

# --- regularization, polynomial ---

# --- model_selection, ranking ---

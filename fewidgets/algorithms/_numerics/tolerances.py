"""Tolerances, limits and block sizes that several subjects share; all others stand beside their users."""

import numpy as np

#: Relative rounding error of double precision.
EPSILON = float(np.finfo(float).eps)
# Squares and products of squares stay within double precision between these two magnitudes.
LARGEST_VALUE = 1e60
SMALLEST_SPREAD = 1e-60
# Values that differ by less than this share of the largest value are equal up to rounding.
ROUNDING = 8 * EPSILON
# Entries per block when a check reads a large matrix, so that no second copy is held: 0.5 MB of float64.
BLOCK = 2**16
# Entries of a block for matrix products, which are efficient with more rows than sums: 16 MiB.
PRODUCT_BLOCK = 2**21
# A cost has risen if it is higher by more than this share of itself. A smaller rise is rounding.
RISE = 1e-12
# Where a feature leaves less than this share of a sum of squares, subtracting what it explains cancels digits, so the
# residuals are computed.
NEARLY_EXPLAINED = 1e-2
# Below this, squares of monomials stay inside double precision.
LARGEST_MONOMIAL = 1e150

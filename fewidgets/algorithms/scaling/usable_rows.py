"""Examples to keep before imputation: those with an output and without too many missing values (section 9.4)."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_number
from .._numerics.arrays import as_matrix, check_finite
from .._numerics.trace import Trace
from .._numerics.types import Flags, Indices
from .missing_values import as_outputs_with_gaps, masked_as_nan


def usable_rows(X: ArrayLike, y: ArrayLike | None = None, *, max_missing: float = 0.5) -> UsableRows:
    """Find the examples that have an output and not too many missing values."""
    array, names = as_matrix(masked_as_nan(X), "X", keep_float32=True)
    check_finite(array, "X", names, gaps=True)
    P, N = array.shape
    max_missing = as_number(max_missing, "max_missing")
    if not 0 <= max_missing <= 1:
        raise ValueError(f"max_missing must be a share from 0 to 1; got {max_missing:g}.")
    without_output = np.zeros(P, dtype=bool) if y is None else np.isnan(as_outputs_with_gaps(y, P))
    too_many_gaps = (np.isnan(array).sum(axis=1) > max_missing * N) & ~without_output
    kept = np.flatnonzero(~without_output & ~too_many_gaps)
    reasons = [
        _describe(without_output, "without output"),
        _describe(too_many_gaps, f"with more than {max_missing:.0%} of the features missing"),
    ]
    dropped = ", ".join(filter(None, reasons))
    if not kept.size:
        raise ValueError(f"X must have an example that can be kept; all {P} would be dropped: {dropped}.")
    message = f"{len(kept)} of {P} examples kept" + (f"; dropped: {dropped}" if dropped else "")
    return UsableRows(kept, np.flatnonzero(without_output), np.flatnonzero(too_many_gaps), max_missing, message)


def _describe(dropped: Flags, why: str) -> str:
    rows = np.flatnonzero(dropped)
    if not rows.size:
        return ""
    listed = ", ".join(map(str, rows[:5])) + (", …" if len(rows) > 5 else "")
    return f"{len(rows)} {why} (row{'s' if len(rows) > 1 else ''} {listed})"


class UsableRows(Trace):
    """The examples to keep and to drop, as found by `usable_rows`."""

    kept: Indices
    without_output: Indices
    too_many_gaps: Indices
    max_missing: float
    message: str

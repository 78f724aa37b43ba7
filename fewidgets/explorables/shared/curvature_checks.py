"""Check that the curvature of a cost over raw input can be computed, and that it curves in every direction."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.aliases import Names
from fewidgets.scene.text.legible import quoted, quoted_all

FLATTEST = 1e-15  # smallest curvature, as a share of the largest one, that 64-bit numbers tell from none
LARGEST = 1e30
DEPENDENT = 1e-14  # smallest share of a feature's variance that another one may leave unexplained


def check_squares(X: Array, names: Names) -> None:
    """Refuse input whose squares are too large for a Hessian."""
    largest = np.abs(X).max(axis=0)
    n = int(largest.argmax())
    if largest[n] > LARGEST:
        raise ValueError(
            f"{quoted(names[n])} is too large: its values reach {largest[n]:.3g}, but their squares must lie within "
            f"±{LARGEST**2:g}. Choose another unit."
        )


def check_independent(X: Array, names: Names) -> None:
    """Refuse two features of which each is a multiple of the other one plus a number."""
    centred = X - X.mean(axis=0)
    first, second = (centred / centred.std(axis=0)).T
    if np.mean((second - np.mean(first * second) * first) ** 2) < DEPENDENT:
        raise ValueError(
            f"{quoted_all(names)} depend on each other: each is a multiple of the other one plus a number, so the weights "
            "with the lowest cost are not unique. Choose another pair of columns, or pass only one of them."
        )


def check_curved(X: Array, names: Names) -> None:
    """Refuse input over which a cost is flat along one direction, up to rounding."""
    check_squares(X, names)
    if X.shape[1] == 2:
        check_independent(X, names)
    mean, spread = X.mean(axis=0), X.std(axis=0)
    # The curvature is that of weights alone for two inputs, and of bias and weight for one input.
    columns = X if X.shape[1] == 2 else np.column_stack([np.ones(len(X)), X])
    values = np.linalg.svd(columns / np.linalg.norm(columns, axis=0), compute_uv=False)
    n = int(np.argmax(np.abs(mean) / spread))
    if values[-1] ** 2 < FLATTEST * values[0] ** 2:
        raise ValueError(
            f"{quoted(names[n])} lies too far from zero for its spread: its mean is {mean[n]:.3g} and its standard deviation "
            f"is {spread[n]:.3g}. Over raw input, the contours of the cost are too narrow to be computed. Subtract the mean "
            "first, as in X - X.mean(axis=0), or measure from a nearby value."
        )

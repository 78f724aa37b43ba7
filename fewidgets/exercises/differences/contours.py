from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from fewidgets.exercises.differences.numbers import Arguments, Array, as_number, as_numbers, first_difference, pair_written
from fewidgets.exercises.differences.single import single_difference
from fewidgets.exercises.differences.transform import transform_difference
from fewidgets.exercises.differences.values import Explained, View, noted
from fewidgets.exercises.task import FirstDifference

MOST = 1e6  # the largest condition number whose contours can be told from a line


def condition_difference(arguments: Arguments, right: Any, found: Any, *, what: str) -> Explained:
    """Return how a condition number differs, with contours that have each number."""
    difference = single_difference(arguments, right, found, what=what)
    x = np.asarray(arguments[0], dtype=np.float64)
    numbers = [number for each in (right, found) if (number := as_number(each)) is not None and 1 <= number <= MOST]
    if difference is None or len(numbers) < 2:
        return difference
    curvatures, directions = np.linalg.eigh(2 * np.array([[1.0, x.mean()], [x.mean(), (x**2).mean()]]))
    # The largest curvature is kept, so that only the length of the contours differs.
    both = [directions * [curvatures[1] / kappa, curvatures[1]] @ directions.T for kappa in numbers]
    return replace(difference, show=noted(_contours(both, ("bias", "slope"), "With your number"), difference.sentence))


def counterexample_difference(arguments: Arguments, right: Any, found: Any) -> Explained:
    """Return how the condition number of a normalized table differs from the one asked for."""
    table = as_numbers(found)
    if table is None or table.shape != np.shape(right) or not np.isfinite(table).all():
        return transform_difference((), right, found, what=("the table",))
    constant = np.flatnonzero(table.std(axis=0) <= 1e-12 * np.abs(table).max())
    if len(constant):
        return FirstDifference("the table", f"Column {constant[0]} of your table is constant, so it cannot be normalized.")
    hessians = [_hessian(np.asarray(each, dtype=np.float64)) for each in (right, table)]
    kappa = float(np.linalg.cond(hessians[1]))
    if first_difference(arguments[0], kappa) is None:
        return None
    asked, got = pair_written(float(arguments[0]), kappa)
    if kappa > MOST:
        sentence = f"The points of your table lie on a line, so the condition number is infinite, where {asked} is asked for."
        return FirstDifference("the condition number", sentence, explains=False)
    sentence = f"After normalization, the condition number of your table is {got}, where {asked} is asked for."
    names = "weight of column 0", "weight of column 1"
    return FirstDifference("the condition number", sentence, noted(_contours(hessians, names), sentence), explains=False)


def _hessian(X: Array) -> Array:
    Z = (X - X.mean(axis=0)) / X.std(axis=0)
    return np.asarray(2 * Z.T @ Z / len(Z))


def _contours(hessians: Sequence[Array], names: tuple[str, str], title: str = "Yours") -> View:
    def show(note: str = "") -> Any:
        from fewidgets.exercises.differences.views.quadratic_contours import ROOM, QuadraticContours
        from fewidgets.explorables.side_by_side import SideBySide

        reach = ROOM * float(np.sqrt(np.linalg.cond(hessians[0])))
        left, right = (QuadraticContours(each, reach=reach, names=names) for each in hessians)
        return SideBySide(left, right, titles=("Reference", title), note=note)

    return show

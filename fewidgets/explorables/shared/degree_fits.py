"""Polynomials of one feature, of every degree, in three bases that can express the same curves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from fewidgets.algorithms import DegreeSweep, MinMaxNormalizer, degree_sweep
from fewidgets.algorithms._numerics.tolerances import LARGEST_MONOMIAL
from fewidgets.algorithms._numerics.types import Array
from fewidgets.algorithms.model_selection.predictions import UnjudgedModelError
from fewidgets.algorithms.polynomial.orthogonal_polynomials import FarFromTrainingError
from fewidgets.explorables.shared.kept import Kept

RAW, RESCALED, ORTHOGONAL = BASES = ("raw powers", "rescaled powers", "orthogonal polynomials")
POINTS = 121  # of a drawn curve; enough for the 19 bends of the highest degree
EQUAL = 1e-6  # share by which equal errors may differ, because degrees beyond the number of different values add nothing
LARGEST = 1e300  # condition numbers above it are infinite or nearly so
KEPT_NUMBERS = 40_000  # of examples: fits of more are not kept, which would take too much memory

_kept: Kept[DegreeFits] = Kept(24)  # so that a feature to which a reader comes back is there at once


@dataclass(frozen=True, eq=False)
class DegreeFits:
    """The polynomials of degree 0 to D in every basis, with B = 3 bases; NaN where a basis cannot be computed.

    Attributes
    ----------
    x, y : NDArray, shape (P,), float64
        The feature and the output.
    grid : NDArray, shape (G,), float64
        Where the curves are drawn: more densely near both ends, where they bend most.
    sweeps : tuple of B DegreeSweep
        Of the powers of x; of the powers of x rescaled to −1 … 1; of the orthogonal polynomials.
    curves : NDArray, shape (B, D + 1, G), float64
        Predictions on the grid.
    training, held_out, standard_errors : NDArray, shape (B, D + 1), float64
        Mean squared errors, and the standard error of the held-out one.
    weights : NDArray, shape (B, D + 1, D + 1), float64
        Coefficient of each column in the polynomial of each degree.
    conditions : NDArray, shape (B, D + 1), float64
        Condition numbers, infinite where the smallest singular value underflows.
    ranks, exact : NDArray, shape (B, D + 1), int
        Independent columns that the solver finds, and in exact arithmetic. 0 where nothing can be computed.
    """

    x: Array
    y: Array
    grid: Array
    sweeps: tuple[DegreeSweep, ...]
    curves: Array
    training: Array
    held_out: Array
    standard_errors: Array
    weights: Array
    conditions: Array
    ranks: Array
    exact: Array

    @property
    def degrees(self) -> int:
        """The largest degree D."""
        return self.training.shape[1] - 1

    def best(self, basis: int) -> int:
        """Return the degree with the lowest held-out error; of those that differ by rounding only, the lowest degree."""
        errors = self.held_out[basis]
        return int(np.argmax(errors <= (1 + EQUAL) * np.nanmin(errors)))

    def computed(self, basis: int) -> int:
        """Return the largest degree that can be computed and judged in a basis.

        Powers of large numbers overflow. Where one value of x lies far from all others, so does the prediction there when that
        example is held out.
        """
        return int(self.sweeps[basis].degrees[-1])


def fit_degrees(
    x: Array, y: Array, degrees: int, *, folds: int, seed: int, progress: Callable[[float, str], None] | None = None
) -> DegreeFits:
    """Fit all degrees in the three bases, and measure their errors on the same folds.

    Parameters
    ----------
    x, y : NDArray, shape (P,), float64
        The feature, which varies, and the output.
    degrees : int
        Largest degree D, at least 1.
    folds, seed : int
        Of the cross-validation.
    progress : function of a share and a text, optional
        Called before each basis.

    Returns
    -------
    DegreeFits

    Raises
    ------
    ValueError
        If an argument is refused by `degree_sweep`, or a straight line cannot be judged.

    Notes
    -----
    The fits of the last 24 features are kept.

    Examples
    --------
    >>> x = np.linspace(0.0, 10.0, 50)
    >>> fits = fit_degrees(x, np.sin(x), 16, folds=5, seed=0)
    >>> fits.ranks[:, 16].tolist(), fits.exact[:, 16].tolist()
    ([9, 17, 17], [17, 17, 17])
    """
    if len(x) > KEPT_NUMBERS:
        return _fit(x, y, degrees, folds, seed, progress)
    return _kept.get((x, y, degrees, folds, seed), lambda: _fit(x, y, degrees, folds, seed, progress))


def _fit(x: Array, y: Array, degrees: int, folds: int, seed: int, progress: Callable[[float, str], None] | None) -> DegreeFits:
    grid = _grid(x)
    scaler = MinMaxNormalizer((-1.0, 1.0)).fit(x[:, None])
    settings: list[tuple[Array, Array, int, Literal["monomials", "orthogonal"]]] = [
        (x[:, None], grid[:, None], largest_degree(x, degrees), "monomials"),
        (scaler.transform(x[:, None]), scaler.transform(grid[:, None]), degrees, "monomials"),
        (x[:, None], grid[:, None], degrees, "orthogonal"),
    ]
    shape = len(BASES), degrees + 1
    found = {name: np.full(shape, np.nan) for name in ("training", "held_out", "standard_errors", "conditions")}
    counts = {name: np.zeros(shape, dtype=int) for name in ("ranks", "exact")}
    curves, weights = np.full((*shape, len(grid)), np.nan), np.full((*shape, degrees + 1), np.nan)
    sweeps, different = [], len(np.unique(x))
    for b, (inputs, points, most, basis) in enumerate(settings):
        if progress is not None:
            progress(b / len(settings), BASES[b])
        sweep = _judged_sweep(inputs, y, most, basis, folds, seed)
        sweeps.append(sweep)
        here = slice(len(sweep.degrees))
        found["training"][b, here] = sweep.training_errors
        found["held_out"][b, here] = sweep.mean_errors
        found["standard_errors"][b, here] = sweep.standard_errors
        found["conditions"][b, here] = np.where(sweep.condition_numbers < LARGEST, sweep.condition_numbers, np.inf)
        counts["ranks"][b, here] = sweep.ranks
        # The sweep leaves out orthogonal polynomials that rounding makes dependent.
        counts["exact"][b, here] = np.minimum(sweep.degrees + 1, different) if basis == "orthogonal" else sweep.exact_ranks
        curves[b, here] = sweep.predict_all(points)
        for d, columns in enumerate(sweep.n_columns):
            weights[b, d, :columns] = sweep.weights[d, :columns]
    return DegreeFits(x, y, grid, tuple(sweeps), curves=curves, weights=weights, **found, **counts)


def _judged_sweep(
    inputs: Array, y: Array, degrees: int, basis: Literal["monomials", "orthogonal"], folds: int, seed: int
) -> DegreeSweep:
    """Fit all degrees whose held-out error can be computed."""
    while True:
        try:
            return degree_sweep(inputs, y, degrees, basis=basis, folds=folds, seed=seed)
        except (UnjudgedModelError, FarFromTrainingError) as error:
            first = error.model if isinstance(error, UnjudgedModelError) else error.degree
            if first <= 1:
                raise
            degrees = first - 1


def largest_degree(x: Array, degrees: int) -> int:
    """Return the largest degree, at most ``degrees``, whose powers of x can be computed and squared.

    Examples
    --------
    >>> largest_degree(np.array([1.7e9, 1.8e9]), 20), largest_degree(np.array([0.5, 230.0]), 20)
    (16, 20)
    """
    size = float(np.abs(x).max())
    if size <= 1:
        return degrees
    return max(1, min(degrees, int(np.log10(LARGEST_MONOMIAL) / np.log10(size))))


def _grid(x: Array) -> Array:
    low, high = float(x.min()), float(x.max())
    share = (1 - np.cos(np.linspace(0, np.pi, POINTS))) / 2
    return np.clip(low + (high - low) * share, low, high)

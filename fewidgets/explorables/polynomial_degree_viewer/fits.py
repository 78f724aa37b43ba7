"""Polynomials of one feature, of every degree, in three bases that can express the same curves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms import DegreeSweep, MinMaxNormalizer, degree_sweep
from fewidgets.algorithms._numerics.tolerances import LARGEST_MONOMIAL
from fewidgets.algorithms._numerics.types import Array
from fewidgets.algorithms._numerics.unjudged import UnjudgedModelError
from fewidgets.explorables.shared.layout import padded

RAW, RESCALED, ORTHOGONAL = BASES = ("raw powers", "rescaled powers", "orthogonal polynomials")
POINTS = 121  # of a drawn curve; enough for the 19 bends of the highest degree
EQUAL = 1e-6  # share by which equal errors may differ, because degrees beyond the number of different values add nothing
LARGEST = 1e300  # condition numbers above it are infinite or nearly so


@dataclass(frozen=True, eq=False)
class DegreeFits:
    """The polynomials of degree 0 to D in every basis, with B = 3 bases; NaN where a basis cannot be computed."""

    x: Array  # (P,): The feature and the output
    y: Array  # (P,)
    grid: Array  # (G,): Where the curves are drawn: more densely near both ends, where they bend most
    sweeps: tuple[DegreeSweep, ...]  # (B,)
    curves: Array  # (B, D + 1, G): Predictions on the grid
    training: Array  # (B, D + 1): Mean squared errors, and the standard error of the held-out one
    held_out: Array  # (B, D + 1)
    standard_errors: Array  # (B, D + 1)
    weights: Array  # (B, D + 1, D + 1): Coefficient of each column in the polynomial of each degree
    conditions: Array  # (B, D + 1): Condition numbers, infinite where the smallest singular value underflows
    ranks: Array  # (B, D + 1)
    exact: Array  # (B, D + 1)

    @property
    def degrees(self) -> int:
        return self.training.shape[1] - 1

    def best(self, basis: int) -> int:
        """Return the degree with the lowest held-out error, the lowest of those tied up to rounding."""
        errors = self.held_out[basis]
        return int(np.argmax(errors <= (1 + EQUAL) * np.nanmin(errors)))

    def computed(self, basis: int) -> int:
        """Return the largest degree that can be computed and judged in a basis."""
        # Powers of large numbers overflow. One value far from all others cannot be predicted when it is held out.
        return int(self.sweeps[basis].degrees[-1])


def fit_degrees(
    x: Array, y: Array, degrees: int, *, folds: int, seed: int, progress: Callable[[float, str], None] | None = None
) -> DegreeFits:
    """Fit all degrees in the three bases, and measure their errors on the same folds."""
    grid = _grid(x)
    scaler = MinMaxNormalizer((-1.0, 1.0)).fit(x[:, None])
    settings: list[tuple[Array, Array, int, Literal["monomials", "orthogonal"]]] = [
        (x[:, None], grid[:, None], largest_degree(x, degrees), "monomials"),
        (scaler.transform(x[:, None]), scaler.transform(grid[:, None]), degrees, "monomials"),
        (x[:, None], grid[:, None], degrees, "orthogonal"),
    ]
    sweeps = []
    for b, (inputs, _, most, basis) in enumerate(settings):
        if progress is not None:
            progress(b / len(settings), BASES[b])
        sweeps.append(_judged_sweep(inputs, y, most, basis, folds, seed))

    def of_each(values: Callable[[DegreeSweep], ArrayLike]) -> Array:
        return np.array([padded(values(sweep), degrees + 1) for sweep in sweeps])

    exact = of_each(lambda sweep: sweep.exact_ranks)
    # The sweep leaves out orthogonal polynomials that rounding makes dependent.
    exact[-1] = padded(np.minimum(sweeps[-1].degrees + 1, len(np.unique(x))), degrees + 1)
    return DegreeFits(
        x,
        y,
        grid,
        tuple(sweeps),
        curves=np.array(
            [padded(sweep.predict_all(points), degrees + 1) for sweep, (_, points, *_) in zip(sweeps, settings, strict=True)]
        ),
        training=of_each(lambda sweep: sweep.training_errors),
        held_out=of_each(lambda sweep: sweep.mean_errors),
        standard_errors=of_each(lambda sweep: sweep.standard_errors),
        weights=np.array([_weights(sweep, degrees) for sweep in sweeps]),
        conditions=of_each(lambda sweep: np.where(sweep.condition_numbers < LARGEST, sweep.condition_numbers, np.inf)),
        ranks=of_each(lambda sweep: sweep.ranks),
        exact=exact,
    )


def _weights(sweep: DegreeSweep, degrees: int) -> Array:
    """Return the coefficients of each degree; NaN where there are none."""
    weights = np.full((degrees + 1, degrees + 1), np.nan)
    for d, columns in enumerate(sweep.n_columns):
        weights[d, :columns] = sweep.weights[d, :columns]
    return weights


def _judged_sweep(
    inputs: Array, y: Array, degrees: int, basis: Literal["monomials", "orthogonal"], folds: int, seed: int
) -> DegreeSweep:
    """Fit all degrees whose held-out error can be computed."""
    while True:
        try:
            return degree_sweep(inputs, y, degrees, basis=basis, folds=folds, seed=seed)
        except UnjudgedModelError as error:
            if error.model <= 1:
                raise
            degrees = error.model - 1


def largest_degree(x: Array, degrees: int) -> int:
    """Return the largest degree, at most ``degrees``, whose powers of x can be computed and squared."""
    size = float(np.abs(x).max())
    if size <= 1:
        return degrees
    return max(1, min(degrees, int(np.log10(LARGEST_MONOMIAL) / np.log10(size))))


def _grid(x: Array) -> Array:
    low, high = float(x.min()), float(x.max())
    share = (1 - np.cos(np.linspace(0, np.pi, POINTS))) / 2
    return np.clip(low + (high - low) * share, low, high)

"""Three ways to fit a linear model one feature at a time, run side by side on one design (CS373, lecture 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np

from fewidgets.algorithms import FittingTrace, forward_fit, greedy_subset, myopic_forward_fit
from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.intake import Data
from fewidgets.scene.text.legible import quoted
from fewidgets.scene.types import NameTuple

CONSTANT = "constant"  # name of the feature that is 1 for every example
ROUNDING = 1e-13  # share of a feature's steepest slope that rounding errors may leave
LARGEST = 1e100  # largest value of a feature whose squares can be added
HalfReduction = Literal["half_sum", "sum", "mean"]

SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Fittings(NamedTuple):
    greedy: FittingTrace  # The histories of `greedy_subset`, `forward_fit` and `myopic_forward_fit`
    forward: FittingTrace
    myopic: FittingTrace


class ScaledFittings(NamedTuple):
    as_given: Fittings  # On the features as they are
    equal_length: Fittings  # On the features divided by their root mean squares

    @property
    def rounds(self) -> int:
        return max(trace.n_rounds for fittings in self for trace in fittings)


@dataclass(frozen=True, eq=False)
class Design(Data):
    features: Array  # (P, N): The features φ(x) of one example per row
    fittings: ScaledFittings  # Computed once, because no input changes them


def power_name(name: str, power: int) -> str:
    if power == 0:
        return CONSTANT
    return name if power == 1 else name + str(power).translate(SUPERSCRIPTS)


def design_of(table: Data, degree: int | None, constant: bool) -> tuple[Array, NameTuple]:
    """Make and name the features of a design: powers of one feature, or a table's features."""
    largest = np.abs(table.X).max(axis=0)
    n = int(largest.argmax())
    if largest[n] > LARGEST or (degree is not None and largest[n] ** degree > LARGEST):
        power = f" or a lower degree than {degree}" if degree is not None and largest[n] <= LARGEST else ""
        raise ValueError(
            f"{quoted(table.feature_names[n])} is too large: its values reach {largest[n]:.3g}. Choose another unit{power}."
        )
    ones = np.ones((len(table.X), 1))
    if degree is None:
        name = CONSTANT if CONSTANT not in table.feature_names else "constant 1"
        if not constant:
            return table.X, table.feature_names
        return np.hstack([ones, table.X]), (name, *table.feature_names)
    if table.X.shape[1] != 1:
        raise ValueError(f"X must have one feature to take powers of; got {table.X.shape[1]}. Leave out degree.")
    powers = range(0 if constant else 1, degree + 1)
    X: Array = table.X ** np.array(powers)
    return X, tuple(power_name(table.feature_names[0], power) for power in powers)


def run_fittings(X: Array, y: Array, rounds: int, reduction: HalfReduction) -> ScaledFittings:
    def run(features: Array) -> Fittings:
        return Fittings(
            greedy_subset(features, y, size=min(rounds, features.shape[1]), reduction=reduction),
            forward_fit(features, y, rounds=rounds, reduction=reduction),
            myopic_forward_fit(features, y, rounds=rounds, reduction=reduction),
        )

    return ScaledFittings(run(X), run(X / np.sqrt(np.einsum("pn,pn->n", X, X) / len(X))))


def promises(trace: FittingTrace) -> Array:
    """Return what each method compares, larger is better: how far J would fall, or |∂J/∂θ| for the myopic way."""
    if trace.method == "myopic":
        slopes = np.abs(trace.derivatives)
        # The slope of the feature that was fitted last is 0 up to rounding errors.
        return np.where(slopes <= ROUNDING * slopes.max(axis=0), 0.0, slopes)
    # The cost after a candidate may be larger than before by a rounding error.
    return np.maximum(trace.costs[:-1, None] - trace.candidate_costs, 0.0)


def foremost(fittings: Sequence[FittingTrace]) -> list[int]:
    rounds = max(trace.n_rounds for trace in fittings)
    chosen = [int(trace.order[m]) for m in range(rounds) for trace in fittings if m < trace.n_rounds]
    last = np.max(
        [np.nan_to_num(promises(trace)[0]) / max(np.nanmax(promises(trace)[0]), 1e-300) for trace in fittings], axis=0
    )
    return list(dict.fromkeys([*chosen, *np.argsort(-last, kind="stable").tolist()]))

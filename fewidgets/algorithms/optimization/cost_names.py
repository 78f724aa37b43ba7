from __future__ import annotations

from typing import Literal

from .._numerics.arguments import as_choice

CostName = Literal["least_squares", "softmax"]
Reduction = Literal["mean", "sum"]
COSTS: tuple[CostName, ...] = ("least_squares", "softmax")
REDUCTIONS: tuple[Reduction, ...] = ("mean", "sum")


def factor_of(reduction: Reduction, P: int) -> float:
    """Check a reduction, and return what the sum over P examples is multiplied by: 1 / P for the mean, 1 for the sum."""
    return 1.0 / P if as_choice(reduction, "reduction", REDUCTIONS) == "mean" else 1.0

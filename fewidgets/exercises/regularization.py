"""Exercises of section 9.7: the ℓ1 penalty by hand."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms.l1 import l1_path
from fewidgets.exercises.exercise import Exercise, Mistake, Numbers

# Two centred columns with Σ x² = P that do not correlate: each weight can be found by itself.
_X = np.array([[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]])
_Y = np.array([1.0, 4.0, 3.0, 8.0])


def _square() -> dict[str, np.ndarray]:
    return {"X": _X.copy(), "y": _Y.copy()}


def _products(numbers: Numbers) -> np.ndarray:
    return (numbers["y"] - numbers["y"].mean()) @ numbers["X"]


def _halves(numbers: Numbers, share: float) -> np.ndarray:
    """Weights if λ took `share` of λ off each least squares weight, and zero were crossed at will."""
    free = _products(numbers) / (numbers["X"] ** 2).sum(axis=0)
    return free - share * numbers["lam"] * np.sign(free)


EXERCISES = (
    Exercise(
        name="9.7 largest",
        numbers=_square(),
        solve=lambda numbers: l1_path(numbers["X"], numbers["y"], reduction="sum").lambda_max,
        hints=(
            "At ω = 0 the cost has a slope in every weight. A weight stays zero as long as λ is at least that slope's size.",
            "The slope of Σ (b + x·ω − y)² in ωₙ at ω = 0 is −2 Σ xₙ (y − b), with b the mean of y.",
        ),
        because="From the steepest slope on, 2·max |Σ xₙ (y − b)|, no weight is worth its penalty.",
        mistakes=(
            Mistake(
                lambda numbers: float(np.abs(_products(numbers)).max()),
                "Half way: the square's derivative brings a factor with it.",
            ),
            Mistake(
                lambda numbers: float(2 * np.abs(_products(numbers)).max() / len(numbers["y"])),
                "That is the answer for the mean over examples; here the cost is their sum.",
            ),
            Mistake(
                lambda numbers: float(2 * np.abs(_products(numbers)).min()),
                "There one weight is zero, but is the other?",
            ),
        ),
    ),
    Exercise(
        name="9.7 shrink",
        numbers={**_square(), "lam": 8.0},
        solve=lambda numbers: l1_path(numbers["X"], numbers["y"], reduction="sum").at(numbers["lam"]).weights,
        hints=(
            "The columns do not correlate, so each weight has a cost of its own: Σ (w x − r)² + λ|w|.",
            "Where w > 0 its derivative is 2 w Σ x² − 2 Σ x·r + λ. Solve for w; if that is not positive, w stays at zero.",
        ),
        because="Each least squares weight moves towards zero by λ / (2 Σ x²) and stops there: soft thresholding.",
        mistakes=(
            Mistake(
                lambda numbers: _products(numbers) / (numbers["X"] ** 2).sum(axis=0),
                "Those are the least squares weights, at λ = 0.",
            ),
            Mistake(
                lambda numbers: np.maximum(_halves(numbers, 1 / 4), 0.0),
                "Nearly: the square's derivative has a factor 2, so λ moves each weight half as far.",
            ),
            Mistake(
                lambda numbers: _products(numbers) / (2 * (numbers["X"] ** 2).sum(axis=0)),
                "That shrinks every weight by one factor, as an ℓ2 penalty would. Here all move by the same amount.",
            ),
        ),
    ),
    Exercise(
        name="9.7 convention",
        numbers={"lam": 130.0, "P": 506},
        solve=lambda numbers: numbers["lam"] / numbers["P"],
        hints=(
            "Divide the whole objective, cost and penalty, by P. Its minimizer stays where it is.",
            "(1/P) Σ … + (λ/P) ‖ω‖₁ is the printed cost with another penalty parameter. Which?",
        ),
        because="The mean is the sum divided by P, so its penalty parameter is divided by P too.",
        mistakes=(
            Mistake(lambda numbers: numbers["lam"] * numbers["P"], "That is the other direction, from the mean to the sum."),
            Mistake(
                lambda numbers: numbers["lam"],
                "With the mean, the cost is P times smaller, so this λ would weigh P times as much.",
            ),
        ),
    ),
)

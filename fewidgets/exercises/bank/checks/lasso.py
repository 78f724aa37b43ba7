# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from fewidgets.exercises.exercise import Exercise


def _threshold(x, y, lam):
    """Minimize ½ Σ (y − θ x)² + λ |θ| for one feature."""
    product, square = float(y @ x), float(x @ x)
    return float(np.sign(product) * max(0.0, abs(product) - lam) / square)


EXERCISES = (
    Exercise(
        name="C4 soft threshold",
        numbers={"x": np.array([1.0, -2.0, 1.0, 2.0]), "y": np.array([1.0, -1.0, 1.0, 2.0]), "lam": 3.0},
        solve=_threshold,
        hints=(
            "For a positive weight, the derivative of J is −Σ x (y − θ x) + λ. Where is it zero?",
            "Add up x y and x². Take λ from the first sum, and divide by the second.",
        ),
        because="The penalty takes λ from the sum of x y. If that sum were smaller than λ, the weight would be exactly 0.",
        mistakes=(
            (
                lambda x, y, lam: x @ y / (x @ x + lam),
                "That is ridge regression: it divides by more. The lasso subtracts.",
            ),
            (
                lambda x, y, lam: x @ y / (x @ x),
                "That is least squares, without the penalty.",
            ),
            (
                lambda x, y, lam: (x @ y - lam / 2) / (x @ x),
                "You halved λ. That belongs to a cost without the ½ in front of the squares.",
            ),
        ),
    ),
)

# mypy: allow-untyped-defs, allow-untyped-calls

from functools import partial

import numpy as np

from fewidgets.algorithms.optimization.quadratic_cost import QuadraticCost
from fewidgets.algorithms.regularization.l1 import l1_path
from fewidgets.algorithms.regularization.penalized import penalized_path
from fewidgets.exercises.exercise import Exercise

# Two centred columns with Σ x² = P that do not correlate: each weight can be found by itself.
_X = np.array([[-1.0, -1.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]])
_Y = np.array([1.0, 4.0, 3.0, 8.0])
_SQUARE = {"X": _X, "y": _Y}


def _products(X, y):
    return (y - y.mean()) @ X


def _halves(lam, X, y, share):
    """Weights if λ took `share` of λ off each least squares weight, and zero were crossed at will."""
    free = _products(X, y) / (X**2).sum(axis=0)
    return free - share * lam * np.sign(free)


def _round_bowl(center):
    return QuadraticCost(np.eye(2), center)


def _three(center, lam, *, cut=None, shift=0.5, share=None):
    """The three solutions over circular contours, with a mistake in one of them."""
    c = center
    return np.array(
        [
            np.where(np.abs(c) > (np.sqrt(lam) if cut is None else cut), c, 0.0),
            np.sign(c) * np.maximum(np.abs(c) - shift * lam, 0.0),
            c / (1 + lam) if share is None else c * share,
        ]
    )


EXERCISES = (
    Exercise(
        name="9.7 shrink",
        numbers={**_SQUARE, "lam": 8.0},
        solve=lambda X, y, lam: l1_path(X, y, reduction="sum").at(lam).weights,
        hints=(
            "The columns do not correlate, so each weight has a cost of its own: Σ (w x − r)² + λ|w|.",
            "Where w > 0 its derivative is 2 w Σ x² − 2 Σ x·r + λ. Solve for w; if that is not positive, w stays at zero.",
        ),
        because="Each least squares weight moves towards zero by λ / (2 Σ x²) and stops there: soft thresholding.",
        mistakes=(
            (
                lambda X, y, lam: _products(X, y) / (X**2).sum(axis=0),
                "Those are the least squares weights, at λ = 0.",
            ),
            (
                lambda X, y, lam: np.maximum(_halves(lam, X, y, 1 / 4), 0.0),
                "The derivative of the square has a factor 2, so λ moves each weight only half as far.",
            ),
            (
                lambda X, y, lam: _products(X, y) / (2 * (X**2).sum(axis=0)),
                "That shrinks every weight by one factor, as an ℓ2 penalty would. Here all move by the same amount.",
            ),
        ),
        parts=("the first weight", "the second weight"),
    ),
    Exercise(
        name="9.7 three",
        numbers={"center": np.array([3.2, -1.2]), "lam": 4.0},
        solve=lambda center, lam: np.array(
            [penalized_path(_round_bowl(center), kind).at(lam) for kind in ("l0", "l1", "squared_l2")]
        ),
        hints=(
            "The contours are circles, so each weight has a cost of its own: (w − c)² + λ h(w). Take one at a time.",
            "ℓ0 keeps c or takes 0, whichever costs less: λ or c². ℓ1 moves c towards zero by λ/2, and no farther than to "
            "zero. For λw² set the derivative 2(w − c) + 2λw to zero.",
        ),
        because="Hard threshold at √λ, soft threshold by λ/2, division by 1 + λ: ℓ0 cuts, ℓ1 shifts, ℓ2 shrinks.",
        mistakes=(
            (
                partial(_three, shift=1.0),
                "The first and the last row are right. The square's derivative has a factor 2, so ℓ1 shifts half as far.",
            ),
            (
                lambda center, lam: _three(center, lam, share=1 / (1 + lam / 2)),
                "The first two rows are right. In the last one the penalty is a square too, with a factor 2 of its own.",
            ),
            (
                lambda center, lam: _three(center, lam, cut=lam),
                "Look at ℓ0 again: keeping a weight costs λ, setting it to zero costs c², not |c|.",
            ),
        ),
    ),
)

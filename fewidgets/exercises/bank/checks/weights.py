# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from fewidgets.algorithms import forward_fit, kernel_ridge, myopic_forward_fit
from fewidgets.exercises.exercise import Exercise

# Feature 0 gains most with one weight; feature 2 has the largest numbers, and so the largest derivative.
_PHI = np.array([[1.0, 1.0, 3.0], [0.0, -1.0, 1.0], [1.0, 1.0, 0.0], [0.0, 1.0, -3.0]])
_R = np.array([3.0, -1.0, 2.0, 0.0])
_ROUND = {"X": _PHI, "r": _R}

_DUAL = {"x": np.array([1.0, 2.0]), "y": np.array([3.0, 2.0]), "lam": 5.0}


def _model(x, y, lam):
    return kernel_ridge(np.asarray(x)[:, None], y, lam, kernel="linear", reduction="sum")


def _gram(x):
    return np.outer(x, x)


def _forward(X, r):
    return forward_fit(X, r, rounds=1)


def _myopic(X, r):
    return myopic_forward_fit(X, r, rounds=1)


EXERCISES = (
    Exercise(
        name="C4 alpha",
        numbers=_DUAL,
        solve=lambda x, y, lam: _model(x, y, lam).alpha,
        hints=(
            "With the feature x alone, the kernel is K(x, z) = x z. Write down the matrix I + K/λ.",
            "Solve two equations: α₁ + (x₁x₁ α₁ + x₁x₂ α₂)/λ = y₁, and the same for the second example.",
        ),
        because="They solve (I + K/λ) α = y. Check them: each is its y minus the prediction.",
        mistakes=(
            (
                lambda x, y, lam: _model(x, y, lam).alpha / lam,
                "That is α / λ, as scikit-learn defines its dual coefficients. The lecture divides by λ in the prediction.",
            ),
            (
                lambda x, y, lam: np.linalg.solve(np.eye(2) + _gram(x), y),
                "You left out λ: the matrix is I + K/λ.",
            ),
            (
                lambda x, y, lam: np.linalg.solve(np.eye(2) + lam * _gram(x), y),
                "You multiplied K by λ. The formula divides it by λ.",
            ),
        ),
    ),
    Exercise(
        name="C4 prediction",
        numbers={**_DUAL, "new": 4.0},
        solve=lambda x, y, lam, new: float(_model(x, y, lam).predict([[new]])[0]),
        hints=(
            "Add up αₜ K(xₜ, x) over the two examples, with α from the exercise before. What do you still have to do?",
            "K(xₜ, x) is xₜ times 4. Divide the sum by λ.",
        ),
        because="It is Σ αₜ K(xₜ, x) / λ. The weight θ = Σ αₜ xₜ / λ times x gives the same.",
        mistakes=(
            (
                lambda x, y, lam, new: _model(x, y, lam).predict([[new]])[0] * lam,
                "The sum has to be divided by λ.",
            ),
            (
                lambda x, y, lam, new: _model(x, y, lam).weights(np.asarray(x)[:, None])[0],
                "That is the weight θ. Multiply it by the new x.",
            ),
        ),
    ),
    Exercise(
        name="C4 forward pick",
        numbers=_ROUND,
        solve=lambda X, r: int(_forward(X, r).order[0]),
        hints=(
            "Fit the weight of each column alone. By how much does each lower ½ Σ r²?",
            "A column φ lowers J by (r·φ)² / (2 φ·φ). Compute it for the three columns.",
        ),
        because="Its (r·φ)² / (2 φ·φ) is the largest of the three.",
        mistakes=(
            (
                lambda X, r: _forward(X, r).order[0] + 1,
                "That is counted from 1. In code features are counted from 0, as Python counts columns.",
            ),
            (
                lambda X, r: _myopic(X, r).order[0],
                "That column has the largest |r·φ|. Forward-fitting also asks how long the column is.",
            ),
        ),
    ),
)

"""Exercise 9.8: one simplified Newton step over sphered features reaches the least squares minimum."""

from __future__ import annotations

from functools import partial

import numpy as np

from fewidgets.algorithms import LeastSquares, StandardNormalizer, newton
from fewidgets.exercises.differences import descent_difference, least_squares_surface, scores_difference
from fewidgets.exercises.task import Case, Misconception, Result, Task
from fewidgets.exercises.tasks.sphering import tilted_cloud

#: Shapes of the fresh data: examples and features.
SHAPES = ((9, 1), (14, 2), (30, 3), (20, 5))


def _regression(rng, P, N):
    X = tilted_cloud(rng, P, N)
    return X, X @ rng.normal(size=N) + rng.uniform(-5, 5) + rng.normal(size=P)


def _regressions(rng):
    for P, N in SHAPES:
        yield Case(_regression(rng, P, N), f"{P} examples, {N} feature{'s' * (N > 1)}")


def _with_start(rng):
    for P, N in SHAPES:
        start = rng.uniform(-3, 3, N + 1)
        yield Case((*_regression(rng, P, N), start), f"{P} examples, {N} feature{'s' * (N > 1)}, from a random start")


def _gradient(X, y, w):
    return LeastSquares(X, y).gradient(w)


def _step(X, y, w):
    return newton(LeastSquares(X, y), w, steps=1, simplified=True, epsilon=0.0).weights[-1]


def _with_curvatures(X, y, w, curvatures):
    return w - _gradient(X, y, w) / curvatures


def _curvatures(X):
    return np.concatenate([[2.0], 2 * (X**2).mean(axis=0)])


def _directions(X):
    mu = X.mean(axis=0)
    d, V = np.linalg.eigh((X - mu).T @ (X - mu) / len(X))
    return mu, V, d


def _fit(X, y):
    lowest = newton(LeastSquares(X, y), np.zeros(X.shape[1] + 1), steps=2, epsilon=0.0).weights[-1]
    return lowest[0], lowest[1:]


def _sphered_step(X, y, curvature=2.0):
    mu, V, d = _directions(X)
    S = (X - mu) @ V / np.sqrt(d)
    return 2 * y.mean() / curvature, 2 * S.T @ y / len(y) / curvature


def _taken_back(X, y, *, curvature=2.0, power=-0.5):
    """Take a step over the sphered features back to the raw ones, with another curvature or power of the variances."""
    mu, V, d = _directions(X)
    bias, v = _sphered_step(X, y, curvature)
    weights = V @ (v * d**power)
    return bias - mu @ weights, weights


def _without_sphering(X, y):
    w = _step(X, y, np.zeros(X.shape[1] + 1))
    return w[0], w[1:]


def _only_normalized(X, y):
    w = _step(StandardNormalizer().fit_transform(X), y, np.zeros(X.shape[1] + 1))
    weights = w[1:] / X.std(axis=0)
    return w[0] - X.mean(axis=0) @ weights, weights


GRADIENT = Task(
    name="9.8 gradient",
    signature="gradient(X, y, w)",
    results=(Result("gradient", "the gradient"),),
    reference=_gradient,
    cases=_with_start,
    difference=partial(scores_difference, what=("the gradient",), kind="entry"),
    misconceptions=(
        Misconception(
            "half",
            lambda X, y, w: _gradient(X, y, w) / 2,
            "The factor 2 is missing: the derivative of a square u² is 2u times the derivative of u.",
        ),
        Misconception(
            "sum",
            lambda X, y, w: _gradient(X, y, w) * len(y),
            "These are sums over the examples. The cost is a mean, so divide by P.",
        ),
        Misconception(
            "half of the sum",
            lambda X, y, w: _gradient(X, y, w) * len(y) / 2,
            "This is the sum of residuals times features. The factor 2/P of the cost is missing.",
        ),
        Misconception(
            "reversed",
            lambda X, y, w: -_gradient(X, y, w),
            "The sign is reversed. The residual is the model minus y, not y minus the model.",
        ),
        Misconception(
            "bias last",
            lambda X, y, w: np.roll(_gradient(X, y, w), -1),
            "The entries are right, but the bias comes first, as in w.",
        ),
        Misconception(
            "no bias",
            lambda X, y, w: 2 * np.column_stack([np.ones(len(y)), X]).T @ (X @ w[1:] - y) / len(y),
            "The bias w[0] is missing in the model. Use the column of ones here too.",
        ),
    ),
    hints=(
        "The cost is the mean of (Aw − y)², with a column of ones and the features in A. What is its derivative?",
        "Multiply A, transposed, by the residuals A @ w − y, and do not forget the factor 2/P.",
    ),
    because="Each entry is the mean of 2 × residual × feature, with 1 as the feature of the bias.",
    solution="""\
def gradient(X, y, w):
    A = np.column_stack([np.ones(len(y)), X])
    return 2 * A.T @ (A @ w - y) / len(y)
""",
    practises="the derivative of a mean of squares, in matrix form",
    minutes=6,
)

STEP = Task(
    name="9.8 simplified step",
    signature="simplified_step(X, y, w)",
    results=(Result("weights", "the weights after the step", points=2),),
    reference=_step,
    cases=_with_start,
    difference=partial(
        descent_difference,
        what=("the weights",),
        names=("the bias",),
        start=2,
        surface=lambda X, y, w: least_squares_surface(X, y),
    ),
    misconceptions=(
        Misconception(
            "whole hessian",
            lambda X, y, w: np.concatenate([[_fit(X, y)[0]], _fit(X, y)[1]]),
            "This is the full Newton step: it solves a system with the whole Hessian. The simplified step divides by its "
            "diagonal alone.",
        ),
        Misconception(
            "not divided",
            lambda X, y, w: w - _gradient(X, y, w),
            "This is a gradient step of length 1. Divide each entry of the gradient by its own curvature.",
        ),
        Misconception(
            "uphill",
            lambda X, y, w: w + _gradient(X, y, w) / _curvatures(X),
            "You stepped uphill: the quotient is subtracted.",
        ),
        Misconception(
            "multiplied",
            lambda X, y, w: w - _gradient(X, y, w) * _curvatures(X),
            "You multiplied by the curvatures. Divide by them: where the cost bends strongly, the step is short.",
        ),
        Misconception(
            "half the curvature",
            lambda X, y, w: _with_curvatures(X, y, w, _curvatures(X) / 2),
            "Your curvatures lack the factor 2, so the step is twice as long as it should be.",
        ),
        Misconception(
            "sums",
            lambda X, y, w: _with_curvatures(X, y, w, _curvatures(X) * len(y)),
            "Your curvatures are sums over the examples, while the gradient is a mean. Divide both by P.",
        ),
        Misconception(
            "variances",
            lambda X, y, w: _with_curvatures(X, y, w, np.concatenate([[2.0], 2 * X.var(axis=0)])),
            "You took the variances of the features. The diagonal has the means of their squares. The two agree only for "
            "centred features.",
        ),
        Misconception(
            "one after the other",
            lambda X, y, w: _one_after_the_other(X, y, w),
            "You updated the weights one after the other, each with a new gradient. One step uses one gradient, at w.",
        ),
    ),
    hints=(
        "The Hessian is 2 A.T @ A / P, with a column of ones and the features in A. What is on its diagonal?",
        "The entry of a feature is 2 times the mean of its squares, and that of the bias is 2. Divide the gradient by them, "
        "entry by entry.",
    ),
    because="Each weight moves to the minimum that it would have if the others stood still.",
    solution="""\
def simplified_step(X, y, w):
    A = np.column_stack([np.ones(len(y)), X])
    gradient = 2 * A.T @ (A @ w - y) / len(y)
    curvatures = 2 * (A**2).mean(axis=0)
    return w - gradient / curvatures
""",
    practises="the diagonal of a Hessian, without computing the rest of it",
    minutes=10,
)


def _one_after_the_other(X, y, w):
    w = w.copy()
    for n, curvature in enumerate(_curvatures(X)):
        w[n] -= _gradient(X, y, w)[n] / curvature
    return w


FIT = Task(
    name="9.8 one step",
    signature="fit_in_one_step(X, y)",
    results=(
        Result("bias", "the bias"),
        Result("weights", "the weights of the features", points=2),
    ),
    reference=_fit,
    cases=_regressions,
    difference=partial(scores_difference, what=("the bias term", "the weights"), kind="weight"),
    misconceptions=(
        Misconception(
            "bias of the sphered",
            lambda X, y: (_sphered_step(X, y)[0], _fit(X, y)[1]),
            "Your bias belongs to the sphered features, which are centred. Insert (x − mean) into the model and collect "
            "what does not depend on x.",
        ),
        Misconception(
            "weights not taken back",
            _sphered_step,
            "These are the weights of the sphered features. Insert the formula of sphering into the model, and read off the "
            "weights of the features themselves.",
        ),
        Misconception(
            "multiplied back",
            partial(_taken_back, power=0.5),
            "You multiplied by the standard deviations on the way back. The features were divided by them, so the weights of "
            "the features are divided by them too.",
        ),
        Misconception(
            "gradient step",
            partial(_taken_back, curvature=1.0),
            "Your step is twice as long as it should be. The curvature over sphered features is 2, not 1.",
        ),
        Misconception(
            "without sphering",
            _without_sphering,
            "This is the simplified step over the raw features. It reaches the minimum only over sphered ones.",
        ),
        Misconception(
            "only normalized",
            _only_normalized,
            "You standardized the features and did not rotate them, so each weight is the one that its feature would have "
            "alone. The Hessian keeps the correlations off its diagonal, and the simplified step ignores them.",
        ),
    ),
    hints=(
        "Sphere X, take one simplified step from zero, and you have a bias and one weight v for each direction. What does the "
        "model b + sᵀv say if you insert s = (x − mean) V / √d?",
        "The weights of the features are V @ (v / √d). The new bias is the old one minus mean @ weights.",
    ),
    because="No iteration and no system of equations was needed, and the result is the least squares fit.",
    solution="""\
def fit_in_one_step(X, y):
    mean = X.mean(axis=0)
    d, V = np.linalg.eigh((X - mean).T @ (X - mean) / len(X))
    S = (X - mean) @ V / np.sqrt(d)
    A = np.column_stack([np.ones(len(y)), S])
    w = np.zeros(A.shape[1])
    w = w - (2 * A.T @ (A @ w - y) / len(y)) / (2 * (A**2).mean(axis=0))  # one simplified step
    weights = V @ (w[1:] / np.sqrt(d))
    return w[0] - mean @ weights, weights
""",
    practises="sphering, one step, and taking the weights back to the features",
    minutes=15,
)

TASKS = (GRADIENT, STEP, FIT)

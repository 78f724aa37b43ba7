"""Exercise 9.8: one simplified Newton step over sphered features reaches the least squares minimum."""

from functools import partial

import numpy as np

from fewidgets.algorithms import LeastSquares, newton
from fewidgets.exercises.bank.tasks.sphering import tilted_cloud
from fewidgets.exercises.differences import descent_difference, least_squares_surface, scores_difference
from fewidgets.exercises.task import Case, Misconception, Result, Task

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


def _fit(X, y):
    lowest = newton(LeastSquares(X, y), np.zeros(X.shape[1] + 1), steps=2, epsilon=0.0).weights[-1]
    return lowest[0], lowest[1:]


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
            ("2 * A.T", "A.T"),
            "The factor 2 is missing: the derivative of a square u² is 2u times the derivative of u.",
        ),
        Misconception(
            "sum",
            (" / len(y)", ""),
            "These are sums over the examples. The cost is a mean, so divide by P.",
        ),
        Misconception(
            "half of the sum",
            ("2 * A.T @ (A @ w - y) / len(y)", "A.T @ (A @ w - y)"),
            "This is the sum of residuals times features. The factor 2/P of the cost is missing.",
        ),
        Misconception(
            "reversed",
            ("A @ w - y", "y - A @ w"),
            "The sign is reversed. The residual is the model minus y, not y minus the model.",
        ),
        Misconception(
            "bias last",
            ("A.T", "np.roll(A.T, -1, axis=0)"),
            "The entries are right, but the bias comes first, as in w.",
        ),
        Misconception(
            "no bias",
            ("A @ w", "X @ w[1:]"),
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
            ("gradient / curvatures", "np.linalg.solve(2 * A.T @ A / len(y), gradient)"),
            "This is the full Newton step: it solves a system with the whole Hessian. The simplified step divides by its "
            "diagonal alone.",
        ),
        Misconception(
            "not divided",
            (" / curvatures", ""),
            "This is a gradient step of length 1. Divide each entry of the gradient by its own curvature.",
        ),
        Misconception(
            "uphill",
            ("w - gradient", "w + gradient"),
            "You stepped uphill: the quotient is subtracted.",
        ),
        Misconception(
            "multiplied",
            ("gradient / curvatures", "gradient * curvatures"),
            "You multiplied by the curvatures. Divide by them: where the cost bends strongly, the step is short.",
        ),
        Misconception(
            "half the curvature",
            ("2 * (A**2)", "(A**2)"),
            "Your curvatures lack the factor 2, so the step is twice as long as it should be.",
        ),
        Misconception(
            "sums",
            (".mean(axis=0)", ".sum(axis=0)"),
            "Your curvatures are sums over the examples, while the gradient is a mean. Divide both by P.",
        ),
        Misconception(
            "variances",
            ("(A**2).mean(axis=0)", "np.append(1, X.var(axis=0))"),
            "You took the variances of the features. The diagonal has the means of their squares. The two agree only for "
            "centred features.",
        ),
        Misconception(
            "one after the other",
            (
                "    return w - gradient / curvatures",
                "    w = w.copy()\n"
                "    for n in range(len(w)):\n"
                "        w[n] -= 2 * A[:, n] @ (A @ w - y) / len(y) / curvatures[n]\n"
                "    return w",
            ),
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
            ("w[0] - mean @ weights", "w[0]"),
            "Your bias belongs to the sphered features, which are centred. Insert (x − mean) into the model and collect "
            "what does not depend on x.",
        ),
        Misconception(
            "weights not taken back",
            ("w[0] - mean @ weights, weights", "w[0], w[1:]"),
            "These are the weights of the sphered features. Insert the formula of sphering into the model, and read off the "
            "weights of the features themselves.",
        ),
        Misconception(
            "multiplied back",
            ("w[1:] / np.sqrt(d)", "w[1:] * np.sqrt(d)"),
            "You multiplied by the standard deviations on the way back. The features were divided by them, so the weights of "
            "the features are divided by them too.",
        ),
        Misconception(
            "gradient step",
            ("(2 * (A**2)", "((A**2)"),
            "Your step is twice as long as it should be. The curvature over sphered features is 2, not 1.",
        ),
        Misconception(
            "without sphering",
            ("(X - mean) @ V / np.sqrt(d)", "X", "V @ (w[1:] / np.sqrt(d))", "w[1:]", "w[0] - mean @ weights", "w[0]"),
            "This is the simplified step over the raw features. It reaches the minimum only over sphered ones.",
        ),
        Misconception(
            "only normalized",
            ("(X - mean) @ V / np.sqrt(d)", "(X - mean) / X.std(axis=0)", "V @ (w[1:] / np.sqrt(d))", "w[1:] / X.std(axis=0)"),
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

"""Tasks of exercise 9.13: the two-class softmax cost with an ℓ1 penalty, as in Example 9.12."""

from functools import partial

import numpy as np

from fewidgets.algorithms import Softmax
from fewidgets.exercises.bank.tasks.l1_housing import PATH_MISCONCEPTIONS, SHAPES, reference_path, sizes, table
from fewidgets.exercises.differences import path_difference, scores_difference
from fewidgets.exercises.differences.pictures import weights_over_lambda
from fewidgets.exercises.differences.single import single_difference
from fewidgets.exercises.task import Case, Misconception, Result, Task


def _labelled(rng, P, N):
    while True:
        X, weights = table(rng, P, N)
        y = np.where(X @ weights + 1.0 + 2.0 * rng.normal(size=P) > 0, 1.0, -1.0)
        if 3 <= (y > 0).sum() <= P - 2 and abs(y.sum()) > 1:
            return X, y


def _with_weights(rng):
    for P, N in SHAPES:
        yield Case((*_labelled(rng, P, N), rng.uniform(-1.5, 1.5, N + 1)), sizes(P, N))


def _alone(rng):
    """Put the largest slope into the second column."""
    for k, (P, N) in enumerate(SHAPES):
        X, y = _labelled(rng, P, N)
        slopes = _gradient(X, y, np.append(_odds(y), np.zeros(N)))[1:]
        best = int(np.abs(slopes).argmax())
        X = np.roll(X, 1 - best, axis=1) * np.sign(slopes[best]) * (-1) ** k
        yield Case((X, y), sizes(P, N))


def _with_grid(rng):
    for P, N in SHAPES:
        yield Case((*_labelled(rng, P, N), np.array([0.0, 0.05, 0.1, 0.3]), 0.3, 40), f"{sizes(P, N)}, 4 values of λ")


def _gradient(X, y, w):
    return Softmax(X, y).gradient(w)


def _odds(y):
    return np.log((y > 0).sum() / (y < 0).sum())


def _path(X, y, lambdas, alpha, steps):
    return reference_path(X, y, lambdas, alpha, steps, cost="softmax")


GRADIENT = Task(
    name="9.13 gradient",
    signature="gradient(X, y, w)",
    results=(Result("gradient", "the gradient", points=2),),
    reference=_gradient,
    cases=_with_weights,
    difference=partial(scores_difference, what=("the gradient",), kind="entry"),
    misconceptions=(
        Misconception(
            "sum",
            (" / len(y)", ""),
            "These are sums over the examples. The cost is a mean, so divide by P.",
        ),
        Misconception(
            "reversed",
            ("-A.T", "A.T"),
            "The sign is reversed: the cost falls when a margin grows.",
        ),
        Misconception(
            "right ones",
            ("np.exp(y", "np.exp(-y"),
            "Your factor is large for examples that are classified with certainty. It must be σ of minus the margin.",
        ),
        Misconception(
            "labels left out",
            ("unsure * y", "unsure"),
            "The label y stands in the margin, and once more before x: it is missing there.",
        ),
        Misconception(
            "zero and one",
            ("-A.T @ (unsure * y)", "A.T @ (1 / (1 + np.exp(-A @ w)) - y)"),
            "σ(model) − y is the gradient for labels 0 and 1. Here they are −1 and +1.",
        ),
        Misconception(
            "no bias",
            ("A @ w", "X @ w[1:]"),
            "The bias w[0] is missing in the model.",
        ),
    ),
    hints=(
        "The derivative of log(1 + exp(−m)) by the margin m is −σ(−m). Here m = y (w₀ + x·ω). What is its derivative by a "
        "weight?",
        "Each example adds −σ(−m) y x, with x = 1 for the bias. Take the mean over the examples.",
    ),
    because="An example pulls with y x, and the harder the less certain the model is of its label.",
    solution="""\
def gradient(X, y, w):
    A = np.column_stack([np.ones(len(y)), X])
    unsure = 1 / (1 + np.exp(y * (A @ w)))
    return -A.T @ (unsure * y) / len(y)
""",
    practises="the gradient of the two-class softmax cost",
    minutes=12,
)

LARGEST = Task(
    name="9.13 largest λ",
    signature="largest_lambda(X, y)",
    results=(Result("largest", "the largest λ", points=2),),
    cases=_alone,
    difference=partial(single_difference, what="the largest λ", picture=weights_over_lambda),
    misconceptions=(
        Misconception(
            "bias of zero",
            ("np.log((y > 0).sum() / (y < 0).sum())", "0"),
            "You take the slopes with a bias of 0. The bias is free, so it is tuned first: the log odds of the classes.",
        ),
        Misconception(
            "mean label",
            ("np.log((y > 0).sum() / (y < 0).sum())", "y.mean()"),
            "The mean of the labels is the best bias of least squares. For the softmax cost it is the log odds.",
        ),
        Misconception(
            "other odds",
            ("np.log((y > 0).sum() / (y < 0).sum())", "-np.log((y > 0).sum() / (y < 0).sum())"),
            "Your bias has the wrong sign: it must favour the larger class.",
        ),
        Misconception(
            "sum",
            (" / len(y)", ""),
            "This is the λ of the summed cost. Here the cost is the mean over the examples.",
        ),
        Misconception(
            "smallest",
            (".max()", ".min() * 0.5"),
            "Half of the smallest slope keeps weights in the model. All of them are zero from the largest slope on.",
        ),
        Misconception(
            "one side",
            ("return np", "return -np"),
            "λ is not negative: take the magnitude of the slopes.",
        ),
    ),
    hints=(
        "At zero weights, a weight begins to pay if the cost falls faster than the penalty grows. How fast does that grow?",
        "Tune the bias alone: it is log(P₊ / P₋). Then take the largest magnitude in the gradient of the features.",
    ),
    because="From this λ on, no feature lowers the cost by more than its weight costs.",
    solution="""\
def largest_lambda(X, y):
    w = np.zeros(X.shape[1] + 1)
    w[0] = np.log((y > 0).sum() / (y < 0).sum())
    A = np.column_stack([np.ones(len(y)), X])
    slopes = -A.T @ (y / (1 + np.exp(y * (A @ w)))) / len(y)
    return np.abs(slopes[1:]).max()
""",
    practises="where a path of weights begins",
    minutes=12,
)

PATH = Task(
    name="9.13 path",
    signature="path(X, y, lambdas, alpha, steps)",
    results=(Result("biases", "the biases"), Result("weights", "the weights", points=2)),
    reference=_path,
    cases=_with_grid,
    difference=partial(path_difference, over=2, what=("the biases", "the weights"), cost="softmax"),
    misconceptions=PATH_MISCONCEPTIONS,
    hints=(
        "Take the loop of Exercise 9.12, and put the new gradient into its step.",
        "The sign of the bias must be 0 in the step. Begin each run with zero weights.",
    ),
    because="Only the gradient differs from least squares: the penalty and the loop stay as they are.",
    solution="""\
def path(X, y, lambdas, alpha, steps):
    A = np.column_stack([np.ones(len(y)), X])
    rows = []
    for lam in lambdas:
        w = np.zeros(A.shape[1])
        for _ in range(steps):
            sign = np.sign(w)
            sign[0] = 0
            unsure = 1 / (1 + np.exp(y * (A @ w)))
            w = w - alpha * (-A.T @ (unsure * y) / len(y) + lam * sign)
        rows.append(w)
    rows = np.array(rows)
    return rows[:, 0], rows[:, 1:]
""",
    practises="using one descent with another cost",
    minutes=12,
)

TASKS = (GRADIENT, LARGEST, PATH)

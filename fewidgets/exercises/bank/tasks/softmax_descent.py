"""Tasks of exercises 9.1 and 9.5: a two-class classifier trained by gradient descent."""

from functools import partial

import numpy as np

from fewidgets.algorithms import Softmax, gradient_descent
from fewidgets.exercises.differences import descent_difference
from fewidgets.exercises.task import Case, Misconception, Result, Task


def _classes(rng, P, N):
    """Draw two classes that overlap, so that descent keeps a cost to lower."""
    y = np.where(np.arange(P) % 3 == 0, -1.0, 1.0)
    X = 0.6 + rng.normal(size=(P, N)) * rng.uniform(0.5, 1.5, size=N) + 0.5 * y[:, None] * rng.choice([-1.0, 1.0], size=N)
    return X, y


#: Mistakes in the gradient, which both tasks share.
_WRONG_SLOPES = (
    Misconception(
        "sum instead of mean",
        ("(A @ w)))) / len(y)", "(A @ w))))"),
        "Your gradient is the sum over the examples. The cost is a mean: divide by P, or each step becomes P times as long.",
    ),
    Misconception(
        "uphill",
        ("w - step_length", "w + step_length"),
        "You walk uphill: the gradient points to where the cost rises. Subtract it from the weights.",
    ),
    Misconception(
        "least squares",
        ("-A.T @ (y / (1 + np.exp(y * (A @ w))))", "2 * A.T @ (A @ w - y)"),
        "This is descent on the least squares cost, which wants every output to be exactly −1 or +1. Use the softmax cost.",
    ),
    Misconception(
        "labels as probabilities",
        ("-A.T @ (y / (1 + np.exp(y * (A @ w))))", "A.T @ (1 / (1 + np.exp(-A @ w)) - y)"),
        "Your gradient has the form σ(output) − y. It belongs to labels 0 and 1. Here the labels are −1 and +1.",
    ),
    Misconception(
        "bias kept",
        ("-A.T @ (y", "-(A * (np.arange(A.shape[1]) > 0)).T @ (y"),
        "The bias never moves. It is a weight as well: put a column of ones before the features.",
    ),
    Misconception(
        "sign in the exponent",
        ("(1 + np.exp(y", "(1 + np.exp(-y"),
        "The exponent has the wrong sign. An example far on its right side has a large y·output, and should hardly pull at "
        "the weights. In your gradient it pulls most.",
    ),
)


def _training_cases(rng):
    for P, N, step_length, steps in ((30, 3, 0.4, 6), (90, 5, 0.3, 12), (60, 1, 0.5, 5)):
        X, y = _classes(rng, P, N)
        yield Case((X, y, step_length, steps), f"{P} examples, {N} feature{'s' * (N > 1)}, {steps} steps")
    # The classes are of one size, so the bias stays exactly 0 in this step, and with it the output of the zero rows.
    X, y = np.zeros((8, 2)), np.tile([1.0, -1.0], 4)
    while not (y @ X).any():  # where the gradient is 0, descent takes no step
        X[:6] = rng.integers(1, 4, size=(6, 2))
    yield Case((X, y, 0.5, 1), "8 examples, two of them zero, 1 step")


def _reference_training(X, y, step_length, steps):
    trace = gradient_descent(Softmax(X, y), np.zeros(X.shape[1] + 1), step_length, steps)
    counted = trace.misclassifications
    assert counted is not None  # a cost with labels counts
    return trace.weights[-1].copy(), counted[1:].copy()


_TRAINING = Task(
    name="9.1 training",
    signature="train(X, y, step_length, steps)",
    results=(
        Result("weights", "the last weights", points=2),
        Result("wrong", "the numbers of errors"),
    ),
    reference=_reference_training,
    cases=_training_cases,
    misconceptions=(
        *_WRONG_SLOPES,
        Misconception(
            "counted before the step",
            (
                "        w = w - step_length * gradient\n        wrong.append(int((y * (A @ w) <= 0).sum()))\n",
                "        wrong.append(int((y * (A @ w) <= 0).sum()))\n        w = w - step_length * gradient\n",
            ),
            "You count the errors before each step. Your first number belongs to the weights 0, and that of the last weights "
            "is missing.",
        ),
        Misconception(
            "zero is right",
            ("<= 0", "< 0"),
            "You count an example with the output 0 as right. An example is misclassified unless y times its output is "
            "positive.",
        ),
        Misconception(
            "counted the right ones",
            ("<= 0", "> 0"),
            "You count the examples on the right side. Count the others.",
        ),
    ),
    difference=partial(descent_difference, what=("the last weights", "the numbers of errors")),
    hints=(
        "Put a column of ones before the features: A = np.column_stack([np.ones(len(X)), X]). Then the outputs are A @ w.",
        "The gradient is the mean over the examples of −y·σ(−y·output) times the row of A, with σ(t) = 1 / (1 + exp(−t)).",
        "In each step: subtract step_length times the gradient, then count the examples with y · output ≤ 0.",
    ),
    because="Each step follows the mean of the slopes of all examples, and the errors are counted with the new weights.",
    solution="""import numpy as np


def train(X, y, step_length, steps):
    A = np.column_stack([np.ones(len(X)), X])
    w = np.zeros(A.shape[1])
    wrong = []
    for _ in range(steps):
        gradient = -A.T @ (y / (1 + np.exp(y * (A @ w)))) / len(y)
        w = w - step_length * gradient
        wrong.append(int((y * (A @ w) <= 0).sum()))
    return w, np.array(wrong)
""",
    practises="gradient descent on the two-class softmax cost",
    minutes=15,
)


def _descent_cases(rng):
    for P, N, step_length, steps in ((30, 3, 0.4, 6), (50, 6, 0.2, 9), (24, 1, 0.5, 1), (24, 1, 30.0, 3)):
        X, y = _classes(rng, P, N)  # 30 is too long a step: the cost rises
        yield Case(
            (X, y, rng.normal(size=N + 1).round(2), step_length, steps),
            f"{P} examples, {N} feature{'s' * (N > 1)}, {steps} step{'s' * (steps > 1)} of length {step_length:g}",
        )


def _reference_costs(X, y, w, step_length, steps):
    return gradient_descent(Softmax(X, y), w, step_length, steps).costs.copy()


_DESCENT = Task(
    name="9.5 descent",
    signature="descend(X, y, w, step_length, steps)",
    results=(Result("costs", "the costs", points=3),),
    reference=_reference_costs,
    cases=_descent_cases,
    misconceptions=(
        *_WRONG_SLOPES,
        Misconception(
            "start at zero",
            ("    costs = [", "    w = np.zeros(len(w))\n    costs = ["),
            "You start at zero weights. Start at the weights w that are given.",
        ),
        Misconception(
            "summed costs",
            ("return np.array(costs)", "return len(y) * np.array(costs)"),
            "Your weights are right, and your costs are sums over the examples. Give the mean, so that tables of different "
            "lengths can be compared.",
        ),
    ),
    difference=partial(descent_difference, what=("the costs",)),
    hints=(
        "Put a column of ones before the features: A = np.column_stack([np.ones(len(X)), X]).",
        "The cost is np.mean(np.log(1 + np.exp(-y * (A @ w)))). Its gradient is the mean of −y·σ(−y·output) times the row "
        "of A.",
        "Note the cost of the start first. Then, in each step, move the weights and note the new cost: steps + 1 numbers.",
    ),
    because="The list begins with the cost of the start, and each step follows the mean of the slopes of all examples.",
    solution="""import numpy as np


def descend(X, y, w, step_length, steps):
    A = np.column_stack([np.ones(len(X)), X])
    costs = [np.mean(np.log(1 + np.exp(-y * (A @ w))))]
    for _ in range(steps):
        w = w - step_length * (-A.T @ (y / (1 + np.exp(y * (A @ w)))) / len(y))
        costs.append(np.mean(np.log(1 + np.exp(-y * (A @ w)))))
    return np.array(costs)
""",
    practises="comparing two runs of gradient descent with the same settings",
    minutes=12,
)

TASKS = (_TRAINING, _DESCENT)

"""Tasks of exercise 9.12: least squares with an ℓ1 penalty, by steps of fixed length, as in Example 9.11."""

from functools import partial

import numpy as np

from fewidgets.algorithms import LeastSquares, l1_gradient_descent
from fewidgets.exercises.differences import descent_difference, least_squares_surface, path_difference
from fewidgets.exercises.differences.pictures import parts_of_penalized
from fewidgets.exercises.differences.single import single_difference
from fewidgets.exercises.task import Case, Misconception, Result, Task

#: Shapes of the fresh data: examples and features.
SHAPES = ((8, 1), (12, 2), (25, 4), (20, 3))


def table(rng, P, N):
    """Draw correlated features, with means near 0 and scales near 1, and true weights."""
    X = (rng.normal(size=(P, N)) + 0.5 * rng.normal(size=(P, 1)) + rng.uniform(-0.3, 0.3, N)) * rng.uniform(0.7, 1.4, N)
    return X, rng.uniform(0.5, 2.0, N) * rng.choice([-1.0, 1.0], N)


def data(rng, P, N):
    X, weights = table(rng, P, N)
    return X, X @ weights + rng.uniform(1, 3) + 0.5 * rng.normal(size=P)


def sizes(P, N):
    return f"{P} examples, {N} feature{'s' * (N > 1)}"


def _with_weights(rng):
    for P, N in SHAPES:
        w = rng.uniform(0.3, 2.0, N + 1) * rng.choice([-1.0, 1.0], N + 1)
        yield Case((*data(rng, P, N), w, float(rng.uniform(0.5, 2.0))), sizes(P, N))


def _with_steps(rng):
    """Draw weights of which one is 0, and one so small that the penalty leads across 0."""
    for case in _with_weights(rng):
        X, y, w, lam = case.arguments
        if len(w) > 2:
            w[-2:] = 0.0, 0.02 * lam
        yield Case((X, y, w, lam, 0.05), case.label)


def _with_grid(rng):
    for P, N in SHAPES:
        yield Case((*data(rng, P, N), np.array([0.0, 0.4, 1.1, 2.5]), 0.04, 30), f"{sizes(P, N)}, 4 values of λ")


def _cost(X, y, w, lam):
    return LeastSquares(X, y).value(w) + lam * np.abs(w[1:]).sum()


def sign_of(w):
    return np.concatenate([[0.0], np.sign(w[1:])])


def _step(X, y, w, lam, alpha):
    return w - alpha * (LeastSquares(X, y).gradient(w) + lam * sign_of(w))


def reference_path(X, y, lambdas, alpha, steps, cost="least_squares"):
    name = "softmax" if cost == "softmax" else "least_squares"
    found = l1_gradient_descent(X, y, lambdas, steps=steps, step_length=alpha, cost=name)
    return np.array(found.biases), np.array(found.weights)


#: Mistakes in the loop over λ, which is the same for both costs but for the gradient.
PATH_MISCONCEPTIONS = (
    Misconception(
        "bias penalized",
        ("            sign[0] = 0\n", ""),
        "The penalty holds the bias down too. It belongs to no feature, so leave it out of the penalty.",
    ),
    Misconception(
        "warm start",
        ("        w = np.zeros(A.shape[1])\n", "", "    rows = []\n", "    rows = []\n    w = np.zeros(A.shape[1])\n"),
        "Each run begins where the one before it ended. Here every λ has a run of its own, from zero weights.",
    ),
    Misconception(
        "penalty subtracted",
        ("+ lam * sign", "- lam * sign"),
        "The penalty drives the weights away from zero. A step goes against the derivative of both parts of the cost.",
    ),
    Misconception(
        "squares",
        ("np.sign(w)", "2 * w"),
        "This is the penalty of the squares, whose derivative is 2λω. The derivative of |ω| is its sign.",
    ),
    Misconception(
        "soft threshold",
        (" + lam * sign)", ")\n            w[1:] = np.sign(w[1:]) * np.maximum(np.abs(w[1:]) - alpha * lam, 0)"),
        "This sets weights to exactly 0 when a step would take them across it. It is a better method than the one that "
        "is asked for: steps against the gradient plus λ times the sign.",
    ),
    Misconception(
        "summed cost",
        (" / len(y) +", " +"),
        "The cost is the mean over the examples, and you take the sum. The penalty then counts P times less.",
    ),
    Misconception(
        "no penalty",
        (" + lam * sign", ""),
        "λ changes nothing: the penalty is missing in the step.",
    ),
    Misconception(
        "one step less",
        ("range(steps)", "range(steps - 1)"),
        "You take one step too few. With `range(steps)` the loop runs `steps` times.",
    ),
    Misconception(
        "rows reversed",
        ("np.array(rows)", "np.array(rows[::-1])"),
        "The rows stand in the opposite order. The first row belongs to the first λ of the argument.",
    ),
)


COST = Task(
    name="9.12 cost",
    signature="penalized_cost(X, y, w, lam)",
    results=(Result("cost", "the cost"),),
    reference=_cost,
    cases=_with_weights,
    difference=partial(single_difference, what="the cost", picture=parts_of_penalized),
    misconceptions=(
        Misconception(
            "bias penalized",
            ("np.abs(w[1:])", "np.abs(w)"),
            "The bias is in your penalty. It belongs to no feature, so it stays free.",
        ),
        Misconception(
            "squares",
            ("np.abs(w[1:])", "(w[1:] ** 2)"),
            "You add the squares of the weights. The ℓ1 norm adds their magnitudes.",
        ),
        Misconception(
            "no magnitude",
            ("np.abs(w[1:])", "w[1:]"),
            "Negative weights lower your penalty. Take the magnitude of each weight first.",
        ),
        Misconception(
            "summed",
            ("np.mean(", "np.sum("),
            "You add the squared residuals up. The cost here is their mean.",
        ),
        Misconception(
            "mean penalty",
            ("np.abs(w[1:]).sum()", "np.abs(w).mean()"),
            "You average the penalty over the weights. It is a sum, without the bias.",
        ),
        Misconception(
            "no penalty",
            (" + lam * np.abs(w[1:]).sum()", ""),
            "This is the cost without its penalty.",
        ),
    ),
    hints=(
        "The cost has two parts: the mean of the squared residuals, and λ times the sum of |w| over the features.",
        "`w[0]` is the bias, and `w[1:]` are the weights of the features. Only these are penalized.",
    ),
    because="The penalty adds λ for each unit of each weight, and nothing for the bias.",
    solution="""\
def penalized_cost(X, y, w, lam):
    residuals = w[0] + X @ w[1:] - y
    return np.mean(residuals**2) + lam * np.abs(w[1:]).sum()
""",
    practises="writing a penalized cost, with a free bias",
    minutes=6,
)

STEP = Task(
    name="9.12 step",
    signature="step(X, y, w, lam, alpha)",
    results=(Result("weights", "the weights after the step", points=2),),
    reference=_step,
    cases=_with_steps,
    difference=partial(
        descent_difference,
        what=("the weights",),
        names=("the bias",),
        start=2,
        surface=lambda X, y, w, lam, alpha: least_squares_surface(X, y, lam),
    ),
    misconceptions=(
        Misconception(
            "bias penalized",
            ("    sign[0] = 0\n", ""),
            "The penalty moves the bias too. Its entry in the derivative of the penalty is 0.",
        ),
        Misconception(
            "penalty subtracted",
            ("slopes + lam", "slopes - lam"),
            "Your penalty moves the weights away from zero. A step goes against both derivatives.",
        ),
        Misconception(
            "weights for signs",
            ("np.sign(w)", "w.copy()"),
            "You multiply λ by the weight. The derivative of |w| is the sign of w, whatever its size.",
        ),
        Misconception(
            "no sign",
            ("np.sign(w)", "np.ones(len(w))"),
            "You move every weight down. Negative ones have to go up: the sign is missing.",
        ),
        Misconception(
            "no length",
            ("alpha * (slopes + lam * sign)", "alpha * slopes - lam * sign"),
            "The step length α stands at the gradient alone. It belongs to both parts.",
        ),
        Misconception(
            "divided by the magnitude",
            ("np.sign(w)", "w / np.abs(w)"),
            "Where a weight is 0, w / |w| is 0 / 0, which gives NaN. The sign of 0 is 0 here.",
        ),
        Misconception(
            "soft threshold",
            (
                "return w - alpha * (slopes + lam * sign)",
                "w = w - alpha * slopes\n"
                "    return np.append(w[0], np.sign(w[1:]) * np.maximum(np.abs(w[1:]) - alpha * lam, 0))",
            ),
            "This is soft thresholding, which sets weights to exactly 0. Here a step goes against the gradient plus λ times "
            "the sign, and may lead across 0.",
        ),
        Misconception(
            "uphill",
            ("w - alpha", "w + alpha"),
            "This step goes uphill: subtract it.",
        ),
    ),
    hints=(
        "What is the derivative of |w| for a positive w, and for a negative one?",
        "`np.sign(w)` has both, and 0 for a weight of 0. The bias has no penalty: set its entry to 0.",
    ),
    because="The derivative of λ|w| is λ for positive weights and −λ for negative ones, and the bias has none.",
    solution="""\
def step(X, y, w, lam, alpha):
    A = np.column_stack([np.ones(len(y)), X])
    slopes = 2 * A.T @ (A @ w - y) / len(y)
    sign = np.sign(w)
    sign[0] = 0
    return w - alpha * (slopes + lam * sign)
""",
    practises="a step against the derivative of a cost with corners",
    minutes=10,
)

PATH = Task(
    name="9.12 path",
    signature="path(X, y, lambdas, alpha, steps)",
    results=(Result("biases", "the biases"), Result("weights", "the weights", points=2)),
    reference=reference_path,
    cases=_with_grid,
    difference=partial(path_difference, over=2, what=("the biases", "the weights"), cost="least_squares"),
    misconceptions=PATH_MISCONCEPTIONS,
    hints=(
        "Two loops: the outer one over the values of λ, the inner one over the steps of one run.",
        "Begin each run with `w = np.zeros(N + 1)`. Keep `w` of the last step, and go on to the next λ.",
    ),
    because="Each λ has a run of its own, from zero, with the same number of steps of the same length.",
    solution="""\
def path(X, y, lambdas, alpha, steps):
    A = np.column_stack([np.ones(len(y)), X])
    rows = []
    for lam in lambdas:
        w = np.zeros(A.shape[1])
        for _ in range(steps):
            sign = np.sign(w)
            sign[0] = 0
            w = w - alpha * (2 * A.T @ (A @ w - y) / len(y) + lam * sign)
        rows.append(w)
    rows = np.array(rows)
    return rows[:, 0], rows[:, 1:]
""",
    practises="a descent for each value of a parameter",
    minutes=14,
)

TASKS = (COST, STEP, PATH)

"""Tasks of exercise 9.11: who repays a loan, by boosting the softmax cost, as in Example 9.7."""

from functools import partial

import numpy as np

from fewidgets.algorithms import boost
from fewidgets.exercises.bank.tasks.boosting import chosen_twice
from fewidgets.exercises.differences import boosting_difference
from fewidgets.exercises.differences.pictures import cost_over_weight
from fewidgets.exercises.differences.single import single_difference
from fewidgets.exercises.task import Case, Misconception, Result, Task


def _labels(rng, outputs):
    """Draw labels, four in five of them +1, so that half of the log odds is far from the mean."""
    noisy = outputs + rng.logistic(size=len(outputs))
    return np.where(noisy > np.quantile(noisy, rng.uniform(0.17, 0.27)), 1.0, -1.0)


def _weight(x, y, outputs):
    """Tune the weight with Newton's method, kept finite where a weight separates the labels."""
    w = 0.0
    for _ in range(25):
        p = 1 / (1 + np.exp(np.clip(y * (outputs + w * x), -60, 60)))
        w = np.clip(w + (p * y * x).sum() / max((p * (1 - p) * x**2).sum(), 1e-9), -8, 8)
    return w


def _weight_cases(rng):
    """Draw features until ten Newton steps reach the weight; for the last one, until three do not."""
    three, ten = (WEIGHT.changed("range(20)", f"range({steps})") for steps in (3, 10))
    for P, scale, steep in ((12, 1.0, 1.2), (40, 0.5, 1.2), (100, 2.0, 6.0)):
        while True:
            x = rng.normal(size=P) * scale
            outputs = 0.6 * rng.normal(size=P) + 0.5
            y = _labels(rng, outputs + steep * x / scale)
            right = _weight(x, y, outputs)
            with np.errstate(all="ignore"):
                reached = abs(ten(x, y, outputs) - right) < 1e-6
                early = abs(three(x, y, outputs) - right) < 0.01 * abs(right)
            if reached and (P < 100 or not early):
                break
        yield Case((x, y, outputs), f"{P} examples, a feature of size {scale:g}")


WEIGHT = Task(
    name="9.11 single weight",
    signature="tune(x, y, outputs)",
    results=(Result("weight", "the weight", points=2, atol=2e-3, rtol=2e-3),),
    reference=_weight,
    cases=_weight_cases,
    difference=partial(single_difference, what="the weight", picture=cost_over_weight),
    misconceptions=(
        Misconception(
            "earlier rounds forgotten",
            ("outputs + w * x", "w * x"),
            "This weight would be the best one without earlier rounds. Add `outputs` to w x before you multiply by the label.",
        ),
        Misconception(
            "one step",
            ("range(20)", "range(1)"),
            "This is the first Newton step from w = 0. The cost is no parabola, so one step does not reach its minimum.",
        ),
        Misconception(
            "least squares",
            ("return w", "return x @ (y - outputs) / (x @ x)"),
            "This weight minimizes the squared error on the labels. The softmax cost is Σ log(1 + exp(−y (outputs + w x))).",
        ),
        Misconception(
            "sign",
            ("return w", "return -w"),
            "The sign is the wrong way round. Does a step go down the slope?",
        ),
        Misconception(
            "labels left out of the slope",
            (
                "w + np.sum(p * y * x) / np.sum(p * (1 - p) * x**2)",
                "np.clip(w + np.sum(p * x) / np.sum(p * (1 - p) * x**2), -8, 8)",
            ),
            "The slope lacks the labels. Each example adds −σ(−margin) · y · x, with the margin y (outputs + w x).",
        ),
        Misconception(
            "outputs not multiplied by the label",
            ("y * (outputs + w * x)", "outputs + y * w * x"),
            "The outputs of earlier rounds stand outside of the margin. The label multiplies the whole output of the model.",
        ),
    ),
    hints=(
        "The cost of one weight is Σ log(1 + exp(−m)) with the margins m = y (outputs + w x). What is its derivative in w?",
        "With p = 1 / (1 + exp(m)), the slope is −Σ p y x and the curvature Σ p (1 − p) x². Take Newton steps from w = 0.",
    ),
    because="At this weight, the slope of the softmax cost is 0, and the cost is convex.",
    solution="""def tune(x, y, outputs):
    w = 0.0
    for _ in range(20):
        p = 1 / (1 + np.exp(y * (outputs + w * x)))
        w = w + np.sum(p * y * x) / np.sum(p * (1 - p) * x**2)
    return w
""",
    practises="Newton's method for one weight",
    minutes=12,
    seconds=10.0,
)


def _reference(X, y, rounds):
    trace = boost(X, y, rounds=rounds, cost="softmax")
    return trace.bias, trace.weights[-1], trace.order


def _squares(X, y, rounds):
    trace = boost(X, y, rounds=rounds)
    return trace.bias, trace.weights[-1], trace.order


def _cases(rng):
    for P, N, rounds in ((30, 3, 2), (50, 4, 3), (80, 5, 5)):
        scales = np.geomspace(0.5, 2.5, N)
        X = (rng.normal(size=(P, N)) + 0.7 * rng.normal(size=(P, 1)) + rng.uniform(0.2, 0.6, size=N)) * rng.permutation(scales)
        y = _labels(rng, X @ (rng.uniform(0.8, 2.0, size=N) * rng.choice([-1.0, 1.0], size=N) / scales))
        yield Case((X, y, rounds), f"{P} applicants, {N} features, {rounds} rounds")


CREDIT = Task(
    name="9.11 credit",
    signature="boost_softmax(X, y, rounds)",
    results=(
        Result("bias", "the bias", atol=2e-3, rtol=2e-3),
        Result("weights", "the weights", points=2, atol=2e-3, rtol=2e-3),
        Result("order", "the order", points=2),
    ),
    reference=_reference,
    cases=_cases,
    misconceptions=(
        Misconception(
            "least squares",
            _squares,
            "This is boosting with least squares on the labels. Here the cost is the softmax cost.",
        ),
        Misconception(
            "no bias",
            ("np.log((y == 1).sum() / (y == -1).sum())", "0.0"),
            "The model has no bias. Tune it first, alone: at which output is the softmax cost of a constant lowest?",
        ),
        Misconception(
            "bias is the mean",
            ("np.log((y == 1).sum() / (y == -1).sum())", "y.mean()"),
            "The bias is the mean of the labels, which minimizes squares. The softmax cost of a constant is lowest elsewhere.",
        ),
        Misconception(
            "bias reversed",
            ("np.log((y == 1).sum() / (y == -1).sum())", "-np.log((y == 1).sum() / (y == -1).sum())"),
            "The bias has the wrong sign. A positive output stands for the label +1.",
        ),
        Misconception(
            "half log odds",
            ("np.log((y == 1).sum() / (y == -1).sum())", "np.log((y == 1).sum() / (y == -1).sum()) / 2"),
            "The bias is half of the log odds. That is the best one for the exponential cost, as in AdaBoost.",
        ),
        Misconception(
            "outputs never updated",
            ("outputs + tuned[best] * X[:, best]", "outputs"),
            "Every round starts from the bias alone. A round has to start from the outputs of the model so far.",
        ),
        Misconception(
            "one step",
            ("steps=20", "steps=1"),
            "The weights are those of one Newton step. The cost is no parabola: repeat the step until the weight stays.",
        ),
        Misconception(
            "chosen by the weight",
            ("np.log(1 + np.exp(-y[:, None] * (outputs[:, None] + tuned * X))).mean(axis=0)", "-np.abs(tuned)"),
            "The feature with the largest weight is chosen. That favours features of a small scale. Compare the costs.",
        ),
        Misconception(
            "chosen by the slope",
            (
                "np.log(1 + np.exp(-y[:, None] * (outputs[:, None] + tuned * X))).mean(axis=0)",
                "-np.abs(X.T @ (y / (1 + np.exp(y * outputs))))",
            ),
            "The feature with the steepest slope at w = 0 is chosen. That favours features of a large scale. Tune each weight "
            "first, and compare the costs.",
        ),
        Misconception(
            "largest cost",
            ("np.inf", "-np.inf", "argmin", "argmax"),
            "In each round, the feature with the largest cost is chosen. Which one should it be?",
        ),
        Misconception(
            "chosen by misclassifications",
            (
                "np.log(1 + np.exp(-y[:, None] * (outputs[:, None] + tuned * X))).mean(axis=0)",
                "(y[:, None] * (outputs[:, None] + tuned * X) <= 0).mean(axis=0)",
            ),
            "The feature with the fewest misclassifications is chosen. Compare the costs.",
        ),
        Misconception(
            "refitted",
            (
                "        order.append(best)\n",
                "        order.append(best)\n"
                "        A, v = X[:, order], w[order]\n"
                "        for _ in range(40):\n"
                "            p = 1 / (1 + np.exp(np.clip(y * (bias + A @ v), -60, 60)))\n"
                "            v = v + np.linalg.solve(A.T @ (A * (p * (1 - p))[:, None]) + 1e-9 * "
                "np.eye(len(v)), A.T @ (p * y))\n"
                "        w[order], outputs = v, bias + A @ v\n",
            ),
            "All chosen weights are tuned again, together. Boosting freezes a weight once it is tuned.",
        ),
        Misconception(
            "refitted with the bias",
            (
                "        order.append(best)\n",
                "        order.append(best)\n"
                "        A, v = np.column_stack([np.ones(len(y)), X[:, order]]), np.append(bias, w[order])\n"
                "        for _ in range(40):\n"
                "            p = 1 / (1 + np.exp(np.clip(y * (A @ v), -60, 60)))\n"
                "            v = v + np.linalg.solve(A.T @ (A * (p * (1 - p))[:, None]) + 1e-9 * "
                "np.eye(len(v)), A.T @ (p * y))\n"
                "        bias, w[order], outputs = v[0], v[1:], A @ v\n",
            ),
            "The bias and all chosen weights are tuned again, together. Boosting freezes each of them once it is tuned.",
        ),
        *chosen_twice("outputs"),
        Misconception(
            "counted from 1",
            ("np.array(order)", "np.array(order) + 1"),
            "The features in the order are counted from 1. Count them from 0, as Python counts columns.",
        ),
    ),
    difference=partial(boosting_difference, cost="softmax"),
    hints=(
        "The bias comes first. The softmax cost of a constant b is P₊ log(1 + e⁻ᵇ) + P₋ log(1 + eᵇ). Where is its slope 0?",
        "Keep the outputs of the model, one for each applicant. A round tunes the weight of every unused feature, each alone, "
        "and compares Σ log(1 + exp(−y (outputs + w x))).",
        "After a round, add the winner's weight times its column to the outputs. Nothing else changes.",
    ),
    because="Each round tunes one weight of the softmax cost against the outputs so far, and freezes it.",
    solution="fewidgets.algorithms.plain.boost_softmax",
    practises="boosting with a cost that has no formula for its minimum",
    minutes=25,
    seconds=10.0,
)

TASKS = (WEIGHT, CREDIT)

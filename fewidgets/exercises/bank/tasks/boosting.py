"""Tasks of exercise 9.9: boosting least squares, as in Example 9.6."""

import numpy as np

from fewidgets.algorithms import boost
from fewidgets.exercises.differences import boosting_difference
from fewidgets.exercises.differences.boosting_round import round_difference
from fewidgets.exercises.task import Case, Misconception, Result, Task


def _reference(X, y, rounds):
    trace = boost(X, y, rounds=rounds)
    return trace.bias, trace.weights[-1], trace.order


def _cases(rng):
    """Draw features of different scales and means that depend on each other, so that every mistake shows."""
    for P, N, rounds in ((12, 3, 2), (20, 4, 3), (40, 8, 6), (15, 1, 1)):
        X, y = _drawn(rng, P, N)
        ways = BOOSTING.reference, BOOSTING.mistake("refitted"), BOOSTING.mistake("forward selection")
        while P == 40 and len({tuple(way(X, y, rounds)[2].tolist()) for way in ways}) < 3:
            X, y = _drawn(rng, P, N)
        label = f"{_counted(P, 'example')}, {_counted(N, 'feature')}, {_counted(rounds, 'round')}"
        yield Case((X, y, rounds), label)


def _counted(count, thing):
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _drawn(rng, P, N):
    """Draw until the first feature is another one if magnitudes are added up in place of squares."""
    scales = np.geomspace(1.0, 5.0, N) if N > 1 else np.array([2.0])
    while True:
        hidden = rng.normal(size=(P, 1))
        X = (rng.normal(size=(P, N)) + 0.8 * hidden + rng.uniform(0.3, 0.9, size=N)) * rng.permutation(scales)
        X = X * rng.choice([-1.0, 1.0], size=N)
        y = 4.0 + X @ (rng.uniform(1.0, 3.0, size=N) * rng.choice([-1.0, 1.0], size=N) / scales) + rng.normal(size=P)
        residual = y - y.mean()
        left = residual[:, None] - X.T @ residual / (X**2).sum(axis=0) * X
        if N == 1 or (left**2).sum(axis=0).argmin() != np.abs(left).sum(axis=0).argmin():
            return X, y


def _round_cases(rng):
    """From the second case on, the best feature of all is used already."""
    for P, N, taken in ((6, 3, 0), (12, 4, 1), (30, 6, 3), (20, 5, 2), (25, 7, 1)):
        X, y = _drawn(rng, P, N)
        residual = y - y.mean()
        used = []
        for _ in range(taken):
            used.append(FADED.reference(X, residual, used)[0])
        if (FADED.reference(X, residual, used)[1] < 0) == bool(taken % 2):
            residual = -residual
        label = f"{P} examples, {_counted(N, 'feature')}, {taken or 'none'} used"
        yield Case((X, residual, used), label)


def chosen_twice(fitted):
    """Return the mistakes of choosing a feature again; `fitted` is the variable beside its weight in the solution."""
    again = ("        costs[order] = np.inf  # a feature is chosen once\n", "")
    return (
        Misconception(
            "chosen twice",
            again,
            "A feature is chosen more than once. Leave those out that already have a weight.",
        ),
        Misconception(
            "chosen twice, weights added",
            (*again, f"w[best], {fitted} = ", f"w[best], {fitted} = w[best] + "),
            "A feature is chosen more than once, and its weights add up. Leave those out that already have a weight.",
        ),
    )


FADED = Task(
    name="9.9 faded round",
    signature="one_round(X, residual, used)",
    results=(
        Result("winner", "the winner"),
        Result("weight", "the weight", points=0.5),
        Result("left", "the residual that is left", points=0.5),
    ),
    cases=_round_cases,
    difference=round_difference,
    misconceptions=(
        Misconception(
            "chosen by the product",
            ("np.sum((residual[:, None] - tuned * X) ** 2, axis=0)", "-np.abs(X.T @ residual)"),
            "The winner has the largest |Σ x·r|. That favours features of a large scale. Compare the sums of squares that "
            "they leave.",
        ),
        Misconception(
            "chosen by the weight",
            ("np.sum((residual[:, None] - tuned * X) ** 2, axis=0)", "-np.abs(tuned)"),
            "The winner has the largest weight. That favours features of a small scale. Compare the sums of squares that "
            "they leave.",
        ),
        Misconception(
            "largest cost",
            ("np.inf", "-np.inf", "argmin", "argmax"),
            "The winner leaves the largest sum of squares. Which one should win?",
        ),
        Misconception(
            "largest cost of all",
            ("argmin", "argmax"),
            "The largest cost wins, which is the one that you gave to the features in `used`. Which cost should win?",
        ),
        Misconception(
            "used features again",
            ("    costs[used] = np.inf\n", ""),
            "A feature that has won before can win again. Those in `used` must be left out.",
        ),
        Misconception(
            "not divided",
            (" / np.sum(X**2, axis=0)", ""),
            "The weight is Σ x·r. Where is the parabola Σ (w x − r)² lowest? Its curvature counts too.",
        ),
        Misconception(
            "added",
            ("residual - tuned[winner]", "residual + tuned[winner]"),
            "The winner's part is added to the residual. The residual is what the model leaves: subtract it.",
        ),
        Misconception(
            "all features subtracted",
            ("tuned[winner] * X[:, winner]", "X @ tuned"),
            "What all features explain is subtracted from the residual. Only the winner enters the model in this round.",
        ),
        Misconception(
            "weight left out",
            ("tuned[winner] * X[:, winner]", "X[:, winner]"),
            "The winner's column is subtracted as it is. The model adds its weight times the column.",
        ),
    ),
    hints=(
        "Features in `used` may not win. Which cost could you give them, so that they never have the smallest one?",
        "np.inf is larger than every cost. The model grows by the winner's weight times the winner's column.",
    ),
    because="The winner leaves the smallest sum of squares, and only its part leaves the residual.",
    solution="""def one_round(X, residual, used):
    tuned = X.T @ residual / np.sum(X**2, axis=0)
    costs = np.sum((residual[:, None] - tuned * X) ** 2, axis=0)
    costs[used] = np.inf
    winner = int(np.argmin(costs))
    left = residual - tuned[winner] * X[:, winner]
    return winner, tuned[winner], left
""",
    practises="one round of boosting: choose, keep, and subtract",
    minutes=10,
)

BOOSTING = Task(
    name="9.9 boosting",
    signature="boost(X, y, rounds)",
    results=(
        Result("bias", "the bias"),
        Result("weights", "the weights", points=2),
        Result("order", "the order", points=2),
    ),
    reference=_reference,
    cases=_cases,
    misconceptions=(
        Misconception(
            "bias kept",
            ("y - bias, []", "y, []"),
            "The first residual is still y itself. The bias is tuned first and belongs to the model, so the first feature "
            "fits what the bias leaves.",
        ),
        Misconception(
            "no bias",
            ("bias = y.mean()", "bias = 0.0"),
            "The model has no bias. Tune it first, alone: which constant fits y best?",
        ),
        Misconception(
            "other inputs",
            ("    bias = y.mean()\n", "    X = (X - X.mean(axis=0)) / X.std(axis=0)\n    bias = y.mean()\n"),
            "These are the weights for standard normalized inputs. Boosting is right, and belongs to other data: use X "
            "as it is.",
        ),
        Misconception(
            "residual never updated",
            ("residual - tuned[best] * X[:, best]", "residual"),
            "Every round fits what the bias left. A round has to fit what the rounds before it have left.",
        ),
        Misconception(
            "residual of the wrong sign",
            ("residual - tuned[best] * X", "residual + tuned[best] * X"),
            "The winner's part is added to the residual. The residual is what the model leaves of y: subtract it.",
        ),
        Misconception(
            "chosen by the product",
            ("((residual[:, None] - tuned * X) ** 2).mean(axis=0)", "-np.abs(X.T @ residual)"),
            "The feature with the largest |Σ x·r| is chosen. That favours features of a large scale. Compare the costs that "
            "they leave.",
        ),
        Misconception(
            "chosen by the weight",
            ("((residual[:, None] - tuned * X) ** 2).mean(axis=0)", "-np.abs(tuned)"),
            "The feature with the largest weight is chosen. That favours features of a small scale. Compare the costs that "
            "they leave.",
        ),
        Misconception(
            "largest cost",
            ("np.inf", "-np.inf", "argmin", "argmax"),
            "In each round, the feature with the largest cost is chosen. Which one should it be?",
        ),
        Misconception(
            "divided by P",
            ("(X**2).sum(axis=0)", "len(y)"),
            "The weights are Σ x·r / P. That is right only where Σ x² = P, as for standard normalized features.",
        ),
        Misconception(
            "refitted",
            (
                "        order.append(best)\n",
                "        order.append(best)\n"
                "        w[order] = np.linalg.lstsq(X[:, order], y - bias, rcond=None)[0]\n"
                "        residual = y - bias - X @ w\n",
            ),
            "All chosen weights are tuned again, together. Boosting freezes a weight once it is tuned.",
        ),
        Misconception(
            "refitted with the bias",
            (
                "        order.append(best)\n",
                "        order.append(best)\n"
                "        A = np.column_stack([np.ones(len(y)), X[:, order]])\n"
                "        bias, *w[order] = np.linalg.lstsq(A, y, rcond=None)[0]\n"
                "        residual = y - bias - X @ w\n",
            ),
            "The bias and all chosen weights are tuned again in every round. Boosting freezes each of them once it is tuned.",
        ),
        Misconception(
            "forward selection",
            (
                "((residual[:, None] - tuned * X) ** 2).mean(axis=0)",
                "np.array([left(n) for n in range(X.shape[1])])",
                "        order.append(best)\n",
                "        order.append(best)\n"
                "        w[order] = np.linalg.lstsq(X[:, order], y - bias, rcond=None)[0]\n"
                "        residual = y - bias - X @ w\n",
                "    for _ in range(rounds):\n",
                "    def left(n):\n"
                "        A = X[:, [*order, n]]\n"
                "        return ((y - bias - A @ np.linalg.lstsq(A, y - bias, rcond=None)[0]) ** 2).mean()\n"
                "\n"
                "    for _ in range(rounds):\n",
            ),
            "All chosen weights are tuned again with each candidate. That is forward selection. Boosting freezes a weight "
            "once it is tuned.",
        ),
        *chosen_twice("residual"),
        Misconception(
            "counted from 1",
            ("np.array(order)", "np.array(order) + 1"),
            "The features in the order are counted from 1. Count them from 0, as Python counts columns.",
        ),
        Misconception(
            "weights in the order of the rounds",
            ("return bias, w,", "return bias, w[order],"),
            "The weights stand in the order of the rounds. Weight n belongs to column n of X. A feature that was not "
            "chosen has the weight 0.",
        ),
        Misconception(
            "order sorted",
            ("np.array(order)", "np.sort(order)"),
            "The order names the right features, sorted by their numbers. Name them in the order in which they were chosen.",
        ),
    ),
    difference=boosting_difference,
    hints=(
        "Begin with the bias. With no feature in the model yet, which constant leaves the smallest sum of squares?",
        "The residual r is what the model so far leaves of y. Tuned alone, a feature x has the weight Σ x·r / Σ x². "
        "Compute that for every column, and the cost that it leaves.",
        "After each round, subtract the winner's weight times the winner's column from the residual. Weights of earlier "
        "rounds stay as they are.",
    ),
    because="Each round tunes one weight against what the model so far leaves of y, and freezes it.",
    solution="fewidgets.algorithms.plain.boost",
    practises="turning a chain of one-weight problems into a loop",
    minutes=25,
)

TASKS = (FADED, BOOSTING)

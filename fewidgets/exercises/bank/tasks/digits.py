"""Exercise 9.7: gradient descent on the multi-class softmax cost, and the largest step length 10^γ that descends."""

from functools import partial

import numpy as np

from fewidgets.algorithms import MulticlassSoftmax, gradient_descent, search_step_length
from fewidgets.exercises.differences import scores_difference
from fewidgets.exercises.differences.pictures import parts_of_softmax
from fewidgets.exercises.differences.single import single_difference
from fewidgets.exercises.task import Case, Misconception, Result, Task

#: The softmax cost that a solution may use. The notebook gives it to the students.
GIVEN = """\
def softmax_cost(X, y, W):
    A = np.column_stack([np.ones(len(y)), X])
    scores = A @ W
    scores = scores - scores.max(axis=1, keepdims=True)  # changes no difference, and no exp can overflow
    shares = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    rows = np.arange(len(y))
    cost = (np.log(np.exp(scores).sum(axis=1)) - scores[rows, y]).mean()
    shares[rows, y] -= 1
    return cost, A.T @ shares / len(y)
"""

#: Examples, features, classes and the scale of the features.
SHAPES = ((8, 2, 2, 1.0), (20, 3, 3, 4.0), (30, 4, 5, 0.3))
STEPS = 8


def _examples(rng, P, N, C, scale):
    """Draw overlapping classes, each of them present, and small weights to start with."""
    y = rng.permutation(np.arange(P) % C)
    centres = 1.5 * rng.normal(size=(C, N))
    return scale * (centres[y] + rng.normal(size=(P, N)) + 1), y, 0.01 * rng.normal(size=(N + 1, C))


def _weighted(rng):
    for P, N, C, scale in SHAPES:
        X, y, W = _examples(rng, P, N, C, scale)
        yield Case((X, y, 100 * W), f"{P} examples, {N} features, {C} classes")
    X, y, W = _examples(rng, 10, 3, 3, 255.0)
    W = 1000 * np.abs(W)
    W[:, y[0]] += 20  # the first example has a large score of its own, so a quotient of its powers is no number
    yield Case((np.abs(X), y, W), "10 examples, 3 features as large as pixels, 3 classes")


def _descents(rng):
    for P, N, C, scale in SHAPES:
        alpha = round(float(rng.uniform(0.2, 0.5) / scale**2), 4)
        yield Case((*_examples(rng, P, N, C, scale), alpha, STEPS), f"{P} examples, {N} features, {C} classes, α = {alpha:g}")


def _searches(rng):
    """Draw examples until no wrong rule finds the right γ everywhere, and no two rules agree everywhere."""
    while True:
        drawn = [_with_gammas(rng, *shape) for shape in (*SHAPES, (25, 3, 4, 1.0))]
        drawn += [_with_gammas(rng, *SHAPES[0], miss=_but_the_first), _with_gammas(rng, *SHAPES[2], miss=_but_the_last)]
        found = np.array([_by_all_rules(*arguments) for arguments in drawn])
        if len(np.unique(found, axis=1).T) == found.shape[1]:
            break
    for X, y, W, steps, gammas in drawn:
        sizes = f"{X.shape[0]} examples, {X.shape[1]} features, {W.shape[1]} classes"
        label = f"{sizes}, {steps} steps, γ from {gammas[0]} to {gammas[-1]}"
        yield Case((X, y, W, steps, gammas), label)


def _with_gammas(rng, P, N, C, scale, miss=None):
    """Draw examples for which the right γ is inside the range, and two hasty rules (or `miss`) fail.

    For the rule that leaves out the last step, the run with the next larger γ ends where its cost first rises.
    """
    high = 2 - round(float(np.log10(scale**2)))
    gammas = list(range(high, high - 6, -1))
    while True:
        steps = STEPS
        X, y, W = _examples(rng, P, N, C, scale)
        if miss is _but_the_last:
            above = _runs(X, y, W, steps, gammas).get(_search(X, y, W, steps, gammas)[0] + 1, np.zeros(2))
            steps = max(3, int(np.argmax(np.diff(above) > 0)) + 1)
        right, one_step, ends, lowest = _by_all_rules(X, y, W, steps, gammas)[:4]
        missed = (one_step, ends) if miss is None else (miss(X, y, W, steps, gammas)[0],)
        if right not in (gammas[0], gammas[-1], *missed) and (P < 30 or miss or lowest != ends or one_step != ends):
            return X, y, W, steps, gammas


def _by_all_rules(X, y, W, steps, gammas):
    rules = (_search, _by_one_step, _by_the_ends, _by_lowest_cost, _smallest, _one_too_far)
    hasty = (_but_the_first, _but_the_last, _below_the_start, _by_first_drop)
    runs = _runs(X, y, W, steps, gammas)
    return [rule(X, y, W, steps, gammas, runs)[0] for rule in (*rules, *hasty)]


def _cost(X, y, W):
    return MulticlassSoftmax(X, y, n_classes=W.shape[1]).value(W)


def _run(X, y, W, alpha, steps):
    trace = gradient_descent(MulticlassSoftmax(X, y, n_classes=W.shape[1]), W, alpha, steps)
    return trace.costs, trace.misclassifications


def _runs(X, y, W, steps, gammas):
    A, own = np.column_stack([np.ones(len(y)), X]), np.eye(W.shape[1])[y]
    lengths, weights = 10.0 ** np.array(gammas, dtype=float)[:, None, None], np.repeat(W[None], len(gammas), axis=0)
    history = []
    for _ in range(steps + 1):
        scores = A @ weights
        scores = scores - scores.max(axis=2, keepdims=True)
        total = np.exp(scores).sum(axis=2)
        history.append((np.log(total) - (scores * own).sum(axis=2)).mean(axis=1))
        weights = weights - lengths * (A.T @ (np.exp(scores) / total[:, :, None] - own)) / len(y)
    return dict(zip(gammas, np.array(history).T, strict=True))


def _largest_that(test):
    def rule(X, y, W, steps, gammas, runs=None):
        runs = runs or _runs(X, y, W, steps, gammas)
        gamma = next((each for each in gammas if test(runs[each])), gammas[-1])
        return gamma, runs[gamma]

    return rule


_search = _largest_that(lambda costs: bool((np.diff(costs) <= 0).all() and costs[-1] < costs[0]))
_by_one_step = _largest_that(lambda costs: bool(costs[1] < costs[0]))
_by_the_ends = _largest_that(lambda costs: bool(costs[-1] < costs[0]))


_but_the_first = _largest_that(lambda costs: (np.diff(costs[1:]) <= 0).all())
_but_the_last = _largest_that(lambda costs: (np.diff(costs[:-1]) <= 0).all())
_below_the_start = _largest_that(lambda costs: (costs[1:] < costs[0]).all())


def _lowest(score):
    def rule(X, y, W, steps, gammas, runs=None):
        runs = runs or _runs(X, y, W, steps, gammas)
        gamma = min(gammas, key=lambda each: score(runs[each]))
        return gamma, runs[gamma]

    return rule


_by_lowest_cost = _lowest(lambda costs: costs[-1])
_by_first_drop = _lowest(lambda costs: costs[1])


def _smallest(X, y, W, steps, gammas, runs=None):
    return _search(X, y, W, steps, gammas[::-1], runs)


def _one_too_far(X, y, W, steps, gammas, runs=None):
    runs = runs or _runs(X, y, W, steps, gammas)
    gamma = _search(X, y, W, steps, gammas, runs)[0] + 1
    return gamma, runs.get(gamma, runs[gammas[0]])


def _largest_step(X, y, W, steps, gammas):
    cost = MulticlassSoftmax(X, y, n_classes=W.shape[1])
    found = search_step_length(cost, W, steps, exponents=(min(gammas), max(gammas)))
    return int(found.exponents[-1]), found.traces[-1].costs


COST = Task(
    name="9.7 cost",
    signature="cost(X, y, W)",
    results=(Result("cost", "the cost"),),
    reference=_cost,
    cases=_weighted,
    difference=partial(single_difference, what="the cost", picture=parts_of_softmax),
    misconceptions=(
        Misconception(
            "overflow",
            (
                "    scores = scores - scores.max(axis=1, keepdims=True)  # changes no difference, and no exp can overflow\n",
                "",
            ),
            "It is right for small scores. For large ones np.exp gives infinity, and then the cost is no number. Subtract the "
            "largest score of each example from all of its scores first: that changes no difference between them.",
        ),
        Misconception(
            "overflow in the share",
            (
                "    scores = scores - scores.max(axis=1, keepdims=True)  # changes no difference, and no exp can overflow\n",
                "",
                "(np.log(np.exp(scores).sum(axis=1)) - scores[rows, y]).mean()",
                "-np.log(shares[rows, y]).mean()",
            ),
            "It is right for small scores. For large ones you divide infinity by infinity, or take the logarithm of 0. Use "
            "the difference log Σ exp(score) − true score, with the largest score subtracted before.",
        ),
        Misconception(
            "sum",
            (".mean()", ".sum()"),
            "This is the sum over the examples. The cost is their mean.",
        ),
        Misconception(
            "reversed",
            ("return softmax_cost", "return -softmax_cost"),
            "The sign is reversed. A cost falls when the true class gets a larger score.",
        ),
        Misconception(
            "largest score",
            ("np.log(np.exp(scores).sum(axis=1))", "scores.max(axis=1)"),
            "You took the largest score. The softmax cost takes log Σ exp(score), which is a little larger, and smooth.",
        ),
        Misconception(
            "no bias",
            ("A @ W", "X @ W[1:]"),
            "The biases are missing. They are row 0 of W; the weights of the features are W[1:].",
        ),
        Misconception(
            "true score left out",
            (
                "    scores = scores - scores.max(axis=1, keepdims=True)  # changes no difference, and no exp can overflow\n",
                "    top = scores.max(axis=1)\n    scores = scores - top[:, None]\n",
                "- scores[rows, y]",
                "+ top",
            ),
            "You did not subtract the score of the true class. Without it, the labels have no effect.",
        ),
    ),
    hints=(
        "Compute the scores first: row 0 of W holds the biases, and the other rows belong to the features.",
        "For each example: log Σ exp(score) minus the score of its own class, scores[np.arange(len(y)), y]. Take the mean.",
    ),
    because="An example costs next to nothing where its own class has the largest score by far.",
    solution=GIVEN + "\n\ndef cost(X, y, W):\n    return softmax_cost(X, y, W)[0]\n",
    practises="a cost for many classes that does not overflow",
    minutes=8,
)

RUN = Task(
    name="9.7 run",
    signature="run(X, y, W, alpha, steps)",
    results=(Result("costs", "the costs"), Result("errors", "the numbers of errors")),
    reference=_run,
    cases=_descents,
    difference=partial(scores_difference, what=("the costs", "the numbers of errors"), kind="step"),
    misconceptions=(
        Misconception(
            "uphill",
            ("W - alpha", "W + alpha"),
            "The cost rises, because you added the gradient. Subtract it.",
        ),
        Misconception(
            "first gradient",
            (
                "costs.append(cost)",
                "costs.append(cost)\n        first = gradient if step == 0 else first",
                "alpha * gradient",
                "alpha * first",
            ),
            "You used the gradient at the start in every step. Compute it again at the new weights.",
        ),
        Misconception(
            "no α",
            ("alpha * gradient", "gradient"),
            "The step length α has no effect on your run. Multiply the gradient by it.",
        ),
        Misconception(
            "divided by the length",
            ("alpha * gradient", "alpha * gradient / np.linalg.norm(gradient)"),
            "You divided the gradient by its length. Every step then has the same length, also near the minimum.",
        ),
        Misconception(
            "no bias",
            ("alpha * gradient", "alpha * gradient * (np.arange(len(W)) > 0)[:, None]"),
            "The biases never change. They are weights too: update the whole matrix W.",
        ),
        Misconception(
            "start left out",
            ("costs, errors\n", "costs[1:], errors[1:]\n"),
            "The history must begin with the cost and the errors of the start, before any step.",
        ),
        Misconception(
            "right ones",
            ("!= y", "== y"),
            "You counted the examples that are classified correctly; count the others.",
        ),
        Misconception(
            "rate",
            ("!= y).sum()", "!= y).mean()"),
            "For the errors a number of examples is asked, not a share.",
        ),
    ),
    hints=(
        "One step subtracts α times the gradient from all weights. Record cost and errors before the first step "
        "and after each.",
        "A class is predicted by the largest score: (A @ W).argmax(axis=1). Count where it differs from y.",
    ),
    because="The history has one entry more than there are steps, because it begins with the start.",
    solution=GIVEN
    + """

def run(X, y, W, alpha, steps):
    A = np.column_stack([np.ones(len(y)), X])
    costs, errors = [], []
    for step in range(steps + 1):
        cost, gradient = softmax_cost(X, y, W)
        costs.append(cost)
        errors.append(((A @ W).argmax(axis=1) != y).sum())
        W = W - alpha * gradient
    return costs, errors
""",
    practises="gradient descent with a matrix of weights, and a record of what it does",
    minutes=8,
)

SEARCH = Task(
    name="9.7 largest step",
    signature="largest_step(X, y, W, steps, gammas)",
    results=(Result("gamma", "γ", points=2), Result("costs", "the costs of its run")),
    reference=_largest_step,
    cases=_searches,
    difference=partial(scores_difference, what=("γ", "the costs"), kind="step"),
    misconceptions=(
        Misconception(
            "one step only",
            _by_one_step,
            "You only looked at the first step. With this step length the cost falls once and rises later. Every step has to "
            "descend.",
        ),
        Misconception(
            "the ends only",
            _by_the_ends,
            "You compared the last cost with the first. In between the cost rises. Compare each cost with the one before.",
        ),
        Misconception(
            "lowest cost",
            _by_lowest_cost,
            "You took the run that ends with the lowest cost. The largest step length with which no step raises the cost is "
            "asked.",
        ),
        Misconception(
            "smallest",
            _smallest,
            "This step length descends, but a larger one does too. Begin with the largest γ.",
        ),
        Misconception(
            "one too far",
            _one_too_far,
            "This run has a γ that is one too large: with this step length a step raises the cost. Take the next smaller one.",
        ),
        Misconception(
            "alpha",
            ("return gamma,", "return 10.0**gamma,"),
            "You returned the step length; the exponent γ is asked.",
        ),
    ),
    hints=(
        "Try the exponents from the largest to the smallest. When does a run descend? Look at all differences of its costs.",
        "np.diff(costs) has one entry for each step. The run descends if none is above 0. Return the first γ for which that "
        "is so. Compute α as 10.0**gamma: an integer power would fail for negative γ.",
    ),
    because="With the next larger step length some step raises the cost, and smaller ones waste steps.",
    solution=GIVEN
    + """

def largest_step(X, y, W, steps, gammas):
    for gamma in sorted(gammas, reverse=True):
        weights, costs = W, []
        for step in range(steps + 1):
            cost, gradient = softmax_cost(X, y, weights)
            costs.append(cost)
            weights = weights - 10.0**gamma * gradient
        if (np.diff(costs) <= 0).all():
            return gamma, costs
""",
    practises="turning 'the largest step length that descends' into code",
    minutes=12,
)

TASKS = (COST, RUN, SEARCH)

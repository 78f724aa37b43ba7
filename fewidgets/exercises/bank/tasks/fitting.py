"""Set C4: the dual of ridge regression, the lasso by coordinate descent, and one round of three ways to add a feature."""

from functools import partial

import numpy as np

from fewidgets.algorithms import forward_fit, greedy_subset, kernel_ridge, l1_path, myopic_forward_fit
from fewidgets.exercises.differences import fitting_difference, scores_difference
from fewidgets.exercises.task import Case, Misconception, Result, Task

#: Shapes of the fresh tables: examples and features.
SHAPES = ((6, 2), (12, 3), (20, 5))
#: Enough sweeps for any of the tables. The number is odd, so that a weight that jumps to and fro is caught away from 0.
SWEEPS = 61


def _tables(rng):
    for P, N in SHAPES:
        X = rng.normal(size=(P, N)) * rng.uniform(0.5, 2, N) + rng.uniform(-0.5, 0.5, N)
        weights = rng.uniform(1, 3, N) * np.where(np.arange(N) % 2, -1, 1)
        yield X, X @ weights + rng.normal(size=P), f"{P} examples, {N} features"


def _with_new(rng):
    for X, y, label in _tables(rng):
        lam = round(float(rng.uniform(1.3, 6)), 2)
        yield Case((X, y, lam, rng.normal(size=(3, X.shape[1]))), f"{label}, λ = {lam:g}")


def _penalized(rng):
    for X, y, label in _tables(rng):
        for share in (0.01, 0.4) if len(y) > 6 else (0.1,):
            lam = round(float(share * np.abs(X.T @ y).max()), 3)
            yield Case((X, y, lam, SWEEPS), f"{label}, λ = {lam:g}")


def _rounds(rng):
    """Draw tables of correlated features of several sizes, until each of the three ways takes another feature."""
    yield Case((*_correlated(rng, 8, 3), []), "8 examples, 3 features, none taken yet")
    for P, N, count in ((10, 4, 1), (25, 5, 1), (25, 6, 2)):
        while True:
            X, y = _correlated(rng, P, N)
            taken = []
            for _ in range(count):
                taken.append(ROUND.changed()(X, y, taken)[0][0])
            picks = ROUND.changed()(X, y, taken)[0]
            if len(set(picks)) == 3 and ROUND.mistake("signed derivative")(X, y, taken)[0] != picks:
                break
        yield Case((X, y, taken), f"{P} examples, {N} features, {count} taken")


def _correlated(rng, P, N):
    X = (rng.normal(size=(P, N)) + rng.normal(size=(P, 1))) * 2.0 ** rng.permutation(N)
    return X, X @ (rng.normal(size=N) / X.std(axis=0)) + rng.normal(size=P)


def _dual(X, y, lam, new):
    model = kernel_ridge(X, y, lam, kernel="linear", reduction="sum")
    return model.alpha, model.predict(new)


def _weights(X, y, lam, sweeps):
    """The half before the squares, taken to our cost without it, doubles λ."""
    return l1_path(X, y, lambdas=[2 * lam], reduction="sum", fit_bias=False).weights[0]


def _round(X, y, taken):
    left = y - X[:, taken] @ np.linalg.lstsq(X[:, taken], y, rcond=None)[0] if taken else y
    greedy = greedy_subset(X, y, size=len(taken) + 1)
    one_weight = [fit(X, left, rounds=1) for fit in (forward_fit, myopic_forward_fit)]
    picks = [int(greedy.order[-1]), *(int(trace.order[0]) for trace in one_weight)]
    return picks, [float(greedy.costs[-1]), *(float(trace.costs[-1]) for trace in one_weight)]


DUAL = Task(
    name="C4 dual",
    signature="dual(X, y, lam, new)",
    results=(Result("alpha", "the values of α"), Result("predictions", "the predictions")),
    reference=_dual,
    cases=_with_new,
    difference=partial(scores_difference, what=("the values of α", "the predictions"), kind="example"),
    misconceptions=(
        Misconception(
            "as in libraries",
            ("return alpha,", "return alpha / lam,"),
            "Your α is that of the lecture divided by λ, as libraries define it: (K + λI)⁻¹ y. Here α is the residual, and λ "
            "comes in with the prediction.",
        ),
        Misconception(
            "not divided",
            ("alpha / lam", "alpha"),
            "The sum of α K has to be divided by λ in the prediction.",
        ),
        Misconception(
            "divided twice",
            ("    return", "    alpha = alpha / lam\n    return"),
            "You divided by λ twice: (K + λI)⁻¹ y is α/λ already.",
        ),
        Misconception(
            "no penalty",
            ("K / lam", "K", "alpha / lam", "alpha"),
            "There is no λ in your result. The matrix is I + K/λ, and the sum in the prediction is divided by λ too.",
        ),
        Misconception(
            "multiplied",
            ("K / lam", "lam * K"),
            "You multiplied the kernel matrix by λ. A large penalty makes K count less: divide by it.",
        ),
        Misconception(
            "mean",
            ("    K =", "    lam = lam * len(y)\n    K ="),
            "You divided K by λ and by the number of examples. That belongs to a cost that is a mean. The lecture adds the "
            "squares up.",
        ),
    ),
    hints=(
        "The kernel matrix of the linear kernel is X @ X.T, with one row and one column for each example.",
        "np.linalg.solve(A, y) gives A⁻¹ y. The kernel of the new rows with the old ones is new @ X.T.",
    ),
    because="Each α is the residual of its example, and new @ θ with θ = Xᵀα/λ gives the same predictions.",
    solution="""\
def dual(X, y, lam, new):
    K = X @ X.T
    alpha = np.linalg.solve(np.eye(len(y)) + K / lam, y)
    return alpha, new @ X.T @ alpha / lam
""",
    practises="solving for one number an example, and predicting with kernels alone",
    minutes=8,
)

LASSO = Task(
    name="C4 coordinate descent",
    signature="lasso(X, y, lam, sweeps)",
    results=(Result("weights", "the weights", points=3, atol=1e-4),),
    reference=_weights,
    cases=_penalized,
    difference=partial(scores_difference, what=("the weights",), kind="weight"),
    misconceptions=(
        Misconception(
            "half of λ",
            ("- lam", "- lam / 2"),
            "You took λ/2 from the product. That belongs to a cost without the ½ before the squares.",
        ),
        Misconception(
            "divided first",
            (
                "np.sign(product) * max(abs(product) - lam, 0) / (X[:, n] @ X[:, n])",
                "np.sign(product) * max(abs(product) - lam, 0)",
                "X[:, n] @ residual",
                "X[:, n] @ residual / (X[:, n] @ X[:, n])",
            ),
            "You divided before you subtracted λ. λ is taken from Σ x·r, and the rest is divided by Σ x².",
        ),
        Misconception(
            "ridge",
            ("np.sign(product) * max(abs(product) - lam, 0) / (X[:, n] @ X[:, n])", "product / (X[:, n] @ X[:, n] + lam)"),
            "This is ridge regression, whose λ stands in the denominator. No weight becomes exactly 0.",
        ),
        Misconception(
            "no penalty",
            (" - lam", ""),
            "This is least squares: λ has no effect.",
        ),
        Misconception(
            "hard threshold",
            ("np.sign(product) * max(abs(product) - lam, 0)", "(abs(product) > lam) * product"),
            "You set small weights to 0 and kept the others as they are. The penalty also shrinks the weights that stay.",
        ),
        Misconception(
            "no negative weights",
            ("np.sign(product) * max(abs(product) - lam, 0)", "max(product - lam, 0)"),
            "No weight is ever negative. Shrink the size of Σ x·r by λ and keep its sign.",
        ),
        Misconception(
            "changed instead of set",
            (" + w[n] * X[:, n]", "", "w[n] =", "w[n] +="),
            "You added the result to the weight that was there. Then a weight is never shrunk. Leave the feature's own part "
            "out of the residual, and set the weight anew.",
        ),
        Misconception(
            "own part kept",
            (" + w[n] * X[:, n]", ""),
            "The residual for a weight must not contain the feature's own part: add w[n] X[:, n] back to it.",
        ),
        Misconception(
            "one sweep",
            ("range(sweeps)", "range(1)"),
            "You went over the weights once. Each weight depends on the others, so repeat that `sweeps` times.",
        ),
    ),
    hints=(
        "Hold all weights but one fixed. What is left for the one feature is the residual r without its own part. Which "
        "weight minimizes ½ Σ (r − θ x)² + λ|θ|?",
        "With p = Σ x·r: the weight is sign(p) · max(|p| − λ, 0) / Σ x². Do this for one weight after the other, and all of "
        "that `sweeps` times.",
    ),
    because="After enough sweeps no single weight can lower J, and for this J that is its minimum.",
    solution="""\
def lasso(X, y, lam, sweeps):
    w = np.zeros(X.shape[1])
    for _ in range(sweeps):
        for n in range(X.shape[1]):
            residual = y - X @ w + w[n] * X[:, n]
            product = X[:, n] @ residual
            w[n] = np.sign(product) * max(abs(product) - lam, 0) / (X[:, n] @ X[:, n])
    return w
""",
    practises="soft thresholding, one weight at a time",
    minutes=15,
    seconds=4.0,
)

ROUND = Task(
    name="C4 one round",
    signature="one_round(X, y, taken)",
    results=(Result("picks", "the three features", points=3), Result("costs", "the three costs", points=2)),
    reference=_round,
    cases=_rounds,
    difference=fitting_difference,
    misconceptions=(
        Misconception(
            "not by length",
            ("max(left, key=gain)", "max(left, key=lambda n: abs(r @ X[:, n]))"),
            "Forward-fitting took the feature with the largest |r·φ|, as the myopic way does. It compares what a fitted "
            "weight gains, (r·φ)² / φ·φ.",
        ),
        Misconception(
            "signed derivative",
            ("abs(r @ X[:, n])", "-r @ X[:, n]"),
            "The myopic way took the largest derivative with its sign. A large negative derivative is as good: take the "
            "absolute value.",
        ),
        Misconception(
            "greedy keeps weights",
            ("min(left, key=refitted)", "max(left, key=gain)", "[refitted(greedy)", "[before - gain(greedy)"),
            "Greedy selection kept the weights of the features taken before. It fits all of them again with each candidate.",
        ),
        Misconception(
            "all refitted",
            ("before - gain(forward), before - gain(myopic)", "refitted(forward), refitted(myopic)"),
            "You fitted all weights again for each of them. Forward-fitting and the "
            "myopic way fit one weight and keep the others.",
        ),
        Misconception(
            "from the output",
            ("    if len(taken) > 0:\n        r = y - X[:, taken] @ np.linalg.lstsq(X[:, taken], y, rcond=None)[0]\n", ""),
            "Forward-fitting and the myopic way must look at the residuals that the features taken before have left, not at "
            "y.",
        ),
        Misconception(
            "no half",
            ("** 2).sum() / 2", "** 2).sum()", "(2 * X[:, n]", "(X[:, n]", "r @ r / 2", "r @ r"),
            "The lecture's J is half the sum of the squared residuals.",
        ),
        Misconception(
            "mean",
            (
                "** 2).sum() / 2",
                "** 2).mean()",
                "(2 * X[:, n] @ X[:, n])",
                "(X[:, n] @ X[:, n]) / len(y)",
                "r @ r / 2",
                "r @ r / len(y)",
            ),
            "Your J is a mean; the lecture's is half the sum.",
        ),
    ),
    hints=(
        "Fit the weights of X[:, taken] by least squares first, and keep the residuals r. If taken is empty, r is y.",
        "Greedy: the smallest ½ Σ of a least squares fit of [*taken, n]. Forward: the largest (r·φ)² / φ·φ. Myopic: the "
        "largest |r·φ|. For the last two, J falls from ½ r·r by (r·φ)² / (2 φ·φ) of the feature taken.",
    ),
    because="The three ways start from the same residuals and differ in what they fit before they compare.",
    solution="""\
def one_round(X, y, taken):
    r = y
    if len(taken) > 0:
        r = y - X[:, taken] @ np.linalg.lstsq(X[:, taken], y, rcond=None)[0]
    left = [n for n in range(X.shape[1]) if n not in taken]

    def refitted(n):
        A = X[:, [*taken, n]]
        return ((y - A @ np.linalg.lstsq(A, y, rcond=None)[0]) ** 2).sum() / 2

    def gain(n):
        return (r @ X[:, n]) ** 2 / (2 * X[:, n] @ X[:, n])

    greedy = min(left, key=refitted)
    forward = max(left, key=gain)
    myopic = max(left, key=lambda n: abs(r @ X[:, n]))
    before = r @ r / 2
    return [greedy, forward, myopic], [refitted(greedy), before - gain(forward), before - gain(myopic)]
""",
    practises="three criteria on the same residuals",
    minutes=15,
)

TASKS = (DUAL, LASSO, ROUND)

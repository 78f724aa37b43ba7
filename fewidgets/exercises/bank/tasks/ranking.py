"""Set C3: scores that rank features one by one, and the importance of a feature for a model."""

from functools import partial

import numpy as np

from fewidgets.algorithms import pearson_scores, single_feature_losses
from fewidgets.algorithms.ranking.contingency import information_of_counts
from fewidgets.exercises.differences import scores_difference
from fewidgets.exercises.differences.pictures import terms_of_information
from fewidgets.exercises.differences.single import single_difference
from fewidgets.exercises.task import LIBRARIES, Case, Misconception, Result, Task

#: Shapes of the fresh tables: examples and features.
SHAPES = ((8, 2), (20, 5), (15, 1))

#: The model that is asked for predictions is one of ours. Everything else that a student could call is still told apart.
WITHOUT = ("fewidgets.algorithms", *(name for name in LIBRARIES if name != "fewidgets"))


class SignModel:
    """A linear classifier: labels −1 and +1, by the sign of a weighted sum."""

    def __init__(self, weights, bias):
        self.weights, self.bias = weights, bias

    def __call__(self, X):
        return np.where(np.asarray(X) @ self.weights + self.bias > 0, 1, -1)

    def __repr__(self):
        return f"a linear classifier with {len(self.weights)} weights"


def _tables(rng):
    for P, N in SHAPES:
        X = rng.normal(size=(P, N)) * rng.uniform(0.5, 20, N) + rng.uniform(5, 30, N)
        y = X @ (rng.normal(size=N) / X.std(axis=0)) + rng.normal(size=P) - 10
        yield Case((X, y), f"{P} examples, {N} feature{'s' * (N > 1)}")


def _counts(rng):
    for rows, columns in ((2, 2), (3, 2), (4, 3)):
        yield Case((rng.integers(1, 20, (rows, columns)),), f"a table of {rows} × {columns} counts")
    for rows, columns in ((3, 2), (4, 3)):
        counts = rng.integers(2, 15, (rows, columns))
        counts[rng.integers(rows), rng.integers(columns)] = 0
        yield Case((counts,), f"a table of {rows} × {columns} counts, with an empty cell")


def _models(rng):
    """Draw models that use one feature with the wrong sign, until they are better without it."""
    for P, N, R in ((12, 2, 1), (25, 3, 2), (30, 4, 3)):
        while True:
            X = rng.normal(size=(P, N))
            weights = rng.permutation(N) + 1.0
            y = SignModel(np.where(weights == 1, -1, weights), 0.2)(X)
            permutations = np.array([rng.permutation(P) for _ in range(R)])
            model = SignModel(weights, 0.2)
            importance = PERMUTATION.reference(model, X, y, permutations)
            if importance.min() < 0 < importance.max():
                break
        yield Case((model, X, y, permutations), f"{P} examples, {N} features, {R} permutation{'s' * (R > 1)}")


def _pearson(X, y):
    return pearson_scores(X, y).scores


def _losses(X, y):
    return single_feature_losses(X, y).losses


def _bits(counts):
    return information_of_counts(counts).score / np.log(2)


PEARSON = Task(
    name="C3 pearson",
    signature="pearson(X, y)",
    results=(Result("scores", "the scores"),),
    reference=_pearson,
    cases=_tables,
    difference=scores_difference,
    misconceptions=(
        Misconception(
            "not centred",
            ("X - X.mean(axis=0), y - y.mean()", "X, y"),
            "You did not subtract the means. This is the cosine of the two columns, and far from the origin it says little.",
        ),
        Misconception(
            "one centred",
            ("X - X.mean(axis=0)", "X"),
            "Only y is centred. The length in the denominator is that of the centred feature.",
        ),
        Misconception(
            "covariance",
            ("(np.linalg.norm(v, axis=0) * np.linalg.norm(r))", "len(y)"),
            "This is the covariance. It grows with the units of both columns: divide by both standard deviations.",
        ),
        Misconception(
            "squared",
            (
                "v.T @ r / (np.linalg.norm(v, axis=0) * np.linalg.norm(r))",
                "(v.T @ r / (np.linalg.norm(v, axis=0) * np.linalg.norm(r))) ** 2",
            ),
            "This is r², the share of the variance that a line explains. It has lost the sign of r.",
        ),
        Misconception(
            "without sign",
            ("v.T @ r", "abs(v.T @ r)"),
            "The sign is gone. Take the absolute value when you rank, and keep the sign in the score.",
        ),
        Misconception(
            "one less below",
            ("(np.linalg.norm(v, axis=0) * np.linalg.norm(r))", "len(y) / (X.std(axis=0, ddof=1) * y.std(ddof=1))"),
            "You divided the covariance by P, and the variances by P − 1. Use the same divisor in both, and it cancels.",
        ),
    ),
    hints=(
        "Equation (25.2) uses three numbers for each feature: an inner product and two lengths. All of them are of centred "
        "columns.",
        "With the centred features in V and the centred output in r, all inner products are V.T @ r. np.linalg.norm(V, "
        "axis=0) gives the lengths.",
    ),
    because="It is the cosine of the angle between the centred columns, so it lies between −1 and 1 and has no unit.",
    solution="fewidgets.algorithms.plain.ranking.pearson_scores",
    practises="centring, and one formula for all columns at once",
    minutes=6,
)

LOSSES = Task(
    name="C3 losses",
    signature="losses(X, y)",
    results=(Result("losses", "the losses"),),
    reference=_losses,
    cases=_tables,
    difference=partial(scores_difference, what=("the losses",)),
    misconceptions=(
        Misconception(
            "no intercept",
            (
                "(v - v.mean()) @ (y - y.mean()) / ((v - v.mean()) ** 2).sum()",
                "v @ y / (v @ v)",
                "y.mean() - a * v.mean()",
                "0",
            ),
            "Your lines go through the origin. Each line a v + b also has an intercept b.",
        ),
        Misconception(
            "wrong intercept",
            ("y.mean() - a * v.mean()", "y.mean()"),
            "The slopes are right, but ȳ is the intercept only for a centred feature. Otherwise b = ȳ − a v̄.",
        ),
        Misconception(
            "sum",
            ("- y) ** 2).mean()", "- y) ** 2).sum()"),
            "These are sums over the examples. Equation (25.1) takes their mean.",
        ),
        Misconception(
            "root",
            ("np.array(losses)", "np.sqrt(losses)"),
            "This is the root of the mean squared loss. It has the same order, but the loss is asked.",
        ),
        Misconception(
            "explained",
            ("np.array(losses)", "y.var() - np.array(losses)"),
            "This is what the line takes away from the variance of y. The loss is what it leaves.",
        ),
        Misconception(
            "share",
            ("np.array(losses)", "np.array(losses) / y.var()"),
            "This is the share of the variance that is left, 1 − r². Multiply it by the variance of y.",
        ),
    ),
    hints=(
        "Fit one line to each feature: slope a, intercept b. Then take the mean of the squared errors.",
        "a is the inner product of the centred columns, divided by the squared length of the centred feature; b = ȳ − a v̄.",
    ),
    because="It equals (1 − r²) times the variance of y, so it ranks the features as |r| does.",
    solution="fewidgets.algorithms.plain.ranking.single_feature_losses",
    practises="a line for each feature, and the loss it leaves",
    minutes=8,
)

INFORMATION = Task(
    name="C3 mutual information",
    signature="information(counts)",
    results=(Result("bits", "the information", points=2),),
    reference=_bits,
    cases=_counts,
    difference=partial(single_difference, what="the information", picture=terms_of_information),
    misconceptions=(
        Misconception(
            "nats",
            ("log2", "log"),
            "This is in nats, because np.log is the natural logarithm. For bits, take np.log2.",
        ),
        Misconception(
            "not weighted",
            ("share[there] * ", ""),
            "You added the logarithms alone. Each of them is weighted with the share of its cell.",
        ),
        Misconception(
            "weighted with counts",
            ("share[there] * ", "counts[there] * "),
            "You weighted the logarithms with the counts. Turn the counts into shares: divide by their sum.",
        ),
        Misconception(
            "positive terms",
            (
                "(share[there] * np.log2(share[there] / expected[there]))",
                "np.maximum(share[there] * np.log2(share[there] / expected[there]), 0)",
            ),
            "You left out the negative terms. A cell with fewer examples than expected takes something away.",
        ),
        Misconception(
            "smoothed",
            ("    share =", "    counts = counts + 1\n    share ="),
            "You added 1 to every count to avoid log 0. That changes every share. Leave the empty cells out instead: p log p "
            "goes to 0 as p does.",
        ),
        Misconception(
            "joint entropy",
            ("(share[there] * np.log2(share[there] / expected[there]))", "-(share[there] * np.log2(share[there]))"),
            "This is the entropy of the table. Divide each share by the one expected from its row and its column before you "
            "take the logarithm.",
        ),
        Misconception(
            "left over",
            (" * share.sum(axis=0)", " + 0 * share", "return (", "return -("),
            "This is what the feature leaves open about the label. The information is what it tells.",
        ),
        Misconception(
            "expected the wrong way",
            ("share[there] * ", "expected[there] * "),
            "You weighted the logarithms with the expected shares. The weights are the shares that were observed.",
        ),
    ),
    hints=(
        "Divide the table by its sum. The expected share of a cell is the sum of its row times the sum of its column.",
        "Add share · log2(share / expected) over the cells with share > 0. A mask selects them: share[share > 0].",
    ),
    because="It is 0 where rows and columns are independent, and an empty cell adds nothing.",
    solution="""\
def information(counts):
    share = counts / counts.sum()
    expected = share.sum(axis=1, keepdims=True) * share.sum(axis=0)
    there = share > 0  # p log p goes to 0 as p does
    return (share[there] * np.log2(share[there] / expected[there])).sum()
""",
    practises="shares, expected shares, and what to do about log 0",
    minutes=10,
)

PERMUTATION = Task(
    name="C3 permutation",
    signature="importance(predict, X, y, permutations)",
    results=(Result("importance", "the importances", points=3),),
    cases=_models,
    difference=partial(scores_difference, what=("the importances",)),
    without=WITHOUT,
    misconceptions=(
        Misconception(
            "whole rows",
            ("permuted[:, n] = X[permutation, n]", "permuted = X[permutation]"),
            "You permuted whole rows, so every feature gets the same importance. Permute one column, and leave the others in "
            "place.",
        ),
        Misconception(
            "never restored",
            (
                "    accuracy =",
                "    permuted = X.copy()\n    accuracy =",
                "            permuted = X.copy()\n",
                "",
                "X[permutation, n]",
                "permuted[permutation, n]",
            ),
            "You permuted one column after the other in the same table. Start from the original X for each feature and each "
            "permutation.",
        ),
        Misconception(
            "accuracy",
            ("= accuracy - (predict", "= (predict"),
            "This is the accuracy with the column permuted. The importance is how much lower it is than before.",
        ),
        Misconception(
            "reversed",
            ("= accuracy - ", "= -accuracy + "),
            "The sign is reversed: the accuracy before minus the accuracy after.",
        ),
        Misconception(
            "own predictions",
            ("    accuracy =", "    y = predict(X)\n    accuracy ="),
            "You compared with the model's own predictions. The accuracy compares with the labels y.",
        ),
        Misconception(
            "first permutation",
            ("drops.mean(axis=1)", "drops[:, 0]"),
            "You used the first permutation only. Take the mean of the decreases over all of them.",
        ),
        Misconception(
            "sum",
            ("drops.mean(axis=1)", "drops.sum(axis=1)"),
            "You added the decreases of the permutations. Take their mean.",
        ),
        Misconception(
            "zeros",
            ("X[permutation, n]", "0"),
            "You set the column to 0. A permuted column has all its values, in another order.",
        ),
    ),
    hints=(
        "What is the accuracy of the model before anything is permuted? (predict(X) == y).mean()",
        "Copy X, write X[permutation, n] into column n of the copy, and compute the accuracy again. Take the mean over the "
        "permutations.",
    ),
    because="The model stays as it is, and only one column loses its connection with the labels.",
    solution="""\
def importance(predict, X, y, permutations):
    accuracy = (predict(X) == y).mean()
    drops = np.zeros((X.shape[1], len(permutations)))
    for n in range(X.shape[1]):
        for r, permutation in enumerate(permutations):
            permuted = X.copy()
            permuted[:, n] = X[permutation, n]
            drops[n, r] = accuracy - (predict(permuted) == y).mean()
    return drops.mean(axis=1)
""",
    practises="measuring what a model loses, without fitting it again",
    minutes=12,
)

TASKS = (PEARSON, LOSSES, INFORMATION, PERMUTATION)

from functools import cache
from importlib import import_module

import numpy as np

from fewidgets.algorithms.ranking.impurity import impurity_importance
from fewidgets.algorithms.ranking.pearson import pearson_scores
from fewidgets.algorithms.ranking.permutation import permutation_importance
from fewidgets.algorithms.ranking.single_feature import single_feature_losses
from fewidgets.data import make_many_valued, make_useless_alone
from fewidgets.exercises.predicting import OneOf, Question

FALLS, RISES = "The one with r = −0.9", "The one with r = 0.8"
SMALLER, SAME, LARGER = "It becomes clearly smaller", "It stays as it is", "It becomes clearly larger"
SEEDS = range(3)
SIGNS = {1: "Positive", -1: "Negative", 0: "Zero"}


def _smaller_loss():
    # Three features without correlation, of the same length; the output is a mixture of them.
    a, b, c = np.array([[1.0, 1, -1, -1], [1, -1, 1, -1], [1, -1, -1, 1]])
    features = np.column_stack([0.8 * a + 0.6 * b, -0.9 * a + np.sqrt(0.19) * c])
    return (RISES, FALLS)[single_feature_losses(features, a).order[0]]


def _sign_of_useless_score():
    data = make_useless_alone()
    return SIGNS[int(np.sign(round(float(pearson_scores(data.X, data.y).scores[0]), 12)))]  # no rounding error


@cache
def copied_column():
    alone = importances_with(None)[1][1]
    beside = importances_with(lambda rng, data: data.X[:, 1])[1][1]
    return float(alone), float(beside)


def importances_with(column):
    """Return both importances of all features, with one more column, as means over seeds."""
    ensemble = import_module("sklearn.ensemble")
    impurity, accuracy = [], []
    for seed in SEEDS:
        data = make_many_valued(180, relevance=0.3, seed=seed)
        X = data.X if column is None else np.column_stack([data.X, column(np.random.default_rng(seed), data)])
        held_out = np.arange(180) % 3 == 1
        forest = ensemble.RandomForestClassifier(40, random_state=seed).fit(X[~held_out], data.y[~held_out])
        impurity.append(impurity_importance(forest).importances)
        result = permutation_importance(forest.predict, X[held_out], data.y[held_out], repeats=10, seed=seed)
        accuracy.append(result.importances)
    return np.mean(impurity, axis=0), np.mean(accuracy, axis=0)


def _copy():
    alone, beside = copied_column()
    return SMALLER if beside < 0.8 * alone else SAME


PREDICTIONS = (
    Question(
        "C3 negative",
        "Two features have the correlations r = 0.8 and r = −0.9 with the output. Which of them, alone, leaves the smaller "
        "squared loss?",
        OneOf(
            {
                RISES: "A negative r is no worse than a positive one: the best line falls instead of rising. At r = −0.9, "
                "the examples lie closer to their line than at r = 0.8.",
                FALLS: "The loss of the best line is (1 − r²) times the variance of the output, so only the size of r counts. "
                "0.19 is left of the variance, against 0.36.",
                "Nobody can say without the units": "If you change the unit of a feature, its weight changes, but r and the "
                "loss do not.",
            },
            right=_smaller_loss,
        ),
        gives_away=(
            "the size of r counts",
            "by the size of r",
            "gives the same ranking",
            "give the same ranking",
            "larger |r|",
            "both rank alike",
            "(1 - r^2)",
            "whatever its sign",
        ),
    ),
    Question(
        "C3 two signs",
        "x₁ is −1 or +1 at random, and z is another such sign, independent of x₁. The second feature is x₂ = −x₁/2 + z/2, "
        "and the output is y = x₁ + 2x₂. Is the correlation of x₁ and y positive, negative or zero?",
        OneOf(
            {
                SIGNS[1]: "x₁ stands in the formula of y with a positive weight. But x₂ contains −x₁/2, and twice that takes "
                "x₁ out again: y equals z.",
                SIGNS[-1]: "x₂ goes against x₁, but y also has x₁ itself. The two cancel, and y equals z.",
                SIGNS[0]: "2x₂ is z − x₁, so y is z alone. And x₁ is independent of z.",
            },
            right=_sign_of_useless_score,
        ),
        gives_away=(
            "x₁ alone is useless",
            "useless alone",
            "y equals z",
            "r of x1 is 0",
            "may throw away a feature",
            "independent of y",
            "(1 - w c)",
        ),
    ),
    Question(
        "C3 copy of the best",
        "The most important feature of a forest gets an exact copy, and the forest is grown again. What happens to the "
        "decrease in accuracy when the original is permuted?",
        OneOf(
            {
                LARGER: "The copy adds no information. The trees now split on either of the two, so they depend less on the "
                "original.",
                SAME: "It would if the trees still split on the original alone. But for a tree, the copy is just as good.",
                SMALLER: "Some trees split on the copy, and they predict as before when the original is permuted. So the "
                "forest loses less.",
            },
            right=_copy,
        ),
        gives_away=(
            "share their importance",
            "hides the importance",
            "hide each other",
            "the forest still has the twin",
            "seem unimportant",
            "a small importance",
            "with little effect, because",
        ),
    ),
)

from functools import cache

import numpy as np

from fewidgets.algorithms import compare_selectors
from fewidgets.data import load_auto_mpg, load_credit
from fewidgets.exercises.predicting import OneOf, Question, SeveralOf

RANKING, BEST = "Pearson correlation", "best subset"
PAIRS = {
    "greedy fitting and forward selection": ("greedy fitting", "forward selection (SFS)"),
    "forward-fitting and myopic fitting": ("forward-fitting", "myopic fitting"),
    "boosting and ranking by correlation": ("boosting", RANKING),
    "best subset and backward elimination": (BEST, "backward elimination (SBS)"),
}
COPIES = "It is at least 1.5 times as high"
LOWER, AS_THE_MEAN, HIGHER = "It is clearly lower", "It is about the same", "It is clearly higher"


@cache
def credit_run():
    credit = load_credit()
    names = list(dict.fromkeys(name for pair in PAIRS.values() for name in pair))
    return compare_selectors(credit.X, credit.y, cost="softmax", names=names)


@cache
def cars_run():
    cars = load_auto_mpg()
    return compare_selectors(cars.X, cars.y, names=[RANKING, BEST])


def always_the_same(one, other):
    run = credit_run()
    a, b = run.names.index(one), run.names.index(other)
    return bool((run.shares[a] == run.shares[b]).all() and (run.held_out[a] == run.held_out[b]).all())


def excess(run, one, other, size):
    """Return the mean held-out cost of one selector, as a multiple of another's."""
    mean = run.mean[:, size - 1]
    return float(mean[run.names.index(one)] / mean[run.names.index(other)])


def _same():
    return [label for label, pair in PAIRS.items() if always_the_same(*pair)]


def _thorough():
    ratio = excess(credit_run(), BEST, RANKING, 10)
    return "It is a little higher" if ratio > 1 else "It is a little lower"


def leak(selected_from, seed=0):
    """Return the held-out squared error of ten random features out of 1,000, divided by that of the mean.

    The ten features with the largest correlation are selected from ``"all rows"`` or from ``"the training half"``.
    """
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(100, 1000)), rng.normal(size=100)
    errors, of_the_mean = [], []
    for _ in range(20):
        order = rng.permutation(100)
        train, test = order[:50], order[50:]
        seen = order if selected_from == "all rows" else train
        ten = np.argsort(-np.abs(np.corrcoef(X[seen].T, y[seen])[-1, :-1]))[:10]
        w = np.linalg.lstsq(np.column_stack([np.ones(50), X[train][:, ten]]), y[train], rcond=None)[0]
        errors.append(np.mean((w[0] + X[test][:, ten] @ w[1:] - y[test]) ** 2))
        of_the_mean.append(np.mean((y[train].mean() - y[test]) ** 2))
    return float(np.mean(errors) / np.mean(of_the_mean))


def _all_rows():
    ratio = leak("all rows")
    return LOWER if ratio < 0.9 else HIGHER if ratio > 1.1 else AS_THE_MEAN


def _cars():
    ratio = excess(cars_run(), RANKING, BEST, 3)
    return COPIES if ratio >= 1.5 else "It is about the same"


PREDICTIONS = (
    Question(
        "methods same sets",
        "The features are standardized. Which pairs of selectors choose the same features from every sample, at every size?",
        SeveralOf(
            {
                "greedy fitting and forward selection": "Both fit all weights again with each candidate and take the best "
                "one, so they are one method with two names.",
                "forward-fitting and myopic fitting": "Standardized features are equally long, so the one with the largest "
                "derivative lowers the cost most.",
                "boosting and ranking by correlation": "Their first feature is the same, but from round 2 on, boosting looks "
                "at what the model has not explained yet.",
                "best subset and backward elimination": "Backward elimination never takes back a feature that it has "
                "removed, so it misses some of the best sets.",
            },
            right=_same,
        ),
        gives_away=(
            "one method with two names",
            "two names for one method",
            "the same method",
            "the largest derivative lowers the cost most",
            "equally long",
        ),
    ),
    Question(
        "methods all rows",
        "All 1,000 features are random numbers, and so is the output. From all 100 rows, you select the ten features with the "
        "largest correlation. Then you fit least squares to one half of the rows. How does its cost on the other half "
        "compare with that of predicting the mean?",
        OneOf(
            {
                LOWER: "Of 1,000 random columns, you took those that follow the output by chance in all 100 rows. They do so "
                "in the held-out half, too, because its rows took part in the selection. So the model looks good, and "
                "it is worth nothing.",
                AS_THE_MEAN: "There is nothing to learn here, so no model can do better on rows that are really new. "
                "But the rows of the other half took part in the selection. They are not held out any more.",
                HIGHER: "You would see this if you selected on the first half only: the weights of random numbers do harm on "
                "the other half. Here, the rows of the other half took part in the selection.",
            },
            right=_all_rows,
        ),
        gives_away=(
            "took part in the selection",
            "looks good",
            "looks better than",
            "not held out any more",
            "follow the output by chance",
            "too good",
            "seem useful",
            "costs less than the mean",
        ),
    ),
    Question(
        "methods thorough",
        "Best subset selection tries every set of ten features on the half that it sees. How does its cost on the other half "
        "compare with that of ranking by correlation?",
        OneOf(
            {
                "It is much lower": "Its cost is lowest on the half that it sees. But a part of that is luck, which is worth "
                "nothing on the other half.",
                "It is a little lower": "More search seems to promise that. But of many sets, the best one on 500 applicants "
                "is also a lucky one, and it is not lucky again on the other half.",
                "It is a little higher": "Best subset fits its own half best. A part of that is luck, which the other half "
                "does not share. The ranking chooses among fewer sets, so there is less luck in it.",
            },
            right=_thorough,
        ),
        gives_away=(
            "lucky",
            "over-fit",
            "flatter whoever searches most",
            "searching does not lower",
            "searching more costs",
            "as good as the exhaustive search",
            "fits its own sample best",
            "luckiest",
        ),
    ),
    Question(
        "methods cars",
        "Three of the seven features of the cars are chosen, to predict the mileage. How does the held-out cost of ranking "
        "by correlation compare with that of best subset selection?",
        OneOf(
            {
                "It is lower": "On the loans it was. The features of cars are much more like each other.",
                "It is about the same": "On the loans it was nearly so. But here the three features with the highest "
                "correlations are nearly copies of each other.",
                COPIES: "Weight, displacement and horsepower rank first. They are nearly copies of each other, so two of them "
                "add little. Best subset selection takes one of them, with the model year and the origin.",
            },
            right=_cars,
        ),
        gives_away=(
            "near copies of",
            "copies of each other",
            "say the same",
            "repeat each other",
            "badly on the cars",
            "failed on the cars",
            "it takes copies",
            "are nearly copies",
        ),
    ),
)

from functools import cache

import numpy as np

from fewidgets.algorithms.model_selection.boosting_cross_validation import cross_validate_boost
from fewidgets.algorithms.selection.boosting import boost
from fewidgets.data import load_auto_mpg, load_boston
from fewidgets.exercises.bank.predictions.tables import columns, normalized, scaled
from fewidgets.exercises.predicting import (
    At,
    Axis,
    Change,
    Difference,
    OneOf,
    Question,
    SeveralOf,
    Sketch,
)

BARS = ("LSTAT", "RM", "PTRATIO", "DIS", "CHAS")
FOLDS = 10


@cache
def run():
    return boost(*normalized(load_boston()))


def correlations_after_round_one():
    residual = run().residuals[1]
    return np.abs([np.corrcoef(column, residual)[0, 1] for column in columns(load_boston(), *BARS).T]).round(12)


def toy():
    rng = np.random.default_rng(0)
    common = rng.normal(size=200)
    a, b = common + 0.2 * rng.normal(size=200), common + 0.2 * rng.normal(size=200)
    return scaled(np.column_stack([a, b, a - b + 0.2 * rng.normal(size=200)])), a - b


def _first_feature():
    return load_boston().feature_names[run().order[0]]


@cache
def held_out_error():
    """Return the mean cross-validated errors on the Boston table for 0 … 13 rounds, shape (14,)."""
    return cross_validate_boost(load_boston().X, normalized(load_boston())[1], folds=FOLDS).mean


def _greedy_pair():
    X, y = toy()
    first = boost(X, y, rounds=1).order[0]
    pair = set(boost(X, y, rounds=1, group=2).order.tolist())
    return {
        "Boosting takes c first" if first == 2 else "Boosting takes a or b first",
        "The best pair is a and b" if pair == {0, 1} else "The best pair has c in it",
    }


@cache
def car_run():
    return boost(*normalized(load_auto_mpg()), rounds=6)


def _displacement():
    weight = car_run().weights[-1, load_auto_mpg().feature_names.index("displacement")]
    return "Zero" if abs(weight) < 1e-3 else "Positive" if weight > 0 else "Negative"


PREDICTIONS = (
    Question(
        "9.6 first feature",
        "The correlations of these four with the price are RM 0.70, CRIM −0.39, TAX −0.47 and LSTAT −0.74. Boosting tunes "
        "the weight of each feature alone. Which of them leaves the smallest cost and wins the first round?",
        OneOf(
            {
                "RM": "A close second, with the largest positive correlation. But a weight may be negative, so only the size "
                "of the correlation counts.",
                "LSTAT": "A weight may be negative, so the sign does not matter. LSTAT alone explains more than half of the "
                "variance, a little more than RM does.",
                "CRIM": "More crime goes with lower prices. But its correlation is the weakest of the four. Crime is close to "
                "zero in most districts, so it cannot explain why their prices differ.",
                "TAX": "Higher taxes go with lower prices. But the correlations of RM and LSTAT are stronger. Many districts "
                "have the same tax rate, whatever their prices.",
            },
            right=_first_feature,
        ),
        gives_away=(
            "LSTAT alone",
            "LSTAT wins",
            "winner is LSTAT",
            "LSTAT comes first",
            "the sign does not matter",
            "whatever its sign",
            "only the size of the correlation counts",
            "number 13, LSTAT",
        ),
    ),
    Question(
        "9.6 after round one",
        "Before round 1, five features correlate with the residual this strongly: LSTAT 0.74, RM 0.70, PTRATIO 0.51, DIS "
        "0.25, CHAS 0.18 (without signs). LSTAT wins round 1. Draw all five bars after that round.",
        Sketch(
            Axis("feature"),
            Axis("size of the correlation with the residual", domain=(0.0, 1.0)),
            BARS,
            ("correlation",),
            correlations_after_round_one,
            bars=True,
            because="LSTAT has explained all it can, so its own bar is gone. Features that share information with LSTAT have "
            "less to add. CHAS hardly correlates with LSTAT, so its bar stays about as high as before.",
            differences=(
                Difference(
                    At("correlation", 0),
                    "You left LSTAT a bar. Its weight was tuned until nothing more could be gained with it, so its "
                    "correlation with the residual is exactly 0.",
                    when="larger",
                    by=0.1,
                ),
                Difference(
                    At("correlation", 1),
                    "You left RM nearly as high as before. RM and LSTAT are correlated, so LSTAT has already explained a part "
                    "of what RM could explain.",
                    when="larger",
                    by=0.2,
                ),
                Difference(
                    At("correlation", 1),
                    "You took nearly everything from RM. RM and LSTAT are correlated, but RM also says something that LSTAT "
                    "does not.",
                    when="smaller",
                    by=0.2,
                ),
                Difference(
                    At("correlation", 4),
                    "You took CHAS away. CHAS hardly correlates with LSTAT, so a round of LSTAT takes nothing from it.",
                    when="smaller",
                    by=0.12,
                ),
            ),
            near=0.2,
            otherwise="LSTAT and RM are about right. Compare the other bars. PTRATIO and DIS share information with LSTAT, so "
            "their bars are lower than before. CHAS does not, so its bar stays about as high.",
        ),
        gives_away=(
            "correlation with the new residual is zero",
            "none after it",
            "0.000 after",
            "correlates with it no more",
            "correlates with the residual again",
            "its own bar is gone",
            "does not correlate with it at all",
            "no longer correlates",
            "LSTAT correlates with the residual again",
        ),
    ),
    Question(
        "9.6 held-out error",
        "Without any feature, the error on held-out districts is about 1, the variance of the output. Draw the error for 0 to "
        "13 rounds.",
        Sketch(
            Axis("rounds", domain=(0.0, 13.0), whole=True),
            Axis("held-out error", domain=(0.0, 1.1)),
            range(14),
            ("held-out error",),
            held_out_error,
            because="One round halves the error, and four rounds bring it near its lowest value. Then it stays level: later "
            "features add little, and they do little harm.",
            differences=(
                Difference(
                    Change("held-out error", 6, 13),
                    "Your error rises at the end, as if late rounds fitted only noise. It stays level. Thirteen weights, "
                    "each tuned once, are too few to fit much noise in more than 400 districts.",
                    when="larger",
                    by=0.08,
                ),
                Difference(
                    Change("held-out error", 0, 1),
                    "The first round alone halves the error. Yours falls more slowly.",
                    when="larger",
                    by=0.25,
                ),
                Difference(
                    Change("held-out error", 5, 13),
                    "Your error falls in all rounds, like the training cost. After four rounds it hardly changes.",
                    when="smaller",
                    by=0.1,
                ),
                Difference(
                    At("held-out error", 13),
                    "Your error falls too far. A weighted sum of these features leaves a third of the variance unexplained.",
                    when="smaller",
                    by=0.12,
                ),
                Difference(
                    At("held-out error", 13),
                    "Your error stays too high. All features together leave only a third of the variance.",
                    when="larger",
                    by=0.2,
                ),
            ),
            near=0.15,
            otherwise="The ends are about right. In between, the error falls faster.",
        ),
        gives_away=(
            "first within one standard error",
            "stays level",
            "hardly changes",
            "about as good as the best",
            "keeps four features",
            "rises a little",
            "four features",
            "little harm",
        ),
    ),
    Question(
        "9.6 greedy pair",
        "The output is a − b, a and b are nearly the same, and c is a noisy copy of the output. Two features may be chosen. "
        "Which statements are true?",
        SeveralOf(
            {
                "Boosting takes c first": "Alone, a noisy copy of the output leaves a far smaller cost than a or b.",
                "Boosting takes a or b first": "The features a and b are nearly the same, so each of them alone says next to "
                "nothing about their difference.",
                "The best pair is a and b": "Together, a and b give the output exactly, so the cost is 0.",
                "The best pair has c in it": "The noise of c is not in a or in b, so a pair with c cannot remove it.",
            },
            right=_greedy_pair,
        ),
        gives_away=(
            "in pairs: a b",
            "c wins the first round",
            "c first",
            "a and b give the output exactly",
            "can miss features that only help together",
            "misses the pair",
            "does not find the pair",
            "cannot end with the pair",
            "a and b say next to nothing",
        ),
    ),
    Question(
        "9.6 displacement",
        "Cars with large engines travel less far on a gallon: the correlation of displacement with the output is −0.81. "
        "Boosting takes displacement third, after weight and model_year, whose coefficients are frozen. The correlation of "
        "weight is 0.93 with displacement and −0.31 with model_year. Which sign does the coefficient of displacement have?",
        OneOf(
            {
                "Negative": "That is the sign of its correlation with the output. But boosting fits the residual of round 2, "
                "and with that residual displacement correlates positively.",
                "Positive": "The coefficient of weight was tuned alone. Newer cars are lighter, so it includes a part of the "
                "effect of model_year. With model_year in the model it is too negative. Heavy cars have large engines, so a "
                "positive coefficient of displacement corrects a part of it.",
                "Zero": "A feature whose best coefficient is zero does not lower the cost, so it cannot win a round. "
                "Displacement wins the third.",
            },
            right=_displacement,
        ),
        gives_away=(
            "weight of displacement is positive",
            "positive weight of displacement",
            "displacement correlates positively",
            "corrects the model weight",
            "positive coefficient of displacement",
            "coefficient of displacement is positive",
        ),
    ),
)

from functools import cache

import numpy as np

from fewidgets.algorithms.optimization.quadratic_cost import QuadraticCost
from fewidgets.algorithms.regularization.l1 import l1_path
from fewidgets.algorithms.regularization.l2_softmax import l2_softmax_path
from fewidgets.algorithms.regularization.penalized import penalized_path
from fewidgets.data import load_boston, load_credit
from fewidgets.exercises.bank.predictions import tables
from fewidgets.exercises.bank.predictions.boosting import toy
from fewidgets.exercises.predicting import (
    EACH,
    At,
    Axis,
    CurveWith,
    Difference,
    LastAbove,
    OneOf,
    Ordering,
    Question,
    SeveralOf,
    Sketch,
)

PENALTIES = {"ℓ2": "l2", "ℓ1": "l1", "ℓ0": "l0"}
SKETCHED = ("LSTAT", "RM", "DIS")
PLACES = np.linspace(0.0, 800.0, 41)
CASES = {
    "mean, output in $1,000": ("mean", False),
    "mean, output normalized": ("mean", True),
    "sum, output in $1,000": ("sum", False),
    "sum, output normalized": ("sum", True),
}
LAST = 130.0  # the end of the chapter's range of λ
FIRST, PAIR = "c is the first feature to enter", "With two features, ℓ1 has a and b"
FADES, STAYS = "Near λ = 0, hardly any weight is left on c", "Near λ = 0, c has the largest weight"
ALL, SOME, FEW = "all 20", "about half", "5, as with ℓ1"
VISIBLE = 0.03  # a sketched weight below this counts as zero


@cache
def scaled():
    return tables.normalized(load_boston())


@cache
def path():
    return l1_path(*scaled(), reduction="sum")


def weight_paths():
    names = load_boston().feature_names
    return np.asarray(path().at(PLACES).weights)[:, [names.index(name) for name in SKETCHED]].T


def _first_zero():
    cost = QuadraticCost([[1.0, 0.5], [0.5, 1.0]], (2.0, 1.0))
    first = {}
    for name, kind in PENALTIES.items():
        found = penalized_path(cost, kind)
        first[name] = float(found.lambdas[(found.weights == 0).any(axis=1)][0])
    return sorted(first, key=first.__getitem__)


def _left_at_the_end():
    X, y = scaled()
    paths = {
        case: l1_path(X, y if normalized else load_boston().y, reduction=reduction)
        for case, (reduction, normalized) in CASES.items()
    }
    return {case for case, each in paths.items() if np.any(each.at(LAST).weights)}


@cache
def _scaled_credit():
    return tables.scaled(load_credit().X), load_credit().y


def _l2_loans():
    shrunk = l2_softmax_path(*_scaled_credit(), kind="l2", reduction="sum", lambdas=[0.0, 40.0])
    count = np.count_nonzero(shrunk.at(40.0).weights)
    return ALL if count == 20 else SOME


def _toy_pair():
    X, y = toy()
    path = l1_path(X, y / y.std())
    first, second = (event.feature for event in path.events[:2])
    weights = np.abs(path.at(path.lambda_max / 1000).weights)
    return {
        *([FIRST] if first == 2 else []),
        *([PAIR] if {first, second} == {0, 1} else []),
        FADES if weights[2] < 0.1 * weights[:2].min() else STAYS,
    }


PREDICTIONS = (
    Question(
        "9.7 first zero",
        "The minimizer is (2, 1), and λ grows from 0. With the second weight at zero, the lowest cost would rise by 0.75. "
        "Which penalty sets a weight to zero first here, and which one last?",
        Ordering(
            tuple(PENALTIES),
            _first_zero,
            because="ℓ0 drops the weaker weight as soon as keeping it costs more than it gains, at λ = 0.75. ℓ1 shrinks it "
            "steadily and reaches zero at λ = 3.00. ℓ2 shrinks both weights and sets them to zero together, at λ = 6.40. "
            "With the minimizer at (6, 5), ℓ1 is first.",
            mistakes={
                ("ℓ2",): "ℓ2 makes both weights smaller from the start. But they reach zero only at the very end, and "
                "together.",
                ("ℓ1",): "ℓ1 has to shrink a weight all the way to zero first. ℓ0 does not shrink: it drops the weaker weight "
                "at once, when keeping it costs more than it gains. Here that happens sooner.",
                ("ℓ0", "ℓ2"): "ℓ0 does come first. But ℓ2 keeps both weights until its very end. ℓ1 sets the weaker one to "
                "zero at about half of that λ.",
            },
            otherwise="ℓ0 drops a weight at once, ℓ1 shrinks it to zero, and ℓ2 shrinks both weights and never only one to "
            "zero.",
        ),
        gives_away=(
            "ℓ0 drops",
            "hardly ever zero",
            "drops both weights at once",
            "keeps both weights until",
            "first zero at 0.75",
            "never only one to zero",
            "both weights at the same",
            "first to drop a weight",
            "path jumps to zero",
        ),
    ),
    Question(
        "9.7 weight paths",
        "At λ = 0 the weights of LSTAT, RM and DIS are −0.41, 0.29 and −0.34. Their correlations with the price are −0.74, "
        "0.70 and 0.25. Draw how the weights go on as λ grows to 800.",
        Sketch(
            Axis("λ", domain=(0.0, 800.0)),
            Axis("weight", domain=(-0.5, 0.4), zero=True),
            PLACES.tolist(),
            SKETCHED,
            weight_paths,
            because="DIS has the second largest weight at λ = 0, but it goes first: when other weights shrink, it is needed "
            "less. LSTAT and RM explain most on their own, so they stay. LSTAT stays longest.",
            differences=(
                Difference(
                    CurveWith("smallest", LastAbove(EACH, VISIBLE)),
                    "You let LSTAT go first; it stays longest. No other feature explains as much on its own.",
                    yours="LSTAT",
                ),
                Difference(
                    CurveWith("smallest", LastAbove(EACH, VISIBLE)),
                    "You let RM go first. Its weight is the smallest at λ = 0, but DIS goes first, near λ = 60. What counts "
                    "is how much a feature explains on its own, and RM explains far more.",
                    yours="RM",
                ),
                Difference(
                    CurveWith("largest", LastAbove(EACH, VISIBLE)),
                    "You let RM stay longest. It leaves at λ = 636. LSTAT explains a little more on its own, and stays until "
                    "747.",
                    yours="RM",
                ),
                Difference(
                    At("RM", 200.0),
                    "You let the weight of RM change its sign. A penalty moves these weights towards zero, and they stop "
                    "there.",
                    when="sign",
                    by=VISIBLE,
                ),
                Difference(
                    LastAbove("DIS", VISIBLE),
                    "The order is right. But you let DIS stay too long: it is at zero from about λ = 64.",
                    when="larger",
                    by=100.0,
                ),
                Difference(
                    LastAbove("LSTAT", VISIBLE),
                    "The order is right. But you let LSTAT go too early: it stays until λ = 747.",
                    when="smaller",
                    by=200.0,
                ),
            ),
            near=0.15,
            otherwise="The order is right. Between the ends, the weights of LSTAT and RM fall almost in straight lines.",
        ),
        gives_away=(
            "LSTAT stays longest",
            "LSTAT leaves last",
            "DIS leaves first",
            "DIS goes first",
            "LSTAT is the last",
            "DIS leaves before",
            "DIS is gone",
        ),
    ),
    Question(
        "9.7 mean or sum",
        "The cost is a mean or a sum over 506 examples. The output is normalized, or in thousands of dollars with a standard "
        "deviation of 9.19. In which cases is any weight left at λ = 130?",
        SeveralOf(
            {
                "mean, output in $1,000": "The mean makes the cost 506 times smaller, so all weights are zero from λ = 13.6 "
                "on.",
                "mean, output normalized": "With the mean, all weights are zero from λ = 1.48 on.",
                "sum, output in $1,000": "With the sum and thousands of dollars, the squared errors are so large that twelve "
                "features are left.",
                "sum, output normalized": "With the sum and a normalized output, four features are left, as in Figure 9.21.",
            },
            right=_left_at_the_end,
        ),
        gives_away=(
            "the cost is a sum over examples",
            "zero long before 130",
            "with the mean, all weights are zero",
            "nearly everything is still in",
            "only one case agrees",
            "λ becomes λ / P",
            "a mean leaves no",
            "needs a sum",
        ),
    ),
    Question(
        "9.7 l2 loans",
        "Now the penalty is λ times the ℓ2 length of the weights. How many of the 20 weights are nonzero at λ = 40?",
        OneOf(
            {
                FEW: "ℓ1 sets single weights to zero. ℓ2 shrinks all of them together and sets none to zero.",
                SOME: "ℓ2 makes all weights smaller, but it sets none of them to zero.",
                ALL: "ℓ2 shrinks all weights together. They all become zero at once, at λ = 274.",
            },
            right=_l2_loans,
        ),
        gives_away=(
            "keeps every feature",
            "all 20 weights",
            "sets none to zero",
            "shrinks all weights together",
            "λ_max of ℓ2",
            "ℓ2 to shrink weights",
            "all weights smaller together",
        ),
    ),
    Question(
        "9.7 toy pair",
        "The output is a − b, a and b are nearly the same, and c is a noisy copy of the output. Now ℓ1 chooses, and λ falls "
        "from its largest value almost to 0. Which statements are true?",
        SeveralOf(
            {
                FIRST: "Alone, c lowers the cost most, so it is the first feature that is worth its penalty.",
                PAIR: "To give a small difference, a and b need large weights, and large weights are what the penalty charges "
                "for.",
                FADES: "Without a penalty, a − b gives the output exactly, and the noisy copy is of no use.",
                STAYS: "A boosted weight is frozen, but here all weights change as λ falls, and c loses its own.",
            },
            right=_toy_pair,
        ),
        gives_away=(
            "c fades",
            "weight of c fades",
            "can change its mind",
            "misses the pair",
            "weights of a and b grow",
            "c shrinks to",
            "no weight is frozen",
        ),
    ),
)

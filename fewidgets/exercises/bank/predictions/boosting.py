from functools import cache

import numpy as np

from fewidgets.algorithms.model_selection.boosting_cross_validation import cross_validate_boost
from fewidgets.algorithms.selection.boosting import boost
from fewidgets.data import load_auto_mpg, load_boston, load_credit
from fewidgets.exercises.bank.predictions.tables import columns, normalized, scaled
from fewidgets.exercises.predicting import (
    At,
    Axis,
    Band,
    Change,
    Difference,
    Estimate,
    OneOf,
    Ordering,
    Question,
    SeveralOf,
    Sketch,
)

GROW = "They shrink, but one gain is larger than the one before"
SAME_ORDER, LATER, ANOTHER = "the same order", "the same order at first, another one later", "another order from round 1 on"
BARS = ("LSTAT", "RM", "PTRATIO", "DIS", "CHAS")
LOAN = {"age": "age", "credit_amount": "amount of the loan", "savings": "savings", "account_balance": "balance of the account"}
FOLDS = 10


@cache
def run():
    return boost(*normalized(load_boston()))


@cache
def credit_run(cost="softmax"):
    X, y = normalized(load_credit())
    return boost(X, load_credit().y if cost == "softmax" else y, cost=cost)


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


def _gains():
    gains = -np.diff(run().costs[:6])
    growing = int((np.diff(gains) > 0).sum())
    return GROW if growing == 1 else "Each gain is smaller than the one before"


def _stop():
    return boost(*normalized(load_boston()), stop=0.01).n_rounds


@cache
def held_out_error():
    """Return the mean cross-validated errors on the Boston table for 0 … 13 rounds, shape (14,)."""
    return cross_validate_boost(load_boston().X, normalized(load_boston())[1], folds=FOLDS).mean


def _loan_features():
    names, order = load_credit().feature_names, credit_run().order.tolist()
    return [LOAN[name] for name in sorted(LOAN, key=lambda name: order.index(names.index(name)))]


def _greedy_pair():
    X, y = toy()
    first = boost(X, y, rounds=1).order[0]
    pair = set(boost(X, y, rounds=1, group=2).order.tolist())
    return {
        "Boosting takes c first" if first == 2 else "Boosting takes a or b first",
        "The best pair is a and b" if pair == {0, 1} else "The best pair has c in it",
    }


def _label_as_number():
    same = credit_run().order == credit_run("least_squares").order
    return SAME_ORDER if same.all() else LATER if same[0] else ANOTHER


@cache
def car_run():
    return boost(*normalized(load_auto_mpg()), rounds=6)


def _displacement():
    weight = car_run().weights[-1, load_auto_mpg().feature_names.index("displacement")]
    return "Zero" if abs(weight) < 1e-3 else "Positive" if weight > 0 else "Negative"


PREDICTIONS = (
    Question(
        "9.6 first feature",
        "Boosting tunes the weight of each feature alone. Which of these four leaves the smallest cost and wins the first "
        "round?",
        OneOf(
            {
                "RM": "A close second. Districts with more rooms per home are dearer, but the price follows LSTAT more "
                "closely.",
                "LSTAT": "Where more residents are classed as “lower status”, homes are cheaper, so the weight is negative. "
                "LSTAT explains more than half of the variance, a little more than RM does.",
                "CRIM": "More crime goes with lower prices. But crime is close to zero in most districts, and there it cannot "
                "tell their prices apart.",
                "TAX": "Higher taxes go with lower prices. But many districts have the same tax rate, whatever their prices.",
            },
            right=_first_feature,
        ),
        gives_away=("LSTAT alone", "LSTAT wins", "first winner is LSTAT"),
    ),
    Question(
        "9.6 gains",
        "In every round, boosting takes the feature that lowers the cost most. How do the gains of the five rounds develop?",
        OneOf(
            {
                "Each gain is smaller than the one before": "Nearly. Boosting takes the best feature that is left, but the "
                "features are correlated, and a round changes what the others can explain. Round 4 gains more than round 3.",
                GROW: "Round 1 gains more than half of the cost, and most later gains are smaller. But a round changes what "
                "correlated features can explain: round 4 gains more than round 3.",
                "Each gain is larger than the one before": "The most useful feature comes first. It gains more than half of "
                "the cost, and little is left for the others.",
                "All five gains are about the same": "The first feature gains more than half of the cost. The other four "
                "together gain less than a third of that.",
            },
            right=_gains,
        ),
        gives_away=("gain can grow", "gains can grow", "gain is larger"),
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
            "less to add. CHAS hardly correlates with LSTAT, so it says about as much as before.",
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
            otherwise="LSTAT and RM are about right. The other bars are lower: little remains that these features could "
            "explain.",
        ),
        gives_away=("correlation with the new residual is zero", "0.000 after"),
    ),
    Question(
        "9.6 stop",
        "After how many rounds does the run with `stop=0.01` end? Count the rounds that are kept.",
        Estimate(
            _stop,
            1,
            8,
            step=1,
            near=0,
            because="Each of the first five rounds lowers the cost by at least 1 % of what it was before that round. Round 6 "
            "would lower it by 0.6 %.",
            bands=(
                Band(
                    4,
                    4,
                    "Round 5 lowers the cost by 0.6 % of the cost at the start. But the rule compares with the cost just "
                    "before the round, and that is 1.7 %.",
                ),
                Band(6, 6, "Round 6 is tried, but it would lower the cost by only 0.6 %. So it is not kept."),
                Band(7, 8, "Round 6 would bring less than 1 %, so the run ends there. Later rounds are never tried."),
            ),
            below="The next round still lowers the cost by more than 1 %, so the run goes on.",
        ),
        gives_away=("the run ends here",),
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
                    "You let the error rise again, as if late rounds fitted only noise. It stays level. Thirteen weights, "
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
                    "You let the error fall in all rounds, like the training cost. After four rounds it hardly changes.",
                    when="smaller",
                    by=0.1,
                ),
                Difference(
                    At("held-out error", 13),
                    "You let the error fall too far. A third of the variance cannot be explained with these features.",
                    when="smaller",
                    by=0.12,
                ),
                Difference(
                    At("held-out error", 13),
                    "You were too careful. All features together leave only a third of the variance.",
                    when="larger",
                    by=0.2,
                ),
            ),
            near=0.15,
            otherwise="The ends are about right. In between, the error falls faster.",
        ),
        gives_away=("first within one standard error",),
    ),
    Question(
        "9.6 loan features",
        "Boosting may run until all twenty facts about an applicant are in. In which order does it choose these four?",
        Ordering(
            ("age", "amount of the loan", "balance of the account", "savings"),
            _loan_features,
            because="The balance of the account comes first of all twenty, and the savings come fourth. The amount and the "
            "age come 15th and 17th.",
            mistakes={
                (
                    "amount of the loan",
                ): "The amount seems to matter most. But large loans run longer, and the duration is chosen in "
                "round 2. After that, the amount has little left to explain.",
                (
                    "savings",
                ): "Savings come early. But the balance of the current account says more: it shows how an applicant "
                "handles money every day.",
                (
                    "age",
                ): "Younger applicants do default a little more often. But other features explain this too, so age is the "
                "17th of twenty.",
                (
                    "balance of the account",
                    "amount of the loan",
                ): "The first one is right. But large loans run longer, and the "
                "duration is chosen in round 2. After that, the amount has little left to explain.",
            },
            otherwise="The balance of the account comes first and the savings come fourth. The amount and the age come much "
            "later.",
            first="chosen first",
            last="chosen last",
        ),
        gives_away=("account_balance", "Round 1: account"),
    ),
    Question(
        "9.6 greedy pair",
        "The output is a − b, and c is a noisy copy of it. Two features may be chosen. Which statements are true?",
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
        gives_away=("in pairs: a b",),
    ),
    Question(
        "9.6 label as number",
        "Compare boosting with softmax on the labels and boosting with least squares on standardized labels. Do they choose "
        "the twenty features in the same order?",
        OneOf(
            {
                SAME_ORDER: "Only at first. When some weights are large, the two costs no longer agree on what is left to "
                "explain.",
                LATER: "While all weights are small, the two costs rank features almost alike. The first nine rounds agree. "
                "Later the costs differ.",
                ANOTHER: "The costs look very different, but near zero weights the softmax cost is almost a parabola, like "
                "least squares. So the first nine rounds agree.",
            },
            right=_label_as_number,
        ),
    ),
    Question(
        "9.6 displacement",
        "Cars with large engines travel less far on a gallon: the correlation of displacement with the output is −0.81. "
        "Boosting takes displacement third, after weight and model_year. Which sign does its weight in the model have?",
        OneOf(
            {
                "Negative": "That is the sign of its correlation with the output. But boosting fits the residual of round 2, "
                "and with that residual displacement correlates positively.",
                "Positive": "The weight of round 1 was tuned alone and is frozen. With model_year in the model it is too "
                "strong. Heavy cars have large engines, so a positive weight of displacement makes up for a part of it.",
                "Zero": "A feature whose best weight is zero lowers no cost, so it cannot win a round. Displacement wins "
                "the third.",
            },
            right=_displacement,
        ),
        gives_away=("weight of displacement is positive", "positive weight of displacement"),
    ),
)

from functools import cache

import numpy as np

from fewidgets.algorithms.model_selection.cross_validation import cross_validate_l1
from fewidgets.algorithms.optimization.quadratic_cost import QuadraticCost
from fewidgets.algorithms.regularization.l1 import l1_path
from fewidgets.algorithms.regularization.l1_descent import l1_gradient_descent
from fewidgets.algorithms.regularization.l2_softmax import l2_softmax_path
from fewidgets.algorithms.regularization.penalized import penalized_path
from fewidgets.algorithms.selection.boosting import boost
from fewidgets.data import load_boston, load_credit
from fewidgets.exercises.bank.predictions import tables
from fewidgets.exercises.bank.predictions.boosting import toy
from fewidgets.exercises.predicting import (
    EACH,
    At,
    Axis,
    Band,
    CurveWith,
    Difference,
    Estimate,
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
RISK = {
    "account_balance": "balance of the account",
    "duration": "duration",
    "payment_status": "payment history",
    "savings": "savings",
    "property": "property",
    "age": "age",
}
ALL, SOME, FEW = "all 20", "about half", "5, as with ℓ1"
NEVER, SAME_SIGN, OTHER_SIGN = "no", "yes, with the same sign as before", "yes, with the other sign"
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
def best_lambda():
    lambdas = np.linspace(0, 0.2, 81) * path().lambda_max
    return cross_validate_l1(*scaled(), lambdas, reduction="sum", folds=5, seed=0).best_lambda


@cache
def _scaled_credit():
    return tables.scaled(load_credit().X), load_credit().y


def _loans_left():
    risk = l1_path(*_scaled_credit(), cost="softmax", reduction="sum", lambdas=[0.0, 40.0])
    kept = risk.at(40.0).weights != 0
    names = load_credit().feature_names
    return {label for name, label in RISK.items() if kept[names.index(name)]}


def lists_tuned_again(size):
    X, y = scaled()
    entered = list(dict.fromkeys(event.feature for event in path().events if event.kind == "enters"))
    costs = []
    for chosen in (boost(X, y, rounds=size).order, entered[:size]):
        inputs = np.column_stack([np.ones(len(y)), X[:, chosen]])
        costs.append(float(np.mean((inputs @ np.linalg.lstsq(inputs, y, rcond=None)[0] - y) ** 2)))
    return costs[0], costs[1]


def _better_lists():
    three, six = ("boosting" if boosted < other else "ℓ1" for boosted, other in map(lists_tuned_again, (3, 6)))
    return f"{three} with three features, {six} with six"


def _descent_zeros():
    run = l1_gradient_descent(*scaled(), [LAST], steps=1000, step_length=5e-5, reduction="sum")
    return int((run.weights[0] == 0).sum())


def _l2_loans():
    shrunk = l2_softmax_path(*_scaled_credit(), kind="l2", reduction="sum", lambdas=[0.0, 40.0])
    count = np.count_nonzero(shrunk.at(40.0).weights)
    return ALL if count == 20 else SOME


def _toy_pair():
    X, y = toy()
    events = [event.feature for event in l1_path(X, (y - y.mean()) / y.std()).events if event.kind == "enters"]
    return " and ".join(sorted("abc"[n] for n in events[:2]))


def _comes_back():
    industry = load_boston().feature_names.index("INDUS")
    moments = sorted(event.lam for event in path().events if event.feature == industry)
    low, high = (path().at(lam).weights[industry] for lam in (moments[0] / 2, (moments[1] + moments[2]) / 2))
    return SAME_SIGN if low * high > 0 else OTHER_SIGN


PREDICTIONS = (
    Question(
        "9.7 first zero",
        "The minimizer is (2, 1), and λ grows from 0. Which penalty sets a weight to zero first here, and which one last?",
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
        gives_away=("ℓ0 drops", "hardly ever zero", "holds weights there"),
    ),
    Question(
        "9.7 weight paths",
        "At λ = 0 the weights of LSTAT, RM and DIS are −0.41, 0.29 and −0.34. Draw how they go on as λ grows to 800.",
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
                    "You let RM go first, because its weight is the smallest at λ = 0. But DIS goes first, near λ = 60. What "
                    "counts is how much a feature explains on its own, and RM explains far more.",
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
        gives_away=("LSTAT stays longest",),
    ),
    Question(
        "9.7 mean or sum",
        "The cost is a mean or a sum over 506 examples, and the output is in thousands of dollars or normalized. In which "
        "cases is any weight left at λ = 130?",
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
        gives_away=("the cost is a sum over examples",),
    ),
    Question(
        "9.7 best lambda",
        "Which λ has the smallest error on held-out districts? Here λ belongs to the sum, as in the slider.",
        Estimate(
            best_lambda,
            0,
            150,
            near=10,
            because="The smallest error is near λ = 2, with eleven features in. It is hardly smaller than without a penalty. "
            "Thirteen weights fit little noise in 506 districts.",
            bands=(
                Band(
                    100,
                    150,
                    "There the model has a short list of three to five features. A short list is easier to read, but it "
                    "predicts worse: the smallest error is near λ = 2.",
                ),
                Band(
                    30,
                    100,
                    "You expect a clear gain from dropping features. There is none here: the smallest error is near λ = 2, "
                    "with eleven features in.",
                ),
            ),
            above="You are close, but there the error rises already. It is smallest near λ = 2, with eleven features in.",
            below="The smallest error is near λ = 2.",
        ),
        gives_away=("smallest error is near", "λ = 1.87"),
    ),
    Question(
        "9.7 loans left",
        "Boosting chose the first four of these features. Which of the six does the ℓ1 penalty keep at λ = 40?",
        SeveralOf(
            {
                "balance of the account": "The balance of the account has the largest weight, and boosting chose it first.",
                "duration": "Longer loans go with bad risks, in both methods.",
                "payment history": "The payment history has the third largest weight, and boosting chose it third.",
                "savings": "The savings have the fourth largest weight, and boosting chose them fourth.",
                "property": "The property is still in, but its weight of −0.026 is too small to be seen in a bar chart.",
                "age": "Other features explain most of what age could explain, so it drops out earlier.",
            },
            right=_loans_left,
        ),
        gives_away=("1, 2, 3, 6, 12",),
    ),
    Question(
        "9.7 three and six",
        "Take the first features of each list and tune their weights again, without a penalty. Whose list has the lower cost "
        "with three features, and whose with six?",
        OneOf(
            {
                "boosting with three features, boosting with six": "With six, yes. But boosting takes DIS third, where ℓ1 "
                "takes PTRATIO. Beside LSTAT and RM, PTRATIO is worth more.",
                "boosting with three features, ℓ1 with six": "It is the other way round. Boosting takes DIS third, which is a "
                "poor choice. With six, it has caught up.",
                "ℓ1 with three features, boosting with six": "Neither list is always better. Boosting takes DIS third, where "
                "PTRATIO is worth more. With six features, its list is the better one.",
                "ℓ1 with three features, ℓ1 with six": "With three, yes. But weighing all features at once does not always "
                "find the better list: with six, boosting's list is better.",
            },
            right=_better_lists,
        ),
        gives_away=("neither list is always better",),
    ),
    Question(
        "9.7 comes back",
        "λ grows from 0, and INDUS drops out of the model. Can it come back at a larger λ?",
        OneOf(
            {
                NEVER: "It looks like a law, but it is none. Other weights shrink too, and a feature can become useful again "
                "as a substitute for them.",
                SAME_SIGN: "It does come back. But it comes back as a substitute for other features, and its weight then has "
                "the other sign.",
                OTHER_SIGN: "It leaves with a positive weight at λ = 1.66 and comes back with a negative one at λ = 11.3. "
                "There it stands in for features that the penalty has removed.",
            },
            right=_comes_back,
        ),
    ),
    Question(
        "9.7 descent zeros",
        "At λ = 130, the exact solution has nine zeros among its thirteen weights. How many weights are exactly zero after "
        "gradient descent with a fixed step?",
        Estimate(
            _descent_zeros,
            0,
            13,
            step=1,
            near=0,
            because="The slope of the penalty jumps at zero. A fixed step cannot come to rest there: it hops from one side to "
            "the other.",
            bands=(
                Band(9, 9, "That is the exact solution. A fixed step hops over zero and does not stop there."),
                Band(1, 8, "Some weights come very close to zero, but a fixed step hops over zero and does not stop there."),
                Band(10, 13, "A fixed step does not make the weights sparser. It hops over zero and does not stop there."),
            ),
        ),
        gives_away=("descent 0",),
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
    ),
    Question(
        "9.7 toy pair",
        "The output is a − b, a and b are nearly the same, and c is a noisy copy of the output. Lower λ until ℓ1 has two "
        "features. Which two?",
        OneOf(
            {
                "a and b": "They are the best pair. But a and b need large weights to give a small difference, and large "
                "weights are what the penalty charges for.",
                "a and c": "One of a and b does join c. On these data it is b, by chance.",
                "b and c": "c alone explains most with a small weight. One of a and b joins it. To use a and b alone, the "
                "penalty would have to allow large weights.",
            },
            right=_toy_pair,
        ),
    ),
)

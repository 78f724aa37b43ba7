from functools import cache

import numpy as np

from fewidgets.algorithms.images.block_edge_histogram import block_edge_histogram
from fewidgets.algorithms.images.edge_histogram import edge_histogram
from fewidgets.algorithms.optimization.conditioning import hessian_condition
from fewidgets.algorithms.optimization.costs import LeastSquares
from fewidgets.algorithms.optimization.gradient_descent import gradient_descent
from fewidgets.algorithms.regularization.l1 import l1_path
from fewidgets.algorithms.selection.boosting import boost
from fewidgets.algorithms.text.spam import spam_features
from fewidgets.data import load_boston, make_line
from fewidgets.exercises.bank.predictions.ranking import importances_with
from fewidgets.exercises.bank.predictions.tables import normalized, scaled
from fewidgets.exercises.predicting import OneOf, Question, SeveralOf

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
FIRST, ALIKE = "The years", "Both the same: the line through the points is the same"
SWINGS, ARRIVES, DIVERGES = (
    "It swings between two points for ever",
    "It arrives after two steps",
    "It moves away, farther each step",
)
MEASURES = {
    (True, False): "Only the decrease in impurity",
    (False, True): "Only the decrease in accuracy",
    (True, True): "Both decreases, to the same degree",
    (False, False): "Neither of the two decreases",
}
SECOND, LATER, NEVER = "In round 2", "Not in round 2, but in some later round", "In no round"


def _farthest_days():
    numbers = np.arange(1, 8)
    a, b = np.unravel_index(np.argmax(np.abs(numbers[:, None] - numbers)), (7, 7))
    return f"{DAYS[min(a, b)]} and {DAYS[max(a, b)]}"


def _changed_by_moving():
    """Describe a triangle and the same triangle three pixels to the right in three ways, and compare."""
    triangle = np.zeros((28, 28))
    for row in range(8, 20):
        triangle[row, 6 : row - 1] = 255
    moved = np.roll(triangle, 3, axis=1)
    described = {
        "The grey values of its pixels": np.ravel,
        "The edge histograms of its blocks": lambda image: block_edge_histogram(image).features,
        "Its edge histogram": lambda image: edge_histogram(image).features,
    }
    return {name for name, of in described.items() if not np.allclose(of(triangle), of(moved))}


def _changed_by_digits():
    before, after = spam_features(["FREE tickets! Call now", "fr33 tickets! Call now"]).X
    names = spam_features([""]).feature_names
    options = {
        "The share of the word free": "word_freq_free",
        "The longest run of capitals": "capital_run_length_longest",
        "The share of the character !": "char_freq_!",
    }
    return {option for option, name in options.items() if before[names.index(name)] != after[names.index(name)]}


def _condition(x):
    return hessian_condition(LeastSquares(x[:, None], np.arange(len(x))).hessian([0.0, 0.0]))


def _easier_years():
    years = np.arange(1990.0, 2021.0)
    return FIRST if _condition(years).number < _condition(years - 1990).number else "The years since 1990"


def _double_step():
    line = make_line()
    cost = LeastSquares(scaled(line.X), line.y)
    run = gradient_descent(cost, [0.0, 0.0], 2 / hessian_condition(cost.hessian([0.0, 0.0])).eigenvalues.max(), 6)
    back = np.allclose(run.weights[0::2], run.weights[0]) and not np.allclose(run.weights[1], run.weights[0])
    return SWINGS if back else ARRIVES if np.allclose(run.weights[2], run.weights[3]) else DIVERGES


def _millimetres():
    centimetres = 10 * make_line().X[:, 0]
    ratio = _condition(centimetres).longest_step / _condition(10 * centimetres).longest_step
    return f"{10 ** round(np.log10(ratio)):,} times as short"


@cache
def _districts():
    return normalized(load_boston())


def round_of_the_copy():
    """Return the round in which boosting takes a second copy of the first winner, on the Boston table."""
    X, y = _districts()
    winner = int(boost(X, y, rounds=1).order[0])
    order = boost(np.column_stack([X, X[:, winner]]), y).order.tolist()
    return 1 + max(order.index(winner), order.index(X.shape[1]))


def _copy():
    number = round_of_the_copy()
    return SECOND if number == 2 else LATER


def _last_left():
    X, y = _districts()
    path = l1_path(X, y)
    one = path.weights[path.n_nonzero == 1][0]
    first = int(boost(X, y, rounds=1).order[0])
    same = int(np.flatnonzero(one)[0]) == first
    return "The one that boosting takes first" if same else "The one with the largest weight without a penalty"


@cache
def random_column():
    found = [importances_with(lambda rng, data, count=count: np.floor(rng.random(180) * count)) for count in (2, 100)]
    return np.array([each[0][-1] for each in found]), np.array([each[1][-1] for each in found])


def _which_climbs():
    impurity, accuracy = random_column()
    return MEASURES[bool(impurity[1] > 2 * impurity[0]), bool(accuracy[1] > accuracy[0] + 0.05)]


PREDICTIONS = (
    Question(
        "L1 weekdays",
        "Sales depend on the day of the week. Somebody numbers the days: Monday = 1 to Sunday = 7. Which two days does a "
        "model treat as most different?",
        OneOf(
            {
                "Monday and Sunday": "Their numbers differ by 6, more than any others. But Monday is the day after Sunday. "
                "The list made up this distance.",
                "Monday and Thursday": "On the calendar no two days are farther apart than three days. But the model sees "
                "only the numbers, and 7 − 1 is the largest difference.",
                "Saturday and Monday": "People treat weekends differently. The model sees only numbers, and these two "
                "differ by 5, not by 6.",
                "All pairs are equally different": "That would hold for one-hot vectors. Numbers make some pairs closer "
                "than others.",
            },
            right=_farthest_days,
        ),
        gives_away=("the day after Sunday", "differ by 6"),
    ),
    Question(
        "L1 moved",
        "A picture shows a white triangle on black. You move the triangle three pixels to the right. Which descriptions of "
        "the picture change?",
        SeveralOf(
            {
                "The grey values of its pixels": "Each pixel near an edge of the triangle gets another value.",
                "The edge histograms of its blocks": "Each block counts the edges inside it, and edges cross from one block "
                "into the next.",
                "Its edge histogram": "One histogram for the whole picture counts edges wherever they are, so nothing "
                "changes.",
            },
            right=_changed_by_moving,
        ),
        gives_away=("wherever they are", "without saying where"),
    ),
    Question(
        "L1 disguised",
        "A sender replaces “FREE tickets! Call now” by “fr33 tickets! Call now”. Which features of the mail change?",
        SeveralOf(
            {
                "The share of the word free": "The filter counts free, in capitals or not, but it does not know fr33.",
                "The longest run of capitals": "FREE was a run of four capitals, and now the longest run is the C of Call.",
                "The share of the character !": "The mail is as long as before, and it still has one exclamation mark.",
            },
            right=_changed_by_digits,
        ),
    ),
    Question(
        "L2 twice on circles",
        "Over the standardized input the contours are circles, and a step length of 0.5 arrives in one step. What does "
        "gradient descent do with a step length of 1?",
        OneOf(
            {
                SWINGS: "Twice the step goes twice as far: through the minimum to the opposite point of the same contour, and "
                "from there back.",
                ARRIVES: "Each step is twice as long as the way to the minimum. It ends on the same contour, so the second "
                "step leads back to the start.",
                DIVERGES: "Only steps of more than twice the best length end on a higher contour. This one ends on the same "
                "contour.",
            },
            right=_double_step,
        ),
        gives_away=("swings from side to side", "opposite point"),
    ),
    Question(
        "L2 millimetres",
        "The input $x$ of a line $b + wx$ is measured in centimetres, and you use the longest step length that does not "
        "diverge. Then somebody gives you the same table in millimetres. How must the step length change?",
        OneOf(
            {
                "10 times as short": "The inputs are 10 times as large. But the cost has the squares of $wx$, so its "
                "curvature along $w$ grows with $x^2$.",
                "100 times as short": "The cost has the squares of $wx$. Its curvature along $w$ grows by $10^2$, and the "
                "longest step length is 2 divided by the largest curvature.",
                "Not at all": "Units do not matter for the best line. They do matter for the way there: the cost becomes "
                "steeper along $w$.",
            },
            right=_millimetres,
        ),
        gives_away=("grows with the square", "times as short"),
    ),
    Question(
        "L2 years",
        "A line is fitted to 31 values, one a year from 1990 to 2020. The input is the year, or the number of years since "
        "1990. Over which input does gradient descent need fewer steps?",
        OneOf(
            {
                FIRST: "Near 2000 all inputs are nearly equal in relation to their size. A higher bias then does almost the "
                "same as a larger slope, and the contours are very long.",
                "The years since 1990": "The years themselves are all near 2000. A higher bias then does almost the same as a "
                "larger slope, so the valley between the two is long. Counting from 1990 shortens it.",
                ALIKE: "The line is the same, and so is the lowest cost. But the contours of the cost over bias and slope "
                "are not.",
            },
            right=_easier_years,
        ),
        gives_away=("years since 1990 is", "Counting from 1990"),
    ),
    Question(
        "L3 copy of the winner",
        "The table has an exact copy of LSTAT. Boosting takes LSTAT in round 1. When does it take the copy?",
        OneOf(
            {
                SECOND: "The copy is as good as LSTAT before round 1. After it, LSTAT has explained all that the copy could "
                "explain.",
                LATER: "Right after round 1 the copy has nothing left to explain. But the weight of LSTAT is frozen. When "
                "correlated features have come in, it is no longer the best one, and the copy can correct it.",
                NEVER: "This would hold if all weights were tuned again in each round. Boosting freezes the weight of "
                "LSTAT, and later rounds leave something for the copy to correct.",
            },
            right=_copy,
        ),
        gives_away=("the copy can correct", "takes the copy"),
    ),
    Question(
        "L3 last one left",
        "With $\\ell_1$, raise $\\lambda$ until a single weight is not zero. Which feature is it? All features are "
        "standardized.",
        OneOf(
            {
                "The one with the largest weight without a penalty": "That weight was tuned together with all others. When a "
                "single feature is left, only what it explains alone counts.",
                "The one that boosting takes first": "A single feature lowers the cost most if its correlation with the "
                "output is strongest. Both methods choose by that.",
                "The one with the largest values": "All features are standardized, so their values are equally large.",
            },
            right=_last_left,
        ),
        gives_away=("LSTAT is the last", "leaves last", "stays longest"),
    ),
    Question(
        "L3 random column",
        "A column of random numbers is added to a table with labels, and a forest is grown. The column gets 100 different "
        "values instead of 2. Which of its importances rises clearly?",
        OneOf(
            {
                MEASURES[True, False]: "With 100 values there are 99 places to split instead of one. One of them fits the "
                "training labels by chance. Held-out examples do not follow.",
                MEASURES[False, True]: "The other way round. The accuracy is measured on held-out examples, and chance does "
                "not repeat itself there.",
                MEASURES[True, True]: "The impurity rises, because there are more places to split. But permuting random "
                "numbers cannot make held-out predictions much worse.",
                MEASURES[False, False]: "The column says nothing, whatever its number of values. But the impurity is measured "
                "on training examples, and more places to split fit them better.",
            },
            right=_which_climbs,
        ),
        gives_away=("impurity climbs", "favours features with many values"),
    ),
)

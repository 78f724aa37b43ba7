"""Bad input to subset search and to fitting by features."""

from functools import partial

import numpy as np

from fewidgets.algorithms import (
    SubsetSoftmax,
    backward_elimination,
    best_subset,
    bidirectional_search,
    exhaustive_search,
    floating_search,
    forward_fit,
    forward_selection,
    greedy_subset,
    myopic_forward_fit,
    sequential_search,
)
from tests.algorithms.bad_input.examples import GOOD, LABELS, OUTPUT

TAKES_X = {
    "best_subset": lambda X: best_subset(X, OUTPUT),
    "forward_selection": lambda X: forward_selection(X, OUTPUT),
    "backward_elimination": lambda X: backward_elimination(X, OUTPUT),
    "SubsetSoftmax": lambda X: SubsetSoftmax(X, LABELS),
}
CLASSIFICATIONS = {"SubsetSoftmax": lambda y: SubsetSoftmax(GOOD, y)}
REGRESSIONS = {
    "best_subset": lambda y: best_subset(GOOD, y),
    "forward_selection": lambda y: forward_selection(GOOD, y, folds=2),
    "backward_elimination": lambda y: backward_elimination(GOOD, y),
    "greedy_subset": lambda y: greedy_subset(GOOD, y),
    "forward_fit": lambda y: forward_fit(GOOD, y),
    "myopic_forward_fit": lambda y: myopic_forward_fit(GOOD, y),
}


def total(S):
    return float(sum(S))


def cases(function, *arguments):
    """Return cases from rows of (options, error, message)."""
    return lambda *rows: [(partial(function, *arguments, **options), error, message) for options, error, message in rows]


def judging(search):
    """Return the cases that all least squares searches share."""
    zeros = "X must not contain a feature of zeros without a bias; feature 0 is zero in every example. Drop it"
    tiny = "X holds nothing above 4e-100 in feature 0, and squares of such values underflow; .*: change the unit first"
    return [
        (lambda: search(GOOD, OUTPUT, fit_bias="no"), TypeError, r"fit_bias must be True or False; got 'no' \(str\)"),
        (lambda: search(GOOD * [0, 1], OUTPUT, fit_bias=False), ValueError, zeros),
        (lambda: search(GOOD * [1e-100, 1], OUTPUT, fit_bias=False), ValueError, tiny),
    ]


def sizing(search, low, high, of):
    message = rf"size must be an integer between {low} and {high} \({of}\); got "
    return cases(search, GOOD, OUTPUT)(
        ({"size": low - 1}, ValueError, f"{message}{low - 1}"),
        ({"size": high + 1}, ValueError, f"{message}{high + 1}"),
    )


def halving(fit):
    half = r"reduction must be 'half_sum', 'sum' or 'mean'; got 'half'\. Did you mean 'half_sum'\?"
    return [
        (lambda: fit(GOOD, OUTPUT, reduction="half"), ValueError, half),
        (lambda: fit(GOOD * [0, 1], OUTPUT), ValueError, "X must not contain a feature of zeros.*; feature 0 is zero"),
        (lambda: fit(GOOD[:, 0], OUTPUT), ValueError, r"X must be two-dimensional \(examples × features\); got shape \(4,\)"),
        (lambda: fit(GOOD * np.nan, OUTPUT), ValueError, "X must not contain NaN; found one in row 0, feature 0"),
        (lambda: fit(GOOD.astype(str), OUTPUT), TypeError, "X must hold real numbers; got text"),
    ]


def judged(search):
    """Return cases with bad objectives and bad options for them."""
    objectives = [
        (3, TypeError, r"objective must be a function of a tuple .*, or a table.*; got 3 \(int\)"),
        (lambda S: 1j, TypeError, r"objective must return one real number .*; got 1j \(complex\)"),
        (lambda S: -np.inf, ValueError, "objective must return finite numbers; got -inf"),
        (lambda S: 10**400, ValueError, "objective must return finite numbers; got inf"),
        ({}, ValueError, r"objective has no value for features \(0,\)"),
    ]
    return [
        *((partial(search, J, 2), error, message) for J, error, message in objectives),
        (lambda: search(total, 0), ValueError, "n_features must be an integer of at least 1; got 0"),
        (lambda: search(total, 2.0), TypeError, r"n_features must be an integer of at least 1; got 2\.0 \(float\)"),
        (lambda: search(total, 2, maximize="yes"), TypeError, r"maximize must be True or False; got 'yes' \(str\)"),
    ]


NO_FLAG = ({"ask_empty": None}, TypeError, r"ask_empty must be True or False; got None \(NoneType\)")
OF_N = r"size must be an integer between 1 and 2 \(the number of features\); got "
OF_THOSE_MET = r"size must be an integer between {} and 2 \(the sizes that the search met\); got {}"


def directed(search):
    forwards = r"direction must be 'forward' or 'backward'; got 'forwards'\. Did you mean 'forward'\?"
    return [
        *judged(search),
        *cases(search, total, 2)(
            NO_FLAG,
            ({"direction": "forwards"}, ValueError, forwards),
            ({"size": 3}, ValueError, f"{OF_N}3"),
            ({"size": 0}, ValueError, f"{OF_N}0"),
            ({"direction": "backward", "size": 0}, ValueError, f"{OF_N}0"),
        ),
        (lambda: search(total, 2).at(3), ValueError, OF_THOSE_MET.format(0, 3)),
    ]


def rounding(fit):
    many = "rounds=1000000000 would need 89.4 GiB of memory; the limit is 1 GiB"
    return [
        *halving(fit),
        *cases(fit, GOOD, OUTPUT)(
            ({"rounds": 0}, ValueError, "rounds must be an integer of at least 1; got 0"),
            ({"rounds": 10**9}, ValueError, many),
        ),
    ]


CASES = {
    "forward_selection": [
        *judging(forward_selection),
        *cases(forward_selection, GOOD, OUTPUT)(
            ({"folds": 5}, ValueError, r"folds must be an integer between 2 and 4 \(the number of examples\); got 5"),
            ({"seed": -1}, ValueError, "seed must be an integer of at least 0; got -1"),
        ),
        *sizing(forward_selection, 1, 2, "the number of features"),
        (
            lambda: forward_selection(GOOD, OUTPUT, size=1).at(2),
            ValueError,
            r"size must be an integer between 0 and 1 \(the sizes reached\); got 2",
        ),
    ],
    "backward_elimination": [
        *judging(backward_elimination),
        *sizing(backward_elimination, 0, 1, "fewer than there are features"),
        (lambda: backward_elimination(GOOD, OUTPUT, size=1).at(0), ValueError, r"size must be .* 1 and 2 \(the.*\); got 0"),
    ],
    "best_subset": [
        *judging(best_subset),
        *sizing(best_subset, 1, 2, "the number of features"),
        *cases(best_subset, GOOD, OUTPUT)(
            ({"max_branches": 0}, ValueError, "max_branches must be an integer of at least 1; got 0")
        ),
        (lambda: best_subset(GOOD, OUTPUT).at(3), ValueError, r"size must be .* 0 and 2 \(the sizes reached\); got 3"),
        (lambda: best_subset(GOOD, OUTPUT).at(True), TypeError, r"size must be .*; got True \(bool\)"),
    ],
    "sequential_search": directed(sequential_search),
    "floating_search": directed(floating_search),
    "bidirectional_search": judged(bidirectional_search),
    "exhaustive_search": [
        *judged(exhaustive_search),
        *cases(exhaustive_search, total, 2)(
            NO_FLAG, ({"size": 3}, ValueError, f"{OF_N}3"), ({"size": "2"}, TypeError, f"{OF_N}'2'")
        ),
        (lambda: exhaustive_search(total, 2).at(0), ValueError, OF_THOSE_MET.format(1, 0)),
    ],
    "SubsetSoftmax": [
        (lambda: SubsetSoftmax(GOOD, LABELS)([2]), ValueError, r"features must be an integer between 0 and 1 \(one .*; got 2"),
        (lambda: SubsetSoftmax(GOOD, LABELS)([0.5]), TypeError, r"features must be .*; got 0\.5 \(float\)"),
        (lambda: SubsetSoftmax(GOOD, LABELS).model([0, 0]), ValueError, "features must name each feature once"),
    ],
    "greedy_subset": [*halving(greedy_subset), *sizing(greedy_subset, 1, 2, "the number of features")],
    "forward_fit": rounding(forward_fit),
    "myopic_forward_fit": rounding(myopic_forward_fit),
}

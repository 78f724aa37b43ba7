"""Bad input to subset search and to fitting by features."""

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

STEPWISE = {"forward_selection": forward_selection, "backward_elimination": backward_elimination}
FITTING = {"forward_fit": forward_fit, "myopic_forward_fit": myopic_forward_fit}

TAKES_X = {
    "best_subset": lambda X: best_subset(X, OUTPUT),
    "forward_selection": lambda X: forward_selection(X, OUTPUT),
    "backward_elimination": lambda X: backward_elimination(X, OUTPUT, folds=2),
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


def judging(search):
    """Return the cases that all least squares searches share."""
    return [
        (lambda: search(GOOD, OUTPUT, fit_bias="no"), TypeError, r"fit_bias must be True or False; got 'no' \(str\)"),
        (lambda: search(GOOD, OUTPUT, error="r2"), ValueError, "error must be 'squared' or 'unexplained'; got 'r2'"),
        (
            lambda: search(GOOD, OUTPUT, error=None),
            TypeError,
            r"error must be 'squared' or 'unexplained'; got None \(NoneType\)",
        ),
        (
            lambda: search(GOOD * [0, 1], OUTPUT, fit_bias=False),
            ValueError,
            "X must not contain a feature of zeros without a bias; feature 0 is zero in every example. Drop it",
        ),
        (
            lambda: search(GOOD * [1e-100, 1], OUTPUT, fit_bias=False),
            ValueError,
            "X holds nothing above 4e-100 in feature 0, and squares of such values underflow; .*: change the unit first",
        ),
    ]


def folding(search):
    return [
        (
            lambda: search(GOOD, OUTPUT, folds=5),
            ValueError,
            r"folds must be an integer between 2 and 4 \(the number of examples\); got 5",
        ),
        (lambda: search(GOOD, OUTPUT, folds=1), ValueError, r"folds must be .*; got 1"),
        (lambda: search(GOOD, OUTPUT, folds="5"), TypeError, r"folds must be .*; got '5' \(str\)"),
        (lambda: search(GOOD, OUTPUT, folds=2.0), TypeError, r"folds must be .*; got 2\.0 \(float\)"),
        (
            lambda: search(GOOD, OUTPUT, folds=[0, 1]),
            ValueError,
            r"folds must be an integer, or have shape \(4,\) with one fold per example; got shape \(2,\)",
        ),
        (lambda: search(GOOD, OUTPUT, folds=[0, 0, 0, 0]), ValueError, "folds must number at least two folds .*; got 0"),
        (lambda: search(GOOD, OUTPUT, folds=[0, 2, 2, 0]), ValueError, r"folds must number .* without gaps; got 0, 2"),
        (lambda: search(GOOD, OUTPUT, folds=[0, np.nan, 1, 0]), ValueError, r"folds must number .*; got 0, 1, nan"),
        (
            lambda: search(GOOD, OUTPUT, folds=["a", "b", "a", "b"]),
            TypeError,
            "folds must hold real numbers; got text, for example 'a'",
        ),
        (lambda: search(GOOD, OUTPUT, folds=2, seed=-1), ValueError, "seed must be an integer of at least 0; got -1"),
        (lambda: search(GOOD, OUTPUT, seed="0"), TypeError, r"seed must be an integer of at least 0; got '0' \(str\)"),
        (
            lambda: search(GOOD, [1.0, 1.0, 2.0, 3.0], folds=[0, 0, 1, 1], error="unexplained"),
            ValueError,
            r"y in fold 0 is constant \(every value is 1\)",
        ),
    ]


def adding(search):
    return [
        (lambda: search(GOOD, OUTPUT, reduction="average"), ValueError, "reduction must be 'mean' or 'sum'; got 'average'"),
        (lambda: search(GOOD, OUTPUT, reduction=1), TypeError, r"reduction must be 'mean' or 'sum'; got 1 \(int\)"),
    ]


def halving(fit):
    return [
        (
            lambda: fit(GOOD, OUTPUT, reduction="half"),
            ValueError,
            r"reduction must be 'half_sum', 'sum' or 'mean'; got 'half'\. Did you mean 'half_sum'\?",
        ),
        (lambda: fit(GOOD * [0, 1], OUTPUT), ValueError, "X must not contain a feature of zeros.*; feature 0 is zero"),
        (lambda: fit(GOOD[:, 0], OUTPUT), ValueError, r"X must be two-dimensional \(examples × features\); got shape \(4,\)"),
        (
            lambda: fit([[1.0, np.nan], [1.0, 2.0]], [1.0, 2.0]),
            ValueError,
            "X must not contain NaN; found one in row 0, feature 1",
        ),
        (lambda: fit([["a"], ["b"]], [1.0, 2.0]), TypeError, "X must hold real numbers; got text, for example 'a'"),
    ]


def judged(search):
    """Return cases with bad objectives and bad options for them."""
    return [
        (lambda: search(3, 2), TypeError, r"objective must be a function of a tuple .*, or a table.*; got 3 \(int\)"),
        (lambda: search(None, 2), TypeError, "objective must be a function"),
        (lambda: search(lambda S: 1j, 2), TypeError, r"objective must return one real number .*; got 1j \(complex\)"),
        (lambda: search(lambda S: -np.inf, 2), ValueError, "objective must return finite numbers; got -inf"),
        (lambda: search(lambda S: 10**400, 2), ValueError, "objective must return numbers up to 1.8e308"),
        (lambda: search({}, 2), ValueError, r"objective has no value for features \(0,\)"),
        (lambda: search(total, 0), ValueError, "n_features must be an integer of at least 1; got 0"),
        (lambda: search(total, 2.0), TypeError, r"n_features must be an integer of at least 1; got 2\.0 \(float\)"),
        (lambda: search(total, True), TypeError, r"n_features must be an integer of at least 1; got True \(bool\)"),
        (lambda: search(total, 2, maximize="yes"), TypeError, r"maximize must be True or False; got 'yes' \(str\)"),
        (lambda: search(total, 2, feature_names="ab"), TypeError, "feature_names must be a list of 2 names; got 'ab'"),
        (lambda: search(total, 2, feature_names=["a"]), ValueError, "feature_names must hold 2 different names; got 1"),
        (lambda: search(total, 2, feature_names=["a", "a"]), ValueError, "feature_names must hold 2 different names"),
        (lambda: search(total, 2, feature_names=["a", 1]), TypeError, "feature_names must hold text only"),
    ]


def directed(search):
    return [
        (
            lambda: search(total, 2, direction="forwards"),
            ValueError,
            r"direction must be 'forward' or 'backward'; got 'forwards'\. Did you mean 'forward'\?",
        ),
        (
            lambda: search(total, 2, size=3),
            ValueError,
            r"size must be an integer between 1 and 2 \(the number of features\); got 3",
        ),
        (lambda: search(total, 2, size=0), ValueError, r"size must be .*; got 0"),
        (
            lambda: search(total, 2, direction="backward", size=0),
            ValueError,
            r"size must be an integer between 1 and 2 \(the.*\); got 0",
        ),
        (lambda: search(total, 2, size="1"), TypeError, r"size must be .*; got '1' \(str\)"),
        (lambda: search(total, 2, ask_empty=None), TypeError, r"ask_empty must be True or False; got None \(NoneType\)"),
    ]


CASES = {
    **{name: [*judging(search), *folding(search), *adding(search)] for name, search in STEPWISE.items()},
    "best_subset": [
        *judging(best_subset),
        *adding(best_subset),
        (
            lambda: best_subset(GOOD, OUTPUT, max_size=3),
            ValueError,
            r"max_size must be an integer between 1 and 2 \(the number of features\); got 3",
        ),
        (lambda: best_subset(GOOD, OUTPUT, max_size=0), ValueError, r"max_size must be .*; got 0"),
        (lambda: best_subset(GOOD, OUTPUT, max_size="2"), TypeError, r"max_size must be .*; got '2' \(str\)"),
        (
            lambda: best_subset(GOOD, OUTPUT, max_branches=0),
            ValueError,
            "max_branches must be an integer of at least 1; got 0",
        ),
        (
            lambda: best_subset(GOOD, OUTPUT, max_branches=1e6),
            TypeError,
            r"max_branches must be an integer of at least 1; got 1000000\.0 \(float\)",
        ),
        (
            lambda: best_subset(GOOD, OUTPUT).at(3),
            ValueError,
            r"size must be an integer between 0 and 2 \(the largest size searched\); got 3",
        ),
        (lambda: best_subset(GOOD, OUTPUT).at(True), TypeError, r"size must be .*; got True \(bool\)"),
        (
            lambda: best_subset(GOOD, OUTPUT).cost_of([2]),
            ValueError,
            r"features must be an integer between 0 and 1 \(one less than the number of features\); got 2",
        ),
        (lambda: best_subset(GOOD, OUTPUT).cost_of([0, 0]), ValueError, r"features must name each feature once; got \[0, 0\]"),
        (lambda: best_subset(GOOD, OUTPUT).cost_of("01"), TypeError, "features must be a list of integers; got '01'"),
        (lambda: best_subset(GOOD, OUTPUT).cost_of(1), TypeError, "features must be a list of integers; got 1"),
        (lambda: best_subset(GOOD, OUTPUT).cost_of([0.5]), TypeError, r"features must be .*; got 0\.5 \(float\)"),
    ],
    "sequential_search": [
        *judged(sequential_search),
        *directed(sequential_search),
        (
            lambda: sequential_search(total, 2).at(3),
            ValueError,
            r"size must be an integer between 0 and 2 \(the sizes that the search met\); got 3",
        ),
    ],
    "floating_search": [
        *judged(floating_search),
        *directed(floating_search),
        (
            lambda: floating_search(total, 2).at(3),
            ValueError,
            r"size must be an integer between 0 and 2 \(the sizes that the search met\); got 3",
        ),
    ],
    "bidirectional_search": judged(bidirectional_search),
    "exhaustive_search": [
        *judged(exhaustive_search),
        (
            lambda: exhaustive_search(total, 2, ask_empty=None),
            TypeError,
            r"ask_empty must be True or False; got None \(NoneType\)",
        ),
        (
            lambda: exhaustive_search(total, 2, max_size=3),
            ValueError,
            r"max_size must be an integer between 1 and 2 \(the number of features\); got 3",
        ),
        (lambda: exhaustive_search(total, 2, max_size="2"), TypeError, r"max_size must be .*; got '2' \(str\)"),
        (
            lambda: exhaustive_search(total, 2, max_subsets=0),
            ValueError,
            "max_subsets must be an integer of at least 1; got 0",
        ),
        (
            lambda: exhaustive_search(total, 2, max_subsets=1e6),
            TypeError,
            r"max_subsets must be an integer of at least 1; got 1000000\.0 \(float\)",
        ),
        (lambda: exhaustive_search(total, 2, max_subsets=2), ValueError, "max_subsets is 2, but 2 features have 3 sets"),
        (
            lambda: exhaustive_search(total, 2).at(0),
            ValueError,
            r"size must be an integer between 1 and 2 \(the sizes that the search met\); got 0",
        ),
        (lambda: exhaustive_search(total, 2).value_of("01"), TypeError, "features must be a list of integers; got '01'"),
        (
            lambda: exhaustive_search(total, 2).value_of([2]),
            ValueError,
            r"features must be an integer between 0 and 1 \(one less than the number of features\); got 2",
        ),
        (
            lambda: exhaustive_search(total, 2).value_of([1, 1]),
            ValueError,
            "features must name each feature once",
        ),
        (
            lambda: exhaustive_search(total, 2).value_of([]),
            ValueError,
            "features must be a set that was tried, of 1 to 2",
        ),
        (
            lambda: exhaustive_search(total, 2).ranked(4),
            ValueError,
            r"count must be an integer between 1 and 3 \(the number of sets that were tried\); got 4",
        ),
    ],
    "SubsetSoftmax": [
        (
            lambda: SubsetSoftmax(GOOD, LABELS, judged="softmx"),
            ValueError,
            r"judged must be 'softmax' or 'misclassified'; got 'softmx'\. Did you mean 'softmax'\?",
        ),
        (
            lambda: SubsetSoftmax(GOOD, LABELS, judged=None),
            TypeError,
            r"judged must be 'softmax' or 'misclassified'; got None \(NoneType\)",
        ),
        (lambda: SubsetSoftmax(GOOD, LABELS, reduction="half"), ValueError, "reduction must be 'mean' or 'sum'; got 'half'"),
        (lambda: SubsetSoftmax(GOOD, LABELS, fit_bias=1), TypeError, r"fit_bias must be True or False; got 1 \(int\)"),
        (lambda: SubsetSoftmax(GOOD * [0, 1], LABELS, fit_bias=False), ValueError, "X must not contain a feature of zeros"),
        (
            lambda: SubsetSoftmax(GOOD, LABELS)([2]),
            ValueError,
            r"features must be an integer between 0 and 1 \(one less than the number of features\); got 2",
        ),
        (lambda: SubsetSoftmax(GOOD, LABELS)(1), TypeError, "features must be a list of integers; got 1"),
        (lambda: SubsetSoftmax(GOOD, LABELS).is_separable("0"), TypeError, "features must be a list of integers"),
        (lambda: SubsetSoftmax(GOOD, LABELS).model([0, 0]), ValueError, "features must name each feature once"),
    ],
    "greedy_subset": [
        *halving(greedy_subset),
        (
            lambda: greedy_subset(GOOD, OUTPUT, size=3),
            ValueError,
            r"size must be an integer between 1 and 2 \(the number of features\); got 3",
        ),
        (lambda: greedy_subset(GOOD, OUTPUT, size=1.0), TypeError, r"size must be .*; got 1\.0 \(float\)"),
    ],
}
for name, fit in FITTING.items():
    CASES[name] = [
        *halving(fit),
        (lambda fit=fit: fit(GOOD, OUTPUT, rounds=0), ValueError, "rounds must be an integer of at least 1; got 0"),
        (
            lambda fit=fit: fit(GOOD, OUTPUT, rounds="3"),
            TypeError,
            r"rounds must be an integer of at least 1; got '3' \(str\)",
        ),
        (
            lambda fit=fit: fit(GOOD, OUTPUT, rounds=10**9),
            ValueError,
            "rounds=1000000000 would need 89.4 GiB of memory; the limit is 1 GiB",
        ),
    ]
CASES["forward_selection"] += [
    (
        lambda: forward_selection(GOOD, OUTPUT, size=0),
        ValueError,
        r"size must be an integer between 1 and 2 \(the number of features\); got 0",
    ),
    (lambda: forward_selection(GOOD, OUTPUT, size=True), TypeError, r"size must be .*; got True \(bool\)"),
    (
        lambda: forward_selection(GOOD, OUTPUT, size=1).at(2),
        ValueError,
        r"size must be an integer between 0 and 1 \(the sizes reached\); got 2",
    ),
]
CASES["backward_elimination"] += [
    (
        lambda: backward_elimination(GOOD, OUTPUT, size=2),
        ValueError,
        r"size must be an integer between 0 and 1 \(fewer than there are features\); got 2",
    ),
    (lambda: backward_elimination(GOOD, OUTPUT, size=-1), ValueError, r"size must be .*; got -1"),
    (
        lambda: backward_elimination(GOOD, OUTPUT, size=1).at(0),
        ValueError,
        r"size must be an integer between 1 and 2 \(the.*\); got 0",
    ),
]

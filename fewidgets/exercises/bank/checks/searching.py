# mypy: allow-untyped-defs, allow-untyped-calls

from itertools import combinations

import numpy as np

from fewidgets.algorithms.selection.formula import parse_formula
from fewidgets.algorithms.selection.sequential_search import sequential_search
from fewidgets.exercises.exercise import Exercise


def _errors(single, pair):
    pairs, first = list(combinations(range(3), 2)), int(np.argmin(single))
    return min(error for error, features in zip(pair, pairs, strict=True) if first in features), min(pair)


def _removed(formula):
    J = parse_formula(formula)
    return int(sequential_search(J, J.n_features, direction="backward").order[0]) + 1


def _weakest(formula):
    J = parse_formula(formula)
    return int(np.argmin([J([n]) for n in range(J.n_features)])) + 1


EXERCISES = (
    Exercise(
        name="C2 lock",
        numbers={"single": np.array([4.0, 5.0, 6.0]), "pair": np.array([3.5, 3.0, 1.0])},
        solve=lambda single, pair: _errors(single, pair)[0] - _errors(single, pair)[1],
        hints=(
            "Forward search takes the best single feature first. Which pairs can it still reach?",
            "It can reach the pairs that have its first feature. Compare the better of them with the best pair of all.",
        ),
        because="Forward search takes a, then the better of the pairs with a. The best pair lacks a, so the search cannot "
        "reach it.",
        mistakes=(
            (lambda single, pair: _errors(single, pair)[0], "That is the error of the pair that forward search takes."),
            (lambda single, pair: 0.0, "Can forward search reach the best pair? Which feature does it take first?"),
            (
                lambda single, pair: pair[0] - min(pair),
                "Of the pairs that it can reach, forward search takes the better one.",
            ),
            (
                lambda single, pair: _errors(single, pair)[1] - _errors(single, pair)[0],
                "The sign is reversed: the search's error is larger.",
            ),
        ),
    ),
    Exercise(
        name="C2 removed",
        numbers={"formula": "4x1 + 4x2 + 5x3 - 3x1x3 - 3x2x3"},
        solve=_removed,
        hints=(
            "Backward search starts with all three features. Compute J of the three sets of two.",
            "Setting a variable to 0 also removes each product that has it. What does J lose, and what does it win back?",
        ),
        because="Without x3 both products are gone, so J becomes larger. x3 is the best feature alone, and the first one to "
        "go.",
        mistakes=(
            (
                _weakest,
                "That feature has the smallest J alone. Backward search asks what is left without a feature.",
            ),
            (lambda formula: 2, "Without x2, one product with a minus sign stays. Compare with the other sets of two."),
            (lambda formula: 0, "That is counted from 0. Give the number that stands in the formula."),
        ),
    ),
    Exercise(
        name="C2 forward models",
        numbers={"F": 12},
        solve=lambda F: 1 + F * (F + 1) // 2,
        hints=(
            "The first step fits a model for each feature, the next one for each feature that is left.",
            "Add 12 + 11 + … + 1, and the null model.",
        ),
        because="One null model, and 12 + 11 + … + 1 candidates. Best subset selection would fit 4,096 models.",
        mistakes=(
            (lambda F: F * (F + 1) // 2, "The null model without features is one more."),
            (lambda F: F**2, "In each step one feature fewer is left to try."),
            (lambda F: F * (F - 1) // 2 + 1, "The first step tries all 12 features, not 11."),
            (lambda F: F, "That is the first step alone. Every further step tries the features that are left."),
            (lambda F: F + 1, "That counts the models that are kept. Each step also fits the others."),
            (lambda F: 2**F, "That is best subset selection, which fits every model."),
        ),
    ),
)

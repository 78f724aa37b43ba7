from functools import cache

import numpy as np

from fewidgets.algorithms.selection.best_subset import best_subset
from fewidgets.algorithms.selection.floating_search import floating_search
from fewidgets.algorithms.selection.formula import parse_formula
from fewidgets.algorithms.selection.sequential_search import bidirectional_search, sequential_search
from fewidgets.algorithms.selection.stepwise import backward_elimination, forward_selection
from fewidgets.data import load_locked_in
from fewidgets.exercises.predicting import (
    Axis,
    Band,
    Change,
    Difference,
    Estimate,
    OneOf,
    Question,
    Sketch,
)

LECTURE = "-2x1x2 + 3x1 + 5x2 - 2x1x2x3 + 7x3 + 4x4 + -2x1x2x3x4"
FOLDS = 5
MANY = 20  # features
FROM_BOTH_SIDES = 9  # features
ALL_THREE, TWO, ONE = "all three of them", "two of the three, and two others", "one of the three, and three others"
REACHED, MISSED = "Yes, but only after it has added all five", "No, it ends with the sets of forward search"
AT_ONCE = "Yes, as soon as it has four features"


@cache
def all_subsets():
    people = load_locked_in()
    return best_subset(people.X, people.y)


def held_out_errors():
    people = load_locked_in()
    return np.sqrt(forward_selection(people.X, people.y, folds=FOLDS, seed=0).costs)


def lecture():
    return parse_formula(LECTURE)


def listed(features):
    names = [load_locked_in().feature_names[n] for n in sorted(features)]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _sets():
    return f"{len(parse_formula(f'x{MANY}').values()):,}"


def _kept():
    three, four = all_subsets().selected[3:5]
    return {3: ALL_THREE, 2: TWO, 1: ONE}[int((three & four).sum())]


def _forward_four():
    people = load_locked_in()
    return listed(forward_selection(people.X, people.y).order[:4])


def _backward_three():
    people = load_locked_in()
    return listed(backward_elimination(people.X, people.y).at(3).features)


def _priced():
    return sequential_search(len, MANY, ask_empty=True).evaluations


def _second_feature():
    return f"x{sequential_search(lecture(), 4).order[1] + 1}"


def _meeting_size():
    return int(bidirectional_search(len, FROM_BOTH_SIDES).selected.sum())


def _floats():
    costs = all_subsets().candidate_costs
    trace = floating_search(lambda S: float(costs[sum(1 << n for n in S)]), 5, maximize=False, ask_empty=True)
    best = all_subsets().selected[4]
    met = np.flatnonzero((trace.selected == best).all(axis=1))
    if not met.size:
        return MISSED
    return REACHED if (trace.selected[: met[0]].sum(axis=1) == 5).any() else AT_ONCE


PREDICTIONS = (
    Question(
        "C2 number of sets",
        f"A table has {MANY} features. How many sets of features are there, the empty set and the set of all included?",
        OneOf(
            {
                "190": "That is the number of pairs. Sets may have any number of features from 0 to 20.",
                "400": "That is 20 times 20. But each feature is in a set or not, whatever the others do, so the number "
                "doubles with each feature.",
                "20,000": "Too few. Each feature is in a set or not, so every further feature doubles the number: 2 × 2 × … × "
                "2, twenty times.",
                "1,048,576": "Each feature is in a set or not. So there are 2 × 2 × … × 2 sets, twenty factors in all.",
            },
            right=_sets,
        ),
        gives_away=("a million sets", "million subsets"),
    ),
    Question(
        "C2 next best set",
        "The best set of three features is age, weight and height. How many of them are in the best set of four?",
        OneOf(
            {
                ALL_THREE: "That would be so if a good set only ever grew. But two features can do together what neither does "
                "alone. Here income and zip_code push height out.",
                TWO: "Height leaves, and income and zip_code come. Each of the two alone helps less than height. Together "
                "they help more.",
                ONE: "Age and weight stay. They are the best two, and no feature replaces them here.",
            },
            right=_kept,
        ),
        gives_away=("height leaves", "height drops out"),
    ),
    Question(
        "C2 forward four",
        "Forward search has age, weight and height after three steps. Which four features does it have after the next one?",
        OneOf(
            {
                "age, weight, income and zip_code": "That is the best set of four. But it lacks height, and forward search "
                "never removes a feature.",
                "age, weight, height and zip_code": "Forward search tries this set, but with income instead of zip_code the "
                "error is lower.",
                "age, weight, height and income": "The first three stay. Of the two features left, income lowers the error "
                "more. So the search misses the best set of four.",
            },
            right=_forward_four,
        ),
        gives_away=("age, weight, height, income | ", "adding income"),
    ),
    Question(
        "C2 backward three",
        "Backward search starts with all five features and removes one at a time. Forward search and best subset selection "
        "both found age, weight and height. Which three features does backward search have?",
        OneOf(
            {
                "age, weight and height": "This is the best set of three. But backward search removes height in its first "
                "step, because four features do well without it.",
                "age, weight and income": "The first step removes height, since the other four do nearly as well without it. "
                "Now the best set of three is out of reach.",
                "age, income and zip_code": "Income and zip_code help together, but the second step removes zip_code. Then "
                "income is left with age and weight.",
            },
            right=_backward_three,
        ),
        gives_away=("removing height", "removes height"),
    ),
    Question(
        "C2 sets priced",
        f"Forward search runs until all {MANY} features are in. Of how many sets does it compute the error, the empty set "
        "included?",
        Estimate(
            _priced,
            20,
            1000,
            step=1,
            near=0,
            because="The empty set, then 20 candidates, then 19, then 18, down to 1. Their sum is 1 + 20 · 21 / 2.",
            bands=(
                Band(20, 20, "That is the first step alone. Every further step tries the features that are left."),
                Band(21, 21, "That counts the sets that are taken. Each step also tries the others."),
                Band(210, 210, "Nearly. The empty set is one more."),
                Band(190, 191, "The first step tries all 20 features, not 19."),
                Band(400, 401, "In each step one feature fewer is left to try."),
            ),
            below="Add the candidates of all steps: 20, then 19, then 18, and so on.",
            above="Add the candidates of all steps: 20, then 19, then 18, and so on.",
        ),
    ),
    Question(
        "C2 held-out error",
        "The training error of forward search falls with each of the five features. Draw its error on held-out people. "
        "Without a feature, it is about 2,200 dollars.",
        Sketch(
            Axis("features", domain=(0.0, 5.0), whole=True),
            Axis("held-out error (dollars)", domain=(0.0, 2500.0)),
            range(6),
            ("held-out error",),
            held_out_errors,
            because="Three features bring most of the fall. The fourth, income, makes it worse: without zip_code it fits "
            "noise. "
            "With zip_code as the fifth, the error falls again.",
            differences=(
                Difference(
                    Change("held-out error", 3, 4),
                    "You let the error fall in every step, as on the training data. On held-out people, the fourth feature "
                    "makes it rise.",
                    when="smaller",
                    by=60.0,
                ),
                Difference(
                    Change("held-out error", 4, 5),
                    "You let the error rise at the end. But the fifth feature, zip_code, makes income useful, and the error "
                    "falls by more than a third.",
                    when="larger",
                    by=150.0,
                ),
                Difference(
                    Change("held-out error", 0, 1),
                    "The first feature, age, already takes away about two fifths of the error. Yours falls more slowly.",
                    when="larger",
                    by=450.0,
                ),
            ),
            near=0.12,
            otherwise="The ends are about right. In between, the error falls at first, rises once, and falls again.",
        ),
        gives_away=("fourth feature makes it worse", "rises at the fourth"),
    ),
    Question(
        "C2 second feature",
        "Alone, the features have J = 3, 5, 7 and 4. So forward search takes x3 first. Which feature does it take second?",
        OneOf(
            {
                "x1": "With x3 it gives 3 + 7 = 10. That is less than what another feature gives.",
                "x2": "With x3 it gives 5 + 7 = 12. The terms with a minus sign need x1, so they are 0 here.",
                "x4": "With x3 it gives 4 + 7 = 11. That is one less than the best.",
            },
            right=_second_feature,
        ),
        gives_away=("J(x3x2)=12",),
    ),
    Question(
        "C2 both sides",
        f"Bidirectional search runs on {FROM_BOTH_SIDES} features. How many features does the set have in which both halves "
        "meet?",
        Estimate(
            _meeting_size,
            0,
            FROM_BOTH_SIDES,
            step=1,
            near=0,
            because="Each turn decides about one feature, and the halves take turns, forward first. So nine turns add five "
            "features and "
            "remove four, whatever J is.",
            bands=(
                Band(4, 4, "The halves take turns, and the forward half begins. So it adds one more than the other removes."),
                Band(9, 9, "The backward half removes a feature in every second turn."),
                Band(0, 0, "The forward half adds a feature in every second turn."),
            ),
            below="Count the turns: each one decides about one feature, and the forward half begins.",
            above="Count the turns: each one decides about one feature, and the forward half begins.",
        ),
    ),
    Question(
        "C2 floating",
        "Floating search works like forward search, but after each step it may go back. Does it find the best set of four, "
        "without height?",
        OneOf(
            {
                AT_ONCE: "When it has four features, it tries to remove one. But no set of three beats the three that it had. "
                "So it keeps height for now.",
                REACHED: "With all five features in, removing height gives a better set of four than the one before. So the "
                "search takes the step back.",
                MISSED: "It would, without steps back. But once all five features are in, it removes height, because that set "
                "of four is better than its first one.",
            },
            right=_floats,
        ),
        gives_away=("removing height gives",),
    ),
)

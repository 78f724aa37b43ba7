from functools import cache

import numpy as np

from fewidgets.algorithms.selection.best_subset import best_subset
from fewidgets.algorithms.selection.floating_search import floating_search
from fewidgets.algorithms.selection.formula import parse_formula
from fewidgets.algorithms.selection.sequential_search import bidirectional_search, sequential_search
from fewidgets.algorithms.selection.stepwise import forward_selection
from fewidgets.data import load_locked_in
from fewidgets.exercises.predicting import Band, Estimate, OneOf, Question

LECTURE = "-2x1x2 + 3x1 + 5x2 - 2x1x2x3 + 7x3 + 4x4 + -2x1x2x3x4"
MANY = 20  # features
FROM_BOTH_SIDES = 9  # features
FOUND, PASSED = "Yes, that set has the lowest error", "No, its set of four still has height"
REACHED, MISSED = "Yes, but only after it has added all five", "No, it ends with the sets of forward search"
AT_ONCE = "Yes, as soon as it has four features"


@cache
def all_subsets():
    people = load_locked_in()
    return best_subset(people.X, people.y)


def lecture():
    return parse_formula(LECTURE)


def _sets():
    return f"{len(parse_formula(f'x{MANY}').values()):,}"


def _forward_four():
    people = load_locked_in()
    chosen = forward_selection(people.X, people.y).at(4).features
    return FOUND if {*chosen} == {*all_subsets().at(4).features} else PASSED


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
        f"A table has {MANY} features. How many sets of features are there? Count the empty set and the full set, too.",
        OneOf(
            {
                "190": "That is the number of pairs. Sets may have any number of features from 0 to 20.",
                "400": "That is 20 times 20. But each feature is in a set or not, whatever the others do, so the number "
                "doubles with each feature.",
                "20,000": "Too few. Each feature is in a set or not, so every further feature doubles the number: 2 × 2 × … × "
                "2, twenty times.",
                "1,048,576": "Each feature is in a set or not. So there are 2 × 2 × … × 2 sets, with twenty factors. That "
                "is more than a million.",
            },
            right=_sets,
        ),
        gives_away=("a million sets", "million subsets", "doubles with each feature", "in a set or not", "2^{20}", "2**20"),
    ),
    Question(
        "C2 forward four",
        "After three steps, forward search has age, weight and height. The best set of four is age, weight, income and "
        "zip_code. Is that what forward search has after the next step?",
        OneOf(
            {
                FOUND: "It would have to exchange height for two other features. But a step adds one feature, and forward "
                "search never removes one.",
                PASSED: "Forward search never removes a feature, so height stays. It can only add income or zip_code. The "
                "best set of four lacks height, so the search cannot reach it.",
            },
            right=_forward_four,
        ),
        gives_away=(
            "it was made in step 3",
            "dollars apart",
            "forward search misses",
            "lose a lot",
            "misses the best set",
            "twice that of the best set",
            "every later set has height",
            "height stays",
            "age, weight, height, income",
        ),
    ),
    Question(
        "C2 second feature",
        "Alone, the features have J = 3, 5, 7 and 4. So forward search takes x3 first. In the formula, x1 and x2 each stand "
        "in three products with a minus sign, and x4 in only one. Which feature does forward search take second?",
        OneOf(
            {
                "x1": "With x3 it gives 3 + 7 = 10, and x2 gives 5 + 7 = 12. Each product has x1 and x2 as factors, so "
                "all of them are still 0.",
                "x2": "With x3 it gives 5 + 7 = 12. Each product with a minus sign has x1 as a factor, so all of them are 0 "
                "here. They cost nothing before x1 comes in.",
                "x4": "With x3 it gives 4 + 7 = 11. The products of x2 look bad, but each of them has x1 as a factor, so they "
                "are 0 here. That makes x2 better.",
            },
            right=_second_feature,
        ),
        gives_away=(
            "J(x3x2) = 12",
            "takes x2 second",
            "x3, then x2",
            "every product has x1",
            "each product has x1",
            "need x1",
        ),
    ),
    Question(
        "C2 both sides",
        f"Bidirectional search runs on {FROM_BOTH_SIDES} features. SFS and SBS meet in one set. How many features does "
        "it have?",
        Estimate(
            _meeting_size,
            0,
            FROM_BOTH_SIDES,
            step=1,
            near=0,
            because="Each turn decides about one feature, and SFS and SBS take turns, SFS first. So nine turns add five "
            "features and remove four, whatever J is.",
            bands=(
                Band(4, 4, "SFS and SBS take turns, and SFS begins. So with 9 features, SFS adds one more than SBS removes."),
                Band(9, 9, "SBS removes a feature in every second turn."),
                Band(0, 0, "SFS adds a feature in every second turn."),
            ),
            below="Count the turns: each one decides about one feature, and SFS begins.",
            above="Count the turns: each one decides about one feature, and SFS begins.",
        ),
        gives_away=("half of the features", "F / 2", "rounded up", "adds five", "meet in the middle"),
    ),
    Question(
        "C2 floating",
        "Floating search works like forward search, but after each step it may go back. Does it find the best set of four, "
        "without height?",
        OneOf(
            {
                AT_ONCE: "When it has four features, it tries to remove one. But no set of three beats age, weight and "
                "height. So it keeps height for now.",
                REACHED: "With all five features in, removing height gives a better set of four than the one before. So the "
                "search takes the step back.",
                MISSED: "It would, without steps back. But once all five features are in, it removes height, because that set "
                "of four is better than its first one.",
            },
            right=_floats,
        ),
        gives_away=(
            "removing height gives",
            "only from above",
            "adds all five features first",
            "with all five",
            "then it removes height",
            "take back an early step",
        ),
    ),
)

"""What lesson C2 says is true, and what it names is on screen."""

import re
from collections import Counter

import numpy as np
import pytest

from fewidgets import SubsetLattice
from fewidgets.algorithms import backward_elimination, best_subset, forward_selection, parse_formula, sequential_search
from fewidgets.data import load_diabetes, load_locked_in
from fewidgets.exercises.cars.held_out import error_of, held_out_errors, parts
from tests.lessons.lesson import lesson
from tests.lessons.reading import printed

LESSON = "C2_searching_subsets"


def test_the_table_of_slide_13_is_printed():
    text = re.sub(r" +", " ", printed(LESSON))
    assert "1 age age" in text
    assert "2 age, weight age, weight" in text
    assert "3 age, weight, height age, weight, height" in text
    assert "4 age, weight, income, zip_code age, weight, height, income" in text


def test_two_features_are_worth_more_than_height_only_together():
    """As a and b against c in lesson 9.6."""
    people = load_locked_in()

    def error(*names):
        A = np.column_stack([np.ones(12), people.X[:, [people.feature_names.index(name) for name in names]]])
        return np.sqrt(np.mean((A @ np.linalg.lstsq(A, people.y)[0] - people.y) ** 2))

    had = ("age", "weight")
    assert f"from {error(*had):.0f} to {error(*had, 'income', 'zip_code'):.0f}" in lesson(LESSON).markdown
    assert error(*had, "height") < min(error(*had, "income"), error(*had, "zip_code"))
    # Backward search: once zip_code is gone, too, height would be worth more than income.
    assert error(*had, "height") < error(*had, "income")
    assert error(*had, "height", "income") / error(*had, "income", "zip_code") == pytest.approx(2, abs=0.2)


def test_backward_search_loses_height_first():
    steps = [SubsetLattice(load_locked_in(), method="Backward", step=step).caption for step in (1, 2)]
    assert steps[0].startswith("Step 1: removing height")
    assert "No other set of 4 is better" in steps[0]
    assert steps[1].startswith("Step 2: removing zip_code")
    assert "was out of reach from step 1, which removed height" in steps[1]


def test_on_held_out_people_the_fourth_feature_harms_and_the_fifth_helps():
    people = load_locked_in()
    falls = np.diff(forward_selection(people.X, people.y, folds=5, seed=0).costs)
    assert (falls > 0).tolist() == [False, False, False, True, False]


def test_the_ten_numbers_of_int247_are_printed():
    text = printed(LESSON)
    for number in (
        *("J(x1) = 3", "J(x2) = 5", "J(x3) = 7", "J(x4) = 4"),
        *("J(x3x1) = 10", "J(x3x2) = 12", "J(x3x4) = 11"),
        *("J(x3x2x1) = 11", "J(x3x2x4) = 16", "J(x3x2x4x1) = 13"),
    ):
        assert number in text, number
    assert "both have x2, x3 with J = 12" in text


def test_the_best_set_of_the_lecture_has_three_features():
    values = parse_formula("-2x1x2 + 3x1 + 5x2 - 2x1x2x3 + 7x3 + 4x4 + -2x1x2x3x4").values()
    assert max(values) == 16
    assert int(np.argmax(values)).bit_count() == 3


def test_the_search_is_locked_in_with_a_product_only():
    pair = parse_formula("3x1 + 2x2 + 2x3 + 5x2x3")
    assert sequential_search(pair, 3).at(2).value < pair({1, 2})
    assert "sequential_search  x1, x2   J = 5" in printed(LESSON)


def test_on_diabetes_both_searches_miss_the_best_five_and_nothing_else():
    patients = load_diabetes()
    assert patients.X.shape == (442, 10)
    best = best_subset(patients.X, patients.y)
    for search in (forward_selection, backward_elimination):
        trace = search(patients.X, patients.y)
        loss = [np.sqrt(trace.at(k).cost / best.at(k).cost) - 1 for k in range(1, 10)]
        assert [k for k, each in enumerate(loss, start=1) if each > 1e-6] == [5]
        assert loss[4] < 0.01, "less than one percent"


def cars(**changes):
    """Run the cell of the cars with another ``most``, or other code in place of some; return the error and what is chosen."""
    code = next(cell.source for cell in lesson(LESSON).cells if cell.calls("score_cars"))
    names = {
        "np": np,
        "Counter": Counter,
        "forward_selection": forward_selection,
        "score_cars": lambda name, fit: held_out_errors(fit),
    }
    code = code.replace("most, chosen = 2,", f"most, chosen = {changes.get('most', 2)},")
    if "kept" in changes:
        code = re.sub(r"kept = search.*", f"kept = {changes['kept']}", code)
    exec(code.replace("score_cars(", "score = score_cars("), names)
    return names["score"].mean(), names["chosen"]


def test_what_forward_search_does_on_the_cars():
    text = lesson(LESSON).markdown
    for most, told in (
        (1, "has an error of {}."),
        (2, "With the square of the year it is {},"),
        (3, "as the third feature {}."),
        (6, "With at most 6 features it is {},"),
        (14, "with at most 14 it is {}."),
    ):
        error, chosen = cars(most=most)
        assert told.format(f"{error:.2f}") in text
        if most == 3:
            assert chosen == dict.fromkeys(["weight", "year squared", "weight squared"], 20)
            three = error
    everything = cars(kept="search.order")[0]
    assert f"All 14 without a choice (`kept = search.order`) have {everything:.2f}." in text
    assert f"within {three - everything:.2f} of all 14" in text


def candidates(X, fill):
    *numbers, origin = np.where(np.isnan(X), fill, X).T
    return np.column_stack([np.ones(len(X)), *numbers, *np.square(numbers), origin == 2, origin == 3])


def test_choosing_with_the_held_out_cars_flatters():
    best = []
    for X, y, new, truth in parts():
        A, B = (candidates(rows, np.nanmean(X, axis=0)) for rows in (X, new))

        def error(S, A=A, B=B, y=y, truth=truth):
            return error_of(B[:, S] @ np.linalg.lstsq(A[:, S], y)[0], truth)

        kept, path = [0], []
        while len(kept) < A.shape[1]:
            kept.append(min(set(range(A.shape[1])) - {*kept}, key=lambda n: error([*kept, n])))
            path.append(error(kept))
        best.append(min(path))
    assert f"you would see {np.mean(best):.2f}." in lesson(LESSON).markdown
    assert np.mean(best) < cars(kept="search.order")[0] - 0.05

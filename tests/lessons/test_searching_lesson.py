"""What lesson C2 says is true, and what it names is on screen."""

import re
from itertools import combinations

import numpy as np
import pytest

from fewidgets.algorithms import (
    backward_elimination,
    best_subset,
    exhaustive_search,
    floating_search,
    forward_selection,
    parse_formula,
    plain,
    sequential_search,
)
from fewidgets.data import load_diabetes, load_locked_in
from tests.lessons.reading import printed

LESSON = "C2_searching_subsets"


@pytest.fixture(scope="module")
def people():
    return load_locked_in()


@pytest.fixture(scope="module")
def error(people):
    """Return a function that fits one set of the twelve people by itself."""

    def rms(S):
        A = np.column_stack([np.ones(12), people.X[:, list(S)]])
        return np.sqrt(np.mean((people.y - A @ np.linalg.lstsq(A, people.y, rcond=None)[0]) ** 2))

    return rms


def test_the_table_of_slide_13_is_printed():
    text = re.sub(r" +", " ", printed(LESSON))
    assert "1 age age" in text
    assert "2 age, weight age, weight" in text
    assert "3 age, weight, height age, weight, height" in text
    assert "4 age, weight, income, zip_code age, weight, height, income" in text


def test_the_ten_numbers_of_int247_are_printed():
    text = printed(LESSON)
    for number in (
        *("J(x1) = 3", "J(x2) = 5", "J(x3) = 7", "J(x4) = 4"),
        *("J(x3x1) = 10", "J(x3x2) = 12", "J(x3x4) = 11"),
        *("J(x3x2x1) = 11", "J(x3x2x4) = 16", "J(x3x2x4x1) = 13"),
    ):
        assert number in text, number
    assert "both have x2, x3 with J = 12" in text


def test_the_best_sets_are_not_nested_and_forward_search_is_locked_in_by_height(people, error):
    best = best_subset(people.X, people.y)
    for size in range(1, 6):
        assert set(best.at(size).features) == set(min(combinations(range(5), size), key=error))
    forward = forward_selection(people.X, people.y)
    assert 2 < error(forward.order[:4]) / error(best.at(4).features) < 2.3, "twice the error"
    assert people.feature_names[forward.order[2]] == "height"
    # From step 3 on the best set is out of reach, and AWI is one step away from it.
    assert not {0, 1, 2} <= set(best.at(4).features)
    assert {0, 1, 3} < set(best.at(4).features)
    assert error([0, 1, 3]) > error([0, 1, 2])
    assert min(error([0, 1, 3]), error([0, 1, 4])) > error([0, 1, 2]), "each helps less than height"
    assert plain.forward_selection(people.X, people.y)[0][:4] == forward.order[:4].tolist()


def test_backward_search_finds_the_best_four_and_misses_the_best_three(people):
    best, backward = best_subset(people.X, people.y), backward_elimination(people.X, people.y)
    assert set(backward.at(4).features) == set(best.at(4).features)
    assert set(backward.at(3).features) != set(best.at(3).features)


def test_the_fourth_feature_makes_the_held_out_error_larger(people):
    guided = forward_selection(people.X, people.y, folds=5, seed=0)
    assert (np.diff(guided.costs) > 0).tolist() == [False, False, False, True, False]
    assert (np.diff(guided.training_costs) < 0).all()
    assert guided.order.tolist() == forward_selection(people.X, people.y).order.tolist()


def test_the_pair_that_is_worth_more_than_its_parts():
    J = parse_formula("3x1 + 2x2 + 2x3 + 5x2x3")
    assert set(exhaustive_search(J, 3).at(2).features) == {1, 2}
    assert 0 in sequential_search(J, 3).at(2).features
    assert set(floating_search(J, 3).at(2).features) == {1, 2}
    lock = [exhaustive_search(parse_formula(f"3x1 + 2x2 + 2x3 + {c}x2x3"), 3).at(2).value - 5 for c in (5, 6, 9)]
    assert lock == sorted(lock), "the larger the number, the larger the loss"


def test_on_diabetes_both_searches_miss_the_best_five_and_nothing_else():
    patients = load_diabetes()
    assert patients.X.shape == (442, 10)
    best = best_subset(patients.X, patients.y)
    for search in (forward_selection, backward_elimination):
        trace = search(patients.X, patients.y)
        loss = [np.sqrt(trace.at(k).cost / best.at(k).cost) - 1 for k in range(1, 10)]
        assert [k for k, each in enumerate(loss, start=1) if each > 1e-6] == [5]
        assert loss[4] < 0.01, "less than one percent"

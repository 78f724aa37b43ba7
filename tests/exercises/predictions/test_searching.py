"""The predictions on searching agree with brute force, and so do the numbers in their explanations."""

from itertools import combinations

import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import PredefinedSplit, cross_val_score

from fewidgets.algorithms._numerics.folds import assign_folds
from fewidgets.data import load_locked_in
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.searching import FOLDS, MISSED, held_out_errors

PEOPLE = load_locked_in()
NAMES = PEOPLE.feature_names


def error(S):
    A = np.column_stack([np.ones(12), PEOPLE.X[:, list(S)]])
    return np.mean((PEOPLE.y - A @ np.linalg.lstsq(A, PEOPLE.y, rcond=None)[0]) ** 2)


def best(sets):
    return set(min(sets, key=error))


def words(S):
    names = [NAMES[n] for n in sorted(S)]
    return f"{', '.join(names[:-1])} and {names[-1]}"


def held_out(S):
    folds = PredefinedSplit(assign_folds(FOLDS, 0, 12))
    scores = cross_val_score(LinearRegression(), PEOPLE.X[:, list(S)], PEOPLE.y, cv=folds, scoring="neg_mean_squared_error")
    return np.sqrt(-scores.mean())


def test_the_best_set_of_four_lacks_height():
    three, four = (best(combinations(range(5), size)) for size in (3, 4))
    assert words(three) == "age, weight and height"
    assert words(four) == "age, weight, income and zip_code"
    assert question("C2 next best set").kind.truth == "two of the three, and two others"
    assert words(best(combinations(range(5), 2))) == "age and weight"


def test_forward_search_keeps_height():
    S = set()
    for size in (1, 2, 3, 4):
        S = best([S | {n} for n in set(range(5)) - S])
        if size == 3:
            assert words(S) == "age, weight and height"
    assert question("C2 forward four").kind.truth == words(S) == "age, weight, height and income"


def test_backward_search_loses_height_first():
    S, removed = set(range(5)), []
    while len(S) > 3:
        smaller = best([S - {n} for n in S])
        removed.append(NAMES[(S - smaller).pop()])
        S = smaller
    assert removed == ["height", "zip_code"]
    assert question("C2 backward three").kind.truth == words(S) == "age, weight and income"


def test_the_held_out_error_rises_once():
    found, S = [], set()
    nothing = [PEOPLE.y[rows] - PEOPLE.y[~rows].mean() for rows in (assign_folds(FOLDS, 0, 12) == k for k in range(FOLDS))]
    found.append(np.sqrt(np.mean([(r**2).mean() for r in nothing])))
    for _ in range(5):
        S = min([S | {n} for n in set(range(5)) - S], key=held_out)
        found.append(held_out(S))
    np.testing.assert_allclose(held_out_errors(), found, rtol=1e-9)
    falls = np.diff(found)
    assert (falls > 0).tolist() == [False, False, False, True, False]
    assert 0.55 < found[1] / found[0] < 0.62  # two fifths less
    assert found[5] / found[4] < 2 / 3
    assert abs(found[0] - 2200) < 50
    assert question("C2 held-out error").kind.grade(found).right


def test_floating_search_goes_back_from_all_five():
    assert question("C2 floating").kind.truth.startswith("Yes, but only after")
    assert question("C2 floating").kind.options[MISSED]
    three = error([0, 1, 2])
    four = [0, 1, 2, 3]
    # With four features, no step back to three beats the three from before. With five, the one without height does.
    assert all(error(S) >= three for S in combinations(four, 3))
    assert error([0, 1, 3, 4]) < error(four)

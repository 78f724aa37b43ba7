"""The predictions on searching agree with brute force, and so do the numbers in their explanations."""

import re
from itertools import combinations

import numpy as np

from fewidgets.data import load_locked_in
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.searching import LECTURE, MISSED, lecture

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


def test_the_best_set_of_four_lacks_height():
    two, three, four = (words(best(combinations(range(5), size))) for size in (2, 3, 4))
    assert (two, three) == ("age and weight", "age, weight and height")
    assert four == "age, weight, income and zip_code"
    assert four in question("C2 forward four").question


def test_forward_search_keeps_height():
    S = set()
    for size in (1, 2, 3, 4):
        S = best([S | {n} for n in set(range(5)) - S])
        if size == 3:
            assert words(S) == "age, weight and height"
    assert words(S) == "age, weight, height and income"
    assert question("C2 forward four").kind.truth == "No, its set of four still has height"


def test_every_product_of_the_lecture_has_x1():
    """So the products cost nothing before x1 comes in."""
    assert [lecture()({2, n}) for n in (0, 1, 3)] == [10, 12, 11]
    products = {S: value for S, value in terms(LECTURE).items() if len(S) > 1}
    assert all(value < 0 and 1 in S for S, value in products.items())
    assert [sum(n in S for S in products) for n in (1, 2, 4)] == [3, 3, 1]
    assert question("C2 second feature").kind.truth == "x2"


def terms(formula):
    found = re.findall(r"([+-]?)(\d*)((?:x\d)+)", formula.replace(" ", "").replace("+-", "-"))
    return {tuple(map(int, re.findall(r"x(\d)", x))): int(f"{sign}{size or 1}") for sign, size, x in found}


def test_floating_search_goes_back_from_all_five():
    assert question("C2 floating").kind.truth.startswith("Yes, but only after")
    assert question("C2 floating").kind.options[MISSED]
    three = error([0, 1, 2])
    four = [0, 1, 2, 3]
    # With four features, no step back to three beats the three from before. With five, the one without height does.
    assert all(error(S) >= three for S in combinations(four, 3))
    assert error([0, 1, 3, 4]) < error(four)

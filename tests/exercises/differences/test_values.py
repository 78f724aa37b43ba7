"""What a difference says about tables, paths, descents, histograms, orders and scores, and that it names the first place."""

import numpy as np
import pytest

from fewidgets.exercises.differences import (
    descent_difference,
    histogram_difference,
    path_difference,
    scores_difference,
    search_difference,
    several_difference,
    transform_difference,
)

ALL = [descent_difference, histogram_difference, path_difference, scores_difference, search_difference, transform_difference]
RNG = np.random.default_rng(5)
X = RNG.normal(size=(12, 3)) * [1, 5, 0.2] + [3, -2, 1]
SCALED = (X - X.mean(0)) / X.std(0)


@pytest.mark.parametrize("difference", ALL)
def test_a_right_result_has_no_difference(difference):
    for right in (np.array([3.0, 1.0, 2.0]), SCALED, (SCALED, X[0]), np.array([1.0, np.nan])):
        assert difference((X,), right, right) is None
        nearly = tuple(each + 1e-12 for each in right) if isinstance(right, tuple) else right + 1e-12
        if difference is not search_difference:
            assert difference((X,), right, nearly) is None


@pytest.mark.parametrize("difference", [transform_difference, path_difference, descent_difference, histogram_difference])
def test_the_row_is_the_first_that_differs(difference):
    for seed in range(20):
        rng = np.random.default_rng(seed)
        right = rng.normal(size=(7, 4))
        found = right + np.where(rng.random((7, 4)) < 0.1, rng.normal(size=(7, 4)), 0.0)
        apart = np.argwhere(right != found)
        explained = difference((), right, found)
        if len(apart):
            assert str(apart[0][0]) in explained.where, (explained, apart[0])
        else:
            assert explained is None


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (X, "as it was"),
        (X - X.mean(0), "centred and not divided"),
        (X / X.std(0), "divided by its standard deviation and not centred"),
        ((X - X.mean(0)) / X.var(0), "variance"),
        ((X - X.mean(0)) / X.std(0, ddof=1), "P − 1"),
        ((X - X.min(0)) / np.ptp(X, axis=0), "runs from 0 to 1"),
        ((X - X.mean(1, keepdims=True)) / X.std(1, keepdims=True), "along the rows"),
        ((X - X.mean()) / X.std(), "all features together"),
        (-SCALED, "opposite sign"),
        (SCALED.T, "rows and columns exchanged"),
        (SCALED[:5], "shape"),
        (np.where(np.arange(3) == 2, np.nan, SCALED), "NaN"),
    ],
)
def test_what_was_done_to_a_table_is_named(found, words):
    assert words in transform_difference((X,), SCALED, found).sentence


def test_what_fills_a_gap_is_named():
    gaps = X.copy()
    gaps[2, 1] = np.nan
    right = np.where(np.isnan(gaps), np.nanmean(gaps, axis=0), gaps)

    def says(filled):
        return transform_difference((gaps,), right, np.where(np.isnan(gaps), filled, gaps)).sentence

    assert "in row 2, column 1 is filled with 0" in says(0.0)
    assert "median" in says(np.nanmedian(gaps[:, 1]))
    assert "mean of its row" in says(np.nanmean(gaps[2]))
    assert "mean of all columns" in says(np.nanmean(gaps))
    assert "the missing ones included" in says(np.nansum(gaps[:, 1]) / 12)
    assert "was not missing" in transform_difference((gaps,), right, right + 1).sentence


def test_nothing_is_said_of_gaps_where_the_reference_goes_on_after_filling_them():
    gaps = X.copy()
    gaps[2, 1] = gaps[5, 0] = np.nan
    filled = np.where(np.isnan(gaps), np.nanmean(gaps, axis=0), gaps)
    right = (filled - filled.mean(0)) / filled.std(0)

    def says(found):
        return transform_difference((gaps,), right, found).sentence

    assert says(filled - filled.mean(0)) == "Column 0 is centred and not divided by its standard deviation."
    assert "P − 1" in says((filled - filled.mean(0)) / filled.std(0, ddof=1))
    for found in (np.nan_to_num(gaps), right + np.eye(12, 3), SCALED):
        assert "missing" not in says(found)


def test_the_column_in_the_sentence_is_the_one_where_it_first_differs():
    for seed in range(20):
        rng = np.random.default_rng(seed)
        factors = np.where(rng.random(3) < 0.5, 1.0, 3.0)
        factors[rng.integers(3)] = 3.0
        raw = rng.integers(-1, 2, size=(6, 3)) + 0.01 * np.arange(6)[:, None] * (np.arange(6)[:, None] > 1)
        difference = transform_difference((), raw, raw * factors)
        if difference is not None and difference.sentence.startswith("Column"):
            row, column = np.argwhere(raw != raw * factors)[0]
            assert difference.where == f"row {row}, column {column}"
            assert difference.sentence.startswith(f"Column {column} ")


def test_the_first_of_several_numbers_that_differs_is_named():
    what = ("the average", "the longest", "the total")
    for seed in range(20):
        rng = np.random.default_rng(seed)
        right = (float(rng.normal()), int(rng.integers(9)), int(rng.integers(99)))
        apart = rng.random(3) < 0.4
        found = tuple(each + 1 if wrong else each for each, wrong in zip(right, apart, strict=True))
        difference = several_difference((), right, found, what=what, explain=lambda *_: "More.")
        if not apart.any():
            assert difference is None
            continue
        first = what[int(np.argmax(apart))]
        assert difference.where == first
        assert difference.sentence.lower().startswith(f"{first}: yours is ")
        assert difference.sentence.endswith(". More.")
        w = difference.show()
        assert w.selected == tuple(name[4:].capitalize() for name, wrong in zip(what, apart, strict=True) if wrong)
        w.close()


def test_the_steps_of_a_picture_are_counted_as_in_the_sentence():
    difference = search_difference((), ([2, 0], [1.0, 1.0]), ([2, 0], [1.0, -1.0]), what=("the order", "the signs"), start=1)
    assert difference.where == "step 2"
    assert "step 2" in difference.show().caption


def test_how_a_step_differs_is_named():
    A, b = RNG.normal(size=(20, 2)), RNG.normal(size=20)

    def descend(length=0.1, factor=1.0, steps=6, start=0.0):
        w = np.full(2, start)
        path = [w]
        for _ in range(steps):
            w = w - factor * length * 2 / 20 * A.T @ (A @ w - b)
            path.append(w)
        return np.array(path)

    right, names = descend(), ("RM", "LSTAT")

    def says(found):
        return descent_difference((A, b), right, found, names=names).sentence

    assert says(descend(factor=-1)).startswith("The step goes uphill")
    assert "twice as long" in says(descend(factor=2))
    assert "P = 20 times as long" in says(descend(factor=20))
    assert "1/P = 1/20 as long" in says(descend(factor=1 / 20))
    assert says(descend(start=1.0)).startswith("The start differs")
    assert "The start is missing" in says(right[1:])
    assert "1 step too many" in says(descend(steps=7))
    assert "as far as they go" in says(descend(steps=4))
    late = right.copy()
    late[3:, 1] += 1
    assert says(late).startswith("From step 3 on your weights differ")
    assert "LSTAT" in says(late)
    costs = np.arange(5.0, 0, -1)
    assert "P = 20 times" in descent_difference((A, b), (right, costs), (right, 20 * costs)).sentence
    single = descent_difference((A, b, right[2]), right[3], 2 * right[3] - right[2], start=2)
    assert "twice as long" in single.sentence


def test_what_is_wrong_with_a_path_is_named():
    right = np.array([[2.0, 1.0, 0.0], [1.0, 0.5, 0.0], [0.5, 0.0, 0.0]])
    lambdas = [0.0, 0.5, 1.0]

    def says(found, **settings):
        return path_difference((lambdas,), right, found, over=0, **settings).sentence

    assert "exactly 0 are small" in says(right + np.where(right == 0, 0.01, 0))
    assert "opposite order" in says(right[::-1])
    assert "half the reference" in says(right / 2)
    later = right + np.array([[0, 0, 0], [0.2, 0, 0], [0, 0, 0]])
    assert says(later) == "From λ = 0.5 on your weights differ: weight 0 is 1.2, where the reference has 1."


def test_what_is_wrong_with_a_histogram_is_named():
    right = np.array([3.0, 0.0, 1.0, 5.0])

    def says(found):
        return histogram_difference((), right, found, names=("0°", "45°", "90°", "135°")).sentence

    assert "bins add up to 1" in says(right / right.sum())
    assert "moved by 1 bin" in says(np.roll(right, 1))
    assert "opposite order" in says(right[::-1])
    assert "length 1" in says(right / np.linalg.norm(right))
    assert histogram_difference((), right, [3.0, 0.0, 2.0, 4.0], names=("0°", "45°", "90°", "135°")).where == "90°"


def test_what_is_wrong_with_scores_is_named():
    right = np.array([0.5, -0.2, 0.9])

    def says(found, right=right):
        return scores_difference((), right, found, what=("the correlations",), names=("a", "b", "c")).sentence

    assert "no sign" in says(np.abs(right))
    assert "squares" in says(right**2)
    assert "opposite sign" in says(-right)
    assert "in nats" in says(np.abs(right) * np.log(2), np.abs(right))
    assert "another order, from a on" in says([-0.2, 0.9, 0.5])
    assert says([0.5, -0.2, 0.8]) == "In the correlations, yours is 0.8 where the reference has 0.9."


def test_the_first_step_of_a_search_is_named():
    def says(right, found, **settings):
        return search_difference((), right, found, **settings)

    assert says([2, 0, 1], [2, 1, 0], verb="add").sentence == "You add column 1, where the reference adds column 0."
    assert "counted from 1" in says([2, 0, 1], [3, 1, 2]).sentence
    assert "last step to its first" in says([2, 0, 1], [1, 0, 2]).sentence
    assert "again" in says([2, 0, 1], [2, 2, 1]).sentence
    assert "has ended" in says([2, 0, 1], [2, 0]).sentence
    assert "not whole" in says([2, 0], [0.5, 1.0]).sentence
    assert says([{1}, {1, 2}], [(1,), (1, 0)], names=("a", "b", "c")).sentence == (
        "You choose a, b, where the reference chooses b, c."
    )
    assert says(([1, 0], [3.0, 2.0]), ([1, 0], [3.0, 2.5]), start=1).where == "step 2"
    assert says(([1, 0], [3.0, 2.0]), ([1.0, 0.0], [3.0, 2.0])) is None

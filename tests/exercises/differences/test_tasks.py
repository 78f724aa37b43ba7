"""Every known mistake of every task is explained and shown, and the view stops where the traces part, found by brute force."""

import html
from functools import cache

import numpy as np
import pytest

from fewidgets.exercises.answers.drawing import draw
from fewidgets.exercises.answers.judging import judge
from fewidgets.exercises.answers.returned import compare
from fewidgets.exercises.bank.collected import tasks
from tests.exercises.differences.liar import Liar

TASKS = tasks()
#: Wrong answers without a view. There is none: every task asks for numbers, and numbers can be drawn.
NO_VIEW: set[tuple[str, str]] = set()


@cache
def drawn(name):
    return draw(TASKS[name], 0)


def first_wrong(task, n):
    """The arguments, the right result and the wrong one, of the first case in which mistake n shows."""
    for each in drawn(task.name):
        arguments = each.case.arguments
        if not all(compare(each.wrong[n], each.right, task, arguments).right):
            return arguments, each.right, each.wrong[n]
    raise AssertionError


def parts(value, task):
    return [value] if len(task.results) == 1 else list(value)


def far(one, other, largest):
    if np.isnan(one) or np.isnan(other):
        return np.isnan(one) != np.isnan(other)
    return one != other and not abs(one - other) <= 1e-6 * max(largest, 1.0) + 1e-4 * abs(one)


def places(one, other, by_column=False):
    """All places of two arrays at which they differ, or that only one of them has."""
    one, other = (np.atleast_1d(np.asarray(each, dtype=float)) for each in (one, other))
    one, other = (each[None] if each.ndim < max(one.ndim, other.ndim) else each for each in (one, other))
    shape = tuple(max(pair) for pair in zip(one.shape, other.shape, strict=True))
    largest = max((abs(value) for value in one.ravel() if np.isfinite(value)), default=0.0)
    found = []
    for index in np.ndindex(shape):
        inside = [all(i < length for i, length in zip(index, each.shape, strict=True)) for each in (one, other)]
        if not all(inside) or far(one[index], other[index], largest):
            found.append(index)
    return sorted(found, key=lambda index: index[::-1]) if by_column else found


def stops_among_values(w, right, found):
    if all(np.size(each) == 1 for each in right) and len(right) == w.data.shape[-1] > 1:  # several single numbers
        right, found = [np.ravel(right)], [np.ravel(found)]
    at = next(where[0] for one, other in zip(right, found, strict=True) if (where := places(one, other)))
    return w.data.parting == (at if len(at) == 2 else (0, *at)) and w.row == w.data.parting[0]


def stops_in_boosting(w, right, found):
    if np.ndim(right[1]) == 0:  # a single round: the winner, its weight, and what is left
        return w.round == w.parting == 1 and (right[0], right[1]) != (found[0], found[1])
    (bias, weights, order), (other_bias, other_weights, other_order) = right, found
    expected = 0
    if not far(bias, other_bias, abs(bias)):
        parted = (
            m + 1
            for m, (n, k) in enumerate(zip(order, other_order, strict=True))
            # The weight of a feature that is chosen again belongs to several rounds.
            if n != k or (np.sum(other_order == n) < 2 and abs(weights[n] - other_weights[n]) > 1e-4 * abs(weights[n]))
        )
        expected = next(parted, None)  # None if the weight is that of a column that was never chosen
    return w.round == (expected or 0) and w.parting == expected


def stops_on_path(w, right, found, lambdas):
    first = min(places(one, other)[0][0] for one, other in zip(right, found, strict=True) if places(one, other))
    return w.lam == w.parting == lambdas[first]


def stops_at_step(w, right, found):
    right, found = np.array(right[0]), np.array(found[0])
    return w.step == w.parting == (places(right, found)[0][0] if right.ndim == 2 else 1)


def stops_in_lattice(w, right, found):
    step = next(m for m, (one, other) in enumerate(zip(right[0], found[0], strict=True)) if one != other)
    return w.step == w.parting == step + 1


def stops_at_column(w, right, found):
    at = next(where[0] for one, other in zip(right, found, strict=True) if (where := places(one, other, by_column=True)))
    return w.column == w.parting == at[1]


def has_both_contours(w, right, found):
    one, other = (each.trace.condition for each in (w.left, w.right))
    given = [np.ravel(each[0]) for each in (right, found)]
    if given[0].size == 1:
        return np.allclose([one, other], np.ravel(given))
    tables = [np.corrcoef(np.array(each[0]).T)[0, 1] for each in (right, found)]
    return np.allclose([one, other], [(1 + abs(r)) / (1 - abs(r)) for r in tables])


def has_both_sets(w, right, found):
    names = w.trace.names
    return w.step == len(right[0]) and w.overrule == ", ".join(names[n] for n in sorted(found[0])) and not w.data


def has_both_numbers(w, right, found):
    return np.allclose(w.data.numbers, [float(right[0]), float(found[0])], equal_nan=True)


STOPS = {
    "ValuesBesideValues": stops_among_values,
    "BoostingStepper": stops_in_boosting,
    "LambdaSlider": stops_on_path,
    "DescentPath": stops_at_step,
    "FittingRace": lambda w, right, found: w.round == w.parting == 1,
    "SubsetLattice": stops_in_lattice,
    "TransformedColumns": stops_at_column,
    "QuadraticContours": has_both_contours,
    "NumberBesideNumber": has_both_numbers,
    "the lattice alone": has_both_sets,
}


def kind_of(w):
    own = type(w).__name__
    return type(w.left).__name__ if own == "SideBySide" else "the lattice alone" if own == "SubsetLattice" else own


def aligned(found, right, task):
    """Turn the columns of a sphered table to those of the reference, as their signs are free."""
    if task.results[0].agrees is None or np.ndim(found[0]) != 2 or not task.name.startswith("9.6"):
        return found
    return [found[0] * np.where((np.array(right[0]) * found[0]).sum(axis=0) < 0, -1.0, 1.0)]


@pytest.mark.parametrize("name", TASKS)
def test_every_known_mistake_is_shown_from_the_first_difference(name):
    task = TASKS[name]
    for n, each in enumerate(task.misconceptions):
        feedback = judge(task, each.function, drawn=drawn(name), own_work=False)
        parting, w = feedback.parting, feedback.difference
        if (name, each.name) in NO_VIEW:
            assert w is None
            continue
        assert w is not None, each.name
        assert parting.where
        assert parting.sentence.endswith((".", "?"))
        assert "nan" not in parting.sentence
        assert parting.sentence in w.caption, "the kind of difference stands in the view"
        told = w.caption if type(w).__name__ == "SideBySide" else w.scene.readouts[0].label
        assert kind_of(w) == "the lattice alone" or told.startswith("First difference")
        arguments, right, found = first_wrong(task, n)
        right, found = parts(right, task), parts(found, task)
        more = [arguments[2]] if kind_of(w) == "LambdaSlider" else []
        assert STOPS[kind_of(w)](w, right, aligned(found, right, task), *more), (each.name, w.caption)
        if n == 0:
            assert parting.sentence[:60] in html.unescape(w.still()), "also in words, in the still picture"
        w.close()


@pytest.mark.parametrize("name", TASKS)
def test_the_reference_does_not_differ_from_itself(name):
    task = TASKS[name]
    assert task.difference is not None
    assert all(task.difference(each.case.arguments, each.right, each.right) is None for each in drawn(name))


@pytest.mark.parametrize("name", TASKS)
def test_whatever_a_student_returns_can_be_told_and_drawn(name):
    """`check` refuses most of these before they are compared. A difference must not rely on it."""
    task = TASKS[name]
    arguments, right = drawn(name)[0].case.arguments, drawn(name)[0].right
    bad = [
        None,
        "text",
        Liar(),
        [],
        [[1.0], [2.0, 3.0]],
        np.array(["a"]),
        {1, 2},
        np.nan,
        -7.5,
        np.zeros((2, 3, 4)),
        [0, 1e300],
    ]
    several = [] if len(task.results) == 1 else [(each,) * len(task.results) for each in bad]
    for each in [*bad, *several, iter([1]), (1.0, 2.0), ()]:
        difference = task.difference(arguments, right, each)
        if difference is None:
            continue
        assert difference.where
        assert difference.sentence.endswith(".")
        assert "nan" not in difference.sentence
        if difference.show is not None:
            w = difference.view()
            assert w.caption
            w.close()


def with_one_changed(value, task, rng):
    """Change one number of a result; None if it has only integers, which may number features."""
    changed = [np.array(each) if np.ndim(each) else each for each in parts(value, task)]
    able = [k for k, each in enumerate(changed) if np.asarray(each).dtype.kind == "f" and np.size(each)]
    if not able:
        return None
    k = int(rng.choice(able))
    step = 0.3 * (np.abs(changed[k]).max() + 1)
    if np.ndim(changed[k]):
        at = tuple(int(rng.integers(length)) for length in changed[k].shape)
        changed[k][at] += step
    else:
        changed[k] = float(changed[k] + step)
    return tuple(changed) if len(changed) > 1 else changed[0]


@pytest.mark.parametrize("name", TASKS)
def test_a_single_wrong_number_is_where_the_view_stops(name):
    task = TASKS[name]
    rng = np.random.default_rng(len(name))
    for each in drawn(name)[:2]:
        arguments, right = each.case.arguments, each.right
        wrong = with_one_changed(right, task, rng)
        if wrong is None or (name == "9.4 counterexample"):  # many tables are right
            continue
        w = task.difference(arguments, right, wrong).view()
        right, found = parts(right, task), parts(wrong, task)
        more = [arguments[2]] if kind_of(w) == "LambdaSlider" else []
        assert STOPS[kind_of(w)](w, right, aligned(found, right, task), *more), w.caption
        w.close()

"""What draws a result that is there already says what it shows, refuses anything else in words, and has a still picture."""

import numpy as np
import pytest

from fewidgets import SideBySide
from fewidgets.exercises.differences.views.number_beside_number import NumberBesideNumber
from fewidgets.exercises.differences.views.quadratic_contours import QuadraticContours
from fewidgets.exercises.differences.views.transformed_columns import TransformedColumns
from fewidgets.exercises.differences.views.values_beside_values import ValuesBesideValues
from fewidgets.scene import resolve

KINDS = (NumberBesideNumber, QuadraticContours, TransformedColumns)


@pytest.mark.parametrize("kind", KINDS)
def test_the_example_is_drawn_and_told(kind):
    w = kind.example()
    assert w.caption in w.still()
    assert SideBySide(w, w).caption.startswith("No difference. ")


def test_numbers_that_cannot_be_drawn_are_told():
    for found, word in ((np.nan, "NaN"), (np.inf, "infinity"), (-np.inf, "minus infinity")):
        w = NumberBesideNumber(2.0, found, name="the cost", curve=([0, 4], [1, 5]), axes=("weight", "cost"))
        assert w.caption == f"The cost: yours is {word} where the reference has 2."
        assert w.selected == ("the cost",)
    w = NumberBesideNumber(2.0, 3.0, curve=([0, 4], [1, 1]), axes=("weight", "cost"))
    assert w.caption.endswith("The cost is 1 at both.")


def test_contours_are_as_long_as_the_condition_number_says():
    rng = np.random.default_rng(2)
    for _ in range(5):
        A = rng.normal(size=(6, 2)) * [1, 4]
        w = QuadraticContours(A.T @ A)
        assert np.isclose(w.trace.condition, np.linalg.cond(A.T @ A))
        outer = w.scene.panels[0].marks[-1]
        lengths = np.hypot(outer.x, outer.y)
        fine = np.sqrt(w.trace.condition)
        assert np.isclose(lengths.max(), fine, rtol=0.01)
        assert lengths.min() >= 1 - 1e-9, "the short half axis has the length 1"


def test_what_one_of_both_lacks_is_told_and_never_the_same_as_nan():
    table = np.ma.array([[1.0, 2.0], [3.0, 4.0]], mask=[[False, False], [True, True]])
    w = ValuesBesideValues(table, [[1.0, 2.0], [np.nan, 4.0]], over="row")
    assert w.caption == "Row 1: 2 of 2 differ, first entry 0: NaN where the reference has nothing. It is the first difference."
    assert len(w.scene.panels) == 2, "there is no difference of numbers to draw"


def test_columns_are_drawn_over_what_they_were_or_with_the_one_before():
    table = np.arange(8.0).reshape(4, 2)
    gone = np.column_stack([np.full(4, np.nan), np.full(4, 3.0)])  # all are missing, and all are the same
    for raw, title, second in ((gone, "Before and after", gone[:, 1]), (None, "With the column before", table[:, 0])):
        w = TransformedColumns(table, raw, column=1)
        panel = w.scene.panels[1]
        assert panel.title == title
        assert list(resolve(panel.marks[0].x, w.state)) == list(second)
        assert list(resolve(panel.marks[0].y, w.state)) == list(table[:, 1])
    assert w.scene.panels[1].nothing({"column": 0}) == "The first column has none before it. Go on to the next one."


def test_two_without_a_common_control_differ_in_a_panel():
    one, other = QuadraticContours(np.eye(2)), QuadraticContours(np.diag([1.0, 4.0]))
    w = SideBySide(one, other, note="The note.")
    assert w.parting is None
    assert w.caption.startswith("First difference: Contours. The note. Reference – The curvatures are 1.00 and 1.00")


def test_the_first_number_that_differs_is_marked():
    w = ValuesBesideValues([[1.0, 2.0], [3.0, 4.0]], [[1.0, 2.0], [0.0, 0.0]])
    bars = w.scene.panels[0].marks[0]
    assert [bars.styles[k].label for k in bars.style.at(w.state)] == ["differs first", "differs"]


def test_numbers_over_steps_are_curves_too():
    w = ValuesBesideValues([3.0, 2.0, 1.0], [3.0, 4.0, np.nan], kind="step", first=1)
    one, other = w.scene.panels[-1].marks
    assert (list(one.x), list(one.y), list(other.y[:2])) == ([1, 2, 3], [3, 2, 1], [3, 4])
    w = ValuesBesideValues([3.0, 2.0], [3.0, 4.0], kind="step", names=["first", "second"])
    assert len(w.scene.panels) == 3

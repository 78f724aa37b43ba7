"""Two searches for one objective are shown in the lattice, from the first step in which they part."""

from functools import partial
from types import SimpleNamespace

import pytest

from fewidgets.exercises.differences.lattice import lattice_difference

J = SimpleNamespace(formula="3x1 + 2x2 + x3 + 5x2x3")
parting = partial(lattice_difference, (J, 3, 2), what=("the order", "the values"))


def test_both_searches_open_where_they_part():
    found = parting(([0, 1], [3.0, 5.0]), ([0, 2], [3.0, 4.0]))
    assert (found.where, found.sentence) == ("step 2", "You add feature 2, where the reference adds feature 1.")
    shown = found.show()
    assert (shown.parting, shown.step, shown.method) == (2, 2, "Forward")
    assert shown.caption.startswith(f"First difference: step 2. {found.sentence} ")
    assert "Yours – Step 2: adding feature 2 gives J 4" in shown.caption
    assert shown.left.trace.names == ("feature 0", "feature 1", "feature 2"), "counted as in Python, everywhere"


def test_backward_searches_are_shown_as_such():
    found = parting(([0], [8.0]), ([2], [5.0]), backward=True)
    assert found.sentence == "You remove feature 2, where the reference removes feature 0."
    shown = found.show()
    assert (shown.parting, shown.step, shown.method) == (1, 1, "Backward")


@pytest.mark.parametrize("order", [[0, 5], [0, 0], "01", None, [], [0.5, 1]])
def test_what_is_no_order_of_features_is_not_drawn(order):
    found = parting(([0, 1], [3.0, 5.0]), (order, [3.0, 5.0]))
    assert found is not None
    assert found.show is None or type(found.show()).__name__ != "SideBySide"


def test_wrong_values_of_a_right_order_are_compared_as_numbers():
    found = parting(([0, 1], [3.0, 5.0]), ([0, 1], [3.0, 2.0]))
    assert found.where == "step 2"
    assert type(found.show()).__name__ != "SideBySide"
    assert parting(([0, 1], [3.0, 5.0]), ([0, 1], [3.0, 5.0])) is None

"""Data as code: running the code gives the same values, bit by bit."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from fewidgets.grading.literals import HEADING, LiteralError, data_cell, literal

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inside: st.lists(inside) | st.lists(inside).map(tuple) | st.dictionaries(st.text(), inside),
    max_leaves=8,
)
DTYPES = st.sampled_from(["float64", "float32", "int64", "int8", "uint16", "bool"])
ARRAYS = arrays.arrays(DTYPES, arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4))


def run(code):
    names = {"np": np}
    exec(code, names)
    return names


@settings(max_examples=40)
@given(PLAIN)
def test_running_the_code_gives_the_same_value(value):
    assert repr(run(f"x = {literal(value)}")["x"]) == repr(value)


@settings(max_examples=60)
@given(ARRAYS)
def test_running_the_code_gives_the_same_array(value):
    found = run(f"x = {literal(value)}")["x"]
    assert found.dtype == value.dtype
    np.testing.assert_array_equal(found, value)


def test_a_cell_defines_its_variables_and_lines_are_short():
    data = {"X": np.linspace(0, 1, 60).reshape(3, 20), "y": np.arange(3), "k": 4}
    code = data_cell(data)
    found = run(code)
    for name, value in data.items():
        np.testing.assert_array_equal(found[name], value)
    assert code.startswith(HEADING)
    assert max(map(len, code.splitlines())) <= 127


@pytest.mark.parametrize("value", [object(), {1, 2}, b"x", 1j, np.array([1j]), np.array([object()]), [range(3)]])
def test_other_values_are_refused(value):
    with pytest.raises(LiteralError, match="X must"):
        data_cell({"X": value})

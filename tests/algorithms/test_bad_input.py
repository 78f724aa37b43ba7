"""Every public function raises an error for bad input that names the argument, what it must be and what was given.

The tables are in ``bad_input/``, one file per topic. Each file may define:

- ``TAKES_X``, ``REGRESSIONS``, ``CLASSIFICATIONS``: name -> a call with bad features, outputs or labels;
- ``CASES``: public name -> list of (call, error, message). Methods are listed under the name of their class.

One test checks that the tables cover every parameter of every public name.
"""

import dataclasses
import importlib
import inspect
import re
import warnings
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import fewidgets.algorithms
from fewidgets.algorithms import LeastSquares, boost, cross_validate_l1, l1_gradient_descent, l1_path, ridge
from tests.algorithms.bad_input.examples import GOOD, OUTPUT

TOPICS = [
    importlib.import_module(f"tests.algorithms.bad_input.{path.stem}")
    for path in sorted(Path(__file__).with_name("bad_input").glob("*.py"))
]


def gathered(name):
    """Give all topics' tables of one kind, as pairs of a topic's name and an entry's."""
    return {
        f"{topic.__name__.rpartition('.')[2]}-{key}": value
        for topic in TOPICS
        for key, value in getattr(topic, name, {}).items()
    }


TAKES_X, REGRESSIONS, CLASSIFICATIONS = map(gathered, ("TAKES_X", "REGRESSIONS", "CLASSIFICATIONS"))
CASES = gathered("CASES")


def changed(array, place, value):
    array = array.copy()
    array[place] = value
    return array


BAD_X = [
    (
        changed(GOOD, (3, 1), np.nan),
        ValueError,
        r"X must not contain NaN; found one in row 3, feature 1\. Impute or drop it first\.",
    ),
    (changed(GOOD, (2, 0), -np.inf), ValueError, "X must be finite; found an infinite value in row 2, feature 0"),
    (changed(GOOD, (2, 0), 1e200), ValueError, r"X must lie within ±1e\+60; found 1e\+200 in row 2, feature 0"),
    (changed(GOOD, (slice(None), 1), 7.0), ValueError, r"X is constant in feature 1 \(every value is 7\)"),
    (GOOD * [1.0, 1e-150], ValueError, "X differs by only 4e-150 in feature 1, .* change the unit first"),
    (GOOD[:, 0], ValueError, r"X must be two-dimensional \(examples × features\); got shape \(4,\)"),
    (GOOD[None], ValueError, r"X must be two-dimensional \(examples × features\); got shape \(1, 4, 2\)"),
    (GOOD[:0], ValueError, "at least one example"),
    (GOOD[:, :0], ValueError, "and one feature"),
    (GOOD[:1], ValueError, r"P = 1"),
    (GOOD.astype(str), TypeError, "X must hold real numbers; got text, for example"),
    (
        GOOD.astype(object),
        TypeError,
        r"X must hold real numbers; got object .*: convert them with np\.array\(X, dtype=float\)",
    ),
    (GOOD.astype(complex), TypeError, "complex"),
    (None, TypeError, "X must hold real numbers; got object entries, for example"),
    ("text", TypeError, "X must hold real numbers; got text, for example"),
    ([[1, 2], [3]], ValueError, "X must be a rectangular array, with rows of equal length"),
    (np.ma.masked_less(GOOD, 0), ValueError, "X has 1 masked"),
    (
        pd.DataFrame(changed(GOOD, (3, 1), np.nan), columns=["RM", "LSTAT"]),
        ValueError,
        r"row 3, feature 1 \('LSTAT'\)",
    ),
    (pd.DataFrame({"a": [1, 2, 3, 4], "b": list("wxyz")}), TypeError, r"feature 1 \('b'\)"),
]
BAD_Y = [
    (changed(OUTPUT, 2, np.nan), ValueError, "y must not contain NaN; found one in row 2"),
    (changed(OUTPUT, 1, np.inf), ValueError, "y must be finite; found an infinite value in row 1"),
    (OUTPUT[:3], ValueError, r"y must have shape \(4,\), one value per example of X; got shape \(3,\)"),
    (
        OUTPUT[:, None],
        ValueError,
        r"y must have shape \(4,\), one value per example of X; got shape \(4, 1\)\. Use y\.ravel\(\)\.",
    ),
    (np.full(4, 2.5), ValueError, "y is constant|one class only"),
    (OUTPUT * 1e-150, ValueError, "y differs by only 3e-150, .* change the unit first"),
    (OUTPUT.astype(str), TypeError, r"y must hold real numbers; got text, for example '1\.0'"),
    (None, TypeError, "y must hold real numbers; got object entries, for example None"),
    (pd.DataFrame({"y": OUTPUT}), ValueError, r"y must have shape \(4,\); got a table of shape \(4, 1\)"),
]
BAD_LABELS = [
    ([0, 1, 1, 0], ValueError, r"y must contain only -1 and \+1; found 0 in row 0\. Convert with 2 \* y - 1\."),
    ([1, 2, -1, 1], ValueError, r"y must contain only -1 and \+1; found 2 in row 1"),
    ([1, 1, 1, 1], ValueError, r"y must contain both -1 and \+1; found one class only \(\+1 in all 4 rows\)"),
    (["good", "bad", "bad", "good"], TypeError, "y must hold real numbers; got text, for example 'good'"),
    ([1, -1, np.nan, 1], ValueError, "y must not contain NaN; found one in row 2"),
]


def not_refused(cases):
    """Make each call, and yield a sentence for each that does not end with its error and message."""
    for call, error, message in cases:
        try:
            call()
        except Exception as raised:
            if not (isinstance(raised, error) and re.search(message, str(raised))):
                yield f"expected {error.__name__}: {message!r}; got {type(raised).__name__}: {raised}"
        else:
            yield f"expected {error.__name__}: {message!r}; nothing was raised"


@pytest.mark.parametrize("name", TAKES_X)
def test_bad_features(name):
    assert not list(not_refused((partial(TAKES_X[name], X), *expected) for X, *expected in BAD_X))


@pytest.mark.parametrize("name", REGRESSIONS)
def test_bad_outputs(name):
    assert not list(not_refused((partial(REGRESSIONS[name], y), *expected) for y, *expected in BAD_Y))


@pytest.mark.parametrize("name", CLASSIFICATIONS)
def test_bad_labels(name):
    assert not list(not_refused((partial(CLASSIFICATIONS[name], y), *expected) for y, *expected in BAD_LABELS))


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_bad_options(name):
    assert not list(not_refused(CASES[name]))


# The tables above test these arguments for every function that takes them.
SPOILT_ELSEWHERE = {"X": (TAKES_X,), "y": (REGRESSIONS, CLASSIFICATIONS)}


def parameters(thing):
    """Give what a caller hands in: of a class, to its constructor and its public methods."""
    if not inspect.isclass(thing):
        return set(inspect.signature(thing).parameters)
    methods = [value for member, value in vars(thing).items() if callable(value) and not member.startswith("_")]
    return {name for call in (thing, *methods) for name in inspect.signature(call).parameters} - {"self"}


def is_result(thing):
    """Say whether it is made by a function of ours, not by a caller."""
    return dataclasses.is_dataclass(thing) or (inspect.isclass(thing) and issubclass(thing, tuple))


def test_no_public_name_and_no_parameter_is_forgotten():
    for name in fewidgets.algorithms.__all__:
        if is_result(getattr(fewidgets.algorithms, name)):
            continue
        messages = [message for key, cases in CASES.items() if key.rpartition("-")[2] == name for _, _, message in cases]
        forgotten = [
            parameter
            for parameter in parameters(getattr(fewidgets.algorithms, name))
            if not any(re.search(rf"\b{parameter}\b", message) for message in messages)
            and not any(key.rpartition("-")[2] == name for table in SPOILT_ELSEWHERE.get(parameter, ()) for key in table)
        ]
        assert not forgotten, f"bad input to {name} is not tested for {forgotten}: add it to tests/algorithms/bad_input/"


@pytest.mark.parametrize("make", [lambda X: LeastSquares(X, OUTPUT), lambda X: ridge(X, OUTPUT, 1.0, fit_bias=False)])
def test_values_whose_squares_underflow_are_refused(make):
    with pytest.raises(ValueError, match=r"X holds nothing above 4e-150 in feature 1, .* change the unit first"):
        make(GOOD * [1.0, 1e-150] + [0.0, 1e-150])
    make(GOOD * [1.0, 1e-50])
    make(GOOD * [1.0, 0.0])  # a feature that is zero weighs nothing


def test_array_likes_are_accepted():
    frame = pd.DataFrame(GOOD, columns=["a", "b"])
    expected = l1_path(GOOD, OUTPUT).weights
    for X, y in (
        (frame, pd.Series(OUTPUT, index=[5, 6, 7, 8])),
        (GOOD.tolist(), OUTPUT.tolist()),
        (np.asfortranarray(GOOD), tuple(OUTPUT)),
        (frame.convert_dtypes(), pd.Series(OUTPUT, dtype="Float64")),
    ):
        np.testing.assert_allclose(l1_path(X, y).weights, expected)
    flags = pd.DataFrame({"number": [1, 2, 3, 4], "flag": [True, False, True, True]})
    assert boost(flags, OUTPUT).n_rounds == 2


values = st.one_of(st.floats(width=64), st.sampled_from([0.0, 1.0, -1.0, np.nan, np.inf, 1e-300, 1e59, -1e61, 5e-324]))
matrices = arrays(float, st.tuples(st.integers(0, 6), st.integers(0, 4)), elements=values)
anything = st.one_of(
    matrices, arrays(float, st.integers(0, 6), elements=values), st.text(), st.none(), st.booleans(), st.integers()
)


@pytest.mark.slow
@settings(max_examples=600, deadline=None)
@given(anything, st.data())
def test_whatever_comes_in_only_named_errors_and_finite_numbers_come_out(X, data):
    P = len(X) if isinstance(X, np.ndarray) and X.ndim else 3
    y = data.draw(
        st.one_of(arrays(float, P, elements=values), arrays(float, P, elements=st.sampled_from([-1.0, 1.0])), anything)
    )
    cost = data.draw(st.sampled_from(["least_squares", "softmax", "hinge", None]))
    named = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for run in (
            lambda: l1_path(X, y, cost=cost),
            lambda: boost(X, y, cost=cost),
            lambda: l1_gradient_descent(X, y, [0.0, 1.0], steps=5, cost=cost),
            lambda: cross_validate_l1(X, y, [0.0, 1.0], folds=2, cost=cost),
        ):
            try:
                result = run()
            except (ValueError, TypeError) as error:
                named.append(str(error).split()[0])
                continue
            for name, value in vars(result).items():
                if isinstance(value, np.ndarray) and not name.startswith("candidate"):
                    assert np.isfinite(value).all(), name
    assert set(named) <= {"X", "y", "cost", "folds"}

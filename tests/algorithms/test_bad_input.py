"""Every public function answers bad input with an error that names the argument, what was seen, what is wanted."""

import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from fewidgets.algorithms import (
    LeastSquares,
    Softmax,
    StandardNormalizer,
    boost,
    cross_validate,
    cross_validate_l1,
    l1_gradient_descent,
    l1_path,
)

GOOD = np.array([[0.0, 1.0], [1.0, -1.0], [2.0, 0.5], [4.0, 3.0]])
OUTPUT = np.array([1.0, 2.0, -1.0, 0.5])
LABELS = np.array([1.0, -1.0, -1.0, 1.0])

TAKES_X = {
    "boost": lambda X: boost(X, OUTPUT),
    "l1_path": lambda X: l1_path(X, OUTPUT),
    "l1_gradient_descent": lambda X: l1_gradient_descent(X, OUTPUT, [1.0]),
    "cross_validate_l1": lambda X: cross_validate_l1(X, OUTPUT, folds=2),
    "cross_validate": lambda X: cross_validate(lambda X, y: lambda new: new[:, 0], X, OUTPUT, error="squared", folds=2),
    "StandardNormalizer": lambda X: StandardNormalizer().fit(X),
}
REGRESSIONS = {
    "boost": lambda y: boost(GOOD, y),
    "l1_path": lambda y: l1_path(GOOD, y),
    "l1_gradient_descent": lambda y: l1_gradient_descent(GOOD, y, [1.0]),
    "cross_validate_l1": lambda y: cross_validate_l1(GOOD, y, folds=2),
    "LeastSquares": lambda y: LeastSquares(GOOD, y),
}
CLASSIFICATIONS = {
    "boost": lambda y: boost(GOOD, y, cost="softmax"),
    "l1_path": lambda y: l1_path(GOOD, y, cost="softmax"),
    "l1_gradient_descent": lambda y: l1_gradient_descent(GOOD, y, [1.0], cost="softmax"),
    "cross_validate_l1": lambda y: cross_validate_l1(GOOD, y, folds=2, cost="softmax"),
    "Softmax": lambda y: Softmax(GOOD, y),
}


def changed(array, place, value):
    array = array.copy()
    array[place] = value
    return array


BAD_X = [
    (changed(GOOD, (3, 1), np.nan), ValueError, "X holds a NaN in row 3, feature 1; impute or drop it first"),
    (changed(GOOD, (2, 0), -np.inf), ValueError, "X holds an infinite value in row 2, feature 0"),
    (changed(GOOD, (2, 0), 1e200), ValueError, r"X holds 1e\+200 in row 2, feature 0"),
    (changed(GOOD, (slice(None), 1), 7.0), ValueError, r"X is constant in feature 1 \(every value is 7\)"),
    (GOOD[:, 0], ValueError, r"X has shape \(4,\); wanted \(P, N\)"),
    (GOOD[None], ValueError, r"X has shape \(1, 4, 2\)"),
    (GOOD[:0], ValueError, "at least one example"),
    (GOOD[:, :0], ValueError, "and one feature"),
    (GOOD[:1], ValueError, r"P = 1"),
    (GOOD.astype(str), TypeError, "X holds text"),
    (GOOD.astype(object), TypeError, "X holds object"),
    (GOOD.astype(complex), TypeError, "complex"),
    (None, TypeError, "X holds object"),
    ("text", TypeError, "X holds text"),
    ([[1, 2], [3]], ValueError, "no rectangular array"),
    (np.ma.masked_less(GOOD, 0), ValueError, "X has 1 masked"),
    (
        pd.DataFrame(changed(GOOD, (3, 1), np.nan), columns=["RM", "LSTAT"]),
        ValueError,
        r"row 3, feature 1 \('LSTAT'\)",
    ),
    (pd.DataFrame({"a": [1, 2, 3, 4], "b": list("wxyz")}), TypeError, r"feature 1 \('b'\)"),
]
BAD_Y = [
    (changed(OUTPUT, 2, np.nan), ValueError, "y holds a NaN in row 2"),
    (changed(OUTPUT, 1, np.inf), ValueError, "y holds an infinite value in row 1"),
    (OUTPUT[:3], ValueError, r"y has shape \(3,\); wanted \(4,\)"),
    (OUTPUT[:, None], ValueError, r"pass y.ravel\(\)"),
    (np.full(4, 2.5), ValueError, "y is constant|one class only"),
    (OUTPUT.astype(str), TypeError, "y holds text"),
    (None, TypeError, "y holds object"),
    (pd.DataFrame({"y": OUTPUT}), ValueError, "y is a table"),
]
BAD_LABELS = [
    ([0, 1, 1, 0], ValueError, r"y holds the label 0 in row 0; wanted -1 and \+1 \(from 0 and 1: 2 \* y - 1\)"),
    ([1, 2, -1, 1], ValueError, "y holds the label 2 in row 1"),
    ([1, 1, 1, 1], ValueError, r"y holds one class only \(\+1 in all 4 rows\)"),
    (["good", "bad", "bad", "good"], TypeError, "y holds text, for example 'good'"),
    ([1, -1, np.nan, 1], ValueError, "y holds a NaN in row 2"),
]


@pytest.mark.parametrize(("X", "error", "message"), BAD_X)
@pytest.mark.parametrize("name", TAKES_X)
def test_bad_features(name, X, error, message):
    with pytest.raises(error, match=message):
        TAKES_X[name](X)


@pytest.mark.parametrize(("y", "error", "message"), BAD_Y)
@pytest.mark.parametrize("name", REGRESSIONS)
def test_bad_outputs(name, y, error, message):
    with pytest.raises(error, match=message):
        REGRESSIONS[name](y)


@pytest.mark.parametrize(("y", "error", "message"), BAD_LABELS)
@pytest.mark.parametrize("name", CLASSIFICATIONS)
def test_bad_labels(name, y, error, message):
    with pytest.raises(error, match=message):
        CLASSIFICATIONS[name](y)


BAD_OPTIONS = [
    (lambda: boost(GOOD, OUTPUT, rounds=3), ValueError, r"rounds is 3; wanted 1 to 2 \(the number of features\)"),
    (lambda: boost(GOOD, OUTPUT, rounds=0), ValueError, "rounds is 0"),
    (lambda: boost(GOOD, OUTPUT, rounds=-1), ValueError, "rounds is -1"),
    (lambda: boost(GOOD, OUTPUT, rounds=True), TypeError, r"rounds is True \(bool\)"),
    (lambda: boost(GOOD, OUTPUT, rounds="2"), TypeError, r"rounds is '2' \(str\)"),
    (lambda: boost(GOOD, OUTPUT, rounds=1.5), TypeError, "rounds is 1.5"),
    (lambda: boost(GOOD, OUTPUT, cost="softmaxx"), ValueError, "cost is 'softmaxx'.*did you mean 'softmax'"),
    (lambda: boost(GOOD, OUTPUT, cost=3), TypeError, "cost is 3"),
    (lambda: boost(GOOD, OUTPUT, reduction="average"), ValueError, "reduction is 'average'; wanted 'mean' or 'sum'"),
    (lambda: l1_path(GOOD, OUTPUT, lambdas=[-1.0]), ValueError, "lambdas holds -1"),
    (lambda: l1_path(GOOD, OUTPUT, lambdas=[]), ValueError, "lambdas has shape"),
    (lambda: l1_path(GOOD, OUTPUT, lambdas=[np.nan]), ValueError, "lambdas holds nan"),
    (lambda: l1_path(GOOD, OUTPUT, lambdas=[np.inf]), ValueError, "lambdas holds inf"),
    (lambda: l1_path(GOOD, OUTPUT, lambdas=[[1.0]]), ValueError, "lambdas has shape"),
    (lambda: l1_path(GOOD, OUTPUT, lambdas="x"), TypeError, "lambdas holds text"),
    (lambda: l1_path(GOOD, OUTPUT, lambdas=True), TypeError, "lambdas is True"),
    (lambda: l1_path(GOOD, OUTPUT, tolerance=0), ValueError, "tolerance is 0"),
    (lambda: l1_path(GOOD, OUTPUT, tolerance="1"), TypeError, "tolerance is '1'"),
    (lambda: l1_path(GOOD, OUTPUT, tolerance=True), TypeError, "tolerance is True"),
    (lambda: l1_path(GOOD, OUTPUT).at(-0.1), ValueError, "lam holds -0.1"),
    (lambda: l1_path(GOOD, OUTPUT).at(np.nan), ValueError, "lam holds nan"),
    (lambda: l1_path(GOOD, OUTPUT).at("a"), TypeError, "lam holds text"),
    (lambda: l1_path(GOOD, OUTPUT).at(True), TypeError, "lam is True"),
    (lambda: l1_path(GOOD, OUTPUT).at(None), TypeError, "lam holds object"),
    (lambda: l1_path(GOOD, LABELS, cost="softmax").at([[1.0]]), ValueError, "lam has shape"),
    (lambda: l1_gradient_descent(GOOD, OUTPUT, [1.0], steps=0), ValueError, "steps is 0"),
    (lambda: l1_gradient_descent(GOOD, OUTPUT, [1.0], step_length=-1), ValueError, "step_length is -1"),
    (lambda: l1_gradient_descent(GOOD, OUTPUT, [1.0], step_length="1"), TypeError, "step_length is '1'"),
    (lambda: l1_gradient_descent(GOOD, OUTPUT, [-1.0]), ValueError, "lambdas holds -1"),
    (lambda: cross_validate_l1(GOOD, OUTPUT, folds=5), ValueError, "folds is 5; wanted 2 to 4"),
    (lambda: cross_validate_l1(GOOD, OUTPUT, folds=2, seed=-1), ValueError, "seed is -1"),
]


@pytest.mark.parametrize(("call", "error", "message"), BAD_OPTIONS)
def test_bad_options(call, error, message):
    with pytest.raises(error, match=message):
        call()


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

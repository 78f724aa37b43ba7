"""Every public function raises an error for bad input that names the argument, what it must be and what was given.

- Wrong values of every argument are made from its type hint.
- ``bad_input/messages.txt`` has what no type hint says, as a reader would see it: a call and its message.
- The other files of ``bad_input/`` are tables of a topic. Each may define ``TAKES_X``, ``REGRESSIONS``, ``CLASSIFICATIONS``
  (name -> a call with bad features, outputs or labels) and ``CASES`` (public name -> list of (call, error, message)).

One test checks that no parameter of a public name is left out.
"""

import dataclasses
import importlib
import inspect
import re
import types
import typing
import warnings
from functools import partial
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import ArrayLike

import fewidgets.algorithms
from fewidgets.algorithms import (
    FixedBias,
    LeastSquares,
    MulticlassSoftmax,
    QuadraticCost,
    Softmax,
    block_edge_histogram,
    boost,
    cross_validate_l1,
    kernel_ridge,
    l1_gradient_descent,
    l1_path,
    l2_softmax_path,
    penalized_path,
    ridge,
)
from fewidgets.algorithms._numerics.arguments import shown
from tests.algorithms.bad_input.examples import GOOD, LABELS, OUTPUT
from tests.attack import properties_arguments

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


TAKES_X = gathered("TAKES_X") | {
    "l1_path": lambda X: l1_path(X, OUTPUT),
    "StandardNormalizer": lambda X: fewidgets.algorithms.StandardNormalizer().fit(X),
}
REGRESSIONS = gathered("REGRESSIONS") | {"LeastSquares": lambda y: LeastSquares(GOOD, y)}
CLASSIFICATIONS = gathered("CLASSIFICATIONS") | {"Softmax": lambda y: Softmax(GOOD, y)}
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


def fitted(name):
    """Give a transformer that is fitted at once, since its options are checked then, and the signature of its class."""
    cls = getattr(fewidgets.algorithms, name)
    signature = inspect.signature(cls, eval_str=True)
    return (lambda **options: cls(**options).fit(properties_arguments.X)), signature, {}


COST, SEVERAL, START = LeastSquares(GOOD, OUTPUT), MulticlassSoftmax(GOOD, [0, 1, 2, 1]), np.zeros(3)
METHODS = {
    **{
        f"{type(cost).__name__}.{method}": (getattr(cost, method), {"w": w})
        for cost, w in (
            (COST, START),
            (Softmax(GOOD, LABELS), START),
            (SEVERAL, np.zeros((3, 3))),
            (FixedBias(COST, 1.0), START[1:]),
            (QuadraticCost(np.eye(2), [1.0, 2.0]), START[1:]),
        )
        for method in ("value", "gradient", "hessian", "misclassifications")
        if hasattr(cost, method)
    },
    "L1Path.at": (l1_path(GOOD, OUTPUT).at, {"lam": [1.0]}),
    "L2SoftmaxPath.at": (l2_softmax_path(GOOD, LABELS).at, {"lam": [1.0]}),
    "PenalizedPath.at": (penalized_path(QuadraticCost(np.eye(2), [1.0, 2.0]), "l1").at, {"lam": [1.0]}),
    "KernelRidge.predict": (kernel_ridge(GOOD, OUTPUT, 1.0).predict, {"X": GOOD}),
    "KernelRidge.weights": (kernel_ridge(GOOD, OUTPUT, 1.0).weights, {"features": GOOD}),
    "QuadraticCost.from_data": (QuadraticCost.from_data, {"X": GOOD, "y": OUTPUT}),
}
TRANSFORMERS = ("StandardNormalizer", "MinMaxNormalizer", "PCASphering", "MeanImputer", "OrthogonalPolynomials")
for name in ("StandardNormalizer", "MinMaxNormalizer", "PCASphering"):
    transformer = getattr(fewidgets.algorithms, name)().fit(properties_arguments.X)
    METHODS |= {
        f"{name}.{method}": (getattr(transformer, method), {"X": properties_arguments.X})
        for method in ("fit", "transform", "inverse_transform")
    }
CALLS = {
    **{
        name: (
            getattr(fewidgets.algorithms, name),
            inspect.signature(getattr(fewidgets.algorithms, name), eval_str=True),
            good,
        )
        for name, good in properties_arguments.GOOD.items()
    },
    **{name: (method, inspect.signature(method, eval_str=True), good) for name, (method, good) in METHODS.items()},
    **{name: fitted(name) for name in TRANSFORMERS},
}
# Gaps are what these two fill, and these arrays are lists of numbers of examples or features.
NAN_IS_ALLOWED = {("mean_impute", "X"), ("mean_impute", "y")}
WHOLE = {"fold_of", "features"}


def wrong_values(call, parameter, good):
    """Give wrong values of an argument by its type hint, each with its error; None for a hint that says too little."""
    hint = parameter.annotation
    several = typing.get_origin(hint) in (typing.Union, types.UnionType)
    hints = set(typing.get_args(hint)) - {type(None)} if several else {hint}
    if hints == {bool}:
        return [(1, TypeError), ("yes", TypeError)]
    if hints == {int}:
        return [(-7, ValueError), (2.5, TypeError), ("2", TypeError), (True, TypeError)]
    if hints == {float}:
        return [(np.nan, ValueError), (np.inf, ValueError), ("1", TypeError), (True, TypeError)]
    if typing.get_origin(hint) is typing.Literal:
        return [("no such name", ValueError), (3, TypeError)]
    if not set(typing.get_args(ArrayLike)) <= hints or isinstance(good, str):
        return None
    good = np.array([1.0, 2.0] if good is None else good, dtype=float)
    first, last = (0,) * good.ndim, (-1,) * good.ndim
    wrong = [
        (changed(good, last, np.nan), (ValueError, TypeError)),
        (changed(good, first, np.inf), (ValueError, TypeError)),
        (good.astype(str), (ValueError, TypeError)),
        (good * 1j, (ValueError, TypeError)),
        ([[1.0, 2.0], [3.0]], ValueError),
        (good[None, None], ValueError) if parameter.name in ("X", "y") else ([["a"]], (ValueError, TypeError)),
    ]
    return wrong[(call, parameter.name) in NAN_IS_ALLOWED :]


def given_to(call):
    """Give the parameters of a call with the values that are good."""
    _, signature, good = CALLS[call]
    for parameter in signature.parameters.values():
        default = None if parameter.default is inspect.Parameter.empty else parameter.default
        yield parameter, good.get(parameter.name, default)


@pytest.mark.parametrize("call", CALLS)
def test_wrong_values_are_refused_in_words(call):
    run, _, good = CALLS[call]
    for parameter, value in given_to(call):
        for wrong, error in wrong_values(call, parameter, value) or ():
            with pytest.raises(error, match=rf"^(\w+ (must|has|is) .*)?\b{parameter.name}\b") as raised:
                run(**{**good, parameter.name: wrong})
            message = str(raised.value)
            assert len(message) < 400
            if isinstance(wrong, str | bool | int | float):  # a number, name or flag is shown as it was given
                assert re.search(rf"{parameter.name}\b.* must .*; got .*{re.escape(shown(wrong))}", message), message


class Bare:
    """A cost that lacks what some functions need, or answers in the wrong shape."""

    def __init__(self, value=1.0, gradient=None):
        self._value, self._gradient = value, gradient

    def value(self, w):
        return self._value

    def gradient(self, w):
        return np.ones(w.shape) if self._gradient is None else self._gradient


IMAGE = np.add.outer(np.arange(9.0), np.arange(9.0) ** 2)
NAMES = {
    **{name: getattr(fewidgets.algorithms, name) for name in fewidgets.algorithms.__all__},
    **{"np": np, "Bare": Bare, "GOOD": GOOD, "OUTPUT": OUTPUT, "LABELS": LABELS},
    **{"COST": COST, "SOFT": Softmax(GOOD, LABELS), "SEVERAL": SEVERAL, "START": START},
    "BOWL": QuadraticCost(np.eye(2), [1.0, 2.0]),
    **{"IMAGE": IMAGE, "CLEAR": np.full((2, 2, 4), 0.5), "BLOCKS": block_edge_histogram(IMAGE)},
    "TONE": np.sin(np.arange(800.0)),
    "INFINITE": changed(GOOD, (2, 0), np.inf),
}
MESSAGES = [
    entry.strip().split("\n", 1)
    for entry in Path(__file__).with_name("bad_input").joinpath("messages.txt").read_text(encoding="utf-8").split(">>> ")[1:]
]


@pytest.mark.parametrize(("call", "message"), MESSAGES)
def test_messages(call, message):
    with pytest.raises((ValueError, TypeError)) as raised:
        eval(call, NAMES)
    assert f"{type(raised.value).__name__}: {raised.value}".startswith(message)


def parameters(thing):
    """Give what a caller hands in: of a class, to its constructor and its public methods; mini-batches draw the rows."""
    if not inspect.isclass(thing):
        return set(inspect.signature(thing).parameters)
    methods = [value for member, value in vars(thing).items() if callable(value) and not member.startswith("_")]
    return {name for call in (thing, *methods) for name in inspect.signature(call).parameters} - {"self", "rows"}


def is_result(thing):
    """Say whether it is made by a function of ours, not by a caller."""
    return dataclasses.is_dataclass(thing) or (inspect.isclass(thing) and issubclass(thing, tuple))


def test_no_public_name_and_no_parameter_is_forgotten():
    made = {
        (call.partition(".")[0], parameter.name)
        for call in CALLS
        for parameter, value in given_to(call)
        if wrong_values(call, parameter, value) is not None
    }
    for name in fewidgets.algorithms.__all__:
        if is_result(getattr(fewidgets.algorithms, name)):
            continue
        messages = [message for key, cases in CASES.items() if key.rpartition("-")[2] == name for _, _, message in cases]
        messages += [message for call, message in MESSAGES if re.search(rf"\b{name}\b", call)]
        messages += [key for table in (TAKES_X, REGRESSIONS, CLASSIFICATIONS) for key in table if key.endswith(name)]
        forgotten = [
            parameter
            for parameter in parameters(getattr(fewidgets.algorithms, name))
            if (name, parameter) not in made and not any(re.search(rf"\b{parameter}\b", message) for message in messages)
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

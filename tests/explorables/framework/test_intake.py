from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from fewidgets.data import load_boston
from fewidgets.explorables.framework.intake import take_in

X = [[1.0, 2.0], [3.0, 5.0], [4.0, 4.0]]
Y = [1.0, 2.0, 4.0]


def test_lists():
    data = take_in(X, Y)
    assert data.X.dtype == np.float64
    assert data.X.shape == (3, 2)
    assert data.feature_names == ("x1", "x2")
    assert data.target_name == "y"


def test_a_data_frame_and_a_series_bring_their_names():
    data = take_in(pd.DataFrame(X, columns=["rooms", "age"]), pd.Series(Y, name="price"))
    assert data.feature_names == ("rooms", "age")
    assert data.target_name == "price"
    assert take_in(pd.DataFrame(X), Y).feature_names == ("0", "1")


def test_given_names_go_before_a_tables():
    assert take_in(pd.DataFrame(X, columns=["a", "b"]), Y, ["c", "d"]).feature_names == ("c", "d")
    assert take_in(X, Y, np.array(["c", "d"])).feature_names == ("c", "d")
    assert take_in(X, Y, pd.Index(["c", "d"])).feature_names == ("c", "d")


def test_a_data_set_stands_alone():
    boston = load_boston()
    data = take_in(boston)
    assert data.feature_names == boston.feature_names
    assert data.target_name == "MEDV"
    np.testing.assert_array_equal(data.X, boston.X)
    own = SimpleNamespace(X=X, y=Y, feature_names=["a", "b"], target_name="t")
    assert take_in(own).feature_names == ("a", "b")


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ((X,), TypeError, "y is missing"),
        ((load_boston(), Y), TypeError, "y must not be given with a data set"),
        ((X, Y, ["a"]), ValueError, "feature_names must have 2 names, one per feature; got 1"),
        ((X, Y, ["a", 3]), TypeError, r"feature_names must hold texts; got 3 \(int\)"),
        (
            (pd.DataFrame({"a": [1, 2, 3], "b": ["x", "y", "z"]}), Y),
            TypeError,
            r"X must hold numbers; got (str|object) in feature 1 \('b'\)",
        ),
        ((pd.DataFrame({"a": [1, 2, 3], "b": [7, 7, 7]}), Y), ValueError, r"X is constant in feature 1 \('b'\)"),
        ((np.empty((0, 2)), []), ValueError, r"X must have at least one example and one feature; got shape \(0, 2\)"),
    ],
)
def test_bad_data_are_named(arguments, error, message):
    with pytest.raises(error, match=message):
        take_in(*arguments)


def test_a_series_in_another_order_than_its_table_is_refused():
    table, outputs = pd.DataFrame(X, index=[0, 1, 2]), pd.Series(Y, index=[2, 1, 0])
    with pytest.raises(ValueError, match="rows in the order of X"):
        take_in(table, outputs)
    assert take_in(table, pd.Series(Y, index=[7, 8, 9])).y[0] == 1.0

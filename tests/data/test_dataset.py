import dataclasses

import numpy as np
import pytest

from fewidgets.data import Dataset

TEXTS = {"target_name": "label", "description": "Made.", "source": "here", "license": "none"}


def toy(X=((1, 2), (3, 4), (5, 6)), y=(1, -1, 1), feature_names=("a", "b")):
    return Dataset(name="toy", X=X, y=y, feature_names=feature_names, **TEXTS)


def test_lists_become_arrays_and_names_a_tuple():
    data = toy(feature_names=["a", "b"])
    np.testing.assert_array_equal(data.X, [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    assert data.X.dtype == np.float64
    assert data.feature_names == ("a", "b")


def test_float32_stays():
    assert toy(X=np.ones((3, 2), np.float32)).X.dtype == np.float32


def test_nothing_can_be_changed():
    data = toy()
    with pytest.raises(ValueError, match="read-only"):
        data.X[0, 0] = 9
    with pytest.raises(ValueError, match="read-only"):
        data.y[0] = 9
    with pytest.raises(dataclasses.FrozenInstanceError):
        data.name = "other"


def test_the_callers_array_is_left_alone():
    X = np.ones((3, 2))
    data = toy(X=X)
    X[0, 0] = 7
    assert data.X[0, 0] == 1


def test_an_array_that_nobody_can_change_is_kept_without_a_copy():
    X = np.ones((3, 2), np.float32)
    X.setflags(write=False)
    assert toy(X=X).X is X
    assert toy(X=X.T[:, ::-1].T).X is not X


def test_missing_values_are_kept():
    assert np.isnan(toy(X=[[1, np.nan], [3, 4], [5, 6]]).X[0, 1])


def test_repr_is_short_and_stable():
    assert repr(toy()) == "Dataset('toy', X: 3 examples × 2 features, y: label)"
    assert repr(toy(X=[[1], [2], [3]], feature_names=["a"])).endswith("1 feature, y: label)")


def test_frame_has_the_features_and_then_the_output():
    frame = toy().frame()
    assert list(frame.columns) == ["a", "b", "label"]
    assert frame["label"].tolist() == [1, -1, 1]
    frame.loc[0, "a"] = 100.0  # a copy: changing it does not reach the data
    assert toy().X[0, 0] == 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"X": [1, 2, 3]}, r"X must be two-dimensional \(examples × features\); got shape \(3,\)"),
        ({"X": [["a", "b"]] * 3}, "X must hold real numbers; got <U1"),
        ({"X": np.ones((3, 2), complex)}, "X must hold real numbers; got complex128"),
        ({"y": [1, 2]}, r"y must have shape \(3,\), one value per example of X; got \(2,\)"),
        ({"y": ["good", "bad", "good"]}, "y must hold real numbers; got <U4"),
        ({"feature_names": ["a"]}, "feature_names must have 2 names, one per feature; got 1"),
        ({"feature_names": ["a", "a"]}, "feature_names must be distinct; got a more than once"),
        ({"feature_names": "ab"}, "feature_names must be a sequence of names; got the string 'ab'"),
    ],
)
def test_what_does_not_fit_is_named(change, message):
    with pytest.raises(ValueError, match=message):
        toy(**change)

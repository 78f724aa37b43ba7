"""Ordinal codes and one-hot histograms (section 9.2.1) against Figure 9.2, scikit-learn and SciPy."""

import numpy as np
import pandas as pd
import pytest
from scipy.spatial.distance import pdist, squareform
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder

from fewidgets.algorithms import one_hot, ordinal_codes

BLOOD = ["O", "A", "B", "AB"]


def test_top_left_of_figure_9_2():
    trace = ordinal_codes(BLOOD, order=BLOOD)
    assert trace.codes.tolist() == [0, 1, 2, 3]
    A, B, AB = 1, 2, 3
    assert trace.distances[AB, B] < trace.distances[AB, A]  # "more similar to B than to A"


def test_top_right_of_figure_9_2_with_b_and_ab_exchanged():
    trace = ordinal_codes(BLOOD, order=["O", "A", "AB", "B"])
    assert trace.codes.tolist() == [0, 1, 3, 2]
    type_o, A, AB, B = range(4)
    assert trace.distances[AB, A] == trace.distances[AB, B] == 1  # AB sits between A and B
    assert trace.distances[type_o, B] == trace.distances.max()


def test_bottom_of_figure_9_2():
    trace = one_hot(BLOOD, order=BLOOD)
    np.testing.assert_array_equal(trace.vectors, np.eye(4))
    np.testing.assert_allclose(trace.distances, squareform(pdist(trace.vectors)), rtol=1e-15)
    assert np.unique(trace.distances[~np.eye(4, dtype=bool)]).size == 1


@pytest.mark.parametrize(
    "values",
    [
        np.random.default_rng(0).choice(["red", "green", "blue", ""], 200),
        np.random.default_rng(1).integers(-5, 5, 200),
        np.random.default_rng(2).choice([0.5, -1.25, 3.0], 200),
        np.random.default_rng(3).random(200) < 0.3,
        np.random.default_rng(4).choice(["a", "b"], 200).astype(object),
    ],
    ids=lambda values: str(values.dtype),
)
def test_the_same_as_scikit_learn(values):
    column = values[:, None]
    encoder = OneHotEncoder(sparse_output=False).fit(column)
    trace, codes = one_hot(values), ordinal_codes(values)
    assert list(trace.categories) == encoder.categories_[0].tolist()
    np.testing.assert_array_equal(trace.vectors, encoder.transform(column))
    np.testing.assert_array_equal(codes.codes[:, None], OrdinalEncoder().fit_transform(column))
    np.testing.assert_array_equal(trace.transform(values[:7]), encoder.transform(column[:7]))
    places = np.arange(len(codes.categories))[:, None]
    np.testing.assert_array_equal(codes.distances, squareform(pdist(places)))


def test_unseen_as_zeros_is_scikit_learns_ignore():
    new = ["b", "z", "a", "y"]
    encoder = OneHotEncoder(handle_unknown="ignore", sparse_output=False).fit([["a"], ["b"]])
    trace = one_hot(["a", "b"], unseen="zero")
    np.testing.assert_array_equal(trace.transform(new), encoder.transform(np.array(new)[:, None]))


def test_an_own_code_for_unseen_is_scikit_learns_encoded_value():
    encoder = OrdinalEncoder(handle_unknown="use_encoded_value", unknown_value=2).fit([["a"], ["b"]])
    trace = ordinal_codes(["a", "b"], unseen="own")
    assert trace.bins == ("a", "b", "(unseen)")
    np.testing.assert_array_equal(trace.transform(["b", "z"]), encoder.transform([["b"], ["z"]]).ravel())


def test_missing_as_a_category_of_its_own_is_scikit_learns_default():
    values = ["b", None, "a"]
    encoder = OneHotEncoder(sparse_output=False).fit(np.array(values, dtype=object)[:, None])
    trace = one_hot(values, missing="own")
    np.testing.assert_array_equal(trace.vectors, encoder.transform(np.array(values, dtype=object)[:, None]))
    assert trace.bins == ("a", "b", "(missing)")


@pytest.mark.parametrize("gap", [None, float("nan"), np.nan, np.float64("nan"), pd.NA, pd.NaT], ids=repr)
def test_every_kind_of_missing_value_is_seen(gap):
    assert one_hot(["a", gap, "b"], missing="zero").codes.tolist() == [0, -1, 1]
    assert one_hot([2, gap, 1], missing="own", unseen="own").codes.tolist() == [1, 2, 0]


def test_columns_of_a_table_are_accepted():
    frame = pd.DataFrame({"text": ["u", "v"], "kind": pd.Categorical(["q", None]), "n": pd.array([1, None], dtype="Int64")})
    assert one_hot(frame["text"]).codes.tolist() == [0, 1]
    assert one_hot(frame["kind"], missing="zero").codes.tolist() == [0, -1]
    assert one_hot(frame["n"], missing="own").codes.tolist() == [0, 1]
    assert one_hot((np.int64(3), np.int64(2))).categories == (2, 3)
    assert one_hot(np.ma.array([1, 2], mask=[False, True]), missing="zero").codes.tolist() == [0, -1]


@pytest.mark.parametrize("encode", [one_hot, ordinal_codes])
@pytest.mark.parametrize("box", [list, np.array, pd.Series, lambda values: [*values, None]])
def test_text_that_looks_the_same_is_one_category(encode, box):
    trace = encode(box(["\u00e9", "e\u0301", "f"]), missing="own")
    assert trace.categories == ("f", "\u00e9")
    assert trace.codes[:3].tolist() == [1, 1, 0]
    assert trace.transform(["e\u0301"]).tolist() == trace.transform(["\u00e9"]).tolist()
    with pytest.raises(ValueError, match="order must hold each category once"):
        encode(["f"], order=["\u00e9", "e\u0301", "f"])


def test_text_that_looks_like_a_number_is_text():
    with pytest.raises(TypeError, match=r"values must be text, like the categories .*; got numbers"):
        one_hot(["1", "2"], unseen="zero").transform([1, 2])
    with pytest.raises(TypeError, match=r"values must be numbers, like the categories .*; got truth values"):
        one_hot([0, 1]).transform([True])


@pytest.mark.parametrize("encode", [one_hot, ordinal_codes])
def test_a_column_of_identity_numbers_is_refused_and_not_spread_out(encode):
    with pytest.raises(ValueError, match="categories in values=200000 would need 298 GiB of memory; the limit is 1 GiB"):
        encode(range(200_000))


def test_missing_and_unseen_have_bins_of_their_own_beside_each_other():
    trace = one_hot(["a", "b"], missing="own", unseen="own")
    assert trace.bins == ("a", "b", "(missing)", "(unseen)")
    np.testing.assert_array_equal(trace.transform(["z", None, "a"]), np.eye(4)[[3, 2, 0]])
    assert trace.distances.shape == (4, 4)
    mixed = one_hot(["a", "b"], missing="zero", unseen="own")
    np.testing.assert_array_equal(mixed.transform([None, "z"]), [[0, 0, 0], [0, 0, 1]])

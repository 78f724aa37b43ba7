import numpy as np
import pytest

from fewidgets import data


def test_two_features_that_give_the_output_together():
    for pair in (data.make_useless_alone(), data.make_useless_alone(97, balanced=False, seed=3)):
        np.testing.assert_array_equal(pair.y, pair.X @ [1, 2])
        assert set(pair.y.tolist()) == {-1, 1}
        assert set(pair.X[:, 1].tolist()) == {-1, 0, 1}


@pytest.mark.parametrize("relevance", [0.0, 0.5, -0.5])
def test_many_valued_labels_are_two_classes(relevance):
    assert all(len(set(data.make_many_valued(2, relevance=relevance, seed=seed).y)) == 2 for seed in range(50))


def test_balanced_means_exactly():
    pair = data.make_useless_alone(40)
    assert sorted(map(tuple, pair.X.tolist())) == 10 * [(-1, 0)] + 10 * [(-1, 1)] + 10 * [(1, -1)] + 10 * [(1, 0)]
    x1, x2 = pair.X.T
    assert (x1.sum(), pair.y.sum(), x1 @ pair.y) == (0, 0, 0)
    np.testing.assert_allclose(np.corrcoef(x2, pair.y)[0, 1], 0.5**0.5, rtol=1e-15)


def test_the_seed_decides():
    for make in (data.make_useless_alone, data.make_many_valued):
        np.testing.assert_array_equal(make(seed=5).X, make(seed=5).X)
        assert (make(seed=5).X != make(seed=6).X).any()


def test_many_valued_features_say_nothing_about_the_label_unless_asked():
    table = data.make_many_valued(20_000)
    assert table.feature_names == ("continuous", "two_values", "four_values", "ten_values", "twenty_values")
    assert [len(np.unique(column)) for column in table.X.T] == [20_000, 2, 4, 10, 20]
    assert np.abs(np.corrcoef(table.X.T, table.y)[-1, :-1]).max() < 0.02
    related = data.make_many_valued(20_000, relevance=0.2)
    np.testing.assert_array_equal(related.X, table.X)
    one = related.X[:, 1] == 1
    np.testing.assert_allclose([(related.y[one] > 0).mean(), (related.y[~one] > 0).mean()], [0.7, 0.3], atol=0.01)


def test_points_along_a_line():
    line = data.make_line(50, noise=0.0)
    np.testing.assert_allclose(line.y, 1 + 10 * line.X[:, 0], rtol=1e-15)
    assert ((line.X >= 0) & (line.X < 1)).all()
    noisy = data.make_line(20_000, noise=2.0, seed=1)
    assert np.std(noisy.y - 1 - 10 * noisy.X[:, 0]) == pytest.approx(2.0, rel=0.02)

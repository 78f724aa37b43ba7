import numpy as np
import pytest

from fewidgets import data


@pytest.mark.parametrize("size", [16, 29, 64, 300])
def test_the_square_lies_nearer_to_the_triangle_in_its_place_than_the_other_triangle_does(size):
    table = data.make_shapes(size=size)
    large, small, square = table.X
    assert np.linalg.norm(large - square) < np.linalg.norm(large - small)
    assert table.y.tolist() == [0, 0, 1]
    assert table.X.dtype == np.float32
    assert (table.X.min(), large.max(), small.max(), square.max()) == (0, 230, 110, 230)


def test_areas_are_those_of_the_shapes():
    large, small, square = (data.make_shapes(size=200).X.astype(float) / [[230], [110], [230]]).sum(axis=1)
    np.testing.assert_allclose([large, small, square], [0.16 * 200**2, 0.04 * 200**2, 0.16 * 200**2], rtol=2e-3)


def test_pictures_are_the_same_at_every_size():
    small, large = (data.make_shapes(size=size).X.reshape(3, size, size) for size in (32, 128))
    np.testing.assert_allclose(large.reshape(3, 32, 4, 32, 4).mean(axis=(2, 4)), small, atol=45)

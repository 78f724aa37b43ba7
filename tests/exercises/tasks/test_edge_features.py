"""The references of exercise 9.2 that are no public algorithm, against those that are and against SciPy."""

import numpy as np
import pytest
from scipy.signal import correlate2d

from fewidgets.algorithms import edge_histogram
from fewidgets.exercises.bank.collected import tasks

RNG = np.random.default_rng(0)


def kernels():
    return next(iter(tasks()["9.2 edge histogram"].cases(RNG))).arguments[1]


def test_the_filter_is_a_correlation_without_padding():
    image, kernel = RNG.normal(size=(9, 12)), RNG.normal(size=(3, 3))
    assert np.allclose(tasks()["9.2 filter"].reference(image, kernel), correlate2d(image, kernel, mode="valid"))


def test_edges_along_the_kernels_count_as_in_the_public_histogram():
    """All edges of a square lie at 0°, 45°, 90° or 135°, where the response of the kernel is the length of the gradient."""
    square = np.zeros((16, 16))
    square[4:11, 5:12] = 80
    assert np.allclose(tasks()["9.2 edge histogram"].reference(square, kernels()), edge_histogram(square).features, atol=1e-6)


@pytest.mark.parametrize("k", range(8))
def test_a_ramp_fills_the_bar_of_its_orientation(k):
    y, x = np.mgrid[:8, :8]
    ramp = np.cos(np.pi * k / 8) * y + np.sin(np.pi * k / 8) * x
    for image in (ramp, -ramp):
        assert np.allclose(tasks()["9.2 edge histogram"].reference(image, kernels()), np.eye(8)[k])
        best, strength = tasks()["9.2 strongest kernel"].reference(image[:3, :3], kernels())
        assert (best, round(strength, 9)) == (k, 1)

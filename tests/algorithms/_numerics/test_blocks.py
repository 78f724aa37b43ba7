import tracemalloc

import numpy as np
import pytest

from fewidgets.algorithms import MeanImputer, MinMaxNormalizer, PCASphering, StandardNormalizer

MEGABYTE = 2**20
SHAPE = (20_000, 200)  # 31 MiB of float64, 15 MiB of float32


def peak(run):
    tracemalloc.start()
    try:
        result = run()
        return tracemalloc.get_traced_memory()[1] / MEGABYTE, result
    finally:
        tracemalloc.stop()


@pytest.mark.slow
@pytest.mark.parametrize("order", ["C", "F"])
@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("transform", [StandardNormalizer, MinMaxNormalizer, MeanImputer, PCASphering])
def test_no_second_copy_of_a_large_matrix_is_held(transform, dtype, order):
    X = np.asarray(np.random.default_rng(0).normal(size=SHAPE), dtype=dtype, order=order)
    size = X.nbytes / MEGABYTE
    work = 34 if transform is PCASphering else 5  # blocks of 2²¹ entries in double precision, or of 2¹⁷
    fitting, fitted = peak(lambda: transform().fit(X))
    assert fitting <= work
    making, made = peak(lambda: fitted.transform(X))
    assert made.dtype == dtype
    assert making <= size + work

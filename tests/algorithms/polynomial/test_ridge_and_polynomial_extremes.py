"""Whatever finite or infinite numbers come in, named errors or finite numbers come out, and never a warning."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from fewidgets.algorithms import (
    OrthogonalPolynomials,
    QuadraticCost,
    constrained_minimizer,
    degree_sweep,
    kernel_ridge,
    penalized_path,
    polynomial_features,
    polynomial_kernel,
    polynomial_kernel_features,
    rbf_kernel,
    ridge,
    ridge_path,
)

extremes = st.sampled_from([0.0, 1.0, -1.0, 2.0, 3.5, 1e-300, 5e-324, 1e-30, 1e59, -1e59, 1e8, 1e8 + 1])
values = st.one_of(extremes, st.floats(width=64), st.sampled_from([np.nan, np.inf, -1e61]))
KINDS = ("l0", "l1", "l2", "squared_l2")


def parts(result):
    """Give the arrays of numbers that a result holds."""
    held = result if isinstance(result, list) else [result]
    for item in held:
        fields = vars(item) if hasattr(item, "__dict__") else item._asdict() if hasattr(item, "_asdict") else {"": item}
        for name, value in fields.items():
            if isinstance(value, np.ndarray) and value.dtype.kind == "f" and name != "condition_numbers":
                yield name, value


@pytest.mark.slow
@settings(max_examples=250, deadline=None)
@given(st.data())
def test_only_named_errors_and_finite_numbers_come_out(data):
    P, N = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 4))
    elements = data.draw(st.sampled_from([extremes, extremes, values]))
    X, y = data.draw(arrays(float, (P, N), elements=elements)), data.draw(arrays(float, P, elements=elements))
    lam = data.draw(st.sampled_from([0.0, 1e-300, 1e-20, 1e-8, 1.0, 1e30, 1e119]))
    runs = [
        lambda: ridge(X, y, lam),
        lambda: ridge(X, y, lam, fit_bias=False),
        lambda: ridge_path(X, y),
        lambda: ridge_path(X, y, fit_bias=False, lambdas=[0, lam]),
        lambda: kernel_ridge(X, y, lam),
        lambda: kernel_ridge(X, y, lam, kernel="polynomial", fit_bias=True),
        lambda: kernel_ridge(X, y, lam, kernel="linear"),
        lambda: polynomial_features(X, 3),
        lambda: polynomial_kernel(X),
        lambda: rbf_kernel(X, gamma=1e100),
        lambda: polynomial_kernel_features(X, gamma=1e-50),
        lambda: OrthogonalPolynomials(3).fit_transform(X),
        lambda: degree_sweep(X, y, 2, folds=2),
        lambda: degree_sweep(X, y, 3, folds=2, basis="orthogonal"),
        *(lambda kind=kind: penalized_path(QuadraticCost.from_data(X, y), kind) for kind in KINDS),
        *(lambda kind=kind: constrained_minimizer(QuadraticCost.from_data(X, y), kind, lam) for kind in KINDS),
    ]
    reported = []
    for run in runs:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                result = run()
            except (ValueError, TypeError) as error:
                reported.append(str(error))
                continue
        for name, array in parts(result):
            assert np.isfinite(array).all(), name
    known = {"X", "y", "lam", "lambdas", "curvature", "folds", "center", "error"}
    assert {message.split()[0].strip(",:") for message in reported} <= known, reported

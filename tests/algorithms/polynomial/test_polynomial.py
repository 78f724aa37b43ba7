import pickle

import mpmath
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.polynomial import legendre
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import PolynomialFeatures as PeerFeatures

from fewidgets.algorithms import OrthogonalPolynomials, degree_sweep, l1_path, polynomial_features
from fewidgets.data import load_auto_mpg

# Since 1.9 scikit-learn leaves out directions below 1e-6 of the largest; before, below rounding.
SHARP = {"tol": 1e-15} if "tol" in LinearRegression().get_params() else {}


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 6), st.integers(1, 5), st.integers(1, 6), st.booleans())
def test_monomials_are_scikit_learns_in_its_order(P, N, degree, include_constant):
    X = np.random.default_rng(P * N).normal(size=(P, N))
    peer = PeerFeatures(degree, include_bias=include_constant).fit(X)
    ours = polynomial_features(X, degree, include_constant=include_constant)
    assert ours.names == tuple(peer.get_feature_names_out())
    assert_array_equal(ours.exponents, peer.powers_)
    assert_allclose(ours.values, peer.transform(X), rtol=1e-14)


def test_names_and_use_as_an_array():
    frame = pd.DataFrame({"RM": [1.0, 2.0, 4.0, 3.0], "LSTAT": [5.0, 7.0, 6.0, 9.0]})
    features = polynomial_features(frame, 2)
    assert features.names == ("RM", "LSTAT", "RM^2", "RM LSTAT", "LSTAT^2")
    assert polynomial_features(frame.to_numpy(), 1, feature_names=["a", "b"], include_constant=True).names == ("1", "a", "b")
    assert np.asarray(features) is features.values
    assert np.array(features).flags.writeable
    assert np.asarray(features, dtype=np.float32).dtype == np.float32
    y = [1.0, 2.0, 2.5, 0.0]
    assert_allclose(l1_path(features, y).weights, l1_path(features.values, y).weights)
    assert not features.values.flags.writeable
    assert features.values.flags.f_contiguous
    assert_array_equal(polynomial_features([[2.0]], 3).values, [[2, 4, 8]])  # one new point is enough


def points(seed, P, N):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(P, N)) * np.array([1.0, 100.0, 0.01])[:N] + np.array([0.0, 1e3, -5.0])[:N]


def test_on_gauss_legendre_points_they_are_legendres_polynomials():
    # With the quadrature's weights as multiplicities this would be exact; on many even points it is so to 1 / P².
    x = np.linspace(-1, 1, 20_001)[:, None]
    ours = OrthogonalPolynomials(6).fit(x).transform(x[::100])
    peer = legendre.legvander(x[::100, 0], 6)[:, 1:] * np.sqrt(2 * np.arange(1, 7) + 1)
    assert_allclose(ours, peer, atol=5e-3)


def test_polynomials_that_tell_nothing_new_are_dropped():
    x = np.array([0.0, 1.0, 1.0, 2.0, 0.0, 2.0])[:, None]
    basis = OrthogonalPolynomials(4).fit(x)
    assert_array_equal(basis.exponents_[:, 0], [1, 2])
    assert_array_equal(basis.dropped_[:, 0], [3, 4])
    corners = np.array([[a, b] for a in (0.0, 1.0) for b in (0.0, 1.0)])
    basis = OrthogonalPolynomials(3).fit(corners)
    assert_array_equal(basis.exponents_, [[1, 0], [0, 1], [1, 1]])  # of 0 and 1 powers are the same
    few = OrthogonalPolynomials(3, include_constant=True).fit(points(0, 8, 3))
    assert len(few.exponents_) == 8
    assert len(few.exponents_) + len(few.dropped_) == 20


def test_a_high_degree_interpolates_where_monomials_are_useless():
    x = np.cos(np.pi * (np.arange(80) + 0.5) / 80)[:, None]
    y = np.abs(x[:, 0])
    basis = OrthogonalPolynomials(79, include_constant=True)
    Q = basis.fit_transform(x)
    assert np.linalg.cond(Q) == pytest.approx(1, abs=1e-12)
    weights = Q.T @ y / 80
    assert_allclose(Q @ weights, y, atol=1e-12)
    between = np.linspace(-0.99, 0.99, 500)[:, None]
    assert np.abs(basis.transform(between) @ weights - np.abs(between[:, 0])).max() < 0.02
    assert np.linalg.cond(np.vander(x[:, 0], 80)) > 1e16


def wave(P=120, noise=0.1):
    rng = np.random.default_rng(0)
    x = np.sort(rng.uniform(0, 10, size=P))[:, None]
    return x, np.sin(x[:, 0]) + noise * rng.normal(size=P)


def test_condition_numbers_far_beyond_the_digits_have_the_right_size():
    """They tell how badly scaled raw powers are, so they must not end at 10¹⁶, where double precision does."""
    x = np.linspace(46, 230, 60)[:, None]
    found = degree_sweep(x, x[:, 0], 15).condition_numbers
    with mpmath.workdps(120):
        moments = [mpmath.fsum(mpmath.mpf(float(value)) ** power for value in x[:, 0]) for power in range(31)]
        for degree in (5, 10, 15):
            squares = mpmath.eigsy(
                mpmath.matrix([moments[row : row + degree + 1] for row in range(degree + 1)]), eigvals_only=True
            )
            assert abs(np.log10(found[degree]) - float(mpmath.log10(max(squares) / min(squares)) / 2)) < 2


def test_both_bases_agree_with_scikit_learn_where_nothing_breaks():
    x, y = wave()
    plain, orthogonal = degree_sweep(x, y, 7), degree_sweep(x, y, 7, basis="orthogonal")
    assert_allclose(plain.errors, orthogonal.errors, rtol=1e-7)
    assert_allclose(plain.training_errors, orthogonal.training_errors, rtol=1e-9)
    new = np.linspace(0, 10, 50)[:, None]
    for degree in range(1, 8):
        model = make_pipeline(PeerFeatures(degree), LinearRegression(**SHARP)).fit(x, y)
        for sweep in (plain, orthogonal):
            assert_allclose(sweep.predict(new, degree), model.predict(new), atol=1e-7)
        k = 2
        train = plain.fold_of != k
        model = make_pipeline(PeerFeatures(degree), LinearRegression(**SHARP)).fit(x[train], y[train])
        error = ((model.predict(x[~train]) - y[~train]) ** 2).mean()
        assert plain.errors[k, degree] == pytest.approx(error, rel=1e-6)
        assert plain.condition_numbers[degree] == pytest.approx(np.linalg.cond(np.vander(x[:, 0], degree + 1)), rel=1e-3)
    assert_allclose(plain.predict(new, 0), y.mean())
    assert_allclose(orthogonal.condition_numbers, 1, atol=1e-12)
    assert_allclose(plain.mean_errors, plain.errors.mean(axis=0))
    assert plain.best_degree == plain.mean_errors.argmin()
    assert plain.one_standard_error_degree <= plain.best_degree


def test_the_lectures_three_findings():
    x, y = wave()
    sweep, sound = degree_sweep(x, y, 40), degree_sweep(x, y, 40, basis="orthogonal")
    # Slide 3: the error falls, then levels off.
    assert sweep.training_errors[5] < 0.1 * sweep.training_errors[1]
    assert sweep.training_errors[10] > 0.5 * sweep.training_errors[8]
    # Slide 4: held-out folds show overfitting, training errors do not.
    assert sound.mean_errors[40] > 10 * sound.mean_errors.min()
    assert (np.diff(sound.training_errors) <= 1e-15).all()
    assert 6 <= sound.best_degree <= 12
    # Slide 5: monomials break, as the condition number shows; better and better fits are expected and do not come.
    assert sweep.broken_from == np.flatnonzero(sweep.ranks < sweep.exact_ranks)[0]
    assert sweep.condition_numbers[sweep.broken_from] > 1e13
    assert (np.diff(sweep.training_errors) > 0).any()
    assert sweep.training_errors[-1] > 1.2 * sound.training_errors[-1]
    assert sound.broken_from is None
    assert_allclose(sound.condition_numbers, 1, atol=1e-10)
    assert_array_equal(sound.ranks, np.arange(41) + 1)


def test_several_features_and_more_columns_than_examples():
    X = points(0, 40, 2)
    y = X[:, 0] ** 2 + X[:, 1] * X[:, 0] / 100 + np.random.default_rng(0).normal(size=40)
    sweep = degree_sweep(X, y, 9, basis="orthogonal", folds=4)
    assert sweep.n_columns.tolist() == [1, 3, 6, 10, 15, 21, 28, 36, 40, 40]
    assert sweep.training_errors[-1] < 1e-20
    assert sweep.best_degree == 2
    plain = degree_sweep((X - X.mean(axis=0)) / X.std(axis=0), y, 9, folds=4)
    assert plain.n_columns.tolist() == [1, 3, 6, 10, 15, 21, 28, 36, 45, 55]
    assert plain.exact_ranks.tolist() == sweep.n_columns.tolist()
    assert_allclose(plain.training_errors[:7], sweep.training_errors[:7], rtol=1e-6)
    copy = pickle.loads(pickle.dumps(sweep))
    assert_array_equal(copy.predict(X, 3), sweep.predict(X, 3))


def test_the_three_findings_on_horsepower_and_miles_per_gallon():
    cars = load_auto_mpg()
    x, y = cars.X[:, [cars.feature_names.index("horsepower")]], cars.y
    sweep, sound = degree_sweep(x, y, 20), degree_sweep(x, y, 20, basis="orthogonal")
    assert_allclose(sweep.training_errors[:4], [60.76, 23.94, 18.98, 18.94], atol=0.01)  # falls, then levels off
    assert sweep.one_standard_error_degree == sound.one_standard_error_degree == 2
    assert sweep.broken_from == 5
    assert sweep.training_errors[20] > 9 * y.var()  # far worse than the mean alone
    assert_allclose(sound.training_errors[[5, 20]], [18.43, 16.67], atol=0.01)
    assert (np.diff(sound.training_errors) < 0).all()
    assert sound.mean_errors[20] > 1000  # overfitted, but not broken

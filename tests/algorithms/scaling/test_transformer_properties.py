"""The defining properties of each transformer, on difficult data: scales, outliers, copies, ties, types and layouts."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from fewidgets.algorithms import MeanImputer, MinMaxNormalizer, OrthogonalPolynomials, PCASphering, StandardNormalizer

KINDS = [
    *("offset", "scales", "outlier", "huge outlier", "constant", "copy", "near copy", "collinear", "tied", "large", "small"),
    *("int", "bool"),
]
LAYOUTS = ["C", "F", "strided", "reversed", "read-only", "float32", "list"]


@st.composite
def matrices(draw):
    """Draw a matrix of up to 40 × 6 numbers, with up to three difficulties, in some memory layout."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    P, N = draw(st.sampled_from([1, 2, 3, 5, 8, 40])), draw(st.sampled_from([1, 2, 3, 6]))
    X = rng.normal(size=(P, N))
    for kind in draw(st.lists(st.sampled_from(KINDS), max_size=3)):
        n, other = rng.integers(N, size=2)
        match kind:
            case "offset":
                X = X + 10.0 ** rng.uniform(-3, 9, N)
            case "scales":
                X = X * 10.0 ** rng.uniform(-8, 8, N)
            case "outlier" | "huge outlier":
                X[rng.integers(P), n] *= 1e4 if kind == "outlier" else 1e8
            case "constant":
                X[:, n] = rng.choice([0.0, 0.1, 1e8, -1 / 3])
            case "copy":
                X[:, n] = X[:, other]
            case "near copy":
                X[:, n] = X[:, other] * (1 + 10.0 ** -rng.integers(3, 16) * rng.normal(size=P))
            case "collinear":
                X[:, n] = X[:, other] - 2 * X[:, n - 1]
            case "tied":
                X = np.round(2 * X) / 2
            case "large" | "small":
                with np.errstate(over="ignore", under="ignore"):
                    X = X * 10.0 ** (rng.choice([20, 50, 150]) * (1 if kind == "large" else -1))
            case "int":
                X = np.clip(np.round(5 * X), -1e15, 1e15).astype(np.int64)
                break
            case "bool":
                X = X > 0
                break
    match draw(st.sampled_from(LAYOUTS)):
        case "F":
            X = np.asfortranarray(X)
        case "strided":
            X = np.repeat(np.repeat(X, 2, axis=0), 3, axis=1)[::2, ::3]
        case "reversed":
            X = X[::-1, ::-1]
        case "read-only":
            X.setflags(write=False)
        case "float32":
            with np.errstate(over="ignore", under="ignore"):
                X = X.astype(np.float32)
        case "list":
            X = X.tolist()
    return X


def fitted(transformer, X):
    """Fit, or return None if the data are refused with a message that names X."""
    try:
        return transformer.fit(X)
    except ValueError as error:
        if not str(error).startswith("X "):
            raise
        return None


def rounding_of(X):
    return float(np.finfo(np.float32 if np.asarray(X).dtype == np.float32 else float).eps)


@settings(max_examples=150, deadline=None)
@given(matrices(), st.sampled_from(["error", "keep", "drop"]), st.sampled_from([0, 1]))
def test_normalized_features_have_mean_0_and_deviation_1(X, rule, ddof):
    normalizer = fitted(StandardNormalizer(ddof, constant=rule), X)
    if normalizer is None:
        return
    before, S = np.array(X), normalizer.transform(X)
    assert_array_equal(before, X)
    assert_array_equal(StandardNormalizer(ddof, constant=rule).fit_transform(X), S)
    varying, rounding = ~normalizer.constant_, rounding_of(X)
    exact = before[:, varying].astype(np.longdouble)
    deviations = exact - exact.mean(axis=0)
    # Means are rounded once, which counts in units of the deviation.
    loss = rounding * (100 + 2 * np.abs(exact).max(axis=0, initial=0) / normalizer.scale_[varying])
    exact = deviations / np.sqrt((deviations**2).sum(axis=0) / (len(exact) - ddof))
    kept = S if rule == "drop" else S[:, varying]
    assert (np.abs(kept - exact) <= loss * (1 + np.abs(exact).max(axis=0, initial=0))).all()
    back = normalizer.inverse_transform(S)
    # Differences of 1e-60 count as none.
    loss = 8 * rounding * np.abs(before.astype(float)).max(axis=0) + 1e-60
    assert (np.abs(back - before.astype(float)) <= loss).all()


@settings(max_examples=150, deadline=None)
@given(matrices(), st.sampled_from(["error", "keep", "drop"]), st.sampled_from([(0, 1), (-1, 1), (-0.3, 0.1), (5, 7.7)]))
def test_ranges_are_met_to_the_last_digit(X, rule, ends):
    normalizer = fitted(MinMaxNormalizer(ends, constant=rule), X)
    if normalizer is None:
        return
    S, rounding = normalizer.transform(X), rounding_of(X)
    kept = S if rule == "drop" else S[:, ~normalizer.constant_]
    largest = max(map(abs, ends))
    for met, end in zip((kept.min(axis=0), kept.max(axis=0)), ends, strict=True):
        if rounding < 1e-10:
            assert_array_equal(met, end)
        else:
            assert (np.abs(met - np.float32(end)) <= 2 * rounding * largest).all()
    X = np.asarray(X).astype(float)
    size = np.abs(X).max(axis=0) + np.ptp(X, axis=0) * largest / (ends[1] - ends[0])
    assert (np.abs(normalizer.inverse_transform(S) - X) <= 8 * rounding * size + 1e-60).all()


@settings(max_examples=150, deadline=None)
@given(matrices(), st.sampled_from(["error", "keep", "drop"]), st.sampled_from([0, 1]))
def test_sphered_data_have_the_identity_as_covariance(X, rule, ddof):
    sphering = fitted(PCASphering(ddof, near_zero=rule), X)
    if sphering is None:
        return
    S, rounding = sphering.transform(X), rounding_of(X)
    P, N = np.shape(X)
    K = N - sphering.n_near_zero_
    deviations = np.sqrt(sphering.variances_[:K])
    X = np.asarray(X).astype(float)
    full = S[:, :K].astype(np.longdouble)
    loss = 100 * N * rounding * (deviations[0] + np.abs(X).max()) / deviations[-1]
    assert (np.abs(full.T @ full / (P - ddof) - np.eye(K)) <= max(loss, 1e-14)).all()
    if rule != "keep" or P > N:
        # What was dropped is at most the variance that counts as none.
        dropped = np.sqrt(10 * N * np.finfo(float).eps * P) * 2 * deviations[0] if rule == "drop" else 0.0
        back = sphering.inverse_transform(S)
        assert np.abs(back - X).max() <= 100 * N * rounding * np.abs(X).max() + dropped
    if rule == "drop" and rounding < 1e-10:
        centred = X - X.mean(axis=0)
        centred -= centred.mean(axis=0)  # the rounding of a large mean is no variance
        smallest = np.sqrt(10 * N * np.finfo(float).eps) * np.linalg.norm(centred, 2)
        assert S.shape[1] == np.linalg.matrix_rank(centred, tol=smallest)


@settings(max_examples=150, deadline=None)
@given(matrices(), st.integers(0, 2**32))
def test_gaps_are_filled_with_correctly_rounded_means(X, seed):
    X = np.array(X)
    if X.dtype.kind == "f":
        X[np.random.default_rng(seed).random(X.shape) < 0.2] = np.nan
    imputer = fitted(MeanImputer(), X)
    if imputer is None:
        return
    missing, filled = np.isnan(X), imputer.transform(X)
    for n, column in enumerate(X.T.astype(float)):
        known = column[~np.isnan(column)].tolist()
        assert imputer.means_[n] == float(sum(map(Fraction, known)) / len(known))
    assert_array_equal(filled[~missing], X[~missing])
    assert_array_equal(filled[missing], np.broadcast_to(imputer.means_.astype(filled.dtype), X.shape)[missing])
    assert_array_equal(MeanImputer().fit_transform(X), filled)
    assert_array_equal(imputer.inverse_transform(filled), filled)


@settings(max_examples=150, deadline=None)
@given(matrices(), st.integers(1, 4))
def test_orthogonal_polynomials_are_orthonormal_and_come_out_again(X, degree):
    basis = fitted(OrthogonalPolynomials(degree, include_constant=True), X)
    if basis is None:
        return
    Q = OrthogonalPolynomials(degree, include_constant=True).fit_transform(X)
    assert np.abs(Q.T @ Q / len(Q) - np.eye(Q.shape[1])).max() < 1e-9
    assert np.abs(basis.transform(X) - Q).max() <= 2e-6


def test_powers_that_differ_only_by_rounding_are_dropped():
    # The issue: with one value 10⁹ times the others the third power came out 2.65 off, the fourth 6·10⁸.
    x = np.array([-8.0, -5, -4, -3, -1, 0, 1, 2, 3, 6, 940075944])[:, None]
    basis = OrthogonalPolynomials(4).fit(x)
    assert_array_equal(basis.exponents_[:, 0], [1, 2])
    assert_array_equal(basis.dropped_[:, 0], [3, 4])
    assert np.abs(basis.transform(x) - basis.fit_transform(x)).max() < 1e-6
    near = np.random.default_rng(0).normal(size=60)
    X = np.c_[near, near + 1e-11 * np.random.default_rng(1).normal(size=60)]
    assert_array_equal(OrthogonalPolynomials(2).fit(X).exponents_, [[1, 0], [2, 0]])


@pytest.mark.parametrize("made", [StandardNormalizer, MinMaxNormalizer])
def test_constant_features_that_were_dropped_come_back(made):
    X = np.random.default_rng(0).normal(size=(5000, 30))
    X[:, [0, 7, 29]] = 0.1, -3.0, 1e8
    dropped, kept = made(constant="drop").fit(X), made(constant="keep").fit(X)
    assert_array_equal(np.flatnonzero(dropped.constant_), [0, 7, 29])
    assert_array_equal(dropped.scale_, kept.scale_)
    rest = np.delete(np.arange(30), [0, 7, 29])
    for order in "CF":
        S = dropped.transform(np.asarray(X, order=order))
        assert S.shape == (5000, 27)
        assert_array_equal(S, kept.transform(X)[:, rest])
        back = dropped.inverse_transform(S)
        assert_array_equal(back[:, [0, 7, 29]], X[:, [0, 7, 29]])
        assert np.abs(back - X).max() < 1e-14 * 1e8
        assert_array_equal(back[:, rest], kept.inverse_transform(kept.transform(X))[:, rest])
    assert dropped.get_feature_names_out().tolist() == [f"x{n}" for n in rest]
    single = made(constant="drop").fit(X.astype(np.float32))
    assert single.inverse_transform(single.transform(X.astype(np.float32))).dtype == np.float32
    # A new example may have any value there: it is left out all the same.
    assert dropped.transform(X[:1] + 5).shape == (1, 27)
    with pytest.raises(ValueError, match="X is constant in every feature, so that no feature would be left"):
        made(constant="drop").fit(np.ones((3, 2)))


@pytest.mark.parametrize("made", [StandardNormalizer, MinMaxNormalizer, PCASphering])
def test_single_precision_near_its_smallest_numbers(made):
    X = (np.random.default_rng(0).normal(size=(50, 2)) * 1e-41).astype(np.float32)
    exact = made().fit(X.astype(float) * 1e41).transform(X.astype(float) * 1e41)
    transformer = made().fit(X)
    S = transformer.transform(X)
    assert S.dtype == np.float32
    assert np.abs(S - exact).max() < 1e-5
    assert np.abs(transformer.inverse_transform(S) - X).max() <= 4 * 2.0**-149


def test_sphering_in_single_precision_is_centred_by_unrounded_means():
    X = (1e4 + np.random.default_rng(0).normal(size=(3000, 3))).astype(np.float32)
    S = PCASphering().fit_transform(X).astype(float)
    assert np.abs(S.mean(axis=0)).max() < 1e-6  # 4e-4 if the mean is rounded first
    assert np.abs(S.T @ S / 3000 - np.eye(3)).max() < 1e-5


def test_the_message_names_the_features_in_a_direction_without_variance():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(50, 3))
    with pytest.raises(ValueError, match=r"The first of them combines feature 0, feature 2, feature 3\. Drop features that"):
        PCASphering().fit(np.c_[X, X[:, 0] - X[:, 2]])
    with pytest.raises(ValueError, match=r"combines feature 1\. Drop .*, standardize features of very different scales"):
        PCASphering().fit(X * [1, 1e-9, 1])

import mpmath
import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.kernel_ridge import KernelRidge as Peer
from sklearn.metrics.pairwise import polynomial_kernel as peer_polynomial_kernel
from sklearn.metrics.pairwise import rbf_kernel as peer_rbf_kernel
from sklearn.preprocessing import PolynomialFeatures as PeerFeatures

from fewidgets.algorithms import kernel_ridge, polynomial_kernel, polynomial_kernel_features, rbf_kernel, ridge


def problem(P=50, N=3, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1.5, 1.5, size=(P, N))
    return X, np.sin(2 * X[:, 0]) + X[:, -1] ** 2 + 0.1 * rng.normal(size=P) + 3, rng.uniform(-1.5, 1.5, size=(20, N))


def test_kernels_agree_with_scikit_learn_and_with_the_formula():
    X, _, Z = problem()
    assert_allclose(rbf_kernel(X, Z, gamma=0.7), peer_rbf_kernel(X, Z, gamma=0.7), atol=1e-15)
    assert_allclose(rbf_kernel(X), peer_rbf_kernel(X), atol=1e-15)
    for degree, offset in ((1, 0.0), (4, 1.0), (7, 0.3)):
        ours = polynomial_kernel(X, Z, degree=degree, offset=offset)
        assert_allclose(ours, peer_polynomial_kernel(X, Z, degree=degree, coef0=offset), rtol=1e-13, atol=1e-13)
    far = 1e8 + X[:, :1]  # differences alone count, whatever the offset
    assert_allclose(rbf_kernel(far, gamma=1.0), np.exp(-((far - far.T) ** 2)), atol=1e-14)
    assert_array_equal(np.diagonal(rbf_kernel(X)), 1)
    assert_array_equal(rbf_kernel([[0.0], [1e50]], gamma=1e300), np.eye(2))


@pytest.mark.parametrize("outlier", [1e4, 1e8, 1e12])
def test_one_point_far_away_leaves_the_others_their_digits(outlier):
    X = np.r_[problem()[0], np.full((1, problem()[0].shape[1]), outlier)]
    differences = X[:, None] - X
    assert_allclose(rbf_kernel(X, gamma=0.7), np.exp(-0.7 * (differences**2).sum(axis=2)), rtol=1e-8)
    offset = 1e8 * (X + 1e7)
    assert_array_equal(np.diagonal(rbf_kernel(offset, offset.copy(), gamma=1.0)), 1)


@pytest.mark.parametrize("N", [1, 2, 4])
def test_the_feature_maps_are_those_behind_the_kernels(N):
    X, _, Z = problem(N=N)
    for degree, gamma, offset in ((1, 1.0, 1.0), (3, None, 1.0), (5, 0.4, 2.5), (3, 1.0, 0.0)):
        options = {"degree": degree, "gamma": gamma, "offset": offset}
        phi, other = polynomial_kernel_features(X, **options), polynomial_kernel_features(Z, **options)
        assert_allclose(phi @ other.T, polynomial_kernel(X, Z, **options), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("fit_bias", [False, True])
@pytest.mark.parametrize("reduction", ["mean", "sum"])
@pytest.mark.parametrize("lam", [1e-3, 0.2, 30.0])
def test_primal_and_dual_predict_the_same(lam, reduction, fit_bias):
    X, y, Z = problem(N=2)
    cases = [
        ({"kernel": "linear"}, lambda A: A),
        ({"kernel": "polynomial", "degree": 4}, lambda A: polynomial_kernel_features(A, degree=4)),
    ]
    for options, phi in cases:
        model = kernel_ridge(X, y, lam, reduction=reduction, fit_bias=fit_bias, **options)
        features = phi(X)
        if fit_bias and options["kernel"] == "polynomial":
            features[:, 0] = np.arange(50) * 1e-30  # a constant tells nothing beside a bias, and would be refused
        weights, bias = ridge(features, y, lam, reduction=reduction, fit_bias=fit_bias)
        assert_allclose(model.predict(Z), bias + phi(Z) @ weights, atol=1e-10)
        assert_allclose(model.outputs, bias + phi(X) @ weights, atol=1e-10)
        assert_allclose(phi(Z) @ model.weights(phi(X)) + model.bias, model.predict(Z), atol=1e-10)
        # Where λ is small and much is left over, θ is a small difference of large terms.
        assert model.squared_norm == pytest.approx(weights @ weights, rel=1e-5)


def test_the_lectures_equations():
    X, y, Z = problem()
    lam = 0.3
    model = kernel_ridge(X, y, lam, gamma=0.6, reduction="sum")
    K = rbf_kernel(X, gamma=0.6)
    assert_allclose(model.gram, K)
    assert_allclose(model.alpha, np.linalg.inv(np.eye(50) + K / lam) @ y, atol=1e-11)
    assert_allclose(model.alpha, y - model.outputs, atol=1e-11)  # the dual parameters are the residuals
    assert_allclose(model.predict(Z), rbf_kernel(Z, X, gamma=0.6) @ model.alpha / lam, atol=1e-11)
    assert model.cost == pytest.approx(((y - model.outputs) ** 2).sum())
    assert kernel_ridge(X, y, lam / 50, gamma=0.6).lam == pytest.approx(lam)
    with_bias = kernel_ridge(X, y, lam, gamma=0.6, fit_bias=True)
    assert with_bias.alpha.sum() == pytest.approx(0, abs=1e-11)
    assert_allclose(kernel_ridge(X, y + 1e3, lam, gamma=0.6, fit_bias=True).alpha, with_bias.alpha, atol=1e-9)


@pytest.mark.parametrize(
    ("ours", "peer"),
    [
        ({"kernel": "rbf", "gamma": 0.5}, {"kernel": "rbf", "gamma": 0.5}),
        ({"kernel": "polynomial", "degree": 3}, {"kernel": "polynomial", "degree": 3, "coef0": 1}),
        ({"kernel": "linear"}, {"kernel": "linear"}),
    ],
)
def test_agrees_with_scikit_learn(ours, peer):
    X, y, Z = problem()
    model = kernel_ridge(X, y, 0.1, reduction="sum", **ours)
    other = Peer(alpha=0.1, **peer).fit(X, y)
    assert_allclose(model.predict(Z), other.predict(Z), atol=1e-10)
    assert_allclose(model.alpha / model.lam, other.dual_coef_, atol=1e-9)  # scikit-learn's are over λ


def test_a_kernel_of_ones_own():
    X, y, Z = problem()

    def kernel(A, B):
        return 1 + A @ B.T

    model = kernel_ridge(X, y, 0.1, kernel=kernel)
    weights, bias = ridge(PeerFeatures(1).fit_transform(X), y, 0.1, fit_bias=False)
    assert_allclose(model.predict(Z), PeerFeatures(1).fit_transform(Z) @ weights, atol=1e-10)
    assert bias == 0
    given = np.asfortranarray(1 + X @ X.T)  # what belongs to the caller stays as it is
    same = kernel_ridge(X, y, 0.1, kernel=lambda A, B: given)
    assert_allclose(same.alpha, model.alpha, atol=1e-12)
    assert_array_equal(given, 1 + X @ X.T)
    assert given.flags.writeable
    for fit_bias in (False, True):
        assert_allclose(kernel_ridge(X, y, 0.1, kernel=lambda A, B: given, fit_bias=fit_bias).gram, 1 + X @ X.T, rtol=1e-15)


def exact_alpha(X, y, lam, kernel, fit_bias):
    """λ (K + λI)⁻¹ y with the kernel, the centring and the solution in 40 digits."""
    with mpmath.workdps(40):
        rows = [[mpmath.mpf(value) for value in row] for row in X.tolist()]
        K = mpmath.matrix([[kernel(a, b) for b in rows] for a in rows])
        target = mpmath.matrix([mpmath.mpf(value) for value in y.tolist()])
        P = len(rows)
        if fit_bias:
            centre = mpmath.eye(P) - mpmath.ones(P) / P
            K, target = centre * K * centre, centre * target
        return np.array([float(lam * value) for value in mpmath.lu_solve(K + lam * mpmath.eye(P), target)])


@pytest.mark.slow
@pytest.mark.parametrize("fit_bias", [False, True])
@pytest.mark.parametrize(("options", "name"), [({"gamma": 0.5}, "rbf"), ({"gamma": 1.0, "degree": 6}, "polynomial")])
def test_six_digits_are_right_down_to_the_smallest_penalty(options, name, fit_bias):
    gamma = options["gamma"]

    def kernel(a, b):
        if name == "rbf":
            return mpmath.exp(-gamma * sum((s - t) ** 2 for s, t in zip(a, b, strict=True)))
        return (sum(s * t for s, t in zip(a, b, strict=True)) + 1) ** 6

    rng = np.random.default_rng(0)
    for P, N in ((8, 1), (30, 1), (30, 2)):
        X = rng.uniform(-1.5, 1.5, size=(P, N))
        y = np.sin(3 * X[:, 0]) + 0.1 * rng.normal(size=P)
        with pytest.raises(ValueError, match=r"lam must be at least \S+ for this Gram matrix; got 1e-30") as reported:
            kernel_ridge(X, y, 1e-30, kernel=name, reduction="sum", fit_bias=fit_bias, **options)
        least = float(str(reported.value).split("at least ")[1].split()[0])
        for lam in (1.01 * least, 100 * least):
            model = kernel_ridge(X, y, lam, kernel=name, reduction="sum", fit_bias=fit_bias, **options)
            exact = exact_alpha(X, y, lam, kernel, fit_bias)
            assert_allclose(model.alpha, exact, atol=1e-6 * np.abs(exact).max())
            assert_allclose(model.outputs, y - exact, atol=2e-6 * np.abs(exact).max())
            assert_allclose(model.predict(X), y - exact, atol=2e-6 * np.abs(exact).max())
        with pytest.raises(ValueError, match="lam must be at least"):
            kernel_ridge(X, y, 0.99 * least / P, kernel=name, fit_bias=fit_bias, **options)

import mpmath
import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.kernel_ridge import KernelRidge as Peer

from fewidgets.algorithms import kernel_ridge, polynomial_kernel_features, ridge


def problem(P=50, N=3, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1.5, 1.5, size=(P, N))
    return X, np.sin(2 * X[:, 0]) + X[:, -1] ** 2 + 0.1 * rng.normal(size=P) + 3, rng.uniform(-1.5, 1.5, size=(20, N))


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

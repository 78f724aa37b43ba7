"""Plain forms of regularized regression (section 9.7; CS373, lecture 7)."""

import numpy as np


def l1_path(X, y, lambdas, sweeps=200):
    """Minimize least squares + λ‖ω‖₁ for each λ by coordinate descent. Return the biases (K,) and the weights (K, N).

    All weights but one are held fixed. The best value of that one is its least squares value, moved towards 0 by as much as
    the penalty asks, and 0 if it gets there. This is done for one weight after the other, again and again.

    Source: section 9.7.2, equation (9.25), without a penalty on the bias; CS373, lecture 7, slide "Regularization approach
    (Lasso)". Fast form: `fewidgets.algorithms.l1_path`.

    >>> X = np.array([[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]])
    >>> l1_path(X, np.array([0.0, 7.0, -1.0, 2.0]), lambdas=[0, 3, 5])
    (array([2., 2., 2.]), array([[2.5, 1.5],
           [1. , 0. ],
           [0. , 0. ]]))
    """
    P, N = X.shape
    means, X = X.mean(axis=0), X - X.mean(axis=0)  # with centred features the bias needs no attention until the end
    weights = np.zeros((len(lambdas), N))
    for w, lam in zip(weights, lambdas, strict=True):
        for _ in range(sweeps):
            for n in range(N):
                residual = y - y.mean() - X @ w + w[n] * X[:, n]
                product = X[:, n] @ residual
                w[n] = np.sign(product) * max(abs(product) - P * lam / 2, 0) / (X[:, n] @ X[:, n])
    return y.mean() - weights @ means, weights


def l1_gradient_descent(gradient, w, lam, alpha, steps):
    """Lower g(w) + λ‖ω‖₁ by steps against the gradient of g plus λ sign(ω). Return the weights w, bias first.

    This is how the chapter finds its paths, with one run for each λ. Weights that belong at 0 end close to it.

    Source: Examples 9.11 and 9.12. Fast form: `fewidgets.algorithms.l1_gradient_descent`.

    >>> from fewidgets.algorithms.plain import least_squares
    >>> X = np.array([[-1.0, 1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]])
    >>> value, gradient, hessian = least_squares(X, np.array([0.0, 7.0, -1.0, 2.0]))
    >>> l1_gradient_descent(gradient, np.zeros(3), lam=3, alpha=0.01, steps=1000).round(2)
    array([2., 1., 0.])
    """
    for _ in range(steps):
        sign = np.sign(w)
        sign[0] = 0  # the bias is not penalized
        w = w - alpha * (gradient(w) + lam * sign)
    return w


def ridge(X, y, lam):
    """Minimize least squares + λ‖ω‖₂². Return the bias and the weights (N,).

    Source: CS373, lecture 7, slide "Linear regression solution", which adds the squares up and has no bias; section 9.7.1,
    Example 9.10. Fast form: `fewidgets.algorithms.ridge`.

    >>> bias, w = ridge(np.array([[-1.0], [1.0]]), np.array([1.0, 5.0]), lam=1)
    >>> float(bias), w
    (3.0, array([1.]))
    """
    P, N = X.shape
    means, X = X.mean(axis=0), X - X.mean(axis=0)
    w = np.linalg.solve(X.T @ X / P + lam * np.eye(N), X.T @ (y - y.mean()) / P)
    return y.mean() - means @ w, w


def kernel_ridge(X, y, lam, kernel):
    """Fit ridge regression on the features φ behind K(x, z) = φ(x)·φ(z). Return the dual parameters α and a predictor.

    `kernel(X, Z)` gives K of all rows of X and Z. The cost is the sum of the squares + λ‖θ‖², without a bias.

    Source: CS373, lecture 7, slide "Dual linear regression". Fast form: `fewidgets.algorithms.kernel_ridge`.

    >>> X, y = np.array([[1.0], [2.0], [3.0]]), np.array([1.0, 2.0, 4.0])
    >>> alpha, predict = kernel_ridge(X, y, lam=2.0, kernel=lambda X, Z: X @ Z.T)
    >>> alpha, predict(np.array([[4.0]]))
    (array([-0.0625, -0.125 ,  0.8125]), array([4.25]))
    """
    K = kernel(X, X)
    alpha = np.linalg.solve(np.eye(len(y)) + K / lam, y)
    return alpha, lambda new: kernel(new, X) @ alpha / lam

"""Plain forms of the costs and of the methods that minimize them. Weights are w = (b, ω), the bias first."""

import numpy as np


def least_squares(X, y):
    """Return the least squares cost, its gradient and its Hessian, as three functions of w.

    g(w) = (1/P) Σₚ (b + xₚ·ω − yₚ)².

    Source: section 9.6.1, equations (9.9) and (9.14). Fast form: `fewidgets.algorithms.LeastSquares`.

    >>> value, gradient, hessian = least_squares(np.array([[0.0], [1.0], [2.0]]), np.array([1.0, 3.0, 6.0]))
    >>> w = np.array([1.0, 2.0])
    >>> round(float(value(w)), 6), gradient(w).round(6)
    (0.333333, array([-0.666667, -1.333333]))
    """
    P = len(y)
    A = np.column_stack([np.ones(P), X])  # (1, x) in each row

    def value(w):
        return ((A @ w - y) ** 2).sum() / P

    def gradient(w):
        return 2 * A.T @ (A @ w - y) / P

    def hessian(w):
        return 2 * A.T @ A / P

    return value, gradient, hessian


def softmax(X, y):
    """Return the two-class softmax cost, its gradient and its Hessian, as three functions of w. Labels are −1 and +1.

    g(w) = (1/P) Σₚ log(1 + exp(−yₚ (b + xₚ·ω))).

    Source: Examples 9.2, 9.5, 9.7 and 9.12. Fast form: `fewidgets.algorithms.Softmax`.

    >>> value, gradient, hessian = softmax(np.array([[-1.0], [1.0]]), np.array([-1, 1]))
    >>> gradient(np.zeros(2))
    array([ 0. , -0.5])
    """
    P = len(y)
    A = np.column_stack([np.ones(P), X])

    def value(w):
        return np.log(1 + np.exp(-y * (A @ w))).sum() / P

    def gradient(w):
        return -A.T @ (y / (1 + np.exp(y * (A @ w)))) / P

    def hessian(w):
        sigma = 1 / (1 + np.exp(-A @ w))
        return (A.T * (sigma * (1 - sigma))) @ A / P

    return value, gradient, hessian


def gradient_descent(gradient, w, alpha, steps):
    """Return the weights before the first and after each step w ← w − α ∇g(w), one row each.

    Source: section 9.3.1, Examples 9.4 and 9.5. Fast form: `fewidgets.algorithms.gradient_descent`.

    >>> value, gradient, hessian = least_squares(np.array([[-1.0], [1.0]]), np.array([1.0, 3.0]))
    >>> gradient_descent(gradient, np.zeros(2), alpha=0.25, steps=3)
    array([[0.   , 0.   ],
           [1.   , 0.5  ],
           [1.5  , 0.75 ],
           [1.75 , 0.875]])
    """
    history = [w]
    for _ in range(steps):
        w = w - alpha * gradient(w)
        history.append(w)
    return np.array(history)


def newton(gradient, hessian, w, steps, epsilon=1e-7):
    """Return the weights before the first and after each step w ← w − (∇²g(w) + εI)⁻¹ ∇g(w), one row each.

    Source: Examples 9.2, 9.6 and 9.7, with the method of section A.8. Fast form: `fewidgets.algorithms.newton`.

    >>> value, gradient, hessian = least_squares(np.array([[-1.0], [1.0]]), np.array([1.0, 3.0]))
    >>> newton(gradient, hessian, np.zeros(2), steps=1).round(6)
    array([[0., 0.],
           [2., 1.]])
    """
    history = [w]
    for _ in range(steps):
        w = w - np.linalg.solve(hessian(w) + epsilon * np.eye(len(w)), gradient(w))
        history.append(w)
    return np.array(history)

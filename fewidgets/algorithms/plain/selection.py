"""Plain forms of the searches for a few good features (section 9.6; COMP135; INT247, lecture 5; CS373, lecture 7)."""

from itertools import combinations

import numpy as np


def boost(X, y, rounds):
    """Boost least squares: tune one weight a round, and freeze it. Return the bias, the weights (N,) and their order.

    Source: section 9.6.1, equations (9.8) to (9.15); the residual is (9.17), the cost (9.18).
    Fast form: `fewidgets.algorithms.boost`.

    >>> X = np.array([[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]])
    >>> bias, w, order = boost(X, np.array([2.0, 0.0, 3.0, -5.0]), rounds=2)
    >>> w.round(3), order
    (array([1. , 1.5]), array([1, 0]))
    """
    bias = y.mean()
    w, residual, order = np.zeros(X.shape[1]), y - bias, []
    for _ in range(rounds):
        tuned = X.T @ residual / (X**2).sum(axis=0)  # the best weight of each feature alone
        costs = ((residual[:, None] - tuned * X) ** 2).mean(axis=0)
        costs[order] = np.inf  # a feature is chosen once
        best = costs.argmin()
        w[best], residual = tuned[best], residual - tuned[best] * X[:, best]
        order.append(best)
    return bias, w, np.array(order)


def boost_softmax(X, y, rounds, steps=20):
    """Boost the softmax cost, with labels −1 and +1. Return the bias, the weights (N,) and their order.

    Newton's method tunes the weight of each feature alone, all of them side by side.

    Source: section 9.6.1 and Example 9.7. Fast form: `fewidgets.algorithms.boost` with ``cost="softmax"``.

    >>> X = np.array([[2.0, -1.0], [1.0, 1.0], [-1.0, 1.0], [-2.0, -1.0], [0.5, 2.0], [-0.5, -2.0]])
    >>> bias, w, order = boost_softmax(X, np.array([1, -1, -1, -1, 1, 1]), rounds=2)
    >>> w.round(3), order
    (array([ 0.923, -0.562]), array([0, 1]))
    """
    bias = np.log((y == 1).sum() / (y == -1).sum())  # minimizes the cost of the bias alone
    w, outputs, order = np.zeros(X.shape[1]), np.full(len(y), bias), []
    for _ in range(rounds):
        tuned = np.zeros(X.shape[1])
        for _ in range(steps):
            sigma = 1 / (1 + np.exp(y[:, None] * (outputs[:, None] + tuned * X)))
            slope, curvature = -(sigma * y[:, None] * X).sum(axis=0), (sigma * (1 - sigma) * X**2).sum(axis=0)
            tuned = tuned - slope / curvature
        costs = np.log(1 + np.exp(-y[:, None] * (outputs[:, None] + tuned * X))).mean(axis=0)
        costs[order] = np.inf  # a feature is chosen once
        best = costs.argmin()
        w[best], outputs = tuned[best], outputs + tuned[best] * X[:, best]
        order.append(best)
    return bias, w, np.array(order)


def forward_selection(X, y):
    """Add the feature whose refitted model has the lowest cost, until all are in. Return the order and the costs (N + 1,).

    Source: COMP135, slide 11. Fast form: `fewidgets.algorithms.forward_selection`.

    >>> order, costs = forward_selection(np.array([[0.0, 0], [1, 0], [0, 1], [1, 2]]), np.array([0.0, 1, 2, 6]))
    >>> order, costs.round(3)
    ([1, 0], array([5.188, 0.409, 0.025]))
    """
    P, N = X.shape
    order, costs = [], [y.var()]  # the null model predicts the mean
    while len(order) < N:
        tried = {}
        for n in [n for n in range(N) if n not in order]:
            A = np.column_stack([np.ones(P), X[:, [*order, n]]])
            w = np.linalg.lstsq(A, y, rcond=None)[0]
            tried[n] = ((A @ w - y) ** 2).mean()
        best = min(tried, key=tried.get)
        order.append(best)
        costs.append(tried[best])
    return order, np.array(costs)


def backward_elimination(X, y):
    """Remove the feature whose refitted model has the lowest cost, until none is left. Return the order and the costs.

    Source: COMP135, slide 12. Fast form: `fewidgets.algorithms.backward_elimination`.

    >>> order, costs = backward_elimination(np.array([[0.0, 0], [1, 0], [0, 1], [1, 2]]), np.array([0.0, 1, 2, 6]))
    >>> order, costs.round(3)
    ([0, 1], array([0.025, 0.409, 5.188]))
    """
    P, N = X.shape
    A = np.column_stack([np.ones(P), X])
    order, costs = [], [((A @ np.linalg.lstsq(A, y, rcond=None)[0] - y) ** 2).mean()]
    while len(order) < N:
        tried = {}
        for n in [n for n in range(N) if n not in order]:
            left = np.delete(A, [1 + m for m in [*order, n]], axis=1)  # the bias stays
            w = np.linalg.lstsq(left, y, rcond=None)[0]
            tried[n] = ((left @ w - y) ** 2).mean()
        worst = min(tried, key=tried.get)
        order.append(worst)
        costs.append(tried[worst])
    return order, np.array(costs)


def best_subset(X, y):
    """Fit all subsets of each size k = 0, 1, …, N. Return the best one of each size, and their costs (N + 1,).

    Source: COMP135, slide 10; CS373, lecture 7, slide "Subset selection". Fast form: `fewidgets.algorithms.best_subset`.

    >>> x = np.array([[1.0, 1.0, 0.0], [2.0, 0.0, 1.0], [3.0, 4.0, 0.0], [4.0, 1.0, 2.0], [5.0, 1.0, 4.0]])
    >>> best_subset(x, x[:, 1] + x[:, 2] + [0.1, -0.1, 0.0, 0.1, -0.1])[0]
    [(), (0,), (1, 2), (0, 1, 2)]
    """
    P, N = X.shape
    subsets, costs = [], []
    for k in range(N + 1):
        tried = {}
        for S in combinations(range(N), k):
            A = np.column_stack([np.ones(P), X[:, S]])
            w = np.linalg.lstsq(A, y, rcond=None)[0]
            tried[S] = ((A @ w - y) ** 2).mean()
        subsets.append(min(tried, key=tried.get))
        costs.append(tried[subsets[-1]])
    return subsets, np.array(costs)


def sequential_forward_selection(J, N):
    """Begin with no feature, and add the one that leads to the largest J, until all N are in. Return the order and each J.

    `J(Y)` is the objective of a set Y of feature numbers.

    Source: INT247, lecture 5, slide "Sequential Forward Selection". Fast form: `fewidgets.algorithms.sequential_search`.

    >>> sequential_forward_selection(lambda Y: 3 * (0 in Y) + 5 * (1 in Y) - 4 * (Y == {0, 1}), N=2)
    ([1, 0], [5, 4])
    """
    Y, order, values = set(), [], []
    while len(Y) < N:
        best = max([n for n in range(N) if n not in Y], key=lambda n: J(Y | {n}))
        Y = Y | {best}
        order.append(best)
        values.append(J(Y))
    return order, values


def sequential_backward_selection(J, N):
    """Begin with all N features, and remove the one that leaves the largest J, until one is left. Return the order and each J.

    Source: INT247, lecture 5, slide "Sequential Backward Selection". Fast form: `fewidgets.algorithms.sequential_search` with
    ``direction="backward"``.

    >>> sequential_backward_selection(lambda Y: 3 * (0 in Y) + 5 * (1 in Y) - 4 * (Y == {0, 1}), N=2)
    ([0], [5])
    """
    Y, order, values = set(range(N)), [], []
    while len(Y) > 1:
        worst = max(sorted(Y), key=lambda n: J(Y - {n}))
        Y = Y - {worst}
        order.append(worst)
        values.append(J(Y))
    return order, values


def bidirectional_search(J, N):
    """Search forward and backward in turns, until both have the same set. Return that set.

    Forward only adds what backward has kept, and backward only removes what forward has not added.

    Source: INT247, lecture 5, slide "Bidirectional Search (BDS)". Fast form: `fewidgets.algorithms.bidirectional_search`.

    >>> bidirectional_search(lambda Y: sum(Y), N=4)
    {2, 3}
    """
    F, B = set(), set(range(N))
    while F != B:
        best = max(sorted(B - F), key=lambda n: J(F | {n}))
        F = F | {best}
        if F != B:
            worst = max(sorted(B - F), key=lambda n: J(B - {n}))
            B = B - {worst}
    return F


def greedy_subset(X, y, size):
    """Add the feature with the lowest J, with all parameters fitted again. Return θ (N,), the features taken and each J.

    J(S) is the least of ½ Σ (y − θ·φ(x))² over the parameters of the features in S. The rows of X are φ(x).

    Source: CS373, lecture 7, slide "Greedy subset selection". Fast form: `fewidgets.algorithms.greedy_subset`.

    >>> theta, S, J = greedy_subset(np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 3.0]]), np.array([1.0, 2.0, 4.0]), size=2)
    >>> theta.round(6), S, np.round(J, 6)
    (array([1., 1.]), [1, 0], array([0.7, 0. ]))
    """
    theta, S, costs = np.zeros(X.shape[1]), [], []
    for _ in range(size):
        J, fitted = {}, {}
        for j in [j for j in range(X.shape[1]) if j not in S]:
            fitted[j] = np.linalg.lstsq(X[:, [*S, j]], y, rcond=None)[0]
            J[j] = ((y - X[:, [*S, j]] @ fitted[j]) ** 2).sum() / 2
        best = min(J, key=J.get)
        S.append(best)
        theta[S] = fitted[best]
        costs.append(J[best])
    return theta, S, costs


def forward_fit(X, y, rounds):
    """Fit the parameter of each feature by itself, and take the one with the lowest J. Return θ, the features taken, each J.

    A feature may be taken again. Its parameter then changes by what is fitted.

    Source: CS373, lecture 7, slide "Forward-fitting". Fast form: `fewidgets.algorithms.forward_fit`.

    >>> theta, S, J = forward_fit(np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 3.0]]), np.array([1.0, 2.0, 4.0]), rounds=3)
    >>> theta.round(3), S, np.round(J, 3)
    (array([0.467, 1.213]), array([1, 0, 1]), array([0.7  , 0.373, 0.199]))
    """
    theta, S, costs = np.zeros(X.shape[1]), [], []
    for _ in range(rounds):
        residual = y - X @ theta
        tuned = X.T @ residual / (X**2).sum(axis=0)
        J = ((residual[:, None] - tuned * X) ** 2).sum(axis=0) / 2
        best = J.argmin()
        theta[best] += tuned[best]
        S.append(best)
        costs.append(J[best])
    return theta, np.array(S), np.array(costs)


def myopic_forward_fit(X, y, rounds):
    """Take the feature with the largest derivative of J, then fit its parameter. Return θ, the features taken, each J.

    Source: CS373, lecture 7, slide "Myopic forward fitting". Fast form: `fewidgets.algorithms.myopic_forward_fit`.

    >>> X, y = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 3.0]]), np.array([1.0, 2.0, 4.0])
    >>> theta, S, J = myopic_forward_fit(X, y, rounds=3)
    >>> theta.round(3), S
    (array([0.467, 1.213]), array([1, 0, 1]))
    """
    theta, S, costs = np.zeros(X.shape[1]), [], []
    for _ in range(rounds):
        residual = y - X @ theta
        derivatives = -X.T @ residual  # ∂J/∂θⱼ at θⱼ = 0
        best = np.abs(derivatives).argmax()
        theta[best] += X[:, best] @ residual / (X[:, best] @ X[:, best])
        S.append(best)
        costs.append(((y - X @ theta) ** 2).sum() / 2)
    return theta, np.array(S), np.array(costs)

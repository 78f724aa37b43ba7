"""How fast costs and descent are beside what people use today, in one run on one thread.

Targets are ratios to a peer measured in the same run, in turns. Seconds are printed, never asserted.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import log_softmax, softmax
from sklearn.linear_model import LogisticRegression, SGDClassifier
from sklearn.neural_network import MLPClassifier

from fewidgets.algorithms import (
    LeastSquares,
    MulticlassSoftmax,
    Softmax,
    StandardNormalizer,
    block_edge_histogram,
    gradient_descent,
    minibatch_gradient_descent,
    newton,
)
from fewidgets.data import load_mnist
from tests.algorithms.stored import spam, toy_classification, toy_regression
from tests.benchmarks.table import holds

pytestmark = pytest.mark.benchmark


@pytest.fixture(scope="module")
def mails():
    X, y = spam()
    return StandardNormalizer().fit_transform(X), y


@pytest.fixture(scope="module")
def digits():
    digits = load_mnist()
    return digits.X.astype(np.float64) / 255, digits.y


def test_newton_on_spam(mails, table):
    """To the tolerance that scikit-learn sets by default, and as far as double precision goes."""
    X, y = mails
    cost = Softmax(X, y)
    for task, ours, theirs in (
        # scikit-learn's tol bounds the gradient as well as the decrement, and its last step goes further: 9e-7 remain.
        ("Newton on Spam, to 1e-6", {"tolerance": 1e-6}, {"tol": 1e-4}),
        ("Newton on Spam, to rounding", {"tolerance": 1e-14}, {"tol": 1e-10}),
    ):
        ratios, results = table.compare(
            task,
            15,
            memory=True,
            **{
                "fewidgets: newton": lambda ours=ours: newton(Softmax(X, y), np.zeros(58), **ours),
                "sklearn newton-cholesky, C=inf": lambda theirs=theirs: LogisticRegression(
                    C=np.inf, solver="newton-cholesky", **theirs
                ).fit(X, y),
            },
        )
        trace, model = results.values()
        w = np.r_[model.intercept_, model.coef_[0]]
        lowest = 0.19732291648543
        table.error("fewidgets: newton", trace.costs[-1] - lowest)
        table.error("sklearn newton-cholesky, C=inf", cost.value(w) - lowest)
        assert trace.final.misclassifications == cost.misclassifications(w) == 316
        assert trace.best.misclassifications == 308
        assert trace.costs[-1] <= cost.value(w) + 1e-13
        assert holds(ratios["sklearn newton-cholesky, C=inf"], 1)


def test_a_grid_of_200_by_200_weights(table):
    grid = np.stack(np.meshgrid(np.linspace(-10, 10, 200), np.linspace(-10, 15, 200)), axis=-1)
    X, y = toy_classification()

    def outputs(X):
        return grid[..., :1] + grid[..., 1:] * X[:, 0]

    for task, A, b, repeats, target in (
        ("softmax at 40,000 weights, P = 11", X, y, 9, 1),
        ("softmax at 40,000 weights, P = 110", np.tile(X, (10, 1)), np.tile(y, 10), 5, 2),
    ):
        ratios, results = table.compare(
            task,
            repeats,
            memory=True,
            **{
                "fewidgets: Softmax.value": lambda A=A, b=b: Softmax(A, b).value(grid),
                "NumPy: logaddexp, broadcast": lambda A=A, b=b: np.logaddexp(0, -b * outputs(A)).mean(axis=-1),
                # What a lesson writes: shorter, but it overflows where margins are large.
                "NumPy: log(1 + exp(−m)), broadcast": lambda A=A, b=b: np.log(1 + np.exp(-b * outputs(A))).mean(axis=-1),
            },
        )
        error = np.abs(results["fewidgets: Softmax.value"] - results["NumPy: logaddexp, broadcast"]).max()
        table.error("fewidgets: Softmax.value", error)
        assert error < 1e-12
        assert holds(ratios["NumPy: logaddexp, broadcast"], target)
        assert holds(ratios["NumPy: log(1 + exp(−m)), broadcast"], 1)

    X, y = toy_regression()
    ratios, results = table.compare(
        "least squares at 40,000 weights, P = 100",
        9,
        memory=True,
        **{
            "fewidgets: LeastSquares.value": lambda: LeastSquares(X, y).value(grid),
            "NumPy: squares, broadcast": lambda: ((outputs(X) - y) ** 2).mean(axis=-1),
        },
    )
    error = np.abs(results["fewidgets: LeastSquares.value"] / results["NumPy: squares, broadcast"] - 1).max()
    table.error("fewidgets: LeastSquares.value", error)
    assert error < 1e-12
    assert holds(ratios["NumPy: squares, broadcast"], 1)


def test_gradient_descent_for_an_explorable(table):
    """A path of 1,000 steps and the contours under it: what dragging the start asks for, in 30 ms at best."""
    grid = np.stack(np.meshgrid(np.linspace(-10, 10, 200), np.linspace(-10, 15, 200)), axis=-1)

    def plain(cost, start, alpha):
        weights = [np.array(start)]
        for _ in range(1000):
            weights.append(weights[-1] - alpha * cost.gradient(weights[-1]))
        return np.array(weights), np.array([cost.value(w) for w in weights])

    for task, cost, start, alpha in (
        ("1,000 steps, Example 9.4", LeastSquares(*toy_regression()), [0.0, 0.0], 0.1),
        ("1,000 steps, Example 9.5", Softmax(*toy_classification()), [20.0, 30.0], 1.0),
    ):
        ratios, results = table.compare(
            task,
            9,
            **{
                "fewidgets: gradient_descent": lambda cost=cost, start=start, alpha=alpha: gradient_descent(
                    cost, start, alpha, 1000
                ),
                "a loop over gradient and value": lambda cost=cost, start=start, alpha=alpha: plain(cost, start, alpha),
                "fewidgets: path and grid (aim: 30 ms)": lambda cost=cost, start=start, alpha=alpha: (
                    gradient_descent(cost, start, alpha, 1000),
                    cost.value(grid),
                ),
            },
        )
        trace, (weights, costs), _ = results.values()
        np.testing.assert_allclose(trace.weights, weights, rtol=1e-10)
        np.testing.assert_allclose(trace.costs, costs, rtol=1e-10)
        assert holds(ratios["a loop over gradient and value"], 1)


def plain_epochs(X, y, alpha, epochs, size):
    """Mini-batch gradient descent as a lesson writes it, with cost and misclassifications after each epoch."""
    X1, Y, rng = np.column_stack([np.ones(len(X)), X]), np.eye(10)[y], np.random.default_rng(0)
    W, costs, wrong = np.zeros((X1.shape[1], 10)), [], []
    for _ in range(epochs):
        order = rng.permutation(len(X))
        for first in range(0, len(X), size):
            rows = order[first : first + size]
            batch = X1[rows]
            W = W - alpha * batch.T @ (softmax(batch @ W, axis=1) - Y[rows]) / len(rows)
        outputs = X1 @ W
        costs.append(-log_softmax(outputs, axis=1)[np.arange(len(y)), y].mean())
        wrong.append(np.count_nonzero(outputs.argmax(axis=1) != y))
    return W, costs, wrong


def test_minibatches_on_digits(digits, table):
    """Example 9.3's settings, on a tenth of its digits: 20 epochs, step length 0.01, batches of 200."""
    X, y = digits
    blocks = block_edge_histogram(X.reshape(-1, 28, 28), patch=4).block_histograms[:, ::2, ::2]
    edges = blocks.reshape(len(X), -1).astype(np.float64)

    def ours(A, epochs):
        return minibatch_gradient_descent(MulticlassSoftmax(A, y), np.zeros((A.shape[1] + 1, 10)), 0.01, epochs, 200)

    def network(A):
        settings = {"solver": "sgd", "momentum": 0, "alpha": 0, "batch_size": 200, "learning_rate_init": 0.01, "tol": 0}
        return MLPClassifier(hidden_layer_sizes=(), max_iter=20, random_state=0, n_iter_no_change=30, **settings).fit(A, y)

    traces = []
    for what, A in (("pixels", X), ("edges", edges)):
        ratios, results = table.compare(
            f"20 epochs, 5,000×{A.shape[1]} {what}",
            2,
            **{
                "fewidgets: minibatch_gradient_descent": lambda A=A: ours(A, 20),
                "a plain NumPy loop": lambda A=A: plain_epochs(A, y, 0.01, 20, 200),
                "sklearn MLPClassifier without layers": lambda A=A: network(A),
            },
        )
        trace = results["fewidgets: minibatch_gradient_descent"]
        W, costs, wrong = results["a plain NumPy loop"]
        np.testing.assert_allclose(trace.final.weights, W, atol=1e-12)
        np.testing.assert_allclose(trace.costs[1:], costs, rtol=1e-10)
        assert trace.misclassifications[1:].tolist() == wrong
        traces.append(trace)
        # After each epoch the trace takes the gradient over all examples besides, which neither of the two computes.
        assert holds(ratios["a plain NumPy loop"], 0.7)
        assert holds(ratios["sklearn MLPClassifier without layers"], 0.5)
    pixels, edges_trace = traces
    assert edges_trace.final.misclassifications < pixels.final.misclassifications - 150

    ratios, _ = table.compare(
        "2 epochs, edges",
        3,
        memory=True,
        **{
            "fewidgets: minibatch_gradient_descent": lambda: ours(edges, 2),
            # Ten costs of two classes instead of one of ten, and a step for each example.
            "sklearn SGDClassifier": lambda: SGDClassifier(
                loss="log_loss", penalty=None, learning_rate="constant", eta0=0.01, max_iter=2, tol=None
            ).fit(edges, y),
        },
    )
    assert holds(ratios["sklearn SGDClassifier"], 2)


def test_several_classes_to_the_minimum(table):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(2000, 20))
    y = np.argmax(X @ rng.normal(size=(20, 4)) + 3 * rng.gumbel(size=(2000, 4)), axis=1)
    cost = MulticlassSoftmax(X, y)
    ratios, results = table.compare(
        "4 classes, 2,000×20, to rounding",
        7,
        **{
            "fewidgets: newton": lambda: newton(MulticlassSoftmax(X, y), np.zeros((21, 4))),
            "sklearn newton-cholesky, C=inf": lambda: LogisticRegression(C=np.inf, solver="newton-cholesky", tol=1e-8).fit(
                X, y
            ),
            "scipy minimize, BFGS": lambda: minimize(
                lambda w: cost.value(w.reshape(21, 4)),
                np.zeros(84),
                jac=lambda w: cost.gradient(w.reshape(21, 4)).ravel(),
                options={"gtol": 1e-8},
            ),
        },
    )
    trace, model, found = results.values()
    lowest = min(trace.costs[-1], found.fun)
    peer = cost.value(np.vstack([model.intercept_, model.coef_.T]))
    for name, value in zip(results, (trace.costs[-1], peer, found.fun), strict=True):
        table.error(name, value - lowest)
    assert trace.costs[-1] <= lowest + 1e-13
    assert holds(ratios["scipy minimize, BFGS"], 1)

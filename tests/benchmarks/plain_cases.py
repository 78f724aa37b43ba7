"""Each plain form beside its fast form on the same data: at the size of a lesson, then at a user's size.

Where a plain form would take minutes at a user's size, that size is smaller here, and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from mlxtend.data import boston_housing_data
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression

from fewidgets import algorithms as fast
from fewidgets.algorithms import plain
from fewidgets.data import load_credit, load_lecture_points, load_mnist, load_reviews, make_vowels


class Pair(NamedTuple):
    """A fast and a plain form on the same data, which `size` describes."""

    size: str
    fast: Callable[[], Any]
    plain: Callable[[], Any]


Case = Callable[[], Iterator[Pair]]
#: A case for each plain form, by name; it makes the pair for the lesson, and then the one for the user.
CASES: dict[str, Case] = {}
BOSTON, CREDIT, MANY = "Boston, 506×13", "credit, 1,000×20", "20,000×784"


def case(make: Case) -> Case:
    """Add a case; its function has the plain form's name."""
    CASES[make.__name__] = make
    return make


@cache
def boston():
    X, y = boston_housing_data()
    return fast.StandardNormalizer().fit_transform(X), (y - y.mean()) / y.std()


@cache
def credit():
    data = load_credit()
    return fast.StandardNormalizer().fit_transform(data.X), data.y


@cache
def digits():
    return load_mnist().X.astype(np.float64).reshape(-1, 28, 28)


@cache
def many(P=20_000, N=784):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(P, N))
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    return X, X[:, :20] @ rng.normal(size=min(N, 20)) + 3 * rng.normal(size=P)


def two_classes(P=20_000, N=784):
    X, y = many(P, N)
    return X, np.where(y > np.median(y), 1.0, -1.0)


@cache
def photograph():
    return np.cumsum(np.random.default_rng(0).normal(size=(1200, 1800)), axis=1)


@cache
def corpus():
    rng = np.random.default_rng(0)
    words = np.array(["".join(rng.choice(list("abcdefghijklmnopqrst"), size=7)) for _ in range(3000)])
    return [" ".join(words[np.minimum(rng.zipf(1.4, size=60) - 1, 2999)]) for _ in range(10_000)]


@case
def one_hot():
    values = ["O", "A", "B", "AB"] * 250
    yield Pair("1,000 values of 4", lambda: fast.one_hot(values), lambda: plain.one_hot(values))
    values = [f"code {n * n % 101}" for n in range(100_000)]
    yield Pair("100,000 values of 51", lambda: fast.one_hot(values), lambda: plain.one_hot(values))


@case
def bag_of_words():
    bag = fast.bag_of_words(load_reviews())
    stop_words = {word for word, stop in zip(bag.words, bag.word_stops, strict=True) if stop}
    for size, documents in (("24 reviews", list(load_reviews())), ("10,000 documents", corpus())):
        yield Pair(
            size,
            lambda documents=documents: fast.bag_of_words(documents).unit_vectors(),
            lambda documents=documents: plain.bag_of_words(documents, stop_words, fast.stem),
        )


@case
def spam_features():
    empty = fast.spam_features("")
    short = ["FREE money!! Act now: " + document for document in load_reviews()]
    long = [" ".join(corpus()[4 * n : 4 * n + 4]) for n in range(1000)]
    for size, texts in (("24 short mails", short), ("1,000 mails of 2 kB", long)):
        yield Pair(
            size,
            lambda texts=texts: fast.spam_features(texts),
            lambda texts=texts: [plain.spam_features(text, empty.words, empty.characters) for text in texts],
        )


@case
def edge_maps():
    images = digits()[::5]
    yield Pair("1,000 digits", lambda: fast.edge_maps(images), lambda: [plain.edge_maps(image) for image in images])
    yield Pair("2 megapixels", lambda: fast.edge_maps(photograph()), lambda: plain.edge_maps(photograph()))


@case
def edge_histogram():
    images = digits()
    yield Pair("5,000 digits", lambda: fast.edge_histogram(images), lambda: [plain.edge_histogram(image) for image in images])
    yield Pair("2 megapixels", lambda: fast.edge_histogram(photograph()), lambda: plain.edge_histogram(photograph()))


@case
def block_edge_histogram():
    images = digits()[::5]
    yield Pair(
        "1,000 digits",
        lambda: fast.block_edge_histogram(images),
        lambda: [plain.block_edge_histogram(image) for image in images],
    )
    yield Pair(
        "2 megapixels",
        lambda: fast.block_edge_histogram(photograph(), patch=8, block=2),
        lambda: plain.block_edge_histogram(photograph(), patch=8, block=2),
    )


@case
def spectrum():
    sound, rate = make_vowels().samples, make_vowels().sample_rate
    short, long = sound[:3200], sound[:16_000]
    yield Pair("0.2 s of vowels", lambda: fast.spectrum(short, rate), lambda: plain.spectrum(short, rate))
    yield Pair("1 s (60 s: hours)", lambda: fast.spectrum(long, rate), lambda: plain.spectrum(long, rate))


@case
def spectrogram():
    sound, rate = make_vowels().samples, make_vowels().sample_rate
    yield Pair("1.2 s of vowels", lambda: fast.spectrogram(sound, rate), lambda: plain.spectrogram(sound, rate))
    long = np.tile(sound, 8)
    yield Pair("10 s (60 s: 20 s)", lambda: fast.spectrogram(long, rate), lambda: plain.spectrogram(long, rate))


def scaling(transformer, plain_form, X, size):
    return Pair(size, lambda: transformer().fit_transform(X), lambda: plain_form(X))


@case
def standard_normalize():
    yield scaling(fast.StandardNormalizer, plain.standard_normalize, boston()[0], BOSTON)
    yield scaling(fast.StandardNormalizer, plain.standard_normalize, many()[0], MANY)


@case
def min_max_normalize():
    yield scaling(fast.MinMaxNormalizer, plain.min_max_normalize, boston()[0], BOSTON)
    yield scaling(fast.MinMaxNormalizer, plain.min_max_normalize, many()[0], MANY)


@case
def mean_impute():
    for X, size in ((boston()[0], BOSTON), (many()[0], MANY)):
        gaps = np.where(np.random.default_rng(1).random(X.shape) < 0.01, np.nan, X)
        yield scaling(fast.MeanImputer, plain.mean_impute, gaps, size)


@case
def pca_sphere():
    yield scaling(fast.PCASphering, plain.pca_sphere, boston()[0], BOSTON)
    yield scaling(fast.PCASphering, plain.pca_sphere, many()[0], MANY)


def costs(fast_cost, plain_cost, X, y, size):
    w = np.full(X.shape[1] + 1, 0.01)

    def run_fast():
        cost = fast_cost(X, y)
        return [(cost.value(w), cost.gradient(w)) for _ in range(10)]

    def run_plain():
        value, gradient, _ = plain_cost(X, y)
        return [(value(w), gradient(w)) for _ in range(10)]

    return Pair(f"{size}, 10 points", run_fast, run_plain)


@case
def least_squares():
    yield costs(fast.LeastSquares, plain.least_squares, *boston(), BOSTON)
    yield costs(fast.LeastSquares, plain.least_squares, *many(), MANY)


@case
def softmax():
    yield costs(fast.Softmax, plain.softmax, *credit(), CREDIT)
    yield costs(fast.Softmax, plain.softmax, *two_classes(), MANY)


@case
def gradient_descent():
    for X, y, steps, size in ((*credit(), 100, CREDIT), (*two_classes(), 10, MANY)):
        start = np.zeros(X.shape[1] + 1)
        yield Pair(
            f"{size}, {steps} steps",
            lambda X=X, y=y, s=start, n=steps: fast.gradient_descent(fast.Softmax(X, y), s, 0.1, n),
            lambda X=X, y=y, s=start, n=steps: plain.gradient_descent(plain.softmax(X, y)[1], s, 0.1, n),
        )


@case
def newton():
    for X, y, size in ((*credit(), CREDIT), (*two_classes(20_000, 200), "20,000×200")):
        start = np.zeros(X.shape[1] + 1)
        yield Pair(
            f"{size}, 4 steps",
            lambda X=X, y=y, s=start: fast.newton(fast.Softmax(X, y), s, 4, tolerance=0),
            lambda X=X, y=y, s=start: plain.newton(*plain.softmax(X, y)[1:], s, 4),
        )


@case
def boost():
    X, y = boston()
    yield Pair(f"{BOSTON}, 13 rounds", lambda: fast.boost(X, y), lambda: plain.boost(X, y, 13))
    more, out = many()
    yield Pair(f"{MANY}, 5 rounds", lambda: fast.boost(more, out, rounds=5), lambda: plain.boost(more, out, 5))


@case
def boost_softmax():
    for X, y, rounds, size in ((*credit(), 10, CREDIT), (*two_classes(5000, 100), 3, "5,000×100")):
        yield Pair(
            f"{size}, {rounds} rounds",
            lambda X=X, y=y, M=rounds: fast.boost(X, y, rounds=M, cost="softmax"),
            lambda X=X, y=y, M=rounds: plain.boost_softmax(X, y, M),
        )


@case
def forward_selection():
    for X, y, size in ((*boston(), BOSTON), (*many(2000, 30), "2,000×30")):
        yield Pair(size, lambda X=X, y=y: fast.forward_selection(X, y), lambda X=X, y=y: plain.forward_selection(X, y))


@case
def backward_elimination():
    for X, y, size in ((*boston(), BOSTON), (*many(2000, 30), "2,000×30")):
        yield Pair(size, lambda X=X, y=y: fast.backward_elimination(X, y), lambda X=X, y=y: plain.backward_elimination(X, y))


@case
def greedy_subset():
    for X, y, size in ((*boston(), BOSTON), (*many(2000, 30), "2,000×30")):
        yield Pair(size, lambda X=X, y=y: fast.greedy_subset(X, y), lambda X=X, y=y: plain.greedy_subset(X, y, X.shape[1]))


@case
def best_subset():
    for X, y, size in ((boston()[0][:, 3:], boston()[1], "Boston, 10 features"), (*many(500, 13), "500×13 (20: minutes)")):
        yield Pair(size, lambda X=X, y=y: fast.best_subset(X, y), lambda X=X, y=y: plain.best_subset(X, y))


def search(run_fast, run_plain, N):
    values = np.random.default_rng(0).normal(size=N).tolist()

    def J(Y):
        return max(values[n] for n in Y)

    return Pair(f"{N} features", lambda: run_fast(J, N), lambda: run_plain(J, N))


@case
def sequential_forward_selection():
    yield search(fast.sequential_search, plain.sequential_forward_selection, 4)
    yield search(fast.sequential_search, plain.sequential_forward_selection, 100)


def backward(J, N):
    return fast.sequential_search(J, N, direction="backward")


@case
def sequential_backward_selection():
    yield search(backward, plain.sequential_backward_selection, 4)
    yield search(backward, plain.sequential_backward_selection, 100)


@case
def bidirectional_search():
    yield search(fast.bidirectional_search, plain.bidirectional_search, 4)
    yield search(fast.bidirectional_search, plain.bidirectional_search, 100)


@case
def forward_fit():
    points = load_lecture_points()
    for X, y, size in ((points.X ** np.arange(5), points.y, "lecture, 20×5"), (*many(), MANY)):
        yield Pair(f"{size}, 10 rounds", lambda X=X, y=y: fast.forward_fit(X, y), lambda X=X, y=y: plain.forward_fit(X, y, 10))


@case
def myopic_forward_fit():
    points = load_lecture_points()
    for X, y, size in ((points.X ** np.arange(5), points.y, "lecture, 20×5"), (*many(), MANY)):
        yield Pair(
            f"{size}, 10 rounds",
            lambda X=X, y=y: fast.myopic_forward_fit(X, y),
            lambda X=X, y=y: plain.myopic_forward_fit(X, y, 10),
        )


@case
def l1_path():
    for X, y, K, sweeps, size in ((*boston(), 50, 100, BOSTON), (*many(2000, 50), 10, 50, "2,000×50")):
        lambdas = np.linspace(0, fast.l1_path(X, y).lambda_max, K)
        yield Pair(
            f"{size}, {K} λ",
            lambda X=X, y=y, grid=lambdas: fast.l1_path(X, y, lambdas=grid),
            lambda X=X, y=y, grid=lambdas, sweeps=sweeps: plain.l1_path(X, y, grid, sweeps),
        )


@case
def l1_gradient_descent():
    for X, y, K, steps, size in ((*boston(), 50, 500, BOSTON), (*many(5000, 100), 10, 100, "5,000×100")):
        lambdas = np.linspace(0, 1, K)

        def run_plain(X=X, y=y, steps=steps, lambdas=lambdas):
            gradient, start = plain.least_squares(X, y)[1], np.zeros(X.shape[1] + 1)
            return [plain.l1_gradient_descent(gradient, start, lam, 0.01, steps) for lam in lambdas]

        yield Pair(
            f"{size}, {K} λ",
            lambda X=X, y=y, n=steps, grid=lambdas: fast.l1_gradient_descent(X, y, grid, steps=n, step_length=0.01),
            run_plain,
        )


@case
def ridge():
    for X, y, size in ((*boston(), BOSTON), (*many(300, 2000), "300×2,000")):
        yield Pair(size, lambda X=X, y=y: fast.ridge(X, y, 0.1), lambda X=X, y=y: plain.ridge(X, y, 0.1))


@case
def kernel_ridge():
    points = load_lecture_points()
    for X, y, size in ((points.X, points.y, "lecture, 20×1"), (*many(2000, 50), "2,000×50")):

        def kernel(X, Z):
            return (X @ Z.T / X.shape[1] + 1) ** 2

        yield Pair(
            size,
            lambda X=X, y=y: fast.kernel_ridge(X, y, 1.0, kernel="polynomial", degree=2, reduction="sum"),
            lambda X=X, y=y: plain.kernel_ridge(X, y, 1.0, kernel),
        )


@case
def polynomial_features():
    for X, degree, size in ((boston()[0], 2, BOSTON), (many(20_000, 10)[0], 4, "20,000×10")):
        yield Pair(
            f"{size}, degree {degree}",
            lambda X=X, D=degree: fast.polynomial_features(X, D),
            lambda X=X, D=degree: plain.polynomial_features(X, D),
        )


@case
def pearson_scores():
    for X, y, size in ((*boston(), BOSTON), (*many(), MANY)):
        yield Pair(size, lambda X=X, y=y: fast.pearson_scores(X, y), lambda X=X, y=y: plain.pearson_scores(X, y))


@case
def single_feature_losses():
    for X, y, size in ((*boston(), BOSTON), (*many(), MANY)):
        yield Pair(size, lambda X=X, y=y: fast.single_feature_losses(X, y), lambda X=X, y=y: plain.single_feature_losses(X, y))


@case
def mutual_information():
    numbers, labels = two_classes()
    codes = np.clip(np.round(2 * numbers), -4, 5).astype(int)
    for X, y, size in ((*credit(), CREDIT), (codes, labels, f"{MANY}, 10 levels")):
        yield Pair(size, lambda X=X, y=y: fast.mutual_information(X, y), lambda X=X, y=y: plain.mutual_information(X, y))


@case
def permutation_importance():
    forest, linear = RandomForestClassifier(50, random_state=0), LogisticRegression()
    for model, X, y, size in (
        (forest, *credit(), "credit, a forest"),
        (linear, *two_classes(20_000, 20), "20,000×20, linear"),
    ):
        predict = model.fit(X, y).predict
        yield Pair(
            f"{size}, twice",
            lambda X=X, y=y, predict=predict: fast.permutation_importance(predict, X, y, repeats=2),
            lambda X=X, y=y, predict=predict: plain.permutation_importance(predict, X, y, repeats=2),
        )


@case
def impurity_importance():
    for X, y, trees, size in ((*credit(), 100, CREDIT), (*two_classes(10_000, 10), 10, "10,000×10")):
        forest = RandomForestClassifier(trees, random_state=0).fit(X, y)
        yield Pair(
            f"{size}, {trees} trees",
            lambda forest=forest: fast.impurity_importance(forest),
            lambda forest=forest: plain.impurity_importance(forest),
        )

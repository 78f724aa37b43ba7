"""What lesson 9.2.1–9.2.2 says is true, and what it names is on screen."""

import numpy as np
import pytest

from fewidgets import BagOfWordsViewer
from fewidgets.algorithms import Softmax, bag_of_words, newton
from fewidgets.data import load_reviews, load_spambase

SETS = {"48 words": 48, "words + characters": 54, "all 57 features": 57}


@pytest.fixture(scope="module")
def spam():
    return load_spambase()


@pytest.fixture(scope="module")
def runs(spam):
    return {name: newton(Softmax(spam.X[:, :n], spam.y), np.zeros(n + 1), 15) for name, n in SETS.items()}


def test_reviews_2_and_14_are_the_nearest_of_different_opinions():
    reviews = load_reviews()
    bags = bag_of_words(reviews.documents)
    correlations = np.where(reviews.y[:, None] == reviews.y, -1, bags.correlations())
    assert np.unravel_index(np.argmax(correlations), correlations.shape) == (1, 13)
    assert BagOfWordsViewer(reviews, pair=(1, 13)).selected == ("actor", "stori")
    assert bags.correlations()[0, 12] == 0
    assert list(reviews.y) == sorted(reviews.y, reverse=True)


def test_the_runs_keep_their_order_from_the_first_step_on(runs):
    counts = np.array([run.misclassifications for run in runs.values()])
    assert (counts[:, 0] == 4601).all()
    assert (np.diff(counts[:, 1:], axis=0) < 0).all()
    for run in runs.values():
        assert run.best.misclassifications < run.final.misclassifications
        assert run.costs.argmin() >= len(run.costs) - 4
        assert (np.diff(run.costs) <= 1e-12).all()


def test_more_features_help_on_held_out_emails_too(spam):
    held_out = np.arange(len(spam.y)) % 3 == 0
    wrong = []
    for n in SETS.values():
        X = spam.X[:, :n]
        weights = newton(Softmax(X[~held_out], spam.y[~held_out]), np.zeros(n + 1)).final.weights
        wrong.append(Softmax(X[held_out], spam.y[held_out]).misclassifications(weights))
    assert wrong == sorted(wrong, reverse=True)
    assert len(set(wrong)) == 3

"""The sets that come inside this package have the properties that they are there for."""

from itertools import combinations

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import LeaveOneOut, cross_val_score

from fewidgets import BagOfWordsViewer, data
from fewidgets.algorithms import backward_elimination, bag_of_words, best_subset, forward_selection


@pytest.mark.parametrize("load", [data.load_reviews, data.load_lecture_points, data.load_locked_in, data.load_uneven])
def test_each_names_its_origin_and_is_known(load):
    loaded = load()
    for text in (loaded.description, loaded.source, loaded.license):
        assert text.strip() == text != ""
    assert data.is_available(loaded.name)
    assert load() is loaded


def correlations(matrix):
    unit = matrix / np.linalg.norm(matrix, axis=1, keepdims=True)
    return unit @ unit.T


def test_opposite_reviews_share_fewer_words():
    corpus = data.load_reviews()
    assert corpus.y.tolist() == [1] * 12 + [-1] * 12
    assert len(set(corpus)) == len(corpus) == 24
    counts = bag_of_words(corpus).counts.to_dense()
    assert counts[0] @ counts[12] == 0
    assert (counts.sum(axis=1) > 3).all()
    # By scikit-learn's counts, with its own list of stop words.
    C = correlations(CountVectorizer(stop_words="english").fit_transform(corpus.documents).toarray().astype(float))
    assert C[0, 12] == 0
    alike = corpus.y[:, None] == corpus.y
    within = C[alike & ~np.eye(24, dtype=bool)].mean()
    assert C[~alike].mean() < within / 2
    assert C[~alike].min() == 0 < C[~alike].max()


@pytest.mark.slow
def test_opinions_can_be_learnt_from_words():
    corpus = data.load_reviews()
    words = CountVectorizer().fit_transform(corpus.documents)
    scores = cross_val_score(LogisticRegression(C=10), words, corpus.y, cv=LeaveOneOut())
    assert scores.mean() > 0.75


def test_a_corpus_goes_where_a_list_of_texts_goes():
    corpus = data.load_reviews()
    assert corpus[:2] == corpus.documents[:2]
    assert "24 documents" in repr(corpus)
    assert BagOfWordsViewer(corpus).documents[0] == corpus[0]
    with pytest.raises(ValueError, match="read-only"):
        corpus.y[0] = 5


def test_the_twelve_people_give_the_slides_table():
    people = data.load_locked_in()
    assert people.X.shape == (12, 5)

    def error(features):
        columns = people.X[:, list(features)]
        return float(((people.y - LinearRegression().fit(columns, people.y).predict(columns)) ** 2).sum())

    def names(features):
        return {people.feature_names[n] for n in features}

    best = {k: min(combinations(range(5), k), key=error) for k in range(1, 5)}
    greedy = []
    for _ in range(4):
        greedy.append(min(set(range(5)) - set(greedy), key=lambda n: error([*greedy, n])))
    slide = [
        ({"age"}, {"age"}),
        ({"age", "weight"}, {"age", "weight"}),
        ({"age", "weight", "height"}, {"age", "weight", "height"}),
        ({"age", "weight", "income", "zip_code"}, {"age", "weight", "height", "income"}),
    ]
    assert [(names(best[k]), names(greedy[:k])) for k in range(1, 5)] == slide
    # Not by a hair: every choice wins by a quarter, and the greedy subset of four has over four times the error.
    for k in range(1, 4):
        errors = sorted(map(error, combinations(range(5), k)))
        assert errors[1] > 1.25 * errors[0]
    assert error(greedy) > 4 * error(best[4])
    # Our own searches agree, and elimination from above reaches the best four.
    assert names(np.flatnonzero(best_subset(people.X, people.y).selected[4])) == slide[3][0]
    assert list(forward_selection(people.X, people.y).order)[:4] == greedy
    assert names(backward_elimination(people.X, people.y).order[:1]) == {"height"}


def test_the_lectures_points():
    points = data.load_lecture_points()
    assert points.X.shape == (20, 1)
    assert (np.diff(points.X[:, 0]) > 0).all()
    # Forward fitting's first row as the lecture prints it: degree 0, weight +1.089, J = 0.874.
    weight = points.y.mean()
    assert f"{weight:+.3f} {((points.y - weight) ** 2).sum() / 2:.3f}" == "+1.089 0.874"

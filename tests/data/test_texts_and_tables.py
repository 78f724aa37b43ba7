"""The sets that come inside this package, and the photographs, have the properties that they are there for."""

from itertools import combinations

import numpy as np
import pytest
from sklearn.datasets import load_sample_image
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import LeaveOneOut, cross_val_score

from fewidgets import BagOfWordsViewer, EdgeHistogramViewer, data
from fewidgets.algorithms import backward_elimination, bag_of_words, best_subset, edge_maps, forward_selection, to_gray


@pytest.mark.parametrize(
    "load", [data.load_reviews, data.load_photograph, data.load_lecture_points, data.load_locked_in, data.load_uneven]
)
def test_each_names_its_origin_and_is_known(load):
    loaded = load()
    for text in (loaded.description, loaded.source, loaded.license):
        assert text.strip() == text != ""
    assert data.is_available(loaded.name if loaded.name != "china" else "photograph")
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


@pytest.mark.parametrize("name", ["china", "flower"])
def test_photographs_are_scikit_learns(name):
    photograph = data.load_photograph(name)
    np.testing.assert_array_equal(photograph.pixels, load_sample_image(f"{name}.jpg"))
    assert not photograph.pixels.flags.writeable
    assert "CC BY" in photograph.license
    assert np.array(photograph, copy=True).flags.writeable
    assert np.asarray(photograph, dtype=float).dtype == float
    # What Figure 9.8 is there to show: strong edges are a small part of a natural picture.
    edges = edge_maps(to_gray(photograph.pixels)).strengths
    assert (edges > 0.25 * edges.max()).mean() < 0.25


def test_photographs_go_where_pictures_go():
    photograph = data.load_photograph()
    np.testing.assert_array_equal(to_gray(photograph), to_gray(photograph.pixels))
    assert "427" in EdgeHistogramViewer(photograph).caption
    with pytest.raises(ValueError, match=r"name must be 'china' or 'flower'; got 'chian'; did you mean 'china'\?"):
        data.load_photograph("chian")
    for name, seen in ((3, "got 3"), (10**5000, "got a very large number")):
        with pytest.raises(ValueError, match=f"name must be .*; {seen}"):
            data.load_photograph(name)


def test_health_features_have_the_slides_ranges():
    people = data.make_health(20_000, seed=4)
    low, high = people.X.min(axis=0), people.X.max(axis=0)
    assert (low >= [0, 0, 0, 0, 10_000]).all()
    assert (high <= [95, 7, 300, 2, 250_000]).all()
    assert (high - low >= 0.75 * np.array([95, 7, 300, 2, 240_000])).all()
    np.testing.assert_array_equal(data.make_health(seed=3).X, data.make_health(seed=3).X)
    model = LinearRegression().fit(people.X, people.y)
    np.testing.assert_allclose(model.coef_[[0, 2, 3, 4]], [0.4, 0.08, 5, -2e-5], rtol=0.1)
    np.testing.assert_allclose(np.std(people.y - model.predict(people.X)), 6, rtol=0.03)
    with pytest.raises(ValueError, match="count must be an integer of at least 2; got 1"):
        data.make_health(1)


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

"""What lesson 9.2.1–9.2.2 says is true, and what it names is on screen."""

import numpy as np
import pytest

from fewidgets import BagOfWordsViewer, OneHotViewer
from fewidgets.algorithms import Softmax, bag_of_words, newton, spam_features, stem
from fewidgets.data import load_auto_mpg, load_reviews, load_spambase
from fewidgets.exercises.cars.held_out import held_out_errors, standard_error
from tests.lessons.cars import least_squares
from tests.lessons.lesson import lesson

NAME = "9.2.1_categories_and_text"
SETS = {"48 words": 48, "words + characters": 54, "all 57 features": 57}
CYLINDERS, YEAR, ORIGIN = 0, 5, 6


@pytest.fixture(scope="module")
def spam():
    return load_spambase()


@pytest.fixture(scope="module")
def runs(spam):
    return {name: newton(Softmax(spam.X[:, :n], spam.y), np.zeros(n + 1), 15) for name, n in SETS.items()}


def test_between_a_and_b_ab_is_fair_and_b_is_farthest_from_o():
    w = OneHotViewer(order=["O", "A", "AB", "B"], reference="O")
    assert "3 to B" in w.caption
    w.reference = "AB"
    assert "1 to A and B" in w.caption


def test_reviews_2_and_14_are_the_nearest_of_different_opinions():
    reviews = load_reviews()
    bags = bag_of_words(reviews.documents)
    correlations = np.where(reviews.y[:, None] == reviews.y, -1, bags.correlations())
    assert np.unravel_index(np.argmax(correlations), correlations.shape) == (1, 13)
    assert BagOfWordsViewer(reviews, pair=(1, 13)).selected == ("actor", "stori")
    assert bags.correlations()[0, 12] == 0
    assert list(reviews.y) == sorted(reviews.y, reverse=True)


def test_reviews_of_the_same_opinion_are_more_alike():
    reviews = load_reviews()
    correlations, same = bag_of_words(reviews.documents).correlations(), reviews.y[:, None] == reviews.y
    others = ~np.eye(len(reviews.y), dtype=bool)
    assert f"{correlations[same & others].mean():.2f} {correlations[~same].mean():.2f}" == "0.16 0.02"
    assert (reviews.y[np.where(others, correlations, -1).argmax(axis=1)] == reviews.y).all()


def test_stems_make_the_mistakes_that_are_named():
    assert stem("import") == stem("important")
    assert stem("several") == stem("severe")
    assert stem("learn") not in {stem("learner"), stem("unlearn")}


def test_each_chinese_character_counts_as_a_word():
    assert bag_of_words(["我爱狗", "我爱猫"]).correlations()[0, 1] == pytest.approx(2 / 3)


def test_the_runs_keep_their_order_from_the_first_step_on(runs):
    counts = np.array([run.misclassifications for run in runs.values()])
    assert (counts[:, 0] == 4601).all()
    assert (np.diff(counts[:, 1:], axis=0) < 0).all()
    assert counts.min(axis=1).tolist() == [369, 332, 308]
    assert [run.best.step for run in reversed(runs.values())] == [7, 8, 7]
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


def test_the_words_that_speak_most_against_spam_are_those_named(runs):
    mail = next(cell.source for cell in lesson(NAME).cells if "Hi George" in cell.source)
    features = spam_features(mail.partition('mail="')[2].partition('"')[0])
    added = features.X[0] * runs["all 57 features"].best.weights[1:]
    names = [features.feature_names[n].removeprefix("word_freq_") for n in np.argsort(added)[:4]]
    assert names == ["george", "meeting", "table", "lab"]


def _encoded(*categorical):
    """Leave out horsepower, and encode some columns one-hot, with the bins of the training cars."""

    def learn(X):
        bins = {column: np.unique(X[:, column]) for column in categorical}
        numbers = [column for column in (0, 1, 3, 4, 5, 6) if column not in bins]
        return lambda X: np.column_stack([X[:, numbers], *(X[:, [column]] == bins[column] for column in bins)])

    return learn


def _errors(*categorical, X_of=lambda X: X):
    learn = _encoded(*categorical)
    return held_out_errors(lambda X, y: _on(X_of, least_squares(learn=learn)(X_of(X), y)))


def _on(X_of, predict):
    return lambda new: predict(X_of(new))


def _with_europe_first(X):
    X = X.copy()
    X[:, ORIGIN] = np.array([0, 2, 1, 3])[X[:, ORIGIN].astype(int)]
    return X


def test_the_errors_on_the_cars_are_as_stated():
    code, one_hot, all_three = _errors(), _errors(ORIGIN), _errors(ORIGIN, YEAR, CYLINDERS)
    assert [f"{errors.mean():.2f}" for errors in (code, one_hot, all_three)] == ["3.39", "3.38", "3.08"]
    assert abs((one_hot - code).mean()) < 0.5 * standard_error(one_hot - code)
    assert (all_three - one_hot).mean() < -2 * standard_error(all_three - one_hot)
    assert f"{_errors(X_of=_with_europe_first).mean():.2f}" == "3.49"
    np.testing.assert_allclose(_errors(ORIGIN, X_of=_with_europe_first), one_hot)


def test_the_code_of_the_origin_is_in_the_order_of_the_means():
    cars = load_auto_mpg(with_gaps=True)
    assert [round(cars.y[cars.X[:, ORIGIN] == origin].mean()) for origin in (1, 2, 3)] == [20, 28, 30]
    counts = [len(np.unique(cars.X[:, column])) for column in (CYLINDERS, YEAR, ORIGIN)]
    assert sum(counts) - len(counts) == 18

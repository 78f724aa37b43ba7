"""The right answers of the labs' questions come out of NumPy, scikit-learn and brute force, too."""

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier
from sklearn.inspection import permutation_importance
from sklearn.linear_model import Lasso

from fewidgets.data import load_boston, make_line, make_many_valued
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.labs import round_of_the_copy


def truth(name):
    return question(name).kind.truth


def standardized(X):
    return (X - X.mean(axis=0)) / X.std(axis=0)


def curvatures(x):
    A = np.column_stack([np.ones(len(x)), x])
    return np.linalg.eigvalsh(2 / len(x) * A.T @ A)


@pytest.fixture(scope="module")
def districts():
    table = load_boston()
    return standardized(table.X), (table.y - table.y.mean()) / table.y.std()


def test_the_first_and_the_last_day_have_the_most_different_numbers():
    assert truth("L1 weekdays") == "Monday and Sunday"


def test_a_moved_triangle_has_the_same_gradients_in_other_places():
    image = np.zeros((28, 28))
    for row in range(8, 20):
        image[row, 6 : row - 1] = 255
    moved = np.roll(image, 3, axis=1)
    assert not np.array_equal(image, moved)
    gradients = [np.stack(np.gradient(each)) for each in (image, moved)]
    np.testing.assert_array_equal(*[np.sort(each.reshape(2, -1), axis=1) for each in gradients])
    strengths = [np.abs(each).sum(axis=0).reshape(4, 7, 4, 7).sum(axis=(1, 3)) for each in gradients]  # in blocks
    assert not np.allclose(*strengths)
    assert set(truth("L1 moved")) == {"The grey values of its pixels", "The edge histograms of its blocks"}


def test_the_disguised_mail_by_hand():
    before, after = "FREE tickets! Call now", "fr33 tickets! Call now"
    assert before.count("!") == after.count("!")
    assert len(before) == len(after)
    assert "free" not in after.lower().split()
    assert set(truth("L1 disguised")) == {"The share of the word free", "The longest run of capitals"}


def test_twice_the_best_step_length_leads_back_to_the_start():
    line = make_line()
    A = np.column_stack([np.ones(len(line.y)), standardized(line.X)])
    w, path = np.zeros(2), []
    for _ in range(4):
        path.append(w)
        w = w - 1.0 * 2 / len(line.y) * A.T @ (A @ w - line.y)
    np.testing.assert_allclose([path[2], path[3]], [path[0], path[1]], atol=1e-12)
    np.testing.assert_allclose(path[0] - 0.5 * 2 / len(line.y) * A.T @ -line.y, np.linalg.lstsq(A, line.y, rcond=None)[0])
    assert "swings" in truth("L2 twice on circles")


def test_the_longest_step_in_millimetres():
    centimetres = 10 * make_line().X[:, 0]
    ratio = curvatures(10 * centimetres)[-1] / curvatures(centimetres)[-1]
    assert 90 < ratio < 110
    assert truth("L2 millimetres") == "100 times as short"


def test_the_valley_over_years_is_longer():
    years = np.arange(1990.0, 2021.0)
    far, near = (curvatures(x)[-1] / curvatures(x)[0] for x in (years, years - 1990))
    assert far > 1e5 * near
    assert truth("L2 years") == "The years since 1990"


def test_boosting_takes_the_copy_of_the_winner_late(districts):
    X, y = districts
    winner = np.argmax(np.abs(X.T @ y))
    assert load_boston().feature_names[winner] == "LSTAT"
    X = np.column_stack([X, X[:, winner]])
    residual, taken = y.copy(), []
    while len(taken) < X.shape[1]:
        left = [n for n in range(X.shape[1]) if n not in taken]
        gains = {n: (X[:, n] @ residual) ** 2 for n in left}
        taken.append(max(gains, key=gains.get))
        residual = residual - X[:, taken[-1]] * (X[:, taken[-1]] @ residual) / len(y)
    rounds = sorted(1 + taken.index(n) for n in (winner, X.shape[1] - 1))
    assert rounds == [1, round_of_the_copy()]
    assert rounds[1] > 2
    assert "later" in truth("L3 copy of the winner")


def test_the_last_feature_of_the_lasso_is_the_first_of_boosting(districts):
    X, y = districts
    strongest = np.argmax(np.abs(X.T @ y))
    largest = np.abs(X.T @ y).max() / len(y)
    assert np.flatnonzero(Lasso(alpha=0.98 * largest).fit(X, y).coef_).tolist() == [strongest]
    assert truth("L3 last one left") == "The one that boosting takes first"


def test_only_the_impurity_rises_with_the_number_of_values():
    importances = []
    for count in (2, 100):
        data = make_many_valued(180, relevance=0.3, seed=7)
        X = np.column_stack([data.X, np.floor(np.random.default_rng(7).random(180) * count)])
        held_out = np.arange(180) % 3 == 1
        forest = RandomForestClassifier(60, random_state=7).fit(X[~held_out], data.y[~held_out])
        found = permutation_importance(forest, X[held_out], data.y[held_out], n_repeats=10, random_state=7)
        importances.append((forest.feature_importances_[-1], found.importances_mean[-1]))
    assert importances[1][0] > 2 * importances[0][0]
    assert importances[1][1] < importances[0][1] + 0.05
    assert truth("L3 random column") == "Only the decrease in impurity"

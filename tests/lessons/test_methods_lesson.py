"""What the lesson that compares all methods says is true, and what it names is on screen."""

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier

from fewidgets.algorithms import compare_selectors
from fewidgets.data import load_credit

LESSON = "which_method_when"


@pytest.fixture(scope="module")
def found():
    credit = load_credit()

    def forest(X, y):
        return RandomForestClassifier(50, random_state=0).fit(X, y)

    return compare_selectors(credit.X, credit.y, cost="softmax", forest=forest, feature_names=credit.feature_names)


def test_what_it_says_of_the_table_of_five_features(found):
    chosen = [set(found.at(name, 5)) for name in found.names]
    assert all({"account_balance", "duration", "payment_status"} <= features for features in chosen)
    close = np.abs(found.mean[:, 4] - np.median(found.mean[:, 4])) < np.median(found.standard_error[:, 4])
    assert close.mean() > 0.7
    impurity = found.names.index("impurity importance")
    assert found.stability[:, 4].argmax() == impurity
    assert found.mean[:, 4].argmax() == impurity
    assert {"credit_amount", "age"} <= set(found.at("impurity importance", 5))


def test_what_it_says_of_differences(found):
    def ratio(one, other, size):
        a, b = (found.held_out[found.names.index(name), :, size - 1] for name in (one, other))
        return (b - a).mean() / ((b - a).std(ddof=1) / np.sqrt(len(a)))

    assert ratio("Pearson correlation", "best subset", 5) < 2
    assert ratio("Pearson correlation", "best subset", 10) > 3
    assert ratio("Pearson correlation", "impurity importance", 5) > 3


def test_a_ranking_is_more_stable_than_the_exhaustive_search(found):
    ranking, best = (found.names.index(name) for name in ("Pearson correlation", "best subset"))
    assert found.stability[ranking, 9] > 2 * found.stability[best, 9]

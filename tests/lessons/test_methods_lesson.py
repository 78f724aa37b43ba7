"""What the lesson that compares all methods says is true, and what it names is on screen."""

import numpy as np
import pytest
from sklearn.ensemble import RandomForestClassifier

from fewidgets.algorithms import boost, compare_selectors, greedy_subset
from fewidgets.data import load_credit
from fewidgets.exercises.bank.predictions.methods import leak
from fewidgets.exercises.cars.held_out import held_out_errors, parts
from fewidgets.exercises.cars.scores import difference
from tests.lessons.lesson import lesson
from tests.lessons.reading import cells, printed

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


def test_random_features_look_useful_only_when_all_rows_take_part():
    lines = [line.rsplit(" ", 1) for line in printed(LESSON).splitlines() if "held-out squared error" in line]
    mean, every, half = (float(number) for _, number in lines)
    assert every < 0.85 * mean < 1.1 * mean < half
    assert every / mean == pytest.approx(leak("all rows"), abs=0.01)
    assert half / mean == pytest.approx(leak("the training half"), abs=0.01)


def test_the_three_lists_differ_and_share_four_facts_nearly_always():
    credit = load_credit()
    three = ["boosting", "ℓ1 path", "backward elimination (SBS)"]
    run = compare_selectors(credit.X, credit.y, cost="softmax", names=three, size=5, feature_names=credit.feature_names)
    assert len({run.at(name, 5) for name in three}) == 3, "three methods, and three lists"
    always = np.array(run.feature_names)[(run.shares[:, 4] >= 0.8).all(axis=0)]
    assert set(always) == {"account_balance", "duration", "payment_status", "savings"}


def test_what_it_says_of_the_cars():
    source = next(cell.source for cell in lesson(LESSON).cells if cell.calls("score_cars")).partition("score_cars(")[0]
    said = " ".join(" ".join(cells(LESSON)).split())
    names = {"np": np, "boost": boost, "greedy_subset": greedy_subset}
    errors = {}
    for choice in ("ranking", "boosting", "greedy", "all"):
        kept = f'kept = five["{choice}"]' if choice != "all" else "kept = np.arange(35)"
        assert 'kept = five["ranking"]' in source
        exec(source.replace('kept = five["ranking"]', kept), names)
        errors[choice] = held_out_errors(names["fit"])
    means = {choice: f"{each.mean():.2f}" for choice, each in errors.items()}
    assert means == {"ranking": "3.72", "boosting": "2.96", "greedy": "2.95", "all": "2.91"}
    assert all(mean in said for mean in means.values())
    for better, worse in (("boosting", "ranking"), ("greedy", "boosting"), ("all", "greedy")):
        change, uncertain = difference(errors[worse], errors[better])
        assert f"{change:.2f} ± {uncertain:.2f}" in said


def test_the_ranking_takes_copies_in_every_part():
    def features(X):
        Z = (np.where(np.isnan(X), np.nanmean(X, axis=0), X) - np.nanmean(X, axis=0)) / np.nanstd(X, axis=0)
        return np.column_stack([Z, *(Z[:, i] * Z[:, j] for i in range(7) for j in range(i, 7))])

    for part in parts():
        r = [abs(np.corrcoef(column, part.y)[0, 1]) for column in features(part.X).T]
        assert {0, 1, 2, 3} <= set(np.argsort(r)[-5:].tolist())

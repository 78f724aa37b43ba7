"""A score is the held-out error that scikit-learn finds on the same parts, and it is kept beside earlier ones."""

import json
import os

import numpy as np
import pytest
from sklearn.linear_model import LinearRegression
from sklearn.metrics import root_mean_squared_error

from fewidgets import predict, predictions, score_cars
from fewidgets.data import load_auto_mpg
from fewidgets.exercises.cars.held_out import HELD_OUT, PARTS, rows, standard_error
from fewidgets.exercises.cars.scores import difference, recorded

KNOWN = [0, 1, 3, 4, 5]  # columns without gaps and codes


@pytest.fixture(autouse=True)
def beside_the_notebook(tmp_path, monkeypatch):
    monkeypatch.delenv("FEWIDGETS_PREDICTIONS", raising=False)
    monkeypatch.chdir(tmp_path)


def linear(*columns):
    def fit(X, y):
        def design(X):
            return np.column_stack([np.ones(len(X)), X[:, columns]])

        weights = np.linalg.lstsq(design(X), y, rcond=None)[0]
        return lambda new: design(new) @ weights

    return fit


def mean(X, y):
    return lambda new: np.full(len(new), y.mean())


def test_the_parts_are_random_and_share_no_car_with_what_is_held_out():
    assert len({tuple(held_out) for held_out, _ in rows()}) == PARTS
    for held_out, train in rows():
        assert len(held_out) == HELD_OUT
        assert sorted([*held_out, *train]) == list(range(398))


@pytest.mark.parametrize("columns", [[3], KNOWN])
def test_the_errors_are_those_of_scikit_learn(columns):
    cars = load_auto_mpg(with_gaps=True)
    expected = []
    for held_out, train in rows():
        model = LinearRegression().fit(cars.X[np.ix_(train, columns)], cars.y[train])
        expected.append(root_mean_squared_error(cars.y[held_out], model.predict(cars.X[np.ix_(held_out, columns)])))
    score = score_cars("9.1 some features", linear(*columns))
    np.testing.assert_allclose(score.errors, expected)
    assert score.error == pytest.approx(np.mean(expected))


def test_the_standard_error_is_corrected_for_cars_that_parts_share():
    values = np.random.default_rng(0).normal(size=PARTS)
    naive = values.std(ddof=1) / np.sqrt(PARTS)
    assert standard_error(values) == pytest.approx(naive * np.sqrt(1 + PARTS * HELD_OUT / (398 - HELD_OUT)))


def test_scores_are_kept_in_the_record_of_their_lesson_and_stand_beside_each_other(tmp_path):
    first = score_cars("9.1 the mean", mean)
    assert (first.earlier, first.notice) == ({}, "")
    assert "no clear change from predicting the mean for every car: 0.00 ± 0.00" in first.message
    second = score_cars("C2 five features", linear(*KNOWN))
    third = score_cars("9.3 weight", linear(3))
    assert list(third.earlier) == ["9.1 the mean", "C2 five features"], "in the order of the lessons"
    change, uncertain = difference(third.errors, second.errors)
    assert f"{change:.2f} ± {uncertain:.2f} worse than “C2 five features”" in third.message
    assert list(recorded()) == ["9.1 the mean", "9.3 weight", "C2 five features"]
    for line in repr(third).splitlines()[1:5]:
        assert line.split("  ")[0] in third._repr_html_()
    (line,) = (tmp_path / "9.3_feature_scaling.predictions.jsonl").read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["error"] == pytest.approx(third.error, abs=1e-4)


def test_a_later_score_of_the_same_name_takes_the_place_of_the_first():
    score_cars("9.1 weight", mean)
    again = score_cars("9.1 weight", linear(3))
    assert again.earlier == {}
    assert recorded()["9.1 weight"] == pytest.approx(again.errors, abs=1e-4)


def test_scores_and_predictions_share_a_record_and_do_not_meet():
    p = predict("9.5 covariance")
    p.show_without_predicting()
    score_cars("9.5 covariance", mean)
    assert predict("9.5 covariance").outcome == "shown"
    assert predictions().counts == {"9.5_sphering": {"right": 0, "wrong": 0, "shown": 1}}


def test_damaged_scores_are_left_out(tmp_path):
    good = {"name": "9.1 a", "outcome": "score", "errors": [3.0] * PARTS}
    damaged = [{"errors": [3.0]}, {"errors": [None] * PARTS}, {"errors": 3}, {"name": 1}, {"errors": [float("inf")] * PARTS}]
    lines = [json.dumps({**good, "name": "9.1 b", **each}) for each in damaged] + [json.dumps(good)]
    (tmp_path / "9.1_introduction.predictions.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert list(recorded()) == ["9.1 a"]


def test_what_cannot_be_saved_is_said_and_nothing_is_kept_where_none_is_wanted(tmp_path, monkeypatch):
    (tmp_path / "9.1_introduction.predictions.jsonl").mkdir()
    assert "could not be saved beside the notebook" in repr(score_cars("9.1 the mean", mean))
    monkeypatch.setenv("FEWIDGETS_PREDICTIONS", os.devnull)
    assert score_cars("9.1 the mean", mean).notice == ""


def test_nothing_that_fit_does_to_its_arguments_reaches_another_part():
    def fit(X, y):
        X[:], y[:] = 0, 0
        return lambda new: new.fill(0) or np.zeros(len(new))

    assert score_cars("9.1 zeros", fit).error > 20
    assert load_auto_mpg(with_gaps=True).X.any()


@pytest.mark.parametrize(
    ("fit", "error", "said"),
    [
        (3, TypeError, "fit must be a function"),
        (lambda X, y: None, TypeError, "fit must return a function that predicts; it returned nothing"),
        (lambda X, y: 3.0, TypeError, "it returned '3.0' \\(float\\)"),
        (lambda X, y: lambda new: "far", TypeError, "must return numbers; it returned 'far'"),
        (lambda X, y: lambda new: 3.0, ValueError, r"one number for each of the 119 cars, shape \(119,\); got shape \(\)"),
        (lambda X, y: lambda new: new, ValueError, r"got shape \(119, 7\)"),
        (lambda X, y: lambda new: new[:, 2], ValueError, "predicted nan for a car. The horsepower of this car is missing"),
        (lambda X, y: lambda new: new[:, 3] / 0, ValueError, "predicted inf for a car.$"),
        (lambda X, y: lambda new: 1e200 * new[:, 3], ValueError, r"predicted \d\.\d+e\+203 for a car"),
    ],
)
@pytest.mark.filterwarnings("ignore:divide by zero")
def test_what_is_not_a_prediction_is_refused(fit, error, said):
    with pytest.raises(error, match=said):
        score_cars("9.1 wrong", fit)
    assert recorded() == {}


@pytest.mark.parametrize("name", ["weight", "9.1", "", "weight 9.1"])
def test_a_name_begins_with_a_section(name):
    with pytest.raises(ValueError, match="name must be a section and an idea"):
        score_cars(name, mean)

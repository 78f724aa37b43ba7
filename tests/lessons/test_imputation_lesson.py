"""What lesson 9.4 says is true, and what it names is on screen."""

import numpy as np

from fewidgets import ImputationViewer
from fewidgets.algorithms import Softmax, StandardNormalizer, mean_impute, newton
from fewidgets.data import load_auto_mpg, load_breast_cancer_original
from fewidgets.exercises.cars.held_out import held_out_errors
from fewidgets.exercises.cars.scores import difference
from tests.lessons.reading import cells, printed

LESSON = "9.4_imputation"


def test_a_cars_weight_is_never_called_weight():
    for cell in cells(LESSON):
        assert "weight and horsepower" not in cell
        assert "*weight*" not in cell


def test_a_section_and_an_equation_are_told_apart():
    for cell in cells(LESSON):
        for place in range(len(cell)):
            if cell.startswith("(9.4)", place):
                assert cell[:place].endswith(("equation ", "equations ", r"\qquad ")), cell[place - 40 : place + 5]


def test_known_values_are_spread_wider_after_imputing_two_fifths():
    assert "1.29 times as wide" in "".join(cells(LESSON))
    assert round(0.6**-0.5, 2) == 1.29


def test_the_data_sets_have_the_sizes_and_gaps_of_the_text():
    older, cars = load_breast_cancer_original(), load_auto_mpg(with_gaps=True)
    gaps = np.isnan(older.X)
    assert older.X.shape == (699, 9)
    assert (gaps.sum(), gaps.any(axis=0).sum()) == (16, 1)
    assert (np.nanmin(older.X), np.nanmax(older.X)) == (1, 10)
    assert np.isnan(cars.X).sum(axis=0)[cars.feature_names.index("horsepower")] == np.isnan(cars.X).sum() == 6
    assert len(cars.X) == 398
    assert 0.9**7 < 0.5  # of the cars, if one value in ten is missing


def test_one_of_ten_cars_is_complete_when_two_fifths_are_lost():
    w = ImputationViewer(load_auto_mpg(with_gaps=True).X[:, 1:5], removed_share=0.4)
    assert "At 0.4, only one of the ten is complete" in "".join(cells(LESSON))
    assert len(w.rows) == 10
    assert (~np.isnan(w.trace.X[w.rows]).any(axis=1)).sum() == 1


def test_what_the_classifier_gets_wrong():
    older = load_breast_cancer_original()
    gaps = np.isnan(older.X).any(axis=1)
    X = StandardNormalizer().fit_transform(mean_impute(older.X, older.y).X)
    weights = newton(Softmax(X, older.y), np.zeros(10), 10).weights[-1]
    wrong = np.sign(weights[0] + X @ weights[1:]) != older.y
    assert f"{wrong.sum()} of 699 misclassified" in printed(LESSON)
    assert f"{wrong[gaps].sum()} of the 16 misclassified, and {wrong[~gaps].sum()} of the other 683" in printed(LESSON)


def test_ten_steps_of_newton_are_enough():
    older = load_breast_cancer_original()
    cost = Softmax(StandardNormalizer().fit_transform(mean_impute(older.X, older.y).X), older.y)
    found = newton(cost, np.zeros(10), 10).costs
    assert np.isclose(found[-1], newton(cost, np.zeros(10), 30).costs[-1], rtol=1e-6)


def least_squares_of_cars(filler):
    """Fit as the lesson does; leave horsepower out if there is no filler."""

    def fit(X, y):
        value = filler(X[:, 2]) if filler else 0.0

        def features(cars):
            filled = np.where(np.isnan(cars[:, 2]), value, cars[:, 2])
            return np.column_stack([np.ones(len(cars)), np.delete(cars, 2, axis=1), *([filled] if filler else [])])

        w = np.linalg.lstsq(features(X), y, rcond=None)[0]
        return lambda cars: features(cars) @ w

    return fit


def test_no_way_to_treat_horsepower_changes_the_error_of_the_cars_clearly():
    text = "".join(cells(LESSON))
    mean, zero, thousand, without = (
        held_out_errors(least_squares_of_cars(filler)) for filler in (np.nanmean, lambda x: 0.0, lambda x: 1000.0, None)
    )
    told = [f"{errors.mean():.2f}" for errors in (mean, zero, thousand, without)]
    assert "is {} miles per gallon with the mean, {} with 0, {} with 1000, and {} without horsepower".format(*told) in text
    change, uncertain = difference(thousand, without)
    assert f"largest of these differences is {change:.2f}, and its standard\nerror is {uncertain:.2f}" in text
    for one, other in ((zero, mean), (thousand, mean), (without, mean), (zero, without), (thousand, without)):
        assert abs(difference(one, other)[0]) <= min(change, difference(one, other)[1])
    cars = load_auto_mpg()
    displacement, horsepower = (cars.X[:, cars.feature_names.index(name)] for name in ("displacement", "horsepower"))
    assert f"displacement is {np.corrcoef(displacement, horsepower)[0, 1]:.2f}" in text

"""What lesson 9.4 says is true, and what it names is on screen."""

import numpy as np

from fewidgets.algorithms import Softmax, StandardNormalizer, mean_impute, newton
from fewidgets.data import load_auto_mpg, load_breast_cancer, load_breast_cancer_original
from tests.lessons.reading import cells

LESSON = "9.4_imputation"


def test_a_cars_weight_is_never_called_weight():
    for cell in cells(LESSON):
        told = cell.replace("The table calls one of its columns *weight*", "").replace('"weight" is also a word', "")
        assert "weight and horsepower" not in told
        assert "*weight*" not in told


def test_a_section_and_an_equation_are_told_apart():
    for cell in cells(LESSON):
        for place in range(len(cell)):
            if cell.startswith("(9.4)", place):
                assert cell[:place].endswith(("equation ", "equations ", r"\qquad ")), cell[place - 40 : place + 5]


def test_known_values_are_spread_wider_after_imputing_two_fifths():
    assert "1.29 times as wide" in "".join(cells(LESSON))
    assert round(0.6**-0.5, 2) == 1.29


def test_the_data_sets_have_the_sizes_and_gaps_of_the_text():
    assert load_breast_cancer().X.shape == (569, 30)
    older, cars = load_breast_cancer_original(), load_auto_mpg(with_gaps=True)
    gaps = np.isnan(older.X)
    assert older.X.shape == (699, 9)
    assert (gaps.sum(), gaps.any(axis=0).sum()) == (16, 1)
    assert (np.nanmin(older.X), np.nanmax(older.X)) == (1, 10)
    assert np.isnan(cars.X).sum(axis=0)[cars.feature_names.index("horsepower")] == np.isnan(cars.X).sum() == 6
    assert len(cars.X) == 398
    assert f"{392 / 398:.1%}" == "98.5%"
    assert "98.5 %" in "".join(cells(LESSON))


def test_filling_the_gaps_costs_the_other_patients_nothing():
    older = load_breast_cancer_original()
    gaps = np.isnan(older.X).any(axis=1)
    X = StandardNormalizer().fit_transform(mean_impute(older.X, older.y).X)
    found = newton(Softmax(X, older.y), np.zeros(10), 10)
    whole = StandardNormalizer().fit_transform(older.X[~gaps])
    alone = newton(Softmax(whole, older.y[~gaps]), np.zeros(10), 10)
    wrong = np.sign(found.weights[-1][0] + X @ found.weights[-1][1:]) != older.y
    assert wrong[~gaps].sum() <= alone.misclassifications[-1]

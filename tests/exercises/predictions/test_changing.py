"""The predictions of lesson C1 agree with computations of their own, and so do the numbers that their texts state."""

import numpy as np
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import PredefinedSplit, cross_val_score

from fewidgets.data import load_auto_mpg, load_uneven
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.changing import ELI, NEW_PERSON, PEOPLE, TYPO, sweep_of_cars

X, NEW = load_uneven().X, np.array(NEW_PERSON)
CARS = load_auto_mpg()
HORSEPOWER = CARS.X[:, CARS.feature_names.index("horsepower")]


def truth(name):
    return question(name).kind.truth


def test_a_wrong_age_squeezes_the_others():
    ages = X[:, 0].copy()
    ages[ELI] = TYPO
    assert abs(truth("C1 squeezed") - 47 / 537) < 1e-12
    assert [PEOPLE[p] for p in np.flatnonzero((ages - 23) / 537 > 0.1)] == ["Eli"]


def test_income_decides_and_79_lies_beyond_the_range():
    assert ((X - NEW) ** 2).argmax(axis=1).tolist() == [4] * 8
    assert truth("C1 decisive feature") == "income"
    differences = np.abs(X - NEW)
    assert differences[:, 4].min() == 900
    assert differences[:, :4].max() < 100
    assert truth("C1 beyond the range") == (79 - 23) / (70 - 23)


def test_degree_two_is_within_one_standard_error_of_the_best():
    folds = PredefinedSplit(sweep_of_cars().fold_of)
    scaled = (HORSEPOWER - HORSEPOWER.min()) / (np.ptp(HORSEPOWER) / 2) - 1
    scores = np.array(
        [
            -cross_val_score(
                LinearRegression(),
                scaled[:, None] ** np.arange(1, degree + 1),
                CARS.y,
                cv=folds,
                scoring="neg_mean_squared_error",
            )
            for degree in range(1, 13)
        ]
    )
    means, errors = scores.mean(axis=1), scores.std(axis=1, ddof=1) / np.sqrt(5)
    best = int(means.argmin())
    within = np.flatnonzero(means <= means[best] + errors[best])
    assert truth("C1 degree") == within[0] + 1 == 2
    graded = [question("C1 degree").kind.grade(float(degree)).right for degree in range(5)]
    assert graded == [False, False, True, False, False]
    assert best + 1 == 7
    assert set(range(3, 8)) <= set(within + 1)
    assert means[0] > means[best] + 3 * errors[best], "a line is several standard errors worse"

"""The predictions of lesson C1 agree with computations of their own, and so do the numbers that their texts state."""

import numpy as np
from scipy.spatial.distance import cdist
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


def nearest(table):
    low, span = table.min(axis=0), np.ptp(table, axis=0)
    return PEOPLE[int(cdist([(NEW - low) / span], (table - low) / span)[0].argmin())]


def test_neighbours_after_rescaling():
    wrong = X.copy()
    wrong[ELI, 0] = TYPO
    assert truth("C1 nearest") == nearest(X) == "Fay"
    assert truth("C1 one wrong age") == nearest(wrong) == "Hana"
    assert abs(truth("C1 squeezed") - 47 / 537) < 1e-12
    scaled = (wrong[:, 0] - 23) / 537
    assert [PEOPLE[p] for p in np.flatnonzero(scaled > 0.1)] == ["Eli"]


def test_degree_two_is_within_one_standard_error_of_the_best():
    folds = PredefinedSplit(sweep_of_cars(raw=False).fold_of)
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
    assert best + 1 == 7
    assert set(range(3, 8)) <= set(within + 1)
    assert means[0] > means[best] + 3 * errors[best], "a line is several standard errors worse"


def test_the_first_lost_column():
    ranks = [np.linalg.lstsq(HORSEPOWER[:, None] ** np.arange(d + 1), CARS.y, rcond=None)[2] for d in range(8)]
    assert truth("C1 lost column") == next(d for d in range(8) if ranks[d] <= d) == 5
    assert len(np.unique(HORSEPOWER)) > 21

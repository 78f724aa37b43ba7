"""What lesson C1 says about its data holds, and every number of the slides stands in it."""

import numpy as np
import pytest

from fewidgets import RescalingViewer
from fewidgets.algorithms import MinMaxNormalizer, degree_sweep, plain
from fewidgets.data import load_auto_mpg, load_uneven
from fewidgets.exercises.bank.predictions.changing import ELI, NEW_PERSON, PEOPLE, TYPO
from fewidgets.exercises.cars.held_out import error_of, held_out_errors, parts
from tests.lessons.lesson import lesson
from tests.lessons.reading import printed

NAME = "C1_changing_features"
CARS = load_auto_mpg()
HORSEPOWER = CARS.X[:, [CARS.feature_names.index("horsepower")]]

# COMP135, slides 6 to 8.
RANGES = ("[0, 95]", "[0, 7]", "[0, 300]", "[0, 2]", "[10K, 250K]", "[0, 1]", "[−5, 5]", "[−3333, −2222]", "[−3, 3]")
# INT247, lecture 5, slide "Solution".
SOLUTION = (
    "0.0 0.0 -1.336306",
    "1.0 0.2 -0.801784",
    "2.0 0.4 -0.267261",
    "3.0 0.6 0.267261",
    "4.0 0.8 0.801784",
    "5.0 1.0 1.336306",
)


def test_every_number_of_the_slides_is_in_the_lesson():
    text = lesson(NAME).markdown
    assert [each for each in RANGES if each not in text] == []
    rows = [" ".join(line.split()[:3]) for line in printed(NAME).splitlines()]
    assert [row for row in SOLUTION if row not in rows] == []


def test_the_story_of_the_degrees():
    sweep = degree_sweep(MinMaxNormalizer((-1, 1)).fit_transform(HORSEPOWER), CARS.y, 20)
    gains = -np.diff(sweep.training_errors)
    assert (gains > -1e-9).all(), "the training error never rises"
    assert gains[:2].min() > 4
    assert gains[2:].max() < 0.6
    held_out = sweep.mean_errors
    assert (held_out[8:] > held_out[7]).all(), "from degree 8 on it is larger"
    assert held_out[8:14].max() < held_out[7] + sweep.standard_errors[7]
    wild = np.delete(held_out[14:], 18 - 14)
    assert (wild > 2 * held_out[7]).all()
    assert 0 < held_out[3] - held_out[7] < sweep.standard_errors[7]
    assert held_out.argmin() == 7
    within = np.flatnonzero(held_out <= held_out[7] + sweep.standard_errors[7])
    assert within.tolist() == list(range(2, 14)), "degrees 2 to 13"


def test_one_car_makes_nearly_all_of_the_error_at_degree_20():
    powers = MinMaxNormalizer((-1, 1)).fit_transform(HORSEPOWER)
    fold_of = degree_sweep(powers, CARS.y, 20).fold_of
    columns = powers ** np.arange(21)
    squares = np.zeros(len(CARS.y))
    for fold in np.unique(fold_of):
        out = fold_of == fold
        weights = np.linalg.lstsq(columns[~out], CARS.y[~out], rcond=None)[0]
        squares[out] = (columns[out] @ weights - CARS.y[out]) ** 2
    assert HORSEPOWER[squares.argmax(), 0] == 230
    assert np.sort(HORSEPOWER[:, 0])[-2:].tolist() == [225, 230]
    assert squares.max() > 0.95 * squares.sum()


def test_the_story_of_the_breakdown():
    raw, rescaled = (degree_sweep(x, CARS.y, 20) for x in (HORSEPOWER, MinMaxNormalizer((-1, 1)).fit_transform(HORSEPOWER)))
    assert raw.exact_ranks[20] == 21
    assert raw.ranks.max() == 5
    assert raw.broken_from == 5
    assert raw.condition_numbers[4] < 1 / (392 * np.finfo(float).eps) < 1.2e13
    assert (HORSEPOWER.min(), HORSEPOWER.max()) == (46, 230)
    assert (len(str(46**20)), len(str(230**20))) == (34, 48)
    rises = np.flatnonzero(np.diff(raw.training_errors) > 1e-6)
    assert rises[0] + 1 == 6, "from degree 6 on, which over-fitting cannot bring"
    errors = raw.training_errors[20], raw.training_errors[0], rescaled.training_errors[20]
    assert [f"{error:.3g}" for error in errors] == ["578", "60.8", "16.7"]
    assert degree_sweep(HORSEPOWER, CARS.y, 20, basis="orthogonal").training_errors[20] == pytest.approx(errors[2], rel=1e-3)


def nearest(X):
    low, span = X.min(axis=0), np.ptp(X, axis=0)
    return PEOPLE[int(np.linalg.norm((X - low) / span - (np.array(NEW_PERSON) - low) / span, axis=1).argmin())]


def test_who_is_nearest_with_and_without_a_wrong_age():
    X = load_uneven().X
    assert nearest(X) == "Fay"
    X = X.copy()
    X[ELI, 0] = TYPO
    assert nearest(X) == "Hana"
    assert "Nearest is Fay; in raw units it is Ben." in RescalingViewer(scaling="min-max").caption


def fit_of(old, new):
    """Return ``fit`` of the lesson's last code cell, with something replaced."""
    code = next(cell.source for cell in reversed(lesson(NAME).cells) if cell.is_code).partition("score_cars")[0]
    assert old in code
    names = {"np": np, "plain": plain}
    exec(code.replace(old, new), names)  # the lesson's own cell
    return names["fit"]


def test_squares_help_the_cars_and_all_products_over_fit():
    linear, squares, cubic = (
        fit_of("origin]", "origin]"),
        fit_of("origin]", "origin, weight**2, year**2]"),
        fit_of("*new_features]", "plain.polynomial_features(Z, 3)]"),
    )
    errors = [held_out_errors(fit).mean() for fit in (linear, squares, cubic)]
    training = np.mean([error_of(cubic(part.X, part.y)(part.X), part.y) for part in parts()])
    answer = " ".join(lesson(NAME).markdown.split())
    assert f"Two squares lower the error from {errors[0]:.2f} to {errors[1]:.2f} miles per gallon." in answer
    assert f"on the training cars is only {training:.2f}, but on the held-out cars it is {errors[2]:.1f}" in answer
    assert plain.polynomial_features(np.ones((1, 7)), 3).shape[1] == 119

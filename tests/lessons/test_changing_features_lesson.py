"""What lesson C1 says about its data holds, and every number of the slides stands in it."""

import numpy as np

from fewidgets import PolynomialDegreeViewer, RescalingViewer
from fewidgets.algorithms import MinMaxNormalizer, degree_sweep
from fewidgets.data import load_auto_mpg, load_uneven
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


def test_the_people_are_within_the_slides_ranges():
    X = load_uneven().X
    for column, (low, high) in zip(X.T, [(0, 95), (0, 7), (0, 300), (0, 2), (10_000, 250_000)], strict=True):
        assert low <= column.min() < column.max() <= high


def test_a_diamond_at_150000_is_near_somebody_else_and_moves_no_dot():
    w = RescalingViewer(scaling="min-max", feature="income")
    before, nearest = w.trace.now.tables[1], w.nearest
    values = w.values.copy()
    values[-1, 0] = 150_000
    w.values = values
    assert w.nearest != nearest
    np.testing.assert_array_equal(w.trace.now.tables[1], before)


def test_in_the_slides_table_one_value_moves_all_scaled_ones():
    w = RescalingViewer(source="six numbers", scaling="z-score, P − 1")
    values = w.values.copy()
    values[5, 0] = 10
    before = w.trace.now.tables[3]
    w.values = values
    assert (w.trace.now.tables[3] != before).all()


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


def test_one_car_makes_nearly_all_of_the_error():
    scaled = MinMaxNormalizer((-1, 1)).fit_transform(HORSEPOWER)
    sweep = degree_sweep(scaled, CARS.y, 20)
    squares = np.empty(len(CARS.y))
    for k in np.unique(sweep.fold_of):
        held = sweep.fold_of == k
        found = np.polynomial.Polynomial.fit(scaled[~held, 0], CARS.y[~held], 20)
        squares[held] = (found(scaled[held, 0]) - CARS.y[held]) ** 2
    worst = int(squares.argmax())
    assert HORSEPOWER[worst, 0] == 230 == HORSEPOWER.max()
    assert squares[worst] > 0.9 * squares.sum()


def test_the_story_of_the_breakdown():
    raw = degree_sweep(HORSEPOWER, CARS.y, 20)
    assert len(np.unique(HORSEPOWER)) == 93
    assert raw.exact_ranks[20] == 21
    assert raw.ranks.max() == 5
    assert (HORSEPOWER.min(), HORSEPOWER.max()) == (46, 230)
    assert (len(str(46**20)), len(str(230**20))) == (34, 48)
    assert raw.training_errors[6] > raw.training_errors[5], "a rise, which over-fitting cannot bring"


def test_cylinders_have_five_values():
    values = np.unique(CARS.X[:, CARS.feature_names.index("cylinders")])
    assert values.tolist() == [3, 4, 5, 6, 8]
    w = PolynomialDegreeViewer(CARS, feature="cylinders", degree=5)
    assert "degree 4 is the last that adds a column" in w.caption

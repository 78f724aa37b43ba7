"""What lesson C1 says about its data holds, and every number of the slides stands in it."""

import numpy as np

from fewidgets.algorithms import MinMaxNormalizer, degree_sweep
from fewidgets.data import load_auto_mpg
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


def test_the_story_of_the_breakdown():
    raw = degree_sweep(HORSEPOWER, CARS.y, 20)
    assert len(np.unique(HORSEPOWER)) == 93
    assert raw.exact_ranks[20] == 21
    assert raw.ranks.max() == 5
    assert (HORSEPOWER.min(), HORSEPOWER.max()) == (46, 230)
    assert (len(str(46**20)), len(str(230**20))) == (34, 48)
    assert raw.training_errors[6] > raw.training_errors[5], "a rise, which over-fitting cannot bring"

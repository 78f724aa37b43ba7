"""The predictions on imputation agree with computations of their own, and so do the numbers that their texts state."""

import numpy as np
import pytest

from fewidgets.data import load_auto_mpg
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.imputation import FITNESS, PEOPLE, cars_with_gaps, pulls

cars = load_auto_mpg()
mass, horsepower = (cars.X[:, cars.feature_names.index(name)] for name in ("weight", "horsepower"))


def column(name):
    """A feature of the cars with two fifths lost, and the same with the mean in the gaps."""
    x = cars_with_gaps()[:, cars.feature_names.index(name)]
    return x, np.where(np.isnan(x), np.nanmean(x), x)


def test_the_numbers_of_the_histogram():
    asked = question("9.4 histogram")
    known, filled = column("horsepower")
    assert (horsepower.min(), horsepower.max()) == (46, 230)
    assert "from 46 to 230 hp" in asked.question
    assert f"and {((horsepower >= 80) & (horsepower < 100)).sum()} of them have 80 to 100 hp" in asked.question
    assert round(np.nanmean(known)) == 106
    assert np.isnan(known).sum() == 158
    assert "All 158 imputed values" in asked.kind.because
    np.testing.assert_array_equal(asked.kind.truth[0], np.histogram(filled, np.arange(40, 241, 20))[0])


def test_the_third_person_pulls_at_bias_and_height_alone():
    filled = np.where(np.isnan(PEOPLE), np.nanmean(PEOPLE, axis=0), PEOPLE)
    scaled = (filled - filled.mean(axis=0)) / filled.std(axis=0)
    error = 1 + scaled[2].sum() - FITNESS[2]
    np.testing.assert_allclose(pulls(), 2 * error * np.array([1, *scaled[2]]), atol=1e-12)
    assert question("9.4 pull").kind.truth == ("The bias", "The weight of height")
    assert abs(scaled[2, 1]) < 1e-12


def test_the_correlation_that_is_left():
    asked = question("9.4 correlation")
    assert f"correlation {np.corrcoef(mass, horsepower)[0, 1]:.2f}" in asked.question
    pair = [column(name) for name in ("weight", "horsepower")]
    assert asked.kind.truth == pytest.approx(np.corrcoef(pair[0][1], pair[1][1])[0, 1])
    both = ~np.isnan(pair[0][0]) & ~np.isnan(pair[1][0])
    assert any(f"{both.sum()} cars" in band.explanation for band in asked.kind.bands)

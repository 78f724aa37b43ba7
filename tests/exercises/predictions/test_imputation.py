"""The predictions on imputation agree with computations of their own, and so do the numbers that their texts state."""

import numpy as np
import pytest

from fewidgets import ImputationViewer
from fewidgets.data import load_auto_mpg, load_breast_cancer_original
from fewidgets.exercises.bank import question
from fewidgets.exercises.predictions.imputation import FITNESS, PEOPLE, cancer_costs, cars_with_gaps, pulls

cars = load_auto_mpg()
mass, horsepower = (cars.X[:, cars.feature_names.index(name)] for name in ("weight", "horsepower"))


def column(name):
    """A feature of the cars with two fifths lost, and the same with the mean in the gaps."""
    x = cars_with_gaps()[:, cars.feature_names.index(name)]
    return x, np.where(np.isnan(x), np.nanmean(x), x)


def test_the_cars_lose_the_values_that_the_lessons_picture_shows():
    viewer = ImputationViewer(cars, removed_share=0.4)
    np.testing.assert_array_equal(viewer.trace.X, cars_with_gaps())
    viewer.close()


def test_the_numbers_of_the_histogram():
    asked = question("9.4 histogram")
    known, filled = column("horsepower")
    assert (horsepower.min(), horsepower.max()) == (46, 230)
    assert "from 46 to 230 hp" in asked.question
    assert 105 < ((horsepower >= 80) & (horsepower < 100)).sum() < 115
    assert round(np.nanmean(known)) == 106
    assert np.isnan(known).sum() == 158
    assert "All 158 imputed values" in asked.kind.because
    np.testing.assert_array_equal(asked.kind.truth[0], np.histogram(filled, np.arange(40, 241, 20))[0])


@pytest.mark.parametrize(
    ("drawn", "said"),
    [
        ([9, 57, 65, 34, 14, 30, 12, 7, 4, 2], "left out the spike"),
        ([15, 97, 113, 61, 22, 45, 17, 11, 6, 5], "left out the spike"),
        ([15, 97, 113, 190, 22, 45, 17, 11, 6, 5], "as tall as before"),
        ([9, 57, 180, 170, 14, 30, 12, 7, 4, 2], "tallest bar"),
        ([9, 57, 65, 192, 14, 30, 12, 7, 4, 2], "All 158"),
        ([10, 50, 60, 160, 20, 30, 10, 10, 5, 5], "All 158"),
    ],
)
def test_a_sketch_is_told_what_it_misses(drawn, said):
    verdict = question("9.4 histogram").kind.grade([drawn])
    assert said in verdict.reason
    assert verdict.right == (said == "All 158")


def test_the_third_person_pulls_at_bias_and_height_alone():
    filled = np.where(np.isnan(PEOPLE), np.nanmean(PEOPLE, axis=0), PEOPLE)
    scaled = (filled - filled.mean(axis=0)) / filled.std(axis=0)
    error = 1 + scaled[2].sum() - FITNESS[2]
    np.testing.assert_allclose(pulls(), 2 * error * np.array([1, *scaled[2]]), atol=1e-12)
    assert question("9.4 pull").kind.truth == ("The bias", "The weight of height")
    assert abs(question("9.4 normalized gap").kind.truth) < 1e-12


def test_variance_and_correlation():
    x = np.r_[np.random.default_rng(0).normal(size=300), np.full(200, np.nan)]
    left = np.where(np.isnan(x), np.nanmean(x), x).var() / np.nanvar(x)
    assert question("9.4 variance").kind.truth == pytest.approx(100 * left)
    asked = question("9.4 correlation")
    assert f"correlation {np.corrcoef(mass, horsepower)[0, 1]:.2f}" in asked.question
    pair = [column(name) for name in ("weight", "horsepower")]
    assert asked.kind.truth == pytest.approx(np.corrcoef(pair[0][1], pair[1][1])[0, 1])
    both = ~np.isnan(pair[0][0]) & ~np.isnan(pair[1][0])
    assert any(f"{both.sum()} cars" in band.explanation for band in asked.kind.bands)


def test_the_right_number_is_not_in_a_band_and_every_wrong_one_is_explained():
    for name in ("9.4 normalized gap", "9.4 variance", "9.4 correlation", "9.4 sixteen samples"):
        kind = question(name).kind
        assert kind.grade(kind.truth).reason == kind.because
        assert not any(band.holds(kind.truth) for band in kind.bands)


def test_rows_are_kept_by_the_rule_of_the_question():
    assert question("9.4 rows kept").kind.truth == ("Row 0", "Row 1")
    assert question("9.4 new people").kind.truth == "The mean of the five training people"
    assert question("9.4 imputed point").kind.truth.startswith("On the dashed line")


def test_normalized_grades_lead_to_lower_costs():
    older = load_breast_cancer_original()
    asked = question("9.4 faster")
    assert f"all {len(older.X)} samples" in question("9.4 sixteen samples").question
    raw, normalized = (costs[100] for costs in cancer_costs().values())
    assert normalized < 0.5 * raw
    assert asked.kind.truth == "The normalized grades"

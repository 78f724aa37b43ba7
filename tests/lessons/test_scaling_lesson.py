"""What lesson 9.3 says is true, and what it names is on screen."""

import numpy as np
import pytest

from fewidgets import ContourDescent
from fewidgets.algorithms import (
    LeastSquares,
    PCASphering,
    Softmax,
    StandardNormalizer,
    gradient_descent,
    hessian_condition,
    newton,
)
from fewidgets.data import fetch_toy_classification, load_boston
from tests.lessons.reading import cells

LESSON = "9.3_feature_scaling"
TOLD = "\n".join(cells(LESSON))


@pytest.fixture(scope="module")
def classes():
    return ContourDescent.preset("9.5")


def test_the_raw_path_of_the_two_classes_zig_zags_and_the_scaled_one_arrives(classes):
    raw, scaled = classes.trace["raw"], classes.trace["standardized"]
    assert raw.trace.n_turns > 80
    assert scaled.trace.n_turns <= 1
    assert scaled.down <= 25
    assert raw.down is None
    assert "printed" not in TOLD.lower(), "the chapter gives no count of turns"


def test_only_the_stored_points_can_be_separated():
    for stored in (True, False):
        data = fetch_toy_classification(as_stored=stored)
        assert newton(Softmax(StandardNormalizer().fit_transform(data.X), data.y), [0.0, 0.0]).separable == stored
    figure, file = fetch_toy_classification(), fetch_toy_classification(as_stored=True)
    assert np.allclose(abs(figure.X - file.X), 4)
    assert (figure.y != file.y).sum() == 1


def test_the_first_step_of_the_standardized_housing_data_hardly_moves_the_bias():
    boston = load_boston()
    cost = LeastSquares(StandardNormalizer().fit_transform(boston.X), boston.y)
    condition = hessian_condition(cost.hessian())
    bias = gradient_descent(cost, np.zeros(14), condition.longest_step / 2, 1).weights[1, 0]
    assert bias < 0.25 * boston.y.mean()
    flat = [hessian_condition(LeastSquares(X, boston.y).hessian()) for X in (boston.X, PCASphering().fit_transform(boston.X))]
    assert flat[0].eigenvalues[0] / flat[0].eigenvalues[-1] < 1e-7

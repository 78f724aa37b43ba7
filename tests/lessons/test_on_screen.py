"""What the instructions of each lesson name is on the screen of its explorables."""

import numpy as np
import pytest

from fewidgets import ContourDescent, CorrelationRanking, FeatureRace, ImportanceViewer, LambdaSlider, SpectrumViewer
from fewidgets.algorithms import MulticlassSoftmax, minibatch_gradient_descent
from fewidgets.data import load_boston, make_lasso_example
from fewidgets.exercises.bank.predictions.contours import two_inputs
from fewidgets.explorables import EXPLORABLES
from tests.lessons.lesson import NAMES
from tests.lessons.reading import named_on_screen, on_screen


def digits():
    cost = MulticlassSoftmax(np.eye(10), np.arange(10))
    return FeatureRace({"a": minibatch_gradient_descent(cost, np.zeros(cost.weights_shape), 0.1, epochs=2, batch_size=5)})


#: States that a lesson shows beside the examples of its explorables.
STATES = {
    "9.2.3_images": [digits],
    "9.2.4_sound": [SpectrumViewer],
    "9.3_feature_scaling": [lambda: ContourDescent(*two_inputs())],
    "9.7_regularization": [lambda: LambdaSlider(load_boston(), reduction="sum", folds=2)],
    "C3_ranking_features": [CorrelationRanking, ImportanceViewer],
    "C4_weights_that_choose": [lambda: LambdaSlider(make=make_lasso_example)],
}

#: Names of bars, axes and options, and buttons that every stepper or drawing has.
WORDS = {
    "9.2.1_categories_and_text": {"free", "!", "longest run"},
    "9.2.3_images": {"Clear", "Play"},
    "9.2.4_sound": {"Play", "Amplitude 3"},
    "9.4_imputation": {"mass"},
    "9.6_boosting": {"residual"},
    "C1_changing_features": {"Play", "z-score"},
    "C3_ranking_features": {"a", "b", "random", "two_values"},
    "which_method_when": {"Pearson correlation", "best subset"},
}


@pytest.mark.parametrize("name", NAMES)
def test_what_the_instructions_name_is_on_screen(name):
    examples = [kind.example for kind in EXPLORABLES.values() if kind.lesson == f"{name}.ipynb"]
    seen = on_screen(*(make() for make in [*examples, *STATES.get(name, [])])) | WORDS.get(name, set())
    named = named_on_screen(name)
    assert named
    assert named <= seen, named - seen

"""The predictions on mutual information agree with scikit-learn and with shuffles."""

import numpy as np
import pytest
from sklearn.metrics import mutual_info_score

from fewidgets.data import make_many_valued
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.information import EXAMPLES, VALUES


def test_with_more_values_chance_gives_more():
    """On the data that are shown, and on average over others."""
    assert question("C3 many values").kind.truth == "The one with 10 values"
    found = []
    for seed in range(1, 41):
        noise = make_many_valued(EXAMPLES, seed=seed)
        columns = (noise.X[:, noise.feature_names.index(name)] for name in VALUES)
        found.append([mutual_info_score(column, noise.y) for column in columns])
    assert np.argmax(found[0]) == 2
    two, four, ten = np.mean(found, axis=0)
    assert two < four / 2 < ten / 4
    assert np.mean(np.argmax(found, axis=1) == 2) > 0.9, "it is what one expects"


def test_a_alone_tells_nothing_of_exclusive_or():
    a, b = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    assert mutual_info_score(a, a ^ b) == pytest.approx(0)
    assert mutual_info_score(2 * a + b, a ^ b) / np.log(2) == pytest.approx(1)
    assert question("C3 xor").kind.truth == "a tells 0 bits, both tell 1 bit"

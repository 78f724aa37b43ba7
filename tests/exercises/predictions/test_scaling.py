"""The prediction on units agrees with a computation of its own."""

import numpy as np

from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.scaling import PEOPLE


def test_standardized_heights_are_the_same_in_centimetres():
    metres, centimetres = PEOPLE[:, 0], 100 * PEOPLE[:, 0]
    scaled = [(x - x.mean()) / x.std() for x in (metres, centimetres)]
    np.testing.assert_allclose(*scaled, rtol=0, atol=1e-12)
    assert (metres.min(), metres.max()) == (1.60, 1.90)
    assert question("9.3 units").kind.truth == "They stay the same"

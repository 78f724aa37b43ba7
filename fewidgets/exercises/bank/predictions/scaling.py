import numpy as np

from fewidgets.exercises.bank.predictions.tables import scaled as _scaled
from fewidgets.exercises.predicting import (
    OneOf,
    Question,
)

PEOPLE = np.array([[1.60, 50.0], [1.70, 65.0], [1.80, 80.0], [1.90, 105.0]])  # metres, kilograms


def _centimetres():
    before, after = _scaled(PEOPLE)[:, 0], _scaled(PEOPLE * [100.0, 1.0])[:, 0]
    return "They stay the same" if np.allclose(after, before) else "They become 100 times larger"


PREDICTIONS = (
    Question(
        "9.3 units",
        "We standardize heights from 1.60 m to 1.90 m: we subtract their mean and divide by their standard deviation. What "
        "happens to the results if the heights are given in centimetres instead?",
        OneOf(
            {
                "They become 100 times larger": "The differences from the mean do, but so does the standard deviation that "
                "divides them.",
                "They become 100 times smaller": "Dividing by a standard deviation that is 100 times larger would do that, "
                "if the differences from the mean did not grow as well.",
                "They stay the same": "Heights, mean and standard deviation all become 100 times larger, and the factor "
                "cancels. So standardized features do not depend on the unit.",
                "Their mean moves away from 0": "The mean is subtracted in the same unit, so the scaled mean is 0 in any "
                "unit.",
            },
            right=_centimetres,
        ),
        gives_away=(
            "do not depend on the unit",
            "the factor cancels",
            "whatever the unit",
            "in any unit",
            "have no unit",
        ),
    ),
)

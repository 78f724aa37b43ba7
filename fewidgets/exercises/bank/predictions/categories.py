import numpy as np

from fewidgets.algorithms.text.categories import ordinal_codes
from fewidgets.exercises.predicting import OneOf, Question

TYPES = ("O", "A", "B", "AB")


def _farthest():
    distances = ordinal_codes(TYPES, order=TYPES).distances
    i, j = np.unravel_index(np.argmax(distances), distances.shape)
    return " and ".join(TYPES[k] for k in sorted((int(i), int(j))))


PREDICTIONS = (
    Question(
        "9.2.1 far types",
        "You number the blood types: O = 0, A = 1, B = 2, AB = 3. A model compares two people by the difference of "
        "their numbers. Which two types does it treat as most different?",
        OneOf(
            {
                "O and A": "Their numbers differ by 1 only. To the model, O and A are among the most similar types.",
                "A and B": "Their numbers 1 and 2 are neighbours. To the model, A and B are among the most similar types.",
                "O and AB": "Their numbers differ by 3. No biologist measured that difference. It is only there "
                "because we listed O first and AB last.",
                "All pairs are equally different": "That is what you would want. But the differences of the numbers "
                "are 1, 2 and 3, and the model uses these.",
            },
            right=_farthest,
        ),
        gives_away=(
            "3 to O",
            "differ by 3",
            "O and AB are farthest",
            "the first and the last",
            "a distance of 3",
            "now farthest",
            "AB is farthest",
            "the two ends",
            "opposite ends",
        ),
    ),
)

import numpy as np

from fewidgets.algorithms.text.categories import one_hot, ordinal_codes
from fewidgets.exercises.predicting import Band, Estimate, OneOf, Question

TYPES = ("O", "A", "B", "AB")
POSTCODES = 500


def _farthest():
    distances = ordinal_codes(TYPES, order=TYPES).distances
    i, j = np.unravel_index(np.argmax(distances), distances.shape)
    return " and ".join(TYPES[k] for k in sorted((int(i), int(j))))


def _zeros():
    vectors = one_hot([str(n) for n in range(POSTCODES)]).vectors
    return round(100 * float(np.mean(vectors == 0)), 1)


def _on_unseen():
    try:
        vector = one_hot(["O", "A", "AB"]).transform(["B"])
    except ValueError:
        return "It stops with an error"
    return "It returns a row of zeros" if not vector.any() else "It adds a feature for B"


PREDICTIONS = (
    Question(
        "9.2.1 far types",
        "You number the blood types: O = 0, A = 1, B = 2, AB = 3. A model compares two people by the difference of "
        "their numbers. Which two types does it treat as most different?",
        OneOf(
            {
                "O and A": "Their numbers differ by 1 only. To the model, O and A are among the most similar types.",
                "A and B": "In your blood they may be rivals, but to the model their numbers 1 and 2 are neighbours.",
                "O and AB": "Their numbers differ by 3. No biologist measured that difference. It is only there "
                "because we listed O first and AB last.",
                "All pairs are equally different": "That is what you would want. But numbers on a line have "
                "neighbours and opposite ends, and a model uses these differences.",
            },
            right=_farthest,
        ),
        gives_away=("3 to O", "differ by 3"),
    ),
    Question(
        "9.2.1 mostly zeros",
        "A column holds 500 different postcodes. You encode it one-hot. What percentage of the numbers in the new "
        "columns are zeros?",
        Estimate(
            _zeros,
            0,
            100,
            unit="%",
            step=0.1,
            near=0.5,
            because="Each row has 500 numbers: a single 1 and 499 zeros.",
            bands=[
                Band(0, 1, "That is the percentage of ones. Each row holds a single 1 among 500 numbers."),
                Band(40, 60, "Half would be right for two categories. With 500, each row holds one 1 and 499 zeros."),
            ],
            below="Higher. Each row holds a single 1, whatever the number of categories.",
        ),
    ),
    Question(
        "9.2.1 unseen type",
        "An encoder was made from a table with the types O, A and AB. A new patient has the type B. What does our "
        "encoder do, unless you tell it otherwise?",
        OneOf(
            {
                "It stops with an error": "It cannot know what you want. A wrong guess would spoil the results "
                "without anybody noticing.",
                "It returns a row of zeros": 'That is a possible rule, and you can ask for it with unseen="zero". '
                "But it should be your decision.",
                "It adds a feature for B": "Then the new rows would be longer than those that the model was trained "
                "on, and the model could not use them.",
                "It uses the nearest known type": "One-hot encoding has no nearest type. All of them are equally far apart.",
            },
            right=_on_unseen,
        ),
    ),
)

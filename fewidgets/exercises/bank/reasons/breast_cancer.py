from fewidgets.exercises.predicting import OneOf
from fewidgets.exercises.reason import Reason

REASONS = (
    Reason(
        "9.5 same grades",
        OneOf(
            {
                "a": "All features have the same unit here, grades from 1 to 10. Units are not what differs.",
                "b": "Print the standard deviations: the largest is about twice the smallest. That is not enough to "
                "explain this.",
                "c": "All grades are positive and far from 0. So changing all weights together does nearly the same as "
                "changing the bias, and one direction is very steep. The normalization moves the means to 0.",
                "d": "The labels are the same in both runs, and so is the number of wrong ones at the start.",
            },
            right="c",
        ),
        hints=(
            "Compare the means and the standard deviations of the nine features. Which of the two halves of the normalization "
            "changes more?",
            "Run `descend` over a table that is only centred, and compare.",
        ),
    ),
)

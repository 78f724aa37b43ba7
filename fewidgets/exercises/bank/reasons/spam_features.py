from fewidgets.exercises.predicting import OneOf
from fewidgets.exercises.reason import Reason

REASONS = (
    Reason(
        "9.1 best group",
        OneOf(
            {
                "a": "The model with the fewest errors has all three groups, so it does not say which of them helps most. Add "
                "each group to the words alone, and compare these two.",
                "b": "Added to the words alone, the characters save more errors than the capitals. Added last, the capitals "
                "save less than they do with the words alone: emails with many capitals often have many exclamation marks, "
                "so the characters have found them already.",
                "c": "If both groups added the same, one of them would gain nothing after the other. Compare the third row "
                "with the last one.",
                "d": "If what they save simply added up, the last row would be lower than it is. Compute both savings from "
                "the first row, and subtract them from it.",
            },
            right="b",
        ),
        hints=(
            "For each group, subtract the errors with it from the errors of the words alone.",
            "Now do the same in the other order: what do the capitals save if the characters are there already?",
        ),
    ),
)

"""Questions about reasons in the set of exercise 9.1."""

from __future__ import annotations

from fewidgets.exercises.reason import Reason
from fewidgets.explorables.predicting import OneOf

REASONS = (
    Reason(
        "9.1 best group",
        OneOf(
            {
                "a": "The third row of a list is best whatever stands there, as long as rows only add features. To compare "
                "two "
                "groups, add each of them to the same features.",
                "b": "Added to the words alone, the characters save more errors than the capitals. Added last, the "
                "capitals save "
                "less than they do alone with the words: people who shout with capitals also write exclamation marks, so "
                "these emails are found already.",
                "c": "Compare the third row with the last one. If both groups told the same, one of them would gain nothing "
                "after the other.",
                "d": "If what they save simply added up, the last row would be lower than it is. Compute both savings from "
                "the "
                "first row, and subtract them from it.",
            },
            right="b",
        ),
        hints=(
            "For each group, subtract the errors with it from the errors of the words alone.",
            "Now do the same in the other order: what do the capitals save if the characters are there already?",
        ),
    ),
)

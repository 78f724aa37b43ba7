from fewidgets.exercises.predicting import OneOf
from fewidgets.exercises.reason import Reason

REASONS = (
    Reason(
        "C3 identity",
        OneOf(
            {
                "a": "It says nothing about new people. But the estimate counts the people of the table, and in it each "
                "number belongs to one label.",
                "b": "In the table, the number determines the label, so no uncertainty is left. The score is the entropy of "
                "the label, and worthless: it says nothing about a new number.",
                "c": "That formula needs several examples for each value. Here each value has one.",
                "d": "The estimate is never negative.",
            },
            right="b",
        ),
        hints=(
            "Write down the table of counts: one row for each number. What does a row look like?",
            "If you know the number, how uncertain is the label of somebody in this table?",
        ),
    ),
    Reason(
        "C3 units",
        OneOf(
            {
                "a": "Mutual information does not read the values. It counts which examples have the same one.",
                "b": "The line's slope takes up any factor. The loss stays.",
                "c": "The factor is negative, so r changes its sign. Its size stays, and so do the loss and the information.",
                "d": "Two of the three do not see units at all.",
            },
            right="c",
        ),
        hints=(
            "Follow the factor through the formulas. Where does it cancel?",
            "The factor has a size and a sign. Ask for each of them.",
        ),
    ),
)

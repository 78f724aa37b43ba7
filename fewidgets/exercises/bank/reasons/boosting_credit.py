from fewidgets.exercises.predicting import OneOf
from fewidgets.exercises.reason import Reason

REASONS = (
    Reason(
        "9.11 left out",
        OneOf(
            {
                "a": "The model does not read this column any more. But it reads others: dependents, housing, age. They go "
                "along with sex and marital status.",
                "b": "The bias is one number for everybody. It cannot tell two applicants apart.",
                "c": "Other columns go along with it, and they can take over its part. Whether the model still treats groups "
                "differently has to be measured, with the column at hand.",
                "d": "It is the cost that may rise a little. A model with a slightly higher cost may be the better choice.",
            },
            right="c",
        ),
        hints=(
            "What happened in exercise 9.10, when two features said nearly the same?",
            "Think of the columns that differ between men and women in this table.",
        ),
    ),
)

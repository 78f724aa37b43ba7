from fewidgets.exercises.predicting import OneOf
from fewidgets.exercises.reason import Reason

REASONS = (
    Reason(
        "9.2 new digits",
        OneOf(
            {
                "a": "Then the pixels would make many errors in training as well. Look at the first column.",
                "b": "The number of features alone does not decide. A model with few useless numbers would do badly on both "
                "kinds of digits.",
                "c": "With 784 weights for each digit and 300 images, the model can learn each image by its pixels. A new "
                "digit of the same shape covers other pixels. Edges within a patch may move, so more of what was learnt still "
                "holds.",
                "d": "Both models took the same number of steps of the same length. More steps would lower the training "
                "errors further, and these are 0 already for one of the two.",
            },
            right="c",
        ),
        hints=(
            "Compare both columns for the pixels. What does a model do that makes no error on what it has seen?",
            "Which numbers change if somebody writes the same digit one pixel further to the right?",
        ),
    ),
)

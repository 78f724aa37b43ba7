from fewidgets.exercises.predicting import OneOf
from fewidgets.exercises.reason import Reason

REASONS = (
    Reason(
        "C1 leak",
        OneOf(
            {
                "a": "The smallest and the largest displacement may belong to a car that is held out. So the held-out cars "
                "have had a say, even though their outputs have not.",
                "b": "The ends may come from held-out cars, so a rule was broken. But a polynomial in a rescaled feature is a "
                "polynomial of the same degree in the feature itself, and least squares finds the same curve. With a penalty "
                "or with distances, the scale would matter.",
                "c": "Try it: move the rescaling into the loop over the folds. The errors stay the same, up to rounding.",
                "d": "Values outside of the range of the training cars become smaller than 0 or larger than 1. No formula "
                "forbids that, and your function min_max does it.",
            },
            right="b",
        ),
        hints=(
            "There are two questions here. Was information about the held-out cars used? And did it change a prediction?",
            "Multiply out a polynomial in (x − low) / (high − low). What is it in x?",
        ),
    ),
)

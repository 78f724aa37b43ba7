from fewidgets.exercises.predicting import OneOf
from fewidgets.exercises.reason import Reason

REASONS = (
    Reason(
        "9.10 displacement",
        OneOf(
            {
                "a": "The signs are what they should be. A weight and a correlation answer different questions.",
                "b": "Larger engines burn more fuel: alone, displacement goes with fewer miles. Look at what had entered the "
                "model before.",
                "c": "Weight entered first, alone. Newer cars are lighter, so it also took what belongs to the model year, "
                "and its own weight is frozen. Displacement goes along with weight: a plus there takes some of it back.",
                "d": "All columns are standard normalized. Changing the unit of a column changes neither sign.",
            },
            right="c",
        ),
        hints=(
            "A weight of round 3 is tuned on the residual, not on the output. What had been subtracted before?",
            "Print the correlation of weight and displacement. Which of the two entered first?",
        ),
    ),
)

from fewidgets.exercises.predicting import OneOf
from fewidgets.exercises.reason import Reason

REASONS = (
    Reason(
        "9.3 almost impossible",
        OneOf(
            {
                "a": "Both costs have the same lowest value: the two lines are the same line in different units. Raw inputs "
                "make it hard to reach, not worse.",
                "b": "A shorter step is even slower. The longest step that does not diverge is too short already for the flat "
                "direction.",
                "c": "The steepest curvature allows only steps of about a ten-millionth. Along the valley the cost is a "
                "million million times flatter, and such a step gets nowhere. Scaled, all directions have the same curvature.",
                "d": "The standard normalization changes no output, and the outputs are below 2 anyway. Look at the inputs.",
            },
            right="c",
        ),
        hints=(
            "What decides the longest step length, and what decides how many steps are needed?",
            "Compare the two numbers that your function condition_number returned.",
        ),
    ),
)

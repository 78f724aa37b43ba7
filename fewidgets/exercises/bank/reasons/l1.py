from fewidgets.exercises.predicting import OneOf
from fewidgets.exercises.reason import Reason

REASONS = (
    Reason(
        "9.12 why no zeros",
        OneOf(
            {
                "a": "More steps do not help. With this step length the weight keeps jumping across zero.",
                "b": "The sign changes at zero, so a step of at least αλ leads across it and the next one back.",
                "c": "The weight would then settle where the slope of the cost is zero. Here it jumps back and forth.",
                "d": "Rounding errors are far smaller than these weights: about 1e-16.",
            },
            right="b",
        ),
        hints=(
            "Look at a weight that belongs at zero in two steps that follow each other. What happens to its sign?",
            "How far does the penalty move a weight in one step, however close to zero it is?",
        ),
    ),
    Reason(
        "9.13 nothing left",
        OneOf(
            {
                "a": "Separable classes have large weights at small λ. They do not make all weights zero at a large one.",
                "b": "A step that is too long makes the weights jump, not vanish. The exact path is at zero, too.",
                "c": "The mean has slopes that are P times smaller than those of the sum, so the same λ weighs P times more.",
                "d": "Scales change single weights. With standardized features they are all alike, and still nothing is left.",
            },
            right="c",
        ),
        hints=(
            "Compare λ = 40 with your largest λ. By which factor would the cost have to grow for 40 to be below it?",
            "The chapter prints means. Its λ of 40 belongs to a sum over 1,000 examples.",
        ),
    ),
)

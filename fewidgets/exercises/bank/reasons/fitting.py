from fewidgets.exercises.predicting import OneOf
from fewidgets.exercises.reason import Reason

REASONS = (
    Reason(
        "C4 order of costs",
        OneOf(
            {
                "a": "For the same feature, fitting all weights again is never worse than fitting one. So greedy selection "
                "is never behind forward-fitting. That takes the feature whose single weight lowers J most, and the myopic "
                "way may take another one.",
                "b": "Greedy selection can take forward-fitting's feature too, and then fits more weights. So it is never "
                "worse in the same round.",
                "c": "The myopic way fits one weight, like forward-fitting, but it need not choose the best.",
                "d": "Units can change the myopic pick. But it never gets below the best single weight.",
            },
            right="a",
        ),
        hints=(
            "The ways start from the same residuals. Which of them choose from the larger set of models?",
            "Forward-fitting takes the best of all models that change a single weight. The myopic way takes any of them.",
        ),
    ),
    Reason(
        "C4 all zero",
        OneOf(
            {
                "a": "That is a weight, not a price. λ is compared with what a weight gains.",
                "b": "So it is for ridge regression. The penalty of the lasso has a corner at 0.",
                "c": "At zero weights a feature gains |Σ x y| for each unit of its weight, and pays λ. Once λ is at least as "
                "large as the largest of these gains, no weight leaves 0.",
                "d": "Each weight pays its own price. The feature with the largest |Σ x y| decides.",
            },
            right="c",
        ),
        hints=(
            "Start from zero weights, and carry out one sweep by hand. When does the soft threshold leave a weight where it "
            "is?",
            "At the start, the residual is y. Which product does the threshold compare with λ?",
        ),
    ),
)

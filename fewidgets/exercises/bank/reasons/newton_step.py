from fewidgets.exercises.predicting import OneOf
from fewidgets.exercises.reason import Reason

REASONS = (
    Reason(
        "9.8 why enough",
        OneOf(
            {
                "a": "That is true, and has nothing to do with the step.",
                "b": "It is as long as it needs to be: from a start that is ten times as far away it is ten times as long.",
                "c": "The simplified step drops the entries off the diagonal. Over sphered features they are 0, so it is the "
                "full Newton step.",
                "d": "Then it would work over raw features too. Your numbers above say otherwise.",
            },
            right="c",
        ),
        hints=(
            "What does the simplified step leave out of the full Newton step?",
            "How large are these entries over sphered features?",
        ),
    ),
    Reason(
        "9.8 softmax",
        OneOf(
            {
                "a": "The features are not all that matters. The Hessian of the softmax cost weights each example by how "
                "uncertain it is.",
                "b": "Each example counts with σ(1 − σ), which changes with the weights. So the weighted features are not "
                "sphered, and the cost is not a quadratic.",
                "c": "It is convex for a linear model. Still, one step does not reach the minimum.",
                "d": "At zero all examples have the same weight, so the step has the direction of the full Newton step. But "
                "the cost is not a quadratic, so even the full step misses.",
            },
            right="b",
        ),
        hints=(
            "Least squares has a Hessian that is the same everywhere. Over sphered features it is diagonal as well.",
            "The Hessian of the softmax cost is the mean of σ(1 − σ) x̂ x̂ᵀ. On what does σ depend?",
        ),
    ),
)

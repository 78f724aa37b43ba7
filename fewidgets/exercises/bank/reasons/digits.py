from fewidgets.exercises.predicting import OneOf
from fewidgets.exercises.reason import Reason

REASONS = (
    Reason(
        "9.7 tiny step",
        OneOf(
            {
                "a": "The normalized digits have about as many features, and much longer steps work.",
                "b": "The softmax cost of a linear model is convex, in any scale.",
                "c": "Scaling moves no image into another class. The same digits are classified.",
                "d": "The curvature along a weight grows with the square of its feature. With values up to 255 it is "
                "thousands of times larger than with values near 1, and the step has to be as many times shorter.",
            },
            right="d",
        ),
        hints=(
            "What happens to the second derivative of a cost if a feature is multiplied by a large factor?",
            "The score is w x. Each derivative with respect to w brings a factor x.",
        ),
    ),
    Reason(
        "9.7 small start",
        OneOf(
            {
                "a": "That is so if np.exp overflows. Your cost subtracts the largest score first, so it stays a number.",
                "b": "With pixels up to 255 the scores are thousands apart, and most digits are classified wrongly with "
                "great certainty. Ten steps repair only a part of that. Zero weights have a cost of log 10, about 2.3.",
                "c": "It would, after very many steps. Ten steps are few, and the start is far away.",
                "d": "The gradient is bounded: an example adds at most its own pixels, however wrong it is classified.",
            },
            right="b",
        ),
        hints=(
            "Estimate a score: many pixels, values of a hundred or more, weights of ordinary size. How large is it?",
            "The cost of a digit is about the largest score minus its own.",
        ),
    ),
)

from fewidgets.exercises.predicting import OneOf
from fewidgets.exercises.reason import Reason

REASONS = (
    Reason(
        "9.6 row of ones",
        OneOf(
            {
                "a": "Beside the 1, this row has the means of the sphered features. Centring makes them 0, and neither "
                "rotating nor scaling moves the centre.",
                "b": "Rotating makes the covariances 0. The first row has the means of the features, and a rotation about "
                "the centre leaves them as they are.",
                "c": "Scaling changes the sizes of the means. A mean that is not 0 would stay different from 0.",
                "d": "One step is enough. What are the entries beside the 1? Write down the mean of 1 · s.",
            },
            right="a",
        ),
        hints=(
            "The first row of C belongs to the column of ones. Write down one of its entries as a mean over the examples.",
            "The entry is the mean of a sphered feature. Which step of sphering determines a mean?",
        ),
    ),
    Reason(
        "9.6 slip",
        OneOf(
            {
                "a": "C is a part of the cost. Divided by P, the cost would bend less in every direction.",
                "b": "A multiple of the identity matrix has circles as contours, whatever the factor is.",
                "c": "The contours are circles with any factor. But the curvature would be P times smaller, and the step "
                "that reaches the minimum P times longer.",
                "d": "The curvature alone does not tell where the minimum is. The factor changes how steep the bowl is.",
            },
            right="c",
        ),
        hints=(
            "Compare the quadratics u² + v² and (u² + v²)/P. Draw a contour of each, and ask how steep they are.",
            "The best step length of gradient descent on circles is the inverse of the curvature.",
        ),
    ),
)

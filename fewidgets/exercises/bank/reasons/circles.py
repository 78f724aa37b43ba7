from fewidgets.exercises.predicting import OneOf, Ordering
from fewidgets.exercises.reason import Reason

REASONS = (
    Reason(
        "9.4 proof",
        Ordering(
            ["a", "b", "c", "d", "e"],
            right=["d", "a", "e", "b", "c"],
            because="First the Hessian for any inputs, then its entries after the normalization, one after another. Then "
            "what it says about the cost, and last what that says about the contours.",
            mistakes={
                ("a",): "Step a speaks of entries of a matrix. Which step says what these entries are?",
                ("b",): "Step b is about the whole matrix. You know it only when you know each of its entries.",
                ("c",): "Step c is the claim itself. A proof does not begin with it.",
                ("e",): "Step e begins with “as the mean is 0 now”. Which step makes use of the mean first?",
                ("d", "e"): "Step e begins with “as the mean is 0 now”. Which step says that?",
                (
                    "d",
                    "b",
                ): "After step d, the matrix is known for raw inputs. Step b needs its entries after the normalization.",
                ("d", "c"): "Step d is about second derivatives. To speak of distances, you first need the form of the cost.",
                ("d", "a", "b"): "After step a, one entry of the matrix is still unknown: the one at the lower right.",
                ("d", "a", "c"): "After step a, one entry of the matrix is still unknown: the one at the lower right.",
                ("d", "a", "e", "c"): "Step c speaks of the distance from the lowest point. Which step brings it in?",
            },
            otherwise="Ask of each step which others it takes for granted.",
            first="first step",
            last="last step",
        ),
        hints=(
            "The proof begins with something that holds for all inputs, normalized or not.",
            "Two steps fill in entries of the matrix. One of them uses what the other one says about the mean.",
        ),
    ),
    Reason(
        "9.4 false step",
        OneOf(
            {
                "a": "This step holds. The entry of the bias and weight n is twice the mean of feature n, and that is 0.",
                "b": "This step holds. The diagonal entry of weight n is twice the mean square of feature n. With mean 0, "
                "that is the variance, which is 1.",
                "c": "The mean of a product is not the product of the means. For standardized features it is their "
                "correlation, and normalization leaves that as it is. Only uncorrelated features have a 0 there.",
                "d": "This step holds, as in the proof for one input. It is not reached here, because an earlier step fails.",
            },
            right="c",
        ),
        hints=(
            "Try the steps on a small table: two features that are equal, with the values −1 and 1.",
            "One of the steps takes the mean of a product for the product of two means.",
        ),
    ),
)

from fewidgets.exercises.predicting import OneOf
from fewidgets.exercises.reason import Reason

REASONS = (
    Reason(
        "C2 trap",
        OneOf(
            {
                "a": "There are no products, so the best pair consists of the two best features. Forward search takes just "
                "these.",
                "b": "The product rewards the pair that forward search takes anyway.",
                "c": "Forward search takes x1, and then compares 4 + 3 − 1 with 4 + 2. Both are 6, and so is no other pair "
                "better: x2 and x3 give 5.",
                "d": "Forward search takes x1 first, and gets 7 with either of the others. The pair x2 and x3 has 8, but it "
                "lacks x1.",
            },
            right="d",
        ),
        hints=(
            "The first feature is the same in all cases. So compare the best pair that has it to the pair of the two others.",
            "Insert ones for the two others in each formula, and a zero for the first.",
        ),
    ),
    Reason(
        "C2 refit",
        OneOf(
            {
                "a": "They are fitted in every set that contains them.",
                "b": "Height was the best third feature. Once it is in, every later set has it, and the best set of four "
                "does not.",
                "c": "Both searches see the same twelve people.",
                "d": "Together they carry much of the signal: the best set of four has both.",
            },
            right="b",
        ),
        hints=(
            "Compare the set that forward search has after three steps with the best set of four.",
            "Which feature is in the one and not in the other? Can the search still correct that?",
        ),
    ),
)

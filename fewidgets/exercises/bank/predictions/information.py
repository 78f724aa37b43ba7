import numpy as np

from fewidgets.algorithms.ranking.mutual_information import mutual_information
from fewidgets.data import make_many_valued
from fewidgets.exercises.bank.predictions.tables import columns
from fewidgets.exercises.predicting import OneOf, Question

BIT = float(np.log(2))  # in nats
EXAMPLES, SEED = 60, 1
VALUES = {
    "two_values": "The one with 2 values",
    "four_values": "The one with 4 values",
    "ten_values": "The one with 10 values",
}
XOR = {(0.0, 1.0): "a tells 0 bits, both tell 1 bit", (0.5, 1.0): "a tells half a bit, both tell 1 bit"}


def _many_values():
    noise = make_many_valued(EXAMPLES, seed=SEED)
    return list(VALUES.values())[int(mutual_information(columns(noise, *VALUES), noise.y).order[0])]


def _xor():
    a, b = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    scores = mutual_information(np.column_stack([a, 2 * a + b]), a ^ b).scores / BIT
    return XOR[tuple(scores.round(3).tolist())]


PREDICTIONS = (
    Question(
        "C3 many values",
        "Three features of 60 examples are drawn at random. They have nothing to do with the label. One has 2 values, one 4, "
        "and one 10. Which of them do you expect to have the highest estimate of the information?",
        OneOf(
            {
                VALUES[
                    "two_values"
                ]: "With 2 values there are about 30 examples for each. Their labels are close to half and half, "
                "so the estimate is close to 0.",
                VALUES["four_values"]: "It lies between the two others. With fewer examples for each value, the labels of a "
                "value are farther from half and half.",
                VALUES[
                    "ten_values"
                ]: "There are only about 6 examples for each value. By chance, their labels are often far from half "
                "and half. The estimate counts that as information. The same happens if you cut the range of a continuous "
                "feature into ten parts.",
                "All three have 0 bits": "The true information is 0 for all three. But the estimate is never below 0, and it "
                "is 0 only if every value has exactly the same shares of labels.",
            },
            right=_many_values,
        ),
        gives_away=(
            "ten_values has the highest",
            "ten_values ranks first",
            "chance grows with",
            "a large number of bins tends to win",
            "(R - 1)(C - 1)",
            "more with each bin",
            "with the number of values",
        ),
    ),
    Question(
        "C3 xor",
        "The features a and b are 0 or 1, and all four combinations are equally frequent. The label is 1 where exactly one of "
        "the two is 1. How much do they tell about the label?",
        OneOf(
            {
                "a tells 0 bits, both tell 0 bits": "The first part is right. But whoever knows both features "
                "knows the label.",
                XOR[
                    0.0, 1.0
                ]: "Whatever a is, the label is 0 and 1 equally often, because b may still be either. Together they "
                "determine the label.",
                XOR[
                    0.5, 1.0
                ]: "That would share the bit between both. But among the examples with a = 1, the label is 0 and 1 "
                "equally often. So a alone tells nothing.",
                "a tells 1 bit, both tell 1 bit": "Then a alone would determine the label. But among the examples with a = 1, "
                "the label is 0 and 1 equally often.",
            },
            right=_xor,
        ),
        gives_away=(
            "together share 1.00 bits",
            "rank nowhere",
            "each feature alone has the estimate 0",
            "come last in any ranking",
            "get too little",
            "no pair of them tells",
            "hide their information",
        ),
    ),
)

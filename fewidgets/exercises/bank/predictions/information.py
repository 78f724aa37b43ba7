from functools import cache

import numpy as np

from fewidgets.algorithms.ranking.contingency import information_by_chance, information_of_counts
from fewidgets.algorithms.ranking.mutual_information import mutual_information
from fewidgets.data import make_many_valued
from fewidgets.exercises.bank.predictions.tables import columns
from fewidgets.exercises.predicting import At, Axis, Band, Change, Difference, Estimate, OneOf, Question, Sketch

BIT = float(np.log(2))  # in nats
LINK = ((16, 4), (4, 16))  # messages with and without a link: spam, no spam
BINS = range(2, 11)
EXAMPLES, SEED = 60, 1
VALUES = {
    "two_values": "The one with 2 values",
    "four_values": "The one with 4 values",
    "ten_values": "The one with 10 values",
}
XOR = {(0.0, 1.0): "a tells 0 bits, both tell 1 bit", (0.5, 1.0): "a tells half a bit, both tell 1 bit"}


def link_information():
    return information_of_counts(LINK).score / BIT


def _many_values():
    noise = make_many_valued(EXAMPLES, seed=SEED)
    return list(VALUES.values())[int(mutual_information(columns(noise, *VALUES), noise.y).order[0])]


@cache
def noise_over_bins():
    """Return the average information of random features over the number of bins, in bits, shape (9,)."""
    labels = np.repeat([0, 1], EXAMPLES // 2)
    means = []
    for bins in BINS:
        level = np.arange(EXAMPLES) * bins // EXAMPLES
        counts = np.bincount(level * 2 + labels, minlength=2 * bins).reshape(bins, 2)
        means.append(information_by_chance(counts, 4000).mean() / BIT)
    return np.array(means)


def _xor():
    a, b = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    scores = mutual_information(np.column_stack([a, 2 * a + b]), a ^ b).scores / BIT
    return XOR[tuple(scores.round(3).tolist())]


def _copy():
    feature, label = np.array([0, 0, 0, 1, 1, 1]), np.array([0, 0, 1, 1, 1, 0])
    result = mutual_information(np.column_stack([feature, feature]), label)
    return "The same" if result.ties == ((0, 1),) else "Less"


PREDICTIONS = (
    Question(
        "C3 link",
        "Of 40 messages, 20 contain a link. 16 of these 20 are spam, and so are 4 of the 20 others. To know whether a message "
        "is spam is worth 1 bit. How many bits does the link tell?",
        Estimate(
            link_information,
            0,
            1,
            unit="bits",
            step=0.01,
            near=0.07,
            because="The link leaves you unsure: one message in five is not what the link suggests. An entropy of 0.72 bits "
            "is left of 1 bit.",
            bands=(
                Band(
                    0.74,
                    0.86,
                    "0.8 is the share of messages that you would guess right. But you would guess half of them right without "
                    "the link, too.",
                ),
                Band(
                    0.54,
                    0.66,
                    "0.6 is the difference between the two shares of spam, 0.8 and 0.2. Information is not a difference of "
                    "shares, and it is smaller here.",
                ),
            ),
            below="The link tells more. It changes the share of spam from one half to 0.8 or to 0.2.",
            above="The link tells less. After you have seen it, one message in five still is not what you expect.",
        ),
        gives_away=("0.278",),
    ),
    Question(
        "C3 many values",
        "Three features of 60 examples are drawn at random. They have nothing to do with the label. One has 2 values, one 4, "
        "and one 10. Which of them has the highest estimate of the information?",
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
                "and half. The estimate takes that for information.",
                "All three have 0 bits": "The true information is 0 for all three. But the estimate is never below 0, and it "
                "is 0 only if every value has exactly the same shares of labels.",
            },
            right=_many_values,
        ),
        gives_away=("ten_values has the highest", "ten_values ranks first"),
    ),
    Question(
        "C3 bins",
        "A continuous feature of 60 examples has nothing to do with the label. It is cut into bins with equally many "
        "examples. Draw the estimate of its information, on average, for 2 to 10 bins.",
        Sketch(
            Axis("bins", domain=(2.0, 10.0), whole=True),
            Axis("Î (bits)", domain=(0.0, 0.3)),
            BINS,
            ("Î",),
            noise_over_bins,
            because="Each further bin adds about the same amount, 1 / (2 · 60) nats. With 10 bins the estimate is more than "
            "0.1 bits, although the feature says nothing.",
            differences=(
                Difference(
                    Change("Î", 2, 10),
                    "You left the curve flat. The true information is 0 for any number of bins, but the estimate is not: the "
                    "fewer examples in a bin, the more the labels of a bin differ by chance.",
                    when="smaller",
                    by=0.06,
                ),
                Difference(
                    At("Î", 2),
                    "You began too high. With 2 bins there are 30 examples in each, and chance gives only about 0.01 bits.",
                    when="larger",
                    by=0.06,
                ),
                Difference(
                    Change("Î", 2, 10),
                    "You let the curve rise too far. With 10 bins of 6 examples, chance gives a little more than a tenth of a "
                    "bit.",
                    when="larger",
                    by=0.08,
                ),
            ),
            near=0.15,
            otherwise="Both ends are about right. In between, the curve is nearly a straight line.",
        ),
        gives_away=("about the same amount for each bin",),
    ),
    Question(
        "C3 copy",
        "Somebody adds a copy of the best feature to the table. What is the information of the copy?",
        OneOf(
            {
                "The same": "The score looks at one feature and the label. It does not know that another column says the "
                "same. So both are at the top of the ranking.",
                "Less": "Nothing in the sum refers to other features. The copy has the same joint table as the original, so "
                "it has the same information.",
                "Zero": "The copy adds nothing to the original. But the score does not ask what a feature adds. It looks at "
                "each feature alone.",
            },
            right=_copy,
        ),
        gives_away=("copy ranks as high", "tied with"),
    ),
    Question(
        "C3 xor",
        "The features a and b are 0 or 1, and all four combinations are equally frequent. The label is 1 where exactly one of "
        "the two is 1. What do they tell about the label?",
        OneOf(
            {
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
                "a tells 0 bits, both tell 0 bits": "The first part is right. But whoever knows both features "
                "knows the label.",
            },
            right=_xor,
        ),
        gives_away=("together share 1.00 bits", "rank nowhere"),
    ),
)

"""Answers to the exercises of section 9.4, worked out by hand."""

ANSWERS = {
    # 2, 4, 5, 9 have the mean 5 and the variance 6.5.
    "9.4 normalize": [-3 / 6.5**0.5, -1 / 6.5**0.5, 0.0, 4 / 6.5**0.5],
    "9.4 variance": 9.0,
    "9.4 rows": 3,
    "9.4 new person": [2 / (8 / 3) ** 0.5, 0.0],
}

"""Answers to the exercises of lesson C1, worked out by hand."""

ANSWERS = {
    "C1 min-max": 1333 / 1111,
    "C1 sample deviation": -4 / (56 / 3) ** 0.5,
    "C1 columns": 5 + 5 + 10,
    "C1 exact rank": 3,
}

"""Answers to the exercises of lesson C1, worked out by hand."""

ANSWERS = {
    "C1 columns": 5 + 5 + 10,
    "C1 exact rank": 3,
}

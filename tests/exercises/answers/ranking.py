"""Answers to the exercises of lesson C3 on correlation and importance, worked out by hand."""

ANSWERS = {
    "C3 score": 0.8,  # products of the deviations: 2 + 2 + 0 + 0 + 4 = 8, and both sums of squares are 10
    "C3 weight": 4.0,
    "C3 decrease": 0.3,
}

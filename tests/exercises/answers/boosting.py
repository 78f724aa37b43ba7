"""Answers to the exercises of section 9.6, worked out by hand."""

ANSWERS = {
    "9.6 winner": 0,
    "9.6 weight": 2.3,
    "9.6 residual": [-0.2, 0.2, 0.5, -0.1, 0.1, -0.5],
    "9.6 rounds": 3,
    "9.6 groups": 4060,
}

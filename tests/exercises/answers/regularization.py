"""Answers to the exercises of section 9.7, worked out by hand."""

ANSWERS = {
    "9.7 largest": 16.0,
    "9.7 shrink": [1.0, 0.5],
    "9.7 convention": 130 / 506,
}

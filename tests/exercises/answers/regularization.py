"""Answers to the exercises of section 9.7, worked out by hand."""

ANSWERS = {
    "9.7 largest": 16.0,
    "9.7 shrink": [1.0, 0.5],
    "9.7 convention": 130 / 506,
    "9.7 three": [[3.0, 0.0], [1.5, 0.0], [0.75, -0.25]],
}

"""Answers to the exercises of section 9.7, worked out by hand."""

ANSWERS = {
    "9.7 shrink": [1.0, 0.5],
    "9.7 three": [[3.2, 0.0], [1.2, 0.0], [0.64, -0.24]],
}

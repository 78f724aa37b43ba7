"""Answers to the exercises of section 9.5, worked out by hand."""

ANSWERS = {
    "9.5 last step": [2.0, -3.0],
    "9.5 new point": [0.0, 0.0],
    "9.5 directions": 29,
}

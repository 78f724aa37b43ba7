"""Answers to the exercises of section 9.3, worked out by hand."""

ANSWERS = {
    "9.3 new point": [2 / 5**0.5, -1.5],
    "9.3 two steps": 0.64,
    "9.3 correlation": 0.5,
    "9.3 larger": 400.0,
    "9.3 folds": 108,
}

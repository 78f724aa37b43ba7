"""Answers to the exercises of section 9.2.4, worked out by hand."""

ANSWERS = {
    "9.2 delay": [200.0, 0.0],
    "9.2 heard": 300.0,
    "9.2 decibels": [-13.9794, 6.0206],
}

"""Answers to the exercises of section 9.5, worked out by hand."""

ANSWERS = {"9.5 correlated": 4.0, "9.5 new point": [0.0, 0.0]}

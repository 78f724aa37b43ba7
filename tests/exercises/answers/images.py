"""Answers to the exercises of section 9.2.3, worked out by hand."""

ANSWERS = {"9.2 edge": [90.0, 32.0], "9.2 length": 1152}

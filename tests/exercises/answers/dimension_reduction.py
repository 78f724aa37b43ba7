"""Answers to the exercises of section 9.1, worked out by hand."""

ANSWERS = {"9.1 shapes": [3, 1000, 3, 1000, 20, 3], "9.1 share": 0.8}

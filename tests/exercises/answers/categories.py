"""Answers to the exercises of section 9.2.1, worked out by hand."""

ANSWERS = {"9.2 missing": [6**0.5, 3**0.5]}

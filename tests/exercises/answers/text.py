"""Answers to the exercises of section 9.2.2, worked out by hand."""

ANSWERS = {
    "9.2 correlation": 3 / 30**0.5,
    "9.2 mail": [200 / 7, 2.0],
}

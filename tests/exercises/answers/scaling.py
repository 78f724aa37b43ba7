"""Answers to the exercises of section 9.3, worked out by hand."""

ANSWERS = {
    "9.3 new point": [2 / 5**0.5, -1.5],
    "9.3 convention": -2.5 / (17.5 / 6) ** 0.5,
    "9.3 condition": (3 + 5**0.5) / (3 - 5**0.5),
    "9.3 longest": 2 / (3 + 5**0.5),
}

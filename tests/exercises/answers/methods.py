"""Answers to the exercises of the lesson that compares all methods, worked out by hand."""

ANSWERS = {
    "methods stability": 0.375,  # 1 - 4/3 * (0.25 + 0.1875 + 0.1875) / (4/3)
    "methods difference": [2.0, 0.6831],  # squares 0 1 4 4 4 1 around 2: the root of 14/5/6
}

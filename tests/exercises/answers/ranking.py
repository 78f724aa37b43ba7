"""Answers to the exercises of lesson C3 on correlation, worked out by hand."""

ANSWERS = {
    "C3 weight": 4.0,
}

"""Answers to the exercises of lesson C2, worked out by hand."""

ANSWERS = {
    "C2 lock": 2.0,
    "C2 removed": 3,
    "C2 forward models": 79,
}

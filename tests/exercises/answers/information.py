"""Answers to the exercises of lesson C3 on mutual information, worked out by hand."""

ANSWERS = {
    "C3 information": 0.1887,  # 2 · 3/8 · 0.58496 − 2 · 1/8 · 1
    "C3 chance": 0.14427,
}

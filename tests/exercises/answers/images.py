"""Answers to the exercises of section 9.2.3, worked out by hand."""

ANSWERS = {
    "9.2 moved square": [282.8427, 200.0],  # 8 pixels and 4 pixels that differ by 100
    "9.2 edge": [90.0, 32.0],
    "9.2 turned": [0.33, 0.0, 0.8, 0.0, 0.0, 0.0, 0.5, 0.0],
    "9.2 pens": [40.0, 80.0, 160.0],
}

"""Answers to the exercises of section 9.6, worked out by hand."""

ANSWERS = {
    "9.6 winner": 0,
    "9.6 residual": [-0.2, 0.2, 0.5, -0.1, 0.1, -0.5],
    "9.6 rounds": 3,
    "9.6 groups": 4060,
    # Deviations −1, −½, 0, ½, 1 and 10, 5, −2, −4, −9: products −10 − 2.5 − 2 − 9 = −23.5; squares 2.5 and 226.
    "9.10 correlation": -23.5 / (2.5 * 226) ** 0.5,
    "9.11 bias": 1.0986,  # ln 3
}

"""Answers to the exercises of lesson C4, worked out by hand."""

# I + K/5 = [[1.2, 0.4], [0.4, 1.8]] has determinant 2, so α = [(1.8·3 − 0.4·2)/2, (1.2·2 − 0.4·3)/2].
# r·φ = 5, 6, 8 and φ·φ = 2, 4, 19: J falls by 6.25, 4.5, 1.684 from 7.
ANSWERS = {
    "C4 alpha": [2.3, 0.6],
    "C4 prediction": 2.8,
    "C4 forward pick": 0,
}

"""Answers to the exercises of section 9.2.4, worked out by hand."""

ANSWERS = {
    "9.2 delay": [200.0, 0.0],
    "9.2 amplitudes": [5.0, 2.0],
    "9.2 heard": 300.0,
    "9.2 spectrogram": [62.5, 8060.0],  # 128 samples a window, 65 frequencies, (8000 − 128) / 64 + 1 = 124 windows
    "9.2 overtones": 4,
    "9.2 decibels": [-13.9794, 6.0206],
}

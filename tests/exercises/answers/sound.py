"""Answers to the exercises of section 9.2.4, worked out by hand: 400 samples a window, 201 frequencies, 39 windows."""

ANSWERS = {"9.2 spectrogram": [20.0, 7839.0]}

"""Histogram features of sound: spectra and spectrograms (section 9.2.4)."""

"""For those who write lessons: the notebook format, the gallery and the generated tables."""

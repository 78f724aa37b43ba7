"""The predictions of the lessons, one file a lesson; each defines ``PREDICTIONS``, a tuple of `Question`."""

"""The predictions, one file a lesson; each defines ``PREDICTIONS``, a tuple of `Question`."""

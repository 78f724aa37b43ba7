"""The questions about reasons in the exercise sets, one file a set; each defines ``REASONS``, a tuple of `Reason`."""

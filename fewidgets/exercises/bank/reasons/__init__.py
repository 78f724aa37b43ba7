"""The questions about reasons, one file a set; each defines ``REASONS``, a tuple of `Reason`."""

"""The errors whose message is enough: the command line shows no traceback for them."""


class GradingError(Exception):
    """Something in a course cannot be done; the message says why, and what to do."""

"""A value that a student's function may return, and that cannot be read."""


class Liar:
    """Something of a student's that misbehaves when it is read."""

    def __array__(self, *_, **__):
        raise ZeroDivisionError

    def __eq__(self, other):
        raise ZeroDivisionError

    __hash__ = None

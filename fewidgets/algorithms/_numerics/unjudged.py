class UnjudgedModelError(ValueError):
    """Values of a model are too large to judge it.

    Attributes
    ----------
    model : int
        The first such model; of polynomials, the lowest degree.
    """

    def __init__(self, message: str, model: int) -> None:
        super().__init__(message)
        self.model = model

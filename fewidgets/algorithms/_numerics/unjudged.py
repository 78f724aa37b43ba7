class UnjudgedModelError(ValueError):
    """Values of a model are too large, or NaN, so that it cannot be judged.

    Attributes
    ----------
    model : int
        The first such model; of polynomials, the lowest degree.
    """

    def __init__(self, message: str, model: int) -> None:
        super().__init__(message)
        self.model = model

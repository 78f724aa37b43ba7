"""Data whose output is a weighted sum of the features plus noise, with known weights to compare estimates with."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fewidgets.data.dataset import MOST_EXAMPLES, Dataset, as_integer, as_number

#: The true weights of `make_lasso_example`: strong, middling and weak features, and five that do not matter.
LASSO_WEIGHTS = (2.0, -1.5, 1.0, -0.5, 0.25, 0.0, 0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, eq=False, repr=False)
class LinearDataset(Dataset):
    """A data set with the weights that made its output.

    Parameters
    ----------
    true_weights : ndarray, shape (N,), float64
        The weights, in units of the output per unit of each feature. Stored as a read-only copy.

    Examples
    --------
    >>> data = make_lasso_example(3, noise=0.0)
    >>> data.true_weights[:3]
    array([ 2. , -1.5,  1. ])
    >>> bool(np.allclose(data.y, data.X @ data.true_weights))
    True
    """

    true_weights: np.ndarray

    def __post_init__(self) -> None:
        super().__post_init__()
        weights = np.array(self.true_weights, dtype=np.float64)
        if weights.shape != (self.X.shape[1],) or not np.isfinite(weights).all():
            raise ValueError(f"true_weights must hold {self.X.shape[1]} finite numbers, one per feature; got {weights.shape}")
        weights.setflags(write=False)
        object.__setattr__(self, "true_weights", weights)


def make_lasso_example(count: int = 100, *, noise: float = 1.0, seed: int = 0) -> LinearDataset:
    """Simulate y = θ* · x + noise with ten features, of which five matter, to see what the lasso finds of θ*.

    The features are independent and standard normal. The true weights θ* are 2, −1.5, 1, −0.5, 0.25 and five zeros. With the
    same seed, a larger ``count`` adds examples to those of a smaller one, and another ``noise`` scales the same draws. So a
    change in the estimated weights is due to what was changed, and not to other luck.

    Parameters
    ----------
    count : int
        Number of examples P, 2 to 10 million.
    noise : float
        Standard deviation σ of the normal noise, at least 0, in units of y.
    seed : int
        Seed, at least 0.

    Returns
    -------
    LinearDataset
        ``X`` (P, 10) float64; ``y`` (P,) float64; ``true_weights`` (10,) float64, θ*.

    Raises
    ------
    ValueError
        If a number is out of range, or ``count`` or ``seed`` is not an integer.

    Notes
    -----
    Source: CS373, lecture 7, slides "Regularization example": n = 100 samples, d = 10, y ~ N(θ* · x, σ²). The slides print
    neither θ*, nor σ, nor how x is distributed. Those are chosen here.

    Examples
    --------
    >>> data = make_lasso_example()
    >>> data.X.shape, data.true_weights.tolist()
    ((100, 10), [2.0, -1.5, 1.0, -0.5, 0.25, 0.0, 0.0, 0.0, 0.0, 0.0])
    """
    P = as_integer(count, "count", 2, MOST_EXAMPLES)
    noise = as_number(noise, "noise", zero=True)
    # A stream of draws each: then the first examples do not depend on how many follow.
    for_inputs, for_noise = np.random.default_rng(as_integer(seed, "seed")).spawn(2)
    weights = np.array(LASSO_WEIGHTS)
    X = for_inputs.normal(size=(P, len(weights)))
    return LinearDataset(
        name="lasso_example",
        X=X,
        y=X @ weights + noise * for_noise.normal(size=P),
        feature_names=tuple(f"x{n}" for n in range(1, len(weights) + 1)),
        target_name="y",
        description=(
            f"{P} examples of ten independent, standard normal features and an output that is their weighted sum plus normal "
            f"noise of standard deviation {noise:g}. The weights are 2, −1.5, 1, −0.5, 0.25 and five zeros."
        ),
        source="of the kind of CS373, lecture 7, slides 'Regularization example'; made here",
        license="BSD-3-Clause, as this package",
        true_weights=weights,
    )

"""Simulated data sets."""

from __future__ import annotations

import numpy as np

from fewidgets.data.dataset import MOST_EXAMPLES, Dataset, as_flag, as_integer, as_number

#: Features of ``make_many_valued``, and how many different values each has; None is a continuous one.
MANY_VALUED = {"continuous": None, "two_values": 2, "four_values": 4, "ten_values": 10, "twenty_values": 20}


def make_line(count: int = 100, *, noise: float = 0.5, seed: int = 0) -> Dataset:
    """Simulate points near the line y = 1 + 10 x, with x between 0 and 1.

    The input's mean is not 0, so the least squares cost has long contours in bias and weight.

    Parameters
    ----------
    count : int
        Number of examples P, 2 to 10 million.
    noise : float
        Standard deviation of the normal noise, at least 0, in units of y.
    seed : int
        Seed, at least 0.

    Returns
    -------
    Dataset
        ``X`` (P, 1) float64, uniform from 0 to 1; ``y`` (P,) float64.

    Raises
    ------
    ValueError
        If a number is out of range, or ``count`` or ``seed`` is not an integer.

    Notes
    -----
    Source: similar to the data of Example 9.4 and the top of Figure 9.16.

    Examples
    --------
    >>> make_line(3, noise=0.0).y.round(2)
    array([7.37, 3.7 , 1.41])
    """
    P, rng = as_integer(count, "count", 2, MOST_EXAMPLES), np.random.default_rng(as_integer(seed, "seed"))
    noise = as_number(noise, "noise", zero=True)
    x = rng.random(P)
    return Dataset(
        name="line",
        X=x[:, None],
        y=1 + 10 * x + noise * rng.normal(size=P),
        feature_names=("x",),
        target_name="y",
        description=f"{P} points near the line y = 1 + 10 x, with normal noise of standard deviation {noise:g}.",
        source="of the kind of Machine Learning Refined (Watt, Borhani and Katsaggelos 2020), Example 9.4; made here",
        license="BSD-3-Clause, as this package",
    )


def make_useless_alone(count: int = 200, *, balanced: bool = True, seed: int = 0) -> Dataset:
    """Simulate two features that determine the output together. One of them is useless alone, the other is weak.

    The output is y = x₁ + 2 x₂, where x₁ is −1 or +1 with equal chances, and x₂ = −x₁/2 + z/2 with z another such sign.
    So y equals z. x₁ alone carries no information about it (correlation and mutual information 0). x₂ alone carries some
    (correlation 1/√2, half of the label's entropy). Both together determine y.

    Parameters
    ----------
    count : int
        Number of examples P, 4 to 10 million; a multiple of 4 if ``balanced``.
    balanced : bool
        If True, each of the four combinations of x₁ and z occurs equally often. Then the numbers above hold for the sample
        exactly, not only on average.
    seed : int
        Seed, at least 0: of the draws, or of the order if ``balanced``.

    Returns
    -------
    Dataset
        ``X`` (P, 2) float64, x₁ in {−1, 1} and x₂ in {−1, 0, 1}; ``y`` (P,) float64, −1 or +1, an output or a label.

    Raises
    ------
    ValueError
        If a number is not an integer or out of range, or ``balanced`` is neither True nor False.

    Notes
    -----
    Source: Shalev-Shwartz and Ben-David, Understanding Machine Learning, section 25.1, the example below (25.2).

    Examples
    --------
    >>> data = make_useless_alone(8)
    >>> data.y @ data.X
    array([0., 4.])
    """
    P, rng = as_integer(count, "count", 4, MOST_EXAMPLES), np.random.default_rng(as_integer(seed, "seed"))
    balanced = as_flag(balanced, "balanced")
    if balanced and P % 4:
        raise ValueError(
            f"count must be a multiple of 4, so that the four cases are balanced; got {P}. Or pass balanced=False"
        )
    case = rng.permutation(np.arange(P) % 4) if balanced else rng.integers(4, size=P)
    x1, z = 2.0 * (case // 2) - 1, 2.0 * (case % 2) - 1
    x2 = (z - x1) / 2
    return Dataset(
        name="useless_alone",
        X=np.column_stack([x1, x2]),
        y=x1 + 2 * x2,
        feature_names=("x1", "x2"),
        target_name="y",
        description=(
            f"{P} examples of y = x1 + 2 x2, where x1 is a fair sign and x2 = (z − x1) / 2 with another fair sign z, "
            + ("each of the four cases equally often. " if balanced else "drawn independently. ")
            + "So y equals z. x1 alone carries no information about it, x2 alone some, and both together determine it."
        ),
        source="Understanding Machine Learning (Shalev-Shwartz and Ben-David 2014), section 25.1; made here",
        license="BSD-3-Clause, as this package",
    )


def make_many_valued(count: int = 120, *, relevance: float = 0.0, seed: int = 0) -> Dataset:
    """Simulate a continuous feature and features with 2, 4, 10 and 20 values. At most the one with two values matters.

    The features are drawn independently: a standard normal one, and codes with equal chances. With ``relevance`` 0,
    none of them carries information about the label. A score that still ranks them by their number of values is biased, as
    the mean decrease in impurity is.

    Parameters
    ----------
    count : int
        Number of examples P, 2 to 10 million.
    relevance : float
        The label is +1 with probability ½ + relevance where ``two_values`` is 1, and ½ − relevance where it is 0; −½ to ½.
    seed : int
        Seed, at least 0.

    Returns
    -------
    Dataset
        ``X`` (P, 5) float64, the continuous feature first, then codes 0…k − 1; ``y`` (P,) int64, −1 or +1.

    Raises
    ------
    ValueError
        If a number is out of range, or ``count`` or ``seed`` is not an integer.

    Notes
    -----
    Source: INT247, lecture 5, slide "Mean Decrease Impurity", which states the bias; the design is that of the simulations of
    Strobl, Boulesteix, Zeileis and Hothorn 2007 (BMC Bioinformatics 8:25).

    Examples
    --------
    >>> make_many_valued().feature_names
    ('continuous', 'two_values', 'four_values', 'ten_values', 'twenty_values')
    """
    P, rng = as_integer(count, "count", 2, MOST_EXAMPLES), np.random.default_rng(as_integer(seed, "seed"))
    if isinstance(relevance, bool) or not isinstance(relevance, int | float | np.number) or not -0.5 <= relevance <= 0.5:
        raise ValueError(f"relevance must be a number between -0.5 and 0.5; got {relevance!r}")
    X = np.column_stack([rng.normal(size=P) if k is None else rng.integers(k, size=P) for k in MANY_VALUED.values()])
    two_values = X[:, list(MANY_VALUED).index("two_values")]
    y = np.where(rng.random(P) < 0.5 + relevance * (2 * two_values - 1), 1, -1)
    if abs(y.sum()) == P:  # one class only: a label that a score of features can be computed for has two
        y[0] = -y[0]
    return Dataset(
        name="many_valued",
        X=X,
        y=y,
        feature_names=tuple(MANY_VALUED),
        target_name="label",
        description=(
            f"{P} examples of five independent features: a standard normal one, and codes with 2, 4, 10 and 20 values "
            f"with equal chances. The label is +1 with probability 0.5 ± {relevance:g}, + where two_values is 1; the other "
            "features have nothing to do with it."
        ),
        source="after the simulations of Strobl, Boulesteix, Zeileis and Hothorn 2007, BMC Bioinformatics 8:25; made here",
        license="BSD-3-Clause, as this package",
    )

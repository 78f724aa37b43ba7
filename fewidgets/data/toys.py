"""The textbook's small artificial data sets for feature scaling, downloaded like those of ``fetched.py``.

All of them raise ``FetchError`` if the file cannot be found or downloaded (the message says how to get it by hand), and
``ChecksumError``, a kind of ``FetchError``, if its content is wrong.
"""

from __future__ import annotations

import numpy as np

from fewidgets.data.dataset import Dataset
from fewidgets.data.download import local_path
from fewidgets.data.registry import COPY

_SOURCE = f"made for Machine Learning Refined (Watt, Borhani and Katsaggelos 2020); {COPY}"
_LICENSE = "CC BY-NC-SA 4.0: attribution, no commercial use, share alike"


def fetch_toy_regression() -> Dataset:
    """Load a hundred points along a line, not normalized (chapter 9, Example 9.4 and the top of Figure 9.16).

    Returns
    -------
    Dataset
        ``X`` (100, 1) float64, from 0.006 to 0.993; ``y`` (100,) float64, from 0.37 to 10.84.

    Raises
    ------
    FetchError
        If the file is not on this machine and cannot be downloaded.
    """
    table = _table("toy_regression")
    return Dataset(
        name="toy_regression",
        X=table[:, :1],
        y=table[:, 1],
        feature_names=("x",),
        target_name="y",
        description=(
            "A hundred points near the line y = 0.917 + 10.046 x, its least squares fit. The input's mean is not 0, so "
            "the least squares cost has long, narrow contours in bias and slope, and gradient descent is slow."
        ),
        source=_SOURCE,
        license=_LICENSE,
    )


def fetch_toy_classification(*, as_stored: bool = False) -> Dataset:
    """Load eleven points of two classes on a line (chapter 9, Example 9.5 and the bottom of Figure 9.16).

    Parameters
    ----------
    as_stored : bool
        The published figure does not show the stored data: its inputs are larger by 4, and its last label is −1. False
        returns the data of the figure. True returns the file as it is. A threshold separates its classes, so the softmax
        cost has no minimizer, and the weights of a descent grow without bound.

    Returns
    -------
    Dataset
        ``X`` (11, 1) float64; ``y`` (11,) float64, −1 or +1.

    Raises
    ------
    FetchError
        If the file is not on this machine and cannot be downloaded.
    ValueError
        If ``as_stored`` is neither True nor False.
    """
    if not isinstance(as_stored, bool | np.bool_):
        raise ValueError(f"as_stored must be True or False; got {as_stored!r}")
    X, y = np.hsplit(_table("toy_classification"), 2)
    y = y.ravel().copy()
    if not as_stored:
        X = X + 4
        y[-1] = -1
    return Dataset(
        name="toy_classification",
        X=X,
        y=y,
        feature_names=("x",),
        target_name="label",
        description="Eleven points of two classes on a line, "
        + (
            "as stored: a threshold between 0.987 and 1.1 separates the classes, so the softmax cost has no minimizer."
            if as_stored
            else "as the published figure has them: the stored inputs + 4, and the last label −1 instead of +1, so that no "
            "threshold separates the classes and the softmax cost has a minimizer."
        ),
        source=_SOURCE,
        license=_LICENSE,
    )


def fetch_multirange_regression() -> Dataset:
    """Load five inputs on different ranges, and an output that is exactly linear in them (public notes to section 9.3).

    Returns
    -------
    Dataset
        ``X`` (200, 5) float64, each input from about 0 to between 2 and 16; ``y`` (200,) float64, a weighted sum without
        noise or bias.

    Raises
    ------
    FetchError
        If the file is not on this machine and cannot be downloaded.
    """
    table = _table("multirange_regression")
    return Dataset(
        name="multirange_regression",
        X=table[:, :-1],
        y=table[:, -1],
        feature_names=tuple(f"x{n}" for n in range(5)),
        target_name="y",
        description=(
            "200 points with five inputs, spread evenly from about 0 to 16, 2, 5, 13 and 8. The output is linear in them, "
            "without noise or bias, with the weights 0.26, −1.21, 0.74, −0.47 and −0.32: only the ranges hinder descent."
        ),
        source=_SOURCE,
        license=_LICENSE,
    )


def _table(name: str) -> np.ndarray:
    """Read a file with variables in rows into one with examples in rows."""
    return np.loadtxt(local_path(name), delimiter=",", dtype=np.float64, ndmin=2).T

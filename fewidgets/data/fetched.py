"""Data sets whose licence keeps them out of this package, or that are large: downloaded once, checked by SHA-256, and kept."""

from __future__ import annotations

import gzip
from typing import Literal

import numpy as np

from fewidgets.data.dataset import Dataset, as_flag, as_integer, from_table
from fewidgets.data.download import local_paths
from fewidgets.data.registry import COPY, MNIST_MIRROR
from fewidgets.data.shipped import PIXELS

#: Number of training images in the chapter's example.
CHAPTER_COUNT = 50_000

_TEXTBOOK = f"made for Machine Learning Refined (Watt, Borhani and Katsaggelos 2020); {COPY}"
_TEXTBOOK_LICENSE = "CC BY-NC-SA 4.0: attribution (Jeremy Watt and Reza Borhani), no commercial use, share alike"


def fetch_mnist(count: int | None = None, *, part: Literal["train", "test"] = "train", seed: int = 0) -> Dataset:
    """Load handwritten digits, 28 × 28, drawn at random from all of MNIST (Example 9.3; Exercises 9.2 and 9.7).

    ``load_mnist`` has 5,000 of them and needs no network.

    Parameters
    ----------
    count : int, optional
        Number of images. By default 50,000 for training, as in the chapter, and all 10,000 for testing.
    part : {"train", "test"}
        Which images to draw from. The people who wrote the test digits wrote none of the training digits.
    seed : int
        Seed of the random order, whose first ``count`` images are returned.

    Returns
    -------
    Dataset
        As of ``load_mnist``. 50,000 images take 157 MB; the download is 11 MB.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.
    """
    if part not in ("train", "test"):
        raise ValueError(f"part must be 'train' or 'test'; got {part!r}")
    rng = np.random.default_rng(as_integer(seed, "seed"))
    drawn_count = None if count is None else as_integer(count, "count", 1)
    # The files are in the format IDX: a header of 4 bytes and 4 for each axis, then the elements.
    images, labels = (
        np.frombuffer(gzip.decompress(path.read_bytes()), np.uint8, offset=header)
        for path, header in zip(local_paths(f"mnist_{part}"), (16, 8), strict=True)
    )
    P = len(labels)
    drawn_count = min(CHAPTER_COUNT, P) if drawn_count is None else drawn_count
    if drawn_count > P:
        raise ValueError(f"count must be at most {P}, the number of images of part={part!r}; got {drawn_count}")
    drawn = rng.permutation(P)[:drawn_count]
    X = images.reshape(P, -1)[drawn].astype(np.float32)
    X.setflags(write=False)  # so that it is not copied again
    return Dataset(
        name=f"mnist_{part}",
        X=X,
        y=labels[drawn].astype(np.int64),
        feature_names=PIXELS,
        target_name="digit",
        description=(
            f"{drawn_count:,} of the {P:,} images of handwritten digits for {part}ing, in random order (seed {seed}). "
            "Features are the 28 × 28 pixels row by row, whole grey levels from 0 (paper) to 255 (ink)."
        ),
        source=f"MNIST, LeCun, Cortes and Burges, from NIST Special Databases 1 and 3; mirror {MNIST_MIRROR}",
        license="CC BY-SA 3.0, as far as known",
    )


def fetch_student_debt() -> Dataset:
    """Load student debt in the United States, quarter by quarter (Exercise 9.3).

    Returns
    -------
    Dataset
        ``X`` (40, 1), the year with its fraction; ``y`` (40,), trillions of US dollars.

    Raises
    ------
    FetchError
        If the file is not on this machine and cannot be downloaded.
    """
    return from_table(
        "student_debt",
        ("year", "debt"),
        _table("student_debt"),
        description=(
            "Total student debt in the United States from 2004 to 2014, four values a year, in trillions of US dollars. "
            "The year is rounded to one decimal, so quarters read .2, .5, .8 and .0."
        ),
        source=f"Federal Reserve Bank of New York, Consumer Credit Panel, as tabulated by the textbook; {COPY}",
        license="no terms known for the table itself",
    )


def fetch_toy_regression() -> Dataset:
    """Load a hundred points along a line, not normalized (Example 9.4 and the top of Figure 9.16).

    Returns
    -------
    Dataset
        ``X`` (100, 1), from 0.006 to 0.993; ``y`` (100,), from 0.37 to 10.84.

    Raises
    ------
    FetchError
        If the file is not on this machine and cannot be downloaded.
    """
    return from_table(
        "toy_regression",
        ("x", "y"),
        _table("toy_regression").T,
        description=(
            "A hundred points near the line y = 0.917 + 10.046 x, its least squares fit. The input's mean is not 0, so "
            "the least squares cost has long, narrow contours in bias and slope, and gradient descent is slow."
        ),
        source=_TEXTBOOK,
        license=_TEXTBOOK_LICENSE,
    )


def fetch_toy_classification(*, as_stored: bool = False) -> Dataset:
    """Load eleven points of two classes on a line (Example 9.5 and the bottom of Figure 9.16).

    Parameters
    ----------
    as_stored : bool
        The published figure does not show the stored data: its inputs are larger by 4, and its last label is −1. False returns
        the data of the figure.

    Returns
    -------
    Dataset
        ``X`` (11, 1); ``y`` (11,), −1 or +1.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.
    """
    as_stored = as_flag(as_stored, "as_stored")
    table = _table("toy_classification").T
    if not as_stored:
        table[:, 0] += 4
        table[-1, 1] = -1
    return from_table(
        "toy_classification",
        ("x", "label"),
        table,
        description="Eleven points of two classes on a line, "
        + (
            "as stored: a threshold between 0.987 and 1.1 separates the classes, so the softmax cost has no minimizer."
            if as_stored
            else "as the published figure has them: the stored inputs + 4, and the last label −1 instead of +1, so that no "
            "threshold separates the classes and the softmax cost has a minimizer."
        ),
        source=_TEXTBOOK,
        license=_TEXTBOOK_LICENSE,
    )


def _table(name: str) -> np.ndarray:
    return np.loadtxt(local_paths(name)[0], delimiter=",")

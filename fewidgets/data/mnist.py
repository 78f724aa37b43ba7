"""The whole of MNIST, downloaded once from a mirror. ``load_mnist`` has 5,000 images and needs no network."""

from __future__ import annotations

from typing import Literal

import numpy as np

from fewidgets.data.dataset import Dataset, as_integer
from fewidgets.data.download import local_paths
from fewidgets.data.idx import read_idx
from fewidgets.data.registry import MNIST_MIRROR
from fewidgets.data.shipped import PIXELS

#: Number of training images in the chapter's example.
CHAPTER_COUNT = 50_000


def fetch_mnist(count: int | None = None, *, part: Literal["train", "test"] = "train", seed: int = 0) -> Dataset:
    """Load handwritten digits, 28 × 28, drawn at random from all of MNIST (chapter 9, Example 9.3; Exercises 9.2 and 9.7).

    Parameters
    ----------
    count : int, optional
        Number of images: 1 to 60,000 for training, 1 to 10,000 for testing. By default 50,000 for training, as in the
        chapter, and all for testing.
    part : {"train", "test"}
        Which images to draw from. The people who wrote the test digits wrote none of the training digits.
    seed : int
        Seed of the random order, at least 0. The first ``count`` images in this order are returned.

    Returns
    -------
    Dataset
        ``X`` (count, 784) float32, integer grey levels from 0 (paper) to 255 (ink), image rows one after the other, so
        ``X[p].reshape(28, 28)`` is a picture; ``y`` (count,) int64, 0…9. 50,000 images take 157 MB.

    Raises
    ------
    FetchError
        If a file is not on this machine and cannot be downloaded; the message says how to get it by hand.
    ChecksumError
        If the content of a file is wrong.
    ValueError
        If ``part`` is neither of the two, or a number is not an integer or out of range.

    Notes
    -----
    The files are MNIST's own (11 MB), compressed: ``train-images-idx3-ubyte.gz`` and its three companions.
    """
    if part not in ("train", "test"):
        raise ValueError(f"part must be 'train' or 'test'; got {part!r}")
    rng = np.random.default_rng(as_integer(seed, "seed"))
    drawn_count = None if count is None else as_integer(count, "count", 1)
    images, labels = (read_idx(path) for path in local_paths(f"mnist_{part}"))
    if images.ndim != 3 or images.shape[1:] != (28, 28) or labels.shape != images.shape[:1]:
        raise ValueError(
            f"the {part} files must hold images (P, 28, 28) and labels (P,); got {images.shape} and {labels.shape}"
        )
    P = len(images)
    if drawn_count is None:
        drawn_count = min(CHAPTER_COUNT, P)
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

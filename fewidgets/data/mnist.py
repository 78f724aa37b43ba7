"""All of MNIST, downloaded once from a mirror of its original files; ``load_mnist`` has 5,000 images without a network."""

from __future__ import annotations

from typing import Literal

import numpy as np

from fewidgets.data.dataset import Dataset, whole_number
from fewidgets.data.download import local_paths
from fewidgets.data.idx import read_idx
from fewidgets.data.registry import MNIST_MIRROR
from fewidgets.data.shipped import PIXELS

#: How many training images the chapter's example takes.
CHAPTER_COUNT = 50_000


def fetch_mnist(count: int | None = None, *, part: Literal["train", "test"] = "train", seed: int = 0) -> Dataset:
    """Handwritten digits, 28 × 28, drawn at random from all of MNIST (chapter 9, Example 9.3; Exercises 9.2 and 9.7).

    Parameters
    ----------
    count : int, optional
        How many images, from 1 to the 60,000 for training or the 10,000 for testing. Where not given, 50,000 for training, as
        in the chapter, and all for testing.
    part : {"train", "test"}
        Which images to draw from. Writers of the test images wrote none of those for training.
    seed : int
        Seed of the random order, at least 0: the first ``count`` images of it come.

    Returns
    -------
    Dataset
        ``X`` (count, 784) float32, whole grey levels 0 (paper) to 255 (ink), image rows one after the other, so
        ``X[p].reshape(28, 28)`` is a picture; ``y`` (count,) int64, 0…9. 50,000 images take 157 MB.

    Raises
    ------
    FetchError
        If a file is not on this machine and cannot be downloaded; the message says how to get it by hand.
    ChecksumError
        If a file's bytes are not the right ones.
    ValueError
        If ``part`` is neither of the two, or a number is not whole or out of range.

    Notes
    -----
    The files are MNIST's own (11 MB), compressed: ``train-images-idx3-ubyte.gz`` and its three companions.
    """
    if part not in ("train", "test"):
        raise ValueError(f"part is {part!r}; wanted 'train' or 'test'")
    rng = np.random.default_rng(whole_number(seed, "seed"))
    wanted = None if count is None else whole_number(count, "count", 1)
    images, labels = (read_idx(path) for path in local_paths(f"mnist_{part}"))
    if images.ndim != 3 or images.shape[1:] != (28, 28) or labels.shape != images.shape[:1]:
        raise ValueError(f"the {part} files hold images {images.shape} and labels {labels.shape}; wanted (P, 28, 28) and (P,)")
    P = len(images)
    if wanted is None:
        wanted = min(CHAPTER_COUNT, P)
    if wanted > P:
        raise ValueError(f"count is {wanted}; wanted at most the {P} images of part={part!r}")
    drawn = rng.permutation(P)[:wanted]
    X = images.reshape(P, -1)[drawn].astype(np.float32)
    X.setflags(write=False)  # so that it is not copied again
    return Dataset(
        name=f"mnist_{part}",
        X=X,
        y=labels[drawn].astype(np.int64),
        feature_names=PIXELS,
        target_name="digit",
        description=(
            f"{wanted:,} of the {P:,} images of handwritten digits for {part}ing, in a random order with the seed {seed}. "
            "Features are the 28 × 28 pixels row by row, whole grey levels from 0 (paper) to 255 (ink)."
        ),
        source=f"MNIST, LeCun, Cortes and Burges, from NIST Special Databases 1 and 3; mirror {MNIST_MIRROR}",
        license="CC BY-SA 3.0, as far as known",
    )

"""Our block histograms, out of scikit-image's `hog`: the peer that tests and benchmarks compare with."""

from __future__ import annotations

import numpy as np
from skimage.feature import hog


def paired_hog(image, patch, block):
    """Give blocks of patch histograms over eight orientations, each block scaled to unit length.

    Of sixteen orientations of its, 7 − 2k and 8 − 2k of the gradient make up our k of the edge: its begin where ours,
    which lie in the middle of what they cover, begin or have their middle. Only images with two pixels of one colour
    along the border agree: there, it takes no difference across the border.
    """
    theirs = hog(
        image,
        orientations=16,
        pixels_per_cell=(patch, patch),
        cells_per_block=(block, block),
        block_norm="L1",
        feature_vector=False,
    )
    k = np.arange(8)
    pairs = theirs[..., (7 - 2 * k) % 16] + theirs[..., (8 - 2 * k) % 16]
    lengths = np.sqrt((pairs**2).sum(axis=(2, 3, 4), keepdims=True))
    return np.divide(pairs, lengths, out=np.zeros_like(pairs), where=lengths > 0)

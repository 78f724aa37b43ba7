"""Plain forms of the edge histograms of images (section 9.2.3)."""

import numpy as np


def edge_maps(image, K=8):
    """Return how strong an edge of each of K orientations is at each pixel, shape (K, H, W).

    An edge runs perpendicular to the gradient of the grey levels. Orientation k covers the angles around k 180/K degrees,
    counterclockwise from horizontal.

    Source: section 9.2.3, Figure 9.7 (middle column). Fast form: `fewidgets.algorithms.edge_maps`.

    >>> edge_maps(np.array([[0.0, 4.0, 8.0], [0.0, 4.0, 8.0]]))[4]
    array([[4., 4., 4.],
           [4., 4., 4.]])
    """
    down, right = np.gradient(image)
    strength = np.sqrt(down**2 + right**2)
    angle = np.arctan2(right, down)  # of the edge, counterclockwise; the gradient's own is arctan2(-down, right)
    nearest = np.round(angle / (np.pi / K)) % K
    return np.array([strength * (nearest == k) for k in range(K)])


def edge_histogram(image, K=8):
    """Return the total strength of the edges of each of K orientations, as a vector of length 1.

    Source: section 9.2.3, Figure 9.7 (right column). Fast form: `fewidgets.algorithms.edge_histogram`.

    >>> square = np.zeros((9, 9))
    >>> square[2:7, 2:7] = 1
    >>> edge_histogram(square).round(2)
    array([0.7 , 0.  , 0.12, 0.  , 0.7 , 0.  , 0.12, 0.  ])
    """
    totals = edge_maps(image, K).sum(axis=(1, 2))
    return totals / np.linalg.norm(totals)


def block_edge_histogram(image, patch=3, block=3, K=8):
    """Return the edge histograms of all patches in each block, normalized together, one block after the other.

    A patch has patch × patch pixels. A block has block × block patches and moves on by one patch.

    Source: section 9.2.3, Figure 9.9. Fast form: `fewidgets.algorithms.block_edge_histogram`.

    >>> image = np.add.outer(np.zeros(6), [0, 0, 0, 8, 8, 8])
    >>> block_edge_histogram(image, patch=3, block=2, K=4)
    array([0. , 0. , 0.5, 0. , 0. , 0. , 0.5, 0. , 0. , 0. , 0.5, 0. , 0. ,
           0. , 0.5, 0. ])
    """
    maps = edge_maps(image, K)
    rows, columns = image.shape[0] // patch, image.shape[1] // patch
    totals = np.zeros((rows, columns, K))
    for r in range(rows):
        for c in range(columns):
            pixels = maps[:, r * patch : (r + 1) * patch, c * patch : (c + 1) * patch]
            totals[r, c] = pixels.sum(axis=(1, 2))
    features = []
    for r in range(rows - block + 1):
        for c in range(columns - block + 1):
            histograms = totals[r : r + block, c : c + block].ravel()
            length = np.linalg.norm(histograms)
            features.append(histograms / length if length > 0 else histograms)
    return np.concatenate(features)

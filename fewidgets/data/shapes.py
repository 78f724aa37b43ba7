"""Synthetic pictures of simple shapes (chapter 9, Figure 9.7)."""

from __future__ import annotations

import numpy as np

from fewidgets.data.dataset import Dataset, as_integer


def make_shapes(*, size: int = 64) -> Dataset:
    """Make three pictures: a large bright triangle, a small dark one elsewhere, and a bright square in place of the large one.

    Compared pixel by pixel, the large triangle is more similar to the square than to the small triangle. Compared by their
    edges, the two triangles are similar.

    Parameters
    ----------
    size : int
        Rows and columns of a picture, 16 to 1024.

    Returns
    -------
    Dataset
        ``X`` (3, size²) float32, grey levels 0 to 255, image rows one after the other, so ``X[p].reshape(size, size)`` is a
        picture; ``y`` (3,) int64, 0 triangle, 1 square.

    Raises
    ------
    ValueError
        If ``size`` is not an integer from 16 to 1024.

    Examples
    --------
    >>> import numpy as np
    >>> shapes = make_shapes()
    >>> shapes
    Dataset('shapes', X: 3 examples × 4096 features, y: shape)
    >>> float(np.linalg.norm(shapes.X[0] - shapes.X[2])) < float(np.linalg.norm(shapes.X[0] - shapes.X[1]))
    True
    """
    size = as_integer(size, "size", 16, 1024)
    # Corners as shares of the picture: left, right, top, bottom.
    pictures = (
        _triangle(size, (0.1, 0.9, 0.32, 0.72)) * 230.0,
        _triangle(size, (0.08, 0.48, 0.74, 0.94)) * 110.0,
        _square(size, (0.3, 0.7, 0.32, 0.72)) * 230.0,
    )
    return Dataset(
        name="shapes",
        X=np.stack(pictures).reshape(3, -1).astype(np.float32),
        y=np.array([0, 0, 1]),
        feature_names=tuple(f"pixel_{row}_{column}" for row in range(size) for column in range(size)),
        target_name="shape",
        description=(
            f"Three pictures of {size} × {size} pixels, grey levels from 0 (black) to 255: a bright triangle, a small dark "
            "triangle further down on the left, and a bright square in the place of the first. The triangles' sides rise "
            "and fall at 45 degrees; edges are one pixel soft, as a camera would see them. Output: 0 triangle, 1 square."
        ),
        source="synthesized, after the idea of Figure 9.7 of Machine Learning Refined",
        license="that of fewidgets",
    )


def _pixels(size: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the centres of the pixels, to the right and downwards, as shares of the picture."""
    middle = (np.arange(size) + 0.5) / size
    return middle[None, :], middle[:, None]


def _inside(size: int, *distances: np.ndarray) -> np.ndarray:
    """Return the share of each pixel inside all sides, from the distances to the sides (shares of the picture)."""
    nearest = np.minimum.reduce(np.broadcast_arrays(*distances))
    return np.clip(nearest * size + 0.5, 0, 1)


def _square(size: int, box: tuple[float, float, float, float]) -> np.ndarray:
    x, y = _pixels(size)
    left, right, top, bottom = box
    return _inside(size, x - left, right - x, y - top, bottom - y)


def _triangle(size: int, box: tuple[float, float, float, float]) -> np.ndarray:
    """Draw a triangle whose base is the bottom of the box and whose tip is the middle of its top."""
    x, y = _pixels(size)
    left, right, top, bottom = box
    run, rise = (right - left) / 2, bottom - top
    length = np.hypot(run, rise)
    from_left = ((x - left) * rise - (bottom - y) * run) / length
    from_right = ((right - x) * rise - (bottom - y) * run) / length
    return _inside(size, bottom - y, from_left, from_right)

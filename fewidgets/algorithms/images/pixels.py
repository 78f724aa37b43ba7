"""Arrays of grey levels: their checks, and their division into strips (section 9.2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from .._numerics.arrays import as_numeric_array, check_finite, is_masked_array
from .._numerics.types import AnyArray, Floats

# Sums of squared differences of grey levels stay within single precision.
LARGEST_GREY = 1e12
# Pixels per strip: few enough for the arrays of a strip to stay in a processor's cache.
PIXELS_PER_STRIP = 2**17


def as_images(images: Any) -> AnyArray:
    """Check one grey image or a stack of them, and return it with its data type unchanged."""
    array = as_pixels(images, "images")
    expected = f"images must be grey levels, (H, W) or (P, H, W); got shape {array.shape}"
    if array.ndim in (3, 4) and array.shape[-1] in (3, 4):
        one_by_one = ", or pass grey images of 3 or 4 columns one at a time" if array.ndim == 3 else ""
        raise ValueError(f"{expected}, which looks like colour. Use to_gray(images){one_by_one}.")
    if array.ndim not in (2, 3):
        raise ValueError(f"{expected}.")
    check_levels(array, "images")
    return array


def as_pixels(images: Any, name: str) -> AnyArray:
    """Convert an array-like of real numbers to an array with the data type it has, without copying an array."""
    if is_masked_array(images) and np.ma.is_masked(images):
        raise ValueError(f"{name} has {np.ma.count_masked(images)} masked entries. Fill them first.")
    if isinstance(images, np.ndarray) and images.dtype.kind in "biuf":
        return images
    try:
        array = np.asarray(images)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{name} must be a rectangular array, with rows of equal length ({error}).") from None
    return array if array.dtype.kind in "biuf" else as_numeric_array(array, name)


def check_levels(array: AnyArray, name: str) -> None:
    """Refuse an array without pixels, and the first pixel that is NaN, infinite or too large."""
    if array.size == 0:
        raise ValueError(f"{name} must have at least one image, and one pixel in it; got shape {array.shape}.")
    axes = ("image", "row", "column") if array.ndim > 2 else ("row", "column")
    check_finite(array, name, axes=axes, limit=LARGEST_GREY)


def strips(images: AnyArray) -> Iterator[tuple[slice, slice, slice, Floats]]:
    """Cut a stack into strips: several whole images, or some rows of one large image."""
    P, H, W = images.shape
    dtype = precision_of(images)
    n, h = max(1, PIXELS_PER_STRIP // (H * W)), min(H, max(1, PIXELS_PER_STRIP // W))
    for first in range(0, P, n):
        which = slice(first, min(first + n, P))
        for top in range(0, H, h):
            rows = slice(top, min(top + h, H))
            start = max(0, top - 1)
            part = images[which, start : rows.stop + 1]
            yield which, rows, slice(top - start, rows.stop - start), np.ascontiguousarray(part, dtype=dtype)


def precision_of(images: AnyArray) -> DTypeLike:
    """Return the precision for differences of grey levels: single only if it holds the levels, which may have an offset."""
    return np.float32 if np.can_cast(images.dtype, np.float32) else np.float64


def average_squares(images: AnyArray, scale: int) -> Floats:
    """Average squares of `scale` × `scale` pixels. Pixels that do not fill a square are left out."""
    P, H, W = images.shape
    rows, columns = H // scale, W // scale
    averages = np.empty((P, rows, columns), dtype=precision_of(images))
    for p in range(P):
        squares = images[p, : rows * scale, : columns * scale].reshape(rows, scale, columns, scale)
        averages[p] = squares.mean(axis=(1, 3), dtype=np.float64)
    return averages

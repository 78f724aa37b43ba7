"""Arrays of grey levels: their checks, and their division into strips (section 9.2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from .._numerics.arrays import as_numeric_array, is_masked_array
from .._numerics.types import AnyArray

# Sums of squared differences of grey levels stay within single precision.
LARGEST_GREY = 1e12
# Pixels per strip: few enough for the arrays of a strip to stay in a processor's cache.
PIXELS_PER_STRIP = 2**17


def as_images(images: Any, name: str = "images") -> AnyArray:
    """Check one grey image or a stack of them, and return it with its data type unchanged."""
    array = as_pixels(images, name)
    expected = f"{name} must be grey levels, (H, W) or (P, H, W); got shape {array.shape}"
    if array.ndim == 3 and array.shape[-1] in (3, 4):
        raise ValueError(
            f"{expected}, which looks like colour. Use to_gray({name}), or pass grey images of 3 or 4 columns one at a time."
        )
    if array.ndim == 4 and array.shape[-1] <= 4:
        raise ValueError(f"{expected}, which looks like colour. Use to_gray({name}).")
    if array.ndim not in (2, 3):
        raise ValueError(f"{expected}.")
    check_not_empty(array, name)
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


def check_not_empty(array: AnyArray, name: str) -> None:
    """Refuse an array without pixels."""
    if array.size == 0:
        raise ValueError(f"{name} must have at least one image, and one pixel in it; got shape {array.shape}.")


def check_levels(part: AnyArray, name: str, first: int, top: int) -> None:
    """Refuse the first pixel that is NaN, infinite or too large."""
    if part.dtype.kind in "biu" and part.dtype.itemsize < 8:
        return
    if float(part.max()) <= LARGEST_GREY and float(part.min()) >= -LARGEST_GREY:  # false for NaN too
        return
    with np.errstate(over="ignore"):  # a number of extended precision may become infinite
        levels = part.astype(np.float64)
    where = np.argwhere(~(np.abs(levels) <= LARGEST_GREY))[0]
    value = levels[tuple(where)]
    place = f"image {first + where[0]}, row {top + where[1]}, column {where[2]}"
    if np.isnan(value):
        raise ValueError(f"{name} must hold finite grey levels; got NaN in {place}.")
    raise ValueError(f"{name} must hold grey levels within ±{LARGEST_GREY:g}; got {value:g} in {place}.")


def strips(images: AnyArray, name: str = "images") -> Iterator[tuple[slice, slice, slice, NDArray[np.floating]]]:
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
            check_levels(part, name, first, start)
            yield which, rows, slice(top - start, rows.stop - start), np.ascontiguousarray(part, dtype=dtype)


def precision_of(images: AnyArray) -> DTypeLike:
    """Return the precision for differences of grey levels: single only if it holds the levels, which may have an offset."""
    return np.float32 if np.can_cast(images.dtype, np.float32) else np.float64


def average_squares(images: AnyArray, scale: int, name: str = "images") -> NDArray[np.floating]:
    """Average squares of `scale` × `scale` pixels."""
    P, H, W = images.shape
    rows, columns = H // scale, W // scale
    averages = np.empty((P, rows, columns), dtype=precision_of(images))
    n, h = max(1, PIXELS_PER_STRIP // (H * W)), min(rows, max(1, PIXELS_PER_STRIP // (W * scale)))
    for first in range(0, P, n):
        for row in range(0, rows, h):
            top, bottom = row * scale, min(row + h, rows) * scale
            # Pixels that are left out are checked too: the result must not depend on where a NaN is.
            part = images[first : first + n, top : H if bottom == rows * scale else bottom]
            check_levels(part, name, first, top)
            part = part[:, : bottom - top, : columns * scale]
            squares = part.reshape(len(part), -1, scale, columns, scale)
            averages[first : first + n, row : row + h] = squares.mean(axis=(2, 4), dtype=np.float64)
    return averages

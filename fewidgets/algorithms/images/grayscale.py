"""Pictures as arrays of grey levels: checked, and turned grey where they come in colour (section 9.2.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_number
from .._numerics.arrays import as_numeric_array

# Sums of squared differences of grey levels stay inside single precision.
LARGEST_GREY = 1e12
# Pixels that are worked on at once: few enough for the arrays to stay near a processor's cache.
PIXELS_AT_ONCE = 2**17


def to_gray(
    image: ArrayLike,
    *,
    weights: ArrayLike = (0.299, 0.587, 0.114),
    white: float | None = None,
    background: float | None = None,
) -> NDArray[np.float32]:
    """Turn a colour picture into grey levels; what is transparent shows a background.

    Parameters
    ----------
    image : array-like, shape (H, W), (H, W, C) or (P, H, W, C)
        Pixels, with C = 1 (grey), 2 (grey, alpha), 3 (red, green, blue) or 4 (red, green, blue, alpha) channels
        last. A picture that is grey already, (H, W), comes back with the same levels.
    weights : array-like, shape (3,)
        Shares of red, green and blue in the grey level: none negative, sum 1. The default is the luma of ITU-R
        BT.601, as in JPEG and Pillow's "L"; scikit-image's `rgb2gray` takes (0.2125, 0.7154, 0.0721).
    white : float, optional
        The level of full brightness and of full opacity. Where not given: the largest number of an unsigned
        type (255 for uint8), 255 for signed whole numbers, 1 for floating point and bool. Only alpha and
        background depend on it.
    background : float, optional
        Grey level behind transparent pixels, in the units of the picture; `white`, like paper, where not given.

    Returns
    -------
    NDArray, shape (H, W) or (P, H, W), float32
        Grey levels in the units of the picture: α · (weights · colour) + (1 − α) · background, α = alpha / white.

    Raises
    ------
    TypeError
        If `image` or `weights` holds anything but real numbers, or `white` or `background` is no number.
    ValueError
        If `image` has another shape or no pixels, a pixel is NaN, infinite or beyond ±1e12, an alpha lies
        outside 0…white, the weights are not three shares, or `white` or `background` is out of range.

    Notes
    -----
    Source: section 9.2.3 (a colour image is three grey ones, red, green and blue). How the three become one is
    not said there; the weights above are those of the eye for the levels as they are stored.

    Examples
    --------
    >>> to_gray(np.array([[[255, 0, 0], [255, 255, 255]]], dtype=np.uint8))
    array([[ 76.245, 255.   ]], dtype=float32)
    >>> to_gray([[[0.0, 0.0, 0.0, 0.25]]])
    array([[0.75]], dtype=float32)
    """
    pixels = _as_array(image, "image")
    shares = as_numeric_array(weights, "weights")
    if shares.shape != (3,) or not (shares.min() >= 0 and abs(shares.sum() - 1) < 1e-6):
        seen = str(shares.tolist())
        seen = seen if len(seen) <= 60 else f"{seen[:59]}…"
        raise ValueError(f"weights is {seen}; wanted three shares, for red, green and blue, that sum to 1")
    kind = pixels.dtype
    if white is None:
        full = float(np.iinfo(kind).max) if kind.kind == "u" else 255.0 if kind.kind == "i" else 1.0
    else:
        full = as_number(white, "white", positive=True)
        if not 1 / LARGEST_GREY <= full <= LARGEST_GREY:
            raise ValueError(f"white is {full:g}; expected a level between {1 / LARGEST_GREY:g} and {LARGEST_GREY:g}.")
    behind = full if background is None else as_number(background, "background")
    if abs(behind) > LARGEST_GREY:
        raise ValueError(f"background is {behind:g}; expected a grey level within ±{LARGEST_GREY:g}.")
    if pixels.ndim == 2:
        pixels = pixels[:, :, None]
    if pixels.ndim not in (3, 4) or not 1 <= pixels.shape[-1] <= 4:
        hint = " (a stack of grey images needs no conversion)" if pixels.ndim == 3 else ""
        raise ValueError(
            f"image has shape {pixels.shape}; wanted (H, W), (H, W, C) or (P, H, W, C) with 1 to 4 channels last{hint}"
        )
    _check_some_pixels(pixels, "image")

    stack = pixels if pixels.ndim == 4 else pixels[None]
    gray = np.empty(stack.shape[:3], dtype=np.float32)
    at_once = max(1, PIXELS_AT_ONCE // stack.shape[2])
    for p in range(len(stack)):
        for row in range(0, stack.shape[1], at_once):
            with np.errstate(over="ignore"):  # a number of extended precision may become infinite
                part = stack[p, row : row + at_once].astype(np.float64)
            check_levels(part[None], "image", p, row)
            colours = part.shape[-1] // 3 * 2 + 1  # 1, or 3 with colour; the channel after them is alpha
            level = part[..., :3] @ shares if colours == 3 else part[..., 0]
            if part.shape[-1] > colours:
                level = _over_background(level, part[..., -1], full, behind)
            gray[p, row : row + at_once] = level
    return gray if pixels.ndim == 4 else gray[0]


def _over_background(
    level: NDArray[np.float64], alpha: NDArray[np.float64], white: float, background: float
) -> NDArray[np.float64]:
    low, high = alpha.min(), alpha.max()
    if low < 0 or high > white:
        wrong = low if low < 0 else high
        hint = ": pass white=255 if that is full opacity" if white == 1 and 1 < high <= 255 else ""
        raise ValueError(f"image holds the alpha {wrong:g}; wanted 0 to white = {white:g}{hint}")
    return (level * alpha + background * (white - alpha)) / white


def as_images(images: Any, name: str = "images") -> NDArray[Any]:
    """Check one grey image or a stack of them; their numbers stay as they are, and are looked at strip by strip.

    Parameters
    ----------
    images : array-like, shape (H, W) or (P, H, W)
        Grey levels.
    name : str
        What the caller calls this argument.

    Returns
    -------
    NDArray, shape (H, W) or (P, H, W), dtype as given

    Raises
    ------
    TypeError
        If entries are not real numbers.
    ValueError
        If the shape is wrong, there are no pixels, or the last axis looks like colours.

    Examples
    --------
    >>> as_images(np.zeros((28, 28, 3)))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: images has shape (28, 28, 3), which looks like colour; wanted grey levels, (H, W) or (P, H, W): to_gray...
    """
    array = _as_array(images, name)
    wanted = "wanted grey levels, (H, W) or (P, H, W)"
    if array.ndim == 3 and array.shape[-1] in (3, 4):
        raise ValueError(
            f"{name} has shape {array.shape}, which looks like colour; {wanted}: to_gray({name}) gives them "
            "(pass grey images 3 or 4 pixels wide one at a time)"
        )
    if array.ndim == 4 and array.shape[-1] <= 4:
        raise ValueError(f"{name} has shape {array.shape}; {wanted}: to_gray({name}) gives them")
    if array.ndim not in (2, 3):
        raise ValueError(f"{name} has shape {array.shape}; {wanted}")
    _check_some_pixels(array, name)
    return array


def strips(images: NDArray[Any], name: str = "images") -> Iterator[tuple[slice, slice, slice, NDArray[np.float32]]]:
    """Cut a stack into parts that fit a cache: whole images, several at once, or rows of one large image.

    Parameters
    ----------
    images : NDArray, shape (P, H, W)
    name : str
        What the caller calls this argument.

    Yields
    ------
    which : slice
        The images of this part.
    rows : slice
        The rows of this part in the image.
    inner : slice
        The same rows in `pixels`, which has one more on each side where the image goes on.
    pixels : NDArray, shape (images, rows and neighbours, W), float32

    Raises
    ------
    ValueError
        If a pixel is NaN, infinite or too large.

    Examples
    --------
    >>> [(which, rows) for which, rows, _, _ in strips(np.zeros((3, 2, 2**16)))]
    [(slice(0, 1, None), slice(0, 2, None)), (slice(1, 2, None), slice(0, 2, None)), (slice(2, 3, None), slice(0, 2, None))]
    """
    P, H, W = images.shape
    n, h = max(1, PIXELS_AT_ONCE // (H * W)), min(H, max(1, PIXELS_AT_ONCE // W))
    for first in range(0, P, n):
        which = slice(first, min(first + n, P))
        for top in range(0, H, h):
            rows = slice(top, min(top + h, H))
            start = max(0, top - 1)
            part = images[which, start : rows.stop + 1]
            check_levels(part, name, first, start)
            yield which, rows, slice(top - start, rows.stop - start), np.ascontiguousarray(part, dtype=np.float32)


def averaged_down(images: NDArray[Any], scale: int, name: str = "images") -> NDArray[np.float32]:
    """Average squares of `scale` × `scale` pixels; rows and columns that fill no further square are left out.

    Parameters
    ----------
    images : NDArray, shape (P, H, W)
        Grey levels.
    scale : int
        Side of a square in pixels, at most H and W.
    name : str
        What the caller calls the images.

    Returns
    -------
    NDArray, shape (P, H // scale, W // scale), float32

    Raises
    ------
    ValueError
        If a pixel is NaN, infinite or too large.

    Examples
    --------
    >>> averaged_down(np.array([[[0, 4, 9], [8, 0, 9]]]), 2)
    array([[[3.]]], dtype=float32)
    """
    P, H, W = images.shape
    rows, columns = H // scale, W // scale
    small = np.empty((P, rows, columns), dtype=np.float32)
    n, h = max(1, PIXELS_AT_ONCE // (H * W)), min(rows, max(1, PIXELS_AT_ONCE // (W * scale)))
    for first in range(0, P, n):
        for row in range(0, rows, h):
            top, bottom = row * scale, min(row + h, rows) * scale
            # What is left out is checked too: the answer must not depend on where a NaN lies.
            part = images[first : first + n, top : H if bottom == rows * scale else bottom]
            check_levels(part, name, first, top)
            part = part[:, : bottom - top, : columns * scale]
            down = np.add.reduceat(part, np.arange(0, part.shape[1], scale), axis=1, dtype=np.float64)
            across = np.add.reduceat(down, np.arange(0, part.shape[2], scale), axis=2)
            small[first : first + n, row : row + h] = across / scale**2
    return small


def check_levels(part: NDArray[Any], name: str, first: int, top: int) -> None:
    """Refuse the first pixel that is NaN, infinite or too large.

    Parameters
    ----------
    part : NDArray, shape (images, rows, W) or (images, rows, W, C)
        Part of a stack.
    name : str
        What the caller calls the stack.
    first, top : int
        Number of the part's first image, and of its first row.

    Raises
    ------
    ValueError
        If there is such a pixel.

    Examples
    --------
    >>> check_levels(np.array([[[0.0, np.nan]]]), "images", 2, 5)
    Traceback (most recent call last):
    ...
    ValueError: images holds a NaN in image 2, row 5, column 1; wanted finite grey levels
    """
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
        raise ValueError(f"{name} holds a NaN in {place}; wanted finite grey levels")
    raise ValueError(f"{name} holds {value:g} in {place}; wanted grey levels within ±{LARGEST_GREY:g}")


def _as_array(images: Any, name: str) -> NDArray[Any]:
    """Give any array-like of real numbers as an array of the type it has, without a copy of a large stack."""
    if isinstance(images, np.ma.MaskedArray) and np.ma.is_masked(images):
        raise ValueError(f"{name} has {np.ma.count_masked(images)} masked entries; fill them first")
    if isinstance(images, np.ndarray) and images.dtype.kind in "biuf":
        return images
    try:
        array = np.asarray(images)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{name} is no rectangular array ({error}); wanted rows of equal length") from None
    return array if array.dtype.kind in "biuf" else as_numeric_array(array, name)


def _check_some_pixels(array: NDArray[Any], name: str) -> None:
    if array.size == 0:
        raise ValueError(f"{name} has shape {array.shape}; wanted at least one image, and one pixel in it")

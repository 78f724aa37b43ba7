"""Colour pictures as grey levels (section 9.2.3)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_number
from .._numerics.types import AnyArray, Array, Singles
from .pixels import LARGEST_GREY, as_pixels, check_levels

# How bright the eye sees red, green and blue.
LUMA = np.array([0.299, 0.587, 0.114])


def to_gray(image: ArrayLike, *, white: float | None = None) -> Singles:
    """Convert a colour picture to grey levels, with white behind transparent pixels.

    A grey level is 0.299 red + 0.587 green + 0.114 blue, the luma of ITU-R BT.601. Where the picture is transparent, white
    shines through: α · level + (1 − α) · white, with α = alpha / white.

    Parameters
    ----------
    image : array-like, shape (H, W), (H, W, C) or (P, H, W, C)
        Pixels. The C channels come last: 1 (grey), 2 (grey, alpha), 3 (red, green, blue) or 4 (red, green, blue, alpha).
    white : float, optional
        Level of full brightness and of full opacity. By default the largest number of an unsigned type (255 for uint8), 255
        for signed integers, and 1 for floating point and bool.

    Returns
    -------
    NDArray, shape (H, W) or (P, H, W), float32
        Grey levels in the units of the picture.

    Raises
    ------
    TypeError, ValueError
        If the shape, a pixel or an alpha is wrong, or `white` is out of range.

    Notes
    -----
    Source: section 9.2.3, which treats a colour image as three grey images, red, green and blue. The chapter does not say how
    to combine them. The weights follow how bright the eye sees the three colours, for levels as they are stored.

    Examples
    --------
    >>> to_gray(np.array([[[255, 0, 0], [255, 255, 255]]], dtype=np.uint8))
    array([[ 76.245, 255.   ]], dtype=float32)
    >>> to_gray([[[0.0, 0.0, 0.0, 0.25]]])
    array([[0.75]], dtype=float32)
    """
    pixels = as_pixels(image, "image")
    full = _as_white(white, pixels.dtype)
    stack = _as_colour_stack(pixels)
    gray = np.empty(stack.shape[:3], dtype=np.float32)
    colours = 1 if stack.shape[-1] <= 2 else 3
    for picture, levels in zip(stack, gray, strict=True):
        part = picture.astype(np.float64)
        level = part[..., 0] if colours == 1 else part[..., :3] @ LUMA
        levels[...] = level if part.shape[-1] == colours else _over_white(level, part[..., -1], full)
    return gray if pixels.ndim == 4 else gray[0]


def _over_white(level: Array, alpha: Array, white: float) -> Array:
    low, high = alpha.min(), alpha.max()
    if low < 0 or high > white:
        hint = " Pass white=255 if 255 means opaque." if white == 1 and 1 < high <= 255 and low >= 0 else ""
        raise ValueError(f"image must have alpha values from 0 to white = {white:g}; got {low if low < 0 else high:g}.{hint}")
    return white + (level - white) * alpha / white


def _as_white(white: Any, dtype: np.dtype[Any]) -> float:
    if white is None:
        return float(np.iinfo(dtype).max) if dtype.kind == "u" else 255.0 if dtype.kind == "i" else 1.0
    full = as_number(white, "white", positive=True)
    if not 1 / LARGEST_GREY <= full <= LARGEST_GREY:
        raise ValueError(f"white must be between {1 / LARGEST_GREY:g} and {LARGEST_GREY:g}; got {full:g}.")
    return full


def _as_colour_stack(pixels: AnyArray) -> AnyArray:
    """Add the axes of images and channels where they are absent: shape (P, H, W, C)."""
    if pixels.ndim == 2:
        pixels = pixels[:, :, None]
    if pixels.ndim not in (3, 4) or not 1 <= pixels.shape[-1] <= 4:
        hint = " A stack of grey images needs no conversion." if pixels.ndim == 3 else ""
        raise ValueError(
            "image must have the shape (H, W), (H, W, C) or (P, H, W, C), with 1 to 4 channels last; "
            f"got {pixels.shape}.{hint}"
        )
    stack = pixels if pixels.ndim == 4 else pixels[None]
    check_levels(stack, "image")
    return stack

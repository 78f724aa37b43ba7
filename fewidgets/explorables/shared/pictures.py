"""Check the pictures that people give to an explorable."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from fewidgets.algorithms import to_gray
from fewidgets.algorithms._numerics.types import AnyArray, Bytes, Singles
from fewidgets.data import make_shapes
from fewidgets.explorables.shared.picture_files import WHITE, read_picture
from fewidgets.scene.controls.compute import Upload

MOST_PIXELS = 96  # on the longer side, so that the strokes of edges can be seen and a widget's state stays small
SENT_PIXELS = 16 * MOST_PIXELS  # on the longer side of a picture that a browser sends
ENOUGH_PIXELS = 8 * MOST_PIXELS  # on the longer side of a file, before it is averaged down to MOST_PIXELS
_FILES = str | Path | Upload


class Picture(NamedTuple):
    levels: Singles  # (H, W): Grey levels from 0 (black) to 255 (white)
    name: str  # Name on screen: "The photograph", "Image 7"
    full_size: tuple[int, int]  # Rows and columns of the original picture

    @property
    def description(self) -> str:
        height, width = self.levels.shape
        reduced = "" if self.full_size == (height, width) else ", reduced from {:,} × {:,}".format(*self.full_size)
        return f"{self.name}, {height} × {width} pixels{reduced}"


def as_picture(image: Any, name: str = "image", *, title: str | None = None, white: float | None = None) -> Picture:
    """Convert a picture to grey levels from 0 to 255, with at most 96 pixels on its longer side."""
    if isinstance(image, Upload):
        found = _from_file(image.data, image.name, title)
        return found if image.pixels is None else found._replace(full_size=image.pixels)
    if isinstance(image, str | Path):
        path = _as_file(image, name)
        return _from_file(path, path.name, title)
    pixels = _as_array(image, name)
    white = _white_of(pixels) if white is None else white
    levels = _in_bytes(to_gray(pixels, white=white), white, name)
    return Picture(_reduced(levels), title or "The image", levels.shape)


def as_pictures(images: Any) -> list[Picture]:
    """Convert a list of pictures, a stack, a data set of images, or a single picture."""
    each: Any
    if hasattr(images, "X") and hasattr(images, "feature_names"):
        side = round(images.X.shape[1] ** 0.5)
        if side**2 != images.X.shape[1]:
            raise ValueError(f"images must have square pictures in its rows; got rows of {images.X.shape[1]} features.")
        each = images.X.reshape(-1, side, side)
    elif isinstance(images, _FILES):
        return [as_picture(images, "images")]
    elif isinstance(images, list | tuple) and any(_is_picture(part) for part in images):
        each = images
    else:
        pixels = _as_array(images, "images")
        single = pixels.ndim == 2 or (pixels.ndim == 3 and pixels.shape[-1] in (3, 4))
        if single or pixels.ndim < 2:
            return [as_picture(pixels, "images")]
        each = pixels
    if not len(each):
        raise ValueError("images must contain at least one picture; got none.")
    # The level of white is that of the whole stack, so that a dark picture among others stays dark.
    white = _white_of(each) if isinstance(each, np.ndarray) else None
    return [
        as_picture(part, f"images[{i}]", title=None if isinstance(part, _FILES) else f"Image {i}", white=white)
        for i, part in enumerate(each)
    ]


def _is_picture(part: Any) -> bool:
    """Whether a part of a list is a picture, and not a row of one."""
    return isinstance(part, _FILES) or (
        not isinstance(part, int | float) and np.iterable(part) and any(map(np.iterable, part))
    )


def _as_file(path: str | Path, name: str) -> Path:
    try:
        found = Path(path).expanduser()
        if found.is_file():
            return found
    except (OSError, RuntimeError, ValueError):  # the name is too long, the user is unknown, or there is a null character
        pass
    raise ValueError(f"{name} must be the path of an existing file; got {str(path)[:200]!r}.")


def _from_file(file: Path | bytes, name: str, title: str | None) -> Picture:
    read = read_picture(file, name, ENOUGH_PIXELS)
    return Picture(_reduced(read.levels), title or name, read.full_size)


def _as_array(image: Any, name: str) -> AnyArray:
    try:
        pixels = np.asarray(image)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{name} must be an array (H, W), (H, W, 3) or (H, W, 4); NumPy reports: {error}") from None
    if pixels.dtype.kind not in "biuf":
        got = type(image).__name__ if pixels.ndim == 0 else pixels.dtype
        raise TypeError(
            f"{name} must be an array of numbers (H, W), (H, W, 3) or (H, W, 4), or the path of a file; got {got}."
        )
    return pixels


def _white_of(pixels: AnyArray) -> float:
    """Return the level of full brightness; floating point numbers go up to 1, as in Matplotlib, or up to 255."""
    if pixels.dtype.kind in "bu":
        return float(np.iinfo(pixels.dtype).max) if pixels.dtype.kind == "u" else 1.0
    return WHITE if pixels.dtype.kind == "i" or (pixels.size and pixels.max() > 1) else 1.0


def _in_bytes(gray: Singles, white: float, name: str) -> Singles:
    low, high = float(gray.min()), float(gray.max())
    slack = 1e-4 * white  # rounding: the weights of the three colours add up to only nearly 1
    if not (-slack <= low and high <= white + slack):
        raise ValueError(
            f"{name} must have grey levels from 0 to 255, or floating point numbers from 0 to 1; got {low:g} to {high:g}."
        )
    return np.clip(gray * np.float32(WHITE / white), 0, WHITE)


def _reduced(levels: Singles) -> Singles:
    """Average a large picture down, and round its levels to integers."""
    from PIL import Image

    height, width = levels.shape
    share = MOST_PIXELS / max(height, width)
    if share >= 1:
        return levels
    size = max(1, round(width * share)), max(1, round(height * share))
    small = Image.fromarray(np.ascontiguousarray(levels)).resize(size, Image.Resampling.BOX)
    return np.round(np.asarray(small))


@cache
def drawings(side: int) -> Mapping[str, Bytes]:
    """Return drawings of some shapes, 0 … 255, by their names."""
    names = ("a large triangle", "a small triangle", "a square")
    shapes = np.round(make_shapes(size=side).X.reshape(-1, side, side)).astype(np.uint8)
    return MappingProxyType(dict(zip(names, shapes, strict=True)))

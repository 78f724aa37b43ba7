"""What a person hands over as a picture: an array, a path, a file from the browser, or one of our data sets of images."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fewidgets.algorithms import to_gray
from fewidgets.explorables.shared.picture_files import WHITE, read_picture
from fewidgets.scene import Upload

MOST_PIXELS = 96  # on the longer side: edges must stay strokes that can be seen, and a widget's state small
ENOUGH_PIXELS = 8 * MOST_PIXELS  # of a file on the longer side, from which the others are averaged
_FILES = str | Path | Upload


class Picture(NamedTuple):
    """A grey picture.

    Attributes
    ----------
    levels : NDArray, shape (H, W), float32
        Grey levels from 0 (black) to 255 (white).
    name : str
        As it is told: "The photograph", "Image 7".
    full_size : tuple of 2 int
        Rows and columns before it was reduced.
    """

    levels: NDArray[np.float32]
    name: str
    full_size: tuple[int, int]

    @property
    def told(self) -> str:
        """Its name and size in words."""
        height, width = self.levels.shape
        reduced = "" if self.full_size == (height, width) else ", reduced from {} × {}".format(*self.full_size)
        return f"{self.name}, {height} × {width} pixels{reduced}"


def as_picture(image: Any, name: str = "image", *, told: str | None = None, white: float | None = None) -> Picture:
    """Take in one picture: grey levels from 0 to 255, at most 96 pixels long.

    Parameters
    ----------
    image : array-like, shape (H, W), (H, W, 3) or (H, W, 4), or path, or Upload
        Whole numbers are levels from 0 to 255 (of an unsigned type with more bits: up to its largest number); floating point
        is from 0 to 1 where nothing is above 1, else from 0 to 255. Files are PNG, GIF, BMP (up to 20 million pixels), JPEG
        (25 million), TIFF (15 million) or WebP (10 million). Of several pictures in a file, the first is taken.
    name : str
        What the caller calls this argument.
    told : str, optional
        What the picture is called on screen; by default the file's name, or "The image".
    white : float, optional
        The level of full brightness, where it is known.

    Returns
    -------
    Picture
        Larger pictures are averaged down.

    Raises
    ------
    TypeError, ValueError
        If it is no picture. The message names what was seen and what is wanted.

    Examples
    --------
    >>> as_picture([[0.0, 0.5], [1.0, 0.25]]).levels
    array([[  0.  , 127.5 ],
           [255.  ,  63.75]], dtype=float32)
    >>> as_picture(np.zeros((300, 200, 4), dtype=np.uint8)).told
    'The image, 96 × 64 pixels, reduced from 300 × 200'
    """
    if isinstance(image, Upload):
        return _from_file(image.data, image.name, told)
    if isinstance(image, str | Path):
        path = _as_file(image, name)
        return _from_file(path, path.name, told)
    pixels = _as_array(image, name)
    white = _white_of(pixels) if white is None else white
    levels = _in_bytes(to_gray(pixels, white=white), white, name)
    return Picture(_reduced(levels), told or "The image", levels.shape)


def as_pictures(images: Any, name: str = "images") -> list[Picture]:
    """Take in several pictures: a list of them, a stack (P, H, W) or (P, H, W, C), one of our data sets, or a single one.

    Parameters
    ----------
    images : sequence, array-like or data set
        Of a data set, each row of ``X`` is a square picture.
    name : str
        What the caller calls this argument.

    Returns
    -------
    list of Picture

    Raises
    ------
    TypeError, ValueError
        If any is no picture.

    Examples
    --------
    >>> from fewidgets.data import make_shapes
    >>> [picture.told for picture in as_pictures(make_shapes())]
    ['Image 0, 64 × 64 pixels', 'Image 1, 64 × 64 pixels', 'Image 2, 64 × 64 pixels']
    >>> len(as_pictures(np.zeros((5, 7))))
    1
    """
    each: Any
    if hasattr(images, "X") and hasattr(images, "feature_names"):
        side = round(images.X.shape[1] ** 0.5)
        if side**2 != images.X.shape[1]:
            raise ValueError(f"{name} has {images.X.shape[1]} features a row; wanted square pictures, row by row")
        each = images.X.reshape(-1, side, side)
    elif isinstance(images, _FILES):
        return [as_picture(images, name)]
    elif isinstance(images, list | tuple) and any(_is_picture(part) for part in images):
        each = images
    else:
        pixels = _as_array(images, name)
        single = pixels.ndim == 2 or (pixels.ndim == 3 and pixels.shape[-1] in (3, 4))
        if single or pixels.ndim < 2:
            return [as_picture(pixels, name)]
        each = pixels
    if not len(each):
        raise ValueError(f"{name} is empty; wanted at least one picture")
    # One look at all, so that in a stack a dark picture stays dark among others.
    white = _white_of(each) if isinstance(each, np.ndarray) else None
    return [
        as_picture(part, f"{name}[{i}]", told=None if isinstance(part, _FILES) else f"Image {i}", white=white)
        for i, part in enumerate(each)
    ]


def _is_picture(part: Any) -> bool:
    """Tell a list of pictures from a picture that is a list of rows."""
    return isinstance(part, _FILES) or (
        not isinstance(part, int | float) and np.iterable(part) and any(map(np.iterable, part))
    )


def _as_file(path: str | Path, name: str) -> Path:
    """Give the path of a file that is there."""
    try:
        found = Path(path).expanduser()
        if found.is_file():
            return found
    except (OSError, RuntimeError, ValueError):  # too long a name, an unknown user, a null character
        pass
    raise ValueError(f"{name} is the path {str(path)[:200]!r}, where there is no file")


def _from_file(file: Path | bytes, name: str, told: str | None) -> Picture:
    read = read_picture(file, name, ENOUGH_PIXELS)
    return Picture(_reduced(read.levels), told or name, read.full_size)


def _as_array(image: Any, name: str) -> NDArray[Any]:
    try:
        pixels = np.asarray(image)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{name} is no rectangular array ({error}); wanted (H, W), (H, W, 3) or (H, W, 4)") from None
    if pixels.dtype.kind not in "biuf":
        seen = type(image).__name__ if pixels.ndim == 0 else pixels.dtype
        raise TypeError(f"{name} is of type {seen}; wanted numbers in (H, W), (H, W, 3) or (H, W, 4), or a file's path")
    return pixels


def _white_of(pixels: NDArray[Any]) -> float:
    """Give the level of full brightness; floating point goes up to 1, as Matplotlib shows it, or has the levels of bytes."""
    if pixels.dtype.kind in "bu":
        return float(np.iinfo(pixels.dtype).max) if pixels.dtype.kind == "u" else 1.0
    return WHITE if pixels.dtype.kind == "i" or (pixels.size and pixels.max() > 1) else 1.0


def _in_bytes(gray: NDArray[np.float32], white: float, name: str) -> NDArray[np.float32]:
    """Bring grey levels from 0 … white to 0 … 255."""
    low, high = float(gray.min()), float(gray.max())
    slack = 1e-4 * white  # three shares of a colour add up to no more than nearly one
    if not (-slack <= low and high <= white + slack):
        raise ValueError(f"{name} has grey levels from {low:g} to {high:g}; wanted 0 to 255, or floating point from 0 to 1")
    return np.clip(gray * np.float32(WHITE / white), 0, WHITE)


def _reduced(levels: NDArray[np.float32]) -> NDArray[np.float32]:
    """Average a large picture down, to whole levels."""
    from PIL import Image

    height, width = levels.shape
    share = MOST_PIXELS / max(height, width)
    if share >= 1:
        return levels
    size = max(1, round(width * share)), max(1, round(height * share))
    small = Image.fromarray(np.ascontiguousarray(levels)).resize(size, Image.Resampling.BOX)
    return np.round(np.asarray(small))

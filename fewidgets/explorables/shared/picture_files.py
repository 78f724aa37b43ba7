"""Read picture files in bounded memory, because people may upload any bytes."""

from __future__ import annotations

import io
import struct
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fewidgets.algorithms import to_gray
from fewidgets.algorithms._numerics.types import Singles

if TYPE_CHECKING:
    from PIL import Image

# A file of a few bytes can describe a picture of gigabytes. So the size is checked before any pixel is unpacked, JPEG files
# are decoded at a fraction of their size, and everything after that works on one strip of rows at a time.
WHITE = 255.0
# The accepted formats with their largest number of pixels, so that no file takes 300 MB. Pillow needs up to 16 bytes for a
# pixel of TIFF or WebP, and less for others. Other formats are refused: to read EPS, for example, Pillow starts Ghostscript.
MOST_FILE_PIXELS = {
    "PNG": 36_000_000,
    "JPEG": 120_000_000,  # decoded at up to an eighth of its size
    "GIF": 20_000_000,
    "BMP": 20_000_000,
    "TIFF": 15_000_000,
    "WEBP": 10_000_000,
}
MOST_PROGRESSIVE = 25_000_000  # pixels of a JPEG file whose details come after all of its outlines, so that all is kept
MOST_FILE_SIDE = 50_000
MOST_FILE_BYTES = 100_000_000
# Pillow unpacks all texts in a PNG file, each to up to 4 MB.
PNG_SIGNATURE, PNG_TEXTS, MOST_PNG_TEXTS = b"\x89PNG\r\n\x1a\n", (b"tEXt", b"zTXt", b"iTXt"), 20
STRIP_PIXELS = 2**19
# Pillow's modes whose numbers NumPy can take as they are.
PLAIN_MODES = ("L", "LA", "RGB", "RGBA", "I", "F", "I;16", "I;16B", "I;16L", "I;16N")
TILE_WIDTH, TILE_LENGTH = 322, 323  # tags of a TIFF file
ORIENTATION = 0x0112  # tag of EXIF data: how the camera was held


class FilePicture(NamedTuple):
    levels: Singles  # (H, W): Grey levels from 0 to 255
    full_size: tuple[int, int]  # Rows and columns of the picture in the file


def read_picture(file: Path | bytes, name: str, enough: int) -> FilePicture:
    """Unpack a picture file to grey levels, upright."""
    from PIL import Image, UnidentifiedImageError

    size = len(file) if isinstance(file, bytes) else file.stat().st_size
    if size > MOST_FILE_BYTES:
        raise ValueError(f"{name} has {size:,} bytes; expected at most {MOST_FILE_BYTES:,}.")
    source = io.BytesIO(file) if isinstance(file, bytes) else file
    try:
        _check_texts(file, name)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of large pictures and of damaged EXIF data
            with Image.open(source, formats=tuple(MOST_FILE_PIXELS)) as picture:
                return _unpacked(picture, name, enough)
    except Image.DecompressionBombError:
        raise ValueError(f"{name} has too many pixels; expected at most {MOST_FILE_PIXELS['PNG']:,}.") from None
    except UnidentifiedImageError:
        *most, last = MOST_FILE_PIXELS
        raise ValueError(f"{name} cannot be read as a picture. Expected {', '.join(most)} or {last}.") from None
    except _Refused as refused:
        raise ValueError(str(refused)) from None
    except MemoryError:
        raise ValueError(f"{name} does not fit in memory. Make the picture smaller.") from None
    except Exception as error:
        # For damaged files, Pillow raises many kinds of errors: SyntaxError, struct.error, KeyError and others.
        reason = str(error) or type(error).__name__
        raise ValueError(f"{name} cannot be unpacked ({reason[:100]}). The file may be damaged or cut off.") from None


class _Refused(Exception):
    """A file that this module refuses, as opposed to errors that Pillow raises."""


def _unpacked(picture: Image.Image, name: str, enough: int) -> FilePicture:
    width, height = picture.size
    most = MOST_FILE_PIXELS.get(picture.format or "", MOST_FILE_PIXELS["JPEG"])  # MPO is a JPEG file of several pictures
    if picture.format in ("JPEG", "MPO") and picture.info.get("progressive"):
        most = MOST_PROGRESSIVE
    _check_pixels(width, height, most, name)
    if picture.format == "TIFF":  # Pillow unpacks whole tiles, which may be far larger than the picture
        tags: Any = getattr(picture, "tag_v2", {})
        _check_pixels(int(tags.get(TILE_WIDTH, 1)), int(tags.get(TILE_LENGTH, 1)), most, name)
    factor = _factor(picture, enough)
    picture.draft(picture.mode, (width // factor, height // factor))
    picture.load()
    # Read the orientation after loading, because Pillow turns a TIFF picture while loading it and then drops the tag.
    orientation = picture.getexif().get(ORIENTATION, 1)
    levels = _turned(_averaged_levels(picture, _factor(picture, enough), name), orientation)
    return FilePicture(levels, (width, height) if orientation in (5, 6, 7, 8) else (height, width))


def _check_pixels(width: int, height: int, most: int, name: str) -> None:
    if width < 1 or height < 1:
        raise _Refused(f"{name} has {height} × {width} pixels; expected at least one.")
    if width * height > most or max(width, height) > MOST_FILE_SIDE:
        raise _Refused(
            f"{name} has {height:,} × {width:,} pixels; expected at most {most:,} in all, and {MOST_FILE_SIDE:,} on a side. "
            "Make the picture smaller."
        )


def _check_texts(file: Path | bytes, name: str) -> None:
    """Refuse a PNG file with too many texts, from the headers of its chunks."""
    texts = 0
    with io.BytesIO(file) if isinstance(file, bytes) else file.open("rb") as stream:
        if stream.read(8) != PNG_SIGNATURE:
            return
        while len(header := stream.read(8)) == 8:
            length, kind = struct.unpack(">I4s", header)
            texts += kind in PNG_TEXTS
            if texts > MOST_PNG_TEXTS:
                raise _Refused(
                    f"{name} holds more than {MOST_PNG_TEXTS} texts besides the picture. Save the picture without them."
                )
            stream.seek(length + 4, io.SEEK_CUR)  # the content and its checksum


def _factor(picture: Image.Image, enough: int) -> int:
    return max(1, max(picture.size) // enough)


def _strips(picture: Image.Image) -> Iterator[tuple[int, NDArray[Any]]]:
    """Yield strips of rows of a picture, each with its first row, in a mode that NumPy can read."""
    width, height = picture.size
    clear = "transparency" in picture.info and picture.mode in ("1", "L", "P", "RGB")
    rows = max(1, STRIP_PIXELS // width)
    for top in range(0, height, rows):
        strip = picture.crop((0, top, width, min(top + rows, height)))
        if clear or strip.mode not in PLAIN_MODES:
            faint = clear or strip.mode in ("PA", "La", "RGBa")
            strip = strip.convert("RGBA" if faint else "L" if strip.mode == "1" else "RGB")
        yield top, np.asarray(strip)


def _averaged_levels(picture: Image.Image, factor: int, name: str) -> Singles:
    """Compute grey levels from 0 to 255, averaged over squares of `factor` pixels."""
    white = _white_of(picture, name)
    rows, columns = (np.arange(0, size, factor) for size in (picture.height, picture.width))
    sums = np.zeros((len(rows), len(columns)))
    for top, pixels in _strips(picture):
        gray = to_gray(pixels, white=white)
        square = np.arange(top, top + len(gray)) // factor
        starts = np.flatnonzero(np.diff(square, prepend=-1))
        sums[square[starts]] += np.add.reduceat(np.add.reduceat(gray, starts, axis=0), columns, axis=1)
    heights, widths = np.diff(rows, append=picture.height), np.diff(columns, append=picture.width)
    levels = sums * (WHITE / white) / np.multiply.outer(heights, widths)
    return np.clip(levels, 0, WHITE).astype(np.float32)


def _white_of(picture: Image.Image, name: str) -> float:
    """Return the level of full brightness; refuse numbers that are not brightness."""
    if picture.mode.startswith("I;16"):
        return 65535.0
    if picture.mode not in ("I", "F"):
        return WHITE
    low, high = np.inf, -np.inf
    for top, pixels in _strips(picture):
        low, high = min(low, float(pixels.min())), max(high, float(pixels.max()))
        if not np.isfinite(low + high):
            row, column = np.argwhere(~np.isfinite(pixels))[0]
            value = "a NaN" if np.isnan(pixels[row, column]) else "an infinite value"
            raise _Refused(f"{name} holds {value} in row {top + row}, column {column}. Replace it by a grey level first.")
    white = 1.0 if picture.mode == "F" and high <= 1 else WHITE
    if low < 0 or high > white:
        raise _Refused(
            f"{name} holds levels from {low:g} to {high:g}; expected grey levels from 0 to 255, or floating point from 0 to 1."
        )
    return white


def _turned(levels: Singles, orientation: Any) -> Singles:
    """Turn a picture upright; ``orientation`` is the number 1 to 8 in its EXIF data."""
    if orientation in (5, 6, 7, 8):
        levels = levels.T
    flipped = {2: (1,), 3: (0, 1), 4: (0,), 6: (1,), 7: (0, 1), 8: (0,)}
    return np.ascontiguousarray(np.flip(levels, flipped.get(orientation, ())))

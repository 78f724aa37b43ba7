"""Read the IDX format of MNIST's files: a short header, then an array of bytes."""

from __future__ import annotations

import gzip
import math
import zlib
from pathlib import Path

import numpy as np

#: Code of unsigned bytes, the only element type that MNIST uses.
UNSIGNED_BYTE = 0x08

#: Default limit on the elements of a file; the largest file of MNIST has 47,040,000.
LARGEST = 64 * 2**20

#: Axes that a file may have; MNIST's images have three.
MOST_AXES = 8


def read_idx(path: Path, limit: int = LARGEST) -> np.ndarray:
    """Read a gzipped IDX file of unsigned bytes.

    The header gives the length of the array. No more than that is unpacked, even if a damaged file contains more.

    Parameters
    ----------
    path : Path
        Two zero bytes, one for the element type, one for the number of axes; the length of each axis as four bytes, the most
        significant first; then the elements, the last axis fastest.
    limit : int
        Number of elements, one byte each, that the array may have at most.

    Returns
    -------
    ndarray, uint8
        Read-only, with the shape given in the header.

    Raises
    ------
    ValueError
        If the file is not a gzipped IDX file, is longer or shorter than its header says, or has more than ``limit``
        elements.
    """
    try:
        with gzip.open(path, "rb") as file:
            shape = _shape(path, file)
            count = math.prod(shape)
            if count > limit:
                raise ValueError(
                    f"{path} must have at most {limit:,} elements; its header announces {count:,}, of shape {shape}"
                )
            content = file.read(count + 1)  # a byte too many is enough to know that there are too many
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"{path} cannot be unpacked ({error}); expected a gzipped IDX file") from error
    if len(content) != count:
        found = f"{len(content):,}" if len(content) < count else f"at least {len(content):,}"
        raise ValueError(f"{path} must have {count:,} elements for its header of shape {shape}; got {found}")
    return np.frombuffer(content, np.uint8).reshape(shape)


def _shape(path: Path, file: gzip.GzipFile) -> tuple[int, ...]:
    """Read the header of an IDX file of unsigned bytes."""
    start = file.read(4)
    if len(start) < 4 or start[:3] != bytes([0, 0, UNSIGNED_BYTE]):
        raise ValueError(f"{path} must begin with 00 00 08, as an IDX file of unsigned bytes does; got {start.hex(' ')!r}")
    axes = start[3]
    if axes > MOST_AXES:
        raise ValueError(f"{path} must have at most {MOST_AXES} axes; its header announces {axes}")
    lengths = file.read(4 * axes)
    if len(lengths) < 4 * axes:
        raise ValueError(f"{path} must have {4 + 4 * axes} bytes of header for its {axes} axes; got {4 + len(lengths)}")
    return tuple(int.from_bytes(lengths[place : place + 4], "big") for place in range(0, 4 * axes, 4))

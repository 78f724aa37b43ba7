"""The IDX format of MNIST's files: a short header, then an array of bytes."""

from __future__ import annotations

import gzip
import math
import zlib
from pathlib import Path

import numpy as np

#: Code of unsigned bytes, the only element type that MNIST uses.
UNSIGNED_BYTE = 0x08


def read_idx(path: Path) -> np.ndarray:
    """Read a gzipped IDX file of unsigned bytes.

    Parameters
    ----------
    path : Path
        Two zero bytes, one for the element type, one for the number of axes; the length of each axis as four bytes, the most
        significant first; then the elements, the last axis fastest.

    Returns
    -------
    ndarray, uint8
        Of the shape that the header tells; read-only.

    Raises
    ------
    ValueError
        If the file is no gzip file, its header is none of such a file, or it is longer or shorter than its header says.
    """
    try:
        content = gzip.decompress(path.read_bytes())
    except (OSError, EOFError, zlib.error) as error:
        raise ValueError(f"{path} cannot be unpacked ({error}); wanted a gzipped IDX file") from error
    if len(content) < 4 or content[:3] != bytes([0, 0, UNSIGNED_BYTE]):
        raise ValueError(f"{path} begins with {content[:4].hex(' ')}; wanted 00 00 08, an IDX file of unsigned bytes")
    axes = content[3]
    start = 4 + 4 * axes
    shape = tuple(int.from_bytes(content[place : place + 4], "big") for place in range(4, start, 4))
    if len(content) != start + math.prod(shape):
        raise ValueError(
            f"{path} has {len(content)} bytes unpacked; its header of shape {shape} wants {start + math.prod(shape)}"
        )
    return np.frombuffer(content, np.uint8, offset=start).reshape(shape)

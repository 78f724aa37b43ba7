"""Write an image as a small PNG without any library for images."""

from __future__ import annotations

import struct
import zlib

import numpy as np

from fewidgets.scene.types import Array

GREY, COLORED, INDEXED, WITH_ALPHA = 0, 2, 3, 6  # types of a PNG


def png_bytes(pixels: Array) -> bytes:
    """Write pixels as a PNG."""
    height, width = pixels.shape[:2]
    kind, values, extra = _smallest_type(np.ascontiguousarray(pixels))
    header = struct.pack(">IIBBBBB", width, height, 8, kind, 0, 0, 0)
    body = min((zlib.compress(rows, 6) for rows in _filtered(values, indexed=kind == INDEXED)), key=len)
    return b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header) + extra + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def _smallest_type(pixels: Array) -> tuple[int, Array, bytes]:
    opaque = bool((pixels[..., 3] == 255).all())
    if opaque and (pixels[..., :1] == pixels[..., 1:3]).all():
        return GREY, pixels[..., :1], b""
    packed = pixels.view(np.uint32)[..., 0]
    colors, which = np.unique(packed, return_inverse=True)
    if len(colors) <= 256:
        table = colors.astype(np.uint32)[:, None].view(np.uint8)
        extra = _chunk(b"PLTE", table[:, :3].tobytes())
        if not opaque:
            extra += _chunk(b"tRNS", table[:, 3].tobytes())
        return INDEXED, which.reshape(packed.shape).astype(np.uint8)[..., None], extra
    return (COLORED, pixels[..., :3], b"") if opaque else (WITH_ALPHA, pixels, b"")


def _filtered(values: Array, *, indexed: bool) -> list[bytes]:
    """Return the rows, each behind the number of its filter."""
    across, down = values.copy(), values.copy()
    across[:, 1:] -= values[:, :-1]
    down[1:] -= values[:-1]
    kinds = [(0, values)] if indexed else [(0, values), (1, across), (2, down)]
    rows = [(number, np.ascontiguousarray(each).reshape(len(values), -1)) for number, each in kinds]
    return [np.insert(each, 0, number, axis=1).tobytes() for number, each in rows]


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))

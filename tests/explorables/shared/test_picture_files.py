"""Picture files: upright, averaged rightly, in bounded memory, and refused in words."""

import io
import os
import struct
import subprocess
import sys
import warnings
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageOps

from fewidgets.explorables.shared.picture_files import (
    MOST_FILE_BYTES,
    MOST_FILE_PIXELS,
    MOST_PROGRESSIVE,
    ORIENTATION,
    read_picture,
)
from fewidgets.explorables.shared.pictures import MOST_PIXELS, as_picture
from fewidgets.scene.controls.compute import Upload

RNG = np.random.default_rng(0)
COLOUR = Image.fromarray(RNG.integers(0, 256, (20, 30, 3), dtype=np.uint8))
# 86 bytes that took 2.4 GB: a lossless WebP file of 10,000 × 10,000 pixels, held on its side.
SMALL_BOMB = bytes.fromhex(
    "524946464e00000057454250565038580a000000180000000f27000f27005650384c0d0000002f0fe7c31907"
    "1011118888fe0700455849461a0000004d4d002a00000008000101120003000000010006000000000000"
)


def saved(picture, form, **keywords):
    buffer = io.BytesIO()
    picture.save(buffer, form, **keywords)
    return buffer.getvalue()


def held(orientation):
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    return exif


def gray(picture):
    """Grey levels over white paper, by Pillow's own means and in double precision."""
    paper = Image.new("RGBA", picture.size, "white")
    paper.alpha_composite(picture.convert("RGBA"))
    return np.asarray(paper.convert("RGB")).astype(float) @ [0.299, 0.587, 0.114]


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize(("form", "keywords"), [("PNG", {}), ("TIFF", {}), ("WEBP", {"lossless": True})])
def test_pictures_are_upright(form, keywords, orientation):
    tags = {"tiffinfo": {ORIENTATION: orientation}} if form == "TIFF" else {"exif": held(orientation)}
    data = saved(COLOUR, form, **keywords, **tags)
    with Image.open(io.BytesIO(data)) as opened:
        expected = gray(ImageOps.exif_transpose(opened))
    found = read_picture(data, "x", 100)
    assert found.full_size == found.levels.shape == expected.shape
    np.testing.assert_allclose(found.levels, expected, atol=1e-4)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I;16"])
@pytest.mark.parametrize("size", [(100, 60), (60, 100), (97, 31), (3, 80)])
def test_averages_are_those_of_the_pixels(mode, size):
    width, height = size
    levels = RNG.integers(0, 256, (height, width, 4), dtype=np.uint8)
    picture = Image.fromarray(levels)
    if mode == "I;16":
        wide = RNG.integers(0, 65536, (height, width), dtype=np.uint16)
        picture, full = Image.fromarray(wide), wide / 257
    else:
        picture = picture.convert("RGB").convert(mode) if mode == "CMYK" else picture.convert(mode)
        full = gray(picture)
    data = saved(picture, "TIFF" if mode == "CMYK" else "PNG")
    factor = max(size) // 20
    expected = [
        [full[r : r + factor, c : c + factor].mean() for c in range(0, width, factor)] for r in range(0, height, factor)
    ]
    found = read_picture(data, "x", 20)
    assert found.full_size == (height, width)
    # Pillow composes transparent pixels in whole levels.
    np.testing.assert_allclose(found.levels, expected, atol=0.6 if mode in ("LA", "RGBA", "P") else 1e-3)


def test_transparency_by_one_colour_shows_paper():
    picture = Image.new("P", (4, 4), 1)
    picture.putpalette([0, 0, 0, 100, 100, 100])
    picture.putpixel((0, 0), 0)
    for form in ("PNG", "GIF"):
        levels = read_picture(saved(picture, form, transparency=0), "x", 20).levels
        assert levels[0, 0] == 255
        np.testing.assert_allclose(levels[1:], 100, atol=1e-3)
    black = Image.new("RGB", (4, 4))
    assert (read_picture(saved(black, "PNG", transparency=(0, 0, 0)), "x", 20).levels == 255).all()


def test_jpeg_decoded_small_is_the_same_picture():
    y, x = np.mgrid[:1600, :2000]
    smooth = (127 + 100 * np.sin(x / 90) * np.cos(y / 70)).astype(np.uint8)
    data = saved(Image.fromarray(smooth), "JPEG", quality=95)
    found = read_picture(data, "x.jpg", 768).levels
    assert max(found.shape) == 1000
    small = as_picture(Upload("x.jpg", data)).levels
    exact = as_picture(smooth).levels
    assert small.shape == exact.shape
    np.testing.assert_allclose(small, exact, atol=2.5)


# What is refused.


def chunk(kind, content):
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def with_texts(data, count):
    """Put texts behind the pixels of a PNG file, each of which takes 4 MB: one letter needs four bytes, so all do."""
    long = zlib.compress(("\U0001f600" + "a" * (2**20 - 60)).encode(), 9)
    texts = b"".join(chunk(b"iTXt", b"%d\0\1\0\0\0" % n + long) for n in range(count))
    end = data.index(b"IEND") - 4
    return data[:end] + texts + data[end:]


def png_of(width, height):
    """A PNG file's header that claims a size, with nothing behind it."""
    header = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def floats(*levels):
    return saved(Image.fromarray(np.array([levels], np.float32)), "TIFF")


def huge_tile():
    tifffile = pytest.importorskip("tifffile")
    buffer = io.BytesIO()
    tifffile.imwrite(buffer, np.zeros((40, 40), np.uint8), tile=(16384, 16384), compression="zlib")
    return buffer.getvalue()


REFUSED = {
    "not a picture": (lambda: b"hello", r"x cannot be read as a picture. Expected PNG, JPEG, GIF, BMP, TIFF or WEBP."),
    "removed by stemming": (lambda: saved(COLOUR, "PNG")[:-400], "x cannot be unpacked .*damaged or cut off"),
    "small bomb": (
        lambda: SMALL_BOMB,
        "x has 10,000 × 10,000 pixels; expected at most 10,000,000 in all",
    ),
    "claims to be huge": (lambda: png_of(2**31 - 1, 2**31 - 1), "x has too many pixels; expected at most 36,000,000"),
    "long": (lambda: png_of(60_000, 1), "x has 1 × 60,000 pixels; .* 50,000 on a side"),
    "huge tile": (huge_tile, "x has 16,384 × 16,384 pixels; expected at most 15,000,000"),
    "many texts": (lambda: with_texts(saved(COLOUR, "PNG"), 21), "x holds more than 20 texts besides the picture"),
    "NaN": (lambda: floats(0.5, np.nan, 1), "x holds a NaN in row 0, column 1. Replace it by a grey level first."),
    "negative": (lambda: floats(-0.5, 1), r"x holds levels from -0.5 to 1; expected grey levels from 0 to 255"),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_shown_is_refused_in_words(what):
    data, message = REFUSED[what][0](), REFUSED[what][1]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(ValueError, match=message) as refusal:
            read_picture(data, "x", 20)
    assert len(str(refusal.value)) < 250


def test_a_file_that_is_too_large_is_not_read(tmp_path):
    with open(tmp_path / "large.png", "wb") as file:
        file.truncate(MOST_FILE_BYTES + 1)
    with pytest.raises(ValueError, match=r"large.png has 100,000,001 bytes; expected at most 100,000,000"):
        as_picture(tmp_path / "large.png")


@pytest.mark.parametrize("path", ["~nouser/x.png", "x" * 300, "a\0b", "", "/dev/zero", "/"])
def test_a_path_without_a_file_is_refused_in_words(path):
    with pytest.raises(ValueError, match=r"image must be the path of an existing file; got "):
        as_picture(path)


def test_floating_point_files_that_are_pictures_are_shown():
    np.testing.assert_allclose(read_picture(floats(0, 0.5, 1), "x", 20).levels, [[0, 127.5, 255]])
    np.testing.assert_allclose(read_picture(floats(0, 51, 255), "x", 20).levels, [[0, 51, 255]])


def test_formats_that_start_other_programs_stay_closed(monkeypatch):
    eps = saved(COLOUR, "EPS")

    def started(*arguments, **keywords):
        raise AssertionError(f"started {arguments}")

    monkeypatch.setattr(subprocess, "Popen", started)
    monkeypatch.setattr(subprocess, "check_call", started)
    with pytest.raises(ValueError, match="x cannot be read as a picture"):
        read_picture(eps, "x", 20)


def test_damaged_files_give_a_picture_or_a_refusal():
    tags = {"exif": held(6)}
    files = [
        saved(COLOUR, "PNG", **tags),
        saved(COLOUR.convert("P"), "PNG"),
        saved(COLOUR, "JPEG", **tags),
        saved(COLOUR, "JPEG", progressive=True),
        saved(COLOUR.convert("P"), "GIF", save_all=True, append_images=[COLOUR.convert("P")]),
        saved(COLOUR, "BMP"),
        saved(COLOUR, "TIFF"),
        saved(COLOUR.convert("F"), "TIFF"),
        saved(COLOUR, "WEBP", **tags),
    ]
    rng = np.random.default_rng(1)
    refusals = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for trial in range(900):
            data = bytearray(files[trial % len(files)])
            for _ in range(rng.integers(1, 5)):
                data[rng.integers(len(data) if rng.random() < 0.5 else 80)] = rng.integers(256)
            if rng.random() < 0.2:
                del data[rng.integers(len(data)) :]
            try:
                levels = as_picture(Upload("x", bytes(data))).levels
            except ValueError as refusal:
                refusals.append(str(refusal))
                continue
            assert ((levels >= 0) & (levels <= 255)).all()
            assert max(levels.shape) <= MOST_PIXELS
    assert 100 < len(refusals) < 900
    assert all(refusal.startswith("x ") for refusal in refusals)


# Memory.

MEASURE = """
import sys
from PIL import Image
from fewidgets.explorables.shared.pictures import as_picture

def peak():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) // 1024

Image.init()
as_picture([[1.0]])
before = peak()
for path in sys.argv[1:]:
    print(as_picture(path).description, peak() - before)
"""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of memory is read from /proc")
def test_no_accepted_file_takes_300_megabytes(tmp_path):
    def square(pixels):
        return (int(pixels**0.5),) * 2

    turned = held(6)
    png, jpeg, tiff, webp = (square(MOST_FILE_PIXELS[form]) for form in ("PNG", "JPEG", "TIFF", "WEBP"))
    progressive = square(MOST_PROGRESSIVE)
    for name, mode, size, keywords in [
        ("p.png", "P", png, {"transparency": 0}),
        ("rgba.png", "RGBA", png, {"exif": turned}),
        ("base.jpg", "RGB", jpeg, {"exif": turned}),
        ("progressive.jpg", "RGB", progressive, {"progressive": True, "subsampling": 0, "exif": turned}),
        ("rgba.tif", "RGBA", tiff, {"compression": "tiff_lzw", "tiffinfo": {ORIENTATION: 6}}),
        ("lossless.webp", "RGBA", webp, {"lossless": True, "method": 0, "exif": turned}),
    ]:
        Image.new(mode, size).save(tmp_path / name, **keywords)
    (tmp_path / "texts.png").write_bytes(with_texts((tmp_path / "rgba.png").read_bytes(), 20))
    paths = sorted(map(str, tmp_path.iterdir()))
    done = subprocess.run(
        [sys.executable, "-c", MEASURE, *paths], capture_output=True, text=True, check=True, env=os.environ, timeout=300
    )
    lines = done.stdout.splitlines()
    assert len(lines) == len(paths), done.stdout
    assert all("pixels, reduced from" in line for line in lines), done.stdout
    assert int(lines[-1].split()[-1]) < 300, done.stdout

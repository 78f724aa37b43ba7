"""What may be handed over as a picture, and what is said of what may not."""

import io

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from PIL import Image

from fewidgets.data import make_shapes
from fewidgets.explorables.shared.pictures import MOST_PIXELS, as_picture, as_pictures
from fewidgets.scene.controls.compute import Upload

GREY = np.array([[0, 51], [102, 255]], dtype=np.uint8)


def file(picture, name="x.png", **keywords):
    buffer = io.BytesIO()
    picture.save(buffer, name.rpartition(".")[2].upper().replace("JPG", "JPEG"), **keywords)
    return Upload(name, buffer.getvalue())


@pytest.mark.parametrize(
    "image",
    [
        GREY,
        GREY.astype(float),
        GREY / 255,
        GREY.astype(np.uint16) * 257,
        np.stack([GREY] * 3, axis=2),
        np.stack([GREY] * 3 + [np.full((2, 2), 255, np.uint8)], axis=2),
        file(Image.fromarray(GREY)),
        file(Image.fromarray(GREY).convert("RGBA")),
        file(Image.fromarray(GREY.astype(np.uint16) * 257)),
    ],
)
def test_the_same_picture_in_any_form(image):
    assert_allclose(as_picture(image).levels, GREY, atol=1e-3)


def test_bool_transparent_and_upright():
    assert_array_equal(as_picture(GREY > 60).levels, 255 * (GREY > 60))
    clear = np.zeros((2, 3, 4), np.uint8)
    assert_array_equal(as_picture(clear).levels, np.full((2, 3), 255)), "what is transparent shows white paper"
    lying = Image.fromarray(np.array([[0, 255]], np.uint8))
    exif = lying.getexif()
    exif[0x0112] = 6  # the camera was held on its side
    assert as_picture(file(lying, "x.jpg", exif=exif)).levels.shape == (2, 1)


@pytest.mark.slow
def test_a_large_picture_is_averaged_down():
    halves = np.zeros((4000, 4000, 4), np.uint8)
    halves[:, :2000], halves[..., 3] = 200, 255
    picture = as_picture(halves)
    assert picture.levels.shape == (MOST_PIXELS, MOST_PIXELS)
    assert picture.description == "The image, 96 × 96 pixels, reduced from 4,000 × 4,000"
    assert_array_equal(np.unique(picture.levels), [0, 200])
    assert as_picture(np.zeros((1, 5000))).levels.shape == (1, MOST_PIXELS)


def test_several(tmp_path):
    shapes = make_shapes(size=16)
    stack = shapes.X.reshape(3, 16, 16)
    Image.fromarray(GREY).save(tmp_path / "one.png")
    for images in (shapes, stack, list(stack), np.stack([stack] * 3, axis=3)):
        assert_allclose([picture.levels for picture in as_pictures(images)], stack, atol=1e-3)
    assert [picture.name for picture in as_pictures([tmp_path / "one.png", GREY])] == ["one.png", "Image 1"]
    assert len(as_pictures(GREY)) == len(as_pictures(GREY.tolist())) == len(as_pictures(tmp_path / "one.png")) == 1
    dark = as_pictures(np.array([GREY * 0.0 + 1, GREY * 1.0]))[0]
    assert dark.levels.max() == 1, "a dark picture in a stack stays dark"


BROKEN = file(Image.fromarray(np.zeros((50, 50), np.uint8)))


@pytest.mark.parametrize(
    ("image", "error", "message"),
    [
        (Upload("b.png", BROKEN.data[:-30]), ValueError, "b.png cannot be unpacked"),
        ("nowhere.png", ValueError, "image must be the path of an existing file; got 'nowhere.png'"),
        (None, TypeError, "image must be an array of numbers .*; got NoneType"),
        ([[1, 2], [3]], ValueError, "image must be an array .*inhomogeneous"),
        ([[-1, 5]], ValueError, "image must have grey levels from 0 to 255.*; got -1 to 5"),
    ],
)
def test_what_is_none(image, error, message):
    with pytest.raises(error, match=message):
        as_picture(image)


def test_what_are_none():
    with pytest.raises(ValueError, match=r"image must have the shape .*; got \(0,\)"):
        as_pictures([])
    with pytest.raises(ValueError, match="images must contain at least one picture"):
        as_pictures(np.zeros((0, 5, 5)))
    with pytest.raises(ValueError, match=r"images\[1\] must have grey levels .*; got -1"):
        as_pictures([GREY, -np.ones((2, 2))])


def test_a_picture_that_a_browser_reduced_says_from_what():
    stored = io.BytesIO()
    Image.new("L", (200, 150)).save(stored, "PNG")
    sent = Upload("camera.jpg", stored.getvalue(), pixels=(6000, 8000))
    assert as_picture(sent).description == "camera.jpg, 72 × 96 pixels, reduced from 6,000 × 8,000"

"""MNIST from small files made here in its format, registered with their own checksums."""

import gzip
import hashlib
import re
import tracemalloc
import zlib

import numpy as np
import pytest

from fewidgets import data
from fewidgets.data import registry
from fewidgets.data.idx import read_idx


def idx(array):
    """Write an array of bytes as the IDX format has it, and pack it."""
    header = bytes([0, 0, 8, array.ndim]) + b"".join(length.to_bytes(4, "big") for length in array.shape)
    return gzip.compress(header + array.astype(np.uint8).tobytes(), mtime=0)


IMAGES = np.random.default_rng(0).integers(256, size=(30, 28, 28))
LABELS = np.arange(30) % 10


@pytest.fixture
def folder(monkeypatch, tmp_path):
    """A folder of files, named by the environment; `put(part, images, labels)` puts a part of MNIST there."""
    monkeypatch.setenv("FEWIDGETS_DATA", str(tmp_path))

    def put(part, images, labels):
        files = []
        for file, array in zip(registry.REMOTE[f"mnist_{part}"], (images, labels), strict=True):
            content = idx(array)
            (tmp_path / file.filename).write_bytes(content)
            files.append(registry.RemoteFile(file.path, hashlib.sha256(content).hexdigest(), len(content), file.folder))
        monkeypatch.setitem(registry.REMOTE, f"mnist_{part}", tuple(files))
        return tmp_path

    return put


def test_images_and_labels_come_together_in_a_seeded_order(folder):
    folder("train", IMAGES, LABELS)
    assert data.is_available("mnist_train")
    digits = data.fetch_mnist()
    assert (digits.name, digits.X.shape, digits.X.dtype, digits.y.dtype) == ("mnist_train", (30, 784), np.float32, np.int64)
    order = np.random.default_rng(0).permutation(30)
    np.testing.assert_array_equal(digits.X, IMAGES[order].reshape(30, 784))
    np.testing.assert_array_equal(digits.y, LABELS[order])
    assert digits.feature_names == data.load_mnist().feature_names
    np.testing.assert_array_equal(data.fetch_mnist(7).X, digits.X[:7])
    assert data.fetch_mnist(seed=1).y.tolist() != digits.y.tolist()
    assert "30 of the 30 images" in digits.description


def test_the_images_are_not_held_twice(folder):
    folder("train", IMAGES, LABELS)
    digits = data.fetch_mnist()
    assert digits.X.flags.owndata
    assert not digits.X.flags.writeable


def test_train_and_test_are_two_sets(folder):
    folder("test", IMAGES[:20], LABELS[:20])
    assert data.is_available("mnist_test")
    assert not data.is_available("mnist_train")
    assert data.fetch_mnist(part="test").X.shape == (20, 784)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"count": 0}, "count must be an integer of at least 1; got 0"),
        ({"count": 31}, "count must be at most 30, the number of images of part='train'; got 31"),
        ({"count": 2.5}, r"count must be an integer of at least 1; got 2\.5"),
        ({"seed": -1}, "seed must be an integer of at least 0; got -1"),
        ({"part": "validation"}, "part must be 'train' or 'test'; got 'validation'"),
    ],
)
def test_what_cannot_be_had_is_said(folder, change, message):
    folder("train", IMAGES, LABELS)
    with pytest.raises(ValueError, match=message):
        data.fetch_mnist(**change)


def test_images_that_do_not_go_with_the_labels_are_refused(folder):
    folder("train", IMAGES, LABELS[:-1])
    with pytest.raises(ValueError, match=re.escape("got (30, 28, 28) and (29,)")):
        data.fetch_mnist()
    folder("train", IMAGES[:, 1:], LABELS)
    with pytest.raises(ValueError, match=re.escape("got (30, 27, 28)")):
        data.fetch_mnist()


def test_a_wrong_file_is_told_by_its_checksum(folder):
    path = folder("train", IMAGES, LABELS) / "train-labels-idx1-ubyte.gz"
    path.write_bytes(idx(LABELS[::-1]))
    assert not data.is_available("mnist_train")
    with pytest.raises(data.ChecksumError, match="is not the mnist_train file"):
        data.fetch_mnist()


@pytest.mark.parametrize("shape", [(3,), (2, 3), (4, 2, 3), (0, 5)])
def test_idx_files_of_any_shape(tmp_path, shape):
    array = np.random.default_rng(1).integers(256, size=shape)
    (tmp_path / "file.gz").write_bytes(idx(array))
    found = read_idx(tmp_path / "file.gz")
    assert found.dtype == np.uint8
    np.testing.assert_array_equal(found, array)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"<html>please log in</html>", "cannot be unpacked"),
        (idx(LABELS)[:-12], "cannot be unpacked"),
        (gzip.compress(b"", mtime=0), "must begin with 00 00 08, .*got ''"),
        (gzip.compress(b"\x00\x00\x0d\x01\x00\x00\x00\x00", mtime=0), "must begin with 00 00 08, .*got '00 00 0d 01'"),
        (
            gzip.compress(gzip.decompress(idx(LABELS))[:-1], mtime=0),
            r"must have 30 elements for its header of shape \(30,\); got 29",
        ),
        (gzip.compress(gzip.decompress(idx(LABELS)) + b"x", mtime=0), "must have 30 elements .* got at least 31"),
        (gzip.compress(b"\x00\x00\x08\x03\x00\x00", mtime=0), "must have 16 bytes of header for its 3 axes; got 6"),
        (gzip.compress(b"\x00\x00\x08\xff" + bytes(1020), mtime=0), "must have at most 8 axes; its header announces 255"),
        (
            gzip.compress(b"\x00\x00\x08\x03" + b"\xff" * 12, mtime=0),
            "must have at most 67,108,864 elements; its header announces 79,",
        ),
    ],
)
def test_what_is_no_idx_file_is_said(tmp_path, content, message):
    path = tmp_path / "file.gz"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=message):
        read_idx(path)


def test_a_file_that_unpacks_to_much_more_is_not_unpacked(tmp_path):
    """64 kB of gzip that unpack to 64 MB, of which the header announces ten bytes."""
    path = tmp_path / "bomb.gz"
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    with path.open("wb") as file:
        file.write(packer.compress(bytes([0, 0, 8, 1, 0, 0, 0, 10])))
        for _ in range(4):
            file.write(packer.compress(bytes(2**24)))
        file.write(packer.flush())
    tracemalloc.start()
    with pytest.raises(ValueError, match=r"must have 10 elements .* got at least 11"):
        read_idx(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2**21
    with pytest.raises(ValueError, match="must have at most 5 elements; its header announces 10"):
        read_idx(path, limit=5)

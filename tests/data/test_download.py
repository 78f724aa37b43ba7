"""Files from a server on this machine: what is looked at in which order, and what a person is told."""

import gzip
import hashlib
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pooch
import pytest

from fewidgets import data
from fewidgets.data import registry
from fewidgets.data.download import ChecksumError, local_paths

DEBT = b"2004.2,0.26\n2004.5,0.27\n"


@pytest.fixture
def cache(monkeypatch, tmp_path):
    """An empty machine: nothing downloaded yet, no ``FEWIDGETS_DATA``; returns the cache folder."""
    monkeypatch.setattr(pooch, "os_cache", lambda name: tmp_path / "cache")
    monkeypatch.delenv("FEWIDGETS_DATA", raising=False)
    return tmp_path / "cache"


@pytest.fixture
def online(cache, monkeypatch, tmp_path):
    """A server whose files lie in the returned folder; the table of debts there has two rows, registered with its checksum."""
    folder = tmp_path / "server"
    folder.mkdir()
    (folder / "student_debt_data.csv").write_bytes(DEBT)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/student_debt_data.csv"
        file = registry.RemoteFile(url, hashlib.sha256(DEBT).hexdigest())
        monkeypatch.setitem(registry.REMOTE, "student_debt", (file,))
        yield folder
        server.shutdown()


def test_a_download_is_kept_and_not_repeated(cache, online):
    assert not data.is_available("student_debt")
    assert data.fetch_student_debt().y.tolist() == [0.26, 0.27]
    assert (cache / "student_debt_data.csv").read_bytes() == DEBT
    assert data.is_available("student_debt")
    (online / "student_debt_data.csv").unlink()
    assert data.fetch_student_debt().y.tolist() == [0.26, 0.27]


def test_a_damaged_file_in_the_cache_is_replaced(cache, online):
    cache.mkdir()
    (cache / "student_debt_data.csv").write_bytes(DEBT[:-5])
    assert not data.is_available("student_debt")
    assert data.fetch_student_debt().y.tolist() == [0.26, 0.27]


def test_wrong_bytes_from_the_network_are_thrown_away(cache, online):
    (online / "student_debt_data.csv").write_bytes(b"<html>please log in</html>")
    with pytest.raises(ChecksumError, match=r"downloaded, but their SHA-256 is wrong\. A proxy .*To get it by hand"):
        data.fetch_student_debt()
    assert list(cache.iterdir()) == []


def test_offline_says_how_to_get_the_file_by_hand(cache, online):
    (online / "student_debt_data.csv").unlink()
    (file,) = registry.REMOTE["student_debt"]
    with pytest.raises(data.FetchError, match="could not be downloaded: 404") as caught:
        data.fetch_student_debt()
    for part in (file.url, file.sha256, "student_debt_data.csv", str(cache), "FEWIDGETS_DATA", "by hand"):
        assert part in str(caught.value)
    assert isinstance(caught.value, OSError)
    assert not isinstance(caught.value, ChecksumError)


def test_the_folder_of_the_environment_comes_first(cache, online, monkeypatch, tmp_path):
    (tmp_path / "student_debt_data.csv").write_bytes(DEBT)
    monkeypatch.setenv("FEWIDGETS_DATA", str(tmp_path))
    assert data.is_available("student_debt")
    assert local_paths("student_debt") == (tmp_path / "student_debt_data.csv",)
    assert not cache.exists()
    (tmp_path / "student_debt_data.csv").write_text("1,2\n")
    assert not data.is_available("student_debt")
    with pytest.raises(ChecksumError, match="is not the student_debt file: its SHA-256 is wrong"):
        data.fetch_student_debt()
    (tmp_path / "student_debt_data.csv").unlink()
    assert data.fetch_student_debt().y.tolist() == [0.26, 0.27]


@pytest.mark.parametrize("value", ["typo", "~nouser/x", "x" * 5000, "file"], ids=lambda value: value[:9])
def test_a_folder_that_is_none_is_said(cache, monkeypatch, tmp_path, value):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("FEWIDGETS_DATA", value if value.startswith("~") else str(tmp_path / value))
    assert data.is_available("student_debt") is False
    with pytest.raises(data.FetchError, match=r"FEWIDGETS_DATA is '.*', which is not a folder") as caught:
        data.fetch_student_debt()
    assert len(str(caught.value)) < 600


def test_unknown_names_get_the_close_match():
    with pytest.raises(ValueError, match=r"name must be one of auto_mpg, boston, .*got 'credits' \(did you mean 'credit'\?\)"):
        data.is_available("credits")
    with pytest.raises(ValueError, match="name must be a downloaded data set; 'diabetes' is part of the package sklearn"):
        local_paths("diabetes")


@pytest.fixture
def small_mnist(cache, monkeypatch, tmp_path):
    """Thirty training images in MNIST's format, in the folder of the environment; returns images and labels."""
    images, labels = np.random.default_rng(0).integers(256, size=(30, 28, 28)), np.arange(30) % 10
    files = []
    for file, array in zip(registry.REMOTE["mnist_train"], (images, labels), strict=True):
        header = bytes([0, 0, 8, array.ndim]) + b"".join(length.to_bytes(4, "big") for length in array.shape)
        content = gzip.compress(header + array.astype(np.uint8).tobytes(), mtime=0)
        (tmp_path / file.filename).write_bytes(content)
        files.append(registry.RemoteFile(file.url, hashlib.sha256(content).hexdigest()))
    monkeypatch.setitem(registry.REMOTE, "mnist_train", tuple(files))
    monkeypatch.setenv("FEWIDGETS_DATA", str(tmp_path))
    return images, labels


def test_images_and_labels_of_mnist_come_together_in_a_seeded_order(small_mnist):
    images, labels = small_mnist
    assert data.is_available("mnist_train")
    assert not data.is_available("mnist_test")
    digits = data.fetch_mnist()
    assert (digits.name, digits.X.shape, digits.X.dtype, digits.y.dtype) == ("mnist_train", (30, 784), np.float32, np.int64)
    order = np.random.default_rng(0).permutation(30)
    np.testing.assert_array_equal(digits.X, images[order].reshape(30, 784))
    np.testing.assert_array_equal(digits.y, labels[order])
    assert digits.X.flags.owndata  # the images are not held twice
    assert digits.feature_names == data.load_mnist().feature_names
    np.testing.assert_array_equal(data.fetch_mnist(7).X, digits.X[:7])
    assert data.fetch_mnist(seed=1).y.tolist() != digits.y.tolist()
    assert "30 of the 30 images" in digits.description

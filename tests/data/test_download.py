"""Downloads without a network: what is looked at in which order, and what a person is told."""

import hashlib
import re

import numpy as np
import pooch
import pytest
import requests

from fewidgets import data
from fewidgets.data import registry

CREDIT = registry.REMOTE["credit"][0]


@pytest.fixture
def empty_machine(monkeypatch, tmp_path):
    """Nothing downloaded yet, no ``FEWIDGETS_DATA``; returns the cache folder and counts download attempts."""
    cache = tmp_path / "cache"
    monkeypatch.setattr(pooch, "os_cache", lambda name: cache)
    monkeypatch.delenv("FEWIDGETS_DATA", raising=False)
    return cache


@pytest.fixture
def no_network(monkeypatch):
    """Every download fails as it does without internet; the addresses asked for are collected."""
    asked = []

    def refuse(self, url, output_file, pooch_, check_only=False):
        asked.append(url)
        raise requests.exceptions.ConnectionError("no route to host")

    monkeypatch.setattr(pooch.HTTPDownloader, "__call__", refuse)
    return asked


@pytest.fixture
def small_credit(monkeypatch):
    """A credit file of two applicants, registered with its own checksum; returns its bytes."""
    row = ",".join(str(value) for value in range(20))
    columns = np.loadtxt([row + ",1", row + ",-1"], delimiter=",").T
    content = "\n".join(",".join(f"{value:g}" for value in line) for line in columns).encode() + b"\n"
    file = registry.RemoteFile(CREDIT.path, hashlib.sha256(content).hexdigest())
    monkeypatch.setitem(registry.REMOTE, "credit", (file,))
    return content


def serve(monkeypatch, content):
    """Let the network answer every download with these bytes; returns the addresses asked for."""
    asked = []

    def answer(self, url, output_file, pooch_, check_only=False):
        asked.append((url, self.progressbar))
        with open(output_file, "wb") as file:
            file.write(content)

    monkeypatch.setattr(pooch.HTTPDownloader, "__call__", answer)
    return asked


def test_the_addresses_name_one_commit():
    assert CREDIT.url == (
        "https://raw.githubusercontent.com/neonwatty/machine_learning_refined/"
        "e8054c33da2729fbfe0eb55171473ca010f26e86/notes/9_Feature_engineer_select/chapter_9_datasets/credit_dataset.csv"
    )
    assert {name: [file.filename for file in files] for name, files in registry.REMOTE.items()} == {
        "auto_mpg_with_gaps": ["auto_data.csv"],
        "breast_cancer_original": ["breast_cancer_original.txt"],
        "credit": ["credit_dataset.csv"],
        "mnist_test": ["t10k-images-idx3-ubyte.gz", "t10k-labels-idx1-ubyte.gz"],
        "mnist_train": ["train-images-idx3-ubyte.gz", "train-labels-idx1-ubyte.gz"],
        "multirange_regression": ["highdim_multirange_linregress.csv"],
        "spambase": ["spambase_data.csv"],
        "student_debt": ["student_debt_data.csv"],
        "toy_classification": ["2d_classification_data_v1.csv"],
        "toy_regression": ["unnorm_linregress_data.csv"],
    }
    for file in (*registry.REMOTE["mnist_train"], *registry.REMOTE["mnist_test"]):
        assert file.url == f"https://ossci-datasets.s3.amazonaws.com/mnist/{file.filename}"
    for files in registry.REMOTE.values():
        assert all(re.fullmatch("[0-9a-f]{64}", file.sha256) for file in files)


def test_a_download_is_kept_and_not_repeated(empty_machine, small_credit, monkeypatch, capfd):
    asked = serve(monkeypatch, small_credit)
    assert not data.is_available("credit")
    credit = data.fetch_credit()
    assert credit.X.shape == (2, 20)
    assert credit.y.tolist() == [1, -1]
    assert (empty_machine / "credit_dataset.csv").read_bytes() == small_credit
    assert data.is_available("credit")
    data.fetch_credit()
    assert asked == [(CREDIT.url, True)]
    assert capfd.readouterr().err == ""


def test_without_tqdm_there_is_no_bar_and_no_error(empty_machine, small_credit, monkeypatch):
    from fewidgets.data import download

    monkeypatch.setattr(download, "find_spec", lambda name: None)
    asked = serve(monkeypatch, small_credit)
    data.fetch_credit()
    assert asked == [(CREDIT.url, False)]


def test_the_folder_of_the_environment_comes_first(empty_machine, small_credit, no_network, monkeypatch, tmp_path):
    (tmp_path / "credit_dataset.csv").write_bytes(small_credit)
    monkeypatch.setenv("FEWIDGETS_DATA", str(tmp_path))
    assert data.is_available("credit")
    assert data.fetch_credit().X.shape == (2, 20)
    assert data.local_path("credit") == tmp_path / "credit_dataset.csv"
    assert no_network == []
    assert not empty_machine.exists()


def test_a_wrong_file_in_the_folder_is_an_error_not_a_download(empty_machine, no_network, monkeypatch, tmp_path):
    (tmp_path / "credit_dataset.csv").write_text("1,2\n")
    monkeypatch.setenv("FEWIDGETS_DATA", str(tmp_path))
    assert not data.is_available("credit")
    with pytest.raises(data.ChecksumError, match=r"is not the credit file: its SHA-256 is .* wanted 0e169e5a"):
        data.fetch_credit()
    assert no_network == []


def test_a_folder_that_is_none_is_said(empty_machine, no_network, monkeypatch, tmp_path):
    monkeypatch.setenv("FEWIDGETS_DATA", str(tmp_path / "typo"))
    with pytest.raises(data.FetchError, match=r"FEWIDGETS_DATA is '.*typo', which is not a folder"):
        data.fetch_credit()
    assert not data.is_available("credit")


def test_offline_says_how_to_get_the_file_by_hand(empty_machine, no_network):
    with pytest.raises(data.FetchError) as caught:
        data.fetch_spambase()
    message = str(caught.value)
    (file,) = registry.REMOTE["spambase"]
    for part in (file.url, file.sha256, "spambase_data.csv", str(empty_machine), "FEWIDGETS_DATA", "by hand"):
        assert part in message
    assert isinstance(caught.value, OSError)
    assert not isinstance(caught.value, data.ChecksumError)


def test_wrong_bytes_from_the_network_are_thrown_away(empty_machine, monkeypatch):
    serve(monkeypatch, b"<html>please log in</html>")
    with pytest.raises(data.ChecksumError, match="downloaded, but their SHA-256 is not"):
        data.fetch_student_debt()
    assert not (empty_machine / "student_debt_data.csv").exists()


def test_a_damaged_file_in_the_cache_is_replaced(empty_machine, small_credit, monkeypatch):
    empty_machine.mkdir()
    (empty_machine / "credit_dataset.csv").write_bytes(small_credit[:-5])
    assert not data.is_available("credit")
    asked = serve(monkeypatch, small_credit)
    assert data.fetch_credit().X.shape == (2, 20)
    assert len(asked) == 1


def test_unknown_names_get_the_close_match():
    with pytest.raises(ValueError, match=r"name is 'credits' \(did you mean 'credit'\?\); wanted one of auto_mpg, "):
        data.is_available("credits")
    with pytest.raises(ValueError, match="comes with the package mlxtend"):
        data.local_path("boston")


def test_a_set_of_several_files_has_several_paths(empty_machine, no_network):
    with pytest.raises(ValueError, match="name is 'mnist_train', which has 2 files; use local_paths"):
        data.local_path("mnist_train")
    with pytest.raises(data.FetchError, match="get them by hand") as caught:
        data.local_paths("mnist_train")
    for file in registry.REMOTE["mnist_train"]:
        for part in (file.url, file.sha256):
            assert part in str(caught.value)
    assert no_network == [registry.REMOTE["mnist_train"][0].url]

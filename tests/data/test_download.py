"""Downloads without a network: what is looked at in which order, and what a person is told."""

import errno
import hashlib
import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pooch
import pytest

from fewidgets import data
from fewidgets.data import download, registry
from fewidgets.data.receive import Patience, ReceiveError

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

    def refuse(url, size, write, patience=None):
        asked.append(url)
        raise ReceiveError("no route to host")

    monkeypatch.setattr(download, "receive", refuse)
    return asked


@pytest.fixture
def small_credit(monkeypatch):
    """A credit file of two applicants, registered with its own checksum; returns its bytes."""
    row = ",".join(str(value) for value in range(20))
    columns = np.loadtxt([row + ",1", row + ",-1"], delimiter=",").T
    content = "\n".join(",".join(f"{value:g}" for value in line) for line in columns).encode() + b"\n"
    file = registry.RemoteFile(CREDIT.path, hashlib.sha256(content).hexdigest(), len(content))
    monkeypatch.setitem(registry.REMOTE, "credit", (file,))
    return content


def answer_with(monkeypatch, content):
    """Let the network answer every download with these bytes; returns the addresses asked for."""
    asked = []

    def answer(url, size, write, patience=None):
        asked.append((url, size))
        write(content)

    monkeypatch.setattr(download, "receive", answer)
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
        assert all(100 < file.size < 10_000_000 for file in files)


def test_a_download_is_kept_and_not_repeated(empty_machine, small_credit, monkeypatch, capfd):
    asked = answer_with(monkeypatch, small_credit)
    assert not data.is_available("credit")
    credit = data.fetch_credit()
    assert credit.X.shape == (2, 20)
    assert credit.y.tolist() == [1, -1]
    assert (empty_machine / "credit_dataset.csv").read_bytes() == small_credit
    assert data.is_available("credit")
    data.fetch_credit()
    assert asked == [(CREDIT.url, len(small_credit))]
    assert capfd.readouterr().err == ""


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
    with pytest.raises(data.ChecksumError, match=r"is not the credit file: it has 4 bytes, expected 525,300"):
        data.fetch_credit()
    assert no_network == []


def test_a_wrong_file_of_the_right_size_is_told_by_its_checksum(empty_machine, no_network, monkeypatch, tmp_path):
    with (tmp_path / "credit_dataset.csv").open("wb") as file:
        file.truncate(CREDIT.size)
    monkeypatch.setenv("FEWIDGETS_DATA", str(tmp_path))
    assert not data.is_available("credit")
    with pytest.raises(data.ChecksumError, match=r"is not the credit file: its SHA-256 is .* expected 0e169e5a"):
        data.fetch_credit()
    assert no_network == []


@pytest.mark.parametrize(
    "value", ["typo", "~nouser/x", "~", "x" * 5000, "file", "loop", "\udcff", "file/x"], ids=lambda value: value[:9]
)
def test_a_folder_that_is_none_is_said(empty_machine, no_network, monkeypatch, tmp_path, value):
    (tmp_path / "file").write_text("")
    (tmp_path / "loop").symlink_to("loop")
    monkeypatch.setenv("FEWIDGETS_DATA", value if value.startswith("~") else str(tmp_path / value))
    monkeypatch.setenv("HOME", str(tmp_path / "no home"))
    assert data.is_available("credit") is False
    with pytest.raises(data.FetchError, match=r"(?s)FEWIDGETS_DATA is '.*', which is not a folder") as caught:
        data.fetch_credit()
    assert len(str(caught.value)) < 600
    assert no_network == []


def make_pipe(path):
    os.mkfifo(path)


def make_folder(path):
    path.mkdir()


def make_device(path):
    path.symlink_to("/dev/zero")


@pytest.mark.parametrize("make", [make_pipe, make_folder, make_device])
@pytest.mark.parametrize("by_hand", [True, False])
def test_what_is_not_a_file_is_said(empty_machine, small_credit, no_network, monkeypatch, make, by_hand):
    empty_machine.mkdir()
    make(empty_machine / "credit_dataset.csv")
    if by_hand:
        monkeypatch.setenv("FEWIDGETS_DATA", str(empty_machine))
    assert data.is_available("credit") is False
    with pytest.raises(data.FetchError, match=r"cannot be read.*: it is not a file\."):
        data.fetch_credit()


def test_files_that_may_not_be_read_are_said(empty_machine, small_credit, no_network, monkeypatch, tmp_path):
    def refuse(path, **keywords):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(type(tmp_path), "stat", refuse)
    for value in ("", "/"):
        monkeypatch.setenv("FEWIDGETS_DATA", value)
        assert data.is_available("credit") is False
        with pytest.raises(data.FetchError, match=r"cannot be read.*: Permission denied"):
            data.fetch_credit()


def test_without_a_home_folder(monkeypatch, no_network, tmp_path):
    monkeypatch.delenv("FEWIDGETS_DATA", raising=False)
    monkeypatch.setattr(pooch, "os_cache", lambda name: Path("~nouser/.cache"))
    monkeypatch.chdir(tmp_path)
    assert data.is_available("credit") is False
    with pytest.raises(data.FetchError, match="this user has no home folder"):
        data.fetch_credit()
    assert list(tmp_path.iterdir()) == []


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
    answer_with(monkeypatch, b"<html>please log in</html>")
    with pytest.raises(data.ChecksumError, match="downloaded, but their SHA-256 is not"):
        data.fetch_student_debt()
    assert list(empty_machine.iterdir()) == []


def test_a_damaged_file_in_the_cache_is_replaced(empty_machine, small_credit, monkeypatch):
    empty_machine.mkdir()
    (empty_machine / "credit_dataset.csv").write_bytes(small_credit[:-5])
    assert not data.is_available("credit")
    asked = answer_with(monkeypatch, small_credit)
    assert data.fetch_credit().X.shape == (2, 20)
    assert len(asked) == 1


def test_unknown_names_get_the_close_match():
    with pytest.raises(ValueError, match=r"name must be one of auto_mpg, auto_mpg_with_gaps, boston, breast_cancer,"):
        data.is_available("credits")
    with pytest.raises(ValueError, match="name must be a downloaded data set; 'boston' is part of the package mlxtend"):
        data.local_path("boston")


def test_a_set_of_several_files_has_several_paths(empty_machine, no_network):
    with pytest.raises(ValueError, match=r"name must be a data set of one file; 'mnist_train' has 2\. Use local_paths"):
        data.local_path("mnist_train")
    with pytest.raises(data.FetchError, match="get them by hand") as caught:
        data.local_paths("mnist_train")
    for file in registry.REMOTE["mnist_train"]:
        for part in (file.url, file.sha256):
            assert part in str(caught.value)
    assert no_network == [registry.REMOTE["mnist_train"][0].url]


# --- against a server that misbehaves ---


@pytest.fixture
def online(empty_machine, small_credit, server, monkeypatch):
    """The credit file stands on a server of this machine, which answers as told; patience is short."""
    file = registry.REMOTE["credit"][0]
    file = registry.RemoteFile(file.path, file.sha256, file.size, server.url)
    monkeypatch.setitem(registry.REMOTE, "credit", (file,))
    monkeypatch.setattr(download, "PATIENCE", Patience(connection=1, silence=1, total=2, word=0.2))
    return server


def test_a_good_server(online, empty_machine, small_credit):
    online.content = small_credit
    assert data.fetch_credit().X.shape == (2, 20)
    assert [path.name for path in empty_machine.iterdir()] == ["credit_dataset.csv"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("behaviour", "error", "message"),
    [
        ("more", data.ChecksumError, "1,000,000 bytes were offered, but the file has"),
        ("endless", data.ChecksumError, "more than the expected .* bytes arrived"),
        ("other", data.ChecksumError, "their SHA-256 is not"),
        ("less", data.FetchError, "could not be downloaded: 127.0.0.1 ended the connection too early"),
        ("hang_up", data.FetchError, "127.0.0.1 ended the connection too early"),
        ("drip", data.FetchError, "127.0.0.1 was too slow"),
        ("silence", data.FetchError, "did not answer in time"),
        ("missing", data.FetchError, "127.0.0.1 answered 404 Not Found"),
    ],
)
def test_every_misbehaviour_ends_in_words_and_leaves_nothing(online, empty_machine, small_credit, behaviour, error, message):
    online.content, online.behaviour = small_credit, behaviour
    started = time.monotonic()
    with pytest.raises(data.FetchError, match=message) as caught:
        data.fetch_credit()
    assert type(caught.value) is error
    assert "To get it by hand" in str(caught.value)
    assert time.monotonic() - started < 4
    assert list(empty_machine.iterdir()) == []
    assert data.is_available("credit") is False


def test_a_full_disk_is_called_a_full_disk(online, empty_machine, small_credit, monkeypatch):
    online.content = small_credit

    class Full:
        def __init__(self, file):
            self.file = file

        def __enter__(self):
            return self

        def __exit__(self, *error):
            self.file.close()

        def write(self, content):
            self.file.write(content[:10])
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(download, "open", lambda path, mode: Full(Path(path).open(mode)), raising=False)  # noqa: SIM115
    with pytest.raises(data.FetchError, match=f"cannot be saved in .*: the disk is full. They need {len(small_credit)} bytes"):
        data.fetch_credit()
    assert list(empty_machine.iterdir()) == []


def test_the_cache_cannot_be_made(online, empty_machine, small_credit):
    empty_machine.write_text("a file")
    with pytest.raises(data.FetchError, match=r"cannot be (read from|saved in) .*cache"):
        data.fetch_credit()


def test_many_threads_download_once(online, empty_machine, small_credit):
    online.content = small_credit
    found = []
    threads = [threading.Thread(target=lambda: found.append(data.fetch_credit().X.shape)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [(2, 20)] * 8
    assert len(online.requests) == 1
    assert pooch.get_logger().level == 0


@pytest.mark.slow
def test_many_processes_download_at_once(online, empty_machine, small_credit):
    online.content = small_credit
    file = registry.REMOTE["credit"][0]
    code = f"""
import pooch
from pathlib import Path
from fewidgets import data
from fewidgets.data import registry
from fewidgets.data.registry import RemoteFile
pooch.os_cache = lambda name: Path({str(empty_machine)!r})
registry.REMOTE["credit"] = ({file!r},)
assert data.fetch_credit().X.shape == (2, 20)
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    running = [subprocess.Popen([sys.executable, "-c", code], env=environment, stderr=subprocess.PIPE) for _ in range(4)]
    assert [process.communicate(timeout=60)[1] for process in running] == [b""] * 4
    assert [path.name for path in empty_machine.iterdir()] == ["credit_dataset.csv"]


def test_what_a_killed_download_left_goes(online, empty_machine, small_credit):
    online.content = small_credit
    empty_machine.mkdir()
    for name, age in (("tmpabcd1234", 2 * download.ABANDONED_AFTER), ("tmpabcd5678", 0), ("notes.txt", 10**6)):
        (empty_machine / name).write_text("half")
        os.utime(empty_machine / name, (0, time.time() - age))
    data.fetch_credit()
    assert sorted(path.name for path in empty_machine.iterdir()) == ["credit_dataset.csv", "notes.txt", "tmpabcd5678"]


@pytest.mark.slow
def test_a_wrong_file_of_three_gigabytes_takes_no_memory(tmp_path):
    """In a process of its own, whose memory is limited to a third of the file; once by its size, once by its checksum."""
    with (tmp_path / "credit_dataset.csv").open("wb") as file:
        file.truncate(3 * 10**9)
    code = f"""
import resource
from fewidgets import data
from fewidgets.data import registry
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for size in (registry.REMOTE["credit"][0].size, {3 * 10**8}):
    file = registry.RemoteFile("credit_dataset.csv", "0" * 64, size)
    registry.REMOTE["credit"] = (file,)
    assert data.is_available("credit") is False
    try:
        data.fetch_credit()
    except data.ChecksumError as error:
        print(str(error).split(": ")[1][:10])
    open({str(tmp_path / "credit_dataset.csv")!r}, "r+b").truncate({3 * 10**8})
assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 30_000, "kB"
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "FEWIDGETS_DATA": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=120)
    assert done.stderr == ""
    assert done.stdout.split("\n") == ["it has 3,0", "its SHA-25", ""]

"""Nothing of a student's is ever lost: whatever stands in a lesson's place, and whenever a delivery is killed."""

import contextlib
import json
import os
import shutil
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fewidgets import files
from fewidgets.lessons import copies as lesson_copies
from fewidgets.lessons.copies import MANIFEST, DeliveryError, State, deliver, deliver_beside, survey

NAMES = ("9.6_boosting.ipynb", "exercises/9.1.ipynb", "images/a.png", "index.ipynb")
FILE_EVENTS = {"open", "os.mkdir", "os.rename", "os.remove", "os.link", "os.truncate", "os.scandir"}


def write_all(folder, text):
    for name in NAMES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"{text} {name}")
    return folder


@pytest.fixture
def sources(tmp_path):
    """Three versions of the lessons."""
    return [write_all(tmp_path / f"source {number}", f"version {number}") for number in (1, 2, 3)]


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "lessons"


def everything(folder):
    """Everything in a folder but its record: for a link where it leads, for a file its bytes and when it was written."""
    found = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        if stat.S_ISLNK(status.st_mode):
            found[path] = os.readlink(path)
        elif stat.S_ISREG(status.st_mode) and path.name != MANIFEST:
            found[path] = (path.read_bytes(), status.st_mtime_ns, status.st_ino)
        else:
            found[path] = stat.S_IFMT(status.st_mode)
    return found


def texts(folder):
    return {name: (folder / name).read_text() for name in NAMES if (folder / name).is_file()}


# --- what is up to date is not written ---


@pytest.mark.parametrize("keep_record", [True, False])
def test_a_read_only_folder_of_current_lessons_is_fine(sources, folder, monkeypatch, keep_record):
    deliver(folder, sources[0])
    if not keep_record:
        (folder / MANIFEST).unlink()
    before = everything(folder)

    def refuse(path, content):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr("fewidgets.lessons.record.write_atomically", refuse)
    monkeypatch.setattr(lesson_copies, "write_atomically", refuse)
    assert set(deliver(folder, sources[0]).states.values()) == {State.SAME}
    assert everything(folder) == before
    if keep_record:  # without it, lessons of another version are the student's
        with pytest.raises(DeliveryError, match=r"cannot be written to .*Permission denied.*name a folder of your own"):
            deliver(folder, sources[1])
        assert everything(folder) == before


# --- what is not a file, and links ---


def make_pipe(path):
    os.mkfifo(path)


def make_socket(path):
    here = os.getcwd()
    os.chdir(path.parent)  # the path of a socket may be 108 characters long at most
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path.name)
    os.chdir(here)


def make_device(path):
    path.symlink_to("/dev/zero")  # a link to one: reading it would never end


def make_folder(path):
    path.mkdir()


def make_dangling_link(path):
    path.symlink_to("nowhere/file")


def make_loop(path):
    path.symlink_to(path.name)


OBSTACLES = {
    make_pipe: "it is a named pipe, not a file",
    make_socket: "it is a socket, not a file",
    make_device: "it is a device, not a file",
    make_folder: "it is a folder, not a file",
    make_dangling_link: "index.ipynb is a link that leads nowhere",
    make_loop: "index.ipynb is a link that leads nowhere",
}


@pytest.mark.parametrize("make", OBSTACLES, ids=lambda make: make.__name__)
def test_what_is_not_a_file_is_kept_and_the_other_lessons_arrive(sources, folder, make):
    folder.mkdir()
    make(folder / "index.ipynb")
    before = everything(folder)
    for source in sources:
        delivered = deliver(folder, source)
        assert delivered.obstacles == {"index.ipynb": OBSTACLES[make]}
        assert delivered.states["index.ipynb"] is State.BLOCKED
        assert survey(folder, source).obstacles == delivered.obstacles
    assert before.items() <= everything(folder).items()
    others = {name: (folder / name).read_text() for name in NAMES if name != "index.ipynb"}
    assert others == {name: f"version 3 {name}" for name in others}


@pytest.mark.parametrize("make", OBSTACLES, ids=lambda make: make.__name__)
def test_something_else_has_the_records_name(sources, folder, make):
    folder.mkdir()
    make(folder / MANIFEST)
    before = everything(folder)
    with pytest.raises(DeliveryError, match=r"cannot be written to \(it is a .*, not a file: .*\.fewidgets\.json\)"):
        deliver(folder, sources[0])
    assert everything(folder) == before
    write_all(folder, "version 1")
    assert set(deliver(folder, sources[0]).states.values()) == {State.SAME}


def test_a_link_to_a_file_is_read_and_never_replaced(sources, folder, tmp_path):
    deliver(folder, sources[0])
    elsewhere = tmp_path / "elsewhere.ipynb"
    (folder / "index.ipynb").rename(elsewhere)
    (folder / "index.ipynb").symlink_to(elsewhere)
    before = elsewhere.stat()
    assert deliver(folder, sources[0]).states["index.ipynb"] is State.SAME
    assert deliver(folder, sources[1]).states["index.ipynb"] is State.OUTDATED
    assert (folder / "index.ipynb").is_symlink()
    assert (elsewhere.stat().st_ino, elsewhere.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_a_huge_file_in_a_lessons_place_is_the_students_and_is_not_read(sources, folder, monkeypatch):
    deliver(folder, sources[0])
    with (folder / "index.ipynb").open("wb") as file:
        file.truncate(2**40)  # a terabyte of nothing
    started = time.monotonic()
    assert deliver(folder, sources[1]).states["index.ipynb"] is State.OUTDATED
    assert time.monotonic() - started < 5
    assert (folder / "index.ipynb").stat().st_size == 2**40


# --- folders that cannot be used ---


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("x" * 256, "File name too long"),
        ("x/" * 3000, "File name too long"),
        ("file/inside", "Not a directory"),
        ("loop/inside", "Too many levels of symbolic links"),
        ("nul\0", "null"),
        ("\ud800", "surrogates not allowed"),
        ("file", "which is a file"),
        ("pipe", "which is a file or a device"),
        ("nowhere", "a link that leads nowhere"),
    ],
)
def test_a_folder_that_cannot_be_one_is_refused_in_words(sources, tmp_path, name, message):
    (tmp_path / "file").write_text("")
    make_pipe(tmp_path / "pipe")
    make_loop(tmp_path / "loop")
    (tmp_path / "nowhere").symlink_to("nothing")
    before = everything(tmp_path)
    for act in (survey, deliver, lambda folder, source: deliver_beside(folder, "index", source)):
        with pytest.raises(DeliveryError, match=message) as caught:
            act(tmp_path / name, sources[0])
        assert len(str(caught.value)) < 700
    assert everything(tmp_path) == before


# --- the record ---


@pytest.mark.parametrize(
    "record",
    [
        b"[" * 200_000,
        b'{"files": ' + b'{"a": ' * 100_000,
        b'{"files": {"index.ipynb": "' + b"0" * 5_000_000,
        b"\xff\xfe\x00",
        b'{"files": {"index.ipynb": ' + b"9" * 5000 + b"}}",
        b'{"files": {}, "versions": [1]}',
        b'{"files": {}, "versions": {"index.ipynb": 3}}',
        b"",
    ],
    ids=["brackets", "braces", "huge", "bytes", "digits", "list", "number", "empty"],
)
def test_a_damaged_record_is_no_reason_to_stop_or_to_overwrite(sources, folder, record):
    write_all(folder, "my work")
    (folder / "index.ipynb").write_text("version 1 index.ipynb")
    (folder / MANIFEST).write_bytes(record)
    states = deliver(folder, sources[0]).states
    assert states == {name: State.SAME if name == "index.ipynb" else State.OUTDATED for name in NAMES}
    assert texts(folder) == {name: f"{'version 1' if name == 'index.ipynb' else 'my work'} {name}" for name in NAMES}
    assert json.loads((folder / MANIFEST).read_text())["versions"].keys() == {"index.ipynb"}


# --- kills ---


def deliver_and_die(folder, source, at):
    """Deliver in a process that is killed just before its ``at``-th operation on files; say whether it was."""
    child = os.fork()
    if child == 0:
        seen = 0

        def count(event, arguments):
            nonlocal seen
            if event in FILE_EVENTS:
                seen += 1
                if seen == at:
                    os._exit(9)

        sys.addaudithook(count)
        with contextlib.suppress(BaseException):
            deliver(folder, source)
            os._exit(0)
        os._exit(1)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in (0, 9)
    return code == 9


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills a forked process")
def test_a_delivery_killed_anywhere_is_put_right_by_the_next(sources, tmp_path):
    start = tmp_path / "start"
    deliver(start, sources[0])
    (start / "index.ipynb").write_text("my work")
    (start / "notes.txt").write_text("my notes")
    untouched = [name for name in NAMES if name != "index.ipynb"]
    killed = 0
    for at in range(1, 1000):
        folder = tmp_path / "lessons"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(start, folder)
        if not deliver_and_die(folder, sources[1], at):
            break
        killed += 1
        assert all(texts(folder)[name] in (f"version 1 {name}", f"version 2 {name}") for name in untouched)
        for later in (1, 2):  # the same version again, or one release later
            again = tmp_path / "again"
            shutil.rmtree(again, ignore_errors=True)
            shutil.copytree(folder, again)
            states = deliver(again, sources[later]).states
            assert {states[name] for name in untouched} <= {State.NEW, State.SAME, State.UPDATED}
            assert states["index.ipynb"] is State.OUTDATED
            assert texts(again) == {name: f"version {later + 1} {name}" for name in untouched} | {"index.ipynb": "my work"}
            assert (again / "notes.txt").read_text() == "my notes"
            assert set(deliver(again, sources[later]).states.values()) == {State.SAME, State.OUTDATED}
    assert killed > 30


def test_a_lesson_saved_during_the_delivery_is_kept(sources, folder, monkeypatch):
    deliver(folder, sources[0])
    write = lesson_copies.write_atomically

    def write_and_work(path, content):
        write(path, content)
        (folder / "index.ipynb").write_text("my work")

    monkeypatch.setattr(lesson_copies, "write_atomically", write_and_work)
    assert deliver(folder, sources[1]).states["index.ipynb"] is State.OUTDATED
    assert (folder / "index.ipynb").read_text() == "my work"


def test_unfinished_files_of_killed_deliveries_go_in_the_end(sources, folder):
    deliver(folder, sources[0])
    old, new, mine = (folder / name for name in (".index.ipynb.12-34.part", ".index.ipynb.12-35.part", ".mine.12-34.part"))
    for path in (old, new, mine):
        path.write_text("half")
    for path in (old, mine):
        os.utime(path, (0, time.time() - files.ABANDONED_AFTER - 60))
    deliver(folder, sources[0])
    assert [path.exists() for path in (old, new, mine)] == [False, True, True]


def test_many_deliveries_at_once(sources, folder):
    deliver(folder, sources[0])
    (folder / "index.ipynb").write_text("my work")
    code = (
        "import sys; from pathlib import Path; from fewidgets.lessons.copies import deliver; deliver(*map(Path, sys.argv[1:]))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", code, str(folder), str(sources[1])]
    running = [subprocess.Popen(command, env=environment, stderr=subprocess.PIPE) for _ in range(6)]
    assert [process.communicate(timeout=60)[1] for process in running] == [b""] * 6
    assert texts(folder) == {name: "my work" if name == "index.ipynb" else f"version 2 {name}" for name in NAMES}
    states = deliver(folder, sources[2]).states
    assert {states[name] for name in NAMES if name != "index.ipynb"} == {State.UPDATED}
    assert not list(Path(folder).rglob("*.part"))

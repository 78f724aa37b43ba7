"""Put the lessons into a folder of the student's own, and never take anything of theirs away.

A student's copy has no outputs, so that nothing answers a question before it is asked. A record in the folder
(``copies_record.py``) holds the SHA-256 of every version that was delivered, and of its text alone (``lesson_text.py``): files
that the student has not changed are brought up to date, the others stay as they are. Running a lesson and saving it changes no
text. Links, folders, pipes and whatever else has a lesson's name are left alone, and a folder may be read-only as long as
there is nothing to write.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import Enum
from itertools import count
from pathlib import Path

from fewidgets.files import NotAFileError, open_regular, remove_abandoned, write_atomically
from fewidgets.lessons.earlier import REPLACED, replaced_by, was_delivered
from fewidgets.lessons.record import MANIFEST, Record, read_record, write_record
from fewidgets.lessons.text import Version, as_delivered

#: Where `fewidgets lab` and `fewidgets notebooks` put the lessons if no folder is named.
DEFAULT_FOLDER = "fewidgets-lessons"

#: A lesson is a few hundred kB. A larger file is the student's, and is not read through to find that out.
LARGEST = 100 * 2**20

#: Folders of a checkout that hold solutions. They are not in the package, and no student gets them.
INSTRUCTORS = ("exercises/source/", "exercises/graded/")
SHEET = "_instructor.md"  # ends the name of an instructor's sheet for a lab

#: How the files end in which students' predictions are kept. They lie beside the lessons and are never delivered or touched.
PREDICTIONS = ".predictions.jsonl"


class DeliveryError(Exception):
    """The lessons could not be delivered; the message says why, and what to do."""


class State(Enum):
    NEW = "new"  # not in the folder yet: it is copied
    SAME = "up to date"
    UPDATED = "newer version"  # not touched by the student: it is replaced
    CHANGED = "changed by you"  # the student's, and no newer version
    OUTDATED = "differs from the newest version"  # the student's, or nothing is known about it; it is kept
    BLOCKED = "not delivered"  # something that is not a readable file has its name; it is kept


@dataclass(frozen=True)
class Delivery:
    """What a delivery did, or would do."""

    folder: Path
    states: dict[str, State]
    obstacles: dict[str, str] = field(default_factory=dict)
    replaced: dict[str, bool] = field(default_factory=dict)

    def files(self, *states: State) -> list[str]:
        return sorted(file for file, state in self.states.items() if state in states)


def lesson_source() -> Path:
    """Return the folder that the lessons are delivered from."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "lessons" / "notebooks", package.parent / "notebooks"):
        if folder.is_dir() and _lesson_files(folder):
            return folder
    raise DeliveryError(
        f"there are no lessons in {package / 'lessons' / 'notebooks'} or {package.parent / 'notebooks'}; "
        'this installation is incomplete, install it again: pip install --force-reinstall "fewidgets[lab]"'
    )


def survey(folder: Path, source: Path | None = None) -> Delivery:
    """Say what ``deliver`` would do, and touch nothing."""
    source = lesson_source() if source is None else source
    with _errors_in_words(folder, "cannot be used"):
        if _is_source(folder, source):
            return Delivery(folder, dict.fromkeys(_lesson_files(source), State.SAME))
        _require_folder(folder)
        record = read_record(folder)
        delivery = Delivery(folder, {})
        for file in _lesson_files(source):
            _look(delivery, file, as_delivered(source / file), record)
        for file in REPLACED.keys() - delivery.states.keys():
            kept = _is_changed(folder / file, file, record)
            if kept is not None and delivery.states.keys() >= set(REPLACED[file]):
                delivery.replaced[file] = kept
    return delivery


def deliver(folder: Path, source: Path | None = None) -> Delivery:
    """Copy the lessons into a folder; keep every file there that the student has changed.

    Called again, it brings untouched files up to date and restores deleted ones, so deleting a lesson is how to start it over.
    """
    source = lesson_source() if source is None else source
    delivery = survey(folder, source)
    if _is_source(folder, source):
        return delivery
    if delivery.files(State.NEW, State.UPDATED):
        with _errors_in_words(folder, "cannot be written to"):
            _write_lessons(delivery, source)
    else:
        # The record may be incomplete, but no lesson depends on that today: a read-only folder is fine.
        with suppress(OSError):
            _complete_record(delivery, {file: as_delivered(source / file) for file in delivery.files(State.SAME)})
    _remove_replaced(delivery)
    _tidy(delivery)
    return delivery


def deliver_beside(folder: Path, lesson: str, source: Path | None = None) -> Path:
    """Write the newest version of one lesson beside the student's, as ``NAME.new.ipynb``."""
    source = lesson_source() if source is None else source
    file = _find_lesson(lesson, source)
    content = as_delivered(source / file).content
    with _errors_in_words(folder, "cannot be written to"):
        _require_folder(folder)
        target = _free_name(folder / file, content)
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(target, content)
    return target


def _free_name(beside: Path, content: bytes) -> Path:
    """Return the first free name, or that of a file with this content."""
    for number in count(1):
        mark = "new" if number == 1 else f"new-{number}"
        target = beside.with_name(f"{beside.stem}.{mark}{beside.suffix}")
        if not os.path.lexists(target):
            return target
        with suppress(OSError), open_regular(target) as file:
            if file.read(len(content) + 1) == content:
                return target
    raise AssertionError  # it counts on until a name is free


@contextmanager
def _errors_in_words(folder: Path, problem: str) -> Iterator[None]:
    """Turn errors of the file system and impossible names into a DeliveryError."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        place = str(getattr(error, "filename", None) or folder)
        # The name of an unfinished file means nothing to the student.
        where = "" if place == str(folder) or place.endswith(".part") else f": {shown(place)}"
        raise DeliveryError(
            f"FOLDER {shown(folder)} {problem} ({reason}{where}); name a folder of your own: fewidgets lab ~/{DEFAULT_FOLDER}"
        ) from error


def shown(path: object) -> str:
    """Return a path for a message, shortened, with codes for what cannot be printed."""
    text = str(path)
    if len(text) > 200:
        text = f"{text[:120]} … {text[-60:]}"
    return "".join(character if character.isprintable() else character.encode("unicode_escape").decode() for character in text)


def _require_folder(folder: Path) -> None:
    """Raise a DeliveryError unless this is a folder that exists or can be made."""
    try:
        is_folder = stat.S_ISDIR(folder.stat().st_mode)
    except FileNotFoundError:
        if folder.is_symlink():
            raise DeliveryError(
                f"FOLDER is {shown(folder)}, a link that leads nowhere. Remove it or name another folder"
            ) from None
        return
    if not is_folder:
        raise DeliveryError(
            f"FOLDER is {shown(folder)}, which is a file or a device. Name a folder, or one that does not exist yet"
        )
    os.stat(os.path.join(folder, "."))  # fails where the folder may not be entered


def _is_source(folder: Path, source: Path) -> bool:
    """Say whether the folder is the lessons' own; refuse one inside it."""
    here, origin = Path(os.path.realpath(folder)), Path(os.path.realpath(source))
    if origin in here.parents:
        raise DeliveryError(
            f"FOLDER is {shown(folder)}, inside {shown(source)}, which the lessons are copied from. Name a folder elsewhere"
        )
    return here == origin


def _look(delivery: Delivery, file: str, newest: Version, record: Record) -> None:
    target = delivery.folder / file
    delivery.obstacles.pop(file, None)
    try:
        theirs = _version_there(target)
    except OSError as error:
        delivery.states[file] = State.BLOCKED
        delivery.obstacles[file] = (
            str(error.strerror) if isinstance(error, NotAFileError) else f"it cannot be read ({error.strerror})"
        )
        return
    if theirs is None:
        state = State.NEW
    elif theirs.digest == newest.digest or (theirs.text == newest.text is not None and not record.has(file, theirs.digest)):
        state = State.SAME
    elif _is_ours(theirs, file, record) and not target.is_symlink():
        state = State.UPDATED  # also where an earlier version was delivered with its outputs, and the text is still the same
    elif record.latest.get(file) == newest.digest:
        state = State.CHANGED
    else:
        state = State.OUTDATED
    delivery.states[file] = state


def _is_ours(theirs: Version, file: str, record: Record) -> bool:
    """Say whether a file has the text of a version that was delivered once."""
    text = theirs.text
    return record.has(file, theirs.digest) or (text is not None and (record.has(file, text) or was_delivered(file, text)))


def _is_changed(target: Path, file: str, record: Record) -> bool | None:
    """Say whether the student has changed a retired lesson; None if it is not in the folder."""
    try:
        theirs = _version_there(target)
    except OSError:
        return None  # whatever it is, it is not ours
    if theirs is None or target.is_symlink():
        return None
    return not _is_ours(theirs, file, record)


def _remove_replaced(delivery: Delivery) -> None:
    """Remove lessons that there are no more, unless the student has changed them."""
    record = read_record(delivery.folder)
    for file, kept in delivery.replaced.items():
        target = delivery.folder / file
        if not kept and _is_changed(target, file, record) is False:  # once more: it may have been saved a moment ago
            with suppress(OSError):
                target.unlink()


def _version_there(target: Path) -> Version | None:
    """Return the file in a lesson's place; an empty one if it is too large, None if there is none."""
    for place in (target, *target.parents):
        if place.is_symlink() and not place.exists():
            raise NotAFileError(errno.ENOENT, f"{shown(place.name)} is a link that leads nowhere", str(place))
    try:
        with open_regular(target) as file:
            return Version(b"" if os.fstat(file.fileno()).st_size > LARGEST else file.read())
    except FileNotFoundError:
        return None


def _write_lessons(delivery: Delivery, source: Path) -> None:
    """Write what is new or newer."""
    folder = delivery.folder
    versions = {file: as_delivered(source / file) for file in delivery.files(State.NEW, State.UPDATED)}
    folder.mkdir(parents=True, exist_ok=True)
    record = read_record(folder)
    for file, version in versions.items():
        record.announce(file, version)
    write_record(folder, record)
    for file, version in versions.items():
        target = folder / file
        _look(delivery, file, version, record)  # once more: the student may have saved it a moment ago
        if delivery.states[file] in (State.NEW, State.UPDATED):
            target.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(target, version.content)
    there = delivery.files(State.NEW, State.UPDATED, State.SAME)
    _complete_record(delivery, {file: versions.get(file) or as_delivered(source / file) for file in there})


def _complete_record(delivery: Delivery, versions: dict[str, Version]) -> None:
    """Record the versions that are in the folder now."""
    record = read_record(delivery.folder)  # again: another delivery may have added to it
    for file, version in versions.items():
        record.deliver(file, version)
    write_record(delivery.folder, record)


def _lesson_files(source: Path) -> list[str]:
    """List what is delivered: all but solutions, hidden files, ``.ipynb_checkpoints``, and somebody's predictions."""
    files = []
    for path in sorted(source.rglob("*")):
        inside = path.relative_to(source)
        if path.name.endswith((PREDICTIONS, SHEET)) or inside.as_posix().startswith(INSTRUCTORS):
            continue
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in inside.parts):
            files.append(inside.as_posix())
    return files


def lesson_file(lesson: str) -> Path:
    """Return the path of a lesson of the package."""
    source = lesson_source()
    return source / _find_lesson(lesson, source)


def _find_lesson(lesson: str, source: Path) -> str:
    files = [file for file in _lesson_files(source) if file.endswith(".ipynb")]
    for file in files:
        if lesson in (file, file.removesuffix(".ipynb"), Path(file).name, Path(file).name.removesuffix(".ipynb")):
            return file
    if replacements := replaced_by(lesson):
        raise DeliveryError(f"there is no lesson {shown(lesson)!r} any more; it was replaced by {', '.join(replacements)}")
    close = get_close_matches(lesson, [file.removesuffix(".ipynb") for file in files], n=1)
    hint = f" (did you mean {close[0]}?)" if close else ""
    raise DeliveryError(f"there is no lesson {shown(lesson)!r}{hint}; the lessons are: {', '.join(files)}")


def _tidy(delivery: Delivery) -> None:
    names: dict[Path, list[str]] = {delivery.folder: [MANIFEST]}
    for file in delivery.states:
        target = delivery.folder / file
        names.setdefault(target.parent, []).append(target.name)
    for folder, written in names.items():
        remove_abandoned(folder, written)

"""Put the lessons into a folder of the student's own, and never take anything of theirs away.

The lessons ship inside the package (``fewidgets/lessons``); in a checkout they are the folder ``notebooks`` beside it. A
manifest in the student's folder, ``.fewidgets.json``, holds the SHA-256 of each file as it was delivered. From it a second
delivery knows which files the student has not touched (they are brought up to date) and which they have (they stay as
they are, and if there is a newer version, that is said). Running a lesson and saving it changes its file: it then counts
as changed, since its outputs may be somebody's work.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from pathlib import Path

from fewidgets.canonical import write_atomically

#: Where `fewidgets lab` and `fewidgets notebooks` put the lessons if no folder is named.
DEFAULT_FOLDER = "fewidgets-lessons"

#: Name of the manifest in a student's folder.
MANIFEST = ".fewidgets.json"


class DeliveryError(Exception):
    """The lessons could not be delivered; the message says why, and what to do."""


class State(Enum):
    """What became, or would become, of one file."""

    NEW = "new"  # not in the folder yet: it is copied
    SAME = "up to date"
    UPDATED = "newer version"  # not touched by the student: it is replaced
    CHANGED = "changed by you"  # the student's, and no newer version
    OUTDATED = "changed by you; there is a newer version"  # the student's, and it is kept


@dataclass(frozen=True)
class Delivery:
    """What a delivery did, or would do.

    Parameters
    ----------
    folder : Path
        The student's folder.
    states : dict of str to State
        For every file of the lessons, by its path inside the folder (with ``/``).
    """

    folder: Path
    states: dict[str, State]

    def files(self, *states: State) -> list[str]:
        """Return the files in one of these states, sorted."""
        return sorted(file for file, state in self.states.items() if state in states)


def lesson_source() -> Path:
    """Return the folder that the lessons are delivered from.

    Returns
    -------
    Path
        ``fewidgets/lessons`` of an installed package, or ``notebooks`` of the checkout that the package is run from.

    Raises
    ------
    DeliveryError
        If neither is there.
    """
    package = Path(__file__).resolve().parent
    for folder in (package / "lessons", package.parent / "notebooks"):
        if folder.is_dir() and _lesson_files(folder):
            return folder
    raise DeliveryError(
        f"there are no lessons in {package / 'lessons'} or {package.parent / 'notebooks'}; "
        'this installation is incomplete, install it again: pip install --force-reinstall "fewidgets[lab]"'
    )


def survey(folder: Path, source: Path | None = None) -> Delivery:
    """Say what ``deliver`` would do, and touch nothing.

    Parameters
    ----------
    folder : Path
        The student's folder; it need not exist.
    source : Path, optional
        Where the lessons are; ``lesson_source()`` if not given.

    Returns
    -------
    Delivery

    Raises
    ------
    DeliveryError
        If ``folder`` is a file or cannot be read, or there are no lessons.
    """
    source = lesson_source() if source is None else source
    if folder.exists() and not folder.is_dir():
        raise DeliveryError(f"FOLDER is {folder}, which is a file; name a folder, or one that does not exist yet")
    if folder.resolve() == source.resolve():
        return Delivery(folder, dict.fromkeys(_lesson_files(source), State.SAME))
    delivered = _read_manifest(folder)
    states = {}
    for file in _lesson_files(source):
        newest = _sha256(source / file)
        target = folder / file
        if not target.exists():
            states[file] = State.NEW
            continue
        try:
            theirs = _sha256(target)
        except OSError as error:
            raise DeliveryError(f"{target} cannot be read ({error.strerror}); move it away or name another FOLDER") from error
        if theirs == newest:
            states[file] = State.SAME
        elif theirs == delivered.get(file):
            states[file] = State.UPDATED
        elif newest == delivered.get(file):
            states[file] = State.CHANGED
        else:
            states[file] = State.OUTDATED
    return Delivery(folder, states)


def deliver(folder: Path, source: Path | None = None) -> Delivery:
    """Copy the lessons into a folder; keep every file there that the student has changed.

    Called again, it brings the untouched files up to date, restores deleted ones (so deleting a lesson is how to start it
    over), and leaves changed ones alone. Each file is written in one step: there is never half a lesson.

    Parameters
    ----------
    folder : Path
        The student's folder; it is made if it does not exist.
    source : Path, optional
        Where the lessons are; ``lesson_source()`` if not given.

    Returns
    -------
    Delivery
        What each file was when the delivery began, and so what was done with it.

    Raises
    ------
    DeliveryError
        If ``folder`` is a file, or cannot be written to.
    """
    source = lesson_source() if source is None else source
    delivery = survey(folder, source)
    if folder.resolve() == source.resolve():
        return delivery
    delivered = _read_manifest(folder)
    try:
        for file, state in delivery.states.items():
            target = folder / file
            if state in (State.NEW, State.UPDATED):
                target.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(target, (source / file).read_bytes())
            if state in (State.NEW, State.UPDATED, State.SAME):
                delivered[file] = _sha256(source / file)
        manifest = json.dumps(
            {"about": "What fewidgets put here, so that it never overwrites your work.", "files": delivered},
            indent=1,
            sort_keys=True,
        )
        write_atomically(folder / MANIFEST, manifest.encode() + b"\n")
    except OSError as error:
        raise DeliveryError(
            f"the lessons cannot be written to {folder} ({error.strerror or error}); name a folder of your own: "
            f"fewidgets lab ~/{DEFAULT_FOLDER}"
        ) from error
    return delivery


def deliver_beside(folder: Path, lesson: str, source: Path | None = None) -> Path:
    """Write the newest version of one lesson beside the student's, as ``NAME.new.ipynb``.

    Parameters
    ----------
    folder : Path
        The student's folder.
    lesson : str
        ``9.6_boosting.ipynb``, or the same without its ending.
    source : Path, optional
        Where the lessons are; ``lesson_source()`` if not given.

    Returns
    -------
    Path
        The new file: ``9.6_boosting.new.ipynb``, or ``9.6_boosting.new-2.ipynb`` if a different one has that name already.

    Raises
    ------
    DeliveryError
        If there is no such lesson, or the folder cannot be written to.
    """
    source = lesson_source() if source is None else source
    file = _find_lesson(lesson, source)
    content = (source / file).read_bytes()
    wanted = folder / file
    number = 1
    while True:
        mark = "new" if number == 1 else f"new-{number}"
        target = wanted.with_name(f"{wanted.stem}.{mark}{wanted.suffix}")
        if not target.exists():
            break
        if target.is_file() and target.read_bytes() == content:
            return target
        number += 1
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(target, content)
    except OSError as error:
        raise DeliveryError(f"{target} cannot be written ({error.strerror or error})") from error
    return target


def _lesson_files(source: Path) -> list[str]:
    """List what belongs to the lessons: everything but hidden files and folders, such as ``.ipynb_checkpoints``."""
    files = []
    for path in sorted(source.rglob("*")):
        inside = path.relative_to(source)
        if path.is_file() and not any(part.startswith((".", "__pycache__")) for part in inside.parts):
            files.append(inside.as_posix())
    return files


def _find_lesson(lesson: str, source: Path) -> str:
    files = [file for file in _lesson_files(source) if file.endswith(".ipynb")]
    for file in files:
        if lesson in (file, file.removesuffix(".ipynb"), Path(file).name, Path(file).name.removesuffix(".ipynb")):
            return file
    close = get_close_matches(lesson, [file.removesuffix(".ipynb") for file in files], n=1)
    hint = f" (did you mean {close[0]}?)" if close else ""
    raise DeliveryError(f"there is no lesson {lesson!r}{hint}; the lessons are: {', '.join(files)}")


def _read_manifest(folder: Path) -> dict[str, str]:
    """Return file → SHA-256 as delivered; empty if there is no manifest or it cannot be understood, so that all is kept."""
    try:
        files = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))["files"]
        return {str(file): str(digest) for file, digest in files.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()

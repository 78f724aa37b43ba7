"""Read what students saved in a folder: records of predictions (``.predictions.jsonl``) and texts with codes (``.txt``,
``.md``).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fewidgets.codes.code import CodeError, codes_in, read
from fewidgets.explorables.predicting import Question
from fewidgets.explorables.predicting.answer_codes import PREDICTION, question_mark, read_answer
from fewidgets.explorables.predicting.record import ENDING, OUTCOMES, version_of
from fewidgets.files import NotAFileError, open_regular

TEXTS = (".txt", ".md")
MOST_FILES, MOST_BYTES, DEEPEST = 5_000, 2_000_000, 3


@dataclass
class Answers:
    """What was found."""

    given: dict[str, list[Any]] = field(default_factory=dict)
    looked: dict[str, int] = field(default_factory=dict)  # how many saw the truth without an answer
    states: dict[str, list[str]] = field(default_factory=dict)  # codes by class of explorable
    unreadable: int = 0
    unknown: int = 0

    def add(self, other: Answers) -> None:
        for name, answers in other.given.items():
            self.given.setdefault(name, []).extend(answers)
        for name, count in other.looked.items():
            self.looked[name] = self.looked.get(name, 0) + count
        for name, codes in other.states.items():
            self.states.setdefault(name, []).extend(codes)
        self.unreadable += other.unreadable
        self.unknown += other.unknown


class Collector:
    """Read a folder again and again, and each file only when it has changed."""

    def __init__(self, folder: Path | None, questions: Mapping[str, Question], classes: Sequence[str]) -> None:
        self.folder = folder
        self.questions = questions
        self._marked = {question_mark(name, version_of(each.question, each.kind)): each for name, each in questions.items()}
        self._versions = {name: version_of(each.question, each.kind) for name, each in questions.items()}
        self._classes = classes
        self._read: dict[str, tuple[tuple[int, int], Answers]] = {}

    def look(self) -> bool:
        """Read what is new or has changed in the folder; return whether anything has."""
        seen = dict(self._files())
        gone = self._read.keys() - seen.keys()
        for path in gone:
            del self._read[path]
        fresh = [path for path, stamp in seen.items() if path not in self._read or self._read[path][0] != stamp]
        for path in fresh:
            self._read[path] = seen[path], self._content(Path(path), seen[path][1])
        return bool(gone or fresh)

    def all(self) -> Answers:
        """Return everything that was found in the folder."""
        found = Answers()
        for _, (_, answers) in sorted(self._read.items()):
            found.add(answers)
        return found

    def in_text(self, text: str) -> Answers:
        """Return what the codes in a text answer."""
        found = Answers()
        for code in codes_in(text):
            self._add_code(found, code)
        return found

    def _files(self) -> Iterator[tuple[str, tuple[int, int]]]:
        """Yield the files of the folder with the time and the size of each; links to folders are not followed."""
        if self.folder is None:
            return
        count = 0
        for place, folders, files in os.walk(self.folder):
            depth = len(Path(place).relative_to(self.folder).parts)
            folders[:] = sorted(each for each in folders if not each.startswith(".")) if depth < DEEPEST else []
            for name in sorted(files):
                if not name.startswith(".") and name.endswith((ENDING, *TEXTS)):
                    try:
                        found = os.stat(os.path.join(place, name))
                    except OSError:  # it has gone meanwhile
                        continue
                    count += 1
                    if count > MOST_FILES:
                        return
                    yield os.path.join(place, name), (found.st_mtime_ns, found.st_size)

    def _content(self, path: Path, size: int) -> Answers:
        if size > MOST_BYTES:
            return Answers(unreadable=1)
        try:
            with open_regular(path) as file:
                content = file.read(MOST_BYTES)
        except (NotAFileError, OSError):
            return Answers(unreadable=1)
        if path.name.endswith(ENDING):
            return self._record(content)
        return self.in_text(content.decode("utf-8", "replace"))

    def _record(self, content: bytes) -> Answers:
        found = Answers()
        first: set[tuple[str, Any]] = set()
        # A file may be read while its last line is being written: then that line counts as soon as it is whole.
        for line in content.split(b"\n")[: None if content.endswith(b"\n") else -1]:
            if not line.strip():
                continue
            try:
                entry = json.loads(line)
                name, outcome, version = entry["name"], entry["outcome"], entry.get("version")
                if not isinstance(name, str) or outcome not in OUTCOMES or isinstance(version, dict | list):
                    raise TypeError
            except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
                found.unreadable += 1
                continue
            if (name, version) in first:
                continue
            first.add((name, version))
            if self._versions.get(name) != version:
                found.unknown += 1
            elif outcome == "shown":
                found.looked[name] = found.looked.get(name, 0) + 1
            else:
                self._add(found, self.questions[name], entry.get("given"))
        return found

    @staticmethod
    def _add(found: Answers, asked: Question, answer: Any) -> None:
        try:
            found.given.setdefault(asked.name, []).append(asked.kind.check(answer))
        except (TypeError, ValueError, RecursionError):
            found.unreadable += 1

    def _add_code(self, found: Answers, code: str) -> None:
        try:
            name = read(code)[0]
            if name in self._classes:
                found.states.setdefault(name, []).append(code)
                return
            if name != PREDICTION:
                found.unknown += 1
                return
            answer = read_answer(code)
            asked = self._marked.get(answer.mark)
            if asked is None:
                found.unknown += 1
            elif answer.stage == "shown":
                found.looked[asked.name] = found.looked.get(asked.name, 0) + 1
            else:
                given = answer.answer(asked.kind)
                if given is None:
                    raise CodeError("code holds no answer.")
                self._add(found, asked, given)
        except (CodeError, ValueError, TypeError, LookupError):
            found.unreadable += 1

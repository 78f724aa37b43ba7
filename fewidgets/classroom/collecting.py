"""Read what students saved in a folder: records of predictions, and texts with codes."""

from __future__ import annotations

import json
import math
import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fewidgets.codes.code import CodeError, codes_in, read
from fewidgets.exercises.predicting import Question
from fewidgets.exercises.predicting.answer_codes import PREDICTION, read_answer
from fewidgets.exercises.predicting.record import ENDING, OUTCOMES, SCORE
from fewidgets.files import NotAFileError, open_regular
from fewidgets.lessons.names import CAPSTONE

TEXTS = (".txt", ".md")
MOST_FILES, MOST_BYTES, DEEPEST = 5_000, 2_000_000, 3


@dataclass
class Answers:
    """What was found."""

    given: dict[str, list[Any]] = field(default_factory=lambda: defaultdict(list))
    looked: Counter[str] = field(default_factory=Counter)  # how many saw the truth without an answer
    states: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))  # codes by class of explorable
    scores: list[float] = field(default_factory=list)  # errors of the capstone
    unreadable: int = 0
    unknown: int = 0

    def add(self, other: Answers) -> None:
        for mine, theirs in ((self.given, other.given), (self.states, other.states)):
            for name, found in theirs.items():
                mine[name] += found
        self.looked += other.looked
        self.scores += other.scores
        self.unreadable += other.unreadable
        self.unknown += other.unknown


class Collector:
    """Read a folder again and again, and each file only when it has changed."""

    def __init__(self, folder: Path | None, questions: Mapping[str, Question], classes: Sequence[str]) -> None:
        self.folder = folder
        self.questions = questions
        self._marked = {each.mark: each for each in questions.values()}
        self._classes = classes
        self._read: dict[str, tuple[tuple[int, int], Answers]] = {}

    def look(self) -> bool:
        """Read what is new or has changed in the folder; return whether anything has."""
        seen, before = dict(self._files()), self._read
        known = {path: before[path] for path, stamp in seen.items() if path in before and before[path][0] == stamp}
        fresh = {path: (stamp, self._content(Path(path), stamp[1])) for path, stamp in seen.items() if path not in known}
        self._read = known | fresh
        return bool(fresh) or len(known) < len(before)

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
        scores: dict[Any, float] = {}  # the last one of each student counts
        # A file may be read while its last line is being written: then that line counts as soon as it is whole.
        for line in content.split(b"\n")[: None if content.endswith(b"\n") else -1]:
            if not line.strip():
                continue
            try:
                entry = json.loads(line)
                name, outcome, version = entry["name"], entry["outcome"], entry.get("version")
                if outcome == SCORE:
                    if name == CAPSTONE:
                        scores[str(entry.get("member"))] = _error(entry["error"])
                    continue
                if not isinstance(name, str) or outcome not in OUTCOMES or isinstance(version, dict | list):
                    raise TypeError
            except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
                found.unreadable += 1
                continue
            if (name, version) in first:
                continue
            first.add((name, version))
            asked = self.questions.get(name)
            if asked is None or asked.version != version:
                found.unknown += 1
            elif outcome == "shown":
                found.looked[name] += 1
            else:
                self._add(found, asked, entry.get("given"))
        found.scores += scores.values()
        return found

    @staticmethod
    def _add(found: Answers, asked: Question, answer: Any) -> None:
        try:
            found.given[asked.name].append(asked.kind.check(answer))
        except (TypeError, ValueError, OverflowError, RecursionError):
            found.unreadable += 1

    def _add_code(self, found: Answers, code: str) -> None:
        try:
            name = read(code)[0]
            if name in self._classes:
                found.states[name].append(code)
                return
            answer = read_answer(code) if name == PREDICTION else None
            asked = self._marked.get(answer.mark) if answer else None
            if answer is None or asked is None:
                found.unknown += 1
            elif answer.stage == "shown":
                found.looked[asked.name] += 1
            else:
                self._add(found, asked, answer.answer(asked.kind))  # None is no answer
        except (CodeError, IndexError):
            found.unreadable += 1


def _error(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, float | int) or not (math.isfinite(value) and value > 0):
        raise TypeError
    return float(value)

"""Repair a submission before it runs: restore locked cells, remove test cells, find each question's cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from fewidgets.grading import Texts
from fewidgets.grading.course.outlines import titles_of_cells
from fewidgets.grading.notebook import Cell, read_cells
from fewidgets.grading.question import ByHand, GradedSet, Values

#: What became of an answer cell: it is there, as it was handed out, gone, no longer code, or found by the names it assigns.
State = Literal["there", "untouched", "deleted", "text", "elsewhere"]

#: Longest line in which an assignment is looked for.
_LONGEST = 2000


@dataclass(frozen=True)
class Step:
    source: str  # "" where data are set instead
    data_of: str = ""  # the question whose data this cell defines
    question: str = ""


@dataclass(frozen=True)
class Repaired:
    steps: tuple[Step, ...]
    states: Mapping[str, State]  # of each question's answer cell
    texts: Mapping[str, str] = field(default_factory=dict)  # of questions that are graded by hand
    notes: Texts = ()  # for the student


def repair(content: bytes, handed_out: Sequence[Cell], graded: GradedSet) -> Repaired:
    cells, notes = read_cells(content)
    work = _Work(handed_out, graded, notes)
    if not cells:
        return Repaired((), dict.fromkeys(work.questions, "deleted"), notes=tuple(notes))
    if any(cell.grade_id in work.original for cell in cells):
        return work.by_names_of_cells(cells)
    notes.append("The notebook has lost its metadata. Answers were found by the names of their variables.")
    return work.by_names_of_variables(cells)


class _Work:
    def __init__(self, handed_out: Sequence[Cell], graded: GradedSet, notes: list[str]) -> None:
        self._handed_out, self._notes = handed_out, notes
        self.questions = {question.name: question for question in graded.questions}
        #: By their names, in their order.
        self.original = {cell.grade_id: cell for cell in handed_out if cell.grade_id}
        self._given = {_plain(cell) for cell in handed_out if cell.kind == "code" and not cell.grade_id}
        self._data = {f"{name}-data": name for name, question in self.questions.items() if isinstance(question, Values)}
        self._titles = titles_of_cells((cell.kind, cell.source, cell.grade_id if cell.answer else "") for cell in handed_out)

    def by_names_of_cells(self, cells: list[Cell]) -> Repaired:
        """Repair a notebook whose cells still have nbgrader's names."""
        cells = self._without_duplicates(cells)
        states = {name: self._state(name, cells) for name in self.questions}
        cells = self._with_given(self._with_locked(cells))
        steps: list[Step] = []
        question = ""
        for cell in cells:
            name = cell.grade_id
            if name in self._data:
                question = self._data[name]
                steps.append(Step("", question, question))
                continue
            if name in self.questions or (name in self.original and not cell.test):
                question = name if name in self.questions else ""
            if cell.kind == "code" and not cell.test:
                steps.append(Step(cell.source, question="" if _plain(cell) in self._given else question))
        for name, each in self.questions.items():
            if states[name] in ("deleted", "text") and _assigned(each.answers, cells):
                states[name] = "elsewhere"
                self._notes.append(f"The answer to {self._title(name)} was found outside of its answer cell.")
        by_hand = [name for name, each in self.questions.items() if isinstance(each, ByHand)]
        texts = {name: "\n\n".join(cell.source for cell in cells if cell.grade_id == name) for name in by_hand}
        return Repaired(tuple(steps), states, texts, tuple(self._notes))

    def by_names_of_variables(self, cells: list[Cell]) -> Repaired:
        """Repair a notebook without metadata: the data come first, and the cells as they are."""
        steps = [Step("", name, name) for name in self._data.values()]
        tests = {_plain(cell) for cell in self.original.values() if cell.test}
        code = self._with_given([cell for cell in cells if cell.kind == "code"])
        sources = {_plain(cell) for cell in code}
        states: dict[str, State] = {}
        for name, each in self.questions.items():
            untouched = name in self.original and _plain(self.original[name]) in sources
            states[name] = "untouched" if untouched else "elsewhere" if _assigned(each.answers, code) else "deleted"
        question = ""
        for cell in code:
            if _plain(cell) not in tests:
                owners = (name for name, each in self.questions.items() if _assigned(each.answers, [cell]))
                question = next(owners, question)
                steps.append(Step(cell.source, question=question))
        return Repaired(tuple(steps), states, notes=tuple(self._notes))

    def _title(self, question: str) -> str:
        return f"“{self._titles.get(question) or question}”"

    def _called(self, name: str) -> str:
        question, _, kind = name.rpartition("-")
        if question in self.questions and kind in ("data", "test"):
            return f"The {kind} cell of {self._title(question)}"
        return _beginning(self.original[name], "locked cell")

    def _without_duplicates(self, cells: list[Cell]) -> list[Cell]:
        """Drop copies of cells that have the same name."""
        kept = {id(cell) for cell in cells}
        for name in self.original:
            copies = [cell for cell in cells if cell.grade_id == name]
            if len(copies) < 2:
                continue
            counts = copies[:1]
            if name in self.questions:
                counts = [cell for cell in copies if not self._is_stub(cell) and cell.kind == "code"] or counts
                if len(counts) > 1:
                    answer = f"The answer cell of {self._title(name)}"
                    self._notes.append(f"{answer} is there more than once. All copies ran in their order.")
            else:
                self._notes.append(f"{self._called(name)} was there more than once. Its copies were left out.")
            kept -= {id(cell) for cell in copies} - {id(cell) for cell in counts}
        return [cell for cell in cells if id(cell) in kept]

    def _state(self, name: str, cells: list[Cell]) -> State:
        mine = [cell for cell in cells if cell.grade_id == name]
        answer = f"The answer cell of {self._title(name)} is"
        if not mine:
            self._notes.append(f"{answer} missing.")
            return "deleted"
        if not isinstance(self.questions[name], ByHand) and all(cell.kind != "code" for cell in mine):
            self._notes.append(f"{answer} a text cell, so its code did not run. Change it back to code.")
            return "text"
        return "untouched" if all(map(self._is_stub, mine)) else "there"

    def _with_locked(self, cells: list[Cell]) -> list[Cell]:
        """Put the locked cells back: their text where it was changed, and themselves where they are gone."""
        found: list[Cell] = []
        for cell in cells:
            name, original = cell.grade_id, self.original.get(cell.grade_id)
            if original is None:
                # Without a name of ours, a cell is the student's own, whatever its metadata say.
                found.append(replace(cell, grade_id="", test=False))
            elif name in self.questions:
                found.append(cell)
            else:
                if _plain(cell) != _plain(original) and name not in self._data:
                    self._notes.append(f"{self._called(name)} was changed. The original was used.")
                found.append(original)
        order, there = list(self.original), {cell.grade_id for cell in found}
        for number, name in reversed(list(enumerate(order))):
            if name not in self.questions and self.original[name].kind == "code" and name not in there:
                place = next((at for at, cell in enumerate(found) if cell.grade_id in order[number + 1 :]), len(found))
                found.insert(place, self.original[name])
                self._notes.append(f"{self._called(name)} was missing. It was put back.")
        return found

    def _with_given(self, cells: list[Cell]) -> list[Cell]:
        """Put back code that was handed out without a name, such as imports, in front of what the student has written
        instead.
        """
        found = list(cells)
        # Instead of the text of a cell with data, the data are set.
        run = [_lines(each) for each in cells if each.kind == "code" and each.grade_id not in self._data and not each.test]
        for number, original in reversed(list(enumerate(self._handed_out))):
            if original.kind != "code" or original.grade_id or any(_lines(original) <= each for each in run):
                continue
            earlier = {cell.grade_id for cell in self._handed_out[:number]} - {""}
            found.insert(max((at for at, cell in enumerate(found, 1) if cell.grade_id in earlier), default=0), original)
            self._notes.append(f"{_beginning(original)} was missing or changed. It ran as it was handed out, too.")
        return found

    def _is_stub(self, cell: Cell) -> bool:
        original = self.original.get(cell.grade_id)
        return original is not None and _plain(cell) == _plain(original)


def _beginning(cell: Cell, what: str = "cell") -> str:
    first = next(iter(cell.source.strip().splitlines()), "")
    return f"The {what} that begins with `{first[:60]}`" if first else f"An empty {what}"


def _plain(cell: Cell) -> str:
    return "\n".join(line.rstrip() for line in cell.source.strip().splitlines())


def _lines(cell: Cell) -> set[str]:
    return set(_plain(cell).splitlines())


def _assigned(names: Sequence[str], cells: Sequence[Cell]) -> bool:
    """Say whether some cell of code assigns one of these names."""
    code = [cell.source for cell in cells if cell.kind == "code" and not cell.test]
    return any(_assigns(source, name) for source in code for name in names)


def _assigns(source: str, name: str) -> bool:
    """Say whether a cell assigns a name at its left margin; it is not parsed, as it may be no Python."""
    for line in source.splitlines():
        if name not in line or len(line) > _LONGEST or line.startswith((" ", "\t", "#")):
            continue
        words = line.replace("(", " ").replace(":", " ").split()
        if words[:2] in (["def", name], ["class", name]) or words[:3] == ["async", "def", name]:
            return True
        left, equals, right = line.partition("=")
        targets = {target.strip(" *()[]") for target in left.partition(":")[0].split(",")}
        if equals and not right.startswith("=") and name in targets:
            return True
    return False

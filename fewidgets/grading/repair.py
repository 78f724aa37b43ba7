"""Put a submission right before it runs: locked cells as they were, test cells out, and each question's cells found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from fewidgets.grading.handed_in import Cell, read_cells
from fewidgets.grading.outlines import titles_of_cells
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
    notes: tuple[str, ...] = ()  # for the student


def repair(content: bytes, handed_out: Sequence[Cell], graded: GradedSet) -> Repaired:
    cells, notes = read_cells(content)
    work = _Work(list(handed_out), graded, notes)
    if not cells:
        nothing: dict[str, State] = {question.name: "deleted" for question in graded.questions}
        return Repaired((), nothing, notes=tuple(notes))
    known = {cell.grade_id for cell in handed_out} - {""}
    if any(cell.grade_id in known for cell in cells):
        return work.by_names_of_cells(cells)
    notes.append("The notebook has lost its metadata. Answers were found by the names of their variables.")
    return work.by_names_of_variables(cells)


class _Work:
    def __init__(self, handed_out: list[Cell], graded: GradedSet, notes: list[str]) -> None:
        self._original = {cell.grade_id: cell for cell in handed_out if cell.grade_id}
        self._order = [cell.grade_id for cell in handed_out if cell.grade_id]
        self._handed_out = handed_out
        self._given = {_plain(cell.source) for cell in handed_out if cell.kind == "code" and not cell.grade_id}
        self._graded, self._notes = graded, notes
        self._questions = {question.name for question in graded.questions}
        self._data = {f"{question.name}-data": question.name for question in graded.questions if isinstance(question, Values)}
        self._titles = titles_of_cells((cell.kind, cell.source, cell.grade_id if cell.answer else "") for cell in handed_out)

    def by_names_of_cells(self, cells: list[Cell]) -> Repaired:
        """Repair a notebook whose cells still have nbgrader's names."""
        cells = self._without_duplicates(cells)
        states = {name: self._state(name, cells) for name in self._questions}
        cells = self._with_given(self._with_locked(cells))
        steps: list[Step] = []
        question = ""
        for cell in cells:
            name = cell.grade_id
            if name in self._data:
                question = self._data[name]
                steps.append(Step("", question, question))
                continue
            if name in self._questions:
                question = name
            elif name in self._original and not cell.test:
                question = ""
            if cell.kind == "code" and not cell.test:
                steps.append(Step(cell.source, "", "" if _plain(cell.source) in self._given else question))
        for each in self._graded.questions:
            if states[each.name] in ("deleted", "text") and self._assigned(each.answers, cells):
                states[each.name] = "elsewhere"
                self._notes.append(f"The answer to {self._title(each.name)} was found outside of its answer cell.")
        return Repaired(tuple(steps), states, self._texts(cells), tuple(self._notes))

    def by_names_of_variables(self, cells: list[Cell]) -> Repaired:
        """Repair a notebook without metadata: the data come first, and the cells as they are."""
        steps = [Step("", name, name) for name in self._data.values()]
        code = self._with_given([cell for cell in cells if cell.kind == "code"])
        stubs = {_plain(cell.source): name for name, cell in self._original.items() if name in self._questions}
        tests = {_plain(cell.source) for cell in self._original.values() if cell.test}
        states: dict[str, State] = {}
        for each in self._graded.questions:
            found = self._assigned(each.answers, code)
            untouched = any(stubs.get(_plain(cell.source)) == each.name for cell in code)
            states[each.name] = "untouched" if untouched else "elsewhere" if found else "deleted"
        question = ""
        for cell in code:
            if _plain(cell.source) in tests:
                continue
            owner = next((each.name for each in self._graded.questions if self._assigned(each.answers, [cell])), "")
            question = owner or question
            steps.append(Step(cell.source, "", question))
        return Repaired(tuple(steps), states, {}, tuple(self._notes))

    def _title(self, question: str) -> str:
        return f"“{self._titles.get(question) or question}”"

    def _called(self, name: str) -> str:
        question, _, kind = name.rpartition("-")
        if question in self._questions and kind in ("data", "test"):
            return f"The {kind} cell of {self._title(question)}"
        return self._beginning(self._original[name], "locked cell")

    def _beginning(self, cell: Cell, what: str = "cell") -> str:
        first = next(iter(cell.source.strip().splitlines()), "")
        return f"The {what} that begins with `{first[:60]}`" if first else f"An empty {what}"

    def _without_duplicates(self, cells: list[Cell]) -> list[Cell]:
        """Drop copies of cells that have the same name."""
        kept: list[Cell] = []
        for number, cell in enumerate(cells):
            name = cell.grade_id
            others = [other for at, other in enumerate(cells) if other.grade_id == name and at != number]
            if not name or name not in self._original or not others:
                kept.append(cell)
                continue
            first = not any(other.grade_id == name for other in kept)
            if name in self._questions:
                written = [each for each in (cell, *others) if not self._is_stub(each) and each.kind == "code"]
                if cell in written or (not written and first):
                    kept.append(cell)
                    if first and len(written) > 1:
                        self._notes.append(
                            f"The answer cell of {self._title(name)} is there more than once. All copies ran in their order."
                        )
            elif first:
                kept.append(cell)
                self._notes.append(f"{self._called(name)} was there more than once. Its copies were left out.")
        return kept

    def _state(self, name: str, cells: list[Cell]) -> State:
        mine = [cell for cell in cells if cell.grade_id == name]
        original = self._original.get(name)
        if not mine:
            self._notes.append(f"The answer cell of {self._title(name)} is missing.")
            return "deleted"
        by_hand = isinstance(self._graded.question(name), ByHand)
        if not by_hand and all(cell.kind != "code" for cell in mine):
            self._notes.append(
                f"The answer cell of {self._title(name)} is a text cell, so its code did not run. Change it back to code."
            )
            return "text"
        if original is not None and all(_plain(cell.source) == _plain(original.source) for cell in mine):
            return "untouched"
        return "there"

    def _with_locked(self, cells: list[Cell]) -> list[Cell]:
        """Put the locked cells back: their text where it was changed, and themselves where they are gone."""
        found: list[Cell] = []
        for cell in cells:
            original = self._original.get(cell.grade_id)
            if original is None or cell.grade_id in self._questions:
                # Without a name of ours, a cell is the student's own, whatever its metadata say.
                test = cell.test and original is not None
                found.append(Cell(cell.kind, cell.source, cell.grade_id if original else "", cell.answer, test))
                continue
            if _plain(cell.source) != _plain(original.source) and cell.grade_id not in self._data:
                self._notes.append(f"{self._called(cell.grade_id)} was changed. The original was used.")
            found.append(original)
        for name in reversed(self._order):
            original = self._original[name]
            if name in self._questions or original.kind != "code" or any(cell.grade_id == name for cell in found):
                continue
            later = set(self._order[self._order.index(name) + 1 :])
            place = next((at for at, cell in enumerate(found) if cell.grade_id in later), len(found))
            found.insert(place, original)
            self._notes.append(f"{self._called(name)} was missing. It was put back.")
        return found

    def _with_given(self, cells: list[Cell]) -> list[Cell]:
        """Put back code that was handed out without a name, such as imports: a kernel may have held it to the end.

        It runs before what the student has written in its place, which counts.
        """
        found = list(cells)
        run = [set(_plain(each.source).splitlines()) for each in cells if each.kind == "code" and self._runs(each)]
        for number, original in reversed(list(enumerate(self._handed_out))):
            lines = set(_plain(original.source).splitlines())
            if original.kind != "code" or original.grade_id or any(lines <= each for each in run):
                continue
            earlier = {cell.grade_id for cell in self._handed_out[:number]} - {""}
            found.insert(max((at for at, cell in enumerate(found, 1) if cell.grade_id in earlier), default=0), original)
            self._notes.append(f"{self._beginning(original)} was missing or changed. It ran as it was handed out, too.")
        return found

    def _runs(self, cell: Cell) -> bool:
        """Say whether the text of a cell of code runs: instead of that of a cell with data, the data are set."""
        return cell.grade_id not in self._data and not cell.test

    def _texts(self, cells: list[Cell]) -> dict[str, str]:
        by_hand = [question.name for question in self._graded.questions if isinstance(question, ByHand)]
        return {name: "\n\n".join(cell.source for cell in cells if cell.grade_id == name) for name in by_hand}

    def _is_stub(self, cell: Cell) -> bool:
        original = self._original.get(cell.grade_id)
        return original is not None and _plain(cell.source) == _plain(original.source)

    def _assigned(self, names: Sequence[str], cells: Sequence[Cell]) -> bool:
        """Say whether some cell of code assigns one of these names, outside of answer cells that are texts."""
        code = [cell.source for cell in cells if cell.kind == "code" and not cell.test]
        return any(_assigns(source, name) for source in code for name in names)


def _plain(source: str) -> str:
    return "\n".join(line.rstrip() for line in source.strip().splitlines())


def _assigns(source: str, name: str) -> bool:
    """Say whether a cell assigns a name at its left margin. The cell may be no Python, so it is not parsed."""
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

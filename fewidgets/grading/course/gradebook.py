"""All results of one set beside the list of students: what the tables are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from fewidgets.grading import Answers, Texts
from fewidgets.grading.course.deadlines import Delivery
from fewidgets.grading.result import QuestionResult, SubmissionResult


@dataclass(frozen=True)
class Outline:
    """What is publicly known about a question: no answer, no test."""

    name: str
    title: str
    of: float
    parts: tuple[tuple[str, float], ...] = ()
    mistakes: Mapping[str, str] | None = None  # in words, by name; only the teacher's table shows them


@dataclass(frozen=True)
class Entry:
    student: str
    columns: Mapping[str, str]  # of students.csv; empty for somebody who is not on the list
    result: SubmissionResult | None
    delivery: Delivery | None = None

    @property
    def late(self) -> str:
        return self.delivery.late if self.delivery else ""

    @property
    def listed(self) -> bool:
        return bool(self.columns)

    @property
    def name(self) -> str:
        return self.columns.get("name", "").strip()

    def question(self, name: str) -> QuestionResult | None:
        questions = self.result.questions if self.result else ()
        return next((each for each in questions if each.question == name), None)

    @property
    def points(self) -> float:
        return sum(question.points for question in self.result.questions) if self.result else 0.0


@dataclass(frozen=True)
class Gradebook:
    name: str
    version: int
    title: str
    outlines: tuple[Outline, ...]
    students: tuple[Mapping[str, str], ...]
    results: Mapping[str, SubmissionResult]
    unplaced: tuple[tuple[str, str], ...] = ()  # files without a student, with the reason
    by_hand: Texts = ()
    deliveries: Mapping[str, Delivery] = field(default_factory=dict)
    # by student, which points the teacher has changed by hand, and why
    changed: Mapping[str, Sequence[str]] = field(default_factory=dict)
    # only the student's own page shows it
    answers: Answers = field(default_factory=dict)

    @property
    def of(self) -> float:
        return sum(outline.of for outline in self.outlines)

    def entries(self) -> Iterator[Entry]:
        """Yield an entry for every student on the list, then for every other submission."""
        seen = set()
        for row in self.students:
            student = row["id"]
            if student not in seen:
                seen.add(student)
                yield Entry(student, row, self.results.get(student), self.deliveries.get(student))
        for student in sorted(set(self.results) - seen):
            yield Entry(student, {}, self.results[student], self.deliveries.get(student))

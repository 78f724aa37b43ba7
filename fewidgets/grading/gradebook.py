"""All results of one set beside the list of students: what the tables are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from fewidgets.grading.deadlines import Delivery
from fewidgets.grading.result import QuestionResult, SubmissionResult


@dataclass(frozen=True)
class Outline:
    """What is publicly known about a question: no answer, no test.

    Attributes
    ----------
    name : str
        Its name in the set, such as "q1".
    title : str
        What reports call it.
    of : float
        Its points.
    parts : tuple of (str, float)
        The names and points of its parts.
    mistakes : dict of str to str
        What each known mistake is, in words, by its name. Only the teacher's table shows them.
    """

    name: str
    title: str
    of: float
    parts: tuple[tuple[str, float], ...] = ()
    mistakes: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Entry:
    """One row of the gradebook.

    Attributes
    ----------
    student : str
        The id.
    columns : dict of str to str
        The student's row of ``students.csv``; empty for a submission of somebody who is not on the list.
    result : SubmissionResult or None
        None where nothing was handed in.
    delivery : Delivery or None
        When it was handed in.
    """

    student: str
    columns: Mapping[str, str]
    result: SubmissionResult | None
    delivery: Delivery | None = None

    @property
    def late(self) -> str:
        """How late it was handed in; "" if it came in time."""
        return self.delivery.late if self.delivery else ""

    @property
    def listed(self) -> bool:
        """Whether the student is on the list."""
        return bool(self.columns)

    @property
    def name(self) -> str:
        """The student's name, or an empty text if the list has none."""
        return self.columns.get("name", "").strip()

    def question(self, name: str) -> QuestionResult | None:
        """Return the result of one question, or None if there is none."""
        questions = self.result.questions if self.result else ()
        return next((each for each in questions if each.question == name), None)

    @property
    def points(self) -> float:
        """The sum of the points."""
        return sum(question.points for question in self.result.questions) if self.result else 0.0


@dataclass(frozen=True)
class Gradebook:
    """The results of one set.

    Attributes
    ----------
    name, version, title : str, int, str
        Of the set.
    outlines : tuple of Outline
        The questions, in the order of the set.
    students : tuple of dict
        The rows of ``students.csv``, each with the key "id".
    results : dict of str to SubmissionResult
        The results by student.
    unplaced : tuple of (str, str)
        Files that could not be given to a student, with the reason. Only ``grades.csv`` names them.
    by_hand : tuple of str
        Sentences about the answers that the teacher grades.
    deliveries : dict of str to Delivery
        When each submission was handed in.
    changed : dict of str to list of str
        By student, which points the teacher has changed by hand, and why.
    answers : dict of str to dict of str to str
        By student, then by question, what was written. Only the student's own page shows it.
    """

    name: str
    version: int
    title: str
    outlines: tuple[Outline, ...]
    students: tuple[Mapping[str, str], ...]
    results: Mapping[str, SubmissionResult]
    unplaced: tuple[tuple[str, str], ...] = ()
    by_hand: tuple[str, ...] = ()
    deliveries: Mapping[str, Delivery] = field(default_factory=dict)
    changed: Mapping[str, Sequence[str]] = field(default_factory=dict)
    answers: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def of(self) -> float:
        """The points that can be earned."""
        return sum(outline.of for outline in self.outlines)

    def entries(self) -> Iterator[Entry]:
        """Yield one entry for every student on the list, in its order, and one for every other submission."""
        seen = set()
        for row in self.students:
            student = row["id"]
            if student not in seen:
                seen.add(student)
                yield Entry(student, row, self.results.get(student), self.deliveries.get(student))
        for student in sorted(set(self.results) - seen):
            yield Entry(student, {}, self.results[student], self.deliveries.get(student))

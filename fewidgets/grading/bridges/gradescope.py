"""Results in the form that a Gradescope autograder writes: ``/autograder/results/results.json`` for each submission."""

from __future__ import annotations

import json

from fewidgets.grading import Json
from fewidgets.grading.course.gradebook import Entry, Gradebook
from fewidgets.grading.report.student_report import VERDICTS, ShownQuestion, shown_notes, shown_questions


def gradescope_results(book: Gradebook, entry: Entry, seconds: float) -> str:
    """Return the text of a ``results.json``, built from what the student may see."""
    found = {
        "score": round(entry.points, 4),
        "execution_time": round(seconds),
        "output": "\n".join(shown_notes(entry)),
        "output_format": "text",
        "test_output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [_test(place, question) for place, question in enumerate(shown_questions(book, entry), start=1)],
    }
    return json.dumps(found, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _test(place: int, question: ShownQuestion) -> Json:
    parts = [f"{'✓' if part.right else '✗'} {part.name}: {part.points:g} of {part.of:g}" for part in question.parts]
    test = {
        "number": str(place),
        "name": question.title,
        "name_format": "text",
        "score": round(question.points, 4),
        "max_score": question.of,
        "output": "\n".join(filter(None, [VERDICTS[question.outcome], question.message, *parts])),
        "output_format": "text",
        "visibility": "visible",
    }
    if question.outcome != "by hand":
        test["status"] = "passed" if question.outcome == "right" else "failed"
    return test

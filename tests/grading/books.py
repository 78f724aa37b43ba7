"""Gradebooks to write reports of: many questions, names in many alphabets, and texts that attack a spreadsheet or a page."""

from __future__ import annotations

import random

from fewidgets.grading.course.gradebook import Gradebook, Outline
from fewidgets.grading.result import PartResult, QuestionResult, SubmissionResult

NAMES = (
    "<script>alert(1)</script>",
    "Zoë Ångström",
    "李小龍",
    "محمد بن سلمان",
    "Наталья Иванова",
    '=HYPERLINK("http://example.org")',
    "नेहा शर्मा",
    'O\'Brien, "Pat"\nJr.',
    "\u202eevil",
    "+1 & <b>Söhne</b>",
)
TITLES = ("The winner", "Weights", "Write `boost(X, y)`", "Which comes next?", "Why?")
PARTS = ((("winner", 1.0), ("weight", 1.0)), (), (("bias", 1.0), ("weights", 2.0), ("order", 2.0)), (), ())
OF = (2.0, 3.0, 5.0, 1.0, 4.0)
SECRET = "only-the-teacher-may-read-this"
OUTCOMES = ("right", "right", "wrong", "error", "not attempted")
MESSAGES = {
    "right": "Right. It lowers the cost most.",
    "wrong": "Not yet. Standardize `X` <first>.",
    "error": 'Your function raised ValueError: -1, File "/home/ada/secret folder/x.ipynb", line 3',
    "not attempted": "There is no answer.",
    "by hand": "Your teacher reads this answer.",
}


def outlines(questions):
    return tuple(
        Outline(
            f"q{i + 1}", f"{i + 1}. {TITLES[i % 5]}", OF[i % 5], PARTS[i % 5], {"raw weights": "weights of unscaled inputs"}
        )
        for i in range(questions)
    )


def question_of(outline, outcome, rng):
    right = [outcome == "right" or (outcome == "wrong" and place == 0) for place in range(len(outline.parts))]
    parts = tuple(
        PartResult(name, good, of if good else 0.0, of) for (name, of), good in zip(outline.parts, right, strict=True)
    )
    points = sum(part.points for part in parts) if parts else outline.of * (outcome == "right")
    mistake = "raw weights" if outcome == "wrong" and rng.random() < 0.7 else ""
    return QuestionResult(outline.name, outcome, points, outline.of, MESSAGES[outcome], parts, mistake, (SECRET,))


def gradebook(students=12, questions=5, missing=2, seed=0):
    """Give a gradebook: the last `missing` students handed nothing in, and one submission is nobody's on the list."""
    rng = random.Random(seed)
    rows = tuple(
        {"id": f"s{i:03}", "name": NAMES[i] if i < len(NAMES) else f"Student {i}", "canvas_id": str(4000 + i)}
        for i in range(students)
    )
    results = {}
    for student in [*(row["id"] for row in rows[: students - missing]), "stranger"]:
        found = tuple(
            question_of(outline, "by hand" if outline.title.endswith("Why?") else rng.choice(OUTCOMES), rng)
            for outline in outlines(questions)
        )
        notes = ("The test cell of `q2` was restored.",) if rng.random() < 0.5 else ()
        results[student] = SubmissionResult(student, "boosting", 1, found, "bubblewrap", 1.234, notes, "f")
    return Gradebook("boosting", 1, "Boosting & <more>", outlines(questions), rows, results)

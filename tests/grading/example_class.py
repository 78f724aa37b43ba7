"""The class that docs/teach shows in its pictures and outputs: who is in it, and what each of them hands in."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from pathlib import Path

from fewidgets.authoring.exercise_sets import GRADED, nbgrader_of, source_of, submission_of
from fewidgets.grading.course.course import graded_sets, open_course
from tests.grading.courses import ROOT, solution

#: By id: the name, the number in Moodle's assignment, and which answer to each question is handed in. 0 is the model answer,
#: "-" none, and n the n-th submission of the set, counted from 1 for each question.
CLASS = {
    "diallo": ("Amara Diallo", 10431, "00000"),
    "ortega": ("Ben Ortega", 10432, "20200"),
    "rossi": ("Chiara Rossi", 10433, "13021"),
    "novak": ("Dana Novák", 10434, "02020"),
    "haddad": ("Elias Haddad", 10435, "00-11"),
    "lindqvist": ("Freja Lindqvist", 10436, "30322"),
    "okafor": ("Grace Okafor", 10437, "01110"),
    "tanaka": ("Haruto Tanaka", 10438, "02020"),
    "moreau": ("Inès Moreau", 10439, "20031"),
    "petrov": ("Jovan Petrov", 10440, "01110"),
    "keller": ("Kim Keller", 10441, "04-2-"),
    "silva": ("Luís Silva", 10442, ""),  # hands in nothing
    "vogel": ("Mara Vogel", 10443, "-----"),  # hands in what was handed out
}

#: Hands in the file of another student.
COPIED = {"tanaka": "novak"}
#: Have given the file another name.
RENAMED = {"haddad": "BOOSTING.IPYNB", "vogel": "my work (1).ipynb"}


def students_csv() -> str:
    return "".join(["id,name\n", *(f"{student},{name}\n" for student, (name, *_) in CLASS.items())])


def worksheet() -> str:
    """Return the worksheet that Moodle gives a teacher to grade on paper."""
    target = io.StringIO()
    table = csv.writer(target)
    table.writerow(["Identifier", "Full name", "ID number", "Status", "Grade", "Maximum Grade", "Feedback comments"])
    for student, (name, number, _) in CLASS.items():
        table.writerow([f"Participant {number}", name, student, "No submission", "", "14.00", ""])
    return target.getvalue()


def answers_of(picks: str, name: str = "boosting") -> dict[str, str]:
    """Return the code that stands in the answer cells."""
    cells = json.loads((graded_sets(ROOT / GRADED)[name] / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    given = [found for cell in cells if (found := submission_of(cell))]
    right = solution(name)
    answers = {}
    for question, pick in zip(right, picks, strict=True):
        mine = [each.source for each in given if each.of == question]
        if pick != "-":
            answers[question] = right[question] if pick == "0" else mine[int(pick) - 1]
    return answers


def moodle_downloads(folder: Path, name: str = "boosting") -> bytes:
    """Return what Moodle's *Download all submissions* gives, after everybody has worked on a set that was released."""
    course, target = open_course(folder), io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for student, (full_name, number, picks) in CLASS.items():
            if picks:
                book = json.loads(course.released(name, COPIED.get(student, student)).read_text(encoding="utf-8"))
                answers = answers_of(picks, name)
                for cell in book["cells"]:
                    cell["source"] = answers.get(nbgrader_of(cell).get("grade_id"), source_of(cell))
                file = RENAMED.get(student, f"{name}.ipynb")
                archive.writestr(f"{full_name}_{number}_assignsubmission_file_/{file}", json.dumps(book))
    return target.getvalue()

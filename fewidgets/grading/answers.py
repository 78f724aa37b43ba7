"""What students wrote as their answers, as text: for their own reports, and to compare."""

from __future__ import annotations

from fewidgets.grading.loading import questions_of
from fewidgets.grading.repair import repair
from fewidgets.grading.submission import Job


def answers_in(job: Job) -> dict[str, str]:
    """Return what a student wrote for each question: a text, or code with the cells that the student has added below."""
    graded = questions_of(job.questions)
    repaired = repair(job.content, job.handed_out, graded)
    found = {each.name: repaired.texts.get(each.name, "") for each in graded.questions}
    for step in repaired.steps:
        if step.question in found and not step.data_of and step.question not in repaired.texts:
            found[step.question] += f"{step.source}\n"
    return found

"""Our own sets hold submissions with which they are tried."""

from collections import Counter

from fewidgets.authoring.exercise_sets import questions_of, submission_of


def untried(notebook):
    """Return which submissions a source lacks, one sentence each: a right one and two failing ones for each question."""
    found = []
    submissions = [each for cell in notebook["cells"] if (each := submission_of(cell))]
    for question in questions_of(notebook):
        kinds = Counter(each.kind for each in submissions if each.of == question)
        if not kinds["right"]:
            found.append(f"{question}: there must be a submission of the kind 'right', by another route than the solution")
        if kinds["wrong"] + kinds["error"] < 2:
            found.append(f"{question}: there must be at least 2 submissions of the kinds 'wrong' and 'error'")
    return found

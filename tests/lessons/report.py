"""Prints what breaks a rule, and how long each lesson is: ``python -m tests.lessons.report``."""

from __future__ import annotations

from collections.abc import Iterator

from fewidgets.authoring.exercise_map import PLACES
from fewidgets.data import FetchError
from fewidgets.exercises.bank import questions
from tests.lessons.given_away import answers_on_the_page, given_away
from tests.lessons.lesson import NAMES, Lesson, lesson
from tests.lessons.pictures import pictures_are_stored
from tests.lessons.rules import RULES, mean_length, without_code_and_tex


def violations(lesson: Lesson) -> Iterator[str]:
    """Yield everything that tests of this folder would complain about in a lesson."""
    for rule in (*RULES, pictures_are_stored, given_away, answers_on_the_page):
        yield from (f"{rule.__name__}: {found}" for found in rule(lesson))
    headings = lesson.headings
    for place in PLACES:
        if place.lesson == f"{lesson.name}.ipynb" and place.heading not in headings:
            yield f"the index sends exercise {place.exercise} to “{place.heading}”, which is no heading here"
    in_bank = {name for name, asked in questions().items() if asked.lesson == lesson.name}
    for name in sorted(in_bank - set(lesson.asks)):
        yield f"the bank has the prediction {name!r}, which the lesson does not ask"


def found_in(name: str) -> list[str]:
    """List what breaks a rule in a lesson. One whose data cannot be had is not looked at."""
    try:
        return list(violations(lesson(name)))
    except FetchError as error:
        return [f"not looked at: {error}"]


def words(lesson: Lesson) -> int:
    """Count the words of a lesson's text, without code; a formula is one word."""
    return len(without_code_and_tex(lesson.markdown).split())


def table() -> str:
    """Return a row for each lesson, as Markdown."""
    rows = [
        "| Lesson | Minutes | Words | Words a sentence | Cells | Predictions | Checks | Explorables |",
        "|---|" + "---:|" * 7,
    ]
    for name in NAMES:
        each = lesson(name)
        shown = [kind for cell in each.cells for kind in cell.explorables if kind != "Prediction"]
        held = sum("then=" in cell.source for cell in each.cells if cell.asks)
        numbers = (words(each), f"{mean_length(each):.1f}", len(each.cells), len(each.asks), len(each.checks))
        rows.append(f"| {name} | {each.minutes or '–'} | " + " | ".join(map(str, numbers)) + f" | {len(shown) + held} |")
    return "\n".join(rows)


if __name__ == "__main__":
    for name in NAMES:
        found = found_in(name)
        print(f"## {name}: {len(found)}\n")
        print("".join(f"- {sentence}\n" for sentence in found))
    print(table())

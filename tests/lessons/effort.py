"""How much a lesson asks of a student: words, things to do, and minutes. ``python -m tests.lessons.effort`` prints a table.

The minutes are those of somebody who reads every word and does every task: 180 words a minute, also of the answers that are
folded; 4 seconds for a line of code; 10 seconds for what a cell prints; and `SECONDS` for each thing to do.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator

from tests.lessons.lesson import NAMES, Cell, Lesson, lesson
from tests.lessons.rules import without_code_and_tex

WORDS_A_MINUTE, CODE_LINE, OUTPUT = 180, 4, 10

FEWEST, MOST, IN_AN_HOUR, BEFORE_THE_PICTURE = 4, 6, 18, 200

#: Seconds for each thing to do. A prediction includes reading its options and what follows the commit.
SECONDS = {"predict": 75, "check": 120, "Explain": 75, "Manipulate": 120, "remember": 30, "score_cars": 300}


def words(text: str) -> int:
    return len(re.findall(r"[A-Za-z]{2,}|\bx\b|\ba\b", re.sub(r"<[^>]*>", " ", without_code_and_tex(text))))


def code_lines(each: Lesson) -> int:
    return sum(len([line for line in cell.source.splitlines() if line.strip()]) for cell in each.cells if cell.is_code)


def things_to_do(each: Lesson) -> Counter[str]:
    """Count what a lesson asks a student to do, by kind."""
    found = Counter({kind: sum(len(cell.calls(kind)) for cell in each.cells) for kind in ("predict", "check", "remember")})
    found["score_cars"] = min(1, sum(len(cell.calls("score_cars")) for cell in each.cells))
    for kind in ("Explain", "Manipulate"):
        found[kind] = len(re.findall(rf"^\*\*{kind}\b", each.markdown, re.M))
    return found


def minutes(each: Lesson) -> float:
    seconds = 60 * words(each.markdown) / WORDS_A_MINUTE + CODE_LINE * code_lines(each)
    seconds += OUTPUT * sum(bool(cell.printed.strip()) for cell in each.cells)
    return (seconds + sum(SECONDS[kind] * count for kind, count in things_to_do(each).items())) / 60


def stated(each: Lesson) -> int:
    """Return the minutes that a lesson must state: the estimate, in steps of five."""
    return 5 * math.ceil((minutes(each) - 2.5) / 5)


def words_before_the_picture(each: Lesson) -> int:
    """Count the words above the first picture that does not belong to a prediction."""
    above = 0
    for cell in each.cells:
        if has_picture(cell):
            return above
        above += 0 if cell.is_code else words(cell.source)
    return above


def has_picture(cell: Cell) -> bool:
    return bool({*cell.explorables} - {"Prediction"}) or bool(cell.shown and "Prediction" not in cell.explorables)


def the_time_is_true(each: Lesson) -> Iterator[str]:
    """The first cell states the minutes of somebody who reads every word and does every task."""
    if each.minutes != stated(each):
        needs = f"a student needs {minutes(each):.0f}, and it states {each.minutes}"
        yield f"cell 0 must state **Time:** {stated(each)} minutes; {needs}"


def not_too_much_to_do(each: Lesson) -> Iterator[str]:
    """There are four to six predictions, and at most 18 things to do in an hour."""
    done = things_to_do(each)
    if not FEWEST <= done["predict"] <= MOST:
        yield f"there are {done['predict']} predictions; expected {FEWEST} to {MOST}"
    asked = sum(done.values())
    if asked * 60 > IN_AN_HOUR * each.minutes:
        yield f"{asked} things to do in {each.minutes} minutes are more than {IN_AN_HOUR} in an hour: {dict(done)}"


def opens_with_a_picture(each: Lesson) -> Iterator[str]:
    """The main picture comes within the first 200 words."""
    if words_before_the_picture(each) > BEFORE_THE_PICTURE:
        yield f"{words_before_the_picture(each)} words stand above the first picture; expected {BEFORE_THE_PICTURE} at most"


def ends_with_the_cars(each: Lesson) -> Iterator[str]:
    """The section before the summary is *The car again*, with a score."""
    headings = [heading for heading in each.headings if not heading.startswith("#")]
    expected = ["The car again", "Summary"]
    if headings[-2:] != expected:
        yield f"the last two headings must be {expected}; they are {headings[-2:]}"
    if not things_to_do(each)["score_cars"]:
        yield "no idea is scored on the cars; call score_cars"


RULES = (the_time_is_true, not_too_much_to_do, opens_with_a_picture, ends_with_the_cars)


if __name__ == "__main__":
    kinds = list(SECONDS)
    print("| lesson | words | " + " | ".join(kinds) + " | to do | in 60 min | code lines | minutes | stated | to picture |")
    print("|---|" + "---:|" * (len(kinds) + 7))
    total: Counter[str] = Counter()
    for name in NAMES:
        each = lesson(name)
        done = things_to_do(each)
        row = {"words": words(each.markdown), **{kind: done[kind] for kind in kinds}, "to do": sum(done.values())}
        row |= {"rate": round(60 * sum(done.values()) / max(1, each.minutes), 1), "code": code_lines(each)}
        row |= {"minutes": round(minutes(each)), "stated": each.minutes, "picture": words_before_the_picture(each)}
        print(f"| {name} | " + " | ".join(map(str, row.values())) + " |")
        total.update(row)
    print("| **all** | " + " | ".join(str(round(value)) for value in total.values()) + " |")

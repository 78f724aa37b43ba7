"""The tables of the README and of the index, generated from the explorables' classes and the lessons' titles.

A generated region stands between ``<!-- generated: NAME -->`` and ``<!-- end of NAME -->``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from fewidgets.authoring.addresses import binder_link, repository_address, site_of
from fewidgets.authoring.exercise_map import PLACES
from fewidgets.authoring.notebook_format import canonical_text
from fewidgets.authoring.set_facts import Facts, set_facts
from fewidgets.explorables import EXPLORABLES
from fewidgets.lessons.names import CAPSTONE, LESSON_NAMES

#: The generated region of the exercise sets in the index.
REGION = "exercise sets"


class GeneratedRegionError(Exception):
    """A file has no region of this name; the message says which file and which region."""


def lesson_facts(root: Path) -> dict[str, Facts]:
    """Return what each lesson and the capstone say of themselves, by file name, in order."""
    facts = set_facts(root / "notebooks")
    return {f"{name}.ipynb": each for name, each in facts.items() if name in (*LESSON_NAMES, CAPSTONE)}


def practice_sets(root: Path) -> dict[str, Facts]:
    return set_facts(root / "notebooks" / "exercises")


def render_readme(text: str, lessons: dict[str, Facts], address: str) -> str:
    """Return the README with its table of lessons renewed."""
    return replace_region(text, "lessons", _lesson_table(lessons, address), "README.md")


def render_index(text: str, lessons: dict[str, Facts], sets: dict[str, Facts]) -> str:
    """Return the index notebook, as JSON, with its tables renewed."""
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if "<!-- generated: lessons -->" in source:
            contents = {"lessons": _index_lessons(lessons), "exercises": exercise_table(lessons)}
            for region, content in {**contents, REGION: set_table(sets, "exercises/")}.items():
                source = replace_region(source, region, content, "index.ipynb")
            cell["source"] = source.splitlines(keepends=True)
            return canonical_text(notebook, "index.ipynb")
    raise GeneratedRegionError("index.ipynb must have a cell with the region 'lessons'")


def replace_region(text: str, name: str, content: str, file: str) -> str:
    """Return a text with the content of one generated region replaced."""
    start, end = f"<!-- generated: {name} -->", f"<!-- end of {name} -->"
    before, opened, rest = text.partition(start)
    _, closed, after = rest.partition(end)
    if not opened or not closed:
        raise GeneratedRegionError(f"{file} must have a region between {start!r} and {end!r}")
    return f"{before}{start}\n\n{content}\n\n{end}{after}"


def stale_files(root: Path) -> dict[Path, str]:
    """Return the files whose generated part is out of date, with the right text."""
    lessons, sets = lesson_facts(root), practice_sets(root)
    readme, index = root / "README.md", root / "notebooks" / "index.ipynb"
    texts = {path: path.read_text(encoding="utf-8") for path in (readme, index)}
    fresh = {
        readme: render_readme(texts[readme], lessons, repository_address(root)),
        index: render_index(texts[index], lessons, sets),
    }
    return {path: text for path, text in fresh.items() if text != texts[path]}


def _lesson_table(lessons: dict[str, Facts], address: str) -> str:
    rows = ["| Lesson | Minutes | What you move | On Binder |", "|---|---:|---|---|"]
    for lesson, facts in lessons.items():
        page = f"{site_of(address)}/learn/{Path(lesson).stem}.html"
        names = ", ".join(f"`{name}`" for name, kind in EXPLORABLES.items() if kind.lesson == lesson)
        rows.append(f"| [{facts.title}]({page}) | {facts.minutes} | {names} | [open]({binder_link(address, lesson)}) |")
    return "\n".join(rows)


def _index_lessons(lessons: dict[str, Facts]) -> str:
    parts = ["| Lesson | Minutes | You need |", "|---|---:|---|"]
    parts += [f"| [{facts.title}]({lesson}) | {facts.minutes} | {facts.needs} |" for lesson, facts in lessons.items()]
    # Without pictures: they would show results that the lessons ask students to predict.
    parts = ["\n".join(parts), "### What you move"]
    parts += [f"- `{name}`: {_as_tex(kind.description)}" for name, kind in EXPLORABLES.items()]
    return "\n\n".join(parts[:2]) + "\n\n" + "\n".join(parts[2:])


def _as_tex(text: str) -> str:
    """Write the symbols of a description as TeX, as all text of lessons has them."""
    return re.sub(r"ℓ(\d)", r"$\\ell_\1$", text).replace("λ", r"$\lambda$")


def exercise_table(lessons: dict[str, Facts]) -> str:
    """Return a table of the exercises of the chapter, with links that lead from the folder of the lessons."""
    rows = ["| Exercise | What it asks | Where |", "|---|---|---|"]
    for place in PLACES:
        section = lessons[place.lesson].title.partition(" ")[0] if place.lesson in lessons else place.lesson
        heading = re.sub(r" \((?:section|Example|Figure|Exercise)[^)]*\)$", "", place.heading)
        rows.append(f"| {place.exercise} | {place.asks} | [{section}: {heading}]({place.link}) |")
    return "\n".join(rows)


def set_table(sets: dict[str, Facts], folder: str) -> str:
    """Return a table of exercise sets, which lie in a folder."""
    rows = ["| Exercise set | Minutes | Points | You practise |", "|---|---:|---:|---|"]
    for name, facts in sets.items():
        # Links there lead from another folder.
        practises = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", facts.practises)
        rows.append(f"| [{facts.title}]({folder}{name}.ipynb) | {facts.minutes} | {facts.points} | {practises} |")
    return "\n".join(rows)

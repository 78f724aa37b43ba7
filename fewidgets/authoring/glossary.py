"""The glossary, ``notebooks/glossary.ipynb``, and the links to it in the lessons; both are generated from `TERMS`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from fewidgets.authoring.notebook_format import NOTEBOOK_METADATA, canonical_text
from fewidgets.authoring.terms import ORDINARY, TERMS
from fewidgets.lessons.names import LESSON_NAMES, lesson_named

GLOSSARY = "glossary.ipynb"

OPENING = """# Glossary

The words of the field that the lessons use, with the lesson that defines each. In a lesson, the first use of a word leads
here. Back to the [index](index.ipynb)."""

#: What no link is put into: code, mathematics, links, bold text, headings, rows of tables, HTML tags and summaries.
_CLOSED = re.compile(
    r"```.*?```|`[^`]*`|\$\$.*?\$\$|\$[^$]*\$|!?\[[^\]]*\]\([^)]*\)|\*\*[^*]+\*\*|^[#|>].*?$|<summary>.*?</summary>|<[^>]*>",
    re.S | re.M,
)
_LINK = re.compile(r"\[([^\]]+)\]\(glossary\.ipynb#\w\)")


class Term(NamedTuple):
    """A word of the field, what it means, and the section whose lesson defines it."""

    word: str
    meaning: str
    section: str

    @property
    def letter(self) -> str:
        """The heading under which it stands."""
        return re.sub(r"[^A-Za-z]", "", self.word)[0].upper()

    @property
    def lesson(self) -> str:
        return lesson_named(self.section)

    @property
    def pattern(self) -> re.Pattern[str]:
        words = r"\s+".join(map(re.escape, re.sub(r"\$[^$]*\$", "", self.word).split()))
        return re.compile(rf"(?<![\w-]){words}s?(?![\w-])", re.I)


def terms() -> list[Term]:
    return sorted((Term(*each) for each in TERMS), key=lambda term: (term.letter, term.word.lower()))


def render_glossary() -> str:
    """Return the glossary as the text of a notebook."""
    parts = [OPENING]
    for letter, some in groupby(terms(), key=lambda term: term.letter):
        rows = [f"| {each.word} | {each.meaning} | [{each.section}]({each.lesson}.ipynb) |" for each in some]
        parts.append("\n".join([f"## {letter}", "", "| Word | Meaning | Lesson |", "|---|---|---|", *rows]))
    cells = [{"cell_type": "markdown", "metadata": {}, "source": part.splitlines(keepends=True)} for part in parts]
    notebook = {"cells": cells, "metadata": NOTEBOOK_METADATA, "nbformat": 4, "nbformat_minor": 5}
    return canonical_text(notebook, GLOSSARY)


def render_links(text: str, lesson: str) -> str:
    """Return a lesson, as JSON, in which the first use of each word from an earlier lesson leads to the glossary."""
    notebook = json.loads(text)
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "markdown"]
    linked = link([_LINK.sub(r"\1", "".join(cell["source"])) for cell in cells], _earlier(lesson))
    for cell, source in zip(cells, linked, strict=True):
        cell["source"] = source.splitlines(keepends=True)
    return canonical_text(notebook, f"{lesson}.ipynb")


def link(texts: Sequence[str], known: Iterable[Term]) -> list[str]:
    """Return texts in which the first use of each word is a link."""
    found = list(texts)
    for term in sorted(known, key=lambda term: -len(term.word)):  # "mutual information" before "information"
        for n, text in enumerate(found):
            hit = _first_use(text, term)
            if hit:
                start, end = hit
                found[n] = f"{text[:start]}[{text[start:end]}]({GLOSSARY}#{term.letter}){text[end:]}"
                break
    return found


def _first_use(text: str, term: Term) -> tuple[int, int] | None:
    closed = [hit.span() for hit in _CLOSED.finditer(text)]
    for hit in term.pattern.finditer(text):
        if not any(start < hit.end() and hit.start() < end for start, end in closed):
            return hit.span()
    return None


def _earlier(lesson: str) -> list[Term]:
    before = LESSON_NAMES[: LESSON_NAMES.index(lesson)]
    return [term for term in terms() if term.word not in ORDINARY and term.lesson in before]


def stale_notebooks(root: Path) -> dict[Path, str]:
    """Return the glossary and the lessons whose links are out of date, with the right text."""
    folder = root / "notebooks"
    fresh = {folder / GLOSSARY: render_glossary()}
    for name in LESSON_NAMES:
        path = folder / f"{name}.ipynb"
        fresh[path] = render_links(path.read_text(encoding="utf-8"), name)
    return {path: text for path, text in fresh.items() if not path.is_file() or path.read_text(encoding="utf-8") != text}

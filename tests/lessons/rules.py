"""What every lesson keeps to. Each rule yields a sentence for each place that breaks it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from fewidgets.lessons.names import CAPSTONE, LESSONS
from tests.lessons.lesson import NAMES, Lesson

#: Words of one sentence, at most and on average.
LONGEST, MEAN = 35, 20

#: A lesson does not explain the project to the student.
PROJECT = re.compile(
    r"\b(nbval|pytest|continuous integration|CI|unit tests?|last bit|this (cell|notebook) is tested|"
    r"(our|the|a) tests? (holds?|checks?|makes? sure)|(fetch\w*|download\w*) for (the |our )?tests?|FEWIDGETS_\w+)\b"
)

#: Greek letters and signs that belong between dollar signs in a lesson's text.
SYMBOLS = re.compile(r"[α-ωΑ-Ωℓ√∑∏∂∇‖ᵀ⁰¹²³⁴-⁹⁺⁻ⁿ₀-₉₊₋ₙₚ]")


def first_cell(lesson: Lesson) -> Iterator[str]:
    """The first cell states the time. What must be known before, and what will be learnt, follow before the first section."""
    text = lesson.markdown.partition("\n## ")[0]
    if not 30 <= lesson.minutes <= 60:
        yield f"cell 0 must state a time of 30 to 60 minutes, as in **Time:** 45 minutes.; got {lesson.minutes}"
    for lead in ("**You need:**", "**You will learn"):
        if lead not in text:
            yield f"there is no {lead} … above the first section"
    if "**You will learn" in text and not re.search(r"^[-*] ", text.partition("**You will learn")[2], re.M):
        yield "there is no list of what will be learnt above the first section"


def last_cell(lesson: Lesson) -> Iterator[str]:
    """The last cell is a summary, with the way on."""
    text = lesson.cells[-1].source
    if lesson.cells[-1].is_code or not re.search(r"^## Summary$", text, re.M):
        yield "the last cell must begin with ## Summary"
    leads_to = re.findall(r"\]\(([\w.]+)\.ipynb\)", "".join(re.findall(r"\*\*Next:\*\*[^\n]*", text)))
    if not {*leads_to} & {*NAMES, *LESSONS.values(), CAPSTONE, "index"}:
        yield "the last cell has no **Next:** with a link to a lesson"
    if "](index.ipynb)" not in text:
        yield "the last cell has no link to the index"


def no_asserts(lesson: Lesson) -> Iterator[str]:
    """What must be true is held by tests, which a student does not read."""
    for cell in lesson.cells:
        if cell.is_code and any(isinstance(node, ast.Assert) for node in ast.walk(ast.parse(cell.source))):
            yield f"cell {cell.number} has an assert; move it to tests/lessons"
        if cell.is_code and re.search(r"\bnp\.testing\b|\bassert_all", cell.source):
            yield f"cell {cell.number} uses numpy.testing; move it to tests/lessons"


def nothing_about_the_project(lesson: Lesson) -> Iterator[str]:
    """No word about tests, continuous integration or the last bit."""
    for cell in lesson.cells:
        for hit in PROJECT.finditer(cell.source):
            yield f"cell {cell.number} says “{hit[0]}”"


def predictions_are_committed(lesson: Lesson) -> Iterator[str]:
    """A lesson asks through ``predict``; a paragraph that begins with "Predict." does not write anything down."""
    for cell in lesson.cells:
        if not cell.is_code and "**Predict" in cell.source:
            yield f"cell {cell.number} has a **Predict** paragraph; use predict(…)"
    if not lesson.asks:
        yield "there is no prediction"
    for name in {name for name in lesson.asks if lesson.asks.count(name) > 1}:
        yield f"the prediction {name!r} is asked twice"


def explanations_are_folded(lesson: Lesson) -> Iterator[str]:
    """Each "Explain" has a model answer that must be opened, and that is not in the next sentence."""
    parts = re.split(r"(?=^\*\*(?:Explain|Manipulate|Check|Predict|What to see|In words)\b|^#+ )", lesson.markdown, flags=re.M)
    for part in parts:
        if not part.startswith("**Explain"):
            continue
        asked = " ".join(part.split())[:60]
        answer = re.search(r"<details>\s*<summary>[^<]*</summary>(.*?)</details>", part, re.S)
        if not answer:
            yield f"“{asked}…” has no folded <details><summary>Answer</summary>…</details>"
            continue
        shown = lesson.markdown.replace(answer[0], "")
        for sentence in sentences(answer[1]):
            if len(sentence.split()) > 5 and sentence in " ".join(sentences(shown)):
                yield f"“{asked}…”: its answer “{sentence}” stands unfolded too"
        after = sentences(part[part.index("</details>") :] + shown[shown.find(part[: part.index("<details>")]) + len(part) :])
        if after and _overlap(after[0], answer[1]) > 0.7:
            yield f"“{asked}…”: the next sentence, “{after[0]}”, says the answer again"


def _overlap(sentence: str, answer: str) -> float:
    words = set(re.findall(r"[a-z]{4,}", sentence.lower()))
    known = set(re.findall(r"[a-z]{4,}", answer.lower()))
    return len(words & known) / len(words) if len(words) >= 4 else 0.0


def explorables_stand_where_hands_are_asked(lesson: Lesson) -> Iterator[str]:
    """Where a lesson says "Manipulate", the explorable is in the next cell of code, or in the one before."""
    for cell in lesson.cells[1:]:
        if not cell.is_code and re.search(r"^\*\*Manipulate", cell.source, re.M):
            before = next((each for each in reversed(lesson.cells[: cell.number]) if each.is_code), None)
            after = next((each for each in lesson.cells[cell.number + 1 :] if each.is_code), None)
            if not any(each and (each.explorables or each.asks) for each in (before, after)):
                yield f"cell {cell.number} says Manipulate, and no explorable is beside it; show it again there"


def mathematics_is_tex(lesson: Lesson) -> Iterator[str]:
    """Letters, norms and powers in a lesson's text stand between dollar signs; code and labels of controls are excepted."""
    for cell in lesson.cells:
        if not cell.is_code:
            lines = [line for line in without_code_and_tex(cell.source).splitlines() if SYMBOLS.search(line)]
            if lines:
                found = " ".join(dict.fromkeys(SYMBOLS.findall("".join(lines))))
                yield f"cell {cell.number} has {found} outside of TeX, first in “{lines[0].strip()[:80]}”"


def without_code_and_tex(text: str) -> str:
    """Leave out code, mathematics, addresses of links, and words in italics: they stand so on the screen, such as *λ axis*."""
    text = re.sub(r"```.*?```", "", text, flags=re.S)
    text = re.sub(r"\$\$.*?\$\$|(?<!\\)\$[^$]*\$", "x", text, flags=re.S)
    text = re.sub(r"`[^`]*`", "x", text)
    text = re.sub(r"(?<!\*)\*([^*\n]{1,40})\*(?!\*)|<em>([^<\n]{1,40})</em>", _without_symbols, text)
    return re.sub(r"\]\([^)]*\)", "]", text)


def _without_symbols(label: re.Match[str]) -> str:
    return SYMBOLS.sub("x", label[1] or label[2])


def sentences_are_short(lesson: Lesson) -> Iterator[str]:
    """No sentence has more than 35 words, and they have at most 20 on average."""
    lengths = []
    for cell in lesson.cells:
        if not cell.is_code:
            for sentence in sentences(cell.source):
                lengths.append(len(sentence.split()))
                if lengths[-1] > LONGEST:
                    yield f"cell {cell.number} has a sentence of {lengths[-1]} words: “{sentence[:90]}…”"
    mean = sum(lengths) / max(1, len(lengths))
    if mean > MEAN:
        yield f"sentences have {mean:.1f} words on average"


def sentences(text: str) -> list[str]:
    """Return the sentences of a text in Markdown; headings and rows of tables are none, list items begin new ones."""
    text = without_code_and_tex(text)
    text = re.sub(r"^(#|\|).*$", "\n", text, flags=re.M)
    text = re.sub(r"<summary>.*?</summary>|<[^>]*>", "\n\n", text, flags=re.S)
    text = re.sub(r"^\s*(?:[-*]|\d+\.)\s", "\n\n", text, flags=re.M)
    text = re.sub(r"(?<=\w)\.(?=\w)|(?<=\b[a-z]\.[a-z])\.|(?<=\bFig)\.|(?<=\bEq)\.", "", text)
    found = []
    for paragraph in re.split(r"\n\s*\n", text):
        flat = re.sub(r"[*]", "", " ".join(paragraph.split()))
        found += [
            part.strip() for part in re.split(r"(?<=[.!?])[)”\"]?\s+(?=[^a-z])", flat) if re.search(r"[A-Za-z]{2}", part)
        ]
    return found


def mean_length(lesson: Lesson) -> float:
    """Return the mean number of words of a lesson's sentences."""
    lengths = [len(sentence.split()) for cell in lesson.cells if not cell.is_code for sentence in sentences(cell.source)]
    return sum(lengths) / max(1, len(lengths))


RULES = (
    first_cell,
    last_cell,
    no_asserts,
    nothing_about_the_project,
    predictions_are_committed,
    explanations_are_folded,
    explorables_stand_where_hands_are_asked,
    mathematics_is_tex,
    sentences_are_short,
)

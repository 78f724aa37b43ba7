"""A page without a kernel: a teacher opens it, pastes codes, and sees the distribution."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fewidgets.classroom.truths import truth_of
from fewidgets.exercises.bank import questions as bank
from fewidgets.exercises.predicting import Question
from fewidgets.exercises.predicting.question import by_name
from fewidgets.exercises.predicting.sealed_answers import packed
from fewidgets.exercises.predicting.tex import readable
from fewidgets.files import write_atomically
from fewidgets.scene.page.page import hash_source, json_text, page_program
from fewidgets.scene.text.legible import must_be
from fewidgets.scene.types import Keywords

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>What the class answered</title>
</head>
<body>
<main id="class"></main>
<noscript><h1>What the class answered</h1><p>Allow scripts on this page. It loads nothing from the network.</p></noscript>
<script type="application/json" id="class-data">{data}</script>
<script type="module">{module}</script>
</body>
</html>
"""
#: The browser may run the page's own module, and load nothing.
_POLICY = "default-src 'none'; script-src {script}; base-uri 'none'; form-action 'none'"
_MODULE = """{program}
{open}(document.getElementById("class"), JSON.parse(document.getElementById("class-data").textContent));
"""


def class_page(path: str | Path, lessons: Sequence[str] | None = None, questions: Sequence[Question] = ()) -> Path:
    """Write a page that counts answers to predictions from pasted codes, without a kernel or a network.

    The right answers are in it too, packed, and are shown when the teacher asks for one.

    Parameters
    ----------
    path : path
        Where to write the page.
    lessons : sequence of str, optional
        Lessons or sections whose predictions are asked, such as "9.6". By default, all.
    questions : sequence of Question, optional
        Your own questions.

    Returns
    -------
    Path
        The page. A file that was there is replaced.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, or there is no such lesson.
    """
    if not isinstance(path, str | Path):
        raise TypeError(must_be("path", "a path, such as 'class.html'", path))
    asked = [*_of_lessons(lessons), *by_name(questions).values()]
    data = {
        "questions": [_asked(each) for each in asked],
        "sealed": packed([truth_of(each) for each in asked]),
    }
    program, name = page_program("classpage.js", "open")
    module = _MODULE.format(program=program, open=name)
    policy = _POLICY.format(script=hash_source(module))
    target = Path(path).expanduser()
    write_atomically(target, _PAGE.format(policy=html.escape(policy), data=json_text(data), module=module).encode())
    return target


def _of_lessons(lessons: Any) -> list[Question]:
    known = bank().values()
    if lessons is None:
        return list(known)
    if isinstance(lessons, str) or not all(isinstance(each, str) for each in lessons):
        raise TypeError(must_be("lessons", "a sequence of lessons, such as ['9.6']", lessons))
    found: list[Question] = []
    for lesson in lessons:
        stem = lesson.removesuffix(".ipynb")
        some = [each for each in known if each.lesson == stem or _stands_in(stem, each)]
        if not some:
            names = ", ".join(sorted({each.lesson for each in known}))
            raise ValueError(f"lessons must be among {names}; got {lesson!r}.")
        found += [each for each in some if each not in found]
    return found


def _stands_in(section: str, question: Question) -> bool:
    """Say whether a question belongs to a section or its part, as 9.2.1 belongs to 9.2."""
    numbers = (question.name.split(" ")[0], question.lesson.split("_")[0])
    return any(number == section or number.startswith(f"{section}.") for number in numbers)


def _asked(each: Question) -> Keywords:
    """Return a question as the page needs it, without a word about what is right."""
    return {
        "name": each.name,
        "lesson": each.lesson,
        "text": readable(each.question),
        "mark": each.mark,
        "type": each.kind.kind,
        **each.kind.class_form(),
    }

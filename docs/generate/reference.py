"""Reference: every public name, from its docstring."""

from __future__ import annotations

import inspect
import io
import re
from collections.abc import Iterable
from contextlib import redirect_stdout, suppress
from pathlib import Path
from typing import Any

from fewidgets import algorithms, data, scene
from fewidgets.algorithms import plain
from fewidgets.cli import main
from generate.pages import write_pages

#: The subjects of the algorithms, by the folder that holds them, in the order of the lessons.
SUBJECTS = {
    "text": "Categories and text",
    "images": "Images",
    "audio": "Sound",
    "optimization": "Costs and descent",
    "scaling": "Scaling and missing values",
    "reduction": "Fewer dimensions",
    "selection": "Boosting and subset selection",
    "regularization": "Regularization",
    "polynomial": "Polynomial features",
    "model_selection": "Cross-validation",
    "ranking": "Ranking features",
    "comparison": "Comparing selectors",
}
QUESTIONS = {
    "Ask before you show": ("fewidgets", ("predict", "predictions", "remember", "Prediction")),
    "Kinds of answers": ("fewidgets", ("OneOf", "SeveralOf", "Estimate", "Difference", "Band", "Ordering", "Sketch")),
    "Check an answer": ("fewidgets", ("check", "hint", "solution", "given", "score_cars", "progress", "source")),
    "What a check returns": ("fewidgets.exercises", ("Feedback", "Hint", "Solution", "exercise_names", "task_names", "ready")),
    "A class": ("fewidgets", ("ClassView", "class_page", "from_share")),
    "Graded sets": ("fewidgets.grading.question", ("GradedSet", "Values", "Function", "Choice", "ByHand")),
    "Parts of a graded question": ("fewidgets.exercises.task", ("Misconception", "Result")),
}
COMMANDS = ("", "lab", "notebooks", "export", "exercises", "class-page")

_PLAIN = """## The plain form

At most fifteen lines of NumPy in the symbols of the chapter: `fewidgets.algorithms.plain.{name}`.

```{{eval-rst}}
.. currentmodule:: fewidgets.algorithms.plain
.. autofunction:: {name}
```

```python
{source}
```
"""


def write_reference(target: Path) -> None:
    """Write all pages below ``target`` that are made from names."""
    pages = {target / "algorithms" / f"{name}.md": _algorithm(name) for name in algorithms.__all__}
    pages[target / "algorithms" / "index.md"] = _algorithms()
    pages[target / "data.md"] = _names("Data", _intro(data), {"": ("fewidgets.data", data.__all__)})
    pages[target / "questions.md"] = _names(
        "Questions, checks and classes", "What lessons ask, and what becomes of the answers.", QUESTIONS
    )
    drawn = {"": ("fewidgets.scene", scene.__all__)}
    pages[target / "scene.md"] = _names("Scenes", _intro(scene), drawn)
    pages[target / "command_line.md"] = _command_line()
    write_pages(pages)


def members_of(kind: type) -> list[str]:
    """Return the methods and properties that a class describes, without those that its docstring lists as attributes."""
    attributes = (kind.__doc__ or "").partition("    Attributes\n")[2]
    found = []
    for name, member in vars(kind).items():
        inner = getattr(member, "__func__", getattr(member, "fget", getattr(member, "func", member)))
        if (
            inspect.isfunction(inner)
            and inner.__doc__
            and not name.startswith("_")
            and name != "example"
            and f"    {name} :" not in attributes
        ):
            found.append(name)
    return found


def _algorithm(name: str) -> str:
    thing = getattr(algorithms, name)
    text = f"# {name}\n\n{directives('fewidgets.algorithms', [name])}"
    if inspect.isfunction(thing):
        named = re.findall(r"`fewidgets\.algorithms\.plain\.(\w+)`", thing.__doc__ or "")
        for each in dict.fromkeys(named):
            if _main_home(each) == name:
                text += "\n" + _PLAIN.format(name=each, source=inspect.getsource(getattr(plain, each)).rstrip())
    return text


def _main_home(form: str) -> str | None:
    """Return the page on which a plain form stands: the first that names it, or else none."""
    for name in algorithms.__all__:
        thing = getattr(algorithms, name)
        if inspect.isfunction(thing) and f"`fewidgets.algorithms.plain.{form}`" in (thing.__doc__ or ""):
            return name
    return None


def _algorithms() -> str:
    parts = ["# Algorithms", "", _intro(algorithms), ""]
    for folder, title in SUBJECTS.items():
        names = [name for name in algorithms.__all__ if getattr(algorithms, name).__module__.split(".")[2] == folder]
        names.sort(key=lambda name: name[0].isupper())  # functions before what they return
        parts += [f"## {title}", "", _table("fewidgets.algorithms", names)]
    rest = [name for name in plain.__all__ if _main_home(name) is None]
    parts += ["## Plain forms without a function of their own", "", directives("fewidgets.algorithms.plain", rest)]
    parts += ["```{toctree}", ":hidden:", "", *algorithms.__all__, "```", ""]
    return "\n".join(parts)


def _names(title: str, intro: str, groups: dict[str, tuple[str, Iterable[str]]]) -> str:
    parts = [f"# {title}", "", intro, ""]
    for heading, (module, names) in groups.items():
        parts += [f"## {heading}", ""] if heading else []
        parts += [_table(module, names), directives(module, names)]
    return "\n".join(parts)


def _table(module: str, names: Iterable[str]) -> str:
    """Return a table of names, each with the first sentence of its docstring."""
    lines = "\n".join(f"   {name}" for name in names)
    return f"```{{eval-rst}}\n.. currentmodule:: {module}\n.. autosummary::\n   :nosignatures:\n\n{lines}\n```\n"


def directives(module: str, names: Iterable[str]) -> str:
    lines = [f".. currentmodule:: {module}", ""]
    home = __import__(module, fromlist=["*"])
    for name in names:
        thing = getattr(home, name)
        if inspect.isclass(thing):
            members = ", ".join(members_of(thing))
            lines += [f".. autoclass:: {name}", *([f"   :members: {members}"] if members else []), ""]
        else:
            lines += [f".. autofunction:: {name}", ""]
    return "\n".join(["```{eval-rst}", *lines, "```", ""])


def _intro(module: Any) -> str:
    return inspect.getdoc(module) or ""


def _command_line() -> str:
    parts = ["# Command line", "", "What `fewidgets` can do. Each command also says this with `--help`.", ""]
    for command in COMMANDS:
        said = io.StringIO()
        with redirect_stdout(said), suppress(SystemExit):
            main([*command.split(), "--help"])
        parts += [f"## {' '.join(['fewidgets', command]).strip()}", "", "```text", said.getvalue().rstrip(), "```", ""]
    return "\n".join(parts)

"""Learn: every notebook of the repository as a page, with live explorables, and as a file to download."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from urllib.parse import unquote

from mdit_py_plugins.anchors.index import slugify

from fewidgets.authoring.addresses import binder_link, repository_address
from fewidgets.authoring.glossary import terms
from fewidgets.authoring.notebook_format import Json, joined, read_notebook
from fewidgets.authoring.run_with_widgets import run_with_widgets
from fewidgets.authoring.set_facts import Facts, set_facts
from fewidgets.authoring.tables import exercise_table, lesson_facts, practice_sets, set_table
from fewidgets.explorables import EXPLORABLES
from fewidgets.files import write_atomically
from fewidgets.lessons.names import CAPSTONE, LABS, LESSON_NAMES
from fewidgets.lessons.text import without_outputs
from generate.pages import ROOT, write_pages

NOTEBOOKS = ROOT / "notebooks"
#: Shown as they are: nobody has answered them yet.
NOT_RUN = "exercises"
#: Kernels at a time.
AT_ONCE = 2

_LINK = re.compile(r"\]\(([^)\s]*?)(\w[\w.]*)\.ipynb(?:#([^)]*))?\)")
_TERM = re.compile(r"\[([^\]]+)\]\((?:\.\./)*glossary\.ipynb#\w\)")
_QUESTION = re.compile(r"(?:fewidgets\.)?(?:predict|remember|check|hint)\(.*\)|progress\(\)")


def notebooks() -> list[Path]:
    """Return the notebooks that have a page, as paths below ``notebooks/``."""
    single = [f"{name}.ipynb" for name in (*LESSON_NAMES, CAPSTONE, "summary", "errata")]
    labs = [f"labs/{name}.ipynb" for name in LABS.values()]
    sets = [f"exercises/{path.name}" for path in sorted((NOTEBOOKS / "exercises").glob("*.ipynb"))]
    return [Path(name) for name in (*single, *labs, *sets)]


def write_lessons(target: Path, cache: Path, *, lite: bool = False) -> None:
    """Write all pages below ``target``; ``cache`` keeps what was run with the present files of the package.

    With ``lite``, each page leads to its notebook in JupyterLite, which is a part of the site.
    """
    version = hashlib.sha256()
    for path in sorted((ROOT / "fewidgets").rglob("*.py")):
        version.update(path.read_bytes())
    run = partial(_run, version=version.hexdigest(), cache=cache)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        books = dict(zip(notebooks(), pool.map(run, notebooks()), strict=True))
    pages = {target / path: json.dumps(_page(book, path, lite)) for path, book in books.items()}
    for path in books:
        pages[target / "files" / path] = without_outputs((NOTEBOOKS / path).read_bytes()).decode()
    pages[target / "index.md"] = _index()
    pages[target / "glossary.md"] = _glossary()
    write_pages(pages)


def _run(path: Path, *, version: str, cache: Path) -> Json:
    source = NOTEBOOKS / path
    if path.parts[0] == NOT_RUN or not any(cell["cell_type"] == "code" for cell in read_notebook(source)["cells"]):
        return read_notebook(source)
    key = hashlib.sha256(version.encode() + source.read_bytes()).hexdigest()[:16]
    kept = cache / f"{path.stem}-{key}.json"
    if not kept.is_file():
        cache.mkdir(parents=True, exist_ok=True)
        write_atomically(kept, json.dumps(run_with_widgets(source)).encode())
    book: Json = json.loads(kept.read_text(encoding="utf-8"))
    return book


def _page(book: Json, path: Path, lite: bool) -> Json:
    """Return a notebook as myst-nb takes it: with links for the site, and with questions whose code is folded."""
    cells = []
    for cell in book["cells"]:
        source = joined(cell["source"])
        if cell["cell_type"] == "markdown":
            source = _LINK.sub(partial(_site_link, path), _TERM.sub(_term, source))
            if not cells:
                title, _, rest = source.partition("\n")
                source = f"{title}\n\n{_ways_to_open(path, lite)}\n{rest}"
            cells.append({"cell_type": "markdown", "metadata": {}, "source": source})
        elif cell["cell_type"] == "code":
            folded = cell["metadata"].get("jupyter", {}).get("source_hidden") or _is_question(source)
            tags = {"tags": ["hide-input"]} if folded else {}
            outputs, count = cell["outputs"], cell["execution_count"]
            kept = {"metadata": tags, "outputs": outputs, "execution_count": count}
            cells.append({"cell_type": "code", "source": source, **kept})
    metadata = {"language_info": {"name": "python", "pygments_lexer": "ipython3"}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 4}  # minor 5 wants a name for each cell


def _is_question(source: str) -> bool:
    """Say whether a cell only asks something, so that its code explains nothing."""
    lines = [line for line in source.strip().splitlines() if not re.match(r"(from|import) |\w+$|#|$", line)]
    return bool(lines) and all(re.fullmatch(rf"(?:\w+ = )?{_QUESTION.pattern}", line) for line in lines)


def _site_link(path: Path, link: re.Match[str]) -> str:
    """Lead to the page of a notebook, with anchors as this site names them."""
    folder, name, heading = link[1], link[2], unquote(link[3] or "")
    if name in ("glossary", "index"):
        return f"]({folder}{name}.md)"
    anchor = slugify(heading.replace("-", " "))
    return f"]({folder}{name}.ipynb{f'#{anchor}' if anchor else ''})"


def _term(link: re.Match[str]) -> str:
    """Lead from a word to its place in the glossary."""
    words = [term.word for term in terms() if term.pattern.fullmatch(link[1]) and "$" not in term.word]
    return f"{{term}}`{link[1]} <{words[0]}>`" if words else link[0]


def _ways_to_open(path: Path, lite: bool) -> str:
    address, file, up = repository_address(ROOT), path.as_posix(), "../" * (len(path.parts) - 1)
    colab = (
        f"https://colab.research.google.com/github/{address.removeprefix('https://github.com/')}/blob/main/notebooks/{file}"
    )
    here = f'<a class="reference" href="{up}../lite/lab/index.html?path={file}">Open with Python in this browser</a>'
    ways = (
        *([here] if lite else []),
        f"[Open in Binder]({binder_link(address, file)})",
        f"[Open in Colab]({colab}), and run `%pip install fewidgets` first",
        f"{{download}}`Download the notebook <{up}files/{file}>`",
    )
    return f"```{{div}} ways-to-open\n{' · '.join(ways)}\n```\n"


def _index() -> str:
    lessons, labs, sets = lesson_facts(ROOT), set_facts(NOTEBOOKS / "labs"), practice_sets(ROOT)
    rows = ["| Lesson | Minutes | What you move |", "|---|---:|---|"]
    for name, facts in lessons.items():
        moved = [f"[{each}](../gallery/{each}.md)" for each, kind in EXPLORABLES.items() if kind.lesson == name]
        rows.append(f"| [{facts.title}]({name}) | {facts.minutes} | {', '.join(moved)} |")
    parts = {
        "lessons": "\n".join(rows),
        "labs": "\n".join(_lab_rows(labs)),
        "sets": set_table(sets, "exercises/"),
        "exercises": _LINK.sub(partial(_site_link, Path("index")), exercise_table(lessons)),
        "lesson_pages": "\n".join(lessons),
        "lab_pages": "\n".join(f"labs/{name}" for name in labs),
        "set_pages": "\n".join(f"exercises/{name}" for name in sets),
    }
    return (Path(__file__).parent / "learn.md").read_text(encoding="utf-8").format(**parts)


def _lab_rows(labs: dict[str, Facts]) -> Iterator[str]:
    yield from ("| Laboratory session | Minutes |", "|---|---:|")
    for name, facts in labs.items():
        yield f"| [{facts.title}](labs/{name}.ipynb) | {facts.minutes} |"


def _glossary() -> str:
    lines = ["# Glossary", "", "The words of the field that the lessons use, each with the lesson that teaches it.", ""]
    lines += ["```{glossary}", ""]
    for term in terms():
        lines += [term.word, f"  {term.meaning} Taught in [lesson {term.section}]({term.lesson}.ipynb).", ""]
    return "\n".join([*lines, "```", ""])

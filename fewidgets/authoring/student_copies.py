"""Make the students' copies of exercise sets from their sources, with nbgrader's preprocessors.

A copy has no solution, hidden test, submission or output. Its test cells are locked, and it runs without an exception.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Collection, Mapping
from pathlib import Path

from fewidgets.authoring.exercise_sets import (
    GRADED,
    SOURCES,
    faults,
    is_answer,
    is_test,
    nbgrader_of,
    source_of,
    submission_of,
)
from fewidgets.authoring.notebook_format import Json, StoreError, canonical_text, read_notebook
from fewidgets.authoring.solution_stubs import stub_of
from fewidgets.files import write_atomically

#: What stands in place of an answer in words.
TEXT_STUB = "*Your answer*"


def student_copy(source: Json, name: str, answers: Mapping[str, Collection[str]] | None = None) -> str:
    """Return the student's copy of a source."""
    wrong = faults(source)
    if wrong:
        raise StoreError(f"{name} cannot become a student's copy: {'; '.join(wrong)}")
    book = copy.deepcopy(source)
    book["cells"] = [cell for cell in book["cells"] if submission_of(cell) is None]
    for cell in book["cells"]:
        cell["source"] = source_of(cell).rstrip("\n")
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    return canonical_text(_preprocessed(book, answers or {}), name)


def _preprocessed(book: Json, answers: Mapping[str, Collection[str]]) -> Json:
    """Take out solutions and hidden tests, lock the tests and write nbgrader's checksums."""
    try:
        import nbformat
        from nbgrader.preprocessors import ClearHiddenTests, ClearSolutions, ComputeChecksums, LockCells
    except ImportError as error:
        raise StoreError(
            'a student\'s copy is made with nbgrader, which is not installed: pip install "fewidgets[grading]"'
        ) from error
    stubs = _stubs(book, answers)
    notebook = nbformat.from_dict(book)
    clear = ClearSolutions(text_stub=TEXT_STUB)
    others = (LockCells(), ComputeChecksums())
    resources = {"language": "python"}
    for number, cell in enumerate(notebook.cells):
        clear.code_stub = {"python": stubs.get(number, "...")}
        # The marks are words that may stand in a heading, too, so they are looked for only where `faults` allows them.
        own = ((clear,) if is_answer(cell) else ()) + ((ClearHiddenTests(),) if is_test(cell) else ())
        for each in (*own, *others):
            each.preprocess_cell(cell, resources, number)
            cell.source = cell.source.rstrip("\n")  # before the checksum, which covers the text as it is stored
    return json.loads(json.dumps(notebook))


def _stubs(book: Json, answers: Mapping[str, Collection[str]]) -> dict[int, str]:
    """Return what stands in place of each solution, by the index of its cell."""
    code = [(number, cell["source"]) for number, cell in enumerate(book["cells"]) if cell["cell_type"] == "code"]
    found = {}
    for number, source in code:
        if is_answer(book["cells"][number]):
            wanted = answers.get(nbgrader_of(book["cells"][number])["grade_id"], ())
            found[number] = stub_of(source, ["\n".join(wanted), *(text for later, text in code if later > number)])
    return found


def sources(root: Path, names: list[str] | None = None) -> list[Path]:
    """Return the sources of the practice sets of a checkout."""
    found = {path.stem: path for path in sorted((root / SOURCES).glob("*.ipynb"))}
    if not found:
        raise StoreError(f"there is no source in {SOURCES}. Go to the folder of a checkout of fewidgets")
    wanted = [Path(name).name.removesuffix(".ipynb") for name in names or found]
    for name in wanted:
        if name not in found:
            raise StoreError(f"there is no set {name!r}; the sets are {', '.join(found)}")
    return [found[name] for name in wanted]


def stale(source: Path) -> dict[Path, str]:
    """Return the files of a set that differ from what its source gives, with the right text."""
    book = _source_of(source)
    texts = {source: canonical_text(book, str(source)), source.parent.parent / source.name: student_copy(book, str(source))}
    return _different(texts)


def stale_graded(root: Path) -> dict[Path, str]:
    """Return the sources of graded sets that are not in canonical form, with the right text."""
    paths = sorted(path for path in (root / GRADED).glob("*/*.ipynb") if path.stem == path.parent.name)
    return _different({path: canonical_text(_source_of(path), str(path)) for path in paths})


def _source_of(path: Path) -> Json:
    book = read_notebook(path)
    canonical_text(book, str(path))  # refuse what is not a notebook before its cells are read
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None
    return book


def _different(texts: dict[Path, str]) -> dict[Path, str]:
    return {path: text for path, text in texts.items() if not path.is_file() or path.read_bytes() != text.encode()}


def make(root: Path, names: list[str] | None = None) -> list[Path]:
    """Bring sources into canonical form and write the students' copies that are out of date."""
    written = []
    for source in sources(root, names):
        for path, text in stale(source).items():
            write_atomically(path, text.encode())
            written.append(path)
    return written

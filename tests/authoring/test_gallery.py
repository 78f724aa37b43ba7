"""The index and the README show every explorable, and lead to every lesson."""

import re
from pathlib import Path

import nbformat
import pytest
from PIL import Image

from fewidgets.authoring import gallery
from fewidgets.authoring.gallery import draw_gallery, file_name
from fewidgets.explorables import EXPLORABLES

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
INDEX = "\n".join(cell.source for cell in nbformat.read(NOTEBOOKS / "index.ipynb", 4).cells if cell.cell_type == "markdown")
README = (ROOT / "README.md").read_text(encoding="utf-8")
LESSONS = sorted(path.name for path in NOTEBOOKS.glob("9.*.ipynb"))


@pytest.mark.parametrize("name", EXPLORABLES)
def test_every_explorable_is_shown_with_its_lesson(name):
    file, lesson = file_name(name), EXPLORABLES[name].lesson
    for suffix in ("", "_dark"):
        assert Image.open(NOTEBOOKS / f"images/{file}{suffix}.png").width > 600
    assert re.search(rf'\[<img src="images/{file}\.png"[^\n]*\]\({re.escape(lesson)}\) \| `{name}`: ', INDEX)
    cell = re.search(rf'<a href="notebooks/{re.escape(lesson)}"><picture>\n.*{file}_dark\.png">\n.*{file}\.png" alt', README)
    assert cell, f"{name} is not in the README's gallery"


def test_the_index_keeps_the_order_of_the_chapter():
    lessons = re.findall(r"^### \[.*\]\((9\..*\.ipynb)\)", INDEX, flags=re.M)
    assert lessons == LESSONS


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_lesson_can_be_opened_on_binder(lesson):
    section = lesson.partition("_")[0]
    assert f"](notebooks/{lesson})" in README
    assert f"[open][binder-{section}]" in README
    assert re.search(
        rf"^\[binder-{re.escape(section)}\]: https://mybinder\.org/\S+/notebooks/{re.escape(lesson)}$", README, re.M
    )


def test_no_picture_is_left_over():
    known = {f"{file_name(name)}{suffix}.png" for name in EXPLORABLES for suffix in ("", "_dark")}
    assert {path.name for path in (NOTEBOOKS / "images").iterdir()} == known


def test_the_same_picture_is_the_same_bytes(tmp_path, monkeypatch):
    monkeypatch.setattr(gallery, "examples", lambda: {"one_hot_viewer": EXPLORABLES["OneHotViewer"].example})
    first, second = draw_gallery(tmp_path / "a"), draw_gallery(tmp_path / "b")
    assert [path.name for path in first] == ["one_hot_viewer.png", "one_hot_viewer_dark.png"]
    for one, other in zip(first, second, strict=True):
        assert one.read_bytes() == other.read_bytes()
    assert first[0].read_bytes() != first[1].read_bytes()

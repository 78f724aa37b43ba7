"""The index and the README show every explorable, and lead to every lesson."""

import re
import shutil
from pathlib import Path

import nbformat
import pytest
from PIL import Image

from fewidgets.authoring.gallery import draw_gallery, file_name
from fewidgets.authoring.generate import write_generated
from fewidgets.authoring.tables import GeneratedRegionError, render_readme, stale_files
from fewidgets.explorables import EXPLORABLES
from tests.lessons.lesson import NAMES

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
INDEX = "\n".join(cell.source for cell in nbformat.read(NOTEBOOKS / "index.ipynb", 4).cells if cell.cell_type == "markdown")
README = (ROOT / "README.md").read_text(encoding="utf-8")
LESSONS = [f"{name}.ipynb" for name in NAMES]


def test_generated_tables_are_up_to_date():
    stale = [path.relative_to(ROOT).as_posix() for path in stale_files(ROOT)]
    assert not stale, f"{', '.join(stale)} must be renewed; run: fewidgets gallery"


def test_stale_tables_are_found_and_renewed(tmp_path):
    (tmp_path / "notebooks").mkdir()
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for lesson in NOTEBOOKS.glob("*.ipynb"):
        shutil.copy(lesson, tmp_path / "notebooks")
    shutil.copytree(NOTEBOOKS / "exercises", tmp_path / "notebooks/exercises")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    readme, index = tmp_path / "README.md", tmp_path / "notebooks" / "index.ipynb"
    row = next(line for line in README.splitlines() if line.startswith("| [9.4"))
    readme.write_text(README.replace(row, "| old |").replace("`ImputationViewer`", ""), encoding="utf-8")
    index.write_text(index.read_text(encoding="utf-8").replace("ImputationViewer", "Imputer"), encoding="utf-8")
    assert sorted(write_generated(tmp_path)) == [readme, index]
    assert readme.read_text(encoding="utf-8") == README
    assert index.read_bytes() == (NOTEBOOKS / "index.ipynb").read_bytes()
    assert write_generated(tmp_path) == []


def test_a_file_without_its_region_is_named():
    with pytest.raises(GeneratedRegionError, match=r"README\.md must have a region between '<!-- generated: lessons -->'"):
        render_readme("# fewidgets\n", {}, "https://github.com/a/b")


@pytest.mark.parametrize("name", EXPLORABLES)
def test_every_explorable_has_its_pictures_and_is_in_its_lesson(name):
    for suffix in ("", "_dark"):
        assert Image.open(NOTEBOOKS / f"images/{file_name(name)}{suffix}.png").width > 600, f"run: fewidgets gallery {name}"
    lesson = nbformat.read(NOTEBOOKS / EXPLORABLES[name].lesson, 4)
    sections = lesson.cells[0].source.split()[1].split("–")  # as in "# 9.2.1–9.2.2 Categories and text"
    assert EXPLORABLES[name].section.startswith((*sections, "methods"))  # the last lesson is no section
    assert any(re.search(rf"\b{name}\(", cell.source) for cell in lesson.cells if cell.cell_type == "code")
    assert f"`{name}`" in README
    assert f"`{name}`: " in INDEX


def test_no_picture_is_left_over():
    known = {f"{file_name(name)}{suffix}.png" for name in EXPLORABLES for suffix in ("", "_dark")}
    known |= {"moving_picture.svg", "moving_picture_dark.svg"}
    assert {path.name for path in (NOTEBOOKS / "images").iterdir()} == known


@pytest.mark.slow
def test_the_same_picture_is_the_same_bytes(tmp_path):
    first, second = (draw_gallery(tmp_path / folder, ["OneHotViewer"]) for folder in "ab")
    assert [path.name for path in first] == ["one_hot_viewer.png", "one_hot_viewer_dark.png"]
    for one, other in zip(first, second, strict=True):
        assert one.read_bytes() == other.read_bytes()
    assert first[0].read_bytes() != first[1].read_bytes()

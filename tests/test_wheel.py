"""The wheel, which students install: what is in it, and what is not."""

import json
import re
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The names and contents of the wheel that is built from this checkout."""
    from hatchling.builders.wheel import WheelBuilder

    folder = tmp_path_factory.mktemp("wheel")
    (built,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    assert Path(built).stat().st_size <= 3_500_000
    with zipfile.ZipFile(built) as file:
        return {name: file.read(name) for name in file.namelist()}


def notebooks(wheel, folder):
    """Return the names of the notebooks right inside a folder of the lessons in the wheel."""
    start = f"fewidgets/lessons/notebooks/{folder}"
    inside = (name.removeprefix(start) for name in wheel if name.startswith(start) and name.endswith(".ipynb"))
    return {name for name in inside if "/" not in name}


@pytest.mark.slow
def test_the_wheel_holds_lessons_exercises_and_labs_and_no_answers(wheel):
    for folder in ("", "exercises/", "labs/"):
        there = {path.name for path in (ROOT / "notebooks" / folder).glob("*.ipynb")}
        assert notebooks(wheel, folder) == there
    assert notebooks(wheel, "exercises/")
    assert not [name for name in wheel if "exercises/source" in name or "exercises/graded" in name]
    graded = ROOT / "notebooks/exercises/graded"
    secret = {path.read_bytes() for path in (*graded.rglob("*.py"), *graded.rglob("*.ipynb"))}
    secret |= {path.read_bytes() for path in (ROOT / "notebooks/exercises/source").glob("*.ipynb")}
    assert secret.isdisjoint(wheel.values())
    for name, content in wheel.items():
        if name.endswith(".ipynb"):
            cells = json.loads(content)["cells"]
            assert not any("submission" in cell["metadata"].get("fewidgets", {}) for cell in cells), name
            assert b"BEGIN SOLUTION" not in content, name
            assert b"BEGIN HIDDEN TESTS" not in content, name


@pytest.mark.slow
def test_the_wheel_holds_the_whole_package_and_nothing_else(wheel):
    package = {path.relative_to(ROOT).as_posix() for path in (ROOT / "fewidgets").rglob("*.py")}
    package = {name for name in package if "/node_modules/" not in name and "/frontend/" not in name}
    assert package <= set(wheel)
    beside = [name for name in wheel if not re.match(r"fewidgets(-[^/]*\.dist-info)?/", name)]
    assert [name.partition(".data/")[2] for name in beside] == [
        "data/etc/jupyter/labconfig/default_setting_overrides.d/fewidgets.json"
    ]
    assert not [name for name in wheel if name.startswith("fewidgets/frontend")]
    for name in ("renderer.js", "words.js"):
        assert f"fewidgets/static/{name}" in wheel
    tables = {path.relative_to(ROOT).as_posix() for path in (ROOT / "fewidgets/data/tables").iterdir()}
    assert tables <= set(wheel)
    assert not [name for name in wheel if name.endswith(".png")]
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["name"]
    assert any(name.startswith(f"{version}-") for name in wheel)

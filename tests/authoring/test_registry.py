"""The registry of the explorables follows from their files."""

import shutil
from pathlib import Path

import pytest

from fewidgets.authoring.registry import REGISTRY, render_registry
from fewidgets.explorables import EXPLORABLES, registry
from fewidgets.lessons.names import lesson_order

ROOT = Path(__file__).resolve().parents[2]
NEW = '''
class NewExplorable(Explorable):
    """A new one."""

    lesson = "which_method_when.ipynb"
    section = "methods"
'''


@pytest.fixture
def checkout(tmp_path):
    """A folder with the explorables' files and the lessons alone."""
    for pattern in ("fewidgets/explorables/**/*.py", "notebooks/*.ipynb"):
        for path in ROOT.glob(pattern):
            (tmp_path / path.relative_to(ROOT)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, tmp_path / path.relative_to(ROOT))
    return tmp_path


def test_the_registry_is_up_to_date():
    written = (ROOT / REGISTRY).read_text(encoding="utf-8")
    assert render_registry(ROOT) == written, f"{REGISTRY} is stale; run: fewidgets gallery"


def test_the_registry_names_every_class_once():
    assert list(EXPLORABLES) == list(registry.MODULES)
    assert sorted(registry.MODULES) == registry.__all__
    assert {name: kind.__module__ for name, kind in EXPLORABLES.items()} == registry.MODULES


def test_the_order_is_that_of_the_lessons():
    sections = [kind.section for kind in EXPLORABLES.values()]
    assert sections == sorted(sections, key=lesson_order)


def test_a_new_file_is_found_and_comes_last_until_the_lesson_makes_it(checkout):
    (checkout / "fewidgets" / "explorables" / "new_explorable.py").write_text(NEW, encoding="utf-8")
    text = render_registry(checkout)
    assert "    from fewidgets.explorables.new_explorable import NewExplorable\n" in text
    assert '    "NewExplorable": "fewidgets.explorables.new_explorable",\n}' in text
    assert text.replace("NewExplorable", "").count("new_explorable") == 2


def test_other_classes_and_deleted_files_are_left_out(checkout):
    (checkout / "fewidgets" / "explorables" / "lambda_slider" / "lambda_slider.py").write_text(
        "class Path:\n    section = 3\n", encoding="utf-8"
    )
    text = render_registry(checkout)
    assert "LambdaSlider" not in text
    assert "Path" not in text

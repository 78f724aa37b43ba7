"""The README and the index name every exercise set, and link to the copies that students get."""

import re
from pathlib import Path

import nbformat
import pytest

from fewidgets.authoring.tables import practice_sets

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
INDEX = nbformat.read(ROOT / "notebooks/index.ipynb", 4).cells[0].source


@pytest.mark.parametrize(
    ("text", "folder"), [(README, "notebooks/exercises/"), (INDEX, "exercises/")], ids=["README", "index"]
)
def test_every_set_is_listed_with_a_link_minutes_and_points(text, folder):
    region = text.partition("<!-- generated: exercise sets -->")[2].partition("<!-- end of exercise sets -->")[0]
    linked = re.findall(rf"\]\({re.escape(folder)}([^)]+)\.ipynb\) \| (\d+) \| ([\d.]+) \| (.+) \|", region)
    assert [name for name, *_ in linked] == list(practice_sets(ROOT))
    assert all(practises.strip() for *_, practises in linked)

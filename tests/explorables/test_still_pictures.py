"""The still picture of every explorable, which viewers without widgets and pages without scripts show."""

import subprocess
import sys
import warnings
from xml.etree import ElementTree

import pytest

from fewidgets.authoring.gallery import examples, file_name
from fewidgets.explorables import EXPLORABLES
from fewidgets.scene.svg_still import still_svg

LARGEST = 60_000  # bytes of a picture, photographs included


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", EXPLORABLES)
def test_it_is_small_and_well_formed_and_says_what_the_explorable_says(name, theme):
    w = examples()[file_name(name)]()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        text = still_svg(w.scene, theme=theme, **w.state)
    picture = ElementTree.fromstring(text)
    assert len(text.encode("utf-8")) <= LARGEST
    written = " ".join(node.text for node in picture.iter("{http://www.w3.org/2000/svg}text"))
    assert w.caption in written
    assert all(panel.title in written for panel in w.scene.panels)
    assert w.caption in picture.get("aria-label")


WITHOUT_MATPLOTLIB = """
import sys, tempfile
from fewidgets.explorables import EXPLORABLES

folder = tempfile.mkdtemp()
for name, kind in EXPLORABLES.items():
    w = kind.example()
    assert "text/html" in w._repr_mimebundle_()[0]
    control = w.scene.controls[0].name
    w.move(**{control: w.state[control]})
    w.to_html(f"{folder}/{name}.html")
    assert "text/html" in w._repr_mimebundle_()[0]
    assert "matplotlib" not in sys.modules, name
assert w.figure().axes
assert "matplotlib" in sys.modules
"""


@pytest.mark.slow
def test_matplotlib_is_loaded_by_a_figure_alone():
    subprocess.run([sys.executable, "-c", WITHOUT_MATPLOTLIB], check=True, timeout=120)

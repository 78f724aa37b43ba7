"""The still picture of every explorable, which viewers without widgets and pages without scripts show."""

import html
import re
import subprocess
import sys
import warnings
from xml.etree import ElementTree

import nbformat
import pytest
from nbconvert import HTMLExporter, LatexExporter, MarkdownExporter, SlidesExporter

from fewidgets import LambdaSlider
from fewidgets.authoring.gallery import examples, file_name
from fewidgets.explorables import EXPLORABLES
from fewidgets.scene.still.legend import legend_of
from fewidgets.scene.still.svg_picture import still_svg

LARGEST = 60_000  # bytes of a picture, photographs included


@pytest.mark.parametrize("name", EXPLORABLES)
def test_it_is_small_and_well_formed_and_says_what_the_explorable_says(name):
    w = examples()[file_name(name)]()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        text = still_svg(w.scene, **w.state)
    picture = ElementTree.fromstring(text)
    assert len(text.encode("utf-8")) <= LARGEST
    written = " ".join(node.text for node in picture.iter("{http://www.w3.org/2000/svg}text"))
    assert w.caption in written
    assert all(panel.heading(w.state) in written for panel in w.scene.panels)
    assert w.caption in picture.get("aria-label")


@pytest.mark.parametrize("name", EXPLORABLES)
def test_no_two_entries_of_a_legend_differ_by_colour_alone(name):
    w = examples()[file_name(name)]()
    for panel in w.scene.panels:
        entries = legend_of(panel, w.state)
        looks = [(entry.key, entry.look, entry.line, entry.text[:2] if entry.text[1:2] == " " else "") for entry in entries]
        assert len(set(looks)) == len(looks), panel.title


def converted(exporter):
    """Convert a notebook with the output of an explorable."""
    w = LambdaSlider.example()
    data, metadata = w._repr_mimebundle_()
    output = nbformat.v4.new_output("execute_result", data, metadata=metadata, execution_count=1)
    document = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("w", outputs=[output], execution_count=1)])
    return exporter().from_notebook_node(document)[0], w


@pytest.mark.parametrize("exporter", [HTMLExporter, SlidesExporter, MarkdownExporter], ids=lambda each: each.__name__)
def test_converters_to_html_and_markdown_choose_the_picture(exporter):
    text, w = converted(exporter)
    (words,) = re.findall(r'<img alt="([^"]*)"[^>]* src="data:image/svg', text)
    assert w.caption in html.unescape(words)


def test_latex_has_the_caption_and_needs_no_inkscape():
    text, w = converted(LatexExporter)
    assert w.caption in " ".join(text.split())
    assert "includegraphics{data" not in text


# Constructing an example may load what its data are stored in. Nothing else may load a heavy package before a figure is drawn.
WITHOUT_MATPLOTLIB = """
import sys, tempfile
from fewidgets.explorables import EXPLORABLES
from fewidgets.scene import Choice, Slider, Stepper, Toggle

HEAVY = {"matplotlib", "scipy", "sklearn", "pandas", "PIL"}
STORED_IN = {"EdgeHistogramViewer": {"PIL"}, "ImportanceViewer": {"sklearn", "scipy", "pandas"}}
folder = tempfile.mkdtemp()


def heavy():
    return HEAVY & {name.split(".")[0] for name in sys.modules}


def another(control, value):
    match control:
        case Slider():
            return float(control.values[1 if value != control.values[1] else 0])
        case Stepper():
            return 0 if value else min(1, control.length - 1)
        case Toggle():
            return not value
        case Choice():
            return next((option for option in control.options if option != value), value)


moved = 0
for name, kind in EXPLORABLES.items():
    before = heavy()
    w = kind.example()
    assert heavy() - before <= STORED_IN.get(name, set()), (name, heavy() - before)
    before = heavy()
    assert "text/html" in w._repr_mimebundle_()[0]
    for control in w.scene.controls:
        value = another(control, w.state.get(control.name))
        if value is not None and value != w.state[control.name]:
            w.move(**{control.name: value})
            moved += 1
    w.to_html(f"{folder}/{name}.html", budget=10_000)
    assert "<iframe" in str(w.embed(answers=False))
    assert "text/html" in w._repr_mimebundle_()[0]
    assert heavy() == before, (name, heavy() - before)
assert moved > len(EXPLORABLES)
assert "matplotlib" not in heavy()
assert w.figure().axes
assert "matplotlib" in heavy()
"""


@pytest.mark.slow
def test_matplotlib_is_loaded_by_a_figure_alone():
    subprocess.run([sys.executable, "-c", WITHOUT_MATPLOTLIB], check=True, timeout=120)

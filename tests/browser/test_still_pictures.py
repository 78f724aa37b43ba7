"""The still pictures as browsers show them: within a page, as an image, and where a notebook is read without a kernel."""

from __future__ import annotations

import nbformat
import pytest
from nbconvert import HTMLExporter
from playwright.sync_api import expect

from fewidgets import LambdaSlider
from fewidgets.authoring.gallery import examples, file_name
from fewidgets.explorables import EXPLORABLES
from fewidgets.scene.still.svg_picture import still_svg
from tests.browser.jupyter import listen

pytestmark = pytest.mark.browser

# What leaves its sheet, texts that are too small, and names that occur twice; all in CSS pixels.
FAULTS = """() => [...document.querySelectorAll('svg[role=img]')].flatMap((sheet, i) => {
    const own = sheet.getBoundingClientRect();
    const parts = [...sheet.querySelectorAll('text, path, circle, image')];
    const outside = parts.filter(node => {
        if (node.closest('clipPath, [clip-path]')) return false;
        const {left, right, top, bottom} = node.getBoundingClientRect();
        return left < own.left - 1 || right > own.right + 1 || top < own.top - 1 || bottom > own.bottom + 1;
    });
    const small = [...sheet.querySelectorAll('text')]
        .filter(node => parseFloat(getComputedStyle(node).fontSize) * own.width / sheet.viewBox.baseVal.width < 12
            && !/^[−\\d.]+$/.test(node.textContent));
    const ids = [...document.querySelectorAll('[id]')].map(node => node.id);
    const twice = ids.filter((id, k) => ids.indexOf(id) !== k);
    return [...outside, ...small].map(node => `${i}: ${node.outerHTML.slice(0, 150)}`).concat(twice);
})"""


@pytest.fixture
def without_scripts(lab):
    """A tab without a network and without scripts."""
    context = lab.browser.new_context(java_script_enabled=False, offline=True, viewport={"width": 1000, "height": 900})
    yield context.new_page()
    context.close()


def test_nothing_leaves_the_sheet_and_no_text_is_too_small(lab, tmp_path):
    pictures = []
    for name in EXPLORABLES:
        w = examples()[file_name(name)]()
        pictures.append(still_svg(w.scene, **w.state))
    path = tmp_path / "pictures.html"
    path.write_text(f"<!DOCTYPE html><meta charset='utf-8'>{''.join(pictures)}", encoding="utf-8")
    page, errors = lab.browser.new_page(), []
    listen(page, errors)
    page.goto(path.as_uri())
    assert page.locator("svg[role=img]").count() == len(EXPLORABLES)
    assert page.evaluate(FAULTS) == []
    assert errors == []
    page.close()


def test_a_page_without_scripts_shows_its_picture(without_scripts, tmp_path):
    w = LambdaSlider.example()
    without_scripts.goto(w.to_html(tmp_path / "page.html", budget=20_000).as_uri())
    image = without_scripts.get_by_role("img", name=w.caption)
    expect(image).to_be_visible()
    assert image.bounding_box()["width"] > 600
    assert image.bounding_box()["height"] > 300


@pytest.fixture
def stored():
    """A notebook with an explorable's output as it is stored without widget state."""
    w = LambdaSlider.example()
    data, metadata = w._repr_mimebundle_()
    output = nbformat.v4.new_output("execute_result", data, metadata=metadata, execution_count=1)
    document = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("w", outputs=[output], execution_count=1)])
    nbformat.validate(document)
    return document, w


def test_a_converted_notebook_shows_the_picture_without_scripts(without_scripts, stored, tmp_path):
    document, w = stored
    path = tmp_path / "converted.html"
    path.write_text(HTMLExporter().from_notebook_node(document)[0], encoding="utf-8")
    without_scripts.goto(path.as_uri())
    image = without_scripts.get_by_role("img", name=w.caption)
    expect(image).to_be_visible()
    assert image.bounding_box()["height"] > 300


def test_a_notebook_from_elsewhere_shows_the_picture_before_it_is_trusted(lab, stored):
    document, w = stored
    nbformat.write(document, lab.root / "from-elsewhere.ipynb")
    lab.page.evaluate(
        """async path => {
            const panel = await window.jupyterapp.commands.execute('docmanager:open', {
                path, factory: 'Notebook', kernelPreference: {shouldStart: false, autoStartDefault: false},
            });
            await panel.revealed;
            window.elsewhere = panel;
        }""",
        "from-elsewhere.ipynb",
    )
    image = lab.page.get_by_role("img", name=w.caption)
    expect(image).to_be_visible()
    assert image.bounding_box()["height"] > 200
    lab.page.evaluate("() => { window.elsewhere.context.model.dirty = false; window.elsewhere.dispose(); }")

"""Other tools show an explorable, as docs/teach/other_tools.md says: a frame in a page, and slides of nbconvert."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

from fewidgets import LambdaSlider
from tests.browser.jupyter import listen
from tests.browser.view import View

pytestmark = pytest.mark.browser

TEXT = (Path(__file__).parents[2] / "docs/teach/other_tools.md").read_text(encoding="utf-8")
#: What slides of nbconvert ask of the network for themselves.
NBCONVERT = ("https://cdnjs.cloudflare.com/ajax/libs/", "https://unpkg.com/reveal.js@")


@pytest.fixture
def document(tmp_path):
    return tmp_path / "document.html"


@pytest.fixture
def moves(browser, document):
    """Open the document without a network, move the explorable in its frame by a key; give what was asked and the errors."""
    context = browser.new_context(viewport={"width": 1200, "height": 900})

    def moves():
        outside, errors = [], []
        page = context.new_page()
        listen(page, errors)

        def refuse(route):
            outside.append(route.request.url)
            route.abort()

        page.route(re.compile("^https?:"), refuse)
        page.goto(document.as_uri())
        view = View(page.frame_locator("iframe").locator("body"))
        caption, picture = view.caption, view.picture
        view.control("lam").press("End")
        assert view.caption != caption
        assert view.picture != picture
        return outside, errors

    yield moves
    context.close()


def test_a_frame_in_a_page(document, moves):
    [frame] = re.findall(r"```html\n(<iframe src=.+</iframe>)\n```", TEXT)
    w = LambdaSlider.example()
    w.to_html(document.with_name("lambda.html"))
    assert f'height="{w.embed().height}"' in frame
    document.write_text(f'<!DOCTYPE html><html lang="en"><title>A course page</title>{frame}', encoding="utf-8")
    assert moves() == ([], [])


def test_slides_of_nbconvert(document, moves):
    from nbconvert import SlidesExporter

    output = nbformat.v4.new_output("execute_result", {"text/html": LambdaSlider.example().embed(height=600).html})
    slide = {"slideshow": {"slide_type": "slide"}}
    cell = nbformat.v4.new_code_cell("w.embed(height=600)", outputs=[output], metadata=slide)
    text, _ = SlidesExporter().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    document.write_text(text, encoding="utf-8")
    outside, _ = moves()
    assert [url for url in outside if not url.startswith(NBCONVERT)] == []

"""The measures of what is seen find what they are there to find."""

from __future__ import annotations

import pytest

from tests.browser.jupyter import chromium
from tests.browser.random_walk import EMPTY, MISSING, PAINTED
from tests.browser.sight import OUTSIDE, OVERLAPS, SCROLLS, dim_texts

pytestmark = pytest.mark.browser

PAGE = """<!DOCTYPE html><title>faults</title><style>body, figure { margin: 0 } svg { overflow: visible }</style>
<main class="fewidgets" style="width: 600px; background: #fff; color: #000">
<p style="color: #777">too light</p><p style="color: #767676">dark enough</p>
<p style="position: relative; left: 560px; width: 90px">beyond the edge</p>
<p>the mean is NaN</p>
<div class="fw-wide" style="overflow-x: auto"><div style="width: 700px">a row</div></div>
<figure aria-label="two texts"><svg class="fw-plot" width="200" height="50"><g>
    <text x="10" y="20">first</text><text x="14" y="22">second</text></g></svg></figure>
<figure aria-label="outside"><svg class="fw-plot" width="200" height="50"><g>
    <circle class="fw-dot" cx="240" cy="20" r="5"/></g></svg></figure>
<figure aria-label="clipped"><svg class="fw-plot" width="200" height="50"><g style="clip-path: inset(0)">
    <circle class="fw-dot" cx="240" cy="20" r="5"/><rect width="20" height="20"/></g></svg></figure>
<figure aria-label="nothing"><svg class="fw-plot" width="200" height="50">
    <g aria-hidden="true"><line x2="9" y2="9"/></g></svg></figure>
</main>"""


@pytest.fixture(scope="module")
def root():
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 1000, "height": 800})
        page.set_content(PAGE)
        yield page.locator("main")


def test_contrast_is_reckoned_as_wcag_does(root):
    assert dim_texts(root) == ["'too light': 4.48"]  # #777 on white; #767676 has 4.54


@pytest.mark.parametrize(
    ("measure", "found"),
    [
        (OUTSIDE, ["beyond the edge: 560 to 650 of 600"]),
        (OVERLAPS, ["two texts: first on second"]),
        (SCROLLS, ["fw-wide"]),
        (PAINTED, ["outside: circle fw-dot by 45.0 px"]),
        (EMPTY, ["nothing"]),
        (MISSING, ["the mean is NaN"]),
    ],
)
def test_a_measure_finds_what_is_wrong_and_nothing_else(root, measure, found):
    assert root.evaluate(measure) == found

"""Panels keep their places while controls move, headings are whole, and readouts without a number are not shown."""

from __future__ import annotations

import numpy as np
import pytest

from fewidgets.authoring.gallery import examples
from tests.browser.jupyter import listen
from tests.browser.random_walk import ACT, STILL

pytestmark = pytest.mark.browser

PLACES = """() => [...document.querySelectorAll("figure, .fw-status")].map(part => {
    const { top, height } = part.getBoundingClientRect();
    return [top + scrollY, height];
})"""
EMPTY = """() => [...document.querySelectorAll(".fw-readouts dd")]
    .filter(node => ["", "–"].includes(node.textContent) && getComputedStyle(node).visibility !== "hidden")
    .map(node => node.parentNode.textContent)"""
CUT = """() => [...document.querySelectorAll(".fw-says")]
    .filter(node => node.scrollWidth > node.clientWidth + 1).map(node => node.textContent)"""
#: Pixels by which edges may differ, because a browser rounds them.
ROUNDING = 1.0


@pytest.mark.parametrize("name", examples())
def test_a_random_walk_moves_no_panel(name, browser, tmp_path):
    w = examples()[name]()
    page, errors = browser.new_page(reduced_motion="reduce", viewport={"width": 966, "height": 900}), []
    listen(page, errors)
    page.goto(w.to_html(tmp_path / "page.html", budget=20_000).as_uri())
    page.locator("figure").first.wait_for()
    page.evaluate(STILL)
    first = np.array(page.evaluate(PLACES))
    rng = np.random.default_rng(len(name))
    for share in [0.0, *rng.random(3)]:
        for control in w.scene.controls:
            if control.compute or control.idle:
                continue
            page.evaluate(ACT, [control.name, control.kind, float(share)])
            page.evaluate(STILL)
            np.testing.assert_allclose(page.evaluate(PLACES), first, atol=ROUNDING, err_msg=f"after {control.name}")
            assert page.evaluate(EMPTY) == []
            assert page.evaluate(CUT) == []
    page.close()
    assert errors == []

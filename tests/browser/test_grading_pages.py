"""A student's report and the teacher's table of mistakes, in a browser: sixty questions, on a phone, in the dark."""

from __future__ import annotations

import pytest

from fewidgets.grading.report.reporting import write_reports
from tests.browser.axe import violations, violations_of_contrast
from tests.browser.jupyter import chromium, listen
from tests.browser.settings import settle
from tests.grading.books import NAMES, gradebook

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def page():
    with chromium() as browser:
        yield browser.new_page(viewport={"width": 1000, "height": 900})


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("graded")
    write_reports(folder, gradebook(12, 60))
    return folder


@pytest.mark.parametrize("name", ["reports/s000.html", "misconceptions.html"])
def test_a_page_is_readable_everywhere_and_runs_nothing(page, folder, name):
    asked, errors = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: errors.append(dialog.message))
    listen(page, errors)
    page.emulate_media(color_scheme="light")
    page.goto((folder / name).as_uri())
    assert violations(page) == []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations_of_contrast(page) == []
        background = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, background[4:-1].split(","))) < 200) == (scheme == "dark")
    for width in (1000, 400, 320):
        settle(page, width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("section.question").count() == 60
    if name.startswith("reports"):
        assert page.get_by_text(NAMES[0], exact=True).count() == 1
        page.locator("nav a").nth(42).click()
        assert page.locator("#question-43").evaluate("node => Math.abs(node.getBoundingClientRect().top) < 200")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    page.emulate_media(media="screen")
    assert [url.partition("#")[0] for url in asked] == [(folder / name).as_uri()] * len(asked)
    assert errors == []

"""The class page in a browser: codes are pasted, the distribution is shown, and the truth only when it is asked for."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from fewidgets import class_page
from fewidgets.exercises.bank import questions
from tests.browser.axe import violations
from tests.browser.jupyter import listen
from tests.classroom.codes import code

pytestmark = pytest.mark.browser

FIRST = "9.6 first feature"


@pytest.fixture
def page(lab, tmp_path):
    errors, asked = [], []
    context = lab.browser.new_context(viewport={"width": 390, "height": 800})
    page = context.new_page()
    listen(page, errors)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(class_page(tmp_path / "class.html", ["9.6"]).as_uri())
    yield page
    context.close()
    assert errors == []
    assert [url for url in asked if not url.startswith(("file:", "data:", "blob:"))] == []


def test_a_teacher_pastes_a_chat_and_reveals_the_answer(page):
    box, status = page.get_by_label("Paste codes here, one or many"), page.get_by_role("status").first
    assert violations(page) == []
    box.fill("nothing of use")
    expect(status).to_contain_text("There is no code in this text")
    good = [code(FIRST, answer) for answer in ("RM", "LSTAT", "RM")]
    wrong = good[0][:-1] + ("2" if good[0][-1] != "2" else "3")
    box.fill(f"Ann: {good[0]}\nBen: {good[1]}, {good[2]} and {wrong}, {code(FIRST, None, 'shown')}")
    expect(status).to_have_text("4 of 5 codes read.")
    expect(page.get_by_role("listitem")).to_contain_text("is damaged")
    expect(page.get_by_role("heading", level=2)).to_have_text(questions()[FIRST].question)
    rows = page.locator("tr")
    counts = {row.locator("th").inner_text(): row.locator("td").last.inner_text() for row in rows.all()}
    assert {name: number for name, number in counts.items() if number != "0"} == {"RM": "2", "LSTAT": "1"}
    assert page.get_by_text("(right)").count() == 0
    page.get_by_role("button", name="Show the right answer").click()
    expect(page.locator("tr.right th")).to_have_text("✓ LSTAT (right)")
    expect(page.locator(".truth")).to_contain_text("The answer is: LSTAT.")
    expect(page.locator(".truth")).to_contain_text("1 looked without an answer.")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # Another question hides the truth again; a sketch is drawn.
    page.get_by_label("Question").select_option(label="9.6 after round one")
    expect(page.get_by_role("button", name="Show the right answer")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("img", name="0 sketches of")).to_be_visible()
    page.get_by_role("button", name="Show the right answer").click()
    expect(page.locator("svg path.right")).to_have_count(1)

"""A text whose words are marked where it is typed: the marks lie over the letters of the field, in any script."""

from __future__ import annotations

import pytest

from fewidgets.explorables import BagOfWordsViewer, SpamViewer
from tests.browser.jupyter import chromium, wait_until
from tests.browser.live import open_live

pytestmark = pytest.mark.browser

TEXTS = (
    "FREE money!\n\n  Your    report \n",
    "financial offices " * 120,
    "مرحبا free بالعالم!\nfree كلب 😀 money",
    "x" * 400,
)
FIELD = ".fw-tokens textarea"
# The text over the field, whether it has the field's place and size, and whether the field need not scroll by itself.
OVER = """field => {
    const words = field.closest(".fw-tokens").querySelector(".fw-words");
    const [a, b] = [field, words].map(node => node.getBoundingClientRect());
    return [words.textContent === field.value, ["x", "y", "width", "height"].every(side => Math.abs(a[side] - b[side]) < 1),
        field.scrollHeight <= field.clientHeight + 1];
}"""


def words_of(value):
    return value.split() if isinstance(value, str) else " ".join(value).split()


@pytest.mark.parametrize("width", [400, 934])
@pytest.mark.parametrize(("explorable", "control"), [(SpamViewer, "mail"), (BagOfWordsViewer, "documents")])
def test_what_is_typed_lies_under_its_marks(explorable, control, width):
    with chromium() as browser:
        page = browser.new_page(viewport={"width": width, "height": 800})
        w = explorable()
        open_live(page, w)
        field = page.locator(FIELD)
        for text in TEXTS:
            field.fill(text)
            assert field.evaluate(OVER) == [True] * 3, "at once, before the kernel answers"
            wait_until(lambda text=text: words_of(getattr(w, control)) == text.split(), "the text in Python", page)
            page.wait_for_timeout(200)
            assert field.evaluate(OVER) == [True] * 3, "with the words marked"
        field.press("a")
        assert field.evaluate("node => node === document.activeElement"), "the field keeps the focus"
        assert page.locator(".fw-controls textarea").count() == 0, "the field is in its panel alone"

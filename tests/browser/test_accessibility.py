"""Every explorable for all eyes: axe-core, contrast, sizes, forced colours, narrow windows, large letters, and paper."""

from __future__ import annotations

import pytest

from fewidgets.authoring.gallery import examples, file_name
from fewidgets.explorables import EXPLORABLES
from tests.browser.axe import violations, violations_but_of_contrast
from tests.browser.focus import changed_pixels, kinds_of_focus
from tests.browser.jupyter import chromium, listen
from tests.browser.settings import AS_IT_OPENS, MODES, enlarge, root, settle, sideways
from tests.browser.sight import ALIKE, BROKEN_WORDS, OUTSIDE, OVERLAPS, dim_texts, faint_marks, illegible_texts, small_texts

pytestmark = pytest.mark.browser

#: WCAG 1.4.12: the spacing that a person may choose without loss of content.
SPACING = "* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important; line-height: 1.5 !important; }"


@pytest.fixture(scope="module")
def tab():
    """One tab for all explorables, and the errors of its console."""
    with chromium() as browser:
        page, errors = browser.new_context(reduced_motion="reduce").new_page(), []
        listen(page, errors)
        yield page, errors


@pytest.fixture(scope="module", params=EXPLORABLES)
def page(request, tab, tmp_path_factory):
    """Open the saved page of an explorable once for all tests."""
    path = tmp_path_factory.mktemp("page") / "page.html"
    w = examples()[file_name(request.param)]()
    w.to_html(path, budget=20_000)
    w.close()
    page, errors = tab
    errors.clear()
    page.goto(path.as_uri())
    page.locator(".fw-more").wait_for()
    yield page
    assert errors == []


@pytest.fixture
def shown(page):
    """Give the page as it opens, in a window of the width that the test before left."""
    page.emulate_media(**AS_IT_OPENS)
    return page


def test_axe_finds_no_violation(shown):
    """In light windows; `dim_texts` measures the contrast in dark ones, in every mode."""
    for width in (1200, 320):
        settle(shown, width)
        assert violations(shown) == [], width


def test_menus_instructions_and_tables_are_for_everybody(shown):
    settle(shown, 320, color_scheme="dark")
    more = shown.get_by_role("button", name="More actions")
    more.click()
    assert violations_but_of_contrast(shown) == []
    assert dim_texts(root(shown)) == []
    shown.get_by_role("menuitem", name="How to use this").click()
    told = shown.get_by_role("dialog", name="How to use this")
    assert told.get_by_role("listitem").count() >= 2
    assert violations_but_of_contrast(shown) == []
    assert dim_texts(root(shown)) == []
    shown.keyboard.press("Escape")
    assert told.count() == 0
    assert more.evaluate("node => node === document.activeElement")
    more.click()
    shown.get_by_role("menuitem", name="Show as tables").click()
    settle(shown)
    assert violations_but_of_contrast(shown) == []
    assert illegible_texts(root(shown)) == []
    assert sideways(shown) == 0
    more.click()
    shown.get_by_role("menuitem", name="Show as pictures").click()


#: Kinds of elements whose focus has been seen; those that are alike in two explorables are looked at once.
seen: set[str] = set()


def test_texts_marks_edges_and_the_focus_are_seen_in_every_mode(shown):
    settle(shown, 1200)
    kinds = [kind for kind in kinds_of_focus(root(shown)) if kind not in seen]
    seen.update(kinds)
    shown.keyboard.press("Tab")  # from now on, the focus is shown as for keys
    shown.evaluate("document.activeElement.blur()")
    for mode, media in MODES.items():
        settle(shown, **(AS_IT_OPENS | media))
        assert dim_texts(root(shown)) == [], mode
        assert faint_marks(root(shown)) == [], mode
        if "forced" in mode:
            check_that_forced_colors_are_the_only_colors(shown, mode)
        if "contrast" in mode:
            assert set(root(shown).evaluate(QUIET)) <= {root(shown).evaluate(INK)}, f"pale texts, {mode}"
        for kind in kinds:
            assert changed_pixels(shown, kind) >= 90, f"{kind}, {mode}"


def test_texts_have_at_least_12_pixels_and_legends_differ_by_more_than_colour(shown):
    settle(shown, 1200)
    assert small_texts(root(shown)) == []
    assert root(shown).evaluate(ALIKE) == []


def test_a_window_of_320_pixels_needs_no_sideways_scrolling(shown):
    settle(shown, 320)
    assert sideways(shown) == 0
    assert root(shown).evaluate(OUTSIDE) == []
    assert root(shown).evaluate(OVERLAPS) == []
    assert illegible_texts(root(shown)) == []


@pytest.fixture
def letters(shown):
    """Set the size of the document's letters in a wide window, until the test ends."""
    settle(shown, 1200)
    yield lambda size: enlarge(shown, size)
    enlarge(shown, "")


# The usual height of the texts in the panels that are not tilted; large letters may tilt a tick.
LEVEL_TEXT = """root => {
    const heights = [...root.querySelectorAll("text:not([transform])")].map(node => node.getBoundingClientRect().height);
    return heights.filter(Boolean).sort((a, b) => a - b)[Math.floor(heights.filter(Boolean).length / 2)];
}"""


def test_letters_of_twice_the_size_are_neither_cut_nor_covered(shown, letters):
    before = root(shown).evaluate(LEVEL_TEXT)
    letters("200%")
    after = root(shown).evaluate(LEVEL_TEXT)
    assert after == pytest.approx(2 * before, rel=0.15)
    assert sideways(shown) == 0
    assert root(shown).evaluate(OUTSIDE) == []
    assert root(shown).evaluate(OVERLAPS) == []


def test_wider_spacing_of_letters_and_lines_cuts_nothing(shown):
    spacing = shown.evaluate_handle(
        """css => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(css);
            document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
            return sheet;
        }""",
        SPACING,
    )
    settle(shown, 1100)
    found = sideways(shown), root(shown).evaluate(OUTSIDE), root(shown).evaluate(OVERLAPS)
    spacing.evaluate("sheet => { document.adoptedStyleSheets = document.adoptedStyleSheets.filter(one => one !== sheet); }")
    assert found == (0, [], [])


def test_small_letters_of_a_host_do_not_shrink_ours(shown, letters):
    """Classic Notebook sets the root's letters to 10 pixels."""
    letters("10px")
    assert small_texts(root(shown)) == []


# Where everything stands. The words and tables for screen readers come when the hand rests.
PLACES = """root => [...root.querySelectorAll(':not(.fw-data *, .fw-spoken)')].flatMap(node => {
    if (!node.checkVisibility()) return [];
    const [box, { left }] = [node.getBoundingClientRect(), root.getBoundingClientRect()];
    return [node.tagName, node.getAttribute('class'), Math.round(box.left - left), Math.round(box.width)].join(' ');
})"""


def test_a_page_from_right_to_left_shows_the_same_picture(shown):
    settle(shown, 1100)
    before = root(shown).evaluate(PLACES)
    shown.evaluate("document.documentElement.dir = 'rtl'")
    settle(shown, 1101)
    settle(shown, 1100)
    after = root(shown).evaluate(PLACES)
    shown.evaluate("document.documentElement.removeAttribute('dir')")
    assert after == before


# The colours in use, apart from images: as few as a person who forces colours has chosen.
COLORS = """root => [...new Set([...root.querySelectorAll('*')]
    .filter(node => node.getClientRects().length && !node.matches('canvas, input:not(.fw-field)'))
    .flatMap(node => {
        const style = getComputedStyle(node);
        if (!(node instanceof SVGElement)) return [style.color, style.backgroundColor];
        return [style.fill, style.stroke];
    })
    .filter(color => color !== 'none' && !/, 0\\)$/.test(color)))]"""
SYSTEM = """names => names.map(name => {
        const node = document.body.appendChild(document.createElement('i'));
        node.style.cssText = `color: ${name}; forced-color-adjust: none`;
        const color = getComputedStyle(node).color;
        node.remove();
        return color;
    })"""
NAMES = [  # of system colours
    "Canvas",
    "CanvasText",
    "LinkText",
    "GrayText",
    "Highlight",
    "HighlightText",
    "ButtonFace",
    "ButtonText",
    "ButtonBorder",
    "Field",
    "FieldText",
]
QUIET = """root => [...root.querySelectorAll('.fw-tick, .fw-label, dt')]
    .map(node => node.tagName === 'DT' ? getComputedStyle(node).color : getComputedStyle(node).fill)"""
INK = "root => getComputedStyle(root).color"


def check_that_forced_colors_are_the_only_colors(page, mode):
    system = set(page.evaluate(SYSTEM, NAMES))
    used = {color for color in root(page).evaluate(COLORS) if color not in system}
    assert used == set(), f"not among the system's colours, {mode}"
    for node in root(page).locator("input:checked + span:visible").all():
        chosen = node.evaluate("node => getComputedStyle(node).backgroundColor")
        assert chosen != node.evaluate("node => getComputedStyle(node.closest('[role=radiogroup]')).backgroundColor"), mode


PRINTED = """() => addEventListener('beforeprint', () => {
    const root = document.querySelector('.fewidgets');
    const plots = [...root.querySelectorAll('.fw-plot')].map(plot => plot.getBoundingClientRect().width);
    window.printed = [root.dataset.theme, Math.max(...plots)];
})"""
PRINTABLE = 1032  # pixels of the height of A4 between margins of 12 mm


def test_a_print_is_light_and_fits_on_a4(shown):
    legends = shown.locator(".fw-legend:not([hidden])").count()
    settle(shown, 700, media="print", color_scheme="dark")
    paper = root(shown).evaluate("root => getComputedStyle(root).backgroundColor")
    assert paper == "rgb(255, 255, 255)"
    assert sideways(shown) == 0
    assert root(shown).evaluate(OUTSIDE) == []
    assert root(shown).evaluate(OVERLAPS) == []
    assert root(shown).evaluate(BROKEN_WORDS) == []
    assert illegible_texts(root(shown)) == []
    assert max(plot.bounding_box()["width"] for plot in root(shown).locator(".fw-plot").all()) <= 660
    assert max(panel.bounding_box()["height"] for panel in root(shown).locator(".fw-panel").all()) <= PRINTABLE
    for name in ("button", "input[type=range]", "select"):
        assert all(not node.is_visible() for node in root(shown).locator(name).all()), name
    assert sum(legend.is_visible() for legend in root(shown).locator(".fw-legend").all()) == legends
    assert root(shown).evaluate("root => getComputedStyle(root).printColorAdjust") == "exact"


def test_a_dark_screen_is_printed_light_and_stays_dark(shown):
    settle(shown, 1200, media="null", color_scheme="dark")
    shown.evaluate(PRINTED)
    sheets = shown.pdf(format="A4").count(b"/Type /Page\n")
    assert 1 <= sheets <= 2
    theme, widest = shown.evaluate("window.printed")
    assert theme == "light"
    assert widest <= 660
    settle(shown, 1200)
    assert root(shown).get_attribute("data-theme") == "dark"
    assert max(plot.bounding_box()["width"] for plot in root(shown).locator(".fw-plot").all()) > 300

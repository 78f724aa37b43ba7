"""The site: it is built without a warning, its links lead somewhere, and a reader can do on it what it promises."""

import gzip
import re

import pytest
from playwright.sync_api import expect

from fewidgets import algorithms, data, scene
from fewidgets.algorithms import plain
from fewidgets.explorables import EXPLORABLES
from fewidgets.site import SITE
from tests.browser.axe import violations
from tests.browser.jupyter import chromium
from tests.docs.site import ROOT, Site, build
from tests.docs.walk import Seen, walk

pytestmark = pytest.mark.browser
KINDS = ("index.html", "learn/9.6_boosting.html", "gallery/index.html", "reference/algorithms/boost.html", "teach/index.html")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    target = tmp_path_factory.mktemp("site")
    build(ROOT / "docs", target)
    return Site(target / "html")


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture
def page(browser):
    page = browser.new_page(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    yield page
    page.close()


def test_every_link_and_anchor_leads_somewhere(site):
    assert len(site.pages) > 200
    assert site.broken_links() == []


def test_every_public_name_has_its_place(site):
    ids = set().union(*site.anchors.values())
    wanted = {f"fewidgets.{name}" for name in EXPLORABLES}
    for module in (algorithms, plain, data, scene):
        wanted |= {f"{module.__name__}.{name}" for name in module.__all__}
    assert wanted - ids == set()


def test_a_lesson_is_light(site):
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in (site.folder / "learn").glob("*.html")}
    assert {name: size for name, size in sizes.items() if size > 400_000} == {}


def test_a_reader_walks_through_everything_that_lives(site, page):
    seen = Seen()
    living = [name for name in site.documents if 'class="explorable"' in site.pages[name]]
    for name in living:
        walk(page, f"{site.folder.as_uri()}/", name, seen)
    assert seen.faults == []
    assert seen.drawn == seen.moved + seen.committed > 150
    assert seen.committed > 60


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize(("width", "theme"), [(1366, "light"), (400, "dark")])
def test_each_kind_of_page_is_for_everybody(site, page, name, width, theme):
    page.set_viewport_size({"width": width, "height": 768})
    page.emulate_media(color_scheme=theme)
    seen = Seen()
    walk(page, f"{site.folder.as_uri()}/", name, seen)
    assert seen.faults == []
    assert violations(page) == []


def test_a_prediction_is_kept_in_the_browser_and_gives_back_what_it_held(site, page):
    address = f"{site.folder.as_uri()}/learn/9.6_boosting.html"
    page.goto(address)
    expect(page.get_by_text("weight  0.6")).to_have_count(0)
    held = page.locator("template[data-held='9.6 first feature']")
    expect(held).to_have_count(1)
    question = page.locator(".explorable").filter(has_text="wins the first round")
    question.scroll_into_view_if_needed()
    question.get_by_role("radio", name="RM", exact=True).check()
    question.get_by_role("button", name="Commit", exact=True).click()
    expect(held).to_have_count(0)
    page.reload()
    expect(held).to_have_count(0)
    question.scroll_into_view_if_needed()
    expect(question.get_by_role("button", name="Commit", exact=True)).to_have_count(0)


@pytest.mark.parametrize(
    ("words", "found"),
    [("lambda", "LambdaSlider"), ("λ", "LambdaSlider"), ("LambdaSlider", "LambdaSlider"), ("condition number", "Glossary")],
)
def test_the_search_finds(site, page, words, found):
    page.goto(f"{site.folder.as_uri()}/search.html?q={words.replace(' ', '+')}")
    results = page.locator("#search-results li")
    results.first.wait_for()
    page.wait_for_timeout(1000)
    assert any(found in text for text in results.all_inner_texts())


def test_paper_has_every_explorable(site, page):
    page.goto(f"{site.folder.as_uri()}/learn/9.7_regularization.html")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    places = page.locator(".explorable")
    assert places.locator(".fewidgets").count() >= places.count() > 5


def test_without_scripts_a_lesson_has_still_pictures(site, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.folder.as_uri()}/learn/9.6_boosting.html")
    pictures = page.locator(".explorable img")
    assert pictures.count() > 2
    expect(pictures.first).to_be_visible()
    assert re.search("weight|cost|feature", pictures.first.get_attribute("alt"))
    context.close()


def test_a_shared_link_shows_a_picture(site):
    for name, text in site.pages.items():
        shown = re.search(f'property="og:image" content="{re.escape(SITE)}([^"]+)"', text)
        if shown or name in site.documents:
            assert (site.folder / shown[1]).is_file(), name

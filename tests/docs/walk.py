"""Walk through the site as a reader does: every page is opened, every explorable drawn and moved, every prediction committed.

``python -m tests.docs.walk FOLDER`` walks at three widths in both themes, from files and from a server with a prefix. Names of
pages after the folder choose some.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, Request, TimeoutError

from tests.browser.axe import violations
from tests.browser.jupyter import chromium, listen
from tests.docs.site import Site

WIDTHS, THEMES = (1366, 400, 320), ("light", "dark")
PREFIX = "/fewidgets/"
PAINTED = "new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))"
ENABLED = "input[type=range]:enabled, button:enabled, select:enabled, [tabindex='0']"


@dataclass
class Seen:
    """What a walk met on its pages."""

    pages: int = 0
    drawn: int = 0
    moved: int = 0
    committed: int = 0
    faults: list[str] = field(default_factory=list, repr=False)


def walk(page: Page, address: str, name: str, seen: Seen) -> None:
    """Open one page, and do on it what can be done."""
    errors: list[str] = []
    listen(page, errors)

    def elsewhere(request: Request) -> None:
        if not request.url.startswith((address, "data:", "blob:")):
            seen.faults.append(f"{name}: asks {request.url}")

    page.on("request", elsewhere)
    page.goto(address + name)
    seen.pages += 1
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        seen.faults.append(f"{name}: wider than the window")
    for place in page.locator(".explorable").all():
        place.scroll_into_view_if_needed()
        view = place.locator(".fewidgets")
        try:
            view.first.wait_for(timeout=5000)
        except TimeoutError:
            seen.faults.append(f"{name}: an explorable is not drawn")
            continue
        seen.drawn += 1
        asks = view.first.get_by_role("button", name="Commit", exact=True).count()
        done = commit(view.first) if asks else move(view.first)
        seen.committed += bool(asks and done)
        seen.moved += bool(done and not asks)
        if not done:
            seen.faults.append(f"{name}: nothing happens in {view.first.inner_text()[:60]!r}")
    seen.faults += [f"{name}: {error}" for error in errors]


def commit(view: Locator) -> bool:
    """Answer a question with what comes first, and commit."""
    button = view.get_by_role("button", name="Commit", exact=True)
    for each in view.locator("input[type=checkbox], input[type=range]").all()[:1]:
        each.press("Space" if each.get_attribute("type") == "checkbox" else "ArrowRight")
    for option in view.get_by_role("radio").all() or [None]:  # one of several answers, or one of several curves to draw
        if option and button.is_disabled():
            option.check()
        for point in view.locator("[role=slider]").all() if button.is_disabled() else ():
            point.press("ArrowUp")
    rest = view.get_by_role("button", name="The rest is 0")
    if button.is_disabled() and rest.count():
        view.get_by_role("option").first.press("ArrowUp")
        rest.click()
    if button.is_disabled():
        return False
    button.click()
    return True


def move(view: Locator) -> bool:
    """Move the first control that answers without Python, and say whether the picture changed."""
    before = view.inner_html()
    for control in view.locator(ENABLED).all():
        if not control.is_visible():
            continue
        control.focus()
        for key in ("ArrowRight", "ArrowLeft", "Enter"):
            control.press(key)
            view.page.evaluate(PAINTED)
            view.page.wait_for_timeout(50)
            if view.inner_html() != before:
                return True
    return False


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder under a prefix, as the host of the pages does."""

    class Handler(SimpleHTTPRequestHandler):
        def translate_path(self, path: str) -> str:
            return super().translate_path("/" + path.removeprefix(PREFIX))

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{PREFIX}"
    finally:
        server.shutdown()


def walk_all(names: Sequence[str], addresses: Sequence[str], browser: Browser) -> Iterator[tuple[str, Seen]]:
    """Walk over pages at three widths in both themes, with axe on each; yield what was walked and what was seen."""
    for address, width, theme in product(addresses, WIDTHS, THEMES):
        seen = Seen()
        context = browser.new_context(viewport={"width": width, "height": 768}, color_scheme=theme, reduced_motion="reduce")
        for name in names:
            page = context.new_page()
            walk(page, address, name, seen)
            seen.faults += [f"{name}: {fault}" for fault in violations(page)]
            page.close()
        context.close()
        yield f"{address.partition(':')[0]}, {width} px, {theme}", seen


if __name__ == "__main__":
    site = Site(Path(sys.argv[1]).resolve())
    with chromium() as browser, served(site.folder) as server:
        for walked, seen in walk_all(sys.argv[2:] or site.documents, [site.folder.as_uri() + "/", server], browser):
            print(walked, seen, *seen.faults, sep="\n  ", flush=True)

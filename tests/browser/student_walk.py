"""Walk through a delivered lesson as a student does: Shift+Enter from the top, on the screen of a laptop, without any commit.

``python -m tests.browser.student_walk`` walks through all lessons and prints what it finds, one line a lesson.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from fewidgets.lessons.copies import deliver
from tests.browser.jupyter import Lab, chromium, jupyter_server
from tests.lessons.given_away import given_away
from tests.lessons.lesson import NAMES, Cell, Lesson, lesson

SCREEN = {"width": 1366, "height": 768}
SETTLED = 500  # ms in which a picture takes its place, and the notebook stops scrolling
ENOUGH = 120  # pixels of a view that must be on the screen
NEAR = 60  # a view that is higher than the screen begins at most this far from its top

OPEN = """async path => {
    const panel = await window.jupyterapp.commands.execute('docmanager:open', { path, factory: 'Notebook' });
    await panel.revealed; await panel.context.ready; await panel.sessionContext.ready;
    panel.content.activeCellIndex = 0; panel.content.activate();
    return panel.content.widgets.length;
}"""
NOTEBOOK = "window.jupyterapp.shell.currentWidget.content"
RUN = f"""number => {{
    const cell = {NOTEBOOK}.widgets[number];
    return {NOTEBOOK}.activeCellIndex === number + 1 && !cell.node.querySelector('.jp-InputPrompt')?.textContent.includes('*');
}}"""
# The menu comes last, when the browser has time for it.
WHOLE = f"""number => [...{NOTEBOOK}.widgets[number].node.querySelectorAll('.fewidgets')]
    .every(view => view.querySelector('.fw-more'))"""
VIEWS = f"""number => {{
    const notebook = {NOTEBOOK};
    const place = (notebook.node.querySelector('.jp-WindowedPanel-outer') ?? notebook.node).getBoundingClientRect();
    return [...notebook.widgets[number].node.querySelectorAll('.fewidgets')].slice(0, 1).map(view => {{
        const {{ top, bottom }} = view.getBoundingClientRect();
        return {{ top: top - place.top, bottom: bottom - place.top, height: place.height }};
    }});
}}"""
READ = f"""async number => {{
    const cell = {NOTEBOOK}.widgets[number];
    await {NOTEBOOK}.scrollToItem(number, 'smart');
    await cell.ready;
    const failed = cell.node.querySelector('[data-mime-type="application/vnd.jupyter.error"]');
    return {{ printed: cell.node.querySelector('.jp-Cell-outputArea')?.innerText ?? '', failed: Boolean(failed) }};
}}"""
CLOSE = """async () => {
    const panel = window.jupyterapp.shell.currentWidget;
    await panel.sessionContext.shutdown();
    panel.dispose();
}"""


@dataclass(frozen=True)
class Walk:
    """What a student met: how many views, which were ``unseen``, answers ``told`` too early, and cells that ``failed``."""

    name: str
    views: int
    unseen: tuple[str, ...]
    told: tuple[str, ...]
    failed: tuple[int, ...]

    @property
    def fine(self) -> bool:
        return self.views > 0 and not (self.unseen or self.told or self.failed)


def walk(page: Page, name: str) -> Walk:
    """Run all cells of a delivered lesson one after another; then read what stands there, before anything is committed."""
    count, unseen, views = page.evaluate(OPEN, f"lessons/{name}.ipynb"), [], 0
    stored = lesson(name).cells
    for number in range(count - 1):
        page.keyboard.press("Shift+Enter")
        page.wait_for_function(RUN, arg=number)
        if stored[number].is_code:
            page.wait_for_function(WHOLE, arg=number)
            page.wait_for_timeout(SETTLED)
            for view in page.evaluate(VIEWS, number):
                views += 1
                unseen += [f"cell {number}: {view}" for _ in range(not in_sight(**view))]
    read = [page.evaluate(READ, number) for number in range(count)]
    cells = [Cell(own.number, own.kind, own.source, seen["printed"], "", ()) for own, seen in zip(stored, read, strict=True)]
    told = [found for found in given_away(Lesson(name, tuple(cells))) if "its output" not in found]
    failed = [number for number, seen in enumerate(read) if seen["failed"]]
    page.evaluate(CLOSE)
    return Walk(name, views, tuple(unseen), tuple(told), tuple(failed))


def in_sight(top: float, bottom: float, height: float) -> bool:
    """Say whether a view begins on the screen, and ends there or begins near the top."""
    return 0 <= top <= height - ENOUGH and (bottom <= height + 2 or top <= NEAR)


def walks(lab: Lab, names: list[str]) -> Iterator[Walk]:
    lab.page.evaluate("() => window.jupyterapp.shell.expandLeft()")
    for name in names:
        yield walk(lab.page, name)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, chromium() as browser, jupyter_server(Path(folder)) as (address, root):
        deliver(root / "lessons")
        for found in walks(Lab(browser, address, root, viewport=SCREEN), sys.argv[1:] or NAMES):
            print("fine " if found.fine else "FAULT", found, flush=True)

"""An explorable as it stands on a page, found by the names that a screen reader tells."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.jupyter import wait_until
from tests.browser.settings import settle

SCREENSHOTS = Path(__file__).parents[2] / "artifacts" / "screenshots"

# Everything in the panels that makes a picture: where shapes lie and what texts say, not what is hidden or has the focus.
PICTURE = """root => [...root.querySelectorAll('figure svg *')]
    .filter(node => node.getAttribute('visibility') !== 'hidden')
    .map(node => ['d', 'x', 'y', 'width', 'height', 'cx', 'cy', 'x1', 'x2', 'y1', 'y2', 'transform']
        .map(name => node.getAttribute(name) ?? '').join(' ') + (node.childElementCount ? '' : node.textContent))
    .filter(text => text.trim()).join('\\n')"""


# What the controls show, and which cells and blocks are on.
CONTROLS = """root => [...root.querySelectorAll('input:not([type=file]), textarea, [aria-valuetext], [aria-selected]')]
    .map(node => [node.checked, node.value, node.getAttribute('aria-valuetext'), node.getAttribute('aria-selected')].join())"""


class View:
    """One view of an explorable."""

    def __init__(self, place: Locator) -> None:
        self.root = place.locator(".fewidgets[role=group]").first
        self.page = place.page
        expect(self.root.locator("figure svg:visible").first).to_be_visible()

    def control(self, name: str) -> Locator:
        """Give a slider's or a stepper's range input; unfold it if it is under *More*."""
        wanted = f"input[type=range][data-control='{name}']"
        folded = self.root.locator("details.fw-folded:not([open])", has=self.page.locator(wanted))
        if folded.count():
            folded.locator("summary").click()
        return self.root.locator(wanted)

    def button(self, label: str) -> Locator:
        """Give a button by its accessible name."""
        return self.root.get_by_role("button", name=label, exact=True)

    def step(self, name: str = "round") -> int:
        """Give a stepper's position."""
        return int(self.control(name).input_value())

    def wait_step(self, step: int, name: str = "round") -> None:
        """Wait until a stepper is at a position."""
        wait_until(lambda: self.step(name) == step, f"{name} {step} (it is {self.step(name)})", self.page)

    @property
    def panels(self) -> Locator:
        """All panels."""
        return self.root.locator("figure")

    @property
    def bars(self) -> list[str]:
        """Name and value of all bars, as they are told."""
        return self.root.locator("[role=option]").evaluate_all("nodes => nodes.map(node => node.getAttribute('aria-label'))")

    @property
    def lines(self) -> list[str]:
        """Keys of all lines."""
        return self.root.evaluate(
            """root => [...root.querySelectorAll('path[d^=M]')].map(path => path.closest('[data-key]')?.dataset.key)
                .filter((key, i, keys) => key && keys.indexOf(key) === i)"""
        )

    @property
    def caption(self) -> str:
        """The state in one sentence."""
        return self.root.locator("[data-part=caption]").inner_text()

    @property
    def picture(self) -> str:
        """All that is painted in the panels."""
        return self.root.evaluate(PICTURE)

    @property
    def shown(self) -> tuple[str, str, list[str]]:
        """All that is painted, the caption, and what the controls show."""
        return self.picture, self.caption, self.root.evaluate(CONTROLS)

    def part(self, name: str) -> Locator:
        """Give the verdict, the score, …"""
        return self.root.locator(f"[data-part={name}]")

    def wait_picture(self, differs_from: str, what: str = "the picture changed") -> str:
        """Wait until the picture is another; give it."""
        wait_until(lambda: self.picture != differs_from, what, self.page)
        return self.picture

    def at_rest(self, milliseconds: int = 250) -> str:
        """Wait until the picture has stayed the same for a while, then give it: for showing that nothing moved."""

        def same() -> bool:
            before = self.picture
            self.page.wait_for_timeout(milliseconds)
            settle(self.page)  # a busy browser may paint nothing for that long
            return self.picture == before

        wait_until(same, "the picture stays the same", self.page)
        return self.picture

    def emphasised(self, key: str) -> list[str]:
        """Give the titles of the panels in which a key's marks are fully there while another's step back."""
        return self.root.evaluate(
            """(root, key) => [...root.querySelectorAll('figure')].filter(figure => {
                const shown = node => Number(getComputedStyle(node).opacity) > 0.9;
                const keyed = [...figure.querySelectorAll('[data-key]')];
                const mine = keyed.filter(node => node.dataset.key === key);
                const others = keyed.filter(node => node.dataset.key !== key);
                return mine.length && mine.every(shown) && others.length && !others.some(shown);
            }).map(figure => figure.getAttribute('aria-label'))""",
            key,
        )

    def keep(self, name: str) -> Path:
        """Keep a picture of what is seen, for people to look at."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        path = SCREENSHOTS / f"{name}.png"
        self.root.screenshot(path=path, animations="disabled")
        return path


def box_of(locator: Locator) -> dict[str, Any]:
    """Give where something is on screen, scrolled into view."""
    locator.scroll_into_view_if_needed()
    box = locator.bounding_box()
    assert box is not None
    return box


def drag(locator: Locator, right: float, down: float) -> None:
    """Drag something by the mouse, by a number of pixels."""
    box = box_of(locator)
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    mouse = locator.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + right, y + down, steps=3)
    mouse.up()


def numbers_told(handle: Locator) -> list[float]:
    """Give the numbers that a handle tells a screen reader, e.g. where it stands."""
    told = handle.get_attribute("aria-valuetext") or ""
    return [float(number.replace("−", "-")) for number in re.findall(r"[−\d.]+", told)]


BOOSTING = """from fewidgets.data import load_boston
from fewidgets.explorables import BoostingStepper

w = BoostingStepper(load_boston())
w"""
LAMBDA = """from fewidgets.data import load_boston
from fewidgets.explorables import LambdaSlider

w = LambdaSlider(load_boston(), reduction="sum")
w"""

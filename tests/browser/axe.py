"""axe-core in the page: what breaks its rules for WCAG 2.2 A and AA and its best practices."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ElementHandle, Frame, Locator, Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
#: WCAG 2.5.3: a name contains the text that is seen. Before axe 4.14 the rule runs only where it is named. A text that is
#: shortened with an ellipsis is left out: its name has it in full.
NAMES = {"label-content-name-mismatch": {"enabled": True}}
_KEPT = """found.violations.flatMap(rule => rule.nodes
    .filter(({ element }) => rule.id !== "label-content-name-mismatch" || !element.textContent.includes("…"))
    .map(({ target, failureSummary }) => `${rule.id}: ${target} ${failureSummary}`))"""
_AXE = Axe()


def violations(page: Page) -> list[str]:
    """List each element of a page that breaks a rule, with the reason."""
    return _run(page.main_frame, "axe.run(document, options)")


def violations_but_of_contrast(page: Page) -> list[str]:
    """List the same, apart from contrast: for pages whose texts are all measured by another test."""
    return _run(page.main_frame, "axe.run(document, options)", rules={"color-contrast": {"enabled": False}})


def violations_of_contrast(page: Page) -> list[str]:
    """List each text of a page that has too little contrast: what depends on the theme."""
    return _run(page.main_frame, "axe.run(document, { ...options, runOnly: ['color-contrast'] })")


def violations_inside(root: Locator) -> list[str]:
    """List each element of a part of a page that breaks a rule. The headings above it are those of somebody else's cells."""
    node = root.element_handle()
    frame = node.owner_frame()
    assert frame
    return _run(frame, "axe.run(node, options)", node, {"heading-order": {"enabled": False}})


def _run(frame: Frame, call: str, node: ElementHandle | None = None, rules: dict[str, object] | None = None) -> list[str]:
    if not frame.evaluate("'axe' in window"):
        frame.evaluate(_AXE.axe_script)
    options = {
        "preload": False,
        "resultTypes": ["violations"],
        "elementRef": True,
        "runOnly": TAGS,
        "rules": NAMES | (rules or {}),
    }
    found: list[str] = frame.evaluate(f"([node, options]) => {call}.then(found => {_KEPT})", [node, options])
    return found

"""axe-core in the page: what breaks its rules for WCAG 2.2 A and AA and its best practices."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_AXE = Axe()


def violations(page: Page, inside: str = "html", *, without: tuple[str, ...] = ()) -> list[str]:
    """List each element that breaks a rule, with the reason. ``without`` names rules about whole pages, for parts of pages."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE.axe_script)
    rules = {rule: {"enabled": False} for rule in without}
    options = {"resultTypes": ["violations"], "runOnly": TAGS, "rules": rules}
    found = page.evaluate("([inside, options]) => axe.run(inside, options)", [inside, options])["violations"]
    return [f"{rule['id']}: {node['target']} {node['failureSummary']}" for rule in found for node in rule["nodes"]]

"""Notebooks that are run to become pages: what they show carries answers, which together fit into the budget of a page."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from fewidgets.scene.page.budget import BUDGET, FOR_PAGES
from fewidgets.scene.types import Keywords

if TYPE_CHECKING:
    from fewidgets.explorables.framework.explorable import Explorable

SHARE, HELD_SHARE = 3, 20  # an explorable may spend one part in so many of what is left; less if a prediction holds it back

_spent = 0


def carried(shown: Explorable, share: int = SHARE) -> Keywords:
    """Return what the page is given of an explorable, and count what that costs."""
    global _spent
    left = max(0, int(os.environ.get(FOR_PAGES, BUDGET)) - _spent)
    page = shown.page(budget=left // share)
    _spent += len(page["scene"].get("answers", {"data": {"data": b""}})["data"]["data"])
    return page


def carry_after_cell(shown: Explorable) -> None:
    """Give an explorable its answers at the end of the cell that shows it, for the state that it has then."""
    from IPython import get_ipython

    shell = get_ipython()
    if shell is None or not shown.inputs:
        return

    def give(_result: Any) -> None:
        shell.events.unregister("post_run_cell", give)
        if "answers" not in shown._scene:
            scene = carried(shown)["scene"]
            shown._scene = {**scene, "present": True} if shown.present else scene

    shell.events.register("post_run_cell", give)

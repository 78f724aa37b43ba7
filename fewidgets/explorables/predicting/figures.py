from __future__ import annotations

from typing import Any

from fewidgets.explorables.predicting.estimating import Estimate
from fewidgets.explorables.predicting.kind import Kind
from fewidgets.explorables.predicting.ordering import Ordering
from fewidgets.explorables.predicting.tex import readable
from fewidgets.scene import Panel, Table
from fewidgets.scene.asking import OPEN


def answer_table(kind: Kind, answer: Any, stage: str) -> Panel:
    """Return a panel with the options or items, what was answered, and what is right unless the stage is "open"."""
    truth = None if stage == OPEN else kind.truth
    if isinstance(kind, Estimate):
        numbers = ["" if value is None else readable(kind.in_words(value)) for value in (answer, truth)]
        limits = f"from {kind.in_words(kind.low)} to {kind.in_words(kind.high)}"
        return Panel("Your prediction", [Table(["Range", "Yours", "Truth"], [[readable(limits), *numbers]])])
    if isinstance(kind, Ordering):
        columns = [[readable(item) for item in order or [""] * len(kind.items)] for order in (answer, truth)]
        rows = [[place, *pair] for place, pair in enumerate(zip(*columns, strict=True), start=1)]
        if stage == OPEN and answer is None:
            rows = [[place, readable(item), ""] for place, item in enumerate(kind.items, start=1)]
        return Panel("Your prediction", [Table(["Place", "Yours", "Truth"], rows)])
    chosen, right = (({value} if isinstance(value, str) else set(value or ())) for value in (answer, truth))
    rows = [[readable(option), *("×" if option in each else "" for each in (chosen, right))] for option in kind.choices()]
    return Panel("Your prediction", [Table(["Option", "Yours", "Truth"], rows)])

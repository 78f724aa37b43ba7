"""The tables of exercise sets in the README and in the index, generated from the sets' first cells."""

from __future__ import annotations

import re
from pathlib import Path

from fewidgets.authoring.set_facts import SetFacts, set_facts

#: The generated region, in the README and in the index.
REGION = "exercise sets"


def practice_sets(root: Path) -> dict[str, SetFacts]:
    """Return what each exercise set of a checkout says of itself, by its name."""
    return set_facts(root / "notebooks" / "exercises")


def set_table(sets: dict[str, SetFacts], folder: str) -> str:
    """Return a table of the exercise sets."""
    rows = ["| Exercise set | Minutes | Points | You practise |", "|---|---:|---:|---|"]
    for name, facts in sets.items():
        # Links there lead from another folder.
        practises = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", facts.practises)
        rows.append(f"| [{facts.title}]({folder}{name}.ipynb) | {facts.minutes} | {facts.points} | {practises} |")
    return "\n".join(rows)

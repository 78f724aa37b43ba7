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
    """Return a table of the exercise sets.

    Parameters
    ----------
    sets : dict
        The result of `practice_sets`.
    folder : str
        Where they are, seen from the file with the table, such as "exercises/".

    Examples
    --------
    >>> print(set_table({"9.09_x": SetFacts("Exercise 9.9: x", "40", "6", "loops, see [9.6](../9.6.ipynb).")}, "exercises/"))
    | Exercise set | Minutes | Points | You practise |
    |---|---:|---:|---|
    | [Exercise 9.9: x](exercises/9.09_x.ipynb) | 40 | 6 | loops, see 9.6. |
    """
    rows = ["| Exercise set | Minutes | Points | You practise |", "|---|---:|---:|---|"]
    for name, facts in sets.items():
        # Links there lead from another folder.
        practises = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", facts.practises)
        rows.append(f"| [{facts.title}]({folder}{name}.ipynb) | {facts.minutes} | {facts.points} | {practises} |")
    return "\n".join(rows)

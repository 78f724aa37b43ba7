"""The table exercise × misconception: which message a known mistake gets."""

from __future__ import annotations

from collections.abc import Sequence

from fewidgets.exercises.collected import tasks
from fewidgets.exercises.drawing import draw
from fewidgets.exercises.judging import judge

_HEAD = ("Exercise", "Misconception", "Verdict", "Message")


def misconception_table(names: Sequence[str] | None = None) -> str:
    """Hand in every known misconception of every task, and list what becomes of it, as a Markdown table."""
    rows = [_HEAD, ("---",) * len(_HEAD)]
    for task in tasks().values():
        if names is not None and task.name not in names:
            continue
        drawn = draw(task, seed=0)
        for each in task.misconceptions:
            found = judge(task, each.function, drawn=drawn, own_work=False)
            other = f"taken for {found.kind!r}" if found.kind else found.outcome
            rows.append((task.name, each.name, "named" if found.kind == each.name else other, each.explanation))
    return "\n".join(f"| {' | '.join(cell.replace('|', '∣') for cell in row)} |" for row in rows) + "\n"

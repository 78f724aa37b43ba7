"""Words that captions are made of."""

from __future__ import annotations

from fewidgets.explorables.framework.aliases import Names


def counted(count: int, noun: str) -> str:
    """Return "1 tree", "2 trees"."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def listed(names: Names) -> str:
    """Return "a", "a and b", "a, b and c"."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last

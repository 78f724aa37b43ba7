"""What the code of a state says in a few words: what is not as in a new explorable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from fewidgets.explorables.framework.representation import short
from fewidgets.opening import from_share

OTHER_STATES = "other states"
MOST = 12  # states with a bar of their own
WORDS = 2  # most parts of the state in a label


def count_states(codes: Sequence[str]) -> tuple[list[str], list[int]]:
    """Count equal states, the most frequent first; the rest stands in one last entry.

    Returns
    -------
    list of str, list of int
        What the state is, and how many codes have it.
    """
    counted = Counter(label(code) for code in codes)
    shown = counted.most_common(MOST)
    rest = sum(counted.values()) - sum(count for _, count in shown)
    labels, counts = [text for text, _ in shown], [count for _, count in shown]
    return ([*labels, OTHER_STATES], [*counts, rest]) if rest else (labels, counts)


@lru_cache(maxsize=2_000)
def label(code: str) -> str:
    """Return the first controls of a state with their values; the beginning of the code if it needs somebody's own data."""
    try:
        w = from_share(code)
    except (TypeError, ValueError):
        return f"{code[:15]}…"
    try:
        initial = w.scene.initial_state
        controls = [each.name for each in w.scene.controls if not each.idle]
        moved = [name for name in controls if w.state[name] is not None and str(w.state[name]) != str(initial[name])]
        return ", ".join(f"{name} = {short(w.state[name])}" for name in (moved or controls)[:WORDS])
    finally:
        w.close()

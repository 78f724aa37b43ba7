"""Shorten names in their middle, because names of features often differ at their end."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Sequence

LONGEST = 2_000  # most characters that are measured; no line is longer
#: Share of what is kept at the beginning. The others tell apart names that the first leaves alike.
SHARES = (0.5, 0.25, 0.75, 0.0, 1.0)
JOINER = "\N{ZERO WIDTH JOINER}"


def characters(text: str) -> Sequence[str]:
    """Split a text into characters as people count them, such as an emoji of several code points."""
    if text.isascii():
        return text
    parts: list[str] = []
    for each in text:
        if parts and (
            _attached(each) or parts[-1].endswith(JOINER) or (_flag(each) and len(parts[-1]) == 1 and _flag(parts[-1]))
        ):
            parts[-1] += each
        else:
            parts.append(each)
    return parts


def _attached(each: str) -> bool:
    """Say whether a code point belongs to the one before it, such as an accent or a skin tone."""
    return unicodedata.category(each) in ("Mn", "Mc", "Me") or each == JOINER or "\U0001f3fb" <= each <= "\U0001f3ff"


def _flag(each: str) -> bool:
    return "\U0001f1e6" <= each <= "\U0001f1ff"


def shorten(text: str, width: float, measure: Callable[[str], float], share: float = 0.5) -> str:
    """Shorten a text with an ellipsis; ``share`` of what is kept is its beginning."""
    if len(text) <= LONGEST and measure(text) <= width:
        return text
    parts = characters(text if len(text) <= LONGEST else text[: LONGEST // 2] + text[-LONGEST // 2 :])

    def keeping(count: int) -> str:
        head = -int(-count * share // 1)
        return f"{''.join(parts[:head])}…{''.join(parts[len(parts) - count + head :])}"

    # The width grows with the number of characters, so bisection finds the most that fit.
    fits, beyond = 1, len(parts)
    while beyond - fits > 1:
        middle = (fits + beyond) // 2
        if measure(keeping(middle)) <= width:
            fits = middle
        else:
            beyond = middle
    return keeping(fits)


def shorten_all(texts: Sequence[str], width: float, measure: Callable[[str], float]) -> list[str]:
    """Shorten several texts."""
    shown = [shorten(text, width, measure) for text in texts]
    groups: dict[str, list[int]] = defaultdict(list)
    for i, text in enumerate(shown):
        groups[text].append(i)
    for group in groups.values():
        whole = [texts[i] for i in group]
        count = len(set(whole))
        if count > 1:
            tries = (tried for tried in _other_ways(whole, width, measure) if len(set(tried)) == count)
            for i, text in zip(group, next(tries, [shown[i] for i in group]), strict=True):
                shown[i] = text
    return shown


def _other_ways(whole: Sequence[str], width: float, measure: Callable[[str], float]) -> Sequence[list[str]]:
    """Shorten texts that look alike when both ends are kept in another way."""
    ways = [[shorten(text, width, measure, share) for text in whole] for share in SHARES[1:]]
    parts = [characters(text) for text in whole]
    alike = next((i for i, each in enumerate(zip(*parts, strict=False)) if len(set(each)) > 1), min(map(len, parts)))
    start = max(0, alike - 1)
    return [*ways, [shorten(f"…{''.join(each[start:])}", width, measure, 1.0) for each in parts]]

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def capital(text: str) -> str:
    """Begin a text with a capital letter."""
    return text[:1].upper() + text[1:] if text[:1].isascii() else text


def is_plural(what: str) -> bool:
    """Return whether a result takes a plural verb."""
    head = what.partition(" of ")[0].partition(",")[0]
    return any(word.endswith("s") and not word.endswith(("ss", "us", "is", "ias")) for word in head.split())


def with_verb(names: Sequence[str]) -> str:
    return f"{listed(names)} {'are' if len(names) > 1 or is_plural(names[0]) else 'is'}"

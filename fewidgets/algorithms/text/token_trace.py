"""What became of each word of a document in a bag of words (section 9.2.2)."""

from __future__ import annotations

from typing import Literal, NamedTuple

Fate = Literal["kept", "stemmed", "stop word", "not in vocabulary"]


class TokenTrace(NamedTuple):
    """What became of one word of a document."""

    text: str
    word: str
    start: int
    end: int
    fate: Fate
    term: str | None

"""How documents are read: which words are left out, and how the others are stemmed (section 9.2.2)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from .._numerics.arguments import as_choice, shown
from .._numerics.types import Flags
from .stemming import languages, stemmer
from .stop_words import STOP_WORDS
from .tokens import SPELLING


class TextSettings(NamedTuple):
    """How `bag_of_words` reads documents."""

    stop_words: frozenset[str]
    stem: Callable[[str], str] | None
    pattern: str | None


def as_stop_words(stop_words: Any) -> frozenset[str]:
    """Return the words to leave out, in lower case and with plain apostrophes."""
    if stop_words is None:
        return frozenset()
    if isinstance(stop_words, str):
        as_choice(stop_words, "stop_words", ("english",))
        return STOP_WORDS
    iterable = isinstance(stop_words, Iterable) and getattr(stop_words, "ndim", 1) != 0
    listed = list(stop_words) if iterable else None
    if listed is None or not all(isinstance(word, str) for word in listed):
        kind = type(stop_words).__name__
        raise TypeError(f"stop_words must be 'english', a list of words, or None; got {shown(stop_words)} ({kind}).")
    return frozenset(unicodedata.normalize("NFC", word).lower().translate(SPELLING) for word in listed)


def as_stemmer(given: Any) -> Callable[[str], str] | None:
    """Return the function from a word to its stem, or None if words are not stemmed."""
    if given is None or callable(given):
        return given
    if not isinstance(given, str):
        kind = type(given).__name__
        raise TypeError(f"stemmer must be a language, a function from word to stem, or None; got {shown(given)} ({kind}).")
    return stemmer(as_choice(given, "stemmer", languages()))


def stems_of(words: list[str], stops: Flags, stem: Callable[[str], str] | None) -> list[str]:
    """Return the stem of each word."""
    if stem is None:
        return words
    stems = [word if stop else stem(word) for word, stop in zip(words, stops.tolist(), strict=True)]
    if not all(isinstance(result, str) and result for result in stems):
        word, bad = next((w, s) for w, s in zip(words, stems, strict=True) if not isinstance(s, str) or not s)
        raise TypeError(
            f"stemmer must return text of at least one character; got {shown(bad)} ({type(bad).__name__}) for {word!r}."
        )
    return stems

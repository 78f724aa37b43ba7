"""How documents are read: which words are struck out, and how the others are cut to stems (section 9.2.2)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._numerics.arguments import as_choice, shown
from .stemming import languages, stemmer
from .stop_words import STOP_WORDS
from .tokens import SPELLING


class TextSettings(NamedTuple):
    """How `bag_of_words` reads documents.

    Attributes
    ----------
    stop_words : frozenset of str
        What is struck out.
    stem : callable or None
        Gives a word's stem.
    pattern : str or None
        The expression for a word; None for ours.
    max_characters : int or None
        How much of a document is read.
    """

    stop_words: frozenset[str]
    stem: Callable[[str], str] | None
    pattern: str | None
    max_characters: int | None


def as_stop_words(stop_words: Any) -> frozenset[str]:
    """Give the words that are struck out, as they are looked up.

    Raises
    ------
    TypeError, ValueError
        If it is no list of words, "english" or None.

    Examples
    --------
    >>> as_stop_words(["The", "of"]) == {"the", "of"}
    True
    """
    if stop_words is None:
        return frozenset()
    if isinstance(stop_words, str):
        as_choice(stop_words, "stop_words", ("english",))
        return STOP_WORDS
    iterable = isinstance(stop_words, Iterable) and getattr(stop_words, "ndim", 1) != 0
    listed = list(stop_words) if iterable else None
    if listed is None or not all(isinstance(word, str) for word in listed):
        raise TypeError(
            f"stop_words is {shown(stop_words)} ({type(stop_words).__name__}); wanted 'english', a list of words, or None"
        )
    return frozenset(unicodedata.normalize("NFC", word).lower().translate(SPELLING) for word in listed)


def as_stemmer(given: Any) -> Callable[[str], str] | None:
    """Give the function from a word to its stem; None where words stay as they are.

    Raises
    ------
    TypeError, ValueError
        If it is no known language, function or None.

    Examples
    --------
    >>> as_stemmer("english")("dogs"), as_stemmer(None)
    ('dog', None)
    """
    if given is None or callable(given):
        return given
    if not isinstance(given, str):
        raise TypeError(
            f"stemmer is {shown(given)} ({type(given).__name__}); wanted a language, a function from word to stem, or None"
        )
    return stemmer(as_choice(given, "stemmer", languages()))


def stems_of(words: list[str], stops: NDArray[np.bool_], stem: Callable[[str], str] | None) -> list[str]:
    """Give the stem of each word; stop words stay as they are.

    Raises
    ------
    TypeError
        If the stemmer gives anything but text.

    Examples
    --------
    >>> stems_of(["dogs", "this"], np.array([False, True]), as_stemmer("english"))
    ['dog', 'this']
    """
    if stem is None:
        return words
    stems = [word if stop else stem(word) for word, stop in zip(words, stops.tolist(), strict=True)]
    if not all(isinstance(result, str) and result for result in stems):
        word, bad = next((w, s) for w, s in zip(words, stems, strict=True) if not isinstance(s, str) or not s)
        raise TypeError(
            f"stemmer gave {shown(bad)} ({type(bad).__name__}) for {word!r}; wanted text of at least one character"
        )
    return stems

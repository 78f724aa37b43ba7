"""Tokenization: the words of a text in any writing system, and their places in the text (section 9.2.2)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from .._numerics.arguments import shown
from .._numerics.types import Texts

# Chinese characters: radicals, iteration marks, the unified and compatibility ideographs.
HAN = "\u2e80-\u2fdf\u3005\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
# How spellings of the same word differ: typographic apostrophes, and soft hyphens, which are visible only at the end of a
# line.
SPELLING = str.maketrans({"’": "'", "\u00ad": None})
EMPTY_WORDS = "pattern must find words of at least one character; {!r} finds empty words."

_SCRIPTS = (
    (f"[{HAN}]", "Chinese characters are a word each: words of several characters are not put together."),
    (
        "[\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f]",
        "Japanese kana are not cut into words: an unbroken run of them counts as one.",
    ),
    (
        "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]",
        "Thai, Lao, Burmese and Khmer put no spaces between words: the text between two spaces counts as one word.",
    ),
    (
        "[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc]",
        "Arabic letters: a word is the text between spaces or punctuation, with its vowel signs, articles and endings.",
    ),
    ("[\u0590-\u05ff]", "Hebrew: a word is the text between spaces or punctuation, with its points and prefixes."),
)


class Token(NamedTuple):
    """A word in a text."""

    text: str
    word: str
    start: int
    end: int


def tokenize(text: str, *, pattern: str | None = None) -> tuple[Token, ...]:
    r"""Split a text into words.

    Without a `pattern`, a word is an unbroken run of letters and digits, with the accents and vowel signs on them, and
    apostrophes between them (don't). Each Chinese character is a word. All other characters separate words: spaces,
    punctuation, hyphens, underscores, symbols, emoji.

    Parameters
    ----------
    text : str
        Any text.
    pattern : str, optional
        A regular expression for one word, searched in the text in lower case. If it has a group, the group is the word.
        scikit-learn's is ``r"(?u)\b\w\w+\b"``.

    Returns
    -------
    tuple of Token

    Raises
    ------
    TypeError, ValueError
        If `text` is not text, or `pattern` is not a regular expression for words.

    Notes
    -----
    Source: section 9.2.2, the parsing of a document. Arabic, Hebrew and Indic vowel signs belong to their words. Japanese
    kana, Thai, Lao, Khmer and Burmese have no spaces between words: an unbroken run counts as one word.

    Examples
    --------
    >>> [token.word for token in tokenize("Dogs are the BEST, aren't they?")]
    ['dogs', 'are', 'the', 'best', "aren't", 'they']
    >>> [token.word for token in tokenize("我爱狗 and كلب")]
    ['我', '爱', '狗', 'and', 'كلب']
    """
    _check_text(text)
    regex = as_pattern(pattern)
    group = regex.groups
    lowered = text.lower()
    place = _places_in_original(text, lowered)
    found = []
    for match in regex.finditer(lowered):
        start, end = place[match.start(group)], place[match.end(group)]
        word = match.group(group)
        if not word:
            raise ValueError(EMPTY_WORDS.format(pattern))
        found.append(Token(text[start:end], word.translate(SPELLING) if pattern is None else word, start, end))
    return tuple(found)


def _places_in_original(text: str, lowered: str) -> Sequence[int]:
    """Map places in the text in lower case to places in the text: a few letters become two in lower case (İ)."""
    if len(lowered) == len(text):
        return range(len(text) + 1)
    lengths = list(accumulate((len(letter.lower()) for letter in text), initial=0))
    places: list[int] = np.searchsorted(lengths, np.arange(lengths[-1] + 1), side="left").tolist()
    return places


def tokenizer_notes(text: str) -> Texts:
    """Say what `tokenize` does with the writing systems in a text that do not simply put spaces between words."""
    _check_text(text)
    if text.isascii():
        return ()
    return tuple(note for script, note in _SCRIPTS if re.search(script, text))


def _check_text(text: Any) -> None:
    if not isinstance(text, str):
        raise TypeError(f"text must be a string; got {shown(text)} ({type(text).__name__}).")


def as_pattern(pattern: str | None) -> re.Pattern[str]:
    """Compile a pattern for words."""
    if pattern is None:
        return word_pattern()
    if not isinstance(pattern, str):
        raise TypeError(f"pattern must be a regular expression or None; got {shown(pattern)} ({type(pattern).__name__}).")
    try:
        regex = re.compile(pattern)
    except re.error as error:
        raise ValueError(f"pattern must be a regular expression; got {pattern!r} ({error}).") from None
    if regex.groups > 1:
        raise ValueError(
            f"pattern must have at most one group; got {pattern!r} with {regex.groups} groups. Write (?:…) for the others."
        )
    if regex.match(""):
        raise ValueError(EMPTY_WORDS.format(pattern))
    return regex


@cache
def word_pattern() -> re.Pattern[str]:
    """Return the expression that `tokenize` uses by default."""
    letters = rf"[^\W_{HAN}]+"
    run = f"{letters}(?:[{characters(is_mark)}]+(?:{letters})?)*"
    return re.compile(f"[{HAN}]|{run}(?:['’]{run})*")


def is_mark(letter: str) -> bool:
    """Whether a character belongs to the one before it: an accent, a vowel sign, a joiner, a soft hyphen."""
    return unicodedata.category(letter)[0] == "M" or letter in "\u00ad\u200c\u200d"


@cache
def characters(test: Callable[[str], bool], last: int = 0x1FFFF) -> str:
    """Return the characters that pass a test as ranges, for the brackets of a regular expression."""
    passed = np.fromiter(map(test, map(chr, range(last + 2))), dtype=bool, count=last + 2)
    passed[-1] = False
    edges = np.flatnonzero(np.diff(passed, prepend=False))
    return "".join(f"{chr(start)}-{chr(end - 1)}" for start, end in edges.reshape(-1, 2).tolist())

"""The distinct words of many texts (section 9.2.2)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .tokens import EMPTY_WORDS, SPELLING, as_pattern

# Patterns whose words consist of letters, digits and these further ASCII characters, and do not look at other characters.
PIECES: dict[str | None, str] = {
    None: "'",
    r"[^\W_]+": "",
    **dict.fromkeys((r"(?u)\b\w\w+\b", r"\b\w\w+\b", r"(?u)\b\w+\b", r"\b\w+\b", r"\w+"), "_"),
}


class Words(NamedTuple):
    """The words of many texts, each distinct word once."""

    distinct: list[str]
    numbers: NDArray[np.int32]
    indptr: NDArray[np.int64]


def read_words(texts: Iterable[str], pattern: str | None) -> Words:
    """Find the same words as `tokenize` in many texts, without their places."""
    regex = as_pattern(pattern)
    separators = _separators(PIECES[pattern]) if pattern in PIECES else None
    number_of = _numbering()
    numbers, sizes = [np.empty(0, np.int32)], [0]
    for text in texts:
        if separators is None:
            pieces = regex.findall(text.lower())
        elif text.isascii():
            pieces = text.translate(separators).split()
        else:  # the expression splits at other punctuation: translating it would take longer
            pieces = text.lower().split()
        numbers.append(np.fromiter(map(number_of.__getitem__, pieces), dtype=np.int32, count=len(pieces)))
        sizes.append(len(pieces))
    found = Words(list(number_of), np.concatenate(numbers), np.cumsum(sizes))
    if separators is not None:
        return _words_in_pieces(found, regex, spelling=pattern is None)
    if "" in number_of:
        raise ValueError(EMPTY_WORDS.format(pattern))
    return found


def _numbering() -> defaultdict[str, int]:
    """Return a dictionary that gives each new key the next number."""
    number_of: defaultdict[str, int] = defaultdict()
    number_of.default_factory = number_of.__len__
    return number_of


@cache
def _separators(kept: str) -> dict[int, str]:
    """Return a table for str.translate that maps ASCII capitals to lower case and separators to spaces."""
    return {code: chr(code).lower() if chr(code).isalnum() or chr(code) in kept else " " for code in range(128)}


def _words_in_pieces(pieces: Words, regex: re.Pattern[str], *, spelling: bool) -> Words:
    """Replace each piece by the words in it: usually one, but "'" has none and "我爱" has two."""
    number_of = _numbering()
    found: list[int] = []
    counts: list[int] = []
    for piece in pieces.distinct:
        if len(piece) > 1 and piece.isascii() and piece.isalnum():  # one word for all these patterns
            inside = [piece]
        else:
            inside = [word.translate(SPELLING) if spelling else word for word in regex.findall(piece)]
        found += [number_of[word] for word in inside]
        counts.append(len(inside))
    words, sizes = np.array(found, dtype=np.int32), np.array(counts, dtype=np.int64)
    # Where the words of each piece begin in `words`, and where the words of each token begin in the result.
    first_word = np.cumsum(sizes) - sizes
    size = sizes[pieces.numbers]
    ends = np.cumsum(np.concatenate([[0], size]))
    place = np.repeat(first_word[pieces.numbers] - ends[:-1], size) + np.arange(ends[-1])
    return Words(list(number_of), words[place], ends[pieces.indptr])

"""A vocabulary of one's own: single words, and phrases of several words one after the other (section 9.2.2)."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .text_settings import TextSettings, stems_of
from .tokens import SPELLING, Words, as_texts, read_words


class Phrase(NamedTuple):
    """A term of several words.

    Attributes
    ----------
    term : int
        Its number in the vocabulary.
    stems : tuple of str
        The stems of its words, in their order; of a stop word, the word itself.

    Examples
    --------
    >>> from fewidgets.algorithms import bag_of_words
    >>> bag_of_words(["Act now!"], vocabulary=["free", "acting now"]).phrases
    (Phrase(term=1, stems=('act', 'now')),)
    """

    term: int
    stems: tuple[str, ...]


class Vocabulary(NamedTuple):
    """The terms that are counted.

    Attributes
    ----------
    names : tuple of N str
        As given, or the stems.
    stems : tuple of N str
        What a word or phrase is known by; the stems of a phrase with spaces between them.
    phrases : tuple of Phrase
        The terms of several words.

    Examples
    --------
    >>> Vocabulary(("Dogs",), ("dog",), ()).stems
    ('dog',)
    """

    names: tuple[str, ...]
    stems: tuple[str, ...]
    phrases: tuple[Phrase, ...]

    def terms_of_words(self) -> dict[str, int]:
        """Give the number of each term that is a single word, by its stem.

        Examples
        --------
        >>> Vocabulary(("free", "act now"), ("free", "act now"), (Phrase(1, ("act", "now")),)).terms_of_words()
        {'free': 0}
        """
        several = {phrase.term for phrase in self.phrases}
        return {stem: n for n, stem in enumerate(self.stems) if n not in several}


class FoundPhrases(NamedTuple):
    """Where phrases stand in documents, in the order of the text.

    Attributes
    ----------
    tokens : NDArray, shape (M,), int64
        The first token of each, counted through all documents.
    terms : NDArray, shape (M,), int64
        Which term it is.
    lengths : NDArray, shape (M,), int64
        How many tokens it has.

    Examples
    --------
    >>> words = read_words(["act now, act now"], None)
    >>> find_phrases([Phrase(5, ("act", "now"))], words.distinct, words).tokens
    array([0, 2])
    """

    tokens: NDArray[np.int64]
    terms: NDArray[np.int64]
    lengths: NDArray[np.int64]


def as_vocabulary(vocabulary: Any, settings: TextSettings) -> Vocabulary:
    """Check the words and phrases to be counted, and find their stems.

    Raises
    ------
    TypeError
        If it is no list of texts.
    ValueError
        If it is empty, an entry is not read as it is written, is a single stop word, or is counted as another one is.

    Examples
    --------
    >>> settings = TextSettings(frozenset(["now"]), None, None, None)
    >>> as_vocabulary(["free", "Act now"], settings)
    Vocabulary(names=('free', 'Act now'), stems=('free', 'act now'), phrases=(Phrase(term=1, stems=('act', 'now')),))
    """
    names = as_texts(vocabulary, "vocabulary")
    entry_of: dict[tuple[str, ...], str] = {}
    for name in names:
        words = words_of_entry(name, settings.pattern, "vocabulary")
        if len(words) == 1 and words[0] in settings.stop_words:
            raise ValueError(f"vocabulary holds the stop word {name!r}, which is struck out before words are counted")
        stops = np.array([word in settings.stop_words for word in words])
        stems = tuple(stems_of(words, stops, settings.stem))
        if stems in entry_of:
            raise ValueError(
                f"vocabulary holds {entry_of[stems]!r} and {name!r}, which are both counted as {' '.join(stems)!r}"
            )
        entry_of[stems] = name
    phrases = tuple(Phrase(n, stems) for n, stems in enumerate(entry_of) if len(stems) > 1)
    return Vocabulary(tuple(names), tuple(map(" ".join, entry_of)), phrases)


def words_of_entry(name: str, pattern: str | None, argument: str) -> list[str]:
    """Read a word or phrase that is to be looked for, and refuse one that the tokenizer reads as something else.

    Raises
    ------
    ValueError
        If it holds no word, or anything but words and spaces.

    Examples
    --------
    >>> words_of_entry("Act  now", None, "vocabulary")
    ['act', 'now']
    """
    entry = unicodedata.normalize("NFC", name).lower().translate(SPELLING)
    read = read_words([entry], pattern)
    found = [read.distinct[n] for n in read.numbers.tolist()]
    if not found:
        raise ValueError(f"{argument} holds {name[:80]!r}, in which the tokenizer finds no word.")
    if found not in ([entry], entry.split()):
        written = " ".join(found)
        raise ValueError(
            f"{argument} holds {name[:80]!r}, which is read as {str(found)[:80]}. Write {written[:80]!r} to count that."
        )
    return found


def find_phrases(phrases: Sequence[Phrase], stems: Sequence[str], words: Words) -> FoundPhrases:
    """Find every place where the words of a phrase follow one another in a document.

    Places may overlap: "very very very" has "very very" twice, and a longer phrase may hold a shorter one.

    Parameters
    ----------
    phrases : sequence of Phrase
        What is looked for.
    stems : sequence of W str
        The stem of each distinct word.
    words : Words
        The documents.

    Returns
    -------
    FoundPhrases

    Examples
    --------
    >>> words = read_words(["very very very", "very"], None)
    >>> find_phrases([Phrase(0, ("very", "very"))], words.distinct, words).tokens
    array([0, 1])
    """
    letters: dict[str, int] = {}
    children: dict[tuple[int, int], int] = {}
    term_of: list[int] = [-1]
    for phrase in phrases:  # a tree: the phrases that begin alike share their beginning
        node = 0
        for stem in phrase.stems:
            step = node, letters.setdefault(stem, len(letters))
            if step not in children:
                children[step] = len(term_of)
                term_of.append(-1)
            node = children[step]
        term_of[node] = phrase.term
    A, ends = len(letters), np.array(term_of)
    steps = sorted((node * A + letter, child) for (node, letter), child in children.items())
    keys, child_of = np.array(steps, dtype=np.int64).reshape(-1, 2).T

    codes = np.array([letters.get(stem, -1) for stem in stems] + [-1])[words.numbers]
    first = np.flatnonzero(codes >= 0)
    stop = words.indptr[np.searchsorted(words.indptr, first, side="right")]
    nodes = np.zeros(len(first), dtype=np.int64)
    found: list[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]] = []
    for depth in range(max((len(phrase.stems) for phrase in phrases), default=0)):
        alive = first + depth < stop
        first, stop, nodes = first[alive], stop[alive], nodes[alive]
        letter = codes[first + depth]
        key = nodes * A + letter
        place = np.minimum(np.searchsorted(keys, key), len(keys) - 1)
        alive = (letter >= 0) & (keys[place] == key)
        first, stop, nodes = first[alive], stop[alive], child_of[place[alive]]
        whole = ends[nodes] >= 0
        found.append((first[whole], ends[nodes[whole]], np.full(np.count_nonzero(whole), depth + 1)))
    tokens, terms, lengths = (
        (np.concatenate(column) for column in zip(*found, strict=True)) if found else np.empty((3, 0), dtype=np.int64)
    )
    order = np.lexsort((lengths, tokens))
    return FoundPhrases(tokens[order], terms[order], lengths[order])

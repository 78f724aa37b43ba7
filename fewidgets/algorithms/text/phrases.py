"""Phrases: terms of several words that follow one another in a document (section 9.2.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .._numerics.types import Counts, Texts
from .words import Words


class Phrase(NamedTuple):
    """A term of several words."""

    term: int
    stems: Texts


class FoundPhrases(NamedTuple):
    """The places of phrases in documents, in the order of the text."""

    tokens: Counts
    terms: Counts
    lengths: Counts


def find_phrases(phrases: Sequence[Phrase], stems: Sequence[str], words: Words) -> FoundPhrases:
    """Find every place where the words of a phrase follow one another in a document."""
    number_of: dict[str, int] = {}
    for phrase in phrases:
        for stem in phrase.stems:
            number_of.setdefault(stem, len(number_of))
    numbers = np.array([number_of.get(stem, -1) for stem in stems] + [-1])[words.numbers]
    ends = np.repeat(words.indptr[1:], np.diff(words.indptr))  # for each token, the end of its document
    starts_of = _places_by_number(numbers, len(number_of))
    found: list[Counts] = [np.empty((3, 0), dtype=np.int64)]
    for phrase in phrases:
        first, *others = (number_of[stem] for stem in phrase.stems)
        starts = starts_of[first]
        starts = starts[starts + len(others) < ends[starts]]
        for distance, number in enumerate(others, start=1):
            starts = starts[numbers[starts + distance] == number]
        found.append(np.stack([starts, np.full_like(starts, phrase.term), np.full_like(starts, len(phrase.stems))]))
    tokens, terms, lengths = np.concatenate(found, axis=1)
    order = np.lexsort((lengths, tokens))
    return FoundPhrases(tokens[order], terms[order], lengths[order])


def _places_by_number(numbers: Counts, count: int) -> list[Counts]:
    """For each number from 0 to count − 1, list its places in ascending order."""
    places = np.flatnonzero(numbers >= 0)
    places = places[np.argsort(numbers[places], kind="stable")]
    cuts = np.searchsorted(numbers[places], np.arange(1, count))
    return np.split(places, cuts)

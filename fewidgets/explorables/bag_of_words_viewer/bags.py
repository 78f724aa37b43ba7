from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from fewidgets.algorithms import BagOfWords, tokenize
from fewidgets.algorithms._numerics.types import Array, Counts
from fewidgets.algorithms.text.token_trace import TokenTrace
from fewidgets.explorables.framework.aliases import Names
from fewidgets.scene import Style

MOST_TERMS = 16  # bars of a histogram
MOST_WORDS = 80  # words of a document that are shown

KEPT, STOP, CUT, ADDED = range(4)
FATES = (
    Style(""),
    Style("stop word", "quiet", look="struck"),
    Style("removed by stemming", "quiet", look="faint"),
    Style("added by stemming", "positive", look="lit"),
)

Run = tuple[str, int, str]


@dataclass(frozen=True, eq=False)
class ShownDocuments:
    """Some documents of a bag, counted as they are written and with their words reversed."""

    numbers: list[int]  # The documents, numbered from 0 as in the bag
    bag: BagOfWords  # All documents as written, and the shown documents with their words reversed
    reversed_bag: BagOfWords
    written: Counts  # (number of shown documents, N): Counts of the shown documents in both bags
    reverse: Counts  # (number of shown documents, N)
    rows: list[int]  # The terms that get a bar

    @classmethod
    def of(cls, bag: BagOfWords, pairs: Sequence[tuple[int, int]]) -> ShownDocuments:
        numbers = sorted({i for pair in pairs for i in pair})
        reversed_bag = bag.transform([reversed_words(bag, i) for i in numbers])
        written = dense_counts(bag, numbers)
        reverse = dense_counts(reversed_bag, range(len(numbers)))
        return cls(numbers, bag, reversed_bag, written, reverse, _terms_with_bars(written))

    @property
    def terms(self) -> list[str]:
        return [self.bag.vocabulary[n] for n in self.rows]

    def counts(self, i: int, j: int) -> Counts:
        return self.written[[self.numbers.index(i), self.numbers.index(j)]]

    def runs(self) -> dict[int, list[list[Run]]]:
        """Write each document with what happened to its words, as written and reversed."""
        terms = self.terms
        return {i: [_runs(self.bag, i, i, terms), _runs(self.reversed_bag, k, i, terms)] for k, i in enumerate(self.numbers)}

    def histograms(self) -> dict[int, Array]:
        """Compute the bars of each document, shape (2, 2, bars): counts or unit length, as written or reversed."""
        return {i: _both_lengths(self.written[k], self.reverse[k])[..., self.rows] for k, i in enumerate(self.numbers)}


def _both_lengths(written: Counts, reverse: Counts) -> Array:
    both = np.array([written, reverse], dtype=float)
    lengths = np.sqrt((both**2).sum(axis=1, keepdims=True))
    return np.stack([both, np.divide(both, lengths, out=np.zeros_like(both), where=lengths > 0)])


def reversed_words(bag: BagOfWords, document: int) -> str:
    """Reverse the order of a document's words; spaces and punctuation stay in place."""
    text = bag.documents[document]
    tokens = tokenize(text)
    ends = [0, *(token.end for token in tokens)]
    gaps = [text[end : token.start] for end, token in zip(ends, tokens, strict=False)]
    return "".join(gap + token.text for gap, token in zip(gaps, reversed(tokens), strict=True)) + text[ends[-1] :]


def dense_counts(bag: BagOfWords, documents: Iterable[int]) -> Counts:
    counts = bag.counts
    dense = np.zeros((len(listed := list(documents)), counts.shape[1]), dtype=np.int64)
    for row, document in zip(dense, listed, strict=True):
        here = slice(*counts.indptr[document : document + 2])
        row[counts.indices[here]] = counts.data[here]
    return dense


def _terms_with_bars(counts: Counts) -> list[int]:
    """Choose the terms that get a bar: the most frequent ones, in alphabetical order."""
    totals = counts.sum(axis=0)
    there = np.flatnonzero(totals)
    return sorted(there[np.argsort(-totals[there], kind="stable")[:MOST_TERMS]].tolist())


def _runs(bag: BagOfWords, place: int, document: int, terms: Names) -> list[Run]:
    """Write the document at a place in the bag, under its number, with what happened to each of its words."""
    text, tokens = bag.documents[place], bag.tokens(place)
    runs: list[Run] = [(f"{document + 1}.  ", KEPT, "")]
    end = 0
    for token in tokens[:MOST_WORDS]:
        if token.start > end:
            runs.append((text[end : token.start], KEPT, ""))
        runs += _word(token, terms)
        end = token.end
    rest = len(tokens) - MOST_WORDS
    runs.append((f" … and {rest:,} more words" if rest > 0 else text[end:], KEPT, ""))
    return [run for run in runs if run[0]]


def _word(token: TokenTrace, terms: Names) -> list[Run]:
    """Write a word: struck out, as it is, or with the letters that stemming removes and adds."""
    term = token.term
    if term is None:
        return [(token.text, STOP, "")]
    key = term if term in terms else ""
    if token.fate == "kept":
        return [(token.text, KEPT, key)]
    same = 0
    while same < min(len(token.text), len(term)) and token.text[same].lower() == term[same]:
        same += 1
    parts = [(token.text[:same], KEPT, key), (token.text[same:], CUT, key), (term[same:], ADDED, key)]
    return [part for part in parts if part[0]]

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from fewidgets.algorithms import BagOfWords, tokenize
from fewidgets.algorithms._numerics.types import Array, Counts
from fewidgets.algorithms.text.token_trace import TokenTrace
from fewidgets.explorables.framework.aliases import Names
from fewidgets.explorables.shared.wording import counted
from fewidgets.scene import Style

MOST_TERMS = 16  # bars of a histogram
MOST_MARKED = 6_000  # characters of all documents up to which words are marked
HEADING = 60  # characters of a document over its histogram, which has room for fewer

KEPT, STOP, CUT = range(3)
FATES = (
    Style(""),
    Style("stop word", "quiet", look="struck"),
    Style("removed by stemming", "quiet", look="faint"),
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

    def runs(self) -> list[Run]:
        """Write all documents, a line each, with what happened to their words; at the end, say how many are left out."""
        terms, texts, runs, length = self.terms, self.bag.documents, list[Run](), 0
        for i, text in enumerate(texts):
            if length > MOST_MARKED:
                return [*runs, (f"\n… and {counted(len(texts) - i, 'more document')}", KEPT, "")]
            runs += [("\n", KEPT, "")] * (i > 0) + _runs(self.bag, i, terms)
            length += len(text)
        return runs

    def headings(self) -> dict[int, list[str]]:
        """Name each document by its number and its first words, as written and reversed."""
        each = {i: (self.bag.documents[i], self.reversed_bag.documents[k]) for k, i in enumerate(self.numbers)}
        return {i: [f"{i + 1}: {text[:HEADING]}" for text in texts] for i, texts in each.items()}

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


def _runs(bag: BagOfWords, document: int, terms: Names) -> list[Run]:
    """Write a document with what happened to each of its words."""
    text, tokens = bag.documents[document], bag.tokens(document)
    runs, end = list[Run](), 0
    for token in tokens:
        if token.end > MOST_MARKED:
            rest = f" … and {len(text) - end:,} more characters"
            break
        runs += [(text[end : token.start], KEPT, ""), *_word(token, terms)]
        end = token.end
    else:
        rest = text[end:]
    return [run for run in [*runs, (rest, KEPT, "")] if run[0]]


def _word(token: TokenTrace, terms: Names) -> list[Run]:
    """Write a word: struck out, as it is, or with the letters that stemming removes."""
    term = token.term
    if term is None:
        return [(token.text, STOP, "")]
    key = term if term in terms else ""
    same = 0
    while same < min(len(token.text), len(term)) and token.text[same].lower() == term[same]:
        same += 1
    if token.fate == "kept":
        same = len(token.text)
    return [(token.text[:same], KEPT, key), (token.text[same:], CUT, key)]

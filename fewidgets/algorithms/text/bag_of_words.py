"""Bag of words: documents as histograms of their words (section 9.2.2)."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import Literal

import numpy as np

from .._numerics.arguments import as_count
from .._numerics.csr import CSRMatrix
from .._numerics.trace import Trace
from .._numerics.types import Array, Counts, Flags, Indices, ShortIndices, Texts
from .phrases import Phrase, find_phrases
from .term_counts import count_terms, frequent_terms
from .text_settings import TextSettings, as_stemmer, as_stop_words, stems_of
from .texts import as_texts
from .token_trace import Fate, TokenTrace
from .tokens import as_pattern, tokenize, tokenizer_notes
from .vocabulary import Vocabulary, as_vocabulary, vocabulary_of_stems
from .words import read_words


def bag_of_words(
    documents: Iterable[str],
    *,
    stop_words: Literal["english"] | Iterable[str] | None = "english",
    stemmer: str | Callable[[str], str] | None = "english",
    pattern: str | None = None,
    vocabulary: Iterable[str] | None = None,
    min_documents: int = 1,
    max_terms: int | None = None,
) -> BagOfWords:
    """Count how often each document has each word, without stop words and with related words counted together.

    Split the documents into words, leave out stop words, cut the other words to their stems, and count. A bag of words ignores
    word order.

    Parameters
    ----------
    documents : sequence of P str
        Any text. A document may be empty.
    stop_words : "english", collection of str, or None
        The words to leave out: our list, your own, or none.
    stemmer : str, callable, or None
        How to cut words to their stems: a language of Snowball (as in `stem`), a function from a word to its stem, or not at
        all.
    pattern : str, optional
        A regular expression for one word, searched in the text in lower case (see `tokenize`).
    vocabulary : sequence of N words and phrases, optional
        The terms to count, in this order. A word is counted if its stem is the stem of one of these, and a phrase,
        such as ``"act now"``, wherever its words follow one another. By default all stems in the documents, sorted.
    min_documents : int
        Smallest number of documents that must have a term.
    max_terms : int, optional
        Largest number of terms: the most frequent, and of equally frequent ones the first in the alphabet.

    Returns
    -------
    BagOfWords

    Raises
    ------
    TypeError, ValueError
        If there is no document, an argument is not as described, or an entry of `vocabulary` could not be counted.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.bag_of_words`.

    Source: section 9.2.2, equation (9.1), Figures 9.3 and 9.4. Documents are first converted to Unicode's composed form (NFC).
    Stop words are left out before stemming.

    Examples
    --------
    >>> bag = bag_of_words(["dogs are better than cats", "cats are better than dogs"])
    >>> bag.vocabulary, float(bag.correlations()[0, 1])
    (('better', 'cat', 'dog'), 1.0)
    >>> bag_of_words(["Free money!", "A free lunch"], vocabulary=["free", "guarantee"]).counts.to_dense()
    array([[1, 0],
           [1, 0]])
    """
    as_pattern(pattern)
    settings = TextSettings(as_stop_words(stop_words), as_stemmer(stemmer), pattern)
    min_documents = as_count(min_documents, "min_documents", 1)
    max_terms = None if max_terms is None else as_count(max_terms, "max_terms", 1)
    if vocabulary is None:
        return _count_words(documents, settings, None, min_documents, max_terms)
    if min_documents > 1 or max_terms is not None:
        raise ValueError("min_documents and max_terms must not be given together with vocabulary, which they would choose.")
    return _count_words(documents, settings, as_vocabulary(vocabulary, settings))


def _count_words(
    documents: Iterable[str],
    settings: TextSettings,
    vocabulary: Vocabulary | None,
    min_documents: int = 1,
    max_terms: int | None = None,
) -> BagOfWords:
    """Parse the documents, stem their words, and count the terms."""
    texts = [unicodedata.normalize("NFC", text) for text in as_texts(documents, "documents")]
    words = read_words(texts, settings.pattern)
    stops = np.array([word in settings.stop_words for word in words.distinct], dtype=bool)
    stems = stems_of(words.distinct, stops, settings.stem)
    choose = vocabulary is None and (min_documents > 1 or max_terms is not None)
    if vocabulary is None:
        vocabulary = vocabulary_of_stems(tuple(sorted({stem for stem, stop in zip(stems, stops, strict=True) if not stop})))
    terms = _terms_of_words(vocabulary, stems, stops)
    phrases = find_phrases(vocabulary.phrases, stems, words) if vocabulary.phrases else None
    counts = count_terms(terms, words, len(vocabulary.names), phrases)
    if choose:
        kept = frequent_terms(counts, min_documents, max_terms)
        vocabulary = vocabulary_of_stems(tuple(vocabulary.stems[n] for n in kept))
        terms = _terms_of_words(vocabulary, stems, stops)
        counts = count_terms(terms, words, len(kept))
    return BagOfWords(
        documents=tuple(texts),
        vocabulary=vocabulary.names,
        counts=counts,
        words=tuple(words.distinct),
        word_stems=tuple(stems),
        word_stops=stops,
        word_terms=terms,
        token_words=words.numbers,
        token_indptr=words.indptr,
        term_stems=vocabulary.stems,
        phrases=vocabulary.phrases,
        settings=settings,
    )


def _terms_of_words(vocabulary: Vocabulary, stems: Sequence[str], stops: Flags) -> Counts:
    """Return the number of the term that each distinct word counts for; −1 for stop words and words that are not terms."""
    term_of = vocabulary.terms_of_words()
    terms = np.array([term_of.get(stem, -1) for stem in stems], dtype=np.int64)
    terms[stops] = -1
    return terms


class BagOfWords(Trace):
    """The counts of words in documents, with every step that led to them, as returned by `bag_of_words`.

    Attributes
    ----------
    documents : tuple of P str
        The documents in Unicode's composed form.
    vocabulary : tuple of N str
        The terms that are counted.
    counts : CSRMatrix, shape (P, N), int64
        How often each document has each term.
    words : tuple of W str
        The distinct words of all documents, in the order of their first appearance.
    word_stems : tuple of W str
        The stem of each word; the word itself if words are not stemmed.
    word_stops : NDArray, shape (W,), bool
        Marks the stop words.
    word_terms : NDArray, shape (W,), int64
        The term that each word counts for, numbered as in `vocabulary`; −1 for none.
    token_words : NDArray, shape (T,), int32
        The word of each token of all documents, one document after the other, numbered as in `words`.
    token_indptr : NDArray, shape (P + 1,), int64
        The tokens of document p are token_indptr[p] to token_indptr[p + 1] − 1.
    term_stems : tuple of N str
        The stem of each term: the term itself, unless the vocabulary was given.
    phrases : tuple of Phrase
        The terms of several words.
    settings : TextSettings
        How documents are read, for `transform`.

    Examples
    --------
    >>> bag = bag_of_words(["dogs are the best", "cats are the worst"])
    >>> bag
    BagOfWords(2 documents, 8 tokens, 4 terms)
    >>> bag.vocabulary
    ('best', 'cat', 'dog', 'worst')
    >>> bag.counts.to_dense()
    array([[1, 0, 1, 0],
           [0, 1, 0, 1]])
    """

    documents: Texts
    vocabulary: Texts
    counts: CSRMatrix
    words: Texts
    word_stems: Texts
    word_stops: Flags
    word_terms: Counts
    token_words: ShortIndices
    token_indptr: Counts
    term_stems: Texts
    phrases: tuple[Phrase, ...]
    settings: TextSettings

    def __repr__(self) -> str:
        return f"BagOfWords({len(self.documents)} documents, {len(self.token_words)} tokens, {len(self.vocabulary)} terms)"

    @property
    def empty(self) -> Indices:
        """Documents without any term, because all their words were left out or they have none."""
        return np.flatnonzero(np.diff(self.counts.indptr) == 0)

    @property
    def notes(self) -> Texts:
        """How the tokenizer treats writing systems in the documents that do not put spaces between words."""
        return tokenizer_notes(" ".join(self.words)) if self.settings.pattern is None else ()

    def tokens(self, document: int) -> tuple[TokenTrace, ...]:
        """Return the place of every word of a document and what became of it."""
        p = as_count(document, "document", 0, len(self.documents) - 1, "documents are numbered from 0")
        found = tokenize(self.documents[p], pattern=self.settings.pattern)
        numbers = self.token_words[self.token_indptr[p] : self.token_indptr[p + 1]].tolist()
        return tuple(TokenTrace(*token, *self._fate(w)) for token, w in zip(found, numbers, strict=True))

    def _fate(self, w: int) -> tuple[Fate, str | None]:
        if self.word_stops[w]:
            return "stop word", None
        term = self.word_terms[w]
        if term < 0:
            return "not in vocabulary", None
        return "kept" if self.word_stems[w] == self.words[w] else "stemmed", self.vocabulary[term]

    def unit_vectors(self) -> CSRMatrix:
        """Return the histogram of each document divided by its length."""
        return self.counts.unit_rows()

    def correlations(self) -> Array:
        """Return the correlation of every pair of documents: the inner product of their unit-length vectors."""
        return self.counts.correlations()

    def transform(self, documents: Iterable[str]) -> BagOfWords:
        """Count the terms of this vocabulary in new documents, which are read in the same way."""
        return _count_words(documents, self.settings, Vocabulary(self.vocabulary, self.term_stems, self.phrases))

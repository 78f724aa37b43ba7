"""Bag of words: documents as histograms of their words (section 9.2.2)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._numerics.arguments import as_count, shown
from .._numerics.arrays import frozen
from .._numerics.csr import CSRMatrix
from .stemming import LONGEST_WORD
from .text_settings import TextSettings, as_stemmer, as_stop_words, stems_of
from .tokens import Words, as_pattern, as_texts, read_words, tokenize, tokenizer_notes
from .vocabulary import FoundPhrases, Phrase, Vocabulary, as_vocabulary, find_phrases

Fate = Literal["kept", "stemmed", "stop word", "not in vocabulary"]

# Tokens that are counted at a time, so that a corpus needs little more memory than its counts.
BLOCK = 2**18


class TokenTrace(NamedTuple):
    """What became of one word of a document.

    Attributes
    ----------
    text : str
        As it is written.
    word : str
        As it is looked up: in lower case, with plain apostrophes.
    start, end : int
        It is ``document[start:end]`` of the document as read.
    fate : {"kept", "stemmed", "stop word", "not in vocabulary"}
        Counted as it is, counted by its stem, struck out, or left out because its stem is no term.
    term : str or None
        What it was counted as; None where it was not counted.

    Examples
    --------
    >>> bag_of_words(["the dogs"]).tokens(0)[1]
    TokenTrace(text='dogs', word='dogs', start=4, end=8, fate='stemmed', term='dog')
    """

    text: str
    word: str
    start: int
    end: int
    fate: Fate
    term: str | None


class PhraseTrace(NamedTuple):
    """A place where a phrase was counted.

    Attributes
    ----------
    text : str
        As it is written, with what stands between its words.
    term : str
        What it was counted as.
    start, end : int
        It is ``document[start:end]`` of the document as read.

    Examples
    --------
    >>> bag_of_words(["FREE money!"], vocabulary=["free money"]).phrase_places(0)
    (PhraseTrace(text='FREE money', term='free money', start=0, end=10),)
    """

    text: str
    term: str
    start: int
    end: int


@dataclass(frozen=True, eq=False, repr=False)
class BagOfWords:
    """Everything that happened in `bag_of_words`.

    Attributes
    ----------
    documents : tuple of P str
        As read: in Unicode's composed form, and cut to `max_characters`.
    cut : NDArray, shape (P,), int64
        Characters of each document that were not read.
    vocabulary : tuple of N str
        The terms: what is counted.
    counts : CSRMatrix, shape (P, N), int64
        How often each document has each term.
    words : tuple of W str
        The distinct words of all documents, in the order in which they first appear.
    word_stems : tuple of W str
        What each word is stemmed to; the word itself where nothing is stemmed.
    word_stops : NDArray, shape (W,), bool
        Which words are stop words.
    word_terms : NDArray, shape (W,), int64
        The term that each word is counted as, numbered as in `vocabulary`; −1 for none.
    token_words : NDArray, shape (T,), int32
        The word of each token of all documents, one after the other, numbered as in `words`.
    token_indptr : NDArray, shape (P + 1,), int64
        Document p's tokens are token_indptr[p] to token_indptr[p + 1] − 1.
    term_stems : tuple of N str
        The stem by which a word is found to be a term: the term itself, unless the vocabulary was given. Of a phrase, the
        stems of its words with spaces between them.
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

    documents: tuple[str, ...]
    cut: NDArray[np.int64]
    vocabulary: tuple[str, ...]
    counts: CSRMatrix
    words: tuple[str, ...]
    word_stems: tuple[str, ...]
    word_stops: NDArray[np.bool_]
    word_terms: NDArray[np.int64]
    token_words: NDArray[np.int32]
    token_indptr: NDArray[np.int64]
    term_stems: tuple[str, ...]
    phrases: tuple[Phrase, ...]
    settings: TextSettings

    def __repr__(self) -> str:
        return f"BagOfWords({len(self.documents)} documents, {len(self.token_words)} tokens, {len(self.vocabulary)} terms)"

    @property
    def empty(self) -> NDArray[np.intp]:
        """Documents without any term: all of their words were struck out, or there were none.

        Their vector is all zero: it has no unit length and no correlation.

        Examples
        --------
        >>> bag_of_words(["dogs", "to be or not", "to be"]).empty
        array([2])
        """
        return np.flatnonzero(np.diff(self.counts.indptr) == 0)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the tokenizer does with writings that do not put spaces between words, where there are such.

        Examples
        --------
        >>> bag_of_words(["我爱狗"]).notes
        ('Chinese characters are a word each: words of several characters are not put together.',)
        """
        return tokenizer_notes(" ".join(self.words)) if self.settings.pattern is None else ()

    def tokens(self, document: int) -> tuple[TokenTrace, ...]:
        """Tell of every word of a document where it stands and what became of it.

        Parameters
        ----------
        document : int
            Which document, numbered from 0.

        Returns
        -------
        tuple of TokenTrace
            In the order of the text.

        Raises
        ------
        TypeError, ValueError
            If there is no such document.

        Examples
        --------
        >>> for token in bag_of_words(["Cats are the worst."]).tokens(0):
        ...     print(token.text, "→", token.fate, token.term)
        Cats → stemmed cat
        are → stop word None
        the → stop word None
        worst → kept worst
        """
        p = as_count(document, "document", 0, len(self.documents) - 1, "documents are numbered from 0")
        numbers = self.token_words[self.token_indptr[p] : self.token_indptr[p + 1]]
        found = tokenize(self.documents[p], pattern=self.settings.pattern)
        return tuple(TokenTrace(*token, *self._fate(w)) for token, w in zip(found, numbers.tolist(), strict=True))

    def _fate(self, w: int) -> tuple[Fate, str | None]:
        if self.word_stops[w]:
            return "stop word", None
        term = self.word_terms[w]
        if term < 0:
            return "not in vocabulary", None
        return "kept" if self.word_stems[w] == self.words[w] else "stemmed", self.vocabulary[term]

    def phrase_places(self, document: int) -> tuple[PhraseTrace, ...]:
        """Give every place in a document where a phrase of the vocabulary was counted.

        Parameters
        ----------
        document : int
            Which document, numbered from 0.

        Returns
        -------
        tuple of PhraseTrace
            In the order of the text. Places may overlap.

        Raises
        ------
        TypeError, ValueError
            If there is no such document.

        Examples
        --------
        >>> bag = bag_of_words(["Act now! Acting now pays."], vocabulary=["act now"])
        >>> for place in bag.phrase_places(0):
        ...     print(place.text, place.start, place.end)
        Act now 0 7
        Acting now 9 19
        """
        p = as_count(document, "document", 0, len(self.documents) - 1, "documents are numbered from 0")
        numbers = self.token_words[self.token_indptr[p] : self.token_indptr[p + 1]]
        here = find_phrases(self.phrases, self.word_stems, Words([], numbers, np.array([0, len(numbers)])))
        text = self.documents[p]
        tokens = tokenize(text, pattern=self.settings.pattern)
        places = [
            (n, tokens[first].start, tokens[first + length - 1].end)
            for first, n, length in zip(*(column.tolist() for column in here), strict=True)
        ]
        return tuple(PhraseTrace(text[start:end], self.vocabulary[n], start, end) for n, start, end in places)

    def unit_vectors(self) -> CSRMatrix:
        """Each document's histogram divided by its length.

        Returns
        -------
        CSRMatrix, shape (P, N), float64
            The rows of `empty` documents stay zero.

        Notes
        -----
        Source: section 9.2.2, Figure 9.3.

        Examples
        --------
        >>> bag_of_words(["dogs are the best"]).unit_vectors().to_dense().round(4)
        array([[0.7071, 0.7071]])
        """
        return self.counts.unit_rows()

    def correlations(self, other: BagOfWords | None = None) -> NDArray[np.float64]:
        """Correlation of every pair of documents: the inner product of their unit-length vectors.

        Parameters
        ----------
        other : BagOfWords, Q documents, optional
            Documents with the same vocabulary to be paired with these; these themselves where not given.

        Returns
        -------
        NDArray, shape (P, Q), float64
            0 (no term in common) to 1 (the same terms in the same proportion); 0 in the rows and columns of `empty` documents.

        Raises
        ------
        TypeError, ValueError
            If `other` is no BagOfWords with the same vocabulary.

        Notes
        -----
        Source: section 9.2.2, x₁ᵀx₂. The chapter calls it correlation; it is the cosine of the angle between the
        histograms, not Pearson's coefficient, which would subtract their means first.

        Examples
        --------
        >>> bag_of_words(["I love dogs", "I love cats"]).correlations()
        array([[1. , 0.5],
               [0.5, 1. ]])
        """
        if other is None:
            return self.counts.correlations()
        if not isinstance(other, BagOfWords):
            raise TypeError(f"other is {shown(other)} ({type(other).__name__}); wanted a BagOfWords")
        if other.vocabulary != self.vocabulary:
            raise ValueError("other has another vocabulary; wanted what transform() of this bag of words gives")
        return self.counts.correlations(other.counts)

    def transform(self, documents: Iterable[str]) -> BagOfWords:
        """Count the terms of this vocabulary in new documents, read as the old ones were.

        Parameters
        ----------
        documents : sequence of Q str

        Returns
        -------
        BagOfWords
            Of the new documents; words that are no terms have the fate "not in vocabulary".

        Raises
        ------
        TypeError, ValueError
            As `bag_of_words`.

        Examples
        --------
        >>> bag = bag_of_words(["dogs are the best", "cats are the worst"])
        >>> bag.transform(["Dogs love dogs"]).counts.to_dense()
        array([[0, 0, 2, 0]])
        """
        return _bag(documents, self.settings, Vocabulary(self.vocabulary, self.term_stems, self.phrases))


def bag_of_words(
    documents: Iterable[str],
    *,
    stop_words: Literal["english"] | Iterable[str] | None = "english",
    stemmer: str | Callable[[str], str] | None = "english",
    pattern: str | None = None,
    vocabulary: Iterable[str] | None = None,
    min_documents: int = 1,
    max_terms: int | None = None,
    max_characters: int | None = None,
) -> BagOfWords:
    r"""Count words in documents: without stop words, related words together, whatever their order.

    Parameters
    ----------
    documents : sequence of P str
        Any text. A document may be empty.
    stop_words : "english", collection of str, or None
        What is struck out: our list, your own, or nothing.
    stemmer : str, callable, or None
        How words are cut to their stems: a language of Snowball (as in `stem`), a function from a word to its stem, or
        not at all.
    pattern : str, optional
        A regular expression for one word, searched in the text in lower case (see `tokenize`).
    vocabulary : sequence of N words and phrases, optional
        Count these only, in this order. A word counts if its stem is the stem of one of these. A phrase of several words,
        such as ``"act now"``, counts wherever their stems follow one another, whatever punctuation stands between them. By
        default all stems that the documents have, sorted.
    min_documents : int
        Keep a term only if at least so many documents have it.
    max_terms : int, optional
        Keep so many terms at most: the most frequent, and of equally frequent ones the first in the alphabet.
    max_characters : int, optional
        Read so many characters of each document at most: up to the last space within them, or exactly so many where
        the last word has more than 100 letters. `cut` says how many were left out. It bounds the time that a text
        somebody pastes can take.

    Returns
    -------
    BagOfWords

    Raises
    ------
    TypeError
        If `documents` is a single text or holds anything but text, or an argument has the wrong type.
    ValueError
        If there is no document, a name is unknown, a number is out of range, `pattern` is no regular expression for words, or
        an entry of `vocabulary` could not be counted: it is a single stop word, holds anything but words and spaces, or has
        the same stems as another.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.bag_of_words`.

    Source: section 9.2.2, equation (9.1), Figures 9.3 and 9.4. Documents are first brought to Unicode's composed form
    (NFC). Stop words are struck out before stemming. With ``stop_words=None, stemmer=None, pattern=r"(?u)\b\w\w+\b"`` the
    counts are those of scikit-learn's CountVectorizer. The time grows in proportion to the text; stemming, the slowest
    part, is done once for each distinct word and remembered for later calls.

    Phrases follow Example 9.2. Their words must stand side by side in the document: stop words are not struck out before a
    phrase is looked for, and may belong to it. Every place counts, overlapping ones too: "very very very" has "very very"
    twice, and "free money" counts for "free", "money" and "free money" if all three are in the vocabulary. With
    ``stop_words=None`` these are the counts of CountVectorizer with an `ngram_range` that reaches the longest phrase.

    The vectors in Figure 9.4's top panel are said to be over words shared by both reviews and to be perpendicular: that
    holds only where "shared" means pooled, for one word in common makes the correlation positive.

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
    settings = TextSettings(
        as_stop_words(stop_words),
        as_stemmer(stemmer),
        pattern,
        None if max_characters is None else as_count(max_characters, "max_characters", 1),
    )
    min_documents = as_count(min_documents, "min_documents", 1)
    if max_terms is not None:
        max_terms = as_count(max_terms, "max_terms", 1)
    if vocabulary is None:
        return _bag(documents, settings, min_documents=min_documents, max_terms=max_terms)
    if min_documents > 1 or max_terms is not None:
        raise ValueError("min_documents and max_terms choose the vocabulary; wanted neither where vocabulary is given")
    return _bag(documents, settings, as_vocabulary(vocabulary, settings))


def _bag(
    documents: Iterable[str],
    settings: TextSettings,
    vocabulary: Vocabulary | None = None,
    *,
    min_documents: int = 1,
    max_terms: int | None = None,
) -> BagOfWords:
    whole = as_texts(documents, "documents")
    heads = [_shortened(text, settings.max_characters) for text in whole]
    texts = [unicodedata.normalize("NFC", text) for text in heads]
    words = read_words(texts, settings.pattern)
    stops = np.fromiter(map(settings.stop_words.__contains__, words.distinct), dtype=bool, count=len(words.distinct))
    stems = stems_of(words.distinct, stops, settings.stem)
    given = vocabulary is not None
    if vocabulary is None:
        sorted_stems = tuple(sorted({stem for stem, stop in zip(stems, stops.tolist(), strict=True) if not stop}))
        vocabulary = Vocabulary(sorted_stems, sorted_stems, ())
    term_of = vocabulary.terms_of_words()
    terms = np.fromiter((term_of.get(stem, -1) for stem in stems), dtype=np.int64, count=len(stems))
    terms[stops] = -1
    found = find_phrases(vocabulary.phrases, stems, words) if vocabulary.phrases else None
    counts = _counts(terms, words, len(vocabulary.names), found)
    if not given and (min_documents > 1 or max_terms is not None):
        kept = _frequent(counts, min_documents, max_terms)
        kept_stems = tuple(vocabulary.stems[n] for n in kept.tolist())
        vocabulary = Vocabulary(kept_stems, kept_stems, ())
        renumbered = np.full(counts.shape[1] + 1, -1)
        renumbered[kept] = np.arange(len(kept))
        terms = renumbered[terms]  # the last entry serves those that are −1 already
        counts = _counts(terms, words, len(kept))
    return BagOfWords(
        documents=tuple(texts),
        cut=frozen(np.array([len(text) - len(read) for text, read in zip(whole, heads, strict=True)])),
        vocabulary=vocabulary.names,
        counts=counts,
        words=tuple(words.distinct),
        word_stems=tuple(stems),
        word_stops=frozen(stops),
        word_terms=frozen(terms),
        token_words=frozen(words.numbers),
        token_indptr=frozen(words.indptr),
        term_stems=vocabulary.stems,
        phrases=vocabulary.phrases,
        settings=settings,
    )


def _counts(terms: NDArray[np.int64], words: Words, N: int, phrases: FoundPhrases | None = None) -> CSRMatrix:
    """Count equal terms within each document; the term −1 is none. Phrases count besides the words in them."""
    indptr = words.indptr
    P = len(indptr) - 1
    columns, counts, sizes = [], [], np.zeros(P + 1, dtype=np.int64)
    first = 0
    while first < P:
        last = max(first + 1, int(np.searchsorted(indptr, indptr[first] + BLOCK, side="right")) - 1)
        block = terms[words.numbers[indptr[first] : indptr[last]]]
        # One number for a document and a term: in order, equal ones stand together.
        cells = np.repeat(np.arange(last - first) * N, np.diff(indptr[first : last + 1])) + block
        cells = cells[block >= 0]
        if phrases is not None:
            here = slice(*np.searchsorted(phrases.tokens, indptr[[first, last]]))
            document = np.searchsorted(indptr, phrases.tokens[here], side="right") - 1 - first
            cells = np.concatenate([cells, document * N + phrases.terms[here]])
        if (last - first) * N < 2**31:  # half as wide sorts nearly twice as fast
            cells = cells.astype(np.int32)
        cells = np.sort(cells)
        starts = np.flatnonzero(np.diff(cells, prepend=-1))
        counts.append(np.diff(starts, append=len(cells)))
        rows, column = np.divmod(cells[starts], max(N, 1))
        columns.append(column.astype(np.int32))
        sizes[first + 1 : last + 1] = np.bincount(rows, minlength=last - first)
        first = last
    return CSRMatrix(frozen(np.cumsum(sizes)), frozen(np.concatenate(columns)), frozen(np.concatenate(counts)), (P, N))


def _frequent(counts: CSRMatrix, min_documents: int, max_terms: int | None) -> NDArray[np.intp]:
    """Give the terms that are kept, ascending."""
    N = counts.shape[1]
    in_documents = np.bincount(counts.indices, minlength=N)
    totals = np.bincount(counts.indices, weights=counts.data, minlength=N)
    kept = np.flatnonzero(in_documents >= min_documents)
    return np.sort(kept[np.argsort(-totals[kept], kind="stable")[:max_terms]])


def _shortened(text: str, limit: int | None) -> str:
    """Cut a document at the last space within the limit, or at the limit where the last word has no end in sight."""
    if limit is None or len(text) <= limit:
        return text
    head = text[:limit]
    word = re.search(r"\S*$", head[-LONGEST_WORD:])
    if text[limit].isspace() or word is None or len(word[0]) == min(limit, LONGEST_WORD):
        return head
    return head[: limit - len(word[0])]

"""Spam features: the words, characters and runs of capitals that Spambase measures in a mail (section 9.2.2, Example 9.2)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Any

import numpy as np

from .._numerics.arguments import as_count, shown
from .._numerics.trace import Trace
from .._numerics.types import Array, Counts, Texts
from .phrases import FoundPhrases, Phrase, find_phrases
from .texts import as_texts
from .tokens import characters as character_ranges
from .vocabulary import words_of_entry
from .words import Words, read_words

SPAM_WORDS = (
    "make", "address", "all", "3d", "our", "over", "remove", "internet", "order", "mail", "receive", "will", "people",
    "report", "addresses", "free", "business", "email", "you", "credit", "your", "font", "000", "money", "hp", "hpl",
    "george", "650", "lab", "labs", "telnet", "857", "data", "415", "85", "technology", "1999", "parts", "pm", "direct",
    "cs", "meeting", "original", "project", "re", "edu", "table", "conference",
)  # fmt: skip
SPAM_CHARACTERS = (";", "(", "[", "!", "$", "#")
CAPITAL_RUNS = ("capital_run_length_average", "capital_run_length_longest", "capital_run_length_total")
SPAM_FEATURES = (
    *(f"word_freq_{word}" for word in SPAM_WORDS),
    *(f"char_freq_{character}" for character in SPAM_CHARACTERS),
    *CAPITAL_RUNS,
)

# A word is a run of letters and digits. The underscore separates words, too.
_WORD = r"[^\W_]+"
_ASCII_CAPITALS = re.compile("[A-Z]+")  # twice as fast as all alphabets


def spam_features(
    mails: str | Iterable[str],
    *,
    words: Iterable[str] = SPAM_WORDS,
    characters: str | Iterable[str] = SPAM_CHARACTERS,
) -> SpamFeatures:
    """Compute the features of Spambase for mails: words, characters and runs of capitals that are typical of spam.

    The frequency of a word is 100 × occurrences / all words, that of a character 100 × occurrences / all characters. Then
    follow the average, largest and total length of the runs of capital letters.

    Parameters
    ----------
    mails : str or sequence of P str
        One raw mail or several, as text. Headers and markup count as text.
    words : sequence of W words and phrases
        The words and phrases to count, such as ``["guarantee", "act now"]``. By default the 48 words of Spambase.
    characters : str, or sequence of C single characters
        The characters to count, such as ``"!*"``. By default the 6 of Spambase.

    Returns
    -------
    SpamFeatures

    Raises
    ------
    TypeError, ValueError
        If there is no mail, an argument is not text, or a word or character is repeated or could not be counted.

    Notes
    -----
    Plain form: `fewidgets.algorithms.plain.spam_features`.

    Source: Example 9.2 and Exercise 9.1. The definitions are those of the data set's documentation (Hopkins, Reeber, Forman
    and Suermondt 1999), where a word is an unbroken string of letters and digits. The documentation does not say whether
    capitals matter.

    Examples
    --------
    >>> trace = spam_features(["Meeting at 3 pm", "Make money fast!!!"])
    >>> trace.X.shape
    (2, 57)
    >>> trace.X[:, trace.feature_names.index("word_freq_money")].round(2)
    array([ 0.  , 33.33])
    >>> trace = spam_features("ACT NOW *** guarantee", words=["guarantee", "act now"], characters="!*")
    >>> dict(zip(trace.feature_names[:4], trace.X[0, :4].round(1).tolist()))
    {'word_freq_guarantee': 33.3, 'word_freq_act now': 33.3, 'char_freq_!': 0.0, 'char_freq_*': 14.3}
    """
    texts = [mails] if isinstance(mails, str) else as_texts(mails, "mails")
    listed, chosen = _as_words(words), _as_characters(characters)
    P, W = len(texts), len(listed)
    found = read_words(map(_lowered, texts), _WORD)
    word_totals = np.diff(found.indptr)
    places = _places(found, listed)
    text_of = np.repeat(np.arange(P), word_totals)[places.tokens]
    occurrences = np.bincount(text_of * W + places.terms, minlength=P * W).reshape(P, W)
    character_totals = np.array([len(text) for text in texts])
    characters_found = np.array([[text.count(character) for character in chosen] for text in texts]).reshape(P, -1)
    runs = [[len(run) for run in (_ASCII_CAPITALS if text.isascii() else _capitals()).findall(text)] for text in texts]
    run_totals = np.array([len(lengths) for lengths in runs])
    total = np.array([sum(lengths) for lengths in runs])
    longest = np.array([max(lengths, default=0) for lengths in runs])
    X = np.column_stack(
        [
            100 * occurrences / np.maximum(word_totals, 1)[:, None],
            100 * characters_found / np.maximum(character_totals, 1)[:, None],
            total / np.maximum(run_totals, 1),
            longest,
            total,
        ]
    )
    names = (*(f"word_freq_{word}" for word in listed), *(f"char_freq_{character}" for character in chosen), *CAPITAL_RUNS)
    return SpamFeatures(
        tuple(texts),
        X,
        names,
        word_totals,
        character_totals,
        run_totals,
        listed,
        chosen,
    )


def _as_words(words: Any) -> Texts:
    if words is SPAM_WORDS:
        return SPAM_WORDS
    listed = []
    for name in as_texts(words, "words", empty=True):
        entry = " ".join(words_of_entry(_lowered(name), _WORD, "words"))
        if entry in listed:
            raise ValueError(f"words must be different; got {entry[:80]!r} twice.")
        listed.append(entry)
    return tuple(listed)


def _as_characters(characters: Any) -> Texts:
    listed = list(characters) if isinstance(characters, str) else as_texts(characters, "characters", empty=True)
    for place, character in enumerate(listed):
        if len(character) != 1:
            raise ValueError(f"characters must hold single characters; got {shown(character)} in place {place}.")
        if character in listed[:place]:
            raise ValueError(f"characters must be different; got {character!r} twice.")
    return tuple(listed)


def _places(found: Words, words: Texts) -> FoundPhrases:
    """Return the places of every word and phrase in the texts."""
    return find_phrases([Phrase(w, tuple(word.split())) for w, word in enumerate(words)], found.distinct, found)


def _lowered(text: str) -> str:
    """Convert to lower case of the same length: İ would become two characters and shift the places after it."""
    return text.replace("İ", "i").lower()


def is_capital(letter: str) -> bool:
    """Whether a character is a capital letter, in any alphabet."""
    return unicodedata.category(letter) == "Lu"


@cache
def _capitals() -> re.Pattern[str]:
    return re.compile(f"[{character_ranges(is_capital)}]+")


class SpamFeatures(Trace):
    """The features of mails, as returned by `spam_features`.

    Attributes
    ----------
    mails : tuple of P str
        The mails as given.
    X : NDArray, shape (P, W + C + 3), float64
        W word and C character frequencies in percent (48 and 6 by default).
    feature_names : tuple of W + C + 3 str
        Named like the columns of Spambase.
    word_totals : NDArray, shape (P,), int64
        Number of words in each mail, which is 100 percent of the word frequencies.
    character_totals : NDArray, shape (P,), int64
        Number of characters in each mail, including spaces and line ends, which is 100 percent of the character frequencies.
    run_totals : NDArray, shape (P,), int64
        Number of runs of capital letters in each mail.
    words : tuple of W str
        The words and phrases to find, in lower case.
    characters : tuple of C str
        The characters to find.

    Examples
    --------
    >>> trace = spam_features("FREE money! Make $$$ now")
    >>> trace
    SpamFeatures(1 mail, 57 features)
    >>> {name: float(x) for name, x in zip(trace.feature_names, trace.X[0].round(2)) if x}  # doctest: +NORMALIZE_WHITESPACE
    {'word_freq_make': 25.0, 'word_freq_free': 25.0, 'word_freq_money': 25.0, 'char_freq_!': 4.17, 'char_freq_$': 12.5,
     'capital_run_length_average': 2.5, 'capital_run_length_longest': 4.0, 'capital_run_length_total': 5.0}
    """

    mails: Texts
    X: Array
    feature_names: Texts
    word_totals: Counts
    character_totals: Counts
    run_totals: Counts
    words: Texts
    characters: Texts

    def __repr__(self) -> str:
        return f"SpamFeatures({len(self.mails)} mail{'s' * (len(self.mails) != 1)}, {len(self.feature_names)} features)"

    def spans(self, mail: int = 0) -> dict[str, Counts]:
        """Return the places in a mail that count for each feature."""
        text = self.mails[as_count(mail, "mail", 0, len(self.mails) - 1, "mails are numbered from 0")]
        places: dict[str, list[tuple[int, int]]] = {name: [] for name in self.feature_names}
        lowered = _lowered(text)
        matches = [match.span() for match in re.finditer(_WORD, lowered)]
        for first, w, length in zip(*_places(read_words([lowered], _WORD), self.words), strict=True):
            places[f"word_freq_{self.words[w]}"].append((matches[first][0], matches[first + length - 1][1]))
        for character in self.characters:
            places[f"char_freq_{character}"] = [match.span() for match in re.finditer(re.escape(character), text)]
        runs = [match.span() for match in _capitals().finditer(text)]
        if runs:
            average, longest, total = CAPITAL_RUNS
            places[average] = places[total] = runs
            places[longest] = [max(runs, key=lambda run: run[1] - run[0])]
        return {name: np.array(found, dtype=np.int64) for name, found in places.items() if found}

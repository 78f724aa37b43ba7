"""What became of each word of a document in a bag of words (section 9.2.2)."""

from __future__ import annotations

from typing import Literal, NamedTuple

Fate = Literal["kept", "stemmed", "stop word", "not in vocabulary"]


class TokenTrace(NamedTuple):
    """What became of one word of a document.

    Attributes
    ----------
    text : str
        The word as it is written.
    word : str
        The word as it is looked up: in lower case, with plain apostrophes.
    start, end : int
        The word is ``document[start:end]`` of the document as read.
    fate : {"kept", "stemmed", "stop word", "not in vocabulary"}
        Counted unchanged, counted by its stem, left out as a stop word, or left out because its stem is not a term.
    term : str or None
        The term that it counts for; None if it is not counted.

    Examples
    --------
    >>> from fewidgets.algorithms import bag_of_words
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
    """A place in a document where a phrase was counted.

    Attributes
    ----------
    text : str
        The phrase as it is written, with everything between its words.
    term : str
        The term that it counts for.
    start, end : int
        The phrase is ``document[start:end]`` of the document as read.

    Examples
    --------
    >>> from fewidgets.algorithms import bag_of_words
    >>> bag_of_words(["FREE money!"], vocabulary=["free money"]).phrase_places(0)
    (PhraseTrace(text='FREE money', term='free money', start=0, end=10),)
    """

    text: str
    term: str
    start: int
    end: int

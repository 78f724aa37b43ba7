"""Words cut to their stems by the Snowball algorithms, each word once (section 9.2.2)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from threading import Lock

import snowballstemmer

from .._numerics.arguments import as_choice, shown

# The stemmer takes some 20 µs a word and is asked for the same words again and again: while somebody types, and across
# documents. This many words take about 20 MB.
REMEMBERED_WORDS = 2**17
# What is longer is no word of a language but a code, an address or text without spaces, and is left as it stands.
LONGEST_WORD = 100


def languages() -> tuple[str, ...]:
    """Names of the languages there is a stemmer for.

    Examples
    --------
    >>> {"english", "porter", "german", "arabic"} <= set(languages())
    True
    """
    return tuple(sorted(snowballstemmer.algorithms()))


def stem(word: str, language: str = "english") -> str:
    """Cut a word to its stem, which related words share.

    Parameters
    ----------
    word : str
        One word in lower case.
    language : str
        A Snowball algorithm: "english" (Porter's second), "porter" (his first), "german", "french", "arabic" …

    Returns
    -------
    str
        Often no word itself: "movies" and "movie" give "movi".

    Raises
    ------
    TypeError
        If an argument is no text.
    ValueError
        If there is no stemmer of that name.

    Notes
    -----
    Source: section 9.2.2. The chapter counts learn, learning, learned and learner as learn; Snowball's English rules, like
    Porter's, give learn for the first three and leave learner. Nor do they know that "better" belongs to "good".
    A word of more than 100 characters is left as it stands.

    Examples
    --------
    >>> [stem(word) for word in ("dogs", "learn", "learning", "learned", "learner")]
    ['dog', 'learn', 'learn', 'learn', 'learner']
    """
    if not isinstance(word, str):
        raise TypeError(f"word is {shown(word)} ({type(word).__name__}); wanted text")
    return stemmer(as_choice(language, "language", languages()))(word)


@cache
def stemmer(language: str) -> Callable[[str], str]:
    """Give the function that stems in a language, with a memory that all its users share.

    Examples
    --------
    >>> stemmer("german")("häuser")
    'haus'
    """
    algorithm, lock = snowballstemmer.stemmer(language), Lock()

    @lru_cache(maxsize=REMEMBERED_WORDS)
    def cut(word: str) -> str:
        if len(word) > LONGEST_WORD:
            return word
        with lock:  # a Snowball stemmer holds the word in its own state while it works
            return algorithm.stemWord(word)

    return cut

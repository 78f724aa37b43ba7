"""Stemming by the Snowball algorithms, each distinct word once (section 9.2.2)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from threading import Lock

from .._numerics.arguments import as_choice, shown
from .._numerics.types import Texts
from .texts import LONGEST_WORD

# Stems that are remembered: a stemmer takes about 20 µs a word, and while somebody types it sees the same words again and
# again. This many take about 20 MB.
REMEMBERED_STEMS = 2**17


def stem(word: str, language: str = "english") -> str:
    """Cut a word to its stem, which related words share.

    Parameters
    ----------
    word : str
        One word in lower case.
    language : str
        A Snowball algorithm: "english" (Porter's second), "porter" (his first), "german", "french", "arabic", …

    Returns
    -------
    str
        A stem need not be a word: the stem of "movies" and "movie" is "movi".

    Raises
    ------
    TypeError, ValueError
        If an argument is not text, or there is no stemmer of that name.

    Notes
    -----
    Source: section 9.2.2. The chapter counts learn, learning, learned and learner as learn. Snowball's English rules, like
    Porter's, map the first three to learn and do not change learner.

    Examples
    --------
    >>> [stem(word) for word in ("dogs", "learn", "learning", "learned", "learner")]
    ['dog', 'learn', 'learn', 'learn', 'learner']
    """
    if not isinstance(word, str):
        raise TypeError(f"word must be text; got {shown(word)} ({type(word).__name__}).")
    return stemmer(as_choice(language, "language", languages()))(word)


def languages() -> Texts:
    """Return the names of the languages that have a stemmer."""
    import snowballstemmer  # loads all languages, which only stemming needs

    return tuple(sorted(snowballstemmer.algorithms()))


@cache
def stemmer(language: str) -> Stemmer:
    """Return the function that stems words of a language."""
    return Stemmer(language)


class Stemmer:
    """A function that stems words and remembers stems."""

    def __init__(self, language: str) -> None:
        import snowballstemmer

        algorithm, lock = snowballstemmer.stemmer(language), Lock()

        @lru_cache(maxsize=REMEMBERED_STEMS)
        def cut(word: str) -> str:
            with lock:  # a Snowball stemmer stores the word in its own state while it works
                return str(algorithm.stemWord(word))

        self._language, self.cut = language, cut

    def __call__(self, word: str) -> str:
        return word if len(word) > LONGEST_WORD else self.cut(word)

    def __reduce__(self) -> tuple[Callable[[str], Stemmer], tuple[str]]:
        return stemmer, (self._language,)

"""Text cut into words, in any writing, and where in the text each word stands (section 9.2.2)."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._numerics.arguments import shown

# Chinese characters: radicals, iteration marks, the unified and compatibility ideographs.
HAN = "\u2e80-\u2fdf\u3005\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
# Patterns whose words hold letters, digits and these further ASCII characters, and look at no others: with them a text is
# first cut into pieces where anything else stands, and each distinct piece is looked at once, however often it comes.
PIECES: dict[str | None, str] = {
    None: "'",
    r"[^\W_]+": "",
    **dict.fromkeys((r"(?u)\b\w\w+\b", r"\b\w\w+\b", r"(?u)\b\w+\b", r"\b\w+\b", r"\w+"), "_"),
}
# What spellings of one word differ in: typographic apostrophes, and soft hyphens that show only at the end of a line.
SPELLING = str.maketrans({"’": "'", "\u00ad": None})

_SCRIPTS = (
    (f"[{HAN}]", "Chinese characters are a word each: words of several characters are not put together."),
    (
        "[\u3041-\u30ff\u31f0-\u31ff\uff66-\uff9f]",
        "Japanese kana are not cut into words: an unbroken run of them counts as one.",
    ),
    (
        "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]",
        "Thai, Lao, Burmese and Khmer are written without spaces between words: what stands between two spaces counts as one.",
    ),
    (
        "[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc]",
        "Arabic letters: a word is what stands between spaces or punctuation, with its vowel signs, articles and endings.",
    ),
    ("[\u0590-\u05ff]", "Hebrew: a word is what stands between spaces or punctuation, with its points and prefixes."),
)
_EMPTY_WORDS = "pattern is {!r}, which finds empty words; wanted words of at least one character"


class Token(NamedTuple):
    """A word in a text.

    Attributes
    ----------
    text : str
        As it is written.
    word : str
        As it is counted: in lower case, with plain apostrophes.
    start, end : int
        It is ``text[start:end]`` of the text.

    Examples
    --------
    >>> tokenize("Dogs")[0]
    Token(text='Dogs', word='dogs', start=0, end=4)
    """

    text: str
    word: str
    start: int
    end: int


def tokenize(text: str, *, pattern: str | None = None) -> tuple[Token, ...]:
    r"""Cut a text into words.

    Without a `pattern`, a word is an unbroken run of letters and digits, with the accents and vowel signs on them, and
    apostrophes between them (don't). Chinese characters are a word each. Everything else separates: spaces, punctuation,
    hyphens, underscores, symbols, emoji.

    Parameters
    ----------
    text : str
        Any text.
    pattern : str, optional
        A regular expression for one word, searched in the text in lower case; where it has a group, the group is the word.
        scikit-learn's is ``r"(?u)\b\w\w+\b"``.

    Returns
    -------
    tuple of Token

    Raises
    ------
    TypeError
        If an argument is no text.
    ValueError
        If `pattern` is no regular expression, has several groups, or finds empty words.

    Notes
    -----
    Source: section 9.2.2, the parsing of a document. Arabic, Hebrew and Indic vowel signs stay on their words; Japanese
    kana, Thai, Lao, Khmer and Burmese, which put no spaces between words, are not cut: an unbroken run counts as one.
    `tokenizer_notes` says which of this applies to a text.

    Examples
    --------
    >>> [token.word for token in tokenize("Dogs are the BEST, aren't they?")]
    ['dogs', 'are', 'the', 'best', "aren't", 'they']
    >>> [token.word for token in tokenize("我爱狗 and كلب")]
    ['我', '爱', '狗', 'and', 'كلب']
    """
    if not isinstance(text, str):
        raise TypeError(f"text is {shown(text)} ({type(text).__name__}); wanted text")
    regex = as_pattern(pattern)
    group = regex.groups
    lowered = text.lower()
    # A few letters become two in lower case (İ): then places in the one text are no places in the other.
    place: Any = range(len(text) + 1)
    if len(lowered) != len(text):
        lengths = list(accumulate((len(letter.lower()) for letter in text), initial=0))
        place = np.searchsorted(lengths, np.arange(lengths[-1] + 1), side="left").tolist()
    found = []
    for match in regex.finditer(lowered):
        start, end = place[match.start(group)], place[match.end(group)]
        word = match.group(group)
        if not word:
            raise ValueError(_EMPTY_WORDS.format(pattern))
        found.append(Token(text[start:end], word.translate(SPELLING) if pattern is None else word, start, end))
    return tuple(found)


def tokenizer_notes(text: str) -> tuple[str, ...]:
    """Say what `tokenize` does with the writings in a text that are not simply words between spaces.

    Parameters
    ----------
    text : str
        Any text.

    Returns
    -------
    tuple of str
        A sentence for each such writing; none for English.

    Raises
    ------
    TypeError
        If `text` is no text.

    Notes
    -----
    Source: section 9.2.2 speaks of English alone; these are the rules of `tokenize`.

    Examples
    --------
    >>> tokenizer_notes("我爱狗")
    ('Chinese characters are a word each: words of several characters are not put together.',)
    >>> tokenizer_notes("dogs are the best")
    ()
    """
    if not isinstance(text, str):
        raise TypeError(f"text is {shown(text)} ({type(text).__name__}); wanted text")
    if text.isascii():
        return ()
    return tuple(note for script, note in _SCRIPTS if re.search(script, text))


@cache
def characters(test: Callable[[str], bool], last: int = 0x1FFFF) -> str:
    """Give the characters that pass a test as ranges, to stand between the brackets of a regular expression.

    Python's expressions know no Unicode categories. The planes above `last` hold ideographs, and marks that only choose
    between drawings of a character.

    Examples
    --------
    >>> characters(str.isdecimal, last=127), characters(lambda letter: letter in "aäbc")
    ('0-9', 'a-cä-ä')
    """
    passed = np.fromiter(map(test, map(chr, range(last + 2))), dtype=bool, count=last + 2)
    passed[-1] = False
    edges = np.flatnonzero(np.diff(passed, prepend=False))
    return "".join(f"{chr(start)}-{chr(end - 1)}" for start, end in edges.reshape(-1, 2).tolist())


def is_mark(letter: str) -> bool:
    """Say whether a character stands on the one before it: an accent, a vowel sign, a joiner, a soft hyphen.

    Examples
    --------
    >>> is_mark("\u0301"), is_mark("e")
    (True, False)
    """
    return unicodedata.category(letter)[0] == "M" or letter in "\u00ad\u200c\u200d"


@cache
def word_pattern() -> re.Pattern[str]:
    """Give the expression that `tokenize` uses where it is given none.

    Examples
    --------
    >>> word_pattern().findall("rock'n'roll: 'loud' snake_case 80's")
    ["rock'n'roll", 'loud', 'snake', 'case', "80's"]
    """
    letters = rf"[^\W_{HAN}]+"
    run = f"{letters}(?:[{characters(is_mark)}]+(?:{letters})?)*"
    return re.compile(f"[{HAN}]|{run}(?:['’]{run})*")


def as_pattern(pattern: str | None) -> re.Pattern[str]:
    """Compile a pattern for words, or give ours where there is none.

    Raises
    ------
    TypeError
        If `pattern` is no text.
    ValueError
        If it is no regular expression, has more than one group, or matches the empty text.

    Examples
    --------
    >>> as_pattern("[a-z]+").findall("a1b")
    ['a', 'b']
    """
    if pattern is None:
        return word_pattern()
    if not isinstance(pattern, str):
        raise TypeError(
            f"pattern is {shown(pattern)} ({type(pattern).__name__}); wanted a regular expression as text, or None"
        )
    try:
        regex = re.compile(pattern)
    except re.error as error:
        raise ValueError(f"pattern is {pattern!r}, no regular expression: {error}") from None
    if regex.groups > 1:
        raise ValueError(f"pattern is {pattern!r} with {regex.groups} groups; wanted one at most: write (?:…) for the others")
    if regex.match(""):
        raise ValueError(_EMPTY_WORDS.format(pattern))
    return regex


def as_texts(texts: Any, name: str, *, empty: bool = False) -> list[str]:
    """Check a collection of texts, which may have none if `empty` is set.

    Raises
    ------
    TypeError
        If it is a single text or no collection, or holds anything but text.
    ValueError
        If it is empty and must not be.

    Examples
    --------
    >>> as_texts(("a", "b"), "documents")
    ['a', 'b']
    """
    if isinstance(texts, bytes):
        raise TypeError(f"{name} is bytes; wanted text: decode it first")
    if isinstance(texts, str):
        raise TypeError(f"{name} is one text; wanted a list of them: [text]")
    if hasattr(texts, "columns") and hasattr(texts, "dtypes"):
        raise TypeError(f"{name} is a table of shape {texts.shape}; wanted one column of texts, as in {name}.iloc[:, 0]")
    # An array without dimensions has the method to iterate, and fails when it is called.
    if not isinstance(texts, Iterable) or getattr(texts, "ndim", 1) == 0:
        raise TypeError(f"{name} is {shown(texts)} ({type(texts).__name__}); wanted a list of texts")
    listed = list(texts)
    if not listed and not empty:
        raise ValueError(f"{name} is empty; wanted at least one text")
    if set(map(type, listed)) != {str}:
        for place, text in enumerate(listed):
            if not isinstance(text, str):
                raise TypeError(f"{name} holds {shown(text)} ({type(text).__name__}) in place {place}; wanted text")
    return listed


class Words(NamedTuple):
    """The words of many texts, each distinct word once.

    Attributes
    ----------
    distinct : list of W str
        In the order in which they first appear.
    numbers : NDArray, shape (T,), int32
        For each token of all texts, one after the other, its place in `distinct`.
    indptr : NDArray, shape (P + 1,), int64
        Text p's tokens are indptr[p] to indptr[p + 1] − 1.

    Examples
    --------
    >>> read_words(["a b", "", "b"], None)
    Words(distinct=['a', 'b'], numbers=array([0, 1, 1], dtype=int32), indptr=array([0, 2, 2, 3]))
    """

    distinct: list[str]
    numbers: NDArray[np.int32]
    indptr: NDArray[np.int64]


def read_words(texts: Iterable[str], pattern: str | None) -> Words:
    """Find the same words as `tokenize` in many texts, without their places.

    Examples
    --------
    >>> read_words(["Dogs, dogs!"], None).distinct
    ['dogs']
    """
    regex = as_pattern(pattern)
    whole = pattern not in PIECES
    separators = None if whole else _separators(PIECES[pattern])
    number_of: defaultdict[str, int] = defaultdict()
    number_of.default_factory = number_of.__len__
    numbers, sizes = [np.empty(0, np.int32)], [0]
    for text in texts:
        if separators is None:
            pieces = regex.findall(text.lower())
        elif text.isascii():
            pieces = text.translate(separators).split()
        else:  # other punctuation is left to the expression: translating it costs more than it saves
            pieces = text.lower().split()
        numbers.append(np.fromiter(map(number_of.__getitem__, pieces), dtype=np.int32, count=len(pieces)))
        sizes.append(len(pieces))
    found = Words(list(number_of), np.concatenate(numbers), np.cumsum(sizes))
    if not whole:
        return _words_in_pieces(found, regex, spelling=pattern is None)
    if "" in number_of:
        raise ValueError(_EMPTY_WORDS.format(pattern))
    return found


@cache
def _separators(kept: str) -> dict[int, str]:
    """What str.translate does to ASCII text: capitals to lower case, what separates words to spaces."""
    return {code: chr(code).lower() if chr(code).isalnum() or chr(code) in kept else " " for code in range(128)}


def _words_in_pieces(pieces: Words, regex: re.Pattern[str], *, spelling: bool) -> Words:
    """Put in each piece's place the words that are found in it: one as a rule, but "'" has none and "我爱" two."""
    number_of: defaultdict[str, int] = defaultdict()
    number_of.default_factory = number_of.__len__
    found, counts = [], []
    for piece in pieces.distinct:
        if len(piece) > 1 and piece.isascii() and piece.isalnum():  # one word, whichever the pattern
            found.append(number_of[piece])
            counts.append(1)
            continue
        inside = regex.findall(piece)
        found += [number_of[word.translate(SPELLING) if spelling else word] for word in inside]
        counts.append(len(inside))
    words, sizes = np.array(found, dtype=np.int32), np.array(counts, dtype=np.int64)
    if (sizes <= 1).all():
        word = np.full(len(sizes), -1, dtype=np.int32)
        word[sizes == 1] = words
        numbers = word[pieces.numbers]
        none = np.flatnonzero(numbers < 0)
        text = np.searchsorted(pieces.indptr, none, side="right") - 1
        lost = np.cumsum(np.bincount(text + 1, minlength=len(pieces.indptr)))
        return Words(list(number_of), np.delete(numbers, none) if none.size else numbers, pieces.indptr - lost)
    starts = np.cumsum(sizes) - sizes
    size = sizes[pieces.numbers]
    ends = np.cumsum(np.concatenate([[0], size]))
    place = np.repeat(starts[pieces.numbers] - ends[:-1], size) + np.arange(ends[-1])
    return Words(list(number_of), words[place], ends[pieces.indptr])

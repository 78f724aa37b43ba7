"""Words of messages: names in a row, capitals, and verbs that fit."""

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str]) -> str:
    """Join names as a sentence does.

    Examples
    --------
    >>> listed(["a"]), listed(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def capital(text: str) -> str:
    """Begin a text with a capital letter. A symbol such as γ stays as it is.

    Examples
    --------
    >>> capital("the bias"), capital("γ")
    ('The bias', 'γ')
    """
    return text[:1].upper() + text[1:] if text[:1].isascii() else text


def is_plural(what: str) -> bool:
    """Return whether a result takes a plural verb.

    Examples
    --------
    >>> [is_plural(each) for each in ("the values of α", "the features removed", "the new examples, sphered")]
    [True, True, True]
    >>> [is_plural(each) for each in ("the bias", "the number of errors", "the residual that is left")]
    [False, False, False]
    """
    head = what.partition(" of ")[0].partition(",")[0]
    return any(word.endswith("s") and not word.endswith(("ss", "us", "is", "ias")) for word in head.split())


def with_verb(names: Sequence[str]) -> str:
    """Put "is" or "are" behind names.

    Examples
    --------
    >>> with_verb(["the bias"]), with_verb(["the weights"]), with_verb(["the angle", "the total"])
    ('the bias is', 'the weights are', 'the angle and the total are')
    """
    return f"{listed(names)} {'are' if len(names) > 1 or is_plural(names[0]) else 'is'}"

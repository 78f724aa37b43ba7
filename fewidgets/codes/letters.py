"""The letters of a code: 32 of them, in groups of five, with a checksum that finds a typing error.

A code reads ``FW1-ABCDE-FGHJK``: "FW", the version of the form, and then letters and digits without I, L, O and U. Small and
capital letters are the same, O is read as 0, and I and L as 1. Hyphens, spaces and line breaks do not matter, nor do the marks
that a mail puts before quoted lines. The last six
letters are a checksum: it is the one of Bech32m (BIP 350), with which any four wrong letters are noticed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from fewidgets.scene.legible import quoted

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
#: What is read as another letter, because it looks or sounds like it.
ALIKE = {"O": "0", "I": "1", "L": "1", "U": "V"}
MARK, VERSION, GROUP, CHECKED = "FW", 1, 5, 6
#: Most letters of a code in which a typing error is searched; the search takes a tenth of a second.
SEARCHED = 120

_GENERATOR = (0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)
_SEAL = 0x2BC830A3
_CODE = re.compile(rf"(?<![A-Z0-9]){MARK}\d(?:\s*[-‐-―−]\s*[A-Z0-9]{{1,{GROUP}}}(?![A-Z0-9]))+", re.IGNORECASE)
#: What mails and chats add: the ends of lines in quoted-printable text, signs before quoted lines, characters without width.
_ADDED = re.compile("=\r?\n|^[ \t]*(?:>[ \t]*)+|[\u00ad\u200b-\u200f\u2060\ufeff]", re.MULTILINE)
_DASHES = re.compile(r"[\s\-‐-―−.,;:]+")


class CodeError(ValueError):
    """A text is not a code, or a code does not fit; the message says why."""


def written(symbols: Sequence[int]) -> str:
    """Write numbers from 0 to 31 as a code, with its checksum.

    Examples
    --------
    >>> written([1, 2, 3])
    'FW1-123PJ-4AF5'
    """
    checked = [*symbols, *_checksum(symbols)]
    text = "".join(ALPHABET[symbol] for symbol in checked)
    return "-".join([f"{MARK}{VERSION}", *(text[at : at + GROUP] for at in range(0, len(text), GROUP))])


def read(code: str) -> list[int]:
    """Read a code; return its numbers from 0 to 31, without the checksum.

    Raises
    ------
    TypeError
        If ``code`` is not a text.
    CodeError
        If it is no code, is of a newer version, or has a typing error. The message says which letter, if it can be found.

    Examples
    --------
    >>> read("fw1 123pj 4af5")
    [1, 2, 3]
    >>> read("FW1-123PJ-4AF6")
    Traceback (most recent call last):
    ...
    fewidgets.codes.letters.CodeError: code has a typing error. Letter 9 after "FW1" is probably "5" instead of "6".
    """
    if not isinstance(code, str):
        raise TypeError(f"code must be a text such as 'FW1-ABCDE-FGHJK'; got {quoted(code)}.")
    try:
        return _read(code)
    except CodeError as problem:
        inside = list(dict.fromkeys(codes_in(code)))  # words may stand around it
        if len(inside) > 1:
            raise CodeError(f"code must be one code; got a text with {len(inside)} of them, the first {inside[0]}.") from None
        if not inside:
            raise
        try:
            return _read(inside[0])
        except CodeError as within:
            raise (problem if _cleaned(code).lstrip().upper().startswith(MARK) else within) from None


def _read(code: str) -> list[int]:
    text = _DASHES.sub("", _cleaned(code)).upper()
    found = re.fullmatch(rf"{MARK}([0-9OIL])(.*)", text, re.DOTALL)
    if not found:
        raise CodeError(f"code must begin with {MARK}{VERSION}, as in 'FW1-ABCDE-FGHJK'; got {quoted(code)}.")
    version = int(ALIKE.get(found[1], found[1]))
    if version > VERSION:
        raise CodeError(
            f"code was made by a newer version of fewidgets: it begins with {MARK}{version}, and this version reads "
            f"{MARK}{VERSION}. Run pip install --upgrade fewidgets."
        )
    letters = "".join(ALIKE.get(letter, letter) for letter in found[2])
    for place, letter in enumerate(letters, 1):
        if letter not in ALPHABET:
            raise CodeError(f"code has letters and digits only; letter {place} after {MARK}{version} is {quoted(letter)}.")
    symbols = [ALPHABET.index(letter) for letter in letters]
    if version < VERSION or len(symbols) <= CHECKED or _remainder(symbols) != _SEAL:
        raise CodeError(f"code has a typing error. {_where(symbols)}".strip())
    return symbols[:-CHECKED]


def codes_in(text: str) -> Iterator[str]:
    """Yield the codes that stand in a text, as they are written there; a mail may have broken one into two lines.

    Examples
    --------
    >>> list(codes_in("Mine is FW1-123BF-ZX36, see you."))
    ['FW1-123BF-ZX36']
    """
    for found in _CODE.finditer(_cleaned(text)):
        yield re.sub(r"\s+", "", found[0])


def _cleaned(text: str) -> str:
    """Leave out what mails and chats add to a text, and write letters of full width as usual."""
    return _ADDED.sub("", unicodedata.normalize("NFKC", text))


def _checksum(symbols: Sequence[int]) -> list[int]:
    sealed = _remainder([*symbols, *([0] * CHECKED)]) ^ _SEAL
    return [sealed >> 5 * (CHECKED - 1 - place) & 31 for place in range(CHECKED)]


def _remainder(symbols: Iterable[int]) -> int:
    """Return the remainder of a polynomial over the field of 32 elements, as BIP 173 describes it."""
    rest = 1
    for symbol in symbols:
        top = rest >> 25
        rest = (rest & 0x1FFFFFF) << 5 ^ symbol
        for bit, part in enumerate(_GENERATOR):
            if top >> bit & 1:
                rest ^= part
    return rest


def _where(symbols: list[int]) -> str:
    """Say which letter is wrong, if one change makes the code right."""
    after = f'after "{MARK}{VERSION}"'
    if CHECKED <= len(symbols) <= SEARCHED:
        for place in range(len(symbols)):
            for other in range(32):
                if _remainder([*symbols[:place], other, *symbols[place + 1 :]]) == _SEAL:
                    right, wrong = ALPHABET[other], ALPHABET[symbols[place]]
                    return f'Letter {place + 1} {after} is probably "{right}" instead of "{wrong}".'
        for place in range(len(symbols) - 1):
            one, two = symbols[place : place + 2]
            if _remainder([*symbols[:place], two, one, *symbols[place + 2 :]]) == _SEAL:
                return f"Letters {place + 1} and {place + 2} {after} are probably in the wrong order."
        for place in range(len(symbols)):
            if _remainder([*symbols[:place], *symbols[place + 1 :]]) == _SEAL:
                return f'Letter {place + 1} {after}, "{ALPHABET[symbols[place]]}", is probably one too many.'
        for place in range(len(symbols) + 1):
            for other in range(32):
                if _remainder([*symbols[:place], other, *symbols[place:]]) == _SEAL:
                    return f'Before letter {place + 1} {after}, a "{ALPHABET[other]}" is probably missing.'
    return "Compare it with the original, letter by letter; its end may be missing."

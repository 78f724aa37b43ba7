"""A code: "FW2-", compressed JSON in URL-safe base64, and a checksum of two letters; and its QR picture for a notebook.

``frontend/src/classpage/codes.js`` reads the same codes.
"""

from __future__ import annotations

import html
import io
import json
import re
import unicodedata
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import Any

from fewidgets.scene.text.legible import label_of, quoted

MARK, VERSION, CHECKED = "FW", 2, 2
MOST = 2_900  # most characters that a QR code holds
LONG = 300  # characters from which on a telephone reads a QR code less reliably; it then has the least correction
MOST_BYTES = 1_000_000  # of the JSON; a small code must not fill the memory
_PRIME = 4093  # just below the 4096 pairs of letters: one wrong letter, or two that are swapped, change the sum
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
#: A code, and the words after it: a mail may have broken it into several lines.
_CODE = re.compile(rf"(?<![\w-]){MARK}\d-[\w-]+(?:\s+(?!{MARK}\d-)[\w-]+){{0,60}}", re.ASCII)
#: What mails and chats add: the ends of lines in quoted-printable text, signs before quoted lines, characters without width.
_ADDED = re.compile("=\r?\n|^[ \t]*(?:>[ \t]*)+|[\u00ad\u200b-\u200f\u2060\ufeff]", re.MULTILINE)


class CodeError(ValueError):
    """A text is not a code, or a code does not fit; the message says why."""


def written(content: list[Any]) -> str:
    """Write content as a code; TypeError or ValueError if JSON cannot hold it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    plain = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    body = urlsafe_b64encode(packer.compress(plain) + packer.flush()).decode().rstrip("=")
    return f"{MARK}{VERSION}-{body}{_checksum(body)}"


def read(code: str) -> list[Any]:
    """Return the content of a code. Words may stand around it, and a mail may have broken it into lines.

    Raises
    ------
    TypeError
        If ``code`` is not a text.
    CodeError
        If there is no code or several, or it is damaged or of another version.
    """
    if not isinstance(code, str):
        raise TypeError(f"code must be a text such as '{MARK}{VERSION}-…'; got {quoted(code)}.")
    found = list(dict.fromkeys(codes_in(code)))
    if not found:
        raise CodeError(f"code must begin with {MARK}{VERSION}-, as in '{MARK}{VERSION}-q1YqSy1…'; got {quoted(code)}.")
    if len(found) > 1:
        raise CodeError(f"code must be one code; got a text with {len(found)} of them, the first {found[0]}.")
    if (version := int(found[0][len(MARK)])) != VERSION:
        which, cure = ("a newer", "Upgrade fewidgets.") if version > VERSION else ("an earlier", "Make it again with share().")
        raise CodeError(f"code was made by {which} version of fewidgets: this one reads {MARK}{VERSION}. {cure}")
    if not _is_whole(found[0]):
        raise CodeError("code is damaged: letters are wrong or missing. Copy all of it again, and mind capital letters.")
    body = found[0].partition("-")[2][:-CHECKED]
    try:
        unpacker = zlib.decompressobj(-15)
        plain = unpacker.decompress(urlsafe_b64decode(body + "=" * (-len(body) % 4)), MOST_BYTES)
        content = json.loads(plain.decode("utf-8", "surrogatepass"))
    except (ValueError, zlib.error, RecursionError):
        content = None
    if not isinstance(content, list):
        raise CodeError("code holds what this version of fewidgets cannot read.")
    return content


def codes_in(text: str) -> Iterator[str]:
    """Yield the codes that stand in a text."""
    # Full-width letters become ordinary ones.
    for found in _CODE.finditer(_ADDED.sub("", unicodedata.normalize("NFKC", text))):
        joined = list(accumulate(found[0].split()))
        yield next(filter(_is_whole, joined), joined[0])


def _is_whole(code: str) -> bool:
    body = code.partition("-")[2]
    return body[-CHECKED:] == _checksum(body[:-CHECKED])


def _checksum(body: str) -> str:
    rest = sum(place * ord(letter) for place, letter in enumerate(body, 1)) % _PRIME
    return _LETTERS[rest // 64] + _LETTERS[rest % 64]


@dataclass(frozen=True)
class Code:
    """A state as a text: ``text``, and what it opens, in words. A notebook shows it as text and as a QR code."""

    text: str
    opens: str = field(compare=False)

    def __str__(self) -> str:
        return self.text

    def __len__(self) -> int:
        return len(self.text)

    def __repr__(self) -> str:
        return self.text

    @cached_property
    def qr(self) -> str:
        """The QR code as an SVG picture with a title; an empty string if the code is too long for one."""
        if len(self.text) > MOST:
            return ""
        import segno  # loads when a code is shown

        picture, short = io.BytesIO(), len(self.text) <= LONG
        segno.make_qr(self.text, error="m" if short else "l").save(
            picture,
            kind="svg",
            xmldecl=False,
            svgns=True,
            scale=6 if short else 4,  # to be read from some way off
            light="#fff",
            title=f"QR code of {self.text}",
            nl=False,
        )
        return picture.getvalue().decode()

    def _repr_html_(self) -> str:
        """Return the QR code, what it opens, and the text in one piece to select."""
        name = html.escape(f"QR code of {label_of(self.text)}, which opens {self.opens}")
        picture = self.qr and f'<div role="img" aria-label="{name}">{self.qr}</div>'
        return f"<p>Opens {html.escape(self.opens)}:<br><code>{self.text}</code></p>{picture}"

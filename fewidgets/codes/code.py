"""A code as an object: its text, and its QR picture for a notebook."""

from __future__ import annotations

import html
import io
from dataclasses import dataclass, field
from functools import cached_property

from fewidgets.scene.legible import label_of

#: Most characters that a QR code holds, with the least correction of errors.
MOST = 4_296
LONG = 300  # characters from which on a telephone reads a QR code less reliably; it then has the least correction


@dataclass(frozen=True)
class Code:
    """A state as a short text. A notebook shows it as text and as a QR code.

    Attributes
    ----------
    text : str
        The code, such as "FW1-ABCDE-FGHJK". It survives a mail, a chat and dictation: small letters are the same as capital
        ones, hyphens and spaces do not matter, and a typing error is noticed.
    opens : str
        What the code opens, in words.

    Examples
    --------
    >>> code = Code("FW1-123BF-ZX36", "a LambdaSlider")
    >>> code
    FW1-123BF-ZX36
    >>> str(code), len(code)
    ('FW1-123BF-ZX36', 14)
    >>> code.qr.startswith("<svg")
    True
    """

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

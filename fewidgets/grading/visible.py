"""Make text safe to look at, without control characters and marks that change how it reads."""

from __future__ import annotations

import re

# Control characters other than tab and line ends, halves of characters, and the marks that make a text run backwards.
# The joiners of Persian, Hindi and other scripts stay.
_UNSEEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    return _UNSEEN.sub("�", text)

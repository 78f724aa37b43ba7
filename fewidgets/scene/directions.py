"""Keep names in right-to-left scripts apart from the text around them.

Without this, "name: 3.2" would be shown as "3.2 :name", because a number after an Arabic or Hebrew word is read as part of it.
The same rule as in frontend/src/directions.js.
"""

import re

_RIGHT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_RUN = re.compile(rf"{_RIGHT}(?:[\s_(\[.'-]*{_RIGHT}[)\]]*)*")


def isolated(text: str) -> str:
    """Put an isolate around each run of right-to-left words.

    Examples
    --------
    >>> isolated("price: 3.2")
    'price: 3.2'
    >>> isolated("\u05d0\u05d1: 3.2") == "\u2068\u05d0\u05d1\u2069: 3.2"
    True
    """
    return text if text.isascii() else _RUN.sub("\u2068\\g<0>\u2069", text)

"""Keep names in right-to-left scripts apart from the text around them, as frontend/src/directions.js does.

Without it, "name: 3.2" would be shown as "3.2 :name", because a number after an Arabic or Hebrew word is read as part of it.
"""

import re

_RIGHT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_RUN = re.compile(rf"{_RIGHT}(?:[\s_(\[.'-]*{_RIGHT}[)\]]*)*")


def isolated(text: str) -> str:
    """Put an isolate around each run of right-to-left words."""
    return text if text.isascii() else _RUN.sub("\u2068\\g<0>\u2069", text)

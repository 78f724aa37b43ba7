from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from fewidgets.explorables.framework.aliases import Names
from fewidgets.scene.text.legible import quoted

_NUMBERED = re.compile(r"\bfeature (\d+)\b(?! \()")


@contextmanager
def naming(names: Names) -> Iterator[None]:
    """Add the name of each feature that the message of an error numbers: "feature 1" becomes "feature 1 ('AGE')"."""
    try:
        yield
    except ValueError as error:
        if type(error) is not ValueError:
            raise
        text = _NUMBERED.sub(lambda found: _named(found, names), str(error))
        if text == str(error):
            raise
        raise ValueError(text) from None


def _named(found: re.Match[str], names: Names) -> str:
    number = int(found[1])
    return f"{found[0]} ({quoted(names[number])})" if number < len(names) else found[0]

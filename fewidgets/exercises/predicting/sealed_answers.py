"""What a page without a kernel needs to grade, compressed so that nobody reads it at a glance."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Any

from fewidgets.exercises.predicting.kind import Kind, Plain
from fewidgets.scene.page.encode import as_json

#: Between the parts of an answer, in the key of its reveal.
SEPARATOR = "\n"


def seal(kind: Kind, then: Plain | None = None) -> str:
    """Return what a page shows after a commit, as compressed JSON in base64."""
    table = {_key(answer): kind.reveal(answer) for answer in kind.answers()}
    return packed(as_json({"shown": kind.reveal(), "then": then, "rules": kind.rules(), "table": table}))


def packed(content: Any) -> str:
    """Return plain values as compressed JSON in base64."""
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


def _key(answer: Any) -> str:
    return answer if isinstance(answer, str) else SEPARATOR.join(answer)

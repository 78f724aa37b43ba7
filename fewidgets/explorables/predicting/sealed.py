"""What a page without a kernel needs to grade, compressed so that nobody reads it at a glance.

For options and orders, there is a reveal for each possible answer; for numbers and sketches, the limits and the declared
differences. ``frontend/src/asking/grade.js`` reads them.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator
from itertools import chain, combinations, permutations
from typing import Any

from fewidgets.explorables.predicting.choosing import OneOf, SeveralOf
from fewidgets.explorables.predicting.estimating import Estimate
from fewidgets.explorables.predicting.forms import panel_of
from fewidgets.explorables.predicting.kind import Kind
from fewidgets.explorables.predicting.ordering import Ordering
from fewidgets.explorables.predicting.reveal import reveal_of
from fewidgets.explorables.predicting.sketching import Sketch
from fewidgets.explorables.predicting.tex import readable
from fewidgets.scene import Scene
from fewidgets.scene.encode import as_json, encode

#: Between the parts of an answer, in the key of its reveal.
SEPARATOR = "\n"


def seal(kind: Kind, then: dict[str, Any] | None = None) -> str:
    """Return everything that a page shows after a commit, and the explorable held back, as compressed JSON in base64."""
    content: dict[str, Any] = {"shown": reveal_of(kind, None, None), "then": then}
    if isinstance(kind, Estimate):
        content["number"] = _number(kind)
    elif isinstance(kind, Sketch):
        content["sketch"] = _sketch(kind)
    else:
        content["table"] = {_key(answer): reveal_of(kind, answer, kind.grade(answer)) for answer in _answers(kind)}
    text = json.dumps(as_json(content), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


def _answers(kind: Kind) -> Iterator[Any]:
    """Yield all answers to a question about options or an order."""
    if isinstance(kind, OneOf):
        yield from kind.options
    elif isinstance(kind, SeveralOf):
        options = list(kind.options)
        yield from chain.from_iterable(combinations(options, size) for size in range(1, len(options) + 1))
    elif isinstance(kind, Ordering):
        yield from permutations(kind.items)


def _key(answer: Any) -> str:
    return answer if isinstance(answer, str) else SEPARATOR.join(answer)


def _number(kind: Estimate) -> dict[str, Any]:
    right = reveal_of(kind, kind.truth, kind.grade(kind.truth))
    return {
        "right": right["reason"],
        "truth": readable(kind.true_in_words()),
        "because": readable(kind.because),
        "near": kind.near,
        "bands": [[band.low, band.high, readable(band.explanation)] for band in kind.bands],
        "below": readable(kind.below),
        "above": readable(kind.above),
        "mark": kind.truth,
    }


def _sketch(kind: Sketch) -> dict[str, Any]:
    low, high = map(float, kind.y_axis.domain)
    answer = [[(low + high) / 2] * len(kind.places)] * len(kind.curves)  # the page puts the sketch in their place
    panel = encode(Scene("", [panel_of(kind, answer=answer, truth=kind.truth)]))["panels"][0]
    shown = encode(Scene("", [panel_of(kind, truth=kind.truth)]))["panels"][0]
    return {
        "values": kind.truth.tolist(),
        "differences": [each.plain() | {"sentence": readable(each.sentence)} for each in kind.differences],
        "near": kind.near,
        "otherwise": readable(kind.otherwise),
        "because": readable(kind.because),
        "panel": panel,
        "shown": shown,
    }

"""Lessons of earlier versions, and what has replaced those that are gone."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

#: Lessons that were split or renamed, and the lessons that have their contents now.
REPLACED = {
    "9.2_histogram_features.ipynb": (
        "9.2.1_categories_and_text.ipynb",
        "9.2.3_images.ipynb",
        "9.2.4_sound.ipynb",
    ),
}

#: Digests of the texts that were delivered before records in students' folders held them. It needs no new entries.
_TEXTS = Path(__file__).resolve().parents[1] / "static" / "earlier_lessons.json"


def was_delivered(file: str, text: str | None) -> bool:
    """Say whether a file has the text of an earlier version of a lesson."""
    return text is not None and text.removeprefix("text:") in _texts().get(file, ())


@cache
def _texts() -> dict[str, list[str]]:
    return json.loads(_TEXTS.read_text(encoding="utf-8"))


def replaced_by(lesson: str) -> tuple[str, ...]:
    """Return the lessons that have replaced one; none if it was not replaced."""
    return REPLACED.get(f"{Path(lesson).name.removesuffix('.ipynb')}.ipynb", ())

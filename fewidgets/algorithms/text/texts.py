"""Checks of collections of texts (section 9.2.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .._numerics.arguments import shown

# Longer words are codes, addresses or text without spaces. They are not stemmed.
LONGEST_WORD = 100


def as_texts(texts: Any, name: str, *, empty: bool = False) -> list[str]:
    """Check a collection of texts."""
    if isinstance(texts, bytes):
        raise TypeError(f"{name} must be text; got bytes. Decode them first.")
    if isinstance(texts, str):
        raise TypeError(f"{name} must be a list of texts; got one text. Use [text].")
    if hasattr(texts, "columns") and hasattr(texts, "dtypes"):
        raise TypeError(f"{name} must be a list of texts; got a table of shape {texts.shape}. Use {name}.iloc[:, 0].")
    # An array without dimensions has the method to iterate, and fails when it is called.
    if not isinstance(texts, Iterable) or getattr(texts, "ndim", 1) == 0:
        raise TypeError(f"{name} must be a list of texts; got {shown(texts)} ({type(texts).__name__}).")
    listed = list(texts)
    if not listed and not empty:
        raise ValueError(f"{name} must hold at least one text; got none.")
    if set(map(type, listed)) != {str}:
        for place, text in enumerate(listed):
            if not isinstance(text, str):
                raise TypeError(f"{name} must hold text; got {shown(text)} ({type(text).__name__}) in place {place}.")
    return listed

"""The arguments of a constructor."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypedDict

import ipywidgets
import traitlets

from fewidgets.scene.text.legible import quoted
from fewidgets.scene.types import Keywords, Names, NameTuple


class Common(TypedDict, total=False):
    """Keywords that every explorable takes: an ipywidgets layout, the titles of panels, whether it opens for a projector."""

    layout: Keywords | ipywidgets.Layout | None
    panels: Names | None
    present: bool


COMMON = tuple(Common.__annotations__)


def defaults_of(kind: type) -> Keywords:
    """Return the defaults of a constructor's parameters by name."""
    parameters = inspect.signature(kind.__init__).parameters  # type: ignore[misc]  # only read, never called
    return {name: parameter.default for name, parameter in parameters.items()}


def refuse_unknown(kind: type, given: Iterable[str]) -> None:
    """Raise TypeError for an unknown keyword; the message suggests the closest known one."""
    parameters = inspect.signature(kind.__init__).parameters.values()  # type: ignore[misc]  # only read, never called
    names = [each.name for each in parameters if each.kind is not each.VAR_KEYWORD][1:]
    known = [*dict.fromkeys([*names, *COMMON])]
    unknown = [name for name in given if name not in known]
    if unknown:
        close = get_close_matches(unknown[0], known, n=1)
        hint = f": did you mean {close[0]!r}?" if close else f"; it takes {', '.join(known)}"
        raise TypeError(f"{kind.__name__} has no keyword {quoted(unknown[0])}{hint}")


def arguments_of(w: Any) -> inspect.BoundArguments:
    """Return the arguments with which an explorable was made, with defaults."""
    bound = inspect.signature(type(w).__init__).bind(w, *w.opened_with[0], **w.opened_with[1])
    bound.apply_defaults()
    return bound


def as_bool(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False; got {quoted(value)}.")
    return value


def as_titles(value: Any) -> NameTuple:
    if isinstance(value, str) or not isinstance(value, Sequence) or not all(isinstance(each, str) for each in value):
        raise TypeError(f"panels must be a list of titles of panels; got {quoted(value)}.")
    return tuple(value)


def as_layout(layout: Any) -> ipywidgets.Layout:
    """Return an ipywidgets layout, made from a dict if need be."""
    if isinstance(layout, ipywidgets.Layout):
        return layout
    if not isinstance(layout, Mapping):
        raise TypeError(f"layout must be a dict such as {{'width': '600px'}} or an ipywidgets.Layout; got {quoted(layout)}")
    names = ipywidgets.Layout.class_trait_names()
    for name in layout:
        if name not in names:
            close = get_close_matches(str(name), names, n=1)
            raise TypeError(f"layout has no entry {quoted(name)}" + (f": did you mean {close[0]!r}?" if close else ""))
    try:
        return ipywidgets.Layout(**layout)
    except traitlets.TraitError as error:
        raise ValueError(f"layout: {error}") from None

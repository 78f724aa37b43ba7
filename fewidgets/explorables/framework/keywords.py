"""Keywords of a constructor: the unknown ones are refused with a suggestion, and ``layout`` is checked."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

import ipywidgets
import traitlets

from fewidgets.scene.legible import quoted

EVERYWHERE = "present"  # a keyword that the base class takes for all explorables


def defaults_of(kind: type) -> dict[str, Any]:
    """Return the defaults of a constructor's parameters by name."""
    parameters = inspect.signature(kind.__init__).parameters  # type: ignore[misc]  # only read, never called
    return {name: parameter.default for name, parameter in parameters.items()}


def refuse_unknown(kind: type, unknown: Mapping[str, Any]) -> None:
    """Raise TypeError if there is an unknown keyword; the message suggests the closest known one.

    Parameters
    ----------
    kind : type
        The class whose constructor got the keywords.
    unknown : mapping
        Keywords that the constructor does not know.
    """
    unknown = {name: value for name, value in unknown.items() if name != EVERYWHERE}
    if not unknown:
        return
    parameters = inspect.signature(kind.__init__).parameters  # type: ignore[misc]  # only read, never called
    known = [*(name for name, parameter in parameters.items() if parameter.kind == parameter.KEYWORD_ONLY), EVERYWHERE]
    name = next(iter(unknown))
    close = get_close_matches(name, ["X", "y", *known], n=1)
    hint = f": did you mean {close[0]!r}?" if close else f"; it takes {', '.join(known)}"
    raise TypeError(f"{kind.__name__} has no keyword {quoted(name)}{hint}")


def as_bool(name: str, value: Any) -> bool:
    """Return True or False; raise TypeError for anything else."""
    if not isinstance(value, bool):
        raise TypeError(f"{name} must be True or False; got {quoted(value)}.")
    return value


def as_layout(layout: Any) -> ipywidgets.Layout:
    """Return an ipywidgets layout, made from a dict if need be.

    Raises
    ------
    TypeError, ValueError
        If ``layout`` is neither a dict nor a Layout, or has an entry that a Layout does not accept.
    """
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

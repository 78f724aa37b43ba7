"""An explorable as a code.

The content is JSON: ``[class, data, settings, opening, state]``. Of data and settings, ``{"load": name}`` is a data set of
`fewidgets.data`, ``{"call": name}`` its function, and ``{"shape": …, "names": …}`` an outline. The opening are the states
given to the constructor, if they are more than the state.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np

from fewidgets.codes.code import Code, CodeError, read, written
from fewidgets.explorables.framework.aliases import Values
from fewidgets.explorables.framework.given_data import in_words, loader_named, loader_of, outline_of
from fewidgets.explorables.framework.snapshot import same
from fewidgets.explorables.framework.state import states_of
from fewidgets.scene import Slider
from fewidgets.scene.controls.compute import Upload
from fewidgets.scene.text.legible import quoted
from fewidgets.scene.types import Keywords

#: Arguments that say how an explorable is shown, or that belong to the data.
_ELSEWHERE = ("layout", "panels", "present", "common", "feature_names", "y")
#: Arguments that may be paths of files. A code comes from somebody else, so it may not open a file of whoever reads it.
_FILES = ("samples", "images")
LONGEST = 1_000  # characters of a value; a code that is longer is of no use


def share(w: Any) -> Code:
    """Return the code of an explorable; ValueError if it shows a file."""
    kind, arguments = type(w), _arguments(type(w), *w.opened_with)
    places, states, parameters = _places(kind), states_of(kind), inspect.signature(kind.__init__).parameters
    given = {name: value for name, value in arguments.items() if name not in _ELSEWHERE and value is not None}
    given = {name: value for name, value in given.items() if not same(value, parameters[name].default)}
    for name in _FILES:
        if _holds_text(_listed(given.get(name))):
            raise ValueError(f"{name} is {quoted(given[name])}, and a code cannot hold a file.")
    kept = {name: _kept(value, arguments.get("feature_names")) for name, value in given.items()}
    data = {name: kept[name] for name in places if name in kept and (name not in states or _is(kept[name], "load"))}
    settings = {name: value for name, value in kept.items() if name not in {*states, *places}}
    opening = {name: _listed(given[name]) for name in kind.opens_with if name in given and name not in data}
    where = ""
    for value in data.values():
        if _is(value, "load"):
            where = f" on {value['load']}()"
        elif _is(value, "shape"):
            where = f" on data of your own ({in_words(value['shape'])})"
    return Code(written([kind.__name__, data, settings, opening, _moved(w)]), f"{kind.__name__}{where}")


def content_of(code: str) -> list[Any]:
    """Return the five parts of a code."""
    content = read(code)
    if isinstance(content, list) and list(map(type, content)) == [str, dict, dict, dict, dict]:
        return content
    raise CodeError("code does not open an explorable.")


def open_code(kind: Any, code: str, given: Sequence[Any], keywords: Values) -> Any:
    """Make the explorable that a code describes, see `Shareable.from_share`."""
    w, state = _made(kind, code, given, keywords)
    for control in w.scene.controls:  # the ends of a slider may differ in the last digit from computer to computer
        value = state.get(control.name)
        if isinstance(control, Slider) and isinstance(value, float) and np.isclose(value, control.nearest(value)):
            state[control.name] = control.nearest(value)
    try:
        w.move(**state)
    except (TypeError, ValueError) as error:
        raise CodeError(f"code does not fit the data: {error}") from None
    return w


def fresh(kind: Any, code: str) -> Any:
    """Make the explorable of a code before anything was moved."""
    return _made(kind, code, (), {})[0]


def _made(kind: Any, code: str, given: Sequence[Any], keywords: Values) -> tuple[Any, Keywords]:
    """Make the explorable of a code, and return the state that it is to have."""
    for name in states_of(kind).keys() & keywords.keys():
        raise TypeError(f"{name} must not be given: the code sets it. Set it afterwards.")
    name, data, settings, opening, state = content_of(code)
    if name != kind.__name__:
        raise CodeError(f"code is not of a {kind.__name__}. fewidgets.from_share(code) finds the class.")
    for name in _FILES:
        if any(_holds_text(part.get(name)) for part in (data, settings, opening)):
            raise CodeError(f"code names a file as {name}, and a code cannot hold a file.")
    passed = _arguments(kind, given, keywords)
    for name in _places(kind):
        if name in passed and name not in data and name not in states_of(kind):
            raise TypeError(f"{name} must not be given: the code was made without it.")
    found = {name: _found(kind, name, value, passed) for name, value in data.items()}
    kind = kind.class_on(*(found[name] for name in _places(kind) if name in found))
    for name in {*data, *settings, *opening, *state} - {*inspect.signature(kind.__init__).parameters, *states_of(kind)}:
        raise CodeError(f"code was made by a newer version of fewidgets, whose {kind.__name__} has {quoted(name)}.")
    found |= {name: _found(kind, name, value, passed) for name, value in settings.items() if name not in passed}
    return kind(**{**passed, **found, **opening}), state


def _found(kind: Any, name: str, value: Any, passed: Values) -> Any:
    """Return what the caller passes for an argument, if it fits the code, or else what the code names."""
    if _is(value, "call"):
        return loader_named(value["call"])
    if _is(value, "load"):
        value = loader_named(value["load"])()
    elif _is(value, "shape") and name not in passed:
        both = ", ".join(each for each in (name, "y") if each in inspect.signature(kind.__init__).parameters)
        made_on = f"the code was made on data of somebody's own ({in_words(value['shape'])})"
        raise TypeError(f"{name} is missing: {made_on}. Pass them: from_share(code, {both}).")
    if name not in passed:
        return value
    expected = value if _is(value, "shape") else outline_of(value)
    outline = outline_of(passed[name], passed.get("feature_names"))
    if outline["shape"] != expected["shape"]:
        made_on, got = in_words(expected["shape"]), in_words(outline["shape"])
        raise CodeError(f"{name} does not fit the code, which was made on {made_on}; got {got}.")
    if outline["names"] != expected["names"]:
        raise CodeError(
            f"{name} does not fit the code: the size is right ({in_words(outline['shape'])}), but the names of the features "
            "are others, or in another order. Pass feature_names if the code was made with them."
        )
    return passed[name]


def _arguments(kind: Any, given: Sequence[Any], keywords: Values) -> Keywords:
    """Return arguments by the names of the parameters."""
    arguments = inspect.signature(kind.__init__).bind_partial(None, *given, **keywords).arguments
    more = arguments.pop("common", {})
    return {name: value for name, value in (arguments | more).items() if name != "self"}


def _places(kind: Any) -> list[str]:
    """List the parameters that take data, without ``y``."""
    parameters = list(inspect.signature(kind.__init__).parameters.values())[1:]
    return [each.name for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD and each.name not in _ELSEWHERE]


def _kept(value: Any, feature_names: Any) -> Any:
    """Return an argument as a code holds it: its loader, the value if it is short, or an outline."""
    if (loader := loader_of(value)) is not None:
        return {"call" if callable(value) else "load": loader}
    plain = _listed(value)
    try:
        short = not isinstance(plain, dict) and len(json.dumps(plain, allow_nan=False)) <= LONGEST
    except (TypeError, ValueError):
        short = False
    return plain if short else outline_of(value, feature_names)


def _holds_text(value: Any) -> bool:
    """Whether a value is a text, or a list with one anywhere in it."""
    return isinstance(value, str | PathLike) or (isinstance(value, list) and any(map(_holds_text, value)))


def _is(value: Any, what: str) -> bool:
    return isinstance(value, dict) and what in value


def _listed(value: Any) -> Any:
    """Return arrays and tuples as lists, and NumPy's numbers as Python's."""
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    return list(map(_listed, value)) if isinstance(value, list | tuple) else value


def _moved(w: Any) -> Keywords:
    """Return the parts of the state that are not where a new explorable has them."""
    for name, value in w.state.items():
        if isinstance(value, Upload):
            raise ValueError(f"{name} is the file {quoted(value.name)}, and a code cannot hold a file. Choose another source.")
    moved = {name for name, value in w.state.items() if not same(value, _first(w, name))}
    start = {**w.snapshot.values, **{name: control.initial for name, control in w.inputs.items()}}
    implied = w.implied_inputs({name: w.state[name] for name in w.inputs if name in moved}, start)
    return {name: _listed(value) for name, value in w.state.items() if name in moved or name in implied}


def _first(w: Any, name: str) -> Any:
    """Return a part of the state of a new explorable; a control that starts where it is now does not tell."""
    control = w.inputs.get(name)
    if control is None:
        return w.scene.initial_state[name]
    before = states_of(type(w))[name].default_value
    other = {each.name: each for each in w.inputs_of(w.data, {**w.snapshot.values, name: before})}
    return other[name].initial if name in other and same(other[name].initial, control.initial) else object()

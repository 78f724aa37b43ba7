"""An explorable as a code: its class, its data by name or by their outline, its settings, and what was moved.

The code of a state is read without knowing the scene. Options and places on a slider are then found in the controls, which may
depend on each other; so the state is set in rounds, each with all that is understood by then.
"""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from fewidgets.codes.code import Code
from fewidgets.codes.letters import CodeError, read, written
from fewidgets.codes.packing import CLASS, LONGEST, NAMED, OPTION, Loaded, Own, Reader, Writer, mark_of
from fewidgets.explorables.framework.given_data import Outline, loader_of, loader_with, outline_of
from fewidgets.explorables.framework.snapshot import same
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.framework.state_codes import packed, unpacked
from fewidgets.scene import Control, Scene, Upload
from fewidgets.scene.legible import quoted
from fewidgets.scene.visited import keepers

OPENING = "first "  # before the name of a state, for the value with which the constructor was called
ROUNDS = 8  # most rounds in which the state is set; more controls do not depend on each other
ABSENT, LOADED, OWN, PLAIN = range(4)  # what the code says of an argument with data
#: Arguments that say how an explorable is shown, or that belong to the data.
_ELSEWHERE = ("layout", "present", "feature_names", "y")


def share(w: Any) -> Code:
    """Return the code of an explorable in its present state.

    Raises
    ------
    ValueError
        If a part of the state is a file, which a code cannot hold.
    """
    arguments = _arguments(type(w), *w.opened_with)
    writer = Writer()
    writer.bits(mark_of(type(w).__name__, CLASS), CLASS)
    where = _write_data(writer, type(w), arguments)
    entries = {**_settings(type(w), arguments), **_opening(type(w), arguments), **_moved(w)}
    writer.count(len(entries))
    for name, value in entries.items():
        writer.bits(mark_of(name), NAMED)
        writer.value(value)
    return Code(written(writer.symbols()), f"{type(w).__name__}{where}")


def class_mark(code: str) -> int:
    """Return the mark of the class that a code opens; see `fewidgets.codes.packing.mark_of`."""
    return Reader(read(code)).bits(CLASS)


def open_code(kind: Any, code: str, given: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
    """Make the explorable that a code describes.

    Parameters
    ----------
    kind : type
        The class of which the code must be.
    code : str
        The code.
    given : sequence
        The data, if the code does not name a data set of the package or another one is to be used.
    keywords : mapping
        ``y``, ``feature_names``, ``layout``, ``present``, and settings that the code does not hold.

    Raises
    ------
    TypeError, ValueError
        If the code cannot be read, is of another class, or does not fit the data. The message says which.
    """
    w, state = _made(kind, code, given, keywords)
    _set(w, state)
    return w


def fresh(kind: Any, code: str) -> Any:
    """Make the explorable of a code with its data and settings, before anything was moved. See `open_code` for the errors."""
    return _made(kind, code, (), {})[0]


def moved_in(kind: Any, code: str) -> tuple[str, dict[str, Any]]:
    """Read a code without opening it.

    Returns
    -------
    str, dict
        What the code says of its data and settings, which is equal for equal ones; and the moved parts of the state, as
        `packed` gives them.
    """
    reader = Reader(read(code))
    reader.bits(CLASS)
    data = _data_in(reader, kind)
    known = {mark_of(name): name for name in _states(kind)}
    settings, state = [], {}
    for _ in range(reader.count()):
        mark, value = reader.bits(NAMED), reader.value()
        if mark in known:
            state[known[mark]] = value
        else:
            settings.append((mark, value))
    return repr((data, settings)), state


def _made(kind: Any, code: str, given: Sequence[Any], keywords: Mapping[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Make the explorable of a code with its data and settings, and return the state that it is to have."""
    for name in _states(kind) & keywords.keys():
        raise TypeError(f"{name} must not be given: the code sets it. Set it afterwards.")
    reader = Reader(read(code))
    if reader.bits(CLASS) != mark_of(kind.__name__, CLASS):
        raise CodeError(f"code is not of a {kind.__name__}. fewidgets.from_share(code) finds the class.")
    data = _read_data(reader, kind, given, keywords)
    kind = kind.class_on(*(data[name] for name in _places(kind) if name in data))
    opening = {f"{OPENING}{name}": name for name in kind.opens_with}
    known = {mark_of(name): name for name in (*inspect.signature(kind.__init__).parameters, *_states(kind), *opening)}
    settings, state = dict(keywords), {}
    for _ in range(reader.count()):
        name = known.get(reader.bits(NAMED), "")
        if not name:
            raise CodeError(f"code was made by a newer version of fewidgets, whose {kind.__name__} has one more setting.")
        value = reader.value()
        if name in _states(kind):
            state[name] = value
        elif isinstance(value, Own):
            if name not in keywords:
                raise TypeError(f"{name} is missing: the code does not hold it. Pass it, as in from_share(code, …, {name}=…).")
        else:
            settings.setdefault(opening.get(name, name), loader_with(value.mark) if isinstance(value, Loaded) else value)
    return kind(**data, **settings), state


def _arguments(kind: Any, given: Sequence[Any], keywords: Mapping[str, Any]) -> dict[str, Any]:
    bound = inspect.signature(kind.__init__).bind_partial(None, *given, **keywords)
    return dict(list(bound.arguments.items())[1:])  # without self


def _states(kind: Any) -> set[str]:
    return {name for name, trait in kind.class_traits().items() if isinstance(trait, State)}


def _places(kind: Any) -> list[str]:
    """List the parameters that take data: those that may be given by position, without ``y`` and what is a state too."""
    parameters = list(inspect.signature(kind.__init__).parameters.values())[1:]
    return [each.name for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD and each.name not in _ELSEWHERE]


def _write_data(writer: Writer, kind: Any, arguments: Mapping[str, Any]) -> str:
    """Write what the data are; return it in words."""
    words = ""
    for name in _places(kind):
        value = arguments.get(name)
        loader = None if value is None else loader_of(value)
        if value is None or (loader is None and name in _states(kind)):
            writer.bits(ABSENT, 2)
        elif loader is not None:
            writer.bits(LOADED, 2)
            writer.bits(mark_of(loader), NAMED)
            words = f" on {loader}()"
        elif _plain(value, few=200):
            writer.bits(PLAIN, 2)
            writer.value(_listed(value))
        else:
            writer.bits(OWN, 2)
            outline = outline_of(value, arguments.get("feature_names"))
            writer.count(len(outline.shape))
            for length in outline.shape:
                writer.count(length)
            writer.bits(mark_of(outline.names, OPTION), OPTION)
            words = f" on data of your own ({outline})"
    return words


def _read_data(reader: Reader, kind: Any, given: Sequence[Any], keywords: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments with data: those that the caller passes, or those that the code names."""
    passed = _arguments(kind, given, {name: keywords[name] for name in ("y", "feature_names") if name in keywords})
    found: dict[str, Any] = {}
    for name, (what, said) in _data_in(reader, kind).items():
        own = passed.get(name)
        if what == ABSENT:
            if own is not None and name not in _states(kind):
                raise TypeError(f"{name} must not be given: the code was made without it.")
        elif what == PLAIN:
            found[name] = said if own is None else own
        elif what == LOADED:
            load = loader_with(said)
            if own is None:
                found[name] = load()
            else:
                _must_fit(name, own, keywords, *_ends(outline_of(load(), None)))
                found[name] = own
        else:
            shape, mark = said
            if own is None:
                raise TypeError(_missing(kind, name, Outline(shape, "")))
            _must_fit(name, own, keywords, shape, mark)
            found[name] = own
    if "y" in passed:
        found["y"] = passed["y"]
    return found


def _data_in(reader: Reader, kind: Any) -> dict[str, tuple[int, Any]]:
    """Return what the code says of each argument with data: the value, the mark of its loader, or its shape and names."""
    found: dict[str, tuple[int, Any]] = {}
    for name in _places(kind):
        what, said = reader.bits(2), None
        if what == PLAIN:
            said = reader.value()
        elif what == LOADED:
            said = reader.bits(NAMED)
        elif what == OWN:
            said = (tuple(reader.count() for _ in range(reader.count())), reader.bits(OPTION))
        found[name] = (what, said)
    return found


def _missing(kind: Any, name: str, outline: Outline) -> str:
    given = ", ".join(each for each in (name, "y") if each in inspect.signature(kind.__init__).parameters)
    size = outline if outline.shape else "one object"
    return f"{name} is missing: the code was made on data of somebody's own ({size}). Pass them: from_share(code, {given})."


def _ends(outline: Outline) -> tuple[tuple[int, ...], int]:
    return outline.shape, mark_of(outline.names, OPTION)


def _must_fit(name: str, own: Any, keywords: Mapping[str, Any], shape: tuple[int, ...], mark: int) -> None:
    """Refuse data of another size or with other names than those of the code."""
    outline = outline_of(own, keywords.get("feature_names"))
    if outline.shape != shape:
        raise CodeError(f"{name} does not fit the code, which was made on {Outline(shape, '')}; got {outline}.")
    if mark_of(outline.names, OPTION) != mark:
        raise CodeError(
            f"{name} does not fit the code: the size is right ({outline}), but the names of the features are others, or in "
            "another order. Pass feature_names if the code was made with them."
        )


def _settings(kind: Any, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that are not the default, in the form in which a code holds them."""
    found: dict[str, Any] = {}
    places, states = _places(kind), _states(kind)
    for name, parameter in inspect.signature(kind.__init__).parameters.items():
        if name not in arguments or name in _ELSEWHERE or name in places or name in states:
            continue
        value = arguments[name]
        if parameter.kind is parameter.VAR_KEYWORD or same(value, parameter.default):
            continue
        loader = loader_of(value)
        if loader is not None:
            found[name] = Loaded(mark_of(loader))
        else:
            found[name] = _listed(value) if _plain(value) else Own()
    return found


def _opening(kind: Any, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return the states with which the constructor was called, if it has made more of them than the state."""
    defaults = {name: parameter.default for name, parameter in inspect.signature(kind.__init__).parameters.items()}
    given = {name: arguments[name] for name in kind.opens_with if name in arguments and loader_of(arguments[name]) is None}
    return {f"{OPENING}{name}": _listed(value) for name, value in given.items() if not same(value, defaults[name])}


def _plain(value: Any, few: int = 24) -> bool:
    """Whether a value is short enough to stand in a code."""
    writer = Writer()
    listed = _listed(value)
    try:
        writer.value(listed)
    except TypeError:
        return False
    return len(writer) <= 40 * few if isinstance(listed, tuple) else len(writer) <= LONGEST


def _listed(value: Any) -> Any:
    """Return arrays, lists and sets as tuples, and NumPy's numbers as Python's."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, np.generic):
        value = value.item()
    return tuple(map(_listed, value)) if isinstance(value, list | tuple) else value


def _moved(w: Any) -> dict[str, Any]:
    """Return the parts of the state that are not where a new explorable has them, in the form in which a code holds them."""
    found = {}
    controls = _controls(w.scene)
    for name, value in w.state.items():
        if isinstance(value, Upload):
            raise ValueError(f"{name} is the file {quoted(value.name)}, and a code cannot hold a file. Choose another source.")
        if not same(value, _first(w, name)):
            found[name] = packed(value, controls.get(name), w.scene.initial_state[name])
    return found


def _first(w: Any, name: str) -> Any:
    """Return what a part of the state is in a new explorable; a control that starts where it is now does not tell."""
    control = w.inputs.get(name)
    if control is None:
        return w.scene.initial_state[name]
    before = type(w).class_traits()[name].default_value
    other = {each.name: each for each in w.inputs_of(w.data, {**w.snapshot.values, name: before})}
    return other[name].initial if name in other and same(other[name].initial, control.initial) else object()


def _controls(scene: Scene) -> dict[str, Control]:
    """Return the controls by the names of the parts of the state to which they belong."""
    return {**{control.name: control for control in scene.controls}, **keepers(scene.controls)}


def _set(w: Any, state: Mapping[str, Any]) -> None:
    """Set a state in rounds, and check that it is the one that the code describes."""
    for _ in range(ROUNDS):
        controls, initial = _controls(w.scene), w.scene.initial_state
        goal, waiting = {}, []
        for name, first in initial.items():
            try:
                goal[name] = unpacked(state[name], controls.get(name), first) if name in state else first
            except LookupError:
                waiting.append(name)
        if not waiting and state.keys() <= initial.keys() and all(same(w.state[name], goal[name]) for name in goal):
            return
        before = w.snapshot
        _move(w, goal, {name for name in goal if name in state})
        if w.snapshot is before and waiting:
            raise CodeError(f"code does not fit: {waiting[0]} does not have the option or the value that it names.")
    raise CodeError(f"code does not fit the data: not all of {quoted(tuple(state))} can be set.")


def _move(w: Any, goal: Mapping[str, Any], asked: set[str]) -> None:
    """Move to all values together; if they are refused, to the inputs alone, which may change what the others accept."""
    try:
        w.move(**goal)
    except (TypeError, ValueError) as refused:
        inputs = {name: value for name, value in goal.items() if name in w.inputs and name in asked}
        try:
            w.move(**inputs)
        except (TypeError, ValueError) as error:
            raise CodeError(f"code does not fit the data: {error}") from None
        if not inputs:
            raise CodeError(f"code does not fit the data: {refused}") from None

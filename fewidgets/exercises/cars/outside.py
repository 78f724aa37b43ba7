"""What a function uses besides its arguments: variables of the notebook, and what it keeps in them between two calls."""

from __future__ import annotations

import dis
import functools
import hashlib
import inspect
import re
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

#: Attributes that say nothing about single cars.
HARMLESS = ("feature_names", "target_name", "name", "names", "description", "columns", "shape", "dtype", "ndim", "size")

#: Folders of libraries: as Python names them, and where they are. In a browser, the standard library is an archive elsewhere.
_LIBRARIES = (
    *(sysconfig.get_paths()[key] for key in ("stdlib", "platstdlib", "purelib", "platlib")),
    str(Path(inspect.__file__).parent),
    str(Path(np.__file__).parents[1]),
)
_DEEPEST = 6
_GENERATOR = "generator "


@dataclass(frozen=True)
class Used:
    """A value that a function uses, and the ``name`` under which its author knows it."""

    name: str
    value: Any


def used_by(function: Any) -> list[Used]:
    """Return everything that a function uses besides its arguments, directly or through functions that it calls.

    Looked through are global variables that the code reads, variables of the functions around it, default values, attributes
    of objects and of classes, and all functions among these that are not from a library.
    """
    walk = _Walk()
    walk.visit("fit", function, 0)
    return walk.found


def called_names(function: Any) -> set[str]:
    """Return all names of globals, attributes and modules in the code of a function and of functions that it calls."""
    walk = _Walk()
    walk.visit("fit", function, 0)
    return walk.names


def globals_of(function: Any) -> dict[str, Any]:
    """Return the global variables that a function, a class or an object which can be called refers to by name."""
    while isinstance(function, functools.partial):
        function = function.func
    methods = vars(function if inspect.isclass(function) else type(function)).values()
    found = (getattr(each, "__globals__", None) for each in (function, *methods))
    return next(filter(None, found), {})


def state_of(function: Any) -> dict[str, str]:
    """Return a digest of each variable that a function uses and could change."""
    digests = {each.name: _digest(each.value, 0) for each in used_by(function)}
    # A model of a library that is fitted anew in each call keeps what it learnt in names such as coef_.
    return {name: digest for name, digest in digests.items() if digest and not name.endswith("_")}


@dataclass(frozen=True)
class Snapshot:
    """What a function used at some time; the values live on, so that no other one gets their identity."""

    keys: frozenset[tuple[str, str]]
    values: tuple[Any, ...]


def snapshot(function: Any) -> Snapshot:
    used = used_by(function)
    return Snapshot(frozenset((each.name, _key(each.value)) for each in used), tuple(each.value for each in used))


def kept_since(function: Any, before: Snapshot) -> list[Used]:
    """Return what a function uses and has not replaced or changed since a snapshot.

    A model that is fitted anew in each call, or a table of the last call, is no longer what it was.
    """
    return [each for each in used_by(function) if (each.name, _key(each.value)) in before.keys]


def fitted_before(function: Any, before: Snapshot) -> list[str]:
    """Return the names of a library's models that have learnt, and that calls since a snapshot have not fitted anew."""
    kept = {(each.name, id(each.value)) for each in kept_since(function, before)}
    used = used_by(function)
    found = []
    for each in used:
        learnt = [one for one in used if one.name.startswith(f"{each.name}.") and re.search(r"\w[^_]_$", one.name)]
        old = learnt and all((one.name, id(one.value)) in kept for one in learnt)
        if old and is_estimator(each.value) and is_library(type(each.value).__module__):
            found.append(each.name)
    return found


def changed_state(before: dict[str, str], after: dict[str, str], *, random: bool) -> tuple[list[str], list[str]]:
    """Return the names of the variables that were changed: generators of random numbers, and others.

    A model whose weights are drawn anew changes, too. So where code draws random numbers (``random``), only counters and
    collections of another length are among the others.
    """
    names = [name for name, digest in after.items() if before.get(name, digest) != digest]
    generators = [name for name in names if after[name].startswith(_GENERATOR)]
    others = [name for name in names if name not in generators]
    return generators, [name for name in others if not random or has_grown(before[name], after[name])]


def has_grown(before: str, after: str) -> bool:
    """Say whether two digests are those of counters, or of collections of different length."""
    sizes = [each.partition(" ")[0] for each in (before, after)]
    return all(each.lstrip("-").isdigit() for each in sizes) and sizes[0] != sizes[1]


def draws_random_numbers(function: Any) -> bool:
    return any(
        re.search(r"rand|rng|shuffle|choice|Forest|Trees?|Boost|MLP|SGD|KFold", name) for name in called_names(function)
    )


def is_library(module: str) -> bool:
    """Say whether a module is installed, and not written by the student."""
    top = module.partition(".")[0]
    if top == "__main__":  # the notebook, although the program that runs it is installed
        return False
    if top in ("builtins", "fewidgets") or top in sys.stdlib_module_names:
        return True
    file = getattr(sys.modules.get(top), "__file__", None) or ""
    return file.startswith(_LIBRARIES)


class _Walk:
    """A walk through all that is in reach of a function."""

    def __init__(self) -> None:
        self.found: list[Used] = []
        self.names: set[str] = set()
        self._seen: set[int] = set()
        self._kept: list[Any] = []  # an identity counts only as long as its object lives

    def visit(self, name: str, value: Any, depth: int) -> None:
        if id(value) in self._seen or depth > _DEEPEST or isinstance(value, ModuleType):
            return
        self._seen.add(id(value))
        self._kept.append(value)
        if isinstance(value, FunctionType):
            self._function(name, value, depth)
        elif isinstance(value, MethodType):
            self.visit(name, value.__func__, depth)
            self.visit(name, value.__self__, depth)
        elif isinstance(value, functools.partial):
            for each in (value.func, *value.args, *value.keywords.values()):
                self.visit(name, each, depth + 1)
        elif isinstance(getattr(value, "__wrapped__", None), FunctionType):
            self.visit(name, value.__wrapped__, depth)
        elif inspect.isclass(value):
            self._class(name, value, depth)
        else:
            self._value(name, value, depth)

    def _function(self, name: str, function: FunctionType, depth: int) -> None:
        if is_library(function.__module__ or ""):
            self.found.append(Used(name, function))
            return
        for each in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
            self.visit(f"a default value of {function.__name__}", each, depth + 1)
        for free, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            try:
                self.visit(free, cell.cell_contents, depth + 1)
            except ValueError:  # not yet assigned
                continue
        for attribute, each in vars(function).items():
            if attribute != "__wrapped__":
                self.visit(f"{function.__name__}.{attribute}", each, depth + 1)
        self.visit(name, vars(function).get("__wrapped__", ...), depth + 1)
        for code in _codes(function.__code__):
            self._code(code, function.__globals__, depth)

    def _code(self, code: CodeType, names: dict[str, Any], depth: int) -> None:
        self.names.update(code.co_names)
        steps = [each for each in dis.get_instructions(code) if each.opname not in ("CACHE", "PRECALL", "PUSH_NULL")]
        for step, after in zip(steps, [*steps[1:], None], strict=True):
            if step.opname not in ("LOAD_GLOBAL", "LOAD_NAME") or step.argval not in names:
                continue
            value, attribute = names[step.argval], after is not None and after.opname in ("LOAD_ATTR", "LOAD_METHOD")
            if isinstance(value, ModuleType) and attribute and after is not None and not is_library(value.__name__):
                self.visit(f"{step.argval}.{after.argval}", getattr(value, after.argval, None), depth + 1)
                continue
            if not (attribute and after is not None and after.argval in HARMLESS):
                self.visit(step.argval, value, depth + 1)

    def _class(self, name: str, kind: type, depth: int) -> None:
        if is_library(kind.__module__):
            return
        for base in kind.__mro__:
            if not is_library(base.__module__):
                for attribute, each in vars(base).items():
                    plain = each.__func__ if isinstance(each, staticmethod | classmethod) else each
                    if not attribute.startswith("__") or isinstance(plain, FunctionType):
                        self.visit(f"{name}.{attribute}", plain, depth + 1)

    def _value(self, name: str, value: Any, depth: int) -> None:
        self.found.append(Used(name, value))
        kind = type(value)
        if is_library(kind.__module__):
            open_ = is_estimator(value) or isinstance(value, SimpleNamespace)
            inside = getattr(value, "__dict__", {}) if open_ else {}
        else:
            self._class(name, kind, depth)
            inside = getattr(value, "__dict__", {})
        for attribute, each in {**inside}.items():
            self.visit(f"{name}.{attribute}", each, depth + 1)
        if isinstance(value, list | tuple | dict) and len(value) <= 50:
            for each in value.values() if isinstance(value, dict) else value:
                if not isinstance(each, int | float | str | bool | None):
                    self.visit(name, each, depth + 1)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _codes(each)


def is_estimator(value: Any) -> bool:
    """Say whether a value is a model or a scaler, which learns in a method ``fit``."""
    return callable(getattr(value, "fit", None)) or callable(getattr(value, "predict", None))


def _key(value: Any) -> str:
    return _digest(value, 0) or str(id(value))


def _digest(value: Any, depth: int) -> str:
    """Return a digest of what may change: arrays, collections, numbers, generators; "" of the rest."""
    if isinstance(value, np.ndarray) and value.dtype != object:
        return f"{value.size} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, np.random.Generator):
        return f"{_GENERATOR}{value.bit_generator.state}"
    if isinstance(value, np.random.RandomState):
        return f"{_GENERATOR}{value.get_state()}"
    if isinstance(value, bool | int | float | str):
        return repr(value)
    if isinstance(value, list | tuple | set | dict) and depth < 4:
        items = value.items() if isinstance(value, dict) else value
        return f"{len(value)} {[_digest(each, depth + 1) for each in [*items][: 2000 if depth == 0 else 50]]}"
    return ""

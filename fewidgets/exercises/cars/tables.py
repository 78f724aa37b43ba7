"""Whether a variable holds the table of cars, something that was computed from all of it, or choices made with it."""

from __future__ import annotations

import ast
import inspect
import linecache
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewidgets.data import load_auto_mpg
from fewidgets.data.dataset import Dataset
from fewidgets.exercises.cars.outside import HARMLESS, used_by

Array = NDArray[Any]

#: A table has at least as many rows as this, so lists of features and of penalties are none.
FEWEST_ROWS = 50
#: Closer than this, two means of a column are the same number.
SAME = 1e-9
#: What reads files. They are looked for by name.
READERS = (
    *("open", "load", "loads", "loadtxt", "genfromtxt", "fromfile", "memmap", "read_text", "read_bytes", "urlopen"),
    *("read_csv", "read_table", "read_excel", "read_json", "read_parquet"),
    *("load_auto_mpg", "load_dataset", "fetch_openml", "globals"),
)


def is_table(value: Any) -> bool:
    """Say whether a value holds rows of the cars, or one number for each of them."""
    if isinstance(value, Dataset):
        return value.name == "auto_mpg"
    if callable(getattr(value, "to_numpy", None)):
        value = value.to_numpy()
    if isinstance(value, dict):
        return len(value) >= FEWEST_ROWS and (len(value) in _sizes() or _has_cars([*value]) or _has_miles([*value.values()]))
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return False
    if not isinstance(value, np.ndarray | list | tuple | set) or len(value) < FEWEST_ROWS:
        return False
    return len(value) in _sizes() or _has_cars(value) or _has_miles(value)


def is_statistic(value: Any) -> bool:
    """Say whether a value has the mean or the spread of a column of the whole table, or the range of all columns."""
    try:
        numbers = np.asarray([*value.values()] if isinstance(value, dict) else value, dtype=float).ravel()
    except (TypeError, ValueError):
        return False
    if not 0 < numbers.size <= 200:
        return False
    near = np.isclose(numbers[:, None], _means_and_spreads(), rtol=SAME, atol=0).any()
    return bool(near) or any(numbers.size == len(row) and np.allclose(numbers, row, rtol=SAME) for row in _ranges())


def chosen_with_table(name: str, names: dict[str, Any]) -> bool:
    """Say whether the code that assigned a global variable used the table of cars."""
    return any(_uses_table(value, names, {name}) for value in _assigned(name, names))


def is_choice(name: str, value: Any, names: dict[str, Any]) -> bool:
    """Say whether a value may be a choice of features that was computed: nobody can see how it was assigned."""
    if any(True for _ in _assigned(name, names)):
        return False
    few = isinstance(value, np.ndarray) and value.ndim == 1 and 0 < value.size <= FEWEST_ROWS
    return few and value.dtype.kind in "iubU"


def _uses_table(node: ast.AST, names: dict[str, Any], seen: set[str]) -> bool:
    skipped: set[int] = set()
    for each in ast.walk(node):
        harmless = isinstance(each, ast.Attribute) and each.attr in HARMLESS
        counted = isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id == "len"
        if harmless or counted:
            skipped |= {id(inside) for inside in ast.walk(each)}
        if not isinstance(each, ast.Name) or id(each) in skipped or each.id in seen:
            continue
        seen.add(each.id)
        value = names.get(each.id)
        if is_table(value) or getattr(value, "__name__", "") == "load_auto_mpg":
            return True
        if isinstance(value, FunctionType) and any(is_table(used.value) for used in used_by(value)):
            return True
        if not callable(value) and any(_uses_table(before, names, seen) for before in _assigned(each.id, names)):
            return True
    return False


def _assigned(name: str, names: dict[str, Any]) -> Iterator[ast.AST]:
    """Yield what the last assignment outside of functions gives a global variable, and the conditions around it."""
    found: list[ast.AST] = []
    for source in _sources(names):
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError):
            continue
        for node, conditions in _statements(tree.body, ()):
            value = _value_for(name, node)
            found = found if value is None else [value, *conditions]
    yield from found


def _value_for(name: str, node: ast.stmt) -> ast.AST | None:
    """Return what a statement assigns to a variable, or None."""
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    value = getattr(node, "value", None) or getattr(node, "iter", None)
    for target in targets:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            pairs = zip(target.elts, value.elts, strict=True)
            found: ast.AST | None = next((each for one, each in pairs if isinstance(one, ast.Name) and one.id == name), None)
            return found
        bound = [each.id for each in ast.walk(target) if isinstance(each, ast.Name)] if target is not None else []
        if name in bound:
            return value
    return None


def _statements(body: Iterable[ast.stmt], conditions: tuple[ast.AST, ...]) -> Iterator[tuple[ast.stmt, tuple[ast.AST, ...]]]:
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        yield node, conditions
        test = getattr(node, "test", None)
        inside = conditions if test is None else (*conditions, test)
        for part in ("body", "orelse", "finalbody"):
            yield from _statements(getattr(node, part, []), inside)


def _sources(names: dict[str, Any]) -> list[str]:
    """Return the cells of the notebook, or the file, in which variables were assigned."""
    cells = names.get("In")
    if isinstance(cells, list):
        return [each for each in cells if isinstance(each, str)]
    graded = [name for name in linecache.cache if name.startswith("<cell ")]
    if graded and names.get("__name__", "__main__") == "__main__":
        return ["".join(linecache.getlines(name)) for name in sorted(graded)]
    try:
        return [inspect.getsource(sys.modules[names["__name__"]])]
    except (KeyError, OSError, TypeError):
        return []


def _has_cars(rows: Any) -> bool:
    """Say whether most rows of a table begin with the features of a car."""
    try:
        table = np.asarray([*rows], dtype=float)
    except (TypeError, ValueError):
        return False
    if table.ndim != 2 or table.shape[1] < 7:
        return False
    known = sum(tuple(np.nan_to_num(row[:7], nan=-1)) in _cars() for row in table)
    return bool(known > len(table) / 2)


def _has_miles(values: Any) -> bool:
    """Say whether all values are miles of some car, with decimals as a grid does not have them."""
    try:
        numbers = np.asarray([*values], dtype=float)
    except (TypeError, ValueError):
        return False
    if numbers.ndim != 1 or len(set(numbers.tolist())) < 30:
        return False
    return set(numbers.tolist()) <= _miles()


@cache
def _sizes() -> tuple[int, int]:
    y = load_auto_mpg(with_gaps=True).y
    return len(y), len(load_auto_mpg().y)


@cache
def _cars() -> set[tuple[float, ...]]:
    return {tuple(row) for row in np.nan_to_num(load_auto_mpg(with_gaps=True).X, nan=-1).tolist()}


@cache
def _miles() -> set[float]:
    return {*load_auto_mpg(with_gaps=True).y.tolist()}


@cache
def _means_and_spreads() -> Array:
    """Return the means and standard deviations of all columns and of the miles, with and without the cars with gaps."""
    found = []
    for table in _tables():
        found += [np.nanmean(table, axis=0), np.nanstd(table, axis=0), np.nanstd(table, axis=0, ddof=1)]
    numbers = np.unique(np.concatenate(found))
    return np.asarray(numbers[np.abs(numbers * 1000 - np.round(numbers * 1000)) > 1e-6])  # a short number may be anything


@cache
def _ranges() -> list[Array]:
    found = []
    for table in (each[:, :-1] for each in _tables()):
        low, high = np.nanmin(table, axis=0), np.nanmax(table, axis=0)
        found += [low, high, high - low, np.nanmedian(table, axis=0)]
    return found


def _tables() -> list[Array]:
    """Return the features beside the miles."""
    return [np.column_stack([cars.X, cars.y]) for cars in (load_auto_mpg(with_gaps=True), load_auto_mpg())]

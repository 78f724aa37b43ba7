"""Compare what a function returned with what it should return: first the form, then the values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.exercises.answers.comparing import agrees, as_answer
from fewidgets.exercises.answers.plain_values import Strange, taken_apart
from fewidgets.exercises.task import Arguments, Result, Task
from fewidgets.exercises.wording import capital, listed


@dataclass(frozen=True)
class Compared:
    """One case: which results are right, and what is wrong with the form of the others."""

    right: tuple[bool, ...]
    form: str = ""


def compare(found: Any, right: Any, task: Task, arguments: Arguments) -> Compared:
    """Compare the plain values of one call with the right ones."""
    none = (False,) * len(task.results)
    parts = parts_of(found, task)
    if isinstance(parts, str):
        return Compared(none, parts)
    wanted = [right] if len(task.results) == 1 else list(right)
    verdicts = [_one(mine, ours, result, arguments) for mine, ours, result in zip(parts, wanted, task.results, strict=True)]
    problems = [verdict for verdict in verdicts if isinstance(verdict, str)]
    if problems and isinstance(found, np.ndarray) and len(parts) > 1:
        return Compared(none, _other_number(found, task))  # one array, which is as long as there are results by chance
    return Compared(tuple(verdict is True for verdict in verdicts), problems[0] if problems else "")


def parts_of(found: Any, task: Task) -> list[Any] | str:
    """Return the results of one call, or a message if their number is wrong."""
    count = len(task.results)
    if count == 1:
        return [found[0]] if isinstance(found, tuple) and len(found) == 1 else [found]
    parts = taken_apart(found, count)
    if parts is not None:
        return parts
    return _other_number(found, task)


def _other_number(found: Any, task: Task) -> str:
    count, names = len(task.results), listed([each.called for each in task.results])
    return f"{task.function_name} must return {count} values: {names}. Yours returned {_seen(found)}."


def how_to_return(task: Task) -> str:
    names = [each.name for each in task.results]
    if task.function_name in names:  # such a line would return the function itself
        return f"End it with return and {listed([each.called for each in task.results])}."
    return f"End it with: return {', '.join(names)}"


def is_same_result(one: Any, other: Any, task: Task, arguments: Arguments) -> bool:
    """Say whether two functions returned the same, in plain values, whatever its form."""
    if isinstance(parts_of(one, task), str) or isinstance(parts_of(other, task), str):
        return same(one, other)
    return all(same_parts(one, other, task, arguments, k) for k in range(len(task.results)))


def same_parts(one: Any, other: Any, task: Task, arguments: Arguments, k: int) -> bool:
    """Say whether result k of two functions is the same."""
    mine, theirs = parts_of(one, task), parts_of(other, task)
    if isinstance(mine, str) or isinstance(theirs, str):
        return False
    result = task.results[k]
    if same(mine[k], theirs[k], atol=result.atol, rtol=result.rtol):
        return True
    return result.agrees is not None and _one(mine[k], theirs[k], result, arguments) is True


def formed(found: Any, right: Any, task: Task) -> Any:
    """Bring results into the form of the right ones, or return a message."""
    parts = parts_of(found, task)
    ours = [right] if len(task.results) == 1 else list(right)
    shaped = [_shaped(mine, wanted) for mine, wanted in zip(parts, ours, strict=True)]
    return shaped[0] if len(task.results) == 1 else tuple(shaped)


def _shaped(found: Any, right: Any) -> Any:
    if not is_numeric(right) or isinstance(right, bool):
        return found
    array = np.asarray(found).reshape(np.shape(right)).astype(np.asarray(right).dtype)
    return array if isinstance(right, np.ndarray) else array.tolist()


def _seen(found: Any) -> str:
    if isinstance(found, Strange):
        return found.said
    if isinstance(found, np.ndarray):
        return f"an array of shape {found.shape}"
    if isinstance(found, str):
        return f"the text {found[:40]!r}"
    if isinstance(found, int | float | complex):
        return f"the number {found}"
    if isinstance(found, tuple | list):
        return "1 value" if len(found) == 1 else f"{len(found)} values"
    return "None" if found is None else f"a {type(found).__name__}"


def _one(found: Any, right: Any, result: Result, arguments: Arguments) -> bool | str:
    """Say whether one result is right, or what is wrong with its form."""
    head = f"{capital(result.called)}: "
    if isinstance(found, Strange):
        return f"{head}got {found.said}."
    if not is_numeric(right):
        return _equal(found, right, head)
    if isinstance(right, bool) and isinstance(found, bool):
        return found == right
    ours = np.asarray(right)
    if ours.dtype.kind == "b":
        ours = ours.astype(int)
        found = np.asarray(found) * 1 if _all_numbers(found) else found
    if isinstance(found, set):
        found = sorted(found) if all(isinstance(each, int | float) for each in found) else list(found)
    mine = as_answer(found, ours)
    if isinstance(mine, str):
        return f"{head}{mine}."
    if result.agrees is not None:
        return bool(result.agrees(arguments, right, mine))
    return agrees(mine, ours, result)


def _equal(found: Any, right: Any, head: str) -> bool | str:
    kinds: dict[type[Any], str] = {str: "a text", set: "a set", dict: "a dictionary", list: "a list"}
    given, right = (list(each) if isinstance(each, tuple) else each for each in (found, right))
    if type(given) is not type(right):
        return f"{head}expected {kinds.get(type(right), 'None')}, got {_seen(found)}."
    if isinstance(right, list) and len(given) != len(right):
        return f"{head}expected {len(right)} entries, got {len(given)}."
    return same(given, right)


def is_numeric(right: Any) -> bool:
    """Say whether a plain value holds only numbers."""
    if isinstance(right, str | set | dict) or right is None:
        return False
    return isinstance(right, int | float | np.ndarray) or (isinstance(right, list | tuple) and _all_numbers(right))


def _all_numbers(values: Any, kinds: str = "biuf") -> bool:
    try:
        return np.asarray(values).dtype.kind in kinds
    except ValueError:
        return False


def same(one: Any, other: Any, *, atol: float = 1e-6, rtol: float = 1e-4) -> bool:
    """Say whether two plain values are the same: numbers within the tolerances, all else exactly."""
    if isinstance(one, Strange) or isinstance(other, Strange):
        return isinstance(one, Strange) and isinstance(other, Strange) and one.said == other.said
    if isinstance(one, str) or isinstance(other, str) or one is None or other is None:
        return type(one) is type(other) and one == other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key], atol=atol, rtol=rtol) for key in one)
    if isinstance(one, set) and isinstance(other, set):
        return one == other
    if isinstance(one, dict | set) or isinstance(other, dict | set):
        return False
    if _all_numbers(one, "biufc") and _all_numbers(other, "biufc"):
        a, b = np.asarray(one), np.asarray(other)
        return a.shape == b.shape and bool(np.allclose(a, b, atol=atol, rtol=rtol, equal_nan=True))
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        return all(same(a, b, atol=atol, rtol=rtol) for a, b in zip(one, other, strict=True))
    return type(one) is type(other) is int and one == other  # too large for an array

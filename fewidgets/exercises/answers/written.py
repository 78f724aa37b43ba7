"""What a student wrote, before it runs: nothing, no function, or one with other arguments."""

from __future__ import annotations

import ast
import dis
import inspect
import textwrap
from types import CodeType, FunctionType
from typing import Any

from fewidgets.exercises.task import AnyFunction, Task
from fewidgets.exercises.wording import listed


def not_begun(answer: Any) -> bool:
    """Say whether a function does nothing: its body is ``...``, ``pass`` or ``raise NotImplementedError``."""
    if answer is ...:
        return True
    code = getattr(answer, "__code__", None)
    if not isinstance(code, CodeType) or code.co_name == "<lambda>":
        return False  # a cell as it was delivered has a def
    real = [each for each in dis.get_instructions(code) if each.opname not in ("RESUME", "NOP", "CACHE")]
    names = [each.opname for each in real]
    if names in (["LOAD_CONST", "RETURN_VALUE"], ["RETURN_CONST"]):
        return real[0].argval is None or real[0].argval is ...
    raises = any(name == "RAISE_VARARGS" for name in names)
    return raises and code.co_names[:1] == ("NotImplementedError",) and "RETURN_VALUE" not in names


def has_dots(answer: AnyFunction) -> bool:
    """Say whether three dots still stand in a function where code belongs."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(answer)))
    except (OSError, TypeError, SyntaxError):
        code = getattr(answer, "__code__", None)
        return code is not None and ... in code.co_consts
    indices = {id(each) for node in ast.walk(tree) if isinstance(node, ast.Subscript) for each in ast.walk(node.slice)}
    return any(isinstance(node, ast.Constant) and node.value is ... and id(node) not in indices for node in ast.walk(tree))


def is_open(answer: Any) -> bool:
    return not_begun(answer) or (callable(answer) and has_dots(answer))


def open_helpers(answer: Any) -> dict[str, AnyFunction]:
    """Return the open functions of the notebook that a function calls, directly or not, by name."""
    found: dict[str, AnyFunction] = {}
    seen, to_see = {id(answer)}, [answer]
    for each in to_see:
        names = getattr(each, "__globals__", {})
        for name in _names_in(getattr(each, "__code__", None)):
            helper = names.get(name)
            # Functions of libraries are not the student's: they have other globals.
            if isinstance(helper, FunctionType) and helper.__globals__ is names and id(helper) not in seen:
                seen.add(id(helper))
                to_see.append(helper)
                if is_open(helper):
                    found[name] = helper
    return found


def _names_in(code: Any) -> list[str]:
    """Return the global names that a function reads, also in functions inside it."""
    if not isinstance(code, CodeType):
        return []
    return [*code.co_names, *(name for each in code.co_consts for name in _names_in(each))]


def has_dots_in(value: Any) -> bool:
    """Say whether a function returned three dots, alone or among its results."""
    return value is ... or (isinstance(value, tuple | list) and any(has_dots_in(each) for each in value[:1000]))


def no_function(answer: Any, task: Task) -> str:
    """Say why an answer cannot be called as the task says; "" if it can."""
    name, call = task.function_name, f'fewidgets.check("{task.name}", {task.function_name})'
    if isinstance(answer, str):
        return f"The answer must be the function itself, got the text {answer[:40]!r}. Leave out the quotation marks: {call}"
    if inspect.isclass(answer):
        return f"The answer must be a function, got the class {answer.__name__}. Define {task.signature} with def."
    if not callable(answer):
        kind = "None" if answer is None else f"a value of type {type(answer).__name__}"
        return f"The answer must be the function itself, got {kind}. Hand it over without calling it: {call}"
    if inspect.iscoroutinefunction(answer):
        return f"{name} is a coroutine function. Write def, not async def."
    if inspect.isgeneratorfunction(answer) or inspect.isasyncgenfunction(answer):
        return f"{name} is a generator, because it has a yield. End it with return instead."
    return _wrong_arguments(answer, task)


def _wrong_arguments(answer: AnyFunction, task: Task) -> str:
    try:
        signature = inspect.signature(answer)
    except (TypeError, ValueError):
        return ""  # some built-in functions have none
    try:
        signature.bind(*task.parameters)
    except TypeError:
        wanted, yours = task.parameters, tuple(signature.parameters)
        count = "1 argument" if len(wanted) == 1 else f"{len(wanted)} arguments"
        seen = f"{len(yours)}: {listed(yours)}" if yours else "none"
        return f"{task.function_name} must take {count}: {listed(wanted)}. Yours takes {seen}."
    return ""

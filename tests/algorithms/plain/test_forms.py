"""What holds for every plain form: it is short, needs NumPy alone, says where it comes from, and leads to its fast form."""

import ast
import doctest
import importlib
import inspect
import pkgutil
import re
import sys

import pytest

import fewidgets.algorithms
from fewidgets.algorithms import plain

MODULES = [plain, *(importlib.import_module(f"{plain.__name__}.{m.name}") for m in pkgutil.iter_modules(plain.__path__))]
MOST_LINES = 15
SOURCE = re.compile(r"Source: .*(section|equation|slide|Example|lecture)", re.DOTALL)


def lines_of_code(function):
    """Count the lines of a function's source that hold code: no docstring, comment or empty line."""
    source = inspect.getsource(function)
    docstring = ast.parse(source).body[0].body[0]
    lines = source.splitlines()
    del lines[docstring.lineno - 1 : docstring.end_lineno]
    return sum(1 for line in lines if line.strip() and not line.strip().startswith("#"))


@pytest.mark.parametrize("name", plain.__all__)
def test_it_is_short(name):
    assert lines_of_code(getattr(plain, name)) <= MOST_LINES


@pytest.mark.parametrize("name", plain.__all__)
def test_its_docstring_names_its_source_and_gives_an_example(name):
    text = getattr(plain, name).__doc__
    assert SOURCE.search(text)
    assert ">>>" in text


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.split(".")[-1])
def test_the_examples_hold(module):
    result = doctest.testmod(module)
    assert result.attempted > 0
    assert result.failed == 0


def test_all_are_exported():
    defined = {
        name
        for module in MODULES
        for name, thing in vars(module).items()
        if inspect.isfunction(thing) and thing.__module__.startswith(plain.__name__) and not name.startswith("_")
    }
    assert defined == set(plain.__all__)


def test_they_need_numpy_and_the_standard_library_alone():
    for module in MODULES[1:]:
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
                assert getattr(node, "level", 0) == 0, module
                assert {name.split(".")[0] for name in names} <= {"numpy", *sys.stdlib_module_names}, module


def named_in(thing, what):
    """List the functions or classes that a docstring names as a fast form or as a plain form."""
    places = re.findall(rf"{what} forms?:((?:[,\s]+`fewidgets\.algorithms[\w.]+`)+)", thing.__doc__)
    return {name.split(".")[-1] for place in places for name in re.findall(r"`([\w.]+)`", place)}


def test_plain_and_fast_forms_name_each_other():
    to_fast = {(name, fast) for name in plain.__all__ for fast in named_in(getattr(plain, name), "Fast")}
    public = {name: getattr(fewidgets.algorithms, name) for name in fewidgets.algorithms.__all__}
    to_plain = {(name, fast) for fast, thing in public.items() for name in named_in(thing, "Plain")}
    assert {name for name, _ in to_fast} == set(plain.__all__)
    assert to_fast == to_plain

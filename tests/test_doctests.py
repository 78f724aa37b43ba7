"""Every example in a docstring of the package is run."""

import doctest
import importlib
import inspect
import pkgutil

import numpy as np
import pytest

import fewidgets

#: `tests/algorithms/test_doctests.py` runs these, and asks more of them.
ALGORITHMS = "fewidgets.algorithms."
MODULES = [module.name for module in pkgutil.walk_packages(fewidgets.__path__, "fewidgets.")]


def documented(module):
    """Yield the functions, classes and methods that a module defines and describes, with their names."""
    for name, thing in vars(module).items():
        if getattr(thing, "__module__", None) != module.__name__:
            continue
        yield name, thing
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                value = getattr(value, "__func__", getattr(value, "fget", value))
                if inspect.isfunction(value):
                    yield f"{name}.{member}", value


@pytest.mark.parametrize("name", [name for name in MODULES if not name.startswith(ALGORITHMS)])
def test_the_examples_in_docstrings_hold(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    module = importlib.import_module(name)
    result = doctest.testmod(module, extraglobs={"np": np})
    assert result.failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_no_example_is_left_out(name):
    module = importlib.import_module(name)
    found = {test.name for test in doctest.DocTestFinder(exclude_empty=True).find(module, name)}
    for member, thing in documented(module):
        if ">>>" in (thing.__doc__ or ""):
            assert f"{name}.{member}" in found, f"the example of {member} is not run"

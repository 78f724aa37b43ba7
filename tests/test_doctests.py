"""Every example in a docstring of the package is run."""

import doctest
import importlib
import inspect
import pkgutil
from collections import defaultdict

import numpy as np
import pytest

import fewidgets

#: The modules of each room. A test for each module would take longer than its examples.
ROOMS = defaultdict(list)
for found in pkgutil.walk_packages(fewidgets.__path__, "fewidgets."):
    ROOMS[".".join(found.name.split(".")[:2])].append(found)


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


@pytest.mark.parametrize("room", ROOMS)
def test_the_examples_in_docstrings_hold_and_none_is_left_out(room, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failures = []
    for name in (found.name for found in ROOMS[room]):
        module = importlib.import_module(name)
        examples = doctest.DocTestFinder().find(module, name, extraglobs={"np": np})
        names = {each.name for each in examples if each.examples}
        for member, thing in documented(module):
            if ">>>" in (thing.__doc__ or "") and f"{name}.{member}" not in names:
                failures.append(f"{name}: the example of {member} is not run")
        runner = doctest.DocTestRunner(verbose=False)
        for each in examples:
            runner.run(each, out=failures.append)
    assert not failures, "\n".join(failures)

import doctest
import importlib
import inspect
import pkgutil

import numpy as np
import pytest

import fewidgets.algorithms

MODULES = [m.name for m in pkgutil.iter_modules(fewidgets.algorithms.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_docstrings_hold(name):
    module = importlib.import_module(f"fewidgets.algorithms.{name}")
    result = doctest.testmod(module, extraglobs={"np": np})
    assert result.attempted > 0
    assert result.failed == 0


@pytest.mark.parametrize("name", fewidgets.algorithms.__all__)
def test_everything_public_is_documented_with_an_example(name):
    thing = getattr(fewidgets.algorithms, name)
    assert ">>>" in thing.__doc__, name
    if inspect.isclass(thing):
        for member, value in vars(thing).items():
            if callable(value) and not member.startswith("_"):
                assert ">>>" in value.__doc__, (name, member)
    else:
        for section in ("Parameters", "Returns", "Raises", "Notes"):
            assert f"{section}\n    ---" in thing.__doc__, (name, section)
        assert "Source:" in thing.__doc__


def test_algorithms_need_numpy_and_a_stemmer_alone():
    import ast
    from pathlib import Path

    for path in Path(fewidgets.algorithms.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module]
            for imported in names:
                top = imported.split(".")[0]
                assert top in {"numpy", "snowballstemmer", "__future__"} or top in __import__("sys").stdlib_module_names, (
                    path,
                    top,
                )

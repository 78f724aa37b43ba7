"""The algorithms of the chapter in NumPy alone: arrays in, a frozen trace of everything that happened out.

`X` is (P, N): examples in rows, features in columns (the chapter writes N × P). Features are numbered from
0. Labels are −1 and +1.

The functions here check their arguments and are made for larger data. To read how a method works, open its *plain form* in
`fewidgets.algorithms.plain`: a few lines of NumPy that follow the source. Tests hold the two equal.
"""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path
from typing import Any


def _modules() -> dict[str, str]:
    """Return the module of each public name."""
    stub = ast.parse(Path(__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: f"{__name__}.{node.module}" for node in imports for alias in node.names}


_MODULES = _modules()

__all__ = sorted(_MODULES)


def __getattr__(name: str) -> Any:
    """Load a public name on first use; all of them would take as long as ipywidgets."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_MODULES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

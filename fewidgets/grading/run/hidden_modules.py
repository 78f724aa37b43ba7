"""Where modules lie that a question is graded without, so that a tier can hide their files."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence


def files_of(modules: Sequence[str]) -> list[str]:
    """Return the folders and files of modules, as far as this Python has them."""
    found: list[str] = []
    for name in modules:
        try:
            spec = importlib.util.find_spec(name)
        except (ImportError, ValueError):
            continue
        if spec is not None and spec.submodule_search_locations:
            found += spec.submodule_search_locations
        elif spec is not None and spec.origin and spec.origin.endswith(".py"):
            found += [spec.origin, importlib.util.cache_from_source(spec.origin)]
    return [os.path.abspath(each) for each in found if os.path.exists(each)]

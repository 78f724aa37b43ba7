"""The explorables, one file each. A class loads when it is first used.

``registry.py`` lists them. ``fewidgets gallery`` writes it from the files in this folder.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from fewidgets.explorables import registry

if TYPE_CHECKING:
    from fewidgets.explorables.framework.explorable import Explorable
    from fewidgets.explorables.framework.state import State
    from fewidgets.explorables.registry import *  # noqa: F403

    #: Every explorable by its name, in the order of the chapter; each class knows its ``lesson`` and its ``section``.
    EXPLORABLES: dict[str, type[Explorable]]

_FRAMEWORK = {
    "Explorable": "fewidgets.explorables.framework.explorable",
    "State": "fewidgets.explorables.framework.state",
}

__all__ = ["EXPLORABLES", "Explorable", "State"]
__all__ += registry.__all__


def __getattr__(name: str) -> Any:
    modules = {**_FRAMEWORK, **registry.MODULES}
    if name in modules:
        value = getattr(import_module(modules[name]), name)
    elif name == "EXPLORABLES":
        value = {each: __getattr__(each) for each in registry.MODULES}
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

from __future__ import annotations

import re
from typing import Any

import traitlets

from fewidgets.explorables.framework.keywords import defaults_of
from fewidgets.scene.page.encode import decode_state, encode_state


class State(traitlets.TraitType[Any, Any]):
    """A synced trait that a control of the scene moves; setting it asks the explorable to `move`.

    ``default`` is for a state that the constructor does not take. None stands for the control's initial value.
    """

    def __init__(self, default: Any = None) -> None:
        super().__init__(default)
        self.tag(sync=True, to_json=lambda value, _: encode_state(value), from_json=lambda value, _: decode_state(value))

    def get(self, obj: Any, cls: type[Any] | None = None) -> Any:
        return obj.snapshot.values[self.name]

    def set(self, obj: Any, value: Any) -> None:
        obj.move(**{str(self.name): value})


def states_of(kind: type[traitlets.HasTraits]) -> dict[str, State]:
    return {name: trait for name, trait in kind.class_traits().items() if isinstance(trait, State)}


def complete(kind: type) -> None:
    """Take the defaults of a class's states from its constructor, and their help from its docstring."""
    defaults, help_texts = defaults_of(kind), entries_of(kind.__doc__ or "")
    for name, trait in vars(kind).items():
        if isinstance(trait, traitlets.TraitType):
            trait.help = trait.help or help_texts.get(name, "")
            if isinstance(trait, State) and trait.default_value is None:
                trait.default_value = defaults.get(name)


def entries_of(docstring: str) -> dict[str, str]:
    """Return what a docstring in NumPy's form says of each parameter and attribute."""
    found = re.findall(r"^    (\w+(?:, \w+)*) : .*\n((?: {8}.*\n?)+)", docstring, re.MULTILINE)
    return {name: " ".join(text.split()) for names, text in found for name in names.split(", ")}

from __future__ import annotations

import ipywidgets
import traitlets
from IPython.display import display

_VIEW = "application/vnd.jupyter.widget-view+json"


class HeldOutput(ipywidgets.Output):  # type: ignore[misc]  # ipywidgets has no type hints
    """An output widget that cannot be seen until it is released; nbval records it as plain outputs."""

    fewidgets_held = traitlets.Unicode(help="The prediction that holds it back; an empty string when it is released.").tag(
        sync=True
    )

    def show_place(self) -> None:
        """Display the widget without a form in words, which would stand above the texts that are held back."""
        view = {"version_major": 2, "version_minor": 0, "model_id": self.model_id}
        display({_VIEW: view}, raw=True)  # type: ignore[no-untyped-call]

    def release(self) -> None:
        self.fewidgets_held = ""
        self.layout.display = None


def held_output(name: str, *, visible: bool) -> HeldOutput:
    """Make a held-back output, unless it exists, and display its place."""
    output = HeldOutput(fewidgets_held=name, layout={"display": "none"})
    if visible:
        output.release()
    output.show_place()
    return output

"""Whether a picture shows whole paths at once, or only what its slider or stepper has passed."""

from __future__ import annotations

from typing import Any

from fewidgets.algorithms._numerics.arguments import as_choice
from fewidgets.explorables.framework.aliases import Values
from fewidgets.scene import Reveal, Slider, Stepper

ALL, VISITED = "all", "visited"
STATE = "visited"  # name of the state that keeps what has been visited


def as_reveal(settings: Values) -> bool:
    """Return whether ``settings["reveal"]`` is "visited" and not "all"."""
    return as_choice(settings["reveal"], "reveal", (ALL, VISITED)) == VISITED


def keeping(settings: Values) -> str:
    """Return the name of the state that keeps what a control has visited; "" if everything is shown."""
    return STATE if as_reveal(settings) else ""


def reveal_by(control: Slider | Stepper, at: Any = None) -> Reveal | None:
    """Return what a mark shows of its points: those that the control has passed, or None for all of them."""
    return Reveal(control, at) if control.visited else None

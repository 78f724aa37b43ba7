"""Whether a picture shows whole paths at once, or only what its slider or stepper has passed."""

from __future__ import annotations

from typing import Any

from fewidgets.algorithms._numerics.arguments import as_choice
from fewidgets.explorables.framework.aliases import Values
from fewidgets.scene import Reveal, Slider, Stepper

ALL, VISITED = "all", "visited"


def keeping(settings: Values) -> str:
    """Return the name of the state in which a control keeps what it has visited; "" if the picture shows everything.

    Raises TypeError or ValueError if ``settings["reveal"]`` is neither "visited" nor "all".
    """
    return "visited" if as_choice(settings["reveal"], "reveal", (ALL, VISITED)) == VISITED else ""


def reveal_by(control: Slider | Stepper, at: Any = None) -> Reveal | None:
    """Return what a mark shows of its points: those that the control has passed, or None for all of them."""
    return Reveal(control, at) if control.visited else None

"""An ℓ1 path in words: how many weights are nonzero at each λ, and which feature enters or leaves next."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from fewidgets.algorithms import L1CrossValidation
from fewidgets.algorithms._numerics.types import Flags
from fewidgets.algorithms.regularization.l1_trace import L1Event
from fewidgets.explorables.framework.aliases import Names
from fewidgets.explorables.shared.l1_frames import over_support
from fewidgets.scene import Frames, Slider, format_number

FEW = 4  # a sentence names at most this many features


def path_words(lam: Slider, support: Flags, events: Sequence[L1Event], names: Names) -> tuple[Frames, Frames, Frames]:
    ahead = sorted(events, key=lambda event: event.lam)
    here = [[event for event in ahead if event.lam == value] for value in lam.values]
    nexts = [next((event for event in ahead if event.lam > value), None) for value in lam.values]
    between = [_drops("Next", then, names) for then in nexts]
    if lam.visited:
        lasts = [next((event for event in reversed(ahead) if event.lam <= value), None) for value in lam.values]
        between = [_drops("Last", last, names) for last in lasts]
    at = [_happens(now, names) if now else other for now, other in zip(here, between, strict=True)]
    return (
        over_support(lam, support, np.sum),
        over_support(lam, support, partial(_left, names)),
        Frames(at, lam, between=between[:-1] if lam.interpolate else None),
    )


def chosen_words(lam: Slider, validation: L1CrossValidation | None) -> Frames | str:
    if validation is None:
        return ""
    best = validation.one_standard_error_lambda
    words = f" The rule of one standard error chooses λ = {format_number(best)}."
    return Frames([words if after > best else "" for after in (*lam.values[1:], np.inf)], lam) if lam.visited else words


def _left(names: Names, support: Flags) -> str:
    kept = [name for name, inside in zip(names, support, strict=True) if inside]
    noun = "weight" if len(names) == 1 else "weights"
    verb = f"{noun} is nonzero" if 1 in (len(kept), len(names)) else f"{noun} are nonzero"
    if not kept:
        return f"{verb}: only the bias is left"
    return f"{verb} ({', '.join(kept)})" if len(kept) <= FEW else verb


def _happens(events: Sequence[L1Event], names: Names) -> str:
    changes = [f"{names[e.feature]} {'drops out' if e.kind == 'enters' else 'comes back in'}" for e in events]
    return f" Here, as λ grows, {' and '.join(changes)}."


def _drops(which: str, event: L1Event | None, names: Names) -> str:
    if event is None:
        return ""
    what = "drop out" if event.kind == "enters" else "come back in"
    return f" {which} to {what}: {names[event.feature]}, at {format_number(event.lam)}."

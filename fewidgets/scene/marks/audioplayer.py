"""A sound."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from fewidgets.scene.frames import Frames, resolve
from fewidgets.scene.marks.base import Mark, lengths_of
from fewidgets.scene.still.legend import LegendEntry
from fewidgets.scene.text.legible import must_be
from fewidgets.scene.types import State

#: Largest number of samples of an `AudioPlayer`: they are part of a widget's state and of a saved page.
MOST_SAMPLES = 400_000


@dataclass(frozen=True)
class AudioPlayer(Mark):
    """A sound, with a button in the panel's heading that plays and stops it.

    Attributes
    ----------
    samples : array, shape (n,), or Frames of such
        Floats, clipped to -1 … 1, or int16. They are sent to the browser as int16.
    rate : int
        Samples per second, 3,000 … 96,000.
    label : str
        Name of the sound.
    cursor : bool
        Whether to show the current time in the panel, whose x axis must be in seconds.
    start : float
        Where the sound begins on that axis, in seconds.
    """

    samples: Any
    rate: int
    label: str = "sound"
    cursor: bool = False
    start: float = 0.0
    kind = "audioplayer"
    later = True

    def __post_init__(self) -> None:
        if not 3_000 <= self.rate <= 96_000:
            raise ValueError(f"rate must be 3,000 to 96,000 samples per second; got {self.rate!r}.")
        frames = self.samples if isinstance(self.samples, Frames) else None
        samples = np.asarray(frames.values if frames else self.samples)
        if samples.size > MOST_SAMPLES:
            raise ValueError(
                f"samples must have at most {MOST_SAMPLES:,} numbers; got {samples.size:,}. Shorten the sound, or lower rate."
            )
        if samples.dtype != np.int16:
            finite = np.nan_to_num(np.asarray(samples, dtype=float))
            samples = np.round(np.clip(finite, -1.0, 1.0) * np.iinfo(np.int16).max).astype(np.int16)
        object.__setattr__(self, "samples", Frames(samples, *frames.controls, hold=True) if frames else samples)

    def check(self, place: str) -> None:
        if lengths_of(self.samples) == {None}:
            raise ValueError(must_be(f"samples of {place}", "an array", self.samples))

    def legend(self, state: State) -> list[LegendEntry]:
        seconds = np.shape(resolve(self.samples, state))[-1] / self.rate
        return [LegendEntry(f"♪ {self.label}, {seconds:.2g} s", "quiet")]

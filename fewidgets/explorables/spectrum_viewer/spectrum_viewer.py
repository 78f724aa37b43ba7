from __future__ import annotations

import functools
from dataclasses import replace
from typing import Any, Unpack

import numpy as np

from fewidgets.algorithms import sinusoids
from fewidgets.algorithms._numerics.arguments import as_choice, as_number
from fewidgets.algorithms.audio.sinusoids import Sinusoids
from fewidgets.data import Sound, make_chirp, make_vowels
from fewidgets.data.sounds import FORMANTS
from fewidgets.explorables.framework.aliases import Controls, Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.spectrum_viewer.analysis import SoundAnalysis, analyse_sound, in_hertz
from fewidgets.explorables.spectrum_viewer.panels import (
    mix_panel,
    samples_panel,
    spectrogram_panel,
    wave_panel,
    whole_spectrum_panel,
    window_spectrum_panel,
)
from fewidgets.explorables.spectrum_viewer.sounds import heard_seconds, take_in_sound
from fewidgets.scene import Choice, Control, File, Frames, Number, Scene, Slider, Template, format_number
from fewidgets.scene.types import NameTuple

MIX, CHIRP, VOWELS, OWN = SOUNDS = ("sinusoids", "chirp", "vowels", "your own")
MIXED = 3  # number of sinusoids in a mix
FREQUENCIES, AMPLITUDES = (220, 440, 1000), (1.0, 0.6, 0.3)
RATE = 8000.0  # samples per second of the sounds made here; like a telephone, they reach up to 4000 Hz
HIGHEST = 8000.0  # highest frequency in Hz that is shown by default
LARGEST_FILE = 4_000_000_000  # bytes of a file of which a browser sends the beginning
SHORTEST, LONGEST, USUAL = 0.005, 0.1, 0.032  # lengths of windows in seconds


class SpectrumViewer(Explorable):
    """A sound, the strength of each of its frequencies, and how these change over time (Figures 9.12 and 9.13).

    Parameters
    ----------
    samples : array-like, shape (T,) or (T, channels), or path or bytes of a WAV file, or Sound, optional
        Your own sound, with at least 64 samples. Channels are averaged, and the first minute is read.
    sample_rate : float, optional
        Samples per second. Required if ``samples`` is an array.
    sound : {"sinusoids", "chirp", "vowels", "your own"}, optional
        By default your own sound if you give one, otherwise sinusoids.
    frequency_1, frequency_2, frequency_3 : int, optional
        Frequencies of the sinusoids in the mix, 50 to 3900 Hz.
    amplitude_1, amplitude_2, amplitude_3 : float, optional
        Their amplitudes, 0 to 1.
    window_seconds : float, optional
        Length of a window in seconds.
    time : float, optional
        Middle of the selected window in seconds.
    listen_from : float, optional
        Where the excerpt of a long sound that can be heard begins, in seconds.
    file : Upload, optional
        A WAV file, of which a browser sends the first 8 MB. In a notebook, choose it in the widget.
    window : {"hann", "hamming", "blackman", "rectangular"}
        Window function.
    highest : float, optional
        Highest frequency that is shown, in Hz; by default half the sample rate, at most 8000 Hz.
    layout, panels, present : optional
        As in every explorable: an ipywidgets layout, titles of panels, and True for a projector.

    Attributes
    ----------
    trace : SoundAnalysis
        ``trace.sound``, ``trace.spectrum``, ``trace.spectrogram``, ``trace.strongest``, and ``trace.mix`` for sinusoids.
    selected : tuple of str
        The strongest frequency in the window; empty if the window is silent.

    Raises
    ------
    OSError
        If a file cannot be opened.
    TypeError, ValueError
        If an argument is not as described.

    Notes
    -----
    The amplitudes of the whole sound are exact for sinusoids with integer frequencies. There are 100 to 400 windows, shown in
    decibels below the strongest amplitude of the sound: −20 dB is a tenth of it, −40 dB a hundredth.

    Examples
    --------
    >>> w = SpectrumViewer(frequency_3=1500, time=0.5)
    >>> w.caption
    '220 Hz (1.00) + 440 Hz (0.600) + 1500 Hz (0.300). In the window around 0.497 s, 219 Hz is strongest. \
The frequencies of a 32 ms window are 31.2 Hz apart.'
    >>> w.selected
    ('219 Hz',)
    >>> w.trace.spectrum.amplitudes[[220, 440, 1500]].round(6)
    array([1. , 0.6, 0.3])
    """

    lesson = "9.2.4_sound.ipynb"
    section = "9.2.4"
    description = "Mix sounds, listen to them, and move a window over their frequencies. Figures 9.12 and 9.13."
    heavy = "the samples of a sound, to be heard"

    sound, window_seconds, time, listen_from, file = State(), State(), State(), State(), State()
    frequency_1, frequency_2, frequency_3 = State(), State(), State()
    amplitude_1, amplitude_2, amplitude_3 = State(), State(), State()

    def __init__(
        self,
        samples: Any = None,
        sample_rate: float | None = None,
        *,
        sound: str | None = None,
        frequency_1: int = FREQUENCIES[0],
        amplitude_1: float = AMPLITUDES[0],
        frequency_2: int = FREQUENCIES[1],
        amplitude_2: float = AMPLITUDES[1],
        frequency_3: int = FREQUENCIES[2],
        amplitude_3: float = AMPLITUDES[2],
        window_seconds: float | None = None,
        time: float | None = None,
        listen_from: float = 0.0,
        file: Any = None,
        window: str = "hann",
        highest: float | None = None,
        **common: Unpack[Common],
    ) -> None:
        if samples is None and sample_rate is not None:
            raise TypeError("sample_rate must be left out if there are no samples.")
        given = None if samples is None else take_in_sound(samples, sample_rate)
        own = given is not None or file is not None
        self.take_arguments(data=given, sound=sound or (OWN if own else MIX))

    @classmethod
    def example(cls) -> SpectrumViewer:
        """Show a voice that says three vowels."""
        return cls(sound=VOWELS, time=0.6)

    def settings_of(self, given: Values) -> Values:
        as_choice(given["window"], "window", ("hann", "hamming", "blackman", "rectangular"))
        if given["highest"] is not None:
            as_number(given["highest"], "highest", positive=True)
        return given

    def describe_size(self) -> str:
        sound = self.trace.sound
        return f"{sound.seconds:.4g} s at {sound.sample_rate:g} Hz"

    @property
    def selected(self) -> NameTuple:
        """The strongest frequency in the window."""
        strongest = self.trace.strongest[self.scene.control("time").locate(self.time)[0]]
        return () if np.isnan(strongest) else (in_hertz(strongest),)

    def implied_inputs(self, asked: Values, values: Values) -> Values:
        return {"sound": OWN} if asked.get("file") is not None else {}

    def inputs_of(self, data: Sound | None, values: Values) -> Controls:
        sounds = Choice("sound", SOUNDS, label="Sound", compute=True)
        mixed = [control for k in range(MIXED) for control in _sinusoid(k)] if values["sound"] == MIX else []
        try:
            sound = _presented(data, values)
            longest = min(max(LONGEST, 256 / sound.sample_rate), sound.seconds / 2)
            shortest = min(max(SHORTEST, 16 / sound.sample_rate), longest / 2)
            heard = heard_seconds(sound)
            latest = 0.0 if heard is None else sound.seconds - heard
        except (TypeError, ValueError):  # trace_of raises this error again, once all inputs are known
            shortest, longest, latest = SHORTEST, LONGEST, 0.0
        length = Number(
            "window_seconds",
            shortest,
            longest,
            start=min(max(USUAL, shortest), longest),
            scale="log",
            digits=2,
            label="Window length (s)",
        )
        listen = [Number("listen_from", 0.0, latest, label="Listen from (s)")] if latest > 0 else []
        own = File(
            "file",
            accept=".wav,audio/wav",
            limit=LARGEST_FILE,
            beginning=True,
            label="Your sound (WAV)",
            idle=values["sound"] != OWN,
        )
        return [sounds, length, *listen, *mixed, own]

    def trace_of(self, data: Sound | None, values: Values) -> SoundAnalysis:
        mix = _mix(values) if values["sound"] == MIX else None
        sound, listen_from = _presented(data, values), values.get("listen_from", 0.0)
        return analyse_sound(sound, mix, self.settings["window"], values["window_seconds"], listen_from)

    def scene_of(self, trace: SoundAnalysis, names: Names, inputs: Inputs) -> Scene:
        windows = trace.spectrogram
        middle = windows.times[len(windows.times) // 2]
        time = Slider("time", windows.times, interpolate=False, start=middle, label="Window at (s)")
        highest = min(trace.sound.sample_rate / 2, self.settings["highest"] or HIGHEST)
        heard = ["there is silence" if np.isnan(each) else f"{in_hertz(each)} is strongest" for each in trace.strongest]
        whole_row, row = (0, 1) if trace.mix else (2, 0)
        known = [FORMANTS[part.label] for part in trace.sound.parts] if inputs.values["sound"] == VOWELS else []
        formants = np.where(np.array(known) <= highest, known, np.nan)
        file = inputs.controls["file"]
        return Scene(
            title="A sound and its frequencies",
            controls=[*(control for control in inputs.controls.values() if control is not file), time, file],
            panels=[
                wave_panel(trace, time, row),
                samples_panel(trace, time, row),
                spectrogram_panel(trace, time, highest, row + 1, formants),
                window_spectrum_panel(trace, time, highest, row + 1, formants),
                whole_spectrum_panel(trace, highest, whole_row),
                *([mix_panel(trace.mix, whole_row)] if trace.mix else []),
            ],
            caption=Template(
                f"{_describe(trace)} In the window around {{t}} s, {{what}}.{_spacing(trace)}",
                t=Frames(windows.times, time),
                what=Frames(heard, time),
            ),
            column_weights=(3, 2),
            paired=True,
        )


def _mix(values: Values) -> Sinusoids:
    numbers = range(1, MIXED + 1)
    frequencies, amplitudes = ([values[f"{name}_{k}"] for k in numbers] for name in ("frequency", "amplitude"))
    return sinusoids(frequencies, amplitudes, sample_rate=RATE, duration=1.0)


def _presented(data: Sound | None, values: Values) -> Sound:
    if values["sound"] == CHIRP:
        return make_chirp(sample_rate=RATE)
    if values["sound"] == VOWELS:
        return _vowels()
    if values["sound"] == MIX:
        mix = _mix(values)
        return Sound("sinusoids", mix.signal, mix.sample_rate, (), "", "", "")
    if values["file"] is not None:
        return _uploaded(values["file"])
    if data is None:
        raise ValueError(
            "sound must not be 'your own' before there is one. "
            "Press “Your sound (WAV)” and choose a file, or start with SpectrumViewer(samples, sample_rate)."
        )
    return data


@functools.lru_cache(maxsize=1)
def _uploaded(file: Any) -> Sound:
    try:
        sound = take_in_sound(file.data, whole_size=file.size)
    except ValueError as error:
        reason = str(error)
        named = reason.startswith("file ")
        raise ValueError(f"{file.name}{reason.removeprefix('file')}" if named else f"{file.name}: {reason}") from None
    words = sound.description
    if (file.channels or 1) > 1:
        words = f"{words.rstrip('.')}, {file.channels} channels averaged."
    return replace(sound, name=file.name, description=words)


@functools.cache
def _vowels() -> Sound:
    return make_vowels(sample_rate=RATE)


def _sinusoid(k: int) -> list[Control]:
    return [
        Number(f"frequency_{k + 1}", 50, 3900, start=FREQUENCIES[k], scale="log", whole=True, label=f"Frequency {k + 1} (Hz)"),
        Number(f"amplitude_{k + 1}", 0.0, 1.0, start=AMPLITUDES[k], digits=2, label=f"Amplitude {k + 1}"),
    ]


def _describe(trace: SoundAnalysis) -> str:
    if trace.mix is None:
        return trace.sound.description
    pairs = zip(trace.mix.frequencies, trace.mix.amplitudes, strict=True)
    return " + ".join(f"{in_hertz(f)} ({format_number(a)})" for f, a in pairs) + "."


def _spacing(trace: SoundAnalysis) -> str:
    """Say how finely a window measures, or the strongest frequency, 219 Hz for a tone of 220 Hz, would look wrong."""
    if np.isnan(trace.strongest).all():
        return ""
    windows = trace.spectrogram
    length = len(windows.window) / windows.sample_rate
    return f" The frequencies of a {1000 * length:.3g} ms window are {in_hertz(1 / length)} apart."

"""A sound as samples, as one histogram of its frequencies, and as many side by side (section 9.2.4)."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fewidgets.algorithms import Sinusoids, Spectrogram, Spectrum, sinusoids, spectrogram, spectrum
from fewidgets.algorithms._numerics.arguments import as_choice, as_number
from fewidgets.data import Sound, make_chirp, make_vowels
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.shared.sounds import take_in_sound
from fewidgets.scene import (
    Area,
    Axis,
    Choice,
    Control,
    Dots,
    File,
    Frames,
    Image,
    Line,
    Mark,
    Number,
    Panel,
    Readout,
    Rule,
    Scene,
    Slider,
    Style,
    Template,
    Text,
    format_number,
)
from fewidgets.scene import AudioPlayer as Playable

MIX, CHIRP, VOWELS, OWN = SOUNDS = ("sinusoids", "chirp", "vowels", "your own")
MIXED = 3  # sinusoids
FREQUENCIES, AMPLITUDES = (220, 440, 1000), (1.0, 0.6, 0.3)
RATE = 8000.0  # of the sounds that are made here: half of it, 4000 Hz, is what a telephone lets through
HIGHEST = 8000.0  # Hz that are shown, if there are more and nobody asks for them
SHORTEST, LONGEST, USUAL = 0.005, 0.1, 0.032  # windows in s
FLOOR = -60.0  # decibels
FEW_WINDOWS, MANY_WINDOWS = 100, 400
MOST_ROWS, MOST_STICKS, MOST_COLUMNS, MOST_POINTS = 256, 300, 400, 256  # beyond, neither screen nor eye could tell
LEAST_STICK = 1 / 400  # of the highest: lower than half a pixel
PLAYABLE = (3_000, 96_000)  # samples a second
CLOSE_UP = 0.02  # s of the sinusoids


class SoundAnalysis(NamedTuple):
    """A sound, and what it is made of.

    Attributes
    ----------
    sound : Sound
        Samples and sample rate.
    mix : Sinusoids or None
        The sinusoids that were added up, if it was made so.
    spectrum : Spectrum
        Amplitudes of the whole sound's frequencies.
    spectrogram : Spectrogram
        Amplitudes of the frequencies in each window.
    """

    sound: Sound
    mix: Sinusoids | None
    spectrum: Spectrum
    spectrogram: Spectrogram


class SpectrumViewer(Explorable):
    """A sound, the strength of each frequency in it, and how that changes from window to window (Figures 9.12 and 9.13).

    Parameters
    ----------
    samples : array-like, shape (T,) or (T, channels), or path or bytes of a WAV file, or Sound, optional
        A sound of one's own, of at least 64 samples. Channels are averaged; of a sound of more than 120,000 samples the
        beginning is taken.
    sample_rate : float, optional
        Samples a second; samples alone need it.
    sound : {"sinusoids", "chirp", "vowels", "your own"}, optional
        What is shown; at first one's own sound, if there is one, else sinusoids.
    frequency_1, frequency_2, frequency_3 : int, optional
        Of the sinusoids that are mixed, in Hz: 50 to 3900.
    amplitude_1, amplitude_2, amplitude_3 : float, optional
        Their strengths, 0 to 1.
    window_seconds : float, optional
        Length of a window in s.
    time : float, optional
        Middle of the window that is looked at, in s.
    file : Upload, optional
        A WAV file; in a notebook it is dropped on the widget.
    window : {"hann", "hamming", "blackman", "rectangular"}
        What a window's samples are multiplied by.
    highest : float, optional
        The highest frequency that is shown, in Hz; half the sample rate, but at most 8000 Hz, if not given.
    layout : dict or ipywidgets.Layout, optional
        As in every ipywidgets widget.

    Attributes
    ----------
    trace : SoundAnalysis
        ``trace.sound``, ``trace.spectrum``, ``trace.spectrogram``, and ``trace.mix`` of sinusoids.
    selected : tuple of str
        The strongest frequency in the window; empty where it is silent.

    Raises
    ------
    OSError
        If a file cannot be opened.
    TypeError, ValueError
        If any argument is not as described. The message names the argument, what was seen and what is wanted.

    Notes
    -----
    The whole sound's amplitudes are those of `spectrum` without a window, exact for sinusoids of whole Hz. There are about 100
    windows, or more so that they overlap by half, but never more than about 400. Strengths are told in decibels below the
    sound's strongest: −20 dB is a tenth of the amplitude, −40 dB a hundredth. Where there are more frequencies than can be
    drawn, the strongest of neighbours is. Samples are played scaled down to ±1 if they go beyond.

    Examples
    --------
    >>> w = SpectrumViewer(frequency_3=1500, time=0.5)
    >>> w.caption
    '220 Hz (1.00) + 440 Hz (0.600) + 1500 Hz (0.300). In the window around 0.497 s, 219 Hz is strongest.'
    >>> w.selected
    ('219 Hz',)
    >>> w.trace.spectrum.amplitudes[[220, 440, 1500]].round(6)
    array([1. , 0.6, 0.3])
    """

    lesson = "9.2_histogram_features.ipynb"
    section = "9.2.4"
    description = "Mix sounds, listen to them, and move a window over their frequencies. Figures 9.12 and 9.13."
    heavy = "the samples of a sound, to be heard"

    sound = State(MIX, help="What is shown: 'sinusoids', 'chirp', 'vowels' or 'your own'.")
    frequency_1 = State(FREQUENCIES[0], help="Frequency of the first sinusoid in Hz: whole, 50 to 3900.")
    amplitude_1 = State(AMPLITUDES[0], help="Amplitude of the first sinusoid, 0 to 1.")
    frequency_2 = State(FREQUENCIES[1], help="Frequency of the second sinusoid in Hz.")
    amplitude_2 = State(AMPLITUDES[1], help="Amplitude of the second sinusoid.")
    frequency_3 = State(FREQUENCIES[2], help="Frequency of the third sinusoid in Hz.")
    amplitude_3 = State(AMPLITUDES[2], help="Amplitude of the third sinusoid.")
    window_seconds = State(USUAL, help="Length of a window in s; 0.005 to 0.1 for usual sample rates.")
    file = State(None, help="A WAV file that was handed over: an Upload with name and data, or None.")
    time = State(0.5, help="Middle of the window that is looked at, in s.")

    def __init__(
        self,
        samples: Any = None,
        sample_rate: float | None = None,
        *,
        sound: str | None = None,
        frequency_1: int | None = None,
        amplitude_1: float | None = None,
        frequency_2: int | None = None,
        amplitude_2: float | None = None,
        frequency_3: int | None = None,
        amplitude_3: float | None = None,
        window_seconds: float | None = None,
        time: float | None = None,
        file: Any = None,
        window: str = "hann",
        highest: float | None = None,
        layout: Any = None,
        **unknown: Any,
    ) -> None:
        self.refuse_unknown(unknown)
        if samples is None and sample_rate is not None:
            raise TypeError("sample_rate is given without samples")
        given = None if samples is None else take_in_sound(samples, sample_rate)
        if sound is None and (given is not None or file is not None):
            sound = OWN
        frequencies = {"frequency_1": frequency_1, "frequency_2": frequency_2, "frequency_3": frequency_3}
        amplitudes = {"amplitude_1": amplitude_1, "amplitude_2": amplitude_2, "amplitude_3": amplitude_3}
        super().__init__(
            data=given,
            settings={"window": window, "highest": highest},
            state={"sound": sound, **frequencies, **amplitudes, "window_seconds": window_seconds, "time": time, "file": file},
            unknown={},
            layout=layout,
        )

    @classmethod
    def example(cls) -> SpectrumViewer:
        """Make the one that gallery and tests show: a voice that says three vowels."""
        return cls(sound=VOWELS, time=0.6)

    def settings_of(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        as_choice(given["window"], "window", ("hann", "hamming", "blackman", "rectangular"))
        if given["highest"] is not None:
            as_number(given["highest"], "highest", positive=True)
        return given

    def describe_size(self) -> str:
        """How much data there is, for the repr."""
        sound = self.trace.sound
        return f"{sound.seconds:.4g} s at {sound.sample_rate:g} Hz"

    @property
    def selected(self) -> tuple[str, ...]:
        """The strongest frequency in the window."""
        strongest = _strongest(self.trace.spectrogram)[self.scene.control("time").locate(self.time)[0]]
        return () if np.isnan(strongest) else (_hz(strongest),)

    def implied_inputs(self, asked: Mapping[str, Any], values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Show a file's sound when the file is chosen."""
        return {"sound": OWN} if asked.get("file") is not None else {}

    def inputs_of(self, data: Sound | None, values: Mapping[str, Any]) -> Sequence[Control]:
        """Offer the sounds; what a mix is made of; windows that fit into the sound; and a file."""
        sounds = Choice("sound", SOUNDS, label="Sound", compute=True)
        mixed = [control for k in range(MIXED) for control in _sinusoid(k)] if values["sound"] == MIX else []
        try:
            sound = _presented(data, values)
            longest = min(max(LONGEST, 256 / sound.sample_rate), sound.seconds / 2)
            shortest = min(max(SHORTEST, 16 / sound.sample_rate), longest / 2)
        except (TypeError, ValueError):  # told by the trace, when all inputs are there
            shortest, longest = SHORTEST, LONGEST
        length = Number(
            "window_seconds",
            shortest,
            longest,
            start=min(max(USUAL, shortest), longest),
            scale="log",
            digits=2,
            label="Window length (s)",
        )
        own = File("file", accept=".wav,audio/wav", label="Your sound (WAV)", idle=values["sound"] != OWN)
        return [sounds, length, *mixed, own]

    def trace_of(self, data: Sound | None, values: Mapping[str, Any]) -> SoundAnalysis:
        """Take the spectrum of the whole sound and of its windows."""
        mix = _mix(values) if values["sound"] == MIX else None
        sound = _presented(data, values)
        T, rate = len(sound.samples), sound.sample_rate
        length = round(values["window_seconds"] * rate)
        hop = max(min((T - length) / FEW_WINDOWS, length / 2), (T - length) / MANY_WINDOWS, 1.0)
        return SoundAnalysis(
            sound,
            mix,
            spectrum(sound.samples, rate),
            spectrogram(
                sound.samples,
                rate,
                window=self.settings["window"],
                window_seconds=values["window_seconds"],
                hop_seconds=round(hop) / rate,
            ),
        )

    def scene_of(self, trace: SoundAnalysis, names: Sequence[str], inputs: Inputs) -> Scene:
        """Lay out time on the left, and what is in the window beside it; the whole sound above a mix, or below."""
        windows = trace.spectrogram
        time = Slider(
            "time", windows.times, interpolate=False, start=windows.times[len(windows.times) // 2], label="Window at (s)"
        )
        highest = trace.sound.sample_rate / 2
        highest = min(highest, self.settings["highest"] or HIGHEST)
        strongest = _strongest(windows)
        told = ["all is silent" if np.isnan(one) else f"{_hz(one)} is strongest" for one in strongest]
        whole_row, row = (0, 1) if trace.mix else (2, 0)
        whole = _whole(trace, highest)
        panels = [
            Panel(**_wave(trace, time), row=row),
            Panel(**_samples(trace, time), row=row, column=1),
            Panel(**_spectrogram(trace, time, highest, strongest), row=row + 1),
            Panel(**_spectrum(trace, time, highest), row=row + 1, column=1),
            Panel(**whole, row=whole_row, column=int(trace.mix is not None), column_span=1 if trace.mix else 2),
        ]
        if trace.mix:
            panels.append(Panel(**_parts(trace.mix), row=whole_row))
        rows = int((windows.frequencies <= highest).sum())
        return Scene(
            title="A sound and its frequencies",
            controls=[
                *(control for name, control in inputs.controls.items() if name != "file"),
                time,
                inputs.controls["file"],
            ],
            readouts=[
                Readout("Window at", Template("{t} s", t=Frames(windows.times, time))),
                Readout("Strongest there", Frames(["–" if np.isnan(one) else _hz(one) for one in strongest], time)),
                Readout("Windows × frequencies", f"{len(windows.times)} × {rows}"),
                Readout("One frequency to the next", _hz(windows.sample_rate / len(windows.window))),
            ],
            panels=panels,
            caption=Template(
                f"{_told(trace)} In the window around {{t}} s, {{what}}.",
                t=Frames(windows.times, time),
                what=Frames(told, time),
            ),
            column_weights=(3, 2),
        )


def _mix(values: Mapping[str, Any]) -> Sinusoids:
    numbers = range(1, MIXED + 1)
    return _mixed(tuple(values[f"frequency_{k}"] for k in numbers), tuple(values[f"amplitude_{k}"] for k in numbers))


def _presented(data: Sound | None, values: Mapping[str, Any]) -> Sound:
    """Return the sound that is chosen."""
    if values["sound"] == CHIRP:
        return _chirp()
    if values["sound"] == VOWELS:
        return _vowels()
    if values["sound"] == MIX:
        mix = _mix(values)
        return Sound("sinusoids", mix.signal, mix.sample_rate, [], "", "", "")
    if values["file"] is not None:
        return _uploaded(values["file"])
    if data is None:
        raise ValueError(
            "There is no sound of your own yet: choose a WAV file below, or start with SpectrumViewer(samples, sample_rate)."
        )
    return data


@functools.lru_cache(maxsize=1)
def _uploaded(file: Any) -> Sound:
    """Read a file once, not at every drag."""
    try:
        sound = take_in_sound(file.data)
    except ValueError as error:
        raise ValueError(f"{file.name}: {str(error).removeprefix('file is ')}") from None
    return Sound(file.name, sound.samples, sound.sample_rate, sound.parts, sound.description, sound.source, sound.license)


@functools.lru_cache(maxsize=1)
def _mixed(frequencies: tuple[int, ...], amplitudes: tuple[float, ...]) -> Sinusoids:
    return sinusoids(frequencies, amplitudes, sample_rate=RATE, duration=1.0)


@functools.cache
def _chirp() -> Sound:
    return make_chirp(sample_rate=RATE)


@functools.cache
def _vowels() -> Sound:
    return make_vowels(sample_rate=RATE)


def _sinusoid(k: int) -> list[Control]:
    return [
        Number(f"frequency_{k + 1}", 50, 3900, start=FREQUENCIES[k], scale="log", whole=True, label=f"Frequency {k + 1} (Hz)"),
        Number(f"amplitude_{k + 1}", 0.0, 1.0, start=AMPLITUDES[k], digits=2, label=f"Amplitude {k + 1}"),
    ]


def _wave(trace: SoundAnalysis, time: Slider) -> dict[str, Any]:
    """The whole sound over time, the window in it, and a button to hear it."""
    sound = trace.sound
    samples, rate = sound.samples, sound.sample_rate
    loudest = float(np.abs(samples).max()) or 1.0
    length = len(trace.spectrogram.window) / rate
    spans = time.values[:, None] + np.array([-length / 2, length / 2])
    ends = np.array([loudest, loudest])
    marks: list[Mark] = [
        *_columns(samples, rate),
        Area(Frames(spans, time), -ends, ends, color="accent"),
        Rule(x=Frames(spans, time), color="accent", width=1.0),
    ]
    if PLAYABLE[0] <= rate <= PLAYABLE[1]:
        marks.append(Playable(samples / max(1.0, loudest), round(rate), label=sound.name, cursor=True))
    return {
        "title": f"The sound ({sound.name}), and the window in it",
        "marks": marks,
        "x": Axis("time (s)", domain=(0.0, sound.seconds)),
        "y": Axis(
            "amplitude",
            domain=(-1.05 * loudest, 1.05 * loudest),
            ticks=[(place, format_number(place, 2)) for place in (-loudest, 0.0, loudest)],
        ),
        "height": 170,
        "scrub": time,
    }


def _columns(samples: NDArray[np.float64], rate: float) -> list[Mark]:
    """Draw all samples, or their lowest and highest in each stretch where they are too many to be told apart."""
    width = -(-len(samples) // MOST_COLUMNS)
    if width == 1:
        return [Line(np.arange(len(samples)) / rate, samples)]
    starts = np.arange(0, len(samples), width)
    low, high = np.minimum.reduceat(samples, starts), np.maximum.reduceat(samples, starts)
    # A zigzag of lows and highs is as dark as the wave; a band would be paler than its edges.
    places = np.repeat((starts + width / 2) / rate, 2)
    return [Line(places, np.column_stack([low, high]).ravel(), width=1.0)]


def _samples(trace: SoundAnalysis, time: Slider) -> dict[str, Any]:
    """The samples in the window, in whole percent of the loudest, for which a byte is enough."""
    windows, sound = trace.spectrogram, trace.sound
    length = len(windows.window)
    stride = -(-length // MOST_POINTS)
    cuts = np.stack([sound.samples[windows.samples(w)][::stride] for w in range(len(windows.times))])
    loudest = np.abs(sound.samples).max() or 1.0
    return {
        "title": "Samples in the window",
        "marks": [
            Line(
                1000 * np.arange(0, length, stride) / sound.sample_rate,
                Frames(np.round(100 * cuts / loudest).astype(int), time),
                color="accent",
                width=1.5,
            )
        ],
        "x": Axis("time in the window (ms)", domain=(0.0, 1000 * length / sound.sample_rate)),
        "y": Axis("% of the loudest", domain=(-105.0, 105.0), ticks=[(-100, "−100"), (0, "0"), (100, "100")]),
        "height": 170,
    }


def _spectrogram(trace: SoundAnalysis, time: Slider, highest: float, strongest: NDArray[np.float64]) -> dict[str, Any]:
    """The windows' spectra stacked side by side."""
    windows = trace.spectrogram
    shown = _shown(windows, highest)
    frequencies, decibels = _neighbours_joined(windows.frequencies[shown], windows.decibels(FLOOR)[:, shown], MOST_ROWS)
    hop, step = windows.hop / windows.sample_rate, frequencies[1] - frequencies[0]
    extent = (
        windows.times[0] - hop / 2,
        windows.times[-1] + hop / 2,
        frequencies[0] - step / 2,
        frequencies[-1] + step / 2,
    )
    marks: list[Mark] = [
        Image(decibels.T[::-1], extent, limits=(FLOOR, 0.0), colors="ramp", label="Spectrogram"),
        Rule(x=[part.start for part in trace.sound.parts[1:]], color="quiet", dash=1),
        Rule(x=Frames(windows.times, time), color="accent"),
        Dots(
            Frames(windows.times[:, None], time),
            Frames(np.where(strongest <= highest, strongest, np.nan)[:, None], time),
            color="accent",
            size=9,
            hollow=True,
        ),
    ]
    if _named(trace.sound):
        starts = np.array([part.start for part in trace.sound.parts])
        labels = [f"“{part.label}”" for part in trace.sound.parts]
        marks.append(Text(starts + 0.01 * trace.sound.seconds, np.full(len(starts), 1.03 * highest), labels, anchor="start"))
    return {
        "title": "Spectrogram: the windows’ spectra side by side",
        "marks": marks,
        "x": Axis("time (s)", domain=(0.0, trace.sound.seconds)),
        "y": Axis("frequency (Hz)", domain=(0.0, _top(trace.sound, highest))),
        "height": 270,
        "scrub": time,
    }


def _spectrum(trace: SoundAnalysis, time: Slider, highest: float) -> dict[str, Any]:
    """The window's spectrum, upright as in the spectrogram: the column that the window is there."""
    windows = trace.spectrogram
    shown = _shown(windows, highest)
    frequencies, decibels = _neighbours_joined(windows.frequencies[shown], windows.decibels(FLOOR)[:, shown], MOST_ROWS)
    return {
        "title": "Spectrum of the window",
        "marks": [Line(Frames(np.round(decibels).astype(int), time), frequencies, color="accent", width=1.5)],
        "x": Axis("dB below the strongest", domain=(FLOOR, 2.0)),
        "y": Axis("frequency (Hz)", domain=(0.0, _top(trace.sound, highest))),
        "height": 270,
    }


def _whole(trace: SoundAnalysis, highest: float) -> dict[str, Any]:
    """How strong each frequency is in the whole sound: a stick each, or one for the strongest of neighbours."""
    shown = trace.spectrum.frequencies <= highest
    frequencies, amplitudes = trace.spectrum.frequencies[shown], trace.spectrum.amplitudes[shown]
    width = -(-len(frequencies) // MOST_STICKS)
    starts = np.arange(0, len(frequencies), width)
    places = np.array([start + int(amplitudes[start : start + width].argmax()) for start in starts])
    top = float(amplitudes.max()) or 1.0
    places = places[amplitudes[places] > LEAST_STICK * top]
    tops = amplitudes[places]
    sticks = np.column_stack([frequencies[places]] * 2 + [np.full(len(places), np.nan)]).ravel()
    heights = np.column_stack([np.zeros(len(places)), tops, np.full(len(places), np.nan)]).ravel()
    marks: list[Mark] = [Line(sticks, heights, width=1.5)]
    if trace.mix:
        top = max(top, 1.0)
        rings = np.zeros(len(trace.mix.frequencies), dtype=int)
        mixed = [Style("as it was mixed", "accent")]
        marks.append(Dots(trace.mix.frequencies, trace.mix.amplitudes, style=rings, styles=mixed, size=10, hollow=True))
    return {
        "title": "Spectrum of the whole sound",
        "marks": marks,
        "x": Axis("frequency (Hz)", domain=(0.0, highest)),
        "y": Axis("amplitude", domain=(0.0, 1.1 * top)),
        "height": 190,
    }


def _parts(mix: Sinusoids) -> dict[str, Any]:
    """The sum above its sinusoids, each on a line of its own."""
    # Eight times as many samples as are played, so that a high tone's wave looks like one.
    fine = sinusoids(mix.frequencies, mix.amplitudes, sample_rate=8 * RATE, duration=CLOSE_UP)
    # A loud sum must not run into the first part.
    loudest = max(1.0, float(np.abs(fine.signal).max()))
    places = [2.2 * k for k in reversed(range(len(fine.parts)))]
    top = places[0] + 1.2 + loudest
    curves = [(fine.signal, top, "primary"), *zip(fine.parts, places, (1, 2, 3), strict=True)]
    names = ["sum", *(_hz(frequency) for frequency in mix.frequencies)]
    return {
        "title": f"The first {1000 * CLOSE_UP:g} ms: the sum, and the sinusoids in it",
        "marks": [
            Line(1000 * fine.times[::2], wave[::2] + place, color=color, width=2.5 if color == "primary" else 1.5)
            for wave, place, color in curves
        ],
        "x": Axis("time (ms)", domain=(0.0, 1000 * CLOSE_UP)),
        "y": Axis(
            domain=(-1.2, top + loudest + 0.2),
            ticks=[(place, name) for (_, place, _), name in zip(curves, names, strict=True)],
        ),
        "height": 190,
    }


def _named(sound: Sound) -> bool:
    """Whether the sound's parts are told apart by their names."""
    return len(sound.parts) > 1


def _top(sound: Sound, highest: float) -> float:
    """Leave room for the parts' names above the highest frequency."""
    return 1.1 * highest if _named(sound) else highest


def _shown(windows: Spectrogram, highest: float) -> NDArray[np.bool_]:
    shown = windows.frequencies <= highest
    shown[:2] = True  # there is something to see even if all else is higher
    return shown


def _neighbours_joined(
    frequencies: NDArray[np.float64], values: NDArray[np.float64], most: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Let the strongest stand for its neighbours where there are more frequencies than rows on a screen."""
    width = -(-len(frequencies) // most)
    starts = np.arange(0, len(frequencies), width)
    whole = len(frequencies) // width * width  # the last group may be a smaller one, whose middle would be elsewhere
    middles = frequencies[:whole].reshape(-1, width).mean(axis=1)
    return middles, np.maximum.reduceat(values, starts, axis=1)[:, : len(middles)]


def _strongest(windows: Spectrogram) -> NDArray[np.float64]:
    """Frequency of the highest peak in each window; NaN where the window is silent beside the rest."""
    peaks = windows.values.max(axis=1)
    heard = peaks > 10 ** (FLOOR / 20) * max(peaks.max(), np.finfo(float).tiny)
    return np.where(heard, windows.frequencies[windows.values.argmax(axis=1)], np.nan)


def _hz(frequency: float) -> str:
    return f"{frequency:.0f} Hz" if frequency >= 100 else f"{frequency:.3g} Hz"


def _told(trace: SoundAnalysis) -> str:
    if trace.mix is None:
        return trace.sound.description
    pairs = zip(trace.mix.frequencies, trace.mix.amplitudes, strict=True)
    return " + ".join(f"{_hz(f)} ({format_number(a)})" for f, a in pairs) + "."

from __future__ import annotations

import numpy as np

from fewidgets.algorithms import Spectrogram, sinusoids
from fewidgets.algorithms._numerics.types import Array
from fewidgets.algorithms.audio.sinusoids import Sinusoids
from fewidgets.data import Sound
from fewidgets.explorables.framework.aliases import Marks
from fewidgets.explorables.spectrum_viewer.analysis import FLOOR, SoundAnalysis, in_hertz
from fewidgets.explorables.spectrum_viewer.sounds import excerpt, heard_seconds
from fewidgets.scene import (
    Area,
    AudioPlayer,
    Axis,
    Dots,
    Frames,
    Image,
    Line,
    Panel,
    Rule,
    Slider,
    Text,
    format_number,
)

# Most rows, sticks, columns and points that are drawn. A screen could not show more.
MOST_ROWS, MOST_STICKS, MOST_COLUMNS, MOST_POINTS = 256, 300, 400, 256
LEAST_STICK = 1 / 400  # of the highest stick; lower ones are less than half a pixel high
PLAYABLE = (3_000, 96_000)  # samples per second that browsers can play
CLOSE_UP = 0.02  # seconds of the sinusoids that are drawn
FINE = 8  # samples of the drawn sinusoids for each sample that is played, so that high tones look smooth


def wave_panel(trace: SoundAnalysis, time: Slider, row: int) -> Panel:
    """Draw the whole sound over time, with the window and a button to play the sound, or an excerpt of a long one."""
    sound = trace.sound
    samples, rate = sound.samples, sound.sample_rate
    loudest = float(np.abs(samples).max()) or 1.0
    length = len(trace.spectrogram.window) / rate
    spans = time.values[:, None] + np.array([-length / 2, length / 2])
    height = np.array([loudest, loudest])
    marks: Marks = [
        *_wave(samples, rate),
        Area(Frames(spans, time), -height, height, color="accent"),
        Rule(x=Frames(spans, time), color="accent", width=1.0),
    ]
    start, seconds = trace.listen_from, heard_seconds(sound)
    if seconds is not None:
        samples, rate = excerpt(sound, start)
        ends = start + len(samples) / rate
        marks.append(Rule(x=[start, ends], color="quiet", dash=1))
    if PLAYABLE[0] <= rate <= PLAYABLE[1]:
        what = sound.name if seconds is None else f"{sound.name}, {start:.3g} to {ends:.3g} s"
        marks.append(AudioPlayer(samples / max(1.0, loudest), round(rate), label=what, cursor=True, start=start))
    return Panel(
        f"The sound ({sound.name})",
        marks,
        x=Axis("time (s)", domain=(0.0, sound.seconds)),
        y=Axis(
            "amplitude",
            domain=(-1.05 * loudest, 1.05 * loudest),
            ticks=[(place, format_number(place, 2)) for place in (-loudest, 0.0, loudest)],
        ),
        height=150,
        scrub=time,
        row=row,
    )


def _wave(samples: Array, rate: float) -> Marks:
    """Draw all samples, or for long sounds the lowest and the highest sample of each column of pixels."""
    width = -(-len(samples) // MOST_COLUMNS)
    if width == 1:
        return [Line(np.arange(len(samples)) / rate, samples)]
    starts = np.arange(0, len(samples), width)
    low, high = np.minimum.reduceat(samples, starts), np.maximum.reduceat(samples, starts)
    # A zigzag between the lowest and the highest samples is as dark as the wave. A band would be paler than its edges.
    places = np.repeat((starts + width / 2) / rate, 2)
    return [Line(places, np.column_stack([low, high]).ravel(), width=1.0)]


def samples_panel(trace: SoundAnalysis, time: Slider, row: int) -> Panel:
    windows, sound = trace.spectrogram, trace.sound
    length = len(windows.window)
    stride = -(-length // MOST_POINTS)
    cuts = np.stack([sound.samples[windows.samples(w)][::stride] for w in range(len(windows.times))])
    percent = np.round(100 * cuts / (np.abs(sound.samples).max() or 1.0)).astype(int)
    places = 1000 * np.arange(0, length, stride) / sound.sample_rate
    return Panel(
        "Samples in the window",
        [Line(places, Frames(percent, time), color="accent", width=1.5)],
        x=Axis("time in the window (ms)", domain=(0.0, 1000 * length / sound.sample_rate)),
        y=Axis("% of the peak", domain=(-105.0, 105.0), ticks=[(-100, "−100"), (0, "0"), (100, "100")]),
        height=150,
        row=row,
        column=1,
    )


def spectrogram_panel(trace: SoundAnalysis, time: Slider, highest: float, row: int, formants: Array) -> Panel:
    windows, parts = trace.spectrogram, trace.sound.parts
    frequencies, decibels = _rows(windows, highest)
    hop, step = windows.hop / windows.sample_rate, frequencies[1] - frequencies[0]
    extent = (
        windows.times[0] - hop / 2,
        windows.times[-1] + hop / 2,
        frequencies[0] - step / 2,
        frequencies[-1] + step / 2,
    )
    shown = np.where(trace.strongest <= highest, trace.strongest, np.nan)
    peaks = Frames(windows.times[:, None], time), Frames(shown[:, None], time)
    marks: Marks = [
        Image(decibels.T[::-1], extent, limits=(FLOOR, 0.0), colors="ramp", label="Spectrogram"),
        Rule(x=[part.start for part in parts[1:]], color="quiet", dash=1),
        Rule(x=Frames(windows.times, time), color="accent"),
        Dots(*peaks, color="accent", size=9, hollow=True),
    ]
    if _has_parts(trace.sound):
        starts = np.array([part.start for part in parts]) + 0.01 * trace.sound.seconds
        labels = [f"“{part.label}”" for part in parts]
        marks.append(Text(starts, np.full(len(starts), 1.03 * highest), labels, anchor="start"))
    if len(formants):
        where = np.repeat([0.2 * part.start + 0.8 * part.end for part in parts], formants.shape[1])
        marks.append(Text(where, formants.ravel(), _formant_names(formants) * len(formants)))
    count = int((windows.frequencies <= highest).sum())
    return Panel(
        "Spectrogram",
        marks,
        x=Axis("time (s)", domain=(0.0, trace.sound.seconds)),
        y=_frequency_axis(trace.sound, highest),
        height=270,
        scrub=time,
        row=row,
        main=trace.mix is None,
        says=f"Spectrogram: {len(windows.times)} windows × {count} frequencies",
    )


def window_spectrum_panel(trace: SoundAnalysis, time: Slider, highest: float, row: int, formants: Array) -> Panel:
    frequencies, decibels = _rows(trace.spectrogram, highest)
    marks: Marks = [Line(Frames(np.round(decibels).astype(int), time), frequencies, color="accent", width=1.5)]
    if len(formants):
        part = np.searchsorted([part.end for part in trace.sound.parts[:-1]], trace.spectrogram.times, side="right")
        marks.insert(0, Rule(y=Frames(formants[part], time), dash=1, label=_formant_names(formants)))
    return Panel(
        "Spectrum of the window",
        marks,
        x=Axis("decibels (0 = strongest)", domain=(FLOOR, 2.0)),
        y=_frequency_axis(trace.sound, highest),
        height=270,
        row=row,
        column=1,
    )


def whole_spectrum_panel(trace: SoundAnalysis, highest: float, row: int) -> Panel:
    """Draw a stick for each frequency of the whole sound; if there are too many, only the highest of neighbouring sticks."""
    shown = trace.spectrum.frequencies <= highest
    frequencies, amplitudes = trace.spectrum.frequencies[shown], trace.spectrum.amplitudes[shown]
    width = -(-len(frequencies) // MOST_STICKS)
    starts = np.arange(0, len(frequencies), width)
    places = np.array([start + int(amplitudes[start : start + width].argmax()) for start in starts])
    top = float(amplitudes.max()) or 1.0
    places = places[amplitudes[places] > LEAST_STICK * top]
    gaps = np.full(len(places), np.nan)
    x = np.column_stack([frequencies[places], frequencies[places], gaps]).ravel()
    y = np.column_stack([np.zeros(len(places)), amplitudes[places], gaps]).ravel()
    marks: Marks = [Line(x, y, width=1.5)]
    if trace.mix:
        top = max(top, 1.0)
        names = [in_hertz(frequency) for frequency in trace.mix.frequencies]
        marks.append(Dots(trace.mix.frequencies, trace.mix.amplitudes, labels=names, color="accent", size=10, hollow=True))
    return Panel(
        "Spectrum of the whole sound",
        marks,
        x=Axis("frequency (Hz)", domain=(0.0, highest)),
        y=Axis("amplitude", domain=(0.0, 1.1 * top)),
        height=190,
        row=row,
        column=int(trace.mix is not None),
        column_span=1 if trace.mix else 2,
    )


def mix_panel(mix: Sinusoids, row: int) -> Panel:
    fine = sinusoids(mix.frequencies, mix.amplitudes, sample_rate=FINE * mix.sample_rate, duration=CLOSE_UP)
    loudest = max(1.0, float(np.abs(fine.signal).max()))
    places = [2.2 * k for k in reversed(range(len(fine.parts)))]
    top = places[0] + 1.2 + loudest  # above the first sinusoid, however loud the sum is
    times = 1000 * fine.times[::2]
    parts = zip(fine.parts, places, (1, 2, 3), strict=True)
    ticks = zip([top, *places], ["sum", *map(in_hertz, mix.frequencies)], strict=True)
    return Panel(
        f"The first {1000 * CLOSE_UP:g} ms: the sum and its sinusoids",
        [
            Line(times, fine.signal[::2] + top, color="primary", width=2.5),
            *(Line(times, wave[::2] + place, color=color, width=1.5) for wave, place, color in parts),
        ],
        x=Axis("time (ms)", domain=(0.0, 1000 * CLOSE_UP)),
        y=Axis(domain=(-1.2, top + loudest + 0.2), ticks=list(ticks)),
        height=190,
        row=row,
        main=True,
    )


def _formant_names(formants: Array) -> list[str]:
    """Name the formants of a part; each part has a row."""
    return [f"F{k + 1}" for k in range(formants.shape[1])]


def _has_parts(sound: Sound) -> bool:
    return len(sound.parts) > 1


def _frequency_axis(sound: Sound, highest: float) -> Axis:
    """Make the axis of frequencies, with room above the highest for the names of the sound's parts."""
    return Axis("frequency (Hz)", domain=(0.0, 1.1 * highest if _has_parts(sound) else highest))


def _rows(windows: Spectrogram, highest: float) -> tuple[Array, Array]:
    """Return the frequencies up to ``highest`` and their decibels; neighbours are joined if there are too many rows."""
    shown = windows.frequencies <= highest
    shown[:2] = True  # an image needs at least two rows
    frequencies, decibels = windows.frequencies[shown], windows.decibels(FLOOR)[:, shown]
    width = -(-len(frequencies) // MOST_ROWS)
    starts = np.arange(0, len(frequencies), width)
    whole = len(frequencies) // width * width  # the last group may be smaller, and its middle elsewhere
    middles = frequencies[:whole].reshape(-1, width).mean(axis=1)
    return middles, np.maximum.reduceat(decibels, starts, axis=1)[:, : len(middles)]

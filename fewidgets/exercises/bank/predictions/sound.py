from functools import cache

import numpy as np

from fewidgets.algorithms import frequency_histograms, sinusoids, spectrum
from fewidgets.data import make_chirp, make_vowels
from fewidgets.exercises.predicting import At, Axis, Band, Change, Difference, Estimate, OneOf, Question, SeveralOf, Sketch

RATE = 8000.0
BANDS = tuple(range(100, 4000, 200))  # middles of the bands in which the spectrum of the chirp is sketched
SAME = 0.2  # features that change by less are almost the same


@cache
def _voice():
    return make_vowels(sample_rate=RATE)


def moved_sound():
    voice = _voice().samples
    return float(100 * np.linalg.norm(np.roll(voice, round(0.0025 * RATE)) - voice) / np.linalg.norm(voice))


def between_two():
    sound = sinusoids([220.5], sample_rate=RATE, duration=1.0).signal
    amplitudes = spectrum(sound, RATE).amplitudes
    beside = amplitudes[[219, 222]].max() / amplitudes[[220, 221]].max()
    return "Two high sticks, and smaller ones on both sides" if beside > 0.1 else "Two sticks, and nothing else"


def chirp_spectrum():
    """Return the strength of each band of 200 Hz in the spectrum of a chirp, as a share of the strongest."""
    found = spectrum(make_chirp(sample_rate=RATE).samples, RATE)
    band = (found.frequencies // 200).astype(int)
    strength = np.array([np.sqrt(np.mean(found.amplitudes[band == k] ** 2)) for k in range(len(BANDS))])
    return strength / strength.max()


def vowel_contrasts():
    """Return the largest ratios of the vowels' pitches, and of their strengths from 2000 to 2500 Hz."""
    voice = _voice()
    pitches, strengths = [], []
    for part in voice.parts:
        middle = voice.samples[round((part.start + 0.05) * RATE) : round((part.end - 0.05) * RATE)]
        repeats = np.correlate(middle, middle, "full")[len(middle) - 1 :]
        shortest, longest = round(RATE / 200), round(RATE / 60)
        pitches.append(RATE / (shortest + int(np.argmax(repeats[shortest:longest]))))
        found = spectrum(middle, RATE, window="hann")
        high = (found.frequencies > 2000) & (found.frequencies < 2500)
        strengths.append(float(np.linalg.norm(found.amplitudes[high]) / np.linalg.norm(found.amplitudes)))
    return max(pitches) / min(pitches), max(strengths) / min(strengths)


def vowels():
    pitch, strength = vowel_contrasts()
    return "Which overtones are strong" if strength > 2 > 1.5 > pitch else "The frequencies of the overtones"


def feature_changes():
    voice = _voice().samples
    quicker = np.interp(np.arange(0, len(voice), 1.25), np.arange(len(voice)), voice)
    sounds = {
        "Delay it by 2.5 ms": np.roll(voice, round(0.0025 * RATE)),
        "Play it ten times more softly": 0.1 * voice,
        "Turn the wave upside down": -voice,
        "Play it backwards": voice[::-1],
        "Play it a quarter faster": np.pad(quicker, (0, len(voice) - len(quicker))),
    }
    before = frequency_histograms(voice, RATE, bands=16, spacing="mel").histograms[2:-2]
    after = {name: frequency_histograms(each, RATE, bands=16, spacing="mel").histograms[2:-2] for name, each in sounds.items()}
    return {name: float(np.linalg.norm(each - before) / np.linalg.norm(before)) for name, each in after.items()}


def same_features():
    return [name for name, change in feature_changes().items() if change < SAME]


PREDICTIONS = (
    Question(
        "9.2.4 moved sound",
        "A voice is delayed by 2.5 ms. Nobody can hear that. Subtract the two vectors of samples. How long is their "
        "difference, as a percentage of the length of one of them?",
        Estimate(
            right=moved_sound,
            low=0,
            high=200,
            unit="%",
            step=1,
            near=25,
            bands=(
                Band(
                    0,
                    60,
                    "It sounds like no change at all. But each sample is compared with the one 2.5 ms before. In that time, "
                    "the wave of a voice goes through almost a third of a cycle.",
                ),
                Band(175, 200, "200 % would be the wave upside down, with a trough in place of every peak."),
            ),
            below="The change is larger: the delayed wave has almost nothing in common with the old one, place by place.",
            above="The change is smaller: the delayed wave is not quite the old one upside down.",
            because="The two lists differ about as much as those of two sounds that have nothing in common. Two vectors of "
            "length 1 that are perpendicular have the distance √2, that is 141 %.",
        ),
        gives_away=(
            "is as far away as noise",
            "have nothing in common",
            "perhaps a trough",
            "a peak that comes a little later",
            "perpendicular",
        ),
    ),
    Question(
        "9.2.4 between two",
        "One second of sound has a spectrum with a frequency every 1 Hz. A tone of 220.5 Hz falls between two of them. "
        "What does its spectrum show?",
        OneOf(
            {
                "One stick, at 220.5 Hz": "The spectrum has no place for it: its frequencies are 220 Hz, 221 Hz, and so on.",
                "Two sticks, and nothing else": "Two sinusoids of 220 and 221 Hz would swell and fade once a second, a beat. "
                "The tone does not, so other frequencies are needed to make up for it.",
                "Two high sticks, and smaller ones on both sides": "The nearest two frequencies are strongest, but the tone "
                "does not fit into the second a whole number of times. The rest leaks into all other frequencies.",
                "Nothing": "The tone is not lost. It is written as a sum of the frequencies that there are.",
            },
            right=between_two,
        ),
        gives_away=(
            "leakage",
            "leaks into all other frequencies",
            "far from the tone",
            "210 and 231 Hz",
            "other frequencies are needed",
            "sticks on both sides",
            "where the sound begins and stops suddenly",
        ),
    ),
    Question(
        "9.2.4 chirp spectrum",
        "A tone glides evenly from 200 to 3000 Hz in two seconds. Sketch the spectrum of the whole sound: how strong is each "
        "frequency?",
        Sketch(
            Axis("frequency (Hz)", domain=(0.0, 4000.0)),
            Axis("strength (1 = strongest)", domain=(0.0, 1.2)),
            places=BANDS,
            curves=("chirp",),
            right=chirp_spectrum,
            because="The tone spends the same time at each frequency from 200 to 3000 Hz, so all of these are equally strong.",
            differences=(
                Difference(
                    Change("chirp", 500, 2700),
                    "You let the strength rise with the frequency. Perhaps you drew frequency over time. "
                    "The spectrum adds up the whole sound.",
                    when="larger",
                    by=0.35,
                ),
                Difference(
                    Change("chirp", 500, 2700),
                    "You let high frequencies be weaker. The tone spends the same time at each frequency.",
                    when="smaller",
                    by=0.35,
                ),
                Difference(
                    At("chirp", 3500),
                    "You drew strength above 3000 Hz. The tone never goes there.",
                    when="larger",
                    by=0.35,
                ),
                Difference(
                    At("chirp", 1500),
                    "You drew the first and the last frequency only. The tone passes through all those between.",
                    when="smaller",
                    by=0.45,
                ),
                Difference(
                    At("chirp", 500),
                    "You drew a peak in the middle. The tone is as strong near the ends as in the middle.",
                    when="smaller",
                    by=0.35,
                ),
            ),
            near=0.2,
            otherwise="The tone is equally strong at all frequencies from 200 to 3000 Hz, and nowhere else.",
        ),
        gives_away=(
            "906 Hz is strongest",
            "no trace of the glide",
            "equally strong",
            "the same time at each frequency",
            "all of these frequencies are as strong",
        ),
    ),
    Question(
        "9.2.4 vowels",
        "A voice of about 120 Hz says “a”, “i” and “u”. It has overtones: multiples of 120 Hz. What distinguishes "
        "the three vowels in a spectrum?",
        OneOf(
            {
                "The frequencies of the overtones": "These are set by the pitch, which is the same for all three. "
                "You can sing every vowel at every pitch.",
                "Which overtones are strong": "Mouth and throat resonate at certain frequencies and make the overtones near "
                "them stronger. You move these resonances with your tongue and lips.",
                "Nothing that a spectrum shows": "You hear the difference, and hearing starts with a kind of spectrum.",
            },
            right=vowels,
        ),
        gives_away=(
            "resonances of throat and mouth",
            "bands in which the lines are strong",
            "the overtones stay where they are",
            "the broad bands",
            "sing every vowel at every pitch",
        ),
    ),
    Question(
        "9.2.4 same features",
        "The features are the histograms of all windows of 25 ms, each scaled to unit length. You change the voice. Which "
        "changes leave its features almost the same?",
        SeveralOf(
            {
                "Play it backwards": "Each window has a similar histogram, but the order of the windows is reversed.",
                "Delay it by 2.5 ms": "A window lasts 25 ms, so nearly the same sound is in it.",
                "Play it ten times more softly": "Each histogram is scaled to unit length, so loudness does not matter.",
                "Play it a quarter faster": "All frequencies rise by a quarter, and each vowel comes earlier.",
                "Turn the wave upside down": "The amplitude of each frequency stays the same.",
            },
            right=same_features,
        ),
        gives_away=(
            "changes of order and pitch do",
            "leave the strength of each frequency alone",
            "ignore delays and loudness",
            "ignores delays and loudness",
            "only the delay or the loudness",
            "ignores the loudness",
            "loudness does not matter",
        ),
    ),
)

"""Plain forms of the frequency histograms of sound (section 9.2.4)."""

import numpy as np


def spectrum(signal, sample_rate):
    """Return the frequencies, in Hz, and the amplitude of each in the signal.

    The signal is written as a sum of sinusoids that oscillate 0, 1, 2, … times while it lasts. The weights of a frequency's
    cosine and sine are scalar products with the signal.

    Source: section 9.2.4, Figure 9.12. Fast form: `fewidgets.algorithms.spectrum`.

    >>> t = np.arange(8) / 8
    >>> frequencies, amplitudes = spectrum(0.5 + 3 * np.sin(2 * np.pi * 2 * t), sample_rate=8)
    >>> frequencies, amplitudes.round(9)
    (array([0., 1., 2., 3., 4.]), array([0.5, 0. , 3. , 0. , 0. ]))
    """
    T = len(signal)
    t = np.arange(T) / sample_rate
    frequencies = np.arange(T // 2 + 1) * sample_rate / T
    amplitudes = np.zeros(len(frequencies))
    for k, f in enumerate(frequencies):
        cosine = 2 / T * signal @ np.cos(2 * np.pi * f * t)
        sine = 2 / T * signal @ np.sin(2 * np.pi * f * t)
        amplitudes[k] = np.sqrt(cosine**2 + sine**2)
    amplitudes[0] /= 2  # a constant has a mean square of 1, the other sinusoids 1/2
    if T % 2 == 0:
        amplitudes[-1] /= 2  # as has the fastest oscillation, +1, -1, +1, …
    return frequencies, amplitudes


def spectrogram(signal, sample_rate, window_seconds=0.025, hop_seconds=0.01):
    """Return the frequencies, in Hz, and the amplitude of each in every window of the signal, one window a row.

    Each window fades in and out by Hann's curve. Otherwise the jumps at its ends would show up at all frequencies.

    Source: section 9.2.4, Figure 9.13. Fast form: `fewidgets.algorithms.spectrogram`.

    >>> t = np.arange(1000) / 1000
    >>> frequencies, values = spectrogram(3 * np.cos(2 * np.pi * 40 * t), sample_rate=1000)
    >>> frequencies[:4], values[0, :4].round(6)
    (array([  0.,  40.,  80., 120.]), array([1.5, 3. , 1.5, 0. ]))
    """
    L, hop = round(window_seconds * sample_rate), round(hop_seconds * sample_rate)
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(L) / L)
    values = []
    for start in range(0, len(signal) - L + 1, hop):
        frequencies, amplitudes = spectrum(window * signal[start : start + L], sample_rate)
        values.append(amplitudes / window.mean())
    return frequencies, np.array(values)

"""The mel scale of pitch, and bands of frequencies that are equally wide on it (section 9.2.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._numerics.arguments import as_choice, as_count, as_number
from .._numerics.arrays import frozen
from .._numerics.memory import check_size
from .._numerics.types import Array
from .samples import as_numbers

# In mel, far above human hearing, and low enough for its frequency in Hz to be a number.
HIGHEST_PITCH = 1e5

Norm = Literal["peak", "area"]
NORMS: tuple[Norm, ...] = ("peak", "area")


def hz_to_mel(frequencies: ArrayLike) -> Array | np.float64:
    """Convert frequencies in Hz to pitches in mel. Equal steps in mel sound equally far apart.

    Parameters
    ----------
    frequencies : array-like, scalar or shape (K,)
        In Hz, 0 or more.

    Returns
    -------
    float64 or NDArray, shape (K,), float64
        2595 log₁₀(1 + f / 700), in mel.

    Raises
    ------
    TypeError
        If an entry is not a real number.
    ValueError
        If an entry is negative, NaN or infinite, or there are none.

    Notes
    -----
    Source: section 9.2.4, which speaks of emphasizing what the human ear hears best and gives no formula. Ours is
    O'Shaughnessy's (1987), as in the speech toolkit HTK. It gives 1000 mel for 1000 Hz. Slaney's scale, the default of
    librosa, is linear up to 1000 Hz.

    Examples
    --------
    >>> hz_to_mel([0, 700, 1000]).round(2)
    array([  0.  , 781.17, 999.99])
    """
    return _mel(_not_negative(frequencies, "frequencies"))[()]


def mel_to_hz(mels: ArrayLike) -> Array | np.float64:
    """Convert pitches in mel to frequencies in Hz.

    Parameters
    ----------
    mels : array-like, scalar or shape (K,)
        In mel, 0 to 100,000.

    Returns
    -------
    float64 or NDArray, shape (K,), float64
        700 (10^(m / 2595) − 1), in Hz.

    Raises
    ------
    TypeError
        If an entry is not a real number.
    ValueError
        If an entry is negative, above 100,000 or NaN, or there are none.

    Notes
    -----
    Source: section 9.2.4; the inverse of `hz_to_mel`.

    Examples
    --------
    >>> mel_to_hz([0, 1000, 2595]).round(2)
    array([   0.  , 1000.02, 6300.  ])
    """
    pitches = _not_negative(mels, "mels")
    if pitches.max() > HIGHEST_PITCH:
        raise ValueError(f"mels must be from 0 to {HIGHEST_PITCH:,g}, far above human hearing; got {pitches.max():g}.")
    return _hz(pitches)[()]


def _mel(hz: Array) -> Array:
    return 2595 / np.log(10) * np.log1p(hz / 700)  # log10(1 + f / 700) would lose the digits of small f


def _hz(mel: Array) -> Array:
    return 700 * np.expm1(mel * (np.log(10) / 2595))


def _not_negative(values: ArrayLike, name: str) -> Array:
    array = as_numbers(values, name)
    if array.min() < 0:
        raise ValueError(f"{name} must be 0 or more; got {array.min():g}.")
    return array


def mel_bands(
    frequencies: ArrayLike, *, bands: int = 26, low: float = 0.0, high: float | None = None, norm: Norm = "peak"
) -> MelBands:
    """Compute triangular bands over the frequencies of a spectrum, equally wide in mel, each half overlapping the next.

    Parameters
    ----------
    frequencies : array-like, shape (F,)
        Frequencies of a spectrum in Hz.
    bands : int
        Number of bands B.
    low, high : float, optional
        Start of the first band and end of the last, in Hz. By default 0 and the highest frequency.
    norm : {"peak", "area"}
        Whether each triangle has the height 1, or the area 1 over Hz, so that wide bands do not weigh more.

    Returns
    -------
    MelBands

    Raises
    ------
    TypeError
        If anything but real numbers is given, or `bands` is not an integer.
    ValueError
        If a frequency is negative, NaN or infinite, not 0 ≤ low < high, a name is unknown, a band contains no frequency, or
        the bands would need too much memory.

    Notes
    -----
    Source: section 9.2.4 (further processing that emphasizes what the human ear hears best), with the formula of `hz_to_mel`.
    The sides of the triangles are straight in Hz. Their ends are not rounded to frequencies of the spectrum.

    Examples
    --------
    >>> bands = mel_bands([0, 250, 500, 750, 1000], bands=2)
    >>> bands.edges.round(1)
    array([   0. ,  240.9,  564.7, 1000. ])
    >>> bands.weights.round(2)
    array([[0.  , 0.97, 0.2 , 0.  , 0.  ],
           [0.  , 0.03, 0.8 , 0.57, 0.  ]])
    """
    f = np.atleast_1d(_not_negative(frequencies, "frequencies"))
    B = as_count(bands, "bands", 1)
    kind = as_choice(norm, "norm", NORMS)
    if f.max() == 0:
        raise ValueError("frequencies must hold a frequency above 0 Hz; got 0 only. A spectrum needs at least two samples.")
    check_size("bands", B, (B + 2, len(f)))
    edges = band_edges(low, high, float(f.max()), B + 2, "mel")
    ordered = np.sort(f)
    filled = np.searchsorted(ordered, edges[2:], side="left") > np.searchsorted(ordered, edges[:-2], side="right")
    refuse_empty_bands(filled, edges[:-2], edges[2:])
    below, middle, above = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    weights = np.maximum(np.minimum((f - below) / (middle - below), (above - f) / (above - middle)), 0)
    if kind == "area":
        weights *= 2 / (above - below)
    return MelBands(frozen(f.copy()), frozen(edges), frozen(weights))


def band_edges(low: Any, high: Any, highest: float, edges: int, spacing: Literal["linear", "mel"]) -> Array:
    """Check a range of frequencies, and divide it in equal steps of Hz or mel.

    Parameters
    ----------
    low, high : float
        Ends of the range in Hz. `high=None` stands for `highest`.
    highest : float
        The highest frequency of the spectrum, in Hz.
    edges : int
        Number of edges to return, including both ends.
    spacing : {"linear", "mel"}
        Whether the steps are equal in Hz or in mel.

    Returns
    -------
    NDArray, shape (edges,), float64
        In Hz, ascending.

    Raises
    ------
    TypeError, ValueError
        If `low` or `high` is not a number, or not 0 ≤ low < high and low < highest.

    Examples
    --------
    >>> band_edges(0, None, 4000.0, 3, "linear"), band_edges(0, None, 4000.0, 3, "mel").round(1)
    (array([   0., 2000., 4000.]), array([   0. , 1113.8, 4000. ]))
    """
    bottom = as_number(low, "low")
    top = highest if high is None else as_number(high, "high", positive=True)
    if not 0 <= bottom < highest:
        raise ValueError(f"low must be from 0 to below {highest:g} Hz, the highest frequency; got {bottom:g} Hz.")
    if top <= bottom:
        raise ValueError(f"high must be above low = {bottom:g} Hz; got {top:g} Hz.")
    if spacing == "linear":
        return np.linspace(bottom, top, edges)
    between = _hz(np.linspace(_mel(np.array(bottom)), _mel(np.array(top)), edges))
    between[[0, -1]] = bottom, top  # converting to mel and back would round them
    return between


def refuse_empty_bands(filled: NDArray[np.bool_], starts: Array, ends: Array) -> None:
    """Refuse bands that contain no frequency of the spectrum: they would be 0 for every sound.

    Raises
    ------
    ValueError
        If there is one.

    Examples
    --------
    >>> refuse_empty_bands(np.array([True, False]), np.array([0.0, 10.0]), np.array([10.0, 20.0]))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ValueError: bands must each contain a frequency of the spectrum; got none in band 1 of 2, 10 to 20 Hz. Use fewer ...
    """
    if not filled.all():
        b = int(np.flatnonzero(~filled)[0])
        raise ValueError(
            f"bands must each contain a frequency of the spectrum; got none in band {b} of {len(filled)}, "
            f"{starts[b]:.5g} to {ends[b]:.5g} Hz. Use fewer bands or longer windows."
        )


@dataclass(frozen=True, eq=False)
class MelBands:
    """Triangular bands, equally wide in mel, as computed by `mel_bands`.

    Attributes
    ----------
    frequencies : NDArray, shape (F,), float64
        As given to `mel_bands`, in Hz.
    edges : NDArray, shape (B + 2,), float64
        Band b rises from edges[b] to its middle edges[b + 1] and falls to edges[b + 2], in Hz.
    weights : NDArray, shape (B, F), float64
        Weight of each frequency in each band.

    Examples
    --------
    >>> bands = mel_bands(np.arange(0, 4001, 500), bands=2)
    >>> bands.centers.round(1)
    array([ 620.6, 1791.3])
    """

    frequencies: Array
    edges: Array
    weights: Array

    @property
    def centers(self) -> Array:
        """The frequency at which each band has its peak, shape (B,), in Hz.

        Examples
        --------
        >>> mel_bands(np.arange(0, 4001, 500), bands=1).centers.round(1)
        array([1113.8])
        """
        return self.edges[1:-1]

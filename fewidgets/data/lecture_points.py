"""The twenty points of lecture CS373, on which its three ways of fitting are compared."""

from __future__ import annotations

from functools import cache

import numpy as np

from fewidgets.data.dataset import Dataset, from_table
from fewidgets.data.registry import comes_with

# fmt: off
POINTS = (
    (-0.8417, 1.3297), (-0.8011, 1.3180), (-0.6668, 1.3712), (-0.5764, 1.3607), (-0.5316, 1.3316),
    (-0.5206, 1.3887), (-0.5101, 1.4295), (-0.4826, 1.3562), (-0.4489, 1.3325), (-0.2339, 1.2675),
    (-0.1196, 1.2008), (0.0669, 0.9822), (0.0880, 0.9527), (0.1018, 0.9341), (0.1155, 0.9150),
    (0.1817, 0.8484), (0.4783, 0.5350), (0.4964, 0.6146), (0.5290, 0.6343), (0.6107, 0.6855),
)
# fmt: on


@cache
@comes_with("fewidgets")
def load_lecture_points() -> Dataset:
    """Load the twenty points that lecture CS373 fits by powers of one input.

    Returns
    -------
    Dataset
        ``X`` (20, 1) float64, the input, from −0.84 to 0.61; ``y`` (20,) float64, from 0.53 to 1.43.

    Notes
    -----
    Source: CS373, lecture 7, "Forward-fitting example" and "Myopic forward-fitting example". The lecture fits y by 1, x, x²,
    x³ and x⁴ without a separate bias and minimizes J = ½ Σ (y − θ·φ(x))².

    Examples
    --------
    >>> points = load_lecture_points()
    >>> points
    Dataset('lecture_points', X: 20 examples × 1 feature, y: y)
    >>> from fewidgets.algorithms import forward_fit
    >>> forward_fit(points.X ** np.arange(5), points.y, rounds=3).order
    array([0, 1, 2])
    """
    return from_table(
        "lecture_points",
        ("x", "y"),
        np.array(POINTS),
        description="Twenty points along a curve that falls from about 1.4 to 0.5 and then rises a little.",
        source="CS373 Data Mining and Machine Learning, Jean Honorio, after Tommi Jaakkola, lecture 7",
        license="facts from the lecture's slides; no licence stated",
    )

"""Exercises of section 9.2.3: edges and their histograms by hand."""

from __future__ import annotations

import numpy as np

from fewidgets.algorithms.images.block_edge_histogram import block_edge_histogram
from fewidgets.algorithms.images.edge_histogram import edge_histogram
from fewidgets.exercises.exercise import Exercise, Mistake, Numbers, Part

# A dark left half beside a bright right half.
_HALVES = np.tile([0.0, 0.0, 0.0, 8.0, 8.0, 8.0], (4, 1))


def _edge(numbers: Numbers) -> np.ndarray:
    """Angle of the orientation that all edges have, and their total strength."""
    histogram = edge_histogram(numbers["image"])
    k = int(np.argmax(histogram.totals))
    return np.array([histogram.angles[k], histogram.totals[k]])


def _grid(numbers: Numbers) -> tuple[int, int]:
    """Patches along a side, and places of a block along a side."""
    patches = numbers["side"] // numbers["patch"]
    return patches, patches - numbers["block"] + 1


EXERCISES = (
    Exercise(
        name="9.2 edge",
        numbers={"image": _HALVES},
        solve=_edge,
        hints=(
            "The angle is that of the edge: lay your pencil along it. 0° lies flat, 90° stands upright.",
            "At a pixel the strength is half the difference of its right and its left neighbour. Where do these differ?",
        ),
        because="The edge stands upright. In each of the 4 rows it appears at two pixels, each with strength (8 − 0)/2 = 4.",
        mistakes=(
            Mistake(
                lambda numbers: _edge(numbers) * [0.0, 1.0],
                "That is the direction in which the grey level changes. The edge runs across it.",
            ),
            Mistake(
                lambda numbers: _edge(numbers) * [1.0, 2.0],
                "Two neighbours are two pixels apart: the change per pixel is half their difference.",
            ),
            Mistake(
                lambda numbers: _edge(numbers) * [1.0, 0.5],
                "That counts one column. The edge appears at the pixels on both sides of the step.",
            ),
            Mistake(
                lambda numbers: np.array([_edge(numbers)[0], 1.0]),
                "That is the feature, scaled to unit length. The total comes before the scaling.",
            ),
        ),
        parts=(Part("the angle"), Part("the total")),
    ),
    Exercise(
        name="9.2 length",
        numbers={"side": 28, "patch": 4, "block": 2, "orientations": 8},
        solve=lambda numbers: int(
            block_edge_histogram(
                np.zeros((numbers["side"], numbers["side"])),
                **{name: numbers[name] for name in ("patch", "block", "orientations")},
            ).features.size
        ),
        hints=(
            "How many patches fit along a side? In how many places along a side can a block of two patches begin?",
            "Multiply: places of the block, times patches in a block, times orientations.",
        ),
        because="7 patches along a side, 6 places for a block along a side: 6 · 6 blocks of 2 · 2 patches of 8 numbers each.",
        mistakes=(
            Mistake(
                lambda numbers: _grid(numbers)[0] ** 2 * numbers["orientations"],
                "That counts every patch once. Blocks overlap, so that a patch inside belongs to several.",
            ),
            Mistake(
                lambda numbers: (_grid(numbers)[0] // numbers["block"] * numbers["block"]) ** 2 * numbers["orientations"],
                "That is for blocks side by side. Here the block moves on by one patch.",
            ),
            Mistake(
                lambda numbers: (_grid(numbers)[0] * numbers["block"]) ** 2 * numbers["orientations"],
                "A block that begins at the last patch would extend beyond the image.",
            ),
        ),
    ),
)

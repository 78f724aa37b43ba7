# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from fewidgets.algorithms.images.edge_histogram import edge_histogram
from fewidgets.exercises.exercise import Exercise

# A dark left half beside a bright right half.
_HALVES = np.tile([0.0, 0.0, 0.0, 8.0, 8.0, 8.0], (4, 1))


# A bright square on black, the same square two pixels to the right, and an empty image.
_SQUARE, _MOVED, _EMPTY = np.zeros((3, 4, 6))
_SQUARE[1:3, 1:3] = 100
_MOVED[1:3, 3:5] = 100


def _apart(square, moved, empty):
    """Distance by pixels from the square to the moved square, and to the empty image."""
    return np.array([np.linalg.norm(square - other) for other in (moved, empty)])


def _edge(image):
    """Angle of the orientation that all edges have, and their total strength."""
    histogram = edge_histogram(image)
    k = int(np.argmax(histogram.totals))
    return np.array([histogram.angles[k], histogram.totals[k]])


def _turned(histogram):
    """Edge histogram after a turn by 45° counterclockwise: orientations are 22.5° apart, and 180° is 0° again."""
    return np.roll(histogram, 2)


EXERCISES = (
    Exercise(
        name="9.2 moved square",
        numbers={"square": _SQUARE, "moved": _MOVED, "empty": _EMPTY},
        solve=_apart,
        parts=("the distance from the moved square", "the distance from the empty image"),
        hints=(
            "Subtract the two images, square each difference, add up all squares, and take the root.",
            "The square has four bright pixels. How many pixels differ from the moved square, and how many from nothing?",
        ),
        because="The two squares do not overlap, so 8 pixels differ by 100: √8 · 100. From an empty image, only 4 do: "
        "√4 · 100. By pixels, a moved square is farther away than no square at all.",
        mistakes=(
            (
                lambda square, moved, empty: _apart(square, moved, empty) ** 2,
                "Those are the squared distances. Take the root.",
            ),
            (
                lambda square, moved, empty: _apart(square, moved, empty)[1] * np.array([1.0, 1.0]),
                "Count again for the moved square: the pixels that it left differ, and so do those that it now covers.",
            ),
            (
                lambda square, moved, empty: np.array([800.0, 400.0]),
                "Those are sums of absolute differences. The distance is the root of the sum of squares.",
            ),
            (
                lambda square, moved, empty: np.array([0.0, _apart(square, moved, empty)[1]]),
                "The shapes are equal, but pixels are compared place by place.",
            ),
        ),
    ),
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
            (
                lambda image: _edge(image) * [0.0, 1.0],
                "That is the direction in which the grey level changes. The edge runs across it.",
            ),
            (
                lambda image: _edge(image) * [1.0, 2.0],
                "Two neighbours are two pixels apart: the change per pixel is half their difference.",
            ),
            (
                lambda image: _edge(image) * [1.0, 0.5],
                "That counts one column. The edge appears at the pixels on both sides of the step.",
            ),
            (
                lambda image: np.array([_edge(image)[0], 1.0]),
                "That is the feature, scaled to unit length. The total comes before the scaling.",
            ),
        ),
        parts=("the angle", "the total"),
    ),
    Exercise(
        name="9.2 turned",
        numbers={"histogram": np.array([0.8, 0.0, 0.0, 0.0, 0.5, 0.0, 0.33, 0.0])},
        solve=_turned,
        hints=(
            "Each edge turns with the image. An edge at 0° lies at 45° afterwards. Which bar is that?",
            "135° becomes 180°. An edge has no direction, so 180° is the same orientation as 0°.",
        ),
        because="Orientations are 22.5° apart, so every bar moves two places. The bar at 135° moves to 180°, which is 0°.",
        mistakes=(
            (
                lambda histogram: np.roll(histogram, -2),
                "That is a turn clockwise. Angles are measured counterclockwise.",
            ),
            (
                lambda histogram: np.roll(histogram, 1),
                "That is a turn by 22.5°, the distance of two neighbouring orientations.",
            ),
            (
                lambda histogram: histogram,
                "The histogram ignores where edges are, but not how they are turned.",
            ),
        ),
    ),
    Exercise(
        name="9.2 pens",
        numbers={"level": 160, "scale": 4, "widths": (1, 2, 8)},
        solve=lambda level, scale, widths: np.array([min(width / scale, 1.0) * level for width in widths]),
        parts=("the thin line", "the middle line", "the thick line"),
        hints=(
            "Take one square of 4 × 4 pixels. How many of its 4 columns does the line cover?",
            "The average is the grey level times the share of the square that the line covers, at most all of it.",
        ),
        because="The line covers 1, 2, and all 4 of the 4 columns: 160 · 1/4, 160 · 2/4, and 160.",
        mistakes=(
            (
                lambda level, scale, widths: np.array([width / scale * level for width in widths]),
                "A line cannot cover more than all of a square.",
            ),
            (
                lambda level, scale, widths: np.array([min(width / scale**2, 1.0) * level for width in widths]),
                "The line runs through the whole square, so it covers whole columns, not single pixels.",
            ),
            (
                lambda level, scale, widths: np.full(len(widths), float(level)),
                "Averaging mixes the line with the black pixels beside it.",
            ),
        ),
    ),
)

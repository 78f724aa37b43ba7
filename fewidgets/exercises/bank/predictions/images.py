from functools import cache
from itertools import combinations

import numpy as np

from fewidgets.algorithms import MulticlassSoftmax, block_edge_histogram, edge_histogram, minibatch_gradient_descent
from fewidgets.data import load_mnist, make_shapes
from fewidgets.exercises.predicting import (
    At,
    Axis,
    Difference,
    Highest,
    OneOf,
    Ordering,
    Question,
    SeveralOf,
    Sketch,
)

WHOLE, PATCHES, PIXELS = "edges of the whole image", "edges in patches", "pixels"
ORIENTATIONS = ("0°", "22.5°", "45°", "67.5°", "90°", "112.5°", "135°", "157.5°")
SAME = 0.1  # edge histograms at a smaller distance are almost the same
EVERY = 5  # of 5,000 digits, every fifth is compared


def _shapes(side):
    """Return a large triangle, a small dark triangle and a square, shape (3, side, side)."""
    return np.asarray(make_shapes(size=side).X, dtype=float).reshape(-1, side, side)


def nearest_by_pixels():
    images = _shapes(64)
    apart = {f"{i + 1} and {j + 1}": float(np.linalg.norm(images[i] - images[j])) for i, j in combinations(range(3), 2)}
    return min(apart, key=apart.__getitem__)


def triangle_edges():
    return edge_histogram(_shapes(28)[0]).features


def changed_triangles():
    triangle = _shapes(64)[0]
    half = np.zeros_like(triangle)
    half[16:48, 16:48] = triangle.reshape(32, 2, 32, 2).mean(axis=(1, 3))
    return {
        "Move it": np.roll(triangle, (4, 5), axis=(0, 1)),
        "Make it half as large": half,
        "Make it darker": 0.4 * triangle,
        "Swap black and white": 255 - triangle,
        "Turn it by 90°": np.rot90(triangle),
    }


def same_histogram():
    before = edge_histogram(_shapes(64)[0]).features
    after = {name: edge_histogram(image).features for name, image in changed_triangles().items()}
    return [name for name, features in after.items() if np.linalg.norm(features - before) < SAME]


@cache
def same_digit_nearest():
    """Return of how many of 1,000 digits the nearest neighbour shows the same digit, for each kind of features."""
    digits = load_mnist()
    X, y = digits.X[::EVERY], digits.y[::EVERY]
    images = X.reshape(-1, 28, 28)
    features = {
        PIXELS: X / 255,
        WHOLE: edge_histogram(images).features,
        PATCHES: block_edge_histogram(images).features,
    }
    return {name: int((y[_nearest(rows.astype(float))] == y).sum()) for name, rows in features.items()}


def _nearest(rows):
    """Return the number of the row that is nearest to each row, other than itself."""
    squares = (rows**2).sum(axis=1)
    distances = squares[:, None] + squares - 2 * rows @ rows.T
    np.fill_diagonal(distances, np.inf)
    return distances.argmin(axis=1)


def digit_order():
    found = same_digit_nearest()
    return sorted(found, key=found.__getitem__, reverse=True)


def raw_pixels():
    digits = load_mnist()
    cost = MulticlassSoftmax(digits.X, digits.y)
    run = minibatch_gradient_descent(cost, np.zeros(cost.weights_shape), 1e-2, epochs=1, batch_size=200)
    start, after = run.costs
    return "It rises far above its start" if after > 10 * start else "It falls more slowly"


def _too_much(names, index):
    text = f"You drew edges at {names}. The outline of the triangle has no side of that direction."
    return Difference(At("triangle", index), text, when="larger", by=0.2)


PREDICTIONS = (
    Question(
        "9.2.3 nearest pixels",
        "Image 1 is a large bright triangle, image 2 a small dark triangle in a corner, and image 3 a bright square in the "
        "middle. Subtract two images pixel by pixel, and measure how large the difference is. Which two images are nearest?",
        OneOf(
            {
                "1 and 2": "These two have the same shape. But a difference of pixels compares place with place, and the two "
                "triangles lie in different places and have different grey levels.",
                "1 and 3": "Both are bright and cover much of the same place, so few of their pixels differ. "
                "The shape makes little difference.",
                "2 and 3": "These two do not overlap, so every pixel of both shapes differs. The small triangle is no nearer "
                "to the square than to the large triangle.",
            },
            right=nearest_by_pixels,
        ),
        gives_away=(
            "the square and the large triangle are nearest",
            "triangle and the square are nearest",
            "the shape makes little difference",
            "cover much of the same place",
            "the places that they cover",
            "equal shapes in different places",
        ),
    ),
    Question(
        "9.2.3 triangle edges",
        "The triangle stands on a flat base. Its two sides rise at 45°, one to the right and one to the left. Sketch its edge "
        "histogram: how much edge is there at each orientation? The squares of the eight bars add up to 1.",
        Sketch(
            Axis("orientation of the edge"),
            Axis("edges of this orientation", domain=(0.0, 1.0)),
            places=ORIENTATIONS,
            curves=("triangle",),
            right=triangle_edges,
            bars=True,
            because="Three bars stand out, one for each side. The base is the longest side, so 0° is the highest.",
            differences=(
                Difference(
                    At("triangle", 4),
                    "You drew upright edges, at 90°. The triangle has almost none: its sides are slanted.",
                    when="larger",
                    by=0.25,
                ),
                Difference(At("triangle", 0), "You left out the base. It is a flat edge, at 0°.", when="smaller", by=0.4),
                Difference(
                    At("triangle", 6),
                    "You left out the side that falls to the right. Angles are measured counterclockwise, so it lies at 135°.",
                    when="smaller",
                    by=0.3,
                ),
                Difference(
                    At("triangle", 2), "You left out the side that rises to the right, at 45°.", when="smaller", by=0.3
                ),
                Difference(
                    Highest("triangle"),
                    "Your highest bar is at {yours}. The longest side is the base, so the highest bar is at {truth}.",
                ),
                *(_too_much(ORIENTATIONS[k], k) for k in (1, 3, 5, 7)),
            ),
            near=0.15,
            otherwise="You chose the right orientations. Compare the heights: a longer side gives a higher bar.",
        ),
        gives_away=(
            "strongest orientation is 0°",
            "a bar for each side",
            "three bars",
            "0° is the highest",
            "the base is the longest",
        ),
    ),
    Question(
        "9.2.3 same histogram",
        "You change the image of the large triangle. Which changes leave its edge histogram almost the same?",
        SeveralOf(
            {
                "Make it half as large": "All sides become shorter by the same factor, which scaling to unit length removes.",
                "Turn it by 90°": "Every edge turns by 90°, so every bar moves four places.",
                "Move it": "The histogram adds up edges over the whole image, wherever they are.",
                "Make it darker": "All edges become weaker by the same factor, which scaling to unit length removes.",
                "Swap black and white": "The edges run along the same lines, and an orientation has no sign.",
            },
            right=same_histogram,
        ),
        gives_away=(
            "By edge histograms: 1 and 2",
            "ignores place, size and brightness",
            "differ in place, size and brightness",
            "every bar moves",
            "an orientation has no sign",
            "the division removes",
        ),
    ),
    Question(
        "9.2.3 same digit",
        "For each of 1,000 handwritten digits, you look for its nearest neighbour among the others. How often do the two show "
        "the same digit? Order the three kinds of features.",
        Ordering(
            (WHOLE, PATCHES, PIXELS),
            right=digit_order,
            because="The digits are centred and about equally large, so the place of an edge helps. Patches keep the place "
            "roughly and ignore how dark the ink is.",
            mistakes={
                (WHOLE,): "That worked for the triangles, which differed in place and size. The digits are centred and about "
                "equally large. Eight numbers for a whole image cannot tell a 6 from a 9.",
                (PATCHES, WHOLE): "One histogram for the whole image ignores where the edges are. Pixels keep the place, "
                "and that is worth more for digits, which are centred.",
                (PIXELS,): "Pixels do well, because the digits are centred. But if a stroke moves by two pixels, all its "
                "pixels change. Most of its edges stay in the same patch.",
            },
            otherwise="Ask for each kind what changes if a stroke moves a little, and what it keeps about the place.",
            first="most often",
            last="least often",
        ),
        gives_away=(
            "ignoring the place may go too far",
            "the place of an edge helps",
            "cannot tell a 6 from a 9",
            "patches suit digits best",
            "946 of 1000",
            "a 6 and a 9 have the same strokes",
            "far too few",
        ),
    ),
    Question(
        "9.2.3 raw pixels",
        "You forget to divide the pixels by 255 and use the same step length as before. What does the cost do in the first "
        "epoch?",
        OneOf(
            {
                "It falls as before": "The model could make up for the factor with smaller weights. But gradient descent "
                "must find them, and its steps depend on the scale of the features.",
                "It falls faster": "Longer steps help if the old ones were too short. But these are 255 times longer, "
                "so they pass far beyond the minimum.",
                "It falls more slowly": "Larger features give a larger gradient, so the steps are longer, not shorter.",
                "It rises far above its start": "Features that are 255 times larger make the gradient 255 times larger, and "
                "each change of the weights changes the outputs 255 times as much. The steps are far too long.",
            },
            right=raw_pixels,
        ),
        gives_away=(
            "the steps are far too long",
            "never settles",
            "jumps up again",
            "the cost explodes",
            "the gradient 255 times larger",
            "far beyond the minimum",
            "depends on the step length",
        ),
    ),
)

"""One data matrix reduced in three ways: by feature selection, PCA and K-means (section 9.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np

from fewidgets.algorithms import StandardNormalizer, boost, reduce_dimension
from fewidgets.algorithms._numerics.arguments import as_count
from fewidgets.algorithms._numerics.types import Array, Indices, Singles
from fewidgets.algorithms.reduction.dimension_reduction import DimensionReduction
from fewidgets.explorables.framework.aliases import Marks, Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.intake import Data
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.shared.layout import drawn_at_random, first_and_spread
from fewidgets.explorables.shared.wording import counted
from fewidgets.scene import Axis, Bars, Frames, Image, Panel, Scene, Slider, Text
from fewidgets.scene.text.numbers import MINUS
from fewidgets.scene.types import Keywords, NameTuple

MOST_KEPT = 12
ROW = 13  # pixels of a feature's row, which has its name beside it
LEAST, KEY = 120, 26  # pixels of all rows if there are few, and of the key to the colours over them
MOST_ROWS = 40  # features that can be told apart on screen
MOST_CELLS = 6_000  # of each picture, of which three are sent in 12 sizes
MOST_NUMBERS = 30_000  # of the matrix that is reduced in 12 sizes, which takes about half a second
FEW = 4  # most features that the caption names
COLORS = 51  # shown in the key
FAINT = 5.0  # how many times fainter the rows are that are not kept
CLIPPED = 2.5  # standard deviations with the first and the last colour
COLORED: Keywords = {
    "limits": (-CLIPPED, CLIPPED),
    "colors": "diverging",
    "label": "standard deviations from the mean",
}
SCHEMES = {"selection": "Selection", "pca": "PCA", "kmeans": "K-means"}


class DimensionReductionViewer(Explorable):
    """A data matrix with fewer rows by selection or PCA, or with fewer columns by K-means (section 9.1; Figure 9.1).

    The picture follows the chapter: features are in rows and examples in columns. In Python, examples are in rows. Rows that
    are not kept are faint. At most 40 features are drawn, and of a matrix with more than 30,000 numbers only some examples
    are reduced; the caption says so.

    Parameters
    ----------
    X : array-like, shape (P, N), or pandas.DataFrame, or a data set
        Examples in rows. The features are standard normalized. Give a data set without ``y``.
    y : array-like, shape (P,)
        Outputs. They determine the order of the selected features, which is that of boosting.
    kept : int
        Number of rows (features, principal components) or columns (centroids) to keep, 1 to 12.
    examples : int
        Number of examples to draw from the data and show.
    seed : int
        Seed of the draw and of K-means.
    feature_names, layout, panels, present : optional
        As in every `Explorable`.

    Attributes
    ----------
    trace : tuple of DimensionReduction
        The reductions to 1, 2, … rows or columns: ``trace[k - 1].selected``, ``.components``, ``.clusters``, ``.kept``.
    selected : tuple of str
        The selected features.

    Examples
    --------
    >>> X = [[0, 1, 5], [0, 3, 5], [9, 1, 6], [9, 3, 7], [8, 2, 6]]
    >>> w = DimensionReductionViewer(X, [1, 1, 7, 8, 6], kept=2)
    >>> w.selected
    ('x1', 'x2')
    >>> w.trace[1].components.scores.shape, w.trace[1].clusters.centroids[-1].shape
    ((5, 2), (2, 3))
    """

    lesson = "9.1_introduction.ipynb"
    section = "9.1"
    description = "One data matrix reduced in three ways: by selecting features, by PCA and by K-means. Figure 9.1."

    kept = State()

    def __init__(
        self,
        X: Any,
        y: Any = None,
        *,
        feature_names: Any = None,
        kept: int | None = None,
        examples: int = 48,
        seed: int = 0,
        **common: Unpack[Common],
    ) -> None:
        self.take_arguments()

    @classmethod
    def example(cls) -> DimensionReductionViewer:
        from fewidgets.data import load_boston

        return cls(load_boston(), kept=4)

    def settings_of(self, given: Values) -> Values:
        return {"examples": as_count(given["examples"], "examples", 3, 200), "seed": as_count(given["seed"], "seed", 0)}

    def trace_of(self, data: Data, values: Values) -> tuple[DimensionReduction, ...]:
        P, N = data.X.shape
        if P < 3:
            raise ValueError(f"X must have at least 3 examples; got {P}.")
        matrix = StandardNormalizer().fit_transform(data.X)
        order = boost(matrix, data.y, rounds=min(N, MOST_KEPT)).order
        seed = self.settings["seed"]
        matrix = matrix[drawn_at_random(P, max(self.settings["examples"], MOST_NUMBERS // N), seed)]
        # Similar examples are next to each other, so that the picture and the centroids can be read.
        matrix = matrix[np.argsort(matrix[:, order[0]], kind="stable")]
        sizes = range(1, min(N, len(matrix) - 1, MOST_KEPT) + 1)
        return tuple(reduce_dimension(matrix, order[:size], size, size, seed=seed) for size in sizes)

    def scene_of(self, trace: Sequence[DimensionReduction], names: Names, inputs: Inputs) -> Scene:
        reduced, N = trace[0].X.shape
        examples = drawn_at_random(reduced, self.settings["examples"], self.settings["seed"])
        P = len(examples)
        sizes = np.arange(1.0, len(trace) + 1)
        # A slider needs at least two positions.
        kept = Slider(
            "kept", sizes if len(sizes) > 1 else [1.0, 2.0], interpolate=False, label="Kept", start=min(3.0, sizes[-1])
        )
        several = list(trace) if len(trace) > 1 else [*trace, *trace]
        rows = first_and_spread(trace[-1].features, N, min(MOST_ROWS, MOST_CELLS // P))
        shown, room = [names[n] for n in rows], KEY / max(ROW, LEAST / len(rows))
        words = _only_some(len(self.data.X), reduced, P, N, len(rows))
        matrix = np.clip(trace[0].X.T[np.ix_(rows, examples)], -CLIPPED, CLIPPED).astype(np.float32)
        # Rounded, since one centroid keeps nothing, but not exactly.
        shares = Frames([[abs(round(each.kept[scheme] * 100, 9)) for scheme in SCHEMES] for each in several], kept)
        return Scene(
            title="Three ways to reduce a data matrix",
            controls=[kept],
            panels=[
                _matrix(
                    "The data matrix",
                    f"The data matrix: {counted(N, 'feature')} × {len(self.data.X):,} examples",
                    [Image(matrix, (0, P, 0, len(rows)), **COLORED), *_key(P, len(rows), room)],
                    shown,
                    (0, P),
                    room,
                    column_span=2,
                ),
                Panel(
                    "Share of the variance kept",
                    [Bars(list(SCHEMES.values()), shares)],
                    x=Axis("% of the variance", domain=(0, 100)),
                    column=2,
                    height=130,
                ),
                *_reduced(several, kept, matrix, rows, examples, shown),
            ],
            caption=Frames([_describe(each, names) + words for each in several], kept),
            column_weights=(7, 7, 8),
            paired=True,
        )

    @property
    def selected(self) -> NameTuple:
        reduced = self.trace[min(round(self.kept), len(self.trace)) - 1]
        return tuple(self.data.feature_names[n] for n in reduced.features)


def _reduced(
    trace: Sequence[DimensionReduction], kept: Slider, matrix: Singles, rows: Indices, examples: Indices, shown: Names
) -> list[Panel]:
    """Draw what each of the three ways leaves of the matrix."""
    P, N = len(examples), trace[0].X.shape[1]
    scores = np.clip(trace[-1].components.scores[examples].T, -CLIPPED, CLIPPED).astype(np.float32)
    components, K = np.arange(len(scores)), np.arange(MOST_KEPT)
    counts = [len(each.features) for each in trace]
    return [
        _matrix(
            "Selection",
            Frames([f"Selection: {size} of {counted(N, 'row')}" for size in counts], kept),
            _few_of(matrix, _frames(trace, _only_selected, rows, examples, kept)),
            shown,
            (0, P),
            row=1,
        ),
        _matrix(
            "PCA",
            Frames([f"PCA: {counted(size, 'mixed row')}" for size in counts], kept),
            _few_of(scores, _frames(trace, _scores, components, examples, kept)),
            [f"PC {n + 1}" for n in components],
            (0, P),
            row=1,
            column=1,
        ),
        _matrix(
            "K-means",
            Frames([f"K-means: {counted(size, 'column')} of means" for size in counts], kept),
            [Image(_frames(trace, _centroids, rows, K, kept), (0, MOST_KEPT, 0, len(rows)), **COLORED)],
            shown,
            Frames([(0, size) for size in counts], kept),  # so that few columns fill the panel as well as many
            row=1,
            column=2,
        ),
    ]


def _only_some(P: int, reduced: int, examples: int, N: int, features: int) -> str:
    """Say which part of the data is reduced or drawn; "" where all of it is."""
    parts = [
        f"{some:,} of {all_of_them:,} {what}"
        for some, all_of_them, what in ((examples, P, "examples"), (features, N, "features"))
        if some < all_of_them
    ]
    computed = f" The shares are those of {reduced:,} examples." if reduced < P else ""
    drawn = f" {' and '.join(parts)} are drawn." if parts else ""
    return computed + drawn


def _only_selected(reduced: DimensionReduction) -> Array:
    """Return the matrix with the selected rows in place, and all others missing."""
    rows = np.full(reduced.X.T.shape, np.nan)
    rows[reduced.features] = reduced.selected.T
    return rows


def _scores(reduced: DimensionReduction) -> Array:
    """Return a matrix with the principal components in its first rows."""
    rows = np.full(reduced.X.T.shape, np.nan)
    scores = reduced.components.scores
    rows[: scores.shape[1]] = scores.T
    return rows


def _centroids(reduced: DimensionReduction) -> Array:
    """Return a matrix with the centroids in its first columns, in the order of their clusters."""
    centroids, members = reduced.clusters.centroids[-1], reduced.clusters.assignments[-1]
    places = [np.median(np.flatnonzero(members == k)) for k in range(len(centroids))]
    columns = np.full((reduced.X.shape[1], MOST_KEPT), np.nan)
    columns[:, : len(centroids)] = centroids[np.argsort(places)].T
    return columns


def _frames(trace: Sequence[DimensionReduction], picture: Any, rows: Indices, columns: Indices, kept: Slider) -> Frames:
    clipped = [np.clip(picture(each)[np.ix_(rows, columns)], -CLIPPED, CLIPPED) for each in trace]
    return Frames(np.asarray(clipped, dtype=np.float32), kept)


def _few_of(whole: Any, few: Frames) -> Marks:
    """Draw the rows that are kept over a faint picture of all rows."""
    places = 0, whole.shape[1], 0, len(whole)
    faint: Keywords = {**COLORED, "limits": (-FAINT * CLIPPED, FAINT * CLIPPED)}
    return [Image(whole, places, **{**faint, "label": "all rows, faint"}), Image(few, places, **COLORED)]


def _key(P: int, N: int, room: float) -> Marks:
    """Show which colour stands for which number, over the rows of a matrix."""
    left, right, middle = 0.1 * P, 0.4 * P, N + 0.58 * room
    strip = np.linspace(-CLIPPED, CLIPPED, COLORS)[None].astype(np.float32)
    return [
        Image(strip, (left, right, N + 0.5 * room, N + 0.9 * room), **{**COLORED, "label": "what the colours mean"}),
        Text(0.09 * P, middle, f"{MINUS}{CLIPPED:g}", anchor="end"),
        Text(0.41 * P, middle, f"{CLIPPED:g} standard deviations", anchor="start"),
    ]


def _matrix(title: str, says: Any, marks: Marks, names: Names, across: Any, room: float = 0.0, **place: Any) -> Panel:
    """Make a panel of a matrix, with a row for each name, and with room for the key over them."""
    N = len(names)
    return Panel(
        title,
        marks,
        x=Axis(domain=across, ticks=[]),
        y=Axis(domain=(0, N + room), ticks=[(N - n - 0.5, name) for n, name in enumerate(names)]),
        height=14 + round(max(ROW, LEAST / N) * (N + room)),
        says=says,
        **place,
    )


def _describe(reduced: DimensionReduction, names: Names) -> str:
    size = len(reduced.features)
    shares = {scheme: f"{max(100 * share, 0):.1f} %" for scheme, share in reduced.kept.items()}
    named = f" ({', '.join(names[n] for n in reduced.features)})" if size <= FEW else ""
    return (
        f"{counted(size, 'feature')} selected{named}: {shares['selection']} of the variance is kept. "
        f"{counted(size, 'principal component')}: {shares['pca']}. {counted(size, 'centroid')}: {shares['kmeans']}."
    )

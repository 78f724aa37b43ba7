"""One data matrix made smaller in three ways: selection, PCA, K-means (section 9.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fewidgets.algorithms import DimensionReduction, StandardNormalizer, boost, reduce_dimension
from fewidgets.algorithms._numerics.arguments import as_count
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.intake import Data
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.scene import Axis, Bars, Frames, Image, Panel, Readout, Scene, Slider

MOST_KEPT = 12
MOST_FEATURES = 40  # more rows could not be told apart on screen
FEW = 4  # up to so many features are named in the caption
CLIPPED = 2.5  # standard deviations at which the colours end
SCHEMES = {"selection": "selection", "pca": "PCA", "kmeans": "K-means"}


class DimensionReductionViewer(Explorable):
    """A data matrix with fewer rows by selection or PCA, or with fewer columns by K-means (section 9.1; Figure 9.1).

    The matrix is drawn as the chapter writes it, features in rows and examples in columns; in Python examples stay in rows.

    Parameters
    ----------
    X : array-like, shape (P, N), or pandas.DataFrame, or a data set
        Examples in rows, up to 40 features; they are standard normalized. A data set stands alone, without ``y``.
    y : array-like, shape (P,)
        Outputs; they decide which features are selected first: those that boosting chooses.
    feature_names : sequence of N str, optional
        Go before a table's column names; "x1" … "xN" where there are none.
    kept : int
        How many rows (features, principal components) or columns (centroids) are kept, 1 to 12.
    examples : int
        How many examples are drawn from the data, and shown; all if there are no more.
    seed : int
        Of the draw and of K-means.
    layout : dict or ipywidgets.Layout, optional
        As in every ipywidgets widget.

    Attributes
    ----------
    trace : tuple of DimensionReduction
        One for each number kept, from 1 on: ``trace[k - 1].selected``, ``.components``, ``.clusters``, ``.kept``.
    selected : tuple of str
        The features that selection keeps at present.

    Raises
    ------
    TypeError, ValueError
        If any argument is not as described. The message names the argument, what was seen and what is wanted.

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

    kept = State(3.0, help="How many rows or columns are kept.")

    def __init__(
        self,
        X: Any,
        y: Any = None,
        *,
        feature_names: Any = None,
        kept: int | None = None,
        examples: int = 48,
        seed: int = 0,
        layout: Any = None,
        **unknown: Any,
    ) -> None:
        super().__init__(
            X,
            y,
            feature_names=feature_names,
            settings={"examples": examples, "seed": seed},
            state={"kept": kept},
            unknown=unknown,
            layout=layout,
        )

    @classmethod
    def example(cls) -> DimensionReductionViewer:
        """Make the one that gallery and tests show."""
        from fewidgets.data import load_boston

        return cls(load_boston(), kept=4)

    def settings_of(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Check the number of examples and the seed."""
        return {"examples": as_count(given["examples"], "examples", 3, 200), "seed": as_count(given["seed"], "seed", 0)}

    def trace_of(self, data: Data, values: Mapping[str, Any]) -> tuple[DimensionReduction, ...]:
        """Reduce the matrix in all three ways, to each size."""
        P, N = data.X.shape
        if N > MOST_FEATURES:
            raise ValueError(
                f"X has {N} features; wanted at most {MOST_FEATURES}: more rows could not be told apart on screen"
            )
        if P < 3:
            raise ValueError(f"X has {P} examples; wanted at least 3")
        matrix = StandardNormalizer().fit_transform(data.X)
        order = boost(matrix, data.y).order
        seed = self.settings["seed"]
        if self.settings["examples"] < P:
            drawn = np.sort(np.random.default_rng(seed).choice(P, self.settings["examples"], replace=False))
            matrix = matrix[drawn]
        # Neighbours that are alike make the picture, and the centroids, readable.
        matrix = matrix[np.argsort(matrix[:, order[0]], kind="stable")]
        sizes = range(1, min(N, len(matrix) - 1, MOST_KEPT) + 1)
        return tuple(reduce_dimension(matrix, order[:size], size, size, seed=seed) for size in sizes)

    def scene_of(self, trace: Sequence[DimensionReduction], names: Sequence[str], inputs: Inputs) -> Scene:
        """Lay the matrix out beside its three reductions, all on one scale."""
        P, N = trace[0].X.shape
        sizes = np.arange(1.0, len(trace) + 1)
        # At least two positions: a slider over one would not be one.
        kept = Slider(
            "kept", sizes if len(sizes) > 1 else [1.0, 2.0], interpolate=False, label="Kept", start=min(3.0, sizes[-1])
        )
        several = list(trace) if len(trace) > 1 else [*trace, *trace]
        pictures = {
            "The data matrix": (trace[0].X.T, names),
            "Selection: some of the rows": (_frames(several, _only_selected, kept), names),
            "PCA: new rows, mixed from all": (_frames(several, _scores, kept), [f"PC {n + 1}" for n in range(N)]),
            "K-means: fewer columns, centroids": (_frames(several, _centroids, kept), names),
        }
        shares = Frames([[each.kept[scheme] * 100 for scheme in SCHEMES] for each in several], kept)
        return Scene(
            title="Three ways to make a matrix smaller",
            controls=[kept],
            readouts=[Readout(told, Frames([shape(each) for each in several], kept)) for told, shape in _SHAPES.items()],
            panels=[
                *(_matrix(title, values, rows, P, N, place) for place, (title, (values, rows)) in enumerate(pictures.items())),
                Panel(
                    "How much of the variance is left",
                    [Bars(list(SCHEMES.values()), shares)],
                    x=Axis("% of the variance", domain=(0, 100)),
                    row=2,
                    column_span=2,
                    height=130,
                ),
            ],
            caption=Frames([_told(each, names) for each in several], kept),
            column_weights=(1, 1),
        )

    @property
    def selected(self) -> tuple[str, ...]:
        """The features that selection keeps at present."""
        reduced = self.trace[min(round(self.kept), len(self.trace)) - 1]
        return tuple(self.data.feature_names[n] for n in reduced.features)


_SHAPES = {
    "Data": lambda reduced: f"{reduced.X.shape[1]} × {reduced.X.shape[0]}",
    "Selection": lambda reduced: f"{len(reduced.features)} × {len(reduced.X)}",
    "PCA": lambda reduced: f"{len(reduced.features)} × {len(reduced.X)}",
    "K-means": lambda reduced: f"{reduced.X.shape[1]} × {len(reduced.clusters.centroids[-1])}",
}


def _only_selected(reduced: DimensionReduction) -> NDArray[np.float64]:
    """Give the matrix with all rows that were not selected left out, each row in its own place."""
    rows = np.full(reduced.X.T.shape, np.nan)
    rows[reduced.features] = reduced.selected.T
    return rows


def _scores(reduced: DimensionReduction) -> NDArray[np.float64]:
    """Give the principal components as the first rows."""
    rows = np.full(reduced.X.T.shape, np.nan)
    scores = reduced.components.scores
    rows[: scores.shape[1]] = scores.T
    return rows


def _centroids(reduced: DimensionReduction) -> NDArray[np.float64]:
    """Give the centroids as the first columns, from left to right as their clusters lie."""
    centroids, members = reduced.clusters.centroids[-1], reduced.clusters.assignments[-1]
    places = [np.median(np.flatnonzero(members == k)) for k in range(len(centroids))]
    columns = np.full((reduced.X.shape[1], len(reduced.X)), np.nan)
    columns[:, : len(centroids)] = centroids[np.argsort(places)].T
    return columns


def _frames(trace: Sequence[DimensionReduction], picture: Any, kept: Slider) -> Frames:
    clipped = [np.clip(picture(each), -CLIPPED, CLIPPED) for each in trace]
    return Frames(np.asarray(clipped, dtype=np.float32), kept)


def _matrix(title: str, values: Any, rows: Sequence[str], P: int, N: int, place: int) -> Panel:
    shown = values if isinstance(values, Frames) else np.clip(values, -CLIPPED, CLIPPED).astype(np.float32)
    return Panel(
        title,
        [
            Image(
                shown, (0, P, 0, N), limits=(-CLIPPED, CLIPPED), colors="diverging", label="standard deviations from the mean"
            )
        ],
        x=Axis("example" if place < 3 else "centroid", domain=(0, P), whole=True),
        y=Axis(domain=(0, N), ticks=[(N - n - 0.5, name) for n, name in enumerate(rows)]),
        row=place // 2,
        column=place % 2,
        height=90 + max(11 * N, 90),
    )


def _told(reduced: DimensionReduction, names: Sequence[str]) -> str:
    size = len(reduced.features)
    shares = {scheme: f"{100 * share:.0f} %" for scheme, share in reduced.kept.items()}
    chosen = [names[n] for n in reduced.features]
    named = f" ({', '.join(chosen)})" if size <= FEW else ""
    plural = "" if size == 1 else "s"
    return (
        f"{size} feature{plural} selected{named}: {shares['selection']} of the variance is left. "
        f"{size} principal component{plural}: {shares['pca']}. {size} centroid{plural}: {shares['kmeans']}."
    )

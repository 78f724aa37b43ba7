"""Two importances of a forest side by side: by impurity and by permutation, and what fools each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms import pearson_scores
from fewidgets.algorithms._numerics.arguments import as_count
from fewidgets.algorithms._numerics.types import Array, Indices
from fewidgets.explorables.framework.aliases import Controls, Names, Values
from fewidgets.explorables.framework.intake import Data, TableLike, take_in
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.importance_viewer.forests import grow_forest, permute_held_out, tree_counts
from fewidgets.explorables.importance_viewer.panels import (
    Importances,
    along_panel,
    bar_panels,
    flip_panel,
)
from fewidgets.explorables.importance_viewer.words import (
    ADDED,
    NOTHING,
    RANDOM,
    TWIN,
    describe_flips,
    describe_importances,
)
from fewidgets.explorables.shared.drawn_features import MOST_DRAWN, DrawnByRequest, drawn_features
from fewidgets.explorables.shared.layout import over
from fewidgets.scene import Button, Choice, Pick, Readout, Scene, Slider, Template
from fewidgets.scene.text.legible import quoted
from fewidgets.scene.types import NameTuple

VALUES = np.array([2.0, 4.0, 10.0, 30.0, 100.0])
COPIED = np.array([0.0, 0.5, 0.8, 0.95, 1.0])
HELD_OUT = 3  # every third example is held out
FRAMES = 20_000  # most numbers of each measure that a picture holds
MOST_TREES, LEAST = 2000, 12  # trees, and examples


@dataclass(frozen=True, eq=False)
class ForestData(Data):
    """A checked table in two parts.

    Attributes
    ----------
    names : tuple of N + 2 str
        Names of the features, of the random feature and of the twin.
    trained, held_out : NDArray, int
        Numbers of the examples on which forests are grown, and of the others.
    labels : bool
        Whether ``y`` holds labels −1 and +1.
    copied : int
        The feature that the twin copies.
    inputs, outputs : NDArray
        With mean 0 and standard deviation 1, as trees compare in single precision; labels as they are.
    """

    names: NameTuple
    trained: Indices
    held_out: Indices
    labels: bool
    copied: int
    inputs: Array
    outputs: Array


class ImportanceViewer(DrawnByRequest):
    """Compare a forest's mean decrease in impurity with its mean decrease in accuracy (INT247, lecture 5).

    The impurity tells which features the trees split on. The accuracy tells how many predictions turn wrong when the values of
    a feature are permuted: on held-out examples (the mean of five permutations), or out of bag. A random feature with many
    values, and a twin of a feature, mislead them in different ways. It needs scikit-learn.

    Parameters
    ----------
    X : array-like, shape (P, N), or pandas.DataFrame, or a data set, optional
        Examples in rows. A data set brings its own ``y``. Constant features are allowed. The default is `make_many_valued`
        with 180 examples.
    y : array-like, shape (P,)
        Labels −1 and +1, or outputs. With outputs, the trees predict numbers, and accuracy is the explained share of variance.
    trees : int
        Number of trees, 2 to 2,000.
    copied : str, optional
        The feature that the twin copies. The default is the one with the strongest correlation with the output.
    examples : int
        Largest number of examples that are used, drawn at random; at least 12. A third of them is held out.
    seed : int
        Of the forest, the split and what is added.
    tree : float, optional
        How many trees are shown; 1 by default.
    added : {"nothing", "a random feature", "a twin"}
        The column that is added to the table.
    values : float
        Number of different values of the random feature: 2, 4, 10, 30 or 100.
    copy : float
        Share of the examples in which the twin equals its feature: 0, 0.5, 0.8, 0.95 or 1. The others are shuffled.
    feature : str
        The feature that is permuted; "" for none.
    again : int
        How often the permutations have been drawn anew.
    show : str, optional
        A feature to draw beside the foremost 60; "" for none.
    feature_names, layout, panels, present : optional
        As in every `Explorable`.

    Attributes
    ----------
    trace : Importances
        All measures after each number of trees, for each position of the slider of the added feature.
    selected : tuple of str
        Features whose permutation lowers the held-out accuracy of the present number of trees, best first.

    Notes
    -----
    Source: INT247, lecture 5, slides "Mean Decrease Impurity" and "Mean Decrease Accuracy".

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(60, 2))
    >>> w = ImportanceViewer(X, np.where(X[:, 1] > 0, 1, -1), trees=10, tree=10, added="nothing", feature="x2")
    >>> w.selected
    ('x2',)
    """

    lesson = "C3_ranking_features.ipynb"
    section = "C3"
    description = (
        "Two importances of a forest, tree by tree: what a random feature and a twin do to each. "
        "INT247, lecture 5, mean decrease in impurity and in accuracy."
    )

    tree, added, values, copy, feature, again, show = State(), State(), State(), State(), State(), State(), State()

    def __init__(
        self,
        X: TableLike | None = None,
        y: ArrayLike | None = None,
        *,
        feature_names: Sequence[str] | None = None,
        trees: int = 40,
        copied: str | None = None,
        examples: int = 600,
        seed: int = 0,
        tree: float | None = None,
        added: str = RANDOM,
        values: float | None = None,
        copy: float | None = None,
        feature: str = "",
        again: int = 0,
        show: str = "",
        **common: Unpack[Common],
    ) -> None:
        if X is None:
            if y is not None:
                raise TypeError("y must be given together with X; got y alone")
            from fewidgets.data import make_many_valued

            X = make_many_valued(180, relevance=0.3)
        self.take_arguments(data=take_in(X, y, feature_names, allow_constant=True))

    @classmethod
    def example(cls) -> ImportanceViewer:
        return cls(tree=40, values=30)

    def settings_of(self, given: Values) -> Values:
        as_count(given["trees"], "trees", 2, MOST_TREES)
        as_count(given["examples"], "examples", LEAST)
        as_count(given["seed"], "seed", 0)
        if given["copied"] is not None and not isinstance(given["copied"], str):
            raise TypeError(f"copied must be the name of a feature; got {quoted(given['copied'])}")
        return given

    def data_of(self, table: Data) -> ForestData:
        P = len(table.X)
        if P < LEAST:
            raise ValueError(f"X must have at least {LEAST} examples, of which a third is held out; got {P}")
        labels = set(np.unique(table.y)) == {-1.0, 1.0}
        drawn = np.random.default_rng(self.settings["seed"]).permutation(P)[: self.settings["examples"]]
        # Every third of the sorted outputs is held out, so that both parts have all classes.
        in_order = drawn[np.argsort(table.y[drawn], kind="stable")]
        held_out = np.zeros(len(drawn), dtype=bool)
        held_out[1::HELD_OUT] = True
        trained = np.sort(in_order[~held_out])
        for name, part in (("trained", trained), ("held-out", in_order[held_out])):
            if np.ptp(table.y[part]) == 0:
                raise ValueError(f"y must differ among the {name} examples; all {len(part)} are {table.y[part[0]]:g}")
        asked = self.settings["copied"]
        if asked is not None and asked not in table.feature_names:
            raise ValueError(f"copied must be one of the features; got {quoted(asked)}")
        best = int(pearson_scores(table.X, table.y).order[0]) if asked is None else table.feature_names.index(asked)
        names = (*table.feature_names, *_fresh(table.feature_names, ("random", f"twin of {table.feature_names[best]}")))
        spread = table.X.std(axis=0)
        inputs = (table.X - table.X.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
        return ForestData(
            **vars(table),
            names=names,
            trained=trained,
            held_out=np.sort(in_order[held_out]),
            labels=labels,
            copied=best,
            inputs=inputs,
            outputs=table.y if labels else (table.y - table.y.mean()) / table.y.std(),
        )

    def original_names(self) -> Names:
        return tuple(self.data.names)

    def inputs_of(self, data: ForestData, values: Values) -> Controls:
        return [
            Choice("added", ADDED, start=RANDOM, compute=True, label="Add to the table"),
            Button("again", label="Permute again"),
            *super().inputs_of(data, values),
        ]

    def trace_of(self, data: ForestData, values: Values) -> Importances:
        added, N = values["added"], len(data.feature_names)
        trees, seed, labels = self.settings["trees"], self.settings["seed"], data.labels
        tables = tables_with(data, added, seed)
        positions = len(tables)
        wide = min(N + 1, MOST_DRAWN)
        at = tree_counts(trees, max(10, FRAMES // (3 * positions * wide)))
        forests, permuted = [], []
        for k, table in enumerate(tables):
            self.progress(k / positions, f"growing forest {k + 1} of {positions}")
            forests.append(grow_forest(table[data.trained], data.outputs[data.trained], trees, at, labels=labels, seed=seed))
        truth = data.outputs[data.held_out]
        for k, (grown, table) in enumerate(zip(forests, tables, strict=True)):
            self.progress(k / positions, f"permuting, forest {k + 1} of {positions}")
            drawn = [seed, values["again"]]
            permuted.append(permute_held_out(grown, table[data.held_out], truth, at, labels=labels, seed=drawn))
        measures = {name: np.stack([getattr(each, name) for each in forests]) for name in ("impurity", "out_of_bag")}
        for name in ("accuracy", "drops", "before", "after"):
            measures[name] = np.stack([getattr(each, name) for each in permuted])
        if not labels:  # back to the unit of the outputs
            for name in ("before", "after"):
                measures[name] = data.y.mean() + data.y.std() * measures[name]
        twins = None
        if added == TWIN:
            pairs = [table[data.trained][:, [data.copied, N]] for table in tables]
            with np.errstate(invalid="ignore"):  # a constant column correlates with nothing
                twins = np.array([float(np.asarray(np.corrcoef(pair.T))[0, 1]) for pair in pairs])
        extra = {NOTHING: (), RANDOM: (N,), TWIN: (N + 1,)}[added]
        return Importances((*range(N), *extra), at, truth, labels, twins, data.copied, **measures)

    def scene_of(self, trace: Importances, names: Names, inputs: Inputs) -> Scene:
        here = [names[n] for n in trace.columns]
        added = inputs.values["added"]
        tree = Slider("tree", trace.at.astype(float), label="Trees", interpolate=False, snap=True)
        values = Slider(
            "values", VALUES, label="Different values", scale="log", interpolate=False, snap=True, idle=added != RANDOM
        )
        copy = Slider("copy", COPIED, label="Share copied", interpolate=False, snap=True, idle=added != TWIN)
        slider = {NOTHING: None, RANDOM: values, TWIN: copy}[added]
        # Of many features, draw the added one and those that the forest splits on most.
        foremost = np.argsort(-trace.impurity[-1, -1], kind="stable").tolist()
        if slider:
            foremost = [len(here) - 1, *(n for n in foremost if n != len(here) - 1)]
        drawn = drawn_features(foremost, len(here), here, inputs)
        feature = Pick("feature", drawn.of(here), label="Permute", follows="show")
        what, *more = inputs.controls.values()
        target = self.data.target_name
        called = (f"{target} is −1", f"{target} is +1") if trace.labels else (target, target)
        return Scene(
            title=f"A forest on {len(self.data.trained):,} examples, tested on {len(trace.truth):,}",
            controls=[tree, what, values, copy, feature, *more],
            readouts=[
                Readout(
                    "Held-out accuracy" if trace.labels else "Explained, held out",
                    Template("{share} %", share=over(trace.accuracy, slider, tree, hold=True)),
                ),
            ],
            panels=[
                *bar_panels(trace, drawn, here, slider, tree),
                *([along_panel(trace, here, slider, tree)] if slider else []),
                flip_panel(trace, drawn, slider, feature, called),
            ],
            caption=Template(
                "{state}{flips}{note}",
                state=describe_importances(trace, here, added, slider, tree),
                flips=describe_flips(trace, drawn, here, slider, feature),
                note=f" {drawn.note} are drawn." if drawn.note else "",
            ),
            column_weights=(1.0, 1.0),
            paired=True,
        )

    @property
    def selected(self) -> NameTuple:
        names = [self.data.names[n] for n in self.trace.columns]
        slider = {NOTHING: None, RANDOM: "values", TWIN: "copy"}[self.added]
        k = self.scene.control(slider).locate(getattr(self, slider))[0] if slider else 0
        drops = self.trace.drops[k, self.scene.control("tree").locate(self.tree)[0]]
        return tuple(names[n] for n in np.argsort(-drops, kind="stable") if drops[n] > 0)


def tables_with(data: ForestData, added: str, seed: int) -> list[Array]:
    """Return the table for each position of the added column's slider; neighbours are much alike."""
    rng = np.random.default_rng([seed, 1])
    P = len(data.X)
    if added == NOTHING:
        return [data.inputs]
    if added == RANDOM:
        drawn = rng.random(P)
        return [np.column_stack([data.inputs, np.floor(drawn * count)]) for count in VALUES]
    column, order = data.inputs[:, data.copied], rng.permutation(P)
    tables = []
    for share in COPIED:
        shuffled = order[: round((1 - share) * P)]
        twin = column.copy()
        twin[shuffled] = column[rng.permutation(shuffled)]
        tables.append(np.column_stack([data.inputs, twin]))
    return tables


def _fresh(taken: Names, wanted: Names) -> list[str]:
    """Return names for the added columns that no feature has."""
    found = []
    for name in wanted:
        while name in taken:
            name = f"{name}, added"
        found.append(name)
    return found

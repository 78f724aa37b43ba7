"""Features ranked one by one by their correlation with the output, and a pair that such a ranking cannot understand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms import pearson_scores, single_feature_losses
from fewidgets.explorables.correlation_ranking.panels import (
    ScoredData,
    curve_panel,
    describe_feature,
    scatter_panel,
    score_panels,
)
from fewidgets.explorables.correlation_ranking.useless_pair import (
    UselessPair,
    above_panel,
    course_panel,
    loss_panel,
    pair_controls,
    side_panel,
    useless_pair,
)
from fewidgets.explorables.framework.aliases import Controls, Names, Values
from fewidgets.explorables.framework.intake import TableLike, take_in
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.naming import naming
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.shared.drawn_features import DrawnByRequest, drawn_features
from fewidgets.explorables.shared.wording import counted
from fewidgets.scene import Choice, Frames, Pick, Readout, Scene, Slider, Template, format_number
from fewidgets.scene.types import NameTuple

GIVEN, RANKED = ORDERS = ("as in the table", "best first")
TABLE, PAIR = SOURCES = ("the table", "the pair x1, x2")
NAMES = ("x1", "x2")


class CorrelationRanking(DrawnByRequest):
    """Rank features one by one by correlation and by loss, and see what this misses (Understanding Machine Learning, 25.1).

    With data, it shows the scatter of one feature, its best line, and the ranking of all features. Without data, or if asked,
    it shows the book's pair y = x₁ + w x₂ with x₂ = −c x₁ + z/2. Where w c = 1, x₁ is useless alone, and both together predict
    perfectly.

    Parameters
    ----------
    X : array-like, shape (P, N), or pandas.DataFrame, or a data set, optional
        Examples in rows. A data set brings its own ``y``. Constant features are allowed. Without it, the pair is shown.
    y : array-like, shape (P,)
        Outputs, or labels −1 and +1.
    source : {"the table", "the pair x1, x2"}
        What is shown, if there are data.
    feature : str
        The feature of the table whose scatter is shown; "" for none.
    order : {"as in the table", "best first"}
        Whether the features of the table are ranked and their scores are shown.
    show : str, optional
        A feature to draw beside the best 60; "" for none.
    weight : float
        The weight w of x₂ in y, 0 to 3; the nearest multiple of 1/8.
    link : float
        How strongly x₂ goes against x₁: the number c, 0 to 0.8; the nearest multiple of 0.1.
    numbers : {"signs −1 and +1", "normal"}
        What x₁ and z are. Their means, variances and correlation are the same.
    feature_names, layout, panels, present : optional
        As in every `Explorable`.

    Attributes
    ----------
    trace : ScoredData or UselessPair
        Of a table, ``trace.scores`` is the `PearsonScores` and ``trace.losses`` the `SingleFeatureLosses`. The pair has
        scores and losses for all values of its sliders.
    ranking : tuple of str
        All features, best first; of the pair, at the present weight and link.
    selected : tuple of str
        The feature whose scatter is shown, or an empty tuple. Of the pair, both features.

    Notes
    -----
    Source: Understanding Machine Learning, section 25.1, equations (25.1) and (25.2), and the example below them.

    Examples
    --------
    >>> w = CorrelationRanking([[1, 1], [2, 0], [3, 1], [4, 1]], [2, 4, 6, 9], feature="x2", order="best first")
    >>> w.caption
    'x2 ranks 2 of 2: r = 0.279, so its best line leaves a loss of 6.17 of 6.69.'
    """

    lesson = "C3_ranking_features.ipynb"
    section = "C3"
    description = (
        "Rank features by their correlation with the output, and meet two that only work together. "
        "Understanding Machine Learning, section 25.1."
    )

    source, feature, order, show, weight, link, numbers = State(), State(), State(), State(), State(), State(), State()

    def __init__(
        self,
        X: TableLike | None = None,
        y: ArrayLike | None = None,
        *,
        feature_names: Sequence[str] | None = None,
        source: str | None = None,
        feature: str | None = None,
        order: str | None = None,
        show: str | None = None,
        weight: float | None = None,
        link: float | None = None,
        numbers: str | None = None,
        **common: Unpack[Common],
    ) -> None:
        if X is None:
            if y is not None:
                raise TypeError("y must be given together with X; got y alone")
            needing = {"feature": feature, "order": order, "show": show, "feature_names": feature_names}
            for name, value in needing.items():
                if value is not None:
                    raise TypeError(f"{name} needs data; got no X. Pass X and y, or a data set.")
            if source not in (None, PAIR):
                raise ValueError(f"source must be {PAIR!r}, as there are no data; got {source!r}")
            self.take_arguments(data=useless_pair(), source=None)
        else:
            self.take_arguments(data=_scored(X, y, feature_names))

    @classmethod
    def example(cls) -> CorrelationRanking:
        from fewidgets.data import load_boston

        return cls(load_boston(), order=RANKED)

    def inputs_of(self, data: ScoredData | UselessPair, values: Values) -> Controls:
        if isinstance(data, UselessPair):
            return []
        pair = values["source"] == PAIR
        return [
            Choice("order", ORDERS, compute=True, label="Order", idle=pair),
            *(replace(control, idle=pair) for control in super().inputs_of(data, values)),
            Choice("source", SOURCES, compute=True, label="Show"),
        ]

    def trace_of(self, data: ScoredData | UselessPair, values: Values) -> ScoredData | UselessPair:
        return useless_pair() if values.get("source") == PAIR else data

    def scene_of(self, trace: ScoredData | UselessPair, names: Names, inputs: Inputs) -> Scene:
        if isinstance(self.data, UselessPair):
            return _pair_scene(self.data, pair_controls(idle=False))
        table: ScoredData = self.data
        drawn = drawn_features(table.scores.order.tolist(), len(names), names, inputs)
        pair = isinstance(trace, UselessPair)
        feature = Pick("feature", drawn.of(names), label="Feature", idle=pair, follows="show")
        sliders = pair_controls(idle=not pair)
        *before, source = inputs.controls.values()
        controls = [*before, feature, *sliders, source]
        if isinstance(trace, UselessPair):
            return replace(_pair_scene(trace, sliders), controls=controls)
        ranked = inputs.values["order"] == RANKED
        best = int(trace.scores.order[0])
        first = best if ranked else min(drawn.features)
        lead = f"Of {len(names):,} features, {names[best]} ranks first by both"
        if len(names) == 1:
            lead = f"{names[0]} is the only feature"
        opening = (
            f"{lead}: r = {format_number(trace.scores.scores[best])}, "
            f"loss {format_number(trace.losses.losses[best])} of {format_number(trace.losses.baseline)}."
            if ranked
            else f"{counted(len(names), 'feature')}, not ranked yet. The scatter shows {names[first]}."
        )
        note = f" {drawn.note} are drawn." if drawn.note else ""
        words = [opening, *(describe_feature(trace, n, names[n], ranked=ranked) for n in drawn.features)]
        return Scene(
            title="Features ranked by correlation",
            controls=controls,
            readouts=_readouts(trace, (first, *drawn.features), feature, ranked),
            panels=[
                scatter_panel(trace, drawn, names, feature, first),
                *score_panels(trace, drawn, names, ranked=ranked),
                curve_panel(trace, drawn, names, ranked=ranked),
            ],
            caption=Template("{words}{note}", words=Frames(words, feature), note=note),
            column_weights=(1.3, 1.0, 1.0),
        )

    @property
    def ranking(self) -> NameTuple:
        if not isinstance(self.trace, UselessPair):
            return tuple(self.data.feature_names[n] for n in self.trace.scores.order)
        place = tuple(self.scene.control(name).locate(getattr(self, name))[0] for name in ("weight", "link"))
        return tuple(NAMES[n] for n in np.argsort(-np.abs(self.trace.scores[place]), kind="stable"))

    @property
    def selected(self) -> NameTuple:
        if isinstance(self.trace, UselessPair):
            return NAMES
        names = {label: name for name, label in self.labels.items()}
        return (names[self.feature],) if self.feature else ()


def _scored(X: Any, y: Any, feature_names: Any) -> ScoredData:
    table = take_in(X, y, feature_names, allow_constant=True)
    with naming(table.feature_names):
        scores, losses = pearson_scores(table.X, table.y), single_feature_losses(table.X, table.y)
    return ScoredData(**vars(table), scores=scores, losses=losses)


def _readouts(data: ScoredData, features: Sequence[int], feature: Pick, ranked: bool) -> list[Readout]:
    """Show score, loss and rank of the feature in the scatter, if the features are ranked."""
    if not ranked:
        return []
    columns = list(features)
    scores, losses = data.scores.scores[columns], data.losses.losses[columns]
    ranks = [f"{rank} of {len(data.scores.ranks):,}" for rank in data.scores.ranks[columns]]
    shown = {"Score r": scores, "Loss": losses, "Rank": ranks}
    return [Readout(label, Frames(values, feature)) for label, values in shown.items()]


def _pair_scene(pair: UselessPair, controls: tuple[Slider, Slider, Choice]) -> Scene:
    """Show the pair from the side and from above, its scores along the weight, and its losses."""
    weight, link, numbers = controls
    over = numbers, weight, link
    scores = [Frames(pair.scores[..., n], weight, link) for n in (0, 1)]
    return Scene(
        title="Useless alone, perfect together",
        controls=list(controls),
        readouts=[
            *(Readout(f"r of {name}", score) for name, score in zip(NAMES, scores, strict=True)),
            Readout("Loss of both", Frames(pair.losses[..., 2], weight, link)),
        ],
        panels=[
            side_panel(pair, over),
            above_panel(pair, over),
            course_panel(pair, weight, link),
            loss_panel(pair, weight, link),
        ],
        caption=Template(
            "y = x1 + {w} x2, x2 = −{c} x1 + z/2. Alone, x1 has r = {r0} and x2 has r = {r1}. Both together leave no loss.",
            w=weight,
            c=link,
            r0=scores[0],
            r1=scores[1],
        ),
        column_weights=(1.0, 1.0),
        paired=True,
    )

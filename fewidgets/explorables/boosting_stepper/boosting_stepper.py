"""Boosting with one feature per round, and the cost of every candidate in every round (section 9.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms import BoostTrace, StandardNormalizer, boost
from fewidgets.algorithms._numerics.arguments import as_count, as_flag
from fewidgets.algorithms._numerics.types import Array, Indices
from fewidgets.explorables.boosting_stepper.rounds import describe_round, foremost_candidates, winners_share
from fewidgets.explorables.framework.aliases import Names, Values
from fewidgets.explorables.framework.intake import Data, TableLike, take_in
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.questions import Scored
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.shared.drawn_features import MOST_DRAWN, DrawnByRequest, DrawnFeatures, drawn_features
from fewidgets.explorables.shared.layout import at_start, drawn_at_random
from fewidgets.scene import (
    Axis,
    Bars,
    Dots,
    Frames,
    Line,
    Panel,
    Pick,
    Question,
    Readout,
    Scene,
    Stepper,
    Style,
)
from fewidgets.scene.text.legible import must_be
from fewidgets.scene.types import NameTuple

if TYPE_CHECKING:
    from typing import Self

CONTEST = "The contest: which feature lowers the cost most?"
MOST_DOTS = 400  # most residuals in one round
MOST_NUMBERS = 4000  # most residuals in all rounds together: they are most of what is sent
MOST_ROUNDS = 200  # every round's bars are part of what is sent
ROOM = 36  # characters of the names that are listed as chosen
MOST_LABELS = 24  # names beside the cost history; with more rounds, only some are written


@dataclass(frozen=True, eq=False)
class ScaledData(Data):
    """A checked table, its scaled inputs, and boosting on them, which is computed once because no input changes it."""

    inputs: Array
    trace: BoostTrace
    unit: str


class BoostingStepper(Scored, DrawnByRequest):
    """Follow boosting round by round: the candidates, the winner, the model so far (section 9.6; Figures 9.19 and 9.20).

    The bars of the contest show each candidate's drop in cost as a share of the winner's. Of more than 60 features, all
    winners and the runners-up are drawn, and of more than 400 examples' residuals a sample.

    Parameters
    ----------
    X : array-like, shape (P, N), or pandas.DataFrame, or a data set
        Examples in rows. A data set brings its own ``y``.
    y : array-like, shape (P,)
        Outputs, or labels −1 and +1 for the softmax cost.
    cost : {"least_squares", "softmax"}
        What the weights minimize.
    rounds : int, optional
        Number of rounds, 1 to N and at most 200. The default is N, or 60 if there are more features.
    reduction : {"mean", "sum"}
        How the cost adds over the examples. The order and the weights are the same.
    standardize : bool
        If False, the inputs are only centred, so the weights are in the features' own units.
    predict : bool
        Whether you predict the next feature before it is shown. The score is kept.
    round : int
        Number of rounds shown, from 0 (only the bias) to ``rounds``.
    feature : str
        The feature to highlight in all panels; "" for none.
    show : str, optional
        A feature to draw beside the foremost 60; "" for none.
    feature_names, layout, panels, present : optional
        As in every `Explorable`.

    Attributes
    ----------
    answers : list of int
        The prediction for each round: the number of an option, or -1 if none was made.
    trace : BoostTrace
        The whole history, including the cost of every candidate that was not chosen.
    selected : tuple of str
        Features chosen so far, in order.

    Examples
    --------
    >>> w = BoostingStepper([[1, 0], [-1, 1], [1, 2], [-1, -3]], [2, 1, 3, -5], round=1)
    >>> w.caption
    'Round 1: x2 lowers the cost most, from 9.69 to 1.04; its weight is 2.94.'
    >>> w.selected
    ('x2',)
    """

    lesson = "9.6_boosting.ipynb"
    section = "9.6"
    description = "One feature per round, with the cost of every candidate; predict the next winner. Examples 9.6 and 9.7."

    round, feature, predict, show, answers = State(), State(), State(), State(), State([])

    def __init__(
        self,
        X: TableLike,
        y: ArrayLike | None = None,
        *,
        feature_names: Sequence[str] | None = None,
        cost: str = "least_squares",
        rounds: int | None = None,
        reduction: str = "mean",
        standardize: bool = True,
        predict: bool = False,
        round: int = 0,
        feature: str = "",
        show: str = "",
        **common: Unpack[Common],
    ) -> None:
        self.take_arguments()

    @classmethod
    def example(cls) -> BoostingStepper:
        from fewidgets.data import load_boston

        return cls(load_boston(), round=5)

    @classmethod
    def from_trace(
        cls, trace: BoostTrace, X: TableLike, y: ArrayLike | None = None, *, feature_names: Names | None = None
    ) -> Self:
        """Show a history that is already there, such as your own boosting's, with one feature a round and at most 200 rounds.

        X and y are the inputs and outputs with which it was made. Nothing is scaled or computed.

        Examples
        --------
        >>> X, y = [[1.0, 0.0], [-1.0, 1.0], [1.0, 2.0], [-1.0, -3.0]], [2.0, 0.0, 3.0, -5.0]
        >>> BoostingStepper.from_trace(boost(X, y, rounds=1), X, y).caption
        'Round 0: the bias alone, 0; the cost is 9.50.'
        """
        if not isinstance(trace, BoostTrace):
            raise TypeError(must_be("trace", "a BoostTrace", trace))
        table = take_in(X, y, feature_names, labels=trace.cost == "softmax")
        shape = trace.residuals.shape[1], trace.weights.shape[1]
        if shape != table.X.shape or trace.group != 1 or not 1 <= trace.n_rounds <= MOST_ROUNDS:
            of = f"boosting {shape[0]} examples with {shape[1]} features, {trace.group} a round, {trace.n_rounds} rounds"
            expected = f"of X ({table.X.shape[0]} examples, {table.X.shape[1]} features) with one feature a round"
            raise ValueError(f"trace must be {expected} and 1 to {MOST_ROUNDS} rounds; got {of}")
        self = cls.made_from("the weights of a history of your own")
        settings = {"cost": trace.cost, "rounds": trace.n_rounds, "reduction": trace.reduction, "standardize": False}
        data = ScaledData(**vars(table), inputs=table.X, trace=trace, unit="inputs as they are")
        self.open_with(data, settings)
        return self

    def settings_of(self, given: Values) -> Values:
        as_flag(given["standardize"], "standardize")
        return given

    def data_of(self, table: Data) -> ScaledData:
        if isinstance(table, ScaledData):
            return table
        settings, N = self.settings, table.X.shape[1]
        rounds = settings["rounds"]
        if rounds is None:
            rounds = min(N, MOST_DRAWN)
        elif as_count(rounds, "rounds", 1, N, "the number of features") > MOST_ROUNDS:
            raise ValueError(
                f"rounds must be at most {MOST_ROUNDS}, so that the picture of each round can be sent to a browser; got "
                f"{rounds}. fewidgets.algorithms.boost runs more rounds."
            )
        normalizer = StandardNormalizer().fit(table.X)
        scaled = normalizer.transform(table.X) if settings["standardize"] else table.X - normalizer.mean_
        trace = boost(scaled, table.y, rounds=rounds, cost=settings["cost"], reduction=settings["reduction"])
        unit = "standardized inputs" if settings["standardize"] else "centred inputs in their own units"
        return ScaledData(**vars(table), inputs=scaled, trace=trace, unit=unit)

    def trace_of(self, data: ScaledData, values: Values) -> BoostTrace:
        return data.trace

    def scene_of(self, trace: BoostTrace, names: Names, inputs: Inputs) -> Scene:
        foremost = foremost_candidates(trace)
        most = max(MOST_DRAWN, trace.n_rounds)
        drawn = drawn_features(foremost, len(names), names, inputs, most=most)
        # What can be answered must not depend on the feature that is added to the picture.
        options = sorted(foremost[:most]) if drawn.note else list(range(len(names)))
        answers = [options.index(n) for n in trace.order.tolist()]
        question = Question("Which feature comes next?", [names[n] for n in options], answers)
        step = Stepper("round", trace.n_rounds + 1, label="Round", question=question)
        chosen = [names[n] for n in trace.order]
        note = f" {drawn.note} are drawn." if drawn.note else ""
        return Scene(
            title="Boosting: one feature per round",
            controls=[
                step,
                *inputs.controls.values(),
                Pick("feature", drawn.of(names), label="Feature", follows="show"),
            ],
            readouts=[
                Readout("Cost", Frames(trace.costs, step)),
                Readout("Drop", Frames(np.append(np.nan, -np.diff(trace.costs)), step)),
                Readout("Chosen so far", Frames([_listed(chosen[:m]) for m in step], step)),
            ],
            panels=[
                _contest(trace, drawn, names, step),
                _model(trace, drawn, names, step, self.data.unit),
                _history(trace, chosen, step),
                _residuals(trace, self.data.inputs, chosen, step),
            ],
            caption=Frames([describe_round(trace, m, names) + note for m in step], step),
            column_weights=(1.0, 1.0),
        )

    @property
    def selected(self) -> NameTuple:
        return tuple(self.data.feature_names[n] for n in self.trace.order[: self.round])


def _from_round_one(values: Array, step: Stepper) -> Frames:
    """Make frames that are empty in round 0, which has no feature."""
    return Frames(np.vstack([np.full((1, values.shape[1]), np.nan), values]), step)


def _earliest(trace: BoostTrace) -> Array:
    """Rate the features by when they are chosen, then by their last cost, the same for both panels."""
    costs = np.nan_to_num(trace.candidate_costs[-1])
    importance = costs.min() - costs
    importance[trace.order] = np.arange(trace.n_rounds, 0, -1)
    return importance


def _bars(
    trace: BoostTrace,
    drawn: DrawnFeatures,
    names: Names,
    values: Frames,
    style: Frames,
    styles: Sequence[Style],
    source: str | None = None,
) -> Bars:
    shown = drawn.of(names)
    importance = drawn.importance or drawn.of(_earliest(trace).tolist())
    return Bars(shown, values, keys=shown, style=style, styles=styles, importance=importance, source=source)


def _contest(trace: BoostTrace, drawn: DrawnFeatures, names: Names, step: Stepper) -> Panel:
    styles = [Style("", "primary"), Style("winner", "accent", "★"), Style("chosen before", "quiet", "✓")]
    shares = _from_round_one(winners_share(trace)[:, drawn.features], step)
    return Panel(
        CONTEST + drawn.titled,
        [_bars(trace, drawn, names, shares, Frames(_meanings(trace)[:, drawn.features], step), styles)],
        x=Axis("drop in cost (% of the winner's)", domain=(0.0, 108.0), ticks=[(t, str(t)) for t in (0, 25, 50, 75, 100)]),
        empty=at_start("Go to round 1 to see how much each feature would lower the cost.", step),
    )


def _meanings(trace: BoostTrace) -> Indices:
    """Return for each round 0 for a candidate, 1 for the winner, and 2 for a feature chosen before."""
    M, N = trace.candidate_costs.shape
    meanings = np.zeros((M + 1, N), dtype=int)
    for m, best in enumerate(trace.order, start=1):
        meanings[m, best] = 1
        meanings[m + 1 :, best] = 2
    return meanings


def _model(trace: BoostTrace, drawn: DrawnFeatures, names: Names, step: Stepper, unit: str) -> Panel:
    style = 2 - _meanings(trace)
    styles = [Style("frozen", "primary"), Style("tuned in this round", "accent", "★"), Style("", "quiet")]
    chosen = np.where(style == 2, np.nan, trace.weights)
    weights, meaning = Frames(chosen[:, drawn.features], step), Frames(style[:, drawn.features], step)
    return Panel(
        f"The model so far{drawn.titled}",
        [_bars(trace, drawn, names, weights, meaning, styles, source=CONTEST + drawn.titled)],
        x=f"weight ({unit})",
        column=1,
        empty=at_start("The model is only the bias. The weight of each chosen feature will appear here.", step),
    )


def _history(trace: BoostTrace, chosen: Names, step: Stepper) -> Panel:
    rounds = np.arange(step.length)
    apart = -(-trace.n_rounds // MOST_LABELS)  # with many rounds, names would lie on each other
    labels = ["bias", *(name if k % apart == 0 else "" for k, name in enumerate(chosen))]
    return Panel(
        "Cost history",
        [
            Line(rounds, trace.costs, upto=step),
            Dots(rounds, trace.costs, keys=["", *chosen], labels=labels, upto=step, size=7.0),
            Dots(rounds, trace.costs, color="accent", at=step, size=10.0),
        ],
        x=Axis("round", whole=True),
        y=f"cost ({trace.reduction})",
        row=1,
        scrub=step,
    )


def _residuals(trace: BoostTrace, inputs: Array, chosen: Names, step: Stepper) -> Panel:
    """Draw the residual before each round against the feature chosen in it (section 9.6.4)."""
    P = len(inputs)
    count = min(P, MOST_DOTS, max(40, MOST_NUMBERS // step.length))
    rows = drawn_at_random(P, count)
    low, high = inputs.min(axis=0), inputs.max(axis=0)
    place = ((inputs[rows] - low) / (high - low))[:, trace.order].T
    before = trace.residuals[:-1][:, rows]
    marks: list[Any] = [Dots(_from_round_one(place, step), _from_round_one(before, step), size=4.0)]
    if trace.cost == "least_squares":
        gained = np.diff(trace.weights, axis=0)[np.arange(trace.n_rounds), trace.order]
        fitted = gained[:, None] * np.stack([low, high], axis=1)[trace.order]
        marks.append(Line([0.0, 1.0], _from_round_one(fitted, step), color="accent", width=2.5))
    sample = f" ({count} of {P} examples)" if count < P else ""
    along = ["", *(f"{name}, from lowest to highest{sample}" for name in chosen)]
    return Panel(
        "What the winner explains",
        marks,
        x=Axis(Frames(along, step), ticks=[], domain=(-0.03, 1.03)),
        y="residual before the round",
        row=1,
        column=1,
        empty=at_start("The residuals will appear here, over the values of the feature that is chosen.", step),
    )


def _listed(names: Names) -> str:
    """Join names in their order; of many or of long ones, only the last."""
    shown = list(names)
    while len(shown) > 1 and len(", ".join(shown)) > ROOM:
        del shown[0]
    more = len(names) - len(shown)
    return (f"{more} more, then " if more else "") + (", ".join(shown) or "none")

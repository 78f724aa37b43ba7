"""Greedy, forward-fitting and myopic fitting round by round on one design (CS373, lecture 7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms import FittingTrace, StandardNormalizer
from fewidgets.algorithms._numerics.arguments import as_choice, as_count, as_flag
from fewidgets.explorables.fitting_race.fittings import Design, Fittings, ScaledFittings, design_of, foremost, run_fittings
from fewidgets.explorables.fitting_race.panels import (
    METHODS,
    candidates_panel,
    cost_panel,
    curves_panel,
    describe_round,
    rounds_panel,
)
from fewidgets.explorables.framework.aliases import Controls, Names, Values
from fewidgets.explorables.framework.intake import Data, TableLike, take_in
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.questions import Scored
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.shared.drawn_features import MOST_DRAWN, DrawnByRequest, drawn_features
from fewidgets.scene import Choice, Frames, Pick, Question, Scene, Stepper
from fewidgets.scene.fix_controls import with_fixed_controls
from fewidgets.scene.text.legible import must_be
from fewidgets.scene.text.shorten import shorten_all
from fewidgets.scene.types import NameTuple

if TYPE_CHECKING:
    from typing import Self

WIDEST_NAME = 14  # characters of a name in headings and tables
MOST_ROUNDS = 30  # every round's bars are part of what is sent
MOST_DEGREE = 20  # higher powers of one feature can hardly be told apart
SCALES = ("as given", "equal length")
REDUCTIONS = ("half_sum", "sum", "mean")
ENDED = "none, it has ended"


class FittingRace(Scored, DrawnByRequest):
    """Compare three ways to choose the next feature and to fit it, round by round (CS373, lecture 7).

    Greedy selection refits all weights with each candidate. Forward-fitting fits only the weight of each candidate. Myopic
    fitting fits no candidate: it compares the derivatives of the cost, and then fits one weight. None of them has a separate
    bias; a constant feature takes its place.

    Parameters
    ----------
    X : array-like, shape (P, N), or pandas.DataFrame, or a data set
        Examples in rows. A data set brings its own ``y``.
    y : array-like, shape (P,)
        Outputs.
    degree : int, optional
        With a single feature x: compare its powers up to this degree, 1 to 20.
    constant : bool
        Whether the first feature of the design is 1 for every example.
    rounds : int
        Number of rounds, 1 to 30. Greedy selection has at most as many rounds as there are features.
    reduction : {"half_sum", "sum", "mean"}
        Whether J is half the sum of squared errors, as in the lecture, their sum or their mean.
    standardize : bool
        Whether the features are standard normalized first.
    predict : bool
        Whether you predict what forward-fitting takes next before it is shown. The score is kept.
    round : int
        Number of rounds shown, from 0 to ``rounds``.
    scale : {"as given", "equal length"}
        Whether the features are used as they are, or divided by their root mean squares.
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
    trace : ScaledFittings
        ``trace.as_given`` and ``trace.equal_length``, each with ``greedy``, ``forward`` and ``myopic``.
    selected : tuple of str
        Features that forward-fitting has taken so far, each once, in order.

    Notes
    -----
    Source: CS373, lecture 7, "Greedy subset selection", "Forward-fitting", "Myopic forward fitting" and "Forward-fitting
    example". On `load_lecture_points()` with ``degree=4`` the picture holds both tables of the example.

    Examples
    --------
    >>> from fewidgets.data import load_lecture_points
    >>> FittingRace(load_lecture_points(), degree=4, round=3).selected
    ('constant', 'x', 'x²')
    """

    lesson = "C4_weights_that_choose.ipynb"
    section = "C4"
    description = (
        "Greedy, forward and myopic fitting on the same features, round by round: what each compares, takes and reaches."
    )

    round, scale, feature, predict, show, answers = State(), State(), State(), State(), State(), State([])

    def __init__(
        self,
        X: TableLike,
        y: ArrayLike | None = None,
        *,
        feature_names: Sequence[str] | None = None,
        degree: int | None = None,
        constant: bool = True,
        rounds: int = 10,
        reduction: str = "half_sum",
        standardize: bool = False,
        predict: bool = False,
        round: int = 0,
        scale: str = "as given",
        feature: str = "",
        show: str = "",
        **common: Unpack[Common],
    ) -> None:
        self.take_arguments()

    @classmethod
    def example(cls) -> FittingRace:
        from fewidgets.data import load_lecture_points

        return cls(load_lecture_points(), degree=4, round=5)

    @classmethod
    def from_traces(
        cls,
        greedy: FittingTrace,
        forward: FittingTrace,
        myopic: FittingTrace,
        X: TableLike,
        y: ArrayLike | None = None,
        *,
        feature_names: Names | None = None,
    ) -> Self:
        """Show histories that are already there, of at most 30 rounds, with the features and outputs with which they were
        made.

        They may begin with weights that were fitted before. The features stay as they are.

        Examples
        --------
        >>> from fewidgets.algorithms import forward_fit, greedy_subset, myopic_forward_fit
        >>> X, y = [[1.0, 0.0], [1.5, 1.0], [1.0, 3.0]], [1.0, 2.0, 4.0]
        >>> traces = greedy_subset(X, y, size=1), forward_fit(X, y, rounds=1), myopic_forward_fit(X, y, rounds=1)
        >>> FittingRace.from_traces(*traces, X, y).caption
        'Round 0: no feature has been taken, and J is 10.5.'
        """
        table = take_in(X, y, feature_names)
        for name, trace in zip(METHODS, (greedy, forward, myopic), strict=True):
            if not isinstance(trace, FittingTrace):
                raise TypeError(must_be(name, "a FittingTrace", trace))
            shape = trace.residuals.shape[1], trace.weights.shape[1]
            if shape != table.X.shape or not 1 <= trace.n_rounds <= MOST_ROUNDS:
                raise ValueError(
                    f"{name} must be of X, which has the shape {table.X.shape}, with 1 to {MOST_ROUNDS} rounds; got a history "
                    f"of {shape} with {trace.n_rounds} rounds"
                )
        fittings = Fittings(greedy, forward, myopic)
        design = Design(**vars(table), features=table.X, fittings=ScaledFittings(fittings, fittings))
        rounds = design.fittings.rounds
        settings = {"degree": None, "constant": False, "rounds": rounds, "reduction": greedy.reduction, "standardize": False}
        self = cls.made_from("the weights of histories of your own")
        self.open_with(design, settings)
        return self

    def settings_of(self, given: Values) -> Values:
        if given["degree"] is not None:
            as_count(given["degree"], "degree", 1, MOST_DEGREE)
        as_count(given["rounds"], "rounds", 1, MOST_ROUNDS)
        as_choice(given["reduction"], "reduction", REDUCTIONS)
        as_flag(given["constant"], "constant")
        as_flag(given["standardize"], "standardize")
        return given

    def data_of(self, table: Data) -> Design:
        if isinstance(table, Design):
            return table
        settings = self.settings
        degree = None if settings["degree"] is None else int(settings["degree"])
        features, names = design_of(table, degree, settings["constant"])
        if settings["standardize"]:
            features = np.array(features)
            first = 1 if settings["constant"] else 0
            features[:, first:] = StandardNormalizer().fit_transform(features[:, first:])
        fittings = run_fittings(features, table.y, settings["rounds"], settings["reduction"])
        if not fittings.rounds:
            raise ValueError("y must depend on a feature of X; here no feature lowers the cost")
        return Design(table.X, table.y, names, table.target_name, features, fittings)

    def trace_of(self, data: Design, values: Values) -> ScaledFittings:
        return data.fittings

    @property
    def most(self) -> int:
        """The number of features to draw; the constant is none of those that a person counts."""
        return MOST_DRAWN + bool(self.settings["constant"])

    def inputs_of(self, data: Design, values: Values) -> Controls:
        return super().inputs_of(data, values) if len(data.feature_names) > self.most else []

    def scene_of(self, trace: ScaledFittings, names: Names, inputs: Inputs) -> Scene:
        first = foremost([each for fittings in trace for each in fittings])
        taken = {int(n) for fittings in trace for each in fittings for n in each.order}
        most = max(self.most, len(taken))
        drawn = drawn_features(first, len(names), names, inputs, most=most)
        step = Stepper("round", trace.rounds + 1, label="Round", question=self._question(trace, first[:most], names))
        scale = Choice("scale", SCALES, label="Features")
        over = scale, step
        constant = bool(self.settings["constant"])
        count, total = sum(n >= constant for n in drawn.features), len(names) - constant
        note = f" {count} of {total:,} features are drawn." if count < total else ""
        short = shorten_all(names, WIDEST_NAME, len)
        powers = self.settings["degree"] is not None
        ways = list(enumerate(zip(*trace, strict=True)))  # each on the features as they are, and of equal length
        scene = Scene(
            title="Three ways to fit one feature at a time",
            controls=[
                step,
                scale,
                *inputs.controls.values(),
                Pick("feature", options=drawn.of(names), label="Feature", rare=True, follows="show"),
            ],
            panels=[
                *(candidates_panel(both, drawn, names, short, over, column=k) for k, both in ways),
                cost_panel(trace, over, whole=not powers),
                *([curves_panel(self.data, over)] if powers else []),
                *(rounds_panel(both, short, over, column=k) for k, both in ways),
            ],
            caption=Frames([[describe_round(each, m, names) + note for m in step] for each in trace], scale, step),
            column_weights=(1.0, 1.0, 1.0),
        )
        # Histories that are given are those of one scale.
        return with_fixed_controls(scene, ["scale"], scene.initial_state) if trace.as_given is trace.equal_length else scene

    def _question(self, trace: ScaledFittings, features: Sequence[int], names: Names) -> Question:
        """Ask what forward-fitting takes next. The scale of the features makes no difference to it."""
        order = trace.as_given.forward.order.tolist()
        options = sorted(features)
        rest = trace.rounds - len(order)
        answers = [options.index(n) for n in order] + [len(options)] * rest
        texts = [*(names[n] for n in options), *([ENDED] if rest else [])]
        return Question("What does forward-fitting take next?", texts, answers, repeats=True)

    @property
    def selected(self) -> NameTuple:
        taken = self.trace[SCALES.index(self.scale)].forward.order[: self.round]
        return tuple(dict.fromkeys(self.data.feature_names[n] for n in taken))

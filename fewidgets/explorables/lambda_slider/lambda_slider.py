from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import compress
from typing import TYPE_CHECKING, Unpack

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms import (
    L1CrossValidation,
    L1Path,
    Softmax,
    StandardNormalizer,
    cross_validate_l1,
    l1_path,
)
from fewidgets.algorithms._numerics.arguments import as_count
from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.aliases import Controls, Names, Values
from fewidgets.explorables.framework.intake import Data, TableLike, take_in
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.lambda_slider.panels import cost_panel, held_out_panel, weight_bars, weight_paths
from fewidgets.explorables.lambda_slider.truth import (
    COUNT,
    NOISE,
    Maker,
    as_truth,
    made_data,
    making_inputs,
    selection_panel,
    true_marks,
    truth_shown,
    with_true_levels,
)
from fewidgets.explorables.lambda_slider.validated import ScaledData, ValidatedPath, path_of_weights
from fewidgets.explorables.lambda_slider.words import chosen_words, path_words
from fewidgets.explorables.shared.drawn_features import DrawnByRequest, DrawnFeatures, drawn_features
from fewidgets.explorables.shared.l1_frames import FLOOR, foremost_features, frames_along, is_exact_between, spread
from fewidgets.explorables.shared.layout import nonzero_at
from fewidgets.explorables.shared.reveals import keeping
from fewidgets.scene import (
    Axis,
    Choice,
    Frames,
    Panel,
    Pick,
    Readout,
    Scene,
    Slider,
    Template,
)
from fewidgets.scene.types import NameTuple

if TYPE_CHECKING:
    from typing import Self

HELD_OUT = 30, 30  # values of λ at which the cross-validated error is computed, spread evenly and over log λ


class LambdaSlider(DrawnByRequest):
    """Show the weights that minimize cost + λ‖ω‖₁ for every λ (section 9.7; Figures 9.21 and 9.22).

    Parameters
    ----------
    X : array-like, shape (P, N), or pandas.DataFrame, or a data set
        Examples in rows. A data set brings its own ``y``. Leave it out with ``make``.
    y : array-like, shape (P,)
        Outputs, or labels −1 and +1 for the softmax cost.
    feature_names : sequence of N str, optional
        By default the table's column names, or "x1" … "xN".
    cost : {"least_squares", "softmax"}
        The cost that is regularized.
    reduction : {"mean", "sum"}
        A λ of the sum over the examples is P times a λ of the mean. Figures 9.21 and 9.22 (λ up to 130) hold for sums.
    standardize : True, "inputs" or False
        Whether inputs and, for least squares, the output are standard normalized; only the inputs; or nothing.
    truth : array-like, shape (N,), optional
        The true weights, if you know them, in units of ``y`` per unit of each feature.
    make : callable, optional
        Makes a data set with ``true_weights`` from keywords ``count``, ``noise`` and ``seed``, such as
        `fewidgets.data.make_lasso_example`.
    noise : float
        With ``make``: standard deviation of the noise, 0 to 5.
    count : int
        With ``make``: number of examples, 10 to 1,000.
    folds : int, optional
        Number of folds for cross-validation, at least 2 (section 9.7.3).
    seed : int
        Seed of the shuffle that assigns examples to folds, and of ``make``.
    lam : float, optional
        The penalty parameter λ, from 0 to a little beyond λ_max; the lowest by default.
    axis : {"linear", "log"}
        Scale of the slider and of the panels.
    reveal : {"all", "visited"}
        Whether to draw whole paths, or only what the slider has passed so far.
    feature : str
        The feature to highlight in all panels; "" for none.
    show : str
        With more than 60 features, a feature to draw beside the foremost 60; "" for none.
    layout, panels, present : optional
        As in every explorable: an ipywidgets layout, titles of panels, and True for a projector.

    Attributes
    ----------
    trace : ValidatedPath
        The whole path; ``trace.at(lam)`` gives weights and bias at any λ.
    validation : L1CrossValidation or None
        Errors on held-out examples over λ, if ``folds`` is given.
    chosen_lam : float or None
        The λ that cross-validation chooses: the largest whose error is within one standard error of the smallest.
    visited : (float, float)
        The lowest and the highest λ so far, if the paths are revealed step by step.
    selected : tuple of str
        Features whose weight is not zero at the present λ.
    table : Data
        The examples ``X`` and ``y``, as they were given or made.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Notes
    -----
    For least squares the picture is exact at every λ. For softmax it is exact at about 140 values of λ, and where the classes
    can be separated, the slider starts at a thousandth of λ_max, because there is no minimizer at λ = 0.

    Shrinkage is ``Σ sign(θ*ₙ) ωₙ / Σ |θ*ₙ|``, the share of their true weight that the features that matter have. Source:
    CS373, lecture 7, slides "Regularization example". The lecture halves the sum of squares, so its λ is half of this one with
    ``reduction="sum"``, and it has no bias.

    Of more than 60 features, 60 are drawn. A path with many knots is shown at about 300 values of λ, and ``lam`` becomes the
    nearest of them. ``selected`` and ``trace`` hold all features.

    Examples
    --------
    >>> w = LambdaSlider([[-1, 1], [1, 1], [-1, -1], [1, -1]], [0, 7, -1, 2], standardize=False, lam=4)
    >>> w.caption
    'λ is 4.00: 1 of 2 weights is nonzero (x1). Next to drop out: x1, at 5.00.'
    >>> w.selected
    ('x1',)
    >>> from fewidgets.data import make_lasso_example
    >>> LambdaSlider(make=make_lasso_example, standardize=False, reduction="sum", noise=0.5, lam=30).selected
    ('x1', 'x2', 'x3', 'x4', 'x5')
    """

    lesson = "9.7_regularization.ipynb"
    section = "9.7.2"
    description = (
        "Increase the penalty and watch features drop out of the model. Examples 9.11 and 9.12, Figures 9.21 and 9.22."
    )

    lam, axis, feature, show, noise, count = State(), State(), State(), State(), State(), State()
    visited = State((0.0, 0.0))

    def __init__(
        self,
        X: TableLike | None = None,
        y: ArrayLike | None = None,
        *,
        feature_names: Names | None = None,
        cost: str = "least_squares",
        reduction: str = "mean",
        standardize: bool | str = True,
        truth: ArrayLike | None = None,
        make: Maker | None = None,
        noise: float = NOISE,
        count: int = COUNT,
        folds: int | None = None,
        seed: int = 0,
        lam: float | None = None,
        axis: str = "linear",
        reveal: str = "all",
        feature: str = "",
        show: str = "",
        **common: Unpack[Common],
    ) -> None:
        made = {}
        if make is not None:
            if X is not None or y is not None or truth is not None:
                raise TypeError(
                    "X, y and truth must not be given with make, which makes the data. Leave them out, or leave out make."
                )
            made = {"X": made_data(make, count, noise, seed)}
        self.take_arguments(**made)

    @classmethod
    def example(cls) -> LambdaSlider:
        from fewidgets.data import load_boston

        return cls(load_boston(), reduction="sum", lam=40.0)

    @classmethod
    def from_weights(
        cls,
        lambdas: ArrayLike,
        weights: ArrayLike,
        biases: ArrayLike,
        X: TableLike,
        y: ArrayLike | None = None,
        *,
        feature_names: Names | None = None,
        cost: str = "least_squares",
    ) -> Self:
        """Show weights over λ that you have found yourself, such as those of a descent. Nothing is scaled or minimized.

        ``lambdas`` are at least two ascending values, shape (K,); ``weights`` have shape (K, N) and are blended between them;
        ``biases`` have shape (K,). The data are given as for the constructor. Costs are means over the examples.

        Examples
        --------
        >>> LambdaSlider.from_weights([0, 4], [[2, 1], [0, 1]], [0, 0], [[1, 1], [-1, 1], [0, -2]], [3, -1, -2]).selected
        ('x1', 'x2')
        """
        path = path_of_weights(lambdas, weights, biases, take_in(X, y, feature_names, labels=cost == "softmax"), cost)
        self = cls.made_from("weights of your own")
        given = {"cost": cost, "reduction": "mean", "standardize": False, "reveal": "all", "seed": 0}
        settings = {**dict.fromkeys(("truth", "make", "folds")), **given}
        self.open_with(ScaledData(**vars(path.table), path=path), settings)
        return self

    def settings_of(self, given: Values) -> Values:
        standardize = given["standardize"]
        if not isinstance(standardize, bool | np.bool_) and not (isinstance(standardize, str) and standardize == "inputs"):
            kind = ValueError if isinstance(standardize, str) else TypeError
            raise kind(f"standardize must be True (inputs and output), 'inputs' or False; got {standardize!r}")
        if given["folds"] is not None:
            as_count(given["folds"], "folds", 2)
        as_count(given["seed"], "seed", 0)
        return given if given["truth"] is None else {**given, "truth": as_truth(given["truth"])}

    def data_of(self, table: Data) -> ScaledData:
        if isinstance(table, ScaledData):
            return table
        truth = self.settings["truth"]
        if truth is not None and len(truth) != table.X.shape[1]:
            raise ValueError(f"truth must hold {table.X.shape[1]} numbers, one per feature; got {len(truth)}")
        return ScaledData(**vars(table), path=None if self.settings["make"] else self._follow(table, truth))

    def _follow(self, table: Data, truth: Sequence[float] | None) -> ValidatedPath:
        """Scale the inputs, and the output for least squares, and follow the path."""
        cost, reduction, standardize = (self.settings[name] for name in ("cost", "reduction", "standardize"))
        inputs = StandardNormalizer().fit_transform(table.X) if standardize else table.X
        output, unit = table.y, 1.0
        if standardize is True and cost != "softmax":
            unit = table.y.std()
            output = (table.y - table.y.mean()) / unit
        lambdas = None
        if cost == "softmax":
            lambdas = spread(_softmax_lambda_max(Softmax(inputs, output, reduction=reduction)) or 1.0)
        path = l1_path(inputs, output, cost=cost, reduction=reduction, lambdas=lambdas)
        if not path.lambda_max > 0:
            raise ValueError("y must depend on a feature of X; here every weight is zero at every λ")
        if cost == "softmax":
            kept = slice(1, None) if path.separable else slice(None)
            frames, weights, costs = path.lambdas[kept], path.weights[kept], path.costs[kept]
        else:
            frames, weights, costs = frames_along(path)
        return ValidatedPath(
            **{each.name: getattr(path, each.name) for each in fields(path)},
            frames=frames,
            frame_weights=weights,
            frame_costs=costs,
            table=table,
            truth=None if truth is None else np.asarray(truth) * (table.X.std(axis=0) if standardize else 1.0) / unit,
            validation=self._validate(table.X, output, path) if self.settings["folds"] is not None else None,
        )

    def inputs_of(self, data: ScaledData, values: Values) -> Controls:
        making = making_inputs() if self.settings["make"] else []
        return [*making, *super().inputs_of(data, values)]

    def trace_of(self, data: ScaledData, values: Values) -> ValidatedPath:
        if data.path is not None:
            return data.path
        made = made_data(self.settings["make"], values["count"], values["noise"], self.settings["seed"])
        return self._follow(take_in(made), as_truth(made.true_weights))

    def _validate(self, X: Array, output: Array, path: L1Path) -> L1CrossValidation:
        lambdas = spread(path.lambda_max, *HELD_OUT)
        return cross_validate_l1(
            X,
            output,
            lambdas[1:] if path.separable else lambdas,
            cost=path.cost,
            reduction=path.reduction,
            folds=self.settings["folds"],
            seed=self.settings["seed"],
            standardize=bool(self.settings["standardize"]),
        )

    def scene_of(self, trace: ValidatedPath, names: Names, inputs: Inputs) -> Scene:
        values, weights, events, chosen = trace.frames, trace.frame_weights, trace.events, trace.validation
        exact = is_exact_between(trace, values)
        drawn = drawn_features(foremost_features(trace), len(names), names, inputs)
        axis = Choice("axis", ("linear", "log"), label="λ axis")
        lam = Slider(
            "lam",
            values,
            label="λ",
            scale=Frames(["linear", "log"], axis),
            floor=max(FLOOR * trace.lambda_max, values[0]),
            stops=np.unique([event.lam for event in events if event.lam >= values[0] and (exact or event.lam in values)]),
            interpolate=exact,
            snap=not exact,
            visited=keeping(self.settings),
        )
        count, left, event = path_words(lam, weights != 0, events, names)
        truth_words, truth_readouts = ("", []) if trace.truth is None else truth_shown(trace.truth, weights, lam)
        readouts = [
            Readout("Cost", Frames(trace.frame_costs, lam)),
            *truth_readouts,
        ]
        if chosen is not None:
            readouts.append(Readout("Held-out error", Frames(np.interp(values, chosen.lambdas, chosen.mean), lam)))
        return Scene(
            title="Feature selection by ℓ1 regularization",
            controls=[lam, axis, *inputs.controls.values(), Pick("feature", drawn.of(names), label="Feature", follows="show")],
            readouts=readouts,
            panels=_panels(trace, names, drawn, count, lam),
            caption=Template(
                f"λ is {{lam}}: {{n}} of {len(names):,} {{left}}.{{event}}{{truth}}{{choice}}{{note}}",
                lam=lam,
                n=count,
                left=left,
                event=event,
                truth=truth_words,
                choice=chosen_words(lam, chosen),
                note=f" {drawn.note} are drawn." if drawn.note else "",
            ),
            column_weights=(2.0, 3.0),
        )

    def describe_size(self) -> str:
        return " × ".join(map(str, self.table.X.shape))

    @property
    def table(self) -> Data:
        """The examples ``X`` and ``y``, as they were given or made."""
        return self.trace.table

    @property
    def validation(self) -> L1CrossValidation | None:
        """Errors on held-out examples over λ; None without ``folds``."""
        return self.trace.validation

    @property
    def chosen_lam(self) -> float | None:
        """The λ that cross-validation chooses, by the rule of one standard error; None without ``folds``."""
        return None if self.validation is None else self.validation.one_standard_error_lambda

    @property
    def selected(self) -> NameTuple:
        """Features whose weight is not zero at the present λ, in the order of the data."""
        kept = nonzero_at(self.scene.control("lam"), self.lam, self.trace.frame_weights)
        return tuple(compress(self.data.feature_names, kept))


def _panels(trace: ValidatedPath, names: Names, drawn: DrawnFeatures, count: Frames, lam: Slider) -> list[Panel]:
    values, weights, truth, chosen = trace.frames, trace.frame_weights, trace.truth, trace.validation
    bars = weight_bars(weights, drawn, drawn.of(names), count, lam)
    right = [weight_paths(values, weights, drawn, names, lam), cost_panel(values, trace.frame_costs, trace.reduction, lam)]
    if (
        truth is not None or not trace.events
    ):  # the true weights say more than the first ones; weights of one's own have no first
        bars = replace(bars, marks=bars.marks[:1])
    if truth is not None:
        bars = replace(bars, marks=[*bars.marks, *true_marks(truth, weights, drawn, lam)])
        right = [with_true_levels(right[0], values, truth, drawn, names), selection_panel(values, truth, weights, lam)]
    shares: tuple[float, ...] = (0.62, 0.36)
    if chosen is not None:
        right.append(held_out_panel(chosen, trace.cost, lam))
        shares = (0.46, 0.25, 0.27)
    height = max(470 if chosen is None else 640, bars.pixel_height)
    along = Axis(scale=lam.scale, domain=(values[0], values[-1]), floor=lam.floor)
    return [
        replace(bars, row_span=len(right)),
        *(
            replace(
                panel,
                x=replace(along, label=panel.axis("x").label or "λ"),
                row=row,
                column=1,
                height=round(share * height),
                scrub=lam,
            )
            for row, (panel, share) in enumerate(zip(right, shares, strict=True))
        ),
    ]


def _softmax_lambda_max(loss: Softmax) -> float:
    """Return the smallest λ at which all weights are zero."""
    positive = np.mean(loss.y > 0)
    alone = np.zeros(loss.X.shape[1])
    alone[0] = np.log(positive / (1 - positive))
    return float(np.abs(loss.gradient(alone)[1:]).max())

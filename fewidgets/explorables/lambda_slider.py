"""ℓ1 regularization: which weights remain as λ grows (section 9.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fewidgets.algorithms import (
    L1CrossValidation,
    L1Path,
    Softmax,
    StandardNormalizer,
    cross_validate_l1,
    l1_path,
)
from fewidgets.algorithms._numerics.arguments import as_count
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.intake import Data, TableLike
from fewidgets.explorables.framework.snapshot import Inputs, Snapshot
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.shared.drawn_features import drawn_features, highlight_added, show_inputs
from fewidgets.explorables.shared.l1_frames import FLOOR, foremost_features, frames_along, is_exact_between, spread
from fewidgets.explorables.shared.l1_panels import cost_panel, held_out_panel, weight_bars, weight_paths
from fewidgets.explorables.shared.l1_words import chosen_words, path_words
from fewidgets.explorables.shared.reveals import as_reveal, keeping
from fewidgets.scene import (
    Axis,
    Choice,
    Control,
    Frames,
    Pick,
    Readout,
    Scene,
    Slider,
    Template,
)

HELD_OUT = 30, 30  # values of λ at which the cross-validated error is computed, spread evenly and over log λ


@dataclass(frozen=True)
class ValidatedPath(L1Path):
    """An ℓ1 path with its values at the frames of the slider and its cross-validation.

    Attributes
    ----------
    frames : NDArray, shape (F,), float64
        λ at each frame, ascending.
    frame_weights : NDArray, shape (F, N), float64
        Weights at each frame.
    frame_costs : NDArray, shape (F,), float64
        Cost at each frame, without the penalty.
    validation : L1CrossValidation or None
        Errors on held-out examples, if there are ``folds``.
    """

    frames: NDArray[np.float64] = field(kw_only=True, repr=False)
    frame_weights: NDArray[np.float64] = field(kw_only=True, repr=False)
    frame_costs: NDArray[np.float64] = field(kw_only=True, repr=False)
    validation: L1CrossValidation | None = field(default=None, kw_only=True)


@dataclass(frozen=True, eq=False)
class ScaledData(Data):
    """A checked table with its scaled inputs and output, and the path on them.

    Attributes
    ----------
    inputs : NDArray, shape (P, N), float64
        Standard normalized, or as given, as ``standardize`` says.
    output : NDArray, shape (P,), float64
        Outputs, standard normalized or as given, or labels −1 and +1.
    path : ValidatedPath
        The whole path. It is followed once, because no input changes it.
    """

    inputs: NDArray[np.float64]
    output: NDArray[np.float64]
    path: ValidatedPath


class LambdaSlider(Explorable):
    """Show the weights that minimize cost + λ‖ω‖₁ for every λ (section 9.7; Figures 9.21 and 9.22).

    Parameters
    ----------
    X : array-like, shape (P, N), or pandas.DataFrame, or a data set
        Examples in rows. A data set brings its own ``y``.
    y : array-like, shape (P,)
        Outputs, or labels −1 and +1 for the softmax cost.
    feature_names : sequence of N str, optional
        Names of the features. The default is the table's column names, or "x1" … "xN".
    cost : {"least_squares", "softmax"}
        The cost that is regularized.
    reduction : {"mean", "sum"}
        Whether the cost is averaged or summed over the examples. A λ of the sum is P times a λ of the mean. The chapter prints
        means, but its Figures 9.21 and 9.22 (λ up to 130) hold for sums.
    standardize : True, "inputs" or False
        If True, the inputs are standard normalized, and for least squares the output too. If "inputs", only the inputs are.
    folds : int, optional
        Number of folds for cross-validation, at least 2. Its error and the λ it chooses are shown (section 9.7.3).
    seed : int
        Seed of the shuffle that assigns examples to folds.
    lam : float, optional
        The penalty parameter λ, from 0 to a little beyond λ_max; the lowest by default.
    axis : {"linear", "log"}
        Scale of the slider and of the panels.
    reveal : {"all", "visited"}
        Whether to draw whole paths, or only what the slider has passed so far.
    feature : str
        The feature to highlight in all panels; "" for none.
    show : str, optional
        With more than 60 features, a feature to draw beside the foremost 60; "" for none.
    layout : dict or ipywidgets.Layout, optional
        The layout, as in every ipywidgets widget.

    Attributes
    ----------
    trace : ValidatedPath
        The whole path, an `L1Path`; ``trace.at(lam)`` gives weights and bias at any λ.
    validation : L1CrossValidation or None
        Errors on held-out examples over λ, if ``folds`` is given.
    chosen_lam : float or None
        The λ that cross-validation chooses: the largest whose error is within one standard error of the smallest.
    selected : tuple of str
        Features whose weight is not zero at the present λ.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described. The message names the argument, what was expected, and what it got.

    Notes
    -----
    For least squares the picture is exact at every λ, because the path is piecewise linear and its knots are among the frames.
    For softmax the weights are exact at about 140 values of λ and interpolated between them. If the classes can be separated,
    there is no minimizer at λ = 0, and the slider starts at a thousandth of λ_max.

    Large data: of more than 60 features, 60 are drawn: those that enter first and those with the largest weights. The menu
    *Also draw* adds one more. If the path has more knots than a slider can tell apart, the slider stops at about 300 values of
    λ, where the picture is exact, and ``lam`` becomes the nearest of them. Captions, readouts, ``selected`` and ``trace`` hold
    all features.

    Examples
    --------
    >>> w = LambdaSlider([[-1, 1], [1, 1], [-1, -1], [1, -1]], [0, 7, -1, 2], standardize=False, lam=4)
    >>> w.caption
    'λ is 4.00: 1 of 2 weights is nonzero (x1). Next to drop out: x1, at 5.00.'
    >>> w.selected
    ('x1',)
    """

    lesson = "9.7_regularization.ipynb"
    section = "9.7.2"
    description = (
        "Increase the penalty and watch features drop out of the model. Examples 9.11 and 9.12, Figures 9.21 and 9.22."
    )

    lam = State(0.0, help="The penalty parameter λ, from the lower end of the slider to a little beyond λ_max.")
    axis = State("linear", help="Scale of λ: 'linear' or 'log'.")
    feature = State("", help="The feature highlighted in all panels; '' for none.")
    show = State("", help="A feature to draw beside the foremost 60, if there are more; '' for none.")
    visited = State((0.0, 0.0), help="The lowest and the highest λ so far, if the paths are revealed step by step.")

    def __init__(
        self,
        X: TableLike,
        y: ArrayLike | None = None,
        *,
        feature_names: Sequence[str] | None = None,
        cost: str = "least_squares",
        reduction: str = "mean",
        standardize: bool | str = True,
        folds: int | None = None,
        seed: int = 0,
        lam: float | None = None,
        axis: str = "linear",
        reveal: str = "all",
        feature: str = "",
        show: str | None = None,
        layout: Any = None,
        **unknown: Any,
    ) -> None:
        super().__init__(
            X,
            y,
            feature_names=feature_names,
            settings={
                "cost": cost,
                "reduction": reduction,
                "standardize": standardize,
                "folds": folds,
                "seed": seed,
                "reveal": reveal,
            },
            state={"lam": lam, "axis": axis, "feature": feature, "show": show},
            unknown=unknown,
            layout=layout,
        )

    @classmethod
    def example(cls) -> LambdaSlider:
        """Make the instance that the gallery and the tests show."""
        from fewidgets.data import load_boston

        return cls(load_boston(), reduction="sum", lam=40.0)

    def settings_of(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Check ``standardize``, ``folds``, ``seed`` and ``reveal``; `l1_path` checks the rest."""
        standardize = given["standardize"]
        if not isinstance(standardize, bool | np.bool_) and not (isinstance(standardize, str) and standardize == "inputs"):
            kind = ValueError if isinstance(standardize, str) else TypeError
            raise kind(f"standardize must be True (inputs and output), 'inputs' or False; got {standardize!r}")
        if given["folds"] is not None:
            as_count(given["folds"], "folds", 2)
        as_count(given["seed"], "seed", 0)
        as_reveal(given)
        return given

    def data_of(self, table: Data) -> ScaledData:
        """Scale the inputs, and the output for least squares, and follow the path."""
        standardize = self.settings["standardize"]
        inputs = StandardNormalizer().fit_transform(table.X) if standardize else table.X
        output = table.y
        if standardize is True and self.settings["cost"] != "softmax":
            output = (table.y - table.y.mean()) / table.y.std()
        path = self._follow(table, inputs, output)
        return ScaledData(**vars(table), inputs=inputs, output=output, path=path)

    def _follow(self, table: Data, inputs: NDArray[np.float64], output: NDArray[np.float64]) -> ValidatedPath:
        cost, reduction = self.settings["cost"], self.settings["reduction"]
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
        validation = self._validate(table.X, output, path) if self.settings["folds"] is not None else None
        whole = {each.name: getattr(path, each.name) for each in fields(path)}
        return ValidatedPath(**whole, frames=frames, frame_weights=weights, frame_costs=costs, validation=validation)

    def inputs_of(self, data: ScaledData, values: Mapping[str, Any]) -> Sequence[Control]:
        """Offer further features, if there are too many to draw them all."""
        return show_inputs(tuple(self.labels.values()))

    def trace_of(self, data: ScaledData, values: Mapping[str, Any]) -> ValidatedPath:
        """Return the path on the scaled data."""
        return data.path

    def _validate(self, X: NDArray[np.float64], output: NDArray[np.float64], path: L1Path) -> L1CrossValidation:
        """Cross-validate. The inputs of each fold are scaled by its own training examples."""
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

    def scene_of(self, trace: ValidatedPath, names: Sequence[str], inputs: Inputs) -> Scene:
        """Show the weights at λ on the left, their paths and the cost over λ on the right."""
        values, weights, costs = trace.frames, trace.frame_weights, trace.frame_costs
        events = trace.events
        chosen = trace.validation
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
        along = Axis("λ", scale=Frames(["linear", "log"], axis), domain=(values[0], values[-1]), floor=lam.floor)
        shown = drawn.of(names)
        bars = weight_bars(weights, drawn, shown, lam)
        right = [weight_paths(values, weights, drawn, names, lam), cost_panel(values, costs, trace.reduction, lam)]
        shares: tuple[float, ...] = (0.62, 0.36)
        if chosen is not None:
            right.append(held_out_panel(chosen, trace.cost, lam))
            shares = (0.46, 0.25, 0.27)
        height = max(470 if chosen is None else 640, bars.pixel_height)
        panels = [
            replace(bars, row_span=len(right)),
            *(
                replace(panel, x=along, row=row, column=1, height=round(share * height), scrub=lam)
                for row, (panel, share) in enumerate(zip(right, shares, strict=True))
            ),
        ]
        readouts = [
            Readout("λ", lam),
            Readout("Nonzero weights", Template(f"{{n}} of {len(names):,}", n=count)),
            Readout("Cost", Frames(costs, lam)),
        ]
        if chosen is not None:
            readouts.append(Readout("Held-out error", Frames(np.interp(values, chosen.lambdas, chosen.mean), lam)))
        return Scene(
            title="Feature selection by ℓ1 regularization",
            controls=[lam, axis, *inputs.controls.values(), Pick("feature", shown, label="Feature")],
            readouts=readouts,
            panels=panels,
            caption=Template(
                f"λ is {{lam}}: {{n}} of {len(names):,} {{left}}.{{event}}{{choice}}{{note}}",
                lam=lam,
                n=count,
                left=left,
                event=event,
                choice=chosen_words(lam, chosen),
                note=f" {drawn.note} are drawn." if drawn.note else "",
            ),
            column_weights=(2.0, 3.0),
        )

    def carry_over(self, before: Snapshot, after: Scene) -> Mapping[str, Any]:
        """Keep the present values, and highlight a feature that was added to the picture."""
        return highlight_added(before, after, super().carry_over(before, after))

    @property
    def validation(self) -> L1CrossValidation | None:
        """Errors on held-out examples over λ; None without ``folds``."""
        return self.trace.validation

    @property
    def chosen_lam(self) -> float | None:
        """The λ that cross-validation chooses, by the rule of one standard error; None without ``folds``."""
        return None if self.validation is None else self.validation.one_standard_error_lambda

    @property
    def selected(self) -> tuple[str, ...]:
        """Features whose weight is not zero at the present λ, in the order of the data."""
        index, fraction = self.scene.control("lam").locate(self.lam)
        # Between two frames a weight is nonzero if it is nonzero at either of them.
        kept = (self.trace.frame_weights[index : index + (2 if fraction else 1)] != 0).any(axis=0)
        return tuple(name for name, inside in zip(self.data.feature_names, kept, strict=True) if inside)


def _softmax_lambda_max(loss: Softmax) -> float:
    """Return the smallest λ at which all weights are zero: the largest slope of the cost where only the bias is fitted."""
    positive = np.mean(loss.y > 0)
    alone = np.zeros(loss.X.shape[1])
    alone[0] = np.log(positive / (1 - positive))
    return float(np.abs(loss.gradient(alone)[1:]).max())

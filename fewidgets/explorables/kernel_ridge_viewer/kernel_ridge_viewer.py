from __future__ import annotations

from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms import StandardNormalizer
from fewidgets.algorithms._numerics.arguments import as_flag
from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.aliases import Controls, Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.intake import Data, TableLike
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.kernel_ridge_viewer.fits import KernelFit, fit_kernel
from fewidgets.explorables.kernel_ridge_viewer.panels import (
    alpha_panel,
    fit_panel,
    prediction_panel,
    primal_panel,
    terms_panel,
)
from fewidgets.explorables.shared.layout import widened
from fewidgets.scene import Choice, Control, Frames, Number, Pick, Points, Readout, Scene, Slider, Template, format_number
from fewidgets.scene.types import NameTuple, TwoTexts

MOST_EXAMPLES = 22  # spread over the feature; with those of the extreme y, all bars are in view
PLACES = 141  # values of the new x, a hundredth of the range of the examples apart
KERNELS = ("rbf", "polynomial", "linear")
LOWEST, HIGHEST = 1e-4, 1e3  # ends of λ
NARROWEST, WIDEST = 100.0, 0.01  # γ: ends of the width of a kernel
MOST_DEGREE = 8
ROOM = 0.2, 0.5  # room around the examples to drag them to, as a share of their ranges


class KernelRidgeViewer(Explorable):
    """Show kernel ridge regression as a sum of kernels, one for each example (CS373, lecture 7, "Dual linear regression").

    The fit minimizes ½ Σ (y − θ·φ(x))² + λ/2 ‖θ‖². Its dual form needs no θ: α = (I + K/λ)⁻¹ y, and the prediction at a new x
    is Σ αₜ K(xₜ, x) / λ. Each αₜ is the residual of its example. As in the lecture, there is no bias.

    Parameters
    ----------
    X : array-like, shape (P, N), or pandas.DataFrame, or a data set
        Examples in rows. A data set brings its own ``y``.
    y : array-like, shape (P,)
        Outputs.
    feature_names : sequence of N str, optional
        By default the table's column names, or "x1" … "xN".
    standardize : bool
        Whether features and output are standard normalized.
    across : str, optional
        The feature that is fitted; the first one by default.
    kernel : {"rbf", "polynomial", "linear"}
        exp(−γ (x − z)²), (γ x z + 1)^degree, or x z.
    lam : float
        λ, from 0.0001 to 1,000.
    gamma : float
        γ, from 0.01 to 100. Not used by the linear kernel.
    degree : int
        Degree of the polynomial kernel, 1 to 8.
    points : array-like, shape (n, 2), optional
        x and y of each example, if they have been dragged.
    at : float, optional
        The new x at which the terms are added up; the smallest by default.
    picked : str
        The example to highlight in all panels, such as "1"; "" for none.
    layout, panels, present : optional
        As in every explorable: an ipywidgets layout, titles of panels, and True for a projector.

    Attributes
    ----------
    trace : KernelFit
        ``trace.model`` has α and the Gram matrix, ``trace.terms`` what each example adds, ``trace.primal`` the weights θ.
    selected : tuple of str
        The feature that is fitted.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, or λ is too small for the kernel.

    Notes
    -----
    Of more than 24 examples, 22 to 24 are used, spread evenly over the feature. They are numbered from left to right.
    scikit-learn's `KernelRidge(alpha=λ)` makes the same predictions; its dual coefficients are α / λ.

    Examples
    --------
    >>> w = KernelRidgeViewer([[-1.0], [1.0]], [1.0, 5.0], standardize=False, kernel="linear", lam=2.0, at=1.0)
    >>> w.caption
    'λ is 2.00, linear kernel. At x = 1.00, the 2 terms add up to 1.00. The largest comes from example 2: 2.00.'
    >>> w.trace.model.alpha
    array([2., 4.])
    """

    lesson = "C4_weights_that_choose.ipynb"
    section = "C4"
    description = (
        "Kernel ridge as a sum of kernels, one for each example: drag one, change penalty or kernel, and see all terms change."
    )

    points, kernel, lam, gamma, degree, across = State(), State(), State(), State(), State(), State()
    at, picked = State(), State()

    def __init__(
        self,
        X: TableLike,
        y: ArrayLike | None = None,
        *,
        feature_names: Names | None = None,
        standardize: bool = True,
        across: str | None = None,
        kernel: str = "rbf",
        lam: float = 0.1,
        gamma: float = 1.0,
        degree: int = 3,
        points: ArrayLike | None = None,
        at: float | None = None,
        picked: str = "",
        **common: Unpack[Common],
    ) -> None:
        self.take_arguments()

    @classmethod
    def example(cls) -> KernelRidgeViewer:
        """Show the lecture's twenty points."""
        from fewidgets.data import load_lecture_points

        return cls(load_lecture_points(), standardize=False, gamma=10.0, at=0.302)

    def settings_of(self, given: Values) -> Values:
        as_flag(given["standardize"], "standardize")
        return given

    def data_of(self, table: Data) -> Data:
        if not self.settings["standardize"]:
            return table
        y = (table.y - table.y.mean()) / table.y.std()
        return Data(StandardNormalizer().fit_transform(table.X), y, table.feature_names, table.target_name)

    def inputs_of(self, data: Data, values: Values) -> Controls:
        names = tuple(self.labels.values())
        start = self._examples(data, values["across"])
        ends = [widened(start[:, side], room) for side, room in enumerate(ROOM)]
        far = start.copy()
        middle = len(start) // 2
        far[middle, 1] = ends[1][1]
        turned = start * (1, -1) + (0, sum(ends[1]))
        shown = {"as given": start, f"example {middle + 1} far up": far, "upside down": turned}
        kernel = values["kernel"]
        controls: list[Control] = [
            Choice("kernel", KERNELS, compute=True, label="Kernel"),
            Number("lam", LOWEST, HIGHEST, start=0.1, scale="log", label="λ"),
            Number("gamma", WIDEST, NARROWEST, start=1.0, scale="log", label="γ", idle=kernel == "linear"),
            Number("degree", 1, MOST_DEGREE, start=3, whole=True, label="Degree", idle=kernel != "polynomial"),
            Points(
                "points",
                x=ends[0],
                y=ends[1],
                start=start,
                names=[f"example {k + 1}" for k in range(len(start))],
                axes=self._axes(values["across"]),
                label="Examples",
                examples=shown,
            ),
        ]
        return [Choice("across", names, compute=True, label="Feature", idle=len(names) == 1), *controls]

    def implied_inputs(self, asked: Values, values: Values) -> Values:
        if "across" not in asked or asked["across"] == values["across"]:
            return {}
        return {"points": self._examples(self.data, asked["across"])}

    def trace_of(self, data: Data, values: Values) -> KernelFit:
        start = self._examples(data, values["across"])
        places = np.linspace(*widened(start[:, 0], ROOM[0]), PLACES)
        lam, kernel, degree, gamma = (values[name] for name in ("lam", "kernel", "degree", "gamma"))
        try:
            return fit_kernel(values["points"], places, lam, kernel, degree, gamma)
        except ValueError as error:  # name what can be moved: the algorithm knows only its own arguments
            reason = str(error).split(". ")[0]
            raise ValueError(
                f"kernel {kernel!r} with degree {degree} and gamma {gamma:.3g} cannot be fitted to these points: {reason}. "
                "Choose a larger lam, a smaller degree or gamma, or another feature across."
            ) from None

    def scene_of(self, trace: KernelFit, names: Names, inputs: Inputs) -> Scene:
        at = Slider("at", trace.places, label="New x", interpolate=False, snap=True)
        numbers = [str(k + 1) for k in range(len(trace.model.alpha))]
        picked = Pick("picked", numbers, label="Example", rare=True)
        points = inputs.controls["points"]
        assert isinstance(points, Points)
        labels = self._axes(inputs.values["across"])
        total, used = len(self.data.X), len(numbers)
        title = "The fit: drag an example" + (f" ({used} of {total:,} examples)" if used < total else "")
        readouts = [Readout("Prediction, dual", Frames(trace.curve, at), digits=5)]
        if trace.primal is not None:
            readouts.append(Readout("Prediction, primal", Frames(trace.primal.curve, at), digits=5))
        readouts += [Readout("J", trace.objective, digits=4), Readout("‖θ‖²", trace.model.squared_norm, digits=4)]
        return Scene(
            title="Kernel ridge regression: a sum over the examples",
            controls=[*inputs.controls.values(), at, picked],
            readouts=readouts,
            panels=[
                fit_panel(trace, points, at, picked, labels, title),
                alpha_panel(trace, numbers),
                prediction_panel(trace, numbers, at),
                terms_panel(trace, numbers, at, labels[0]),
                primal_panel(trace),
            ],
            caption=self._caption(trace, inputs, at),
            column_weights=(1.3, 1.0),
        )

    def _caption(self, trace: KernelFit, inputs: Inputs, at: Slider) -> Template:
        kernel = {
            "rbf": f"rbf kernel with γ {format_number(inputs.values['gamma'])}",
            "polynomial": f"polynomial kernel of degree {inputs.values['degree']}",
            "linear": "linear kernel",
        }[inputs.values["kernel"]]
        rows = np.arange(len(trace.places))
        largest = np.abs(trace.terms).argmax(axis=1)
        return Template(
            f"λ is {format_number(inputs.values['lam'])}, {kernel}. At x = {{at}}, the {trace.terms.shape[1]} terms add up to "
            "{sum}. The largest comes from example {who}: {term}.",
            at=at,
            sum=Frames(_without_rounding(trace.curve, trace.terms), at),
            who=Frames([str(k + 1) for k in largest], at),
            term=Frames(trace.terms[rows, largest], at),
        )

    def _column(self, across: str) -> int:
        names = list(self.labels.values())
        return names.index(across) if across in names else 0

    def _examples(self, data: Data, across: str) -> Array:
        return examples_of(data, self._column(across))

    def _axes(self, across: str) -> TwoTexts:
        unit = " (standardized)" if self.settings["standardize"] else ""
        return list(self.labels.values())[self._column(across)] + unit, self.data.target_name + unit

    @property
    def selected(self) -> NameTuple:
        """The feature that is fitted."""
        return (self.data.feature_names[self._column(self.across)],)


def examples_of(data: Data, column: int) -> Array:
    """Return x and y of the examples to fit, from left to right, shape (n, 2)."""
    x = data.X[:, column]
    order = np.argsort(x, kind="stable")
    if len(order) > MOST_EXAMPLES + 2:
        rank = np.empty(len(order), dtype=int)
        rank[order] = np.arange(len(order))
        even = np.linspace(0, len(order) - 1, MOST_EXAMPLES).astype(int)
        order = order[np.unique([*even, rank[data.y.argmin()], rank[data.y.argmax()]])]
    return np.column_stack([x[order], data.y[order]])


def _without_rounding(sums: Array, terms: Array) -> Array:
    """Set sums to 0 that are rounding errors of their terms."""
    return np.where(np.abs(sums) < 1e-13 * np.abs(terms).sum(axis=1), 0.0, sums)

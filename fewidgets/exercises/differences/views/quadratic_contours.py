"""The contours of a quadratic cost of two weights, and its condition number (sections 9.3 and 9.5)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self, Unpack

import numpy as np

from fewidgets.algorithms._numerics.types import Array
from fewidgets.explorables.framework.aliases import Names
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.scene import Axis, Bars, Line, Panel, Readout, Scene, format_number
from fewidgets.scene.curves import ellipse
from fewidgets.scene.text.legible import labels_of
from fewidgets.scene.types import NameTuple

NAMES = ("first weight", "second weight")
LEVELS = (0.25, 0.5, 0.75, 1.0)  # sizes of the contours, as shares of the largest one
ROOM = 1.08  # sides of the picture per length of the largest contour


@dataclass(frozen=True, eq=False)
class Quadratic:
    """A quadratic cost with its extreme curvatures; the picture runs from minus to plus ``reach``."""

    hessian: Array
    curvatures: tuple[float, float]
    reach: float
    feature_names: NameTuple

    @property
    def condition(self) -> float:
        return self.curvatures[1] / self.curvatures[0]


class QuadraticContours(Explorable):
    """Show the contours of a quadratic cost of two weights (section 9.3).

    The contours are ellipses, and √κ times as long as wide, where κ is the condition number.

    Parameters
    ----------
    hessian : NDArray, shape (2, 2)
        The matrix of second derivatives, symmetric with positive eigenvalues.
    reach : float, optional
        The largest distance from the minimum that is shown. By default, all of the largest contour is.
    names : (str, str)
        The names of the two weights.
    layout, panels, present : optional
        As in every `Explorable`.

    Attributes
    ----------
    trace : Quadratic
    selected : tuple of str
        The names of both weights.

    Examples
    --------
    >>> QuadraticContours(np.diag([2.0, 8.0])).caption
    'The curvatures are 2.00 and 8.00: the condition number is 4.00, and the contours are 2.00 times as long as wide.'
    """

    beyond_codes = "the numbers of a matrix"

    data: Quadratic

    def __init__(
        self,
        hessian: Array,
        *,
        reach: float | None = None,
        names: Names = NAMES,
        **common: Unpack[Common],
    ) -> None:
        smallest, largest = np.linalg.eigvalsh(hessian).tolist()
        far = ROOM * float(np.sqrt(largest / smallest)) if reach is None else reach
        self.open_with(Quadratic(hessian, (smallest, largest), far, labels_of(names)))

    @classmethod
    def example(cls) -> Self:
        return cls(np.array([[2.0, 3.0], [3.0, 8.0]]))

    def scene_of(self, trace: Quadratic, names: Names, inputs: Inputs) -> Scene:
        unit = trace.curvatures[1] * np.linalg.inv(trace.hessian)  # the largest contour, whose short half axis is 1
        lines = [ellipse([0.0, 0.0], level**2 * unit) for level in LEVELS]
        ends = (-trace.reach, trace.reach)
        curvatures = ("smallest", "largest")
        return Scene(
            title="Contours of the cost",
            panels=[
                Panel(
                    "Contours",
                    [Line(x, y, color="primary", width=1.5) for x, y in lines],
                    x=Axis(trace.feature_names[0], domain=ends),
                    y=Axis(trace.feature_names[1], domain=ends),
                    aspect=1.0,
                    height=360,
                    main=True,
                ),
                Panel(
                    "Curvatures",
                    [Bars(curvatures, np.array(trace.curvatures), keys=curvatures)],
                    x=Axis("curvature", zero=True),
                    column=1,
                ),
            ],
            controls=[],
            readouts=[Readout("Condition number", format_number(trace.condition))],
            caption=_in_words(trace),
            column_weights=(1.0, 1.0),
        )

    def describe_size(self) -> str:
        return f"κ = {format_number(self.data.condition)}"

    @property
    def selected(self) -> NameTuple:
        return self.data.feature_names


def _in_words(trace: Quadratic) -> str:
    smallest, largest = (format_number(each) for each in trace.curvatures)
    kappa, ratio = format_number(trace.condition), format_number(float(np.sqrt(trace.condition)))
    shape = "circles" if trace.condition < 1 + 1e-9 else f"{ratio} times as long as wide"
    return f"The curvatures are {smallest} and {largest}: the condition number is {kappa}, and the contours are {shape}."

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Unpack

import numpy as np
from numpy.typing import ArrayLike

from fewidgets.algorithms._numerics.arguments import as_count
from fewidgets.explorables.framework.aliases import Controls, Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.intake import Data, TableLike, take_in
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.polynomial_degree_viewer.fits import BASES, RAW, DegreeFits, fit_degrees
from fewidgets.explorables.polynomial_degree_viewer.panels import (
    ERRORS,
    coefficient_panel,
    condition_panel,
    curve_panel,
    error_panel,
)
from fewidgets.explorables.polynomial_degree_viewer.words import describe_fit, held_out_words
from fewidgets.explorables.shared.reveals import keeping
from fewidgets.scene import Choice, Frames, Readout, Scene, Stepper
from fewidgets.scene.types import NameTuple

DEGREES, MOST_DEGREES = 20, 40
FOLDS = 5


class PolynomialDegreeViewer(Explorable):
    """Fit polynomials of growing degree to one feature, and watch two errors, the coefficients and the numerics.

    Parameters
    ----------
    X : array-like, shape (P, N) or (P,), or pandas.DataFrame, or a data set
        Examples in rows, or the values of one feature. A data set brings its own ``y``.
    y : array-like, shape (P,)
        Outputs.
    feature_names : sequence of N str, optional
        By default the table's column names, or "x1" … "xN".
    max_degree : int
        The largest degree, 1 to 40.
    folds : int, optional
        Number of folds for cross-validation, 2 to P; 5 by default, or P if there are fewer examples.
    seed : int
        Seed of the shuffle that assigns examples to folds.
    feature : str, optional
        The feature whose polynomials are fitted; the first one by default.
    degree : int
        The degree that is shown.
    basis : {"raw powers", "rescaled powers", "orthogonal polynomials"}
        The columns of the fit: 1, x, x², …; the same powers of x after min-max rescaling to −1 … 1; or polynomials that are
        orthogonal on the examples. In exact arithmetic, all three give the same curve.
    errors : {"all", "the lowest"}
        Whether the axis of the errors holds all of them, or only those near the lowest held-out error.
    reveal : {"all", "visited"}
        Whether to draw the errors of all degrees from the start, or only of the degrees visited so far.
    layout, panels, present : optional
        As in every explorable: an ipywidgets layout, titles of panels, and True for a projector.

    Attributes
    ----------
    trace : DegreeFits
        All fits; ``trace.sweeps`` holds the `DegreeSweep` of each basis.
    best_degree, one_standard_error_degree : int
        The degree with the lowest held-out error in the present basis, and the lowest degree within one standard error of it.
    visited : (int, int)
        The lowest and the highest degree so far, if the errors are revealed one by one.
    selected : tuple of str
        The feature that the polynomial uses; none at degree 0.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Notes
    -----
    Source: COMP135, slides 3 (error), 4 (over-fitting) and 5 (where the linear algebra breaks down).

    The solver leaves out directions whose singular value is below a share of 2.2e-16 · max(P, M) of the largest one, as
    `numpy.linalg.lstsq` does. Powers beyond 1e150, and fits whose held-out error exceeds 1e120, are left out. Of more than 400
    examples, 400 are drawn.

    Examples
    --------
    >>> x = np.linspace(0.0, 10.0, 40)
    >>> w = PolynomialDegreeViewer(x, np.sin(x), degree=1, feature_names=["time"])
    >>> w.caption
    'Degree 1, raw powers: error 0.437 in training, 0.470 ± 0.0648 held out. Held out, degree 10 is best.'
    >>> w.selected
    ('time',)
    >>> w.basis = "orthogonal polynomials"
    >>> w.degree = 20
    >>> bool(w.trace.training[2, 20] < 1e-15)
    True
    """

    lesson = "C1_changing_features.ipynb"
    section = "C1"
    description = "Raise the degree of a polynomial: over-fitting, and where raw powers break down. COMP135, slides 3 to 5."

    feature, degree, basis, errors = State(), State(), State(), State()
    visited = State((0, 0))

    def __init__(
        self,
        X: TableLike,
        y: ArrayLike | None = None,
        *,
        feature_names: Names | None = None,
        max_degree: int = DEGREES,
        folds: int | None = None,
        seed: int = 0,
        feature: str | None = None,
        degree: int = 0,
        basis: str = RAW,
        errors: str = ERRORS[0],
        reveal: str = "all",
        **common: Unpack[Common],
    ) -> None:
        data = take_in(_as_table(X), y, feature_names)
        single = len(data.feature_names) == 1
        if feature is not None and single and feature != data.feature_names[0]:
            raise ValueError(f"feature must be {data.feature_names[0]!r}, the only one; got {feature!r}")
        self.take_arguments(data=data, feature=None if single else feature)

    @classmethod
    def example(cls) -> PolynomialDegreeViewer:
        from fewidgets.data import load_auto_mpg

        return cls(load_auto_mpg(), feature="horsepower", degree=7)

    def settings_of(self, given: Values) -> Values:
        as_count(given["max_degree"], "max_degree", 1, MOST_DEGREES)
        if given["folds"] is not None:
            as_count(given["folds"], "folds", 2)
        as_count(given["seed"], "seed", 0)
        return given

    def inputs_of(self, data: Data, values: Values) -> Controls:
        names = tuple(self.labels.values())
        return [Choice("feature", names, compute=True, label="Feature")] if len(names) > 1 else []

    def trace_of(self, data: Data, values: Values) -> DegreeFits:
        names = tuple(self.labels.values())
        n = names.index(values["feature"]) if len(names) > 1 else 0
        folds = self.settings["folds"]
        return fit_degrees(
            data.X[:, n],
            data.y,
            self.settings["max_degree"],
            folds=min(FOLDS, len(data.y)) if folds is None else folds,
            seed=self.settings["seed"],
            progress=self.progress,
        )

    def scene_of(self, trace: DegreeFits, names: Names, inputs: Inputs) -> Scene:
        x, y = inputs.values.get("feature", names[0]), self.data.target_name
        degree = Stepper("degree", trace.degrees + 1, label="Degree", seconds=0.9, visited=keeping(self.settings))
        basis, errors = Choice("basis", BASES, label="Columns"), Choice("errors", ERRORS, label="Show errors", rare=True)
        over = (degree, basis)

        def along(words: Callable[[DegreeFits, int, int], str]) -> Frames:
            return Frames([[words(trace, b, d) for b in range(len(BASES))] for d in degree], *over)

        def described(trace: DegreeFits, b: int, d: int) -> str:
            return describe_fit(trace, b, d, (x, y), whole=not degree.visited or d == trace.degrees)

        return Scene(
            title="Polynomials of higher and higher degree",
            controls=[degree, basis, errors, *inputs.controls.values()],
            readouts=[
                Readout("Training error", Frames(trace.training.T, *over)),
                Readout("Held-out error", along(held_out_words)),
            ],
            panels=[
                curve_panel(trace, x, y, degree, basis),
                error_panel(trace, degree, basis, errors),
                coefficient_panel(trace, degree, basis),
                condition_panel(trace, degree, basis),
            ],
            caption=along(described),
            column_weights=(1.0, 1.0),
        )

    @property
    def best_degree(self) -> int:
        """The degree with the lowest held-out error in the present basis."""
        fits: DegreeFits = self.trace
        return fits.best(BASES.index(self.basis))

    @property
    def one_standard_error_degree(self) -> int:
        """The lowest degree whose held-out error is within one standard error of the lowest, in the present basis."""
        return self.trace.sweeps[BASES.index(self.basis)].one_standard_error_degree

    @property
    def selected(self) -> NameTuple:
        """The feature that the polynomial uses; none at degree 0, which is the mean."""
        if self.degree == 0:
            return ()
        shown = self.inputs and self.feature
        return tuple(name for name, label in self.labels.items() if not shown or label == shown)


def _as_table(X: Any) -> Any:
    if hasattr(X, "to_frame") and hasattr(X, "index"):
        return X.to_frame() if getattr(X, "name", None) is not None else np.asarray(X)[:, None]
    if isinstance(X, np.ndarray) and X.ndim == 1:
        return X[:, None]
    if isinstance(X, list | tuple) and X and not any(hasattr(each, "__len__") for each in X):
        return [[each] for each in X]
    return X

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Self, Unpack

from numpy.typing import ArrayLike

from fewidgets.algorithms._numerics.arguments import as_choice, as_count
from fewidgets.algorithms._numerics.folds import assign_folds
from fewidgets.explorables.framework.aliases import Controls, Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.intake import Data, TableLike
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.subset_lattice.layout import lattice_scene
from fewidgets.explorables.subset_lattice.problem import (
    MOST_FEATURES,
    MOST_IN_LATTICE,
    SubsetData,
    SubsetTrace,
    errors_of,
    objective_of,
    variables,
)
from fewidgets.explorables.subset_lattice.searches import BACKWARD, FORWARD, METHODS, Objective, along, follow, members
from fewidgets.explorables.subset_lattice.spread import MOST_SENT, spread_scene, taking_instead
from fewidgets.scene import Choice, Control, Scene, Template, TextArea
from fewidgets.scene.text.legible import labels_of
from fewidgets.scene.types import NameTuple

LECTURE = "−2x₁x₂ + 3x₁ + 5x₂ − 2x₁x₂x₃ + 7x₃ + 4x₄ − 2x₁x₂x₃x₄"
FORMULAS = {
    "of the lecture": LECTURE,
    "each feature by itself": "3x₁ + 5x₂ + 7x₃ + 4x₄",
    "a pair that is useless alone": "x₁ + 2x₂ + 9x₃x₄",
}
LONGEST = 1_000  # characters of a formula


class SubsetLattice(Explorable):
    """All subsets of the features, and how six searches find their way among them (COMP135, slides 10 to 13; INT247).

    Without data, the searches look for a large value of a formula J that you type; with data, for a small error of least
    squares.

    Parameters
    ----------
    X : array-like, shape (P, N), or pandas.DataFrame, or a data set, optional
        Examples in rows, with up to 20 features. A data set brings its own ``y``.
    y : array-like, shape (P,), optional
        Outputs.
    formula : str, optional
        A polynomial in the indicator variables x1 … xN, N at most 20, as `fewidgets.algorithms.parse_formula` reads it.
        By default, the formula of INT247, lecture 5.
    feature_names : sequence of N str, optional
        By default the table's column names, or "x1" … "xN".
    error : {"training", "cross-validated"}
        Root mean square error on the training data, or with up to 14 features on held-out examples, in units of y.
    folds : int
        Number of folds, 2 to P; with fewer examples, each is a fold.
    seed : int
        Seed of the random assignment to folds.
    method : str
        "Best subset", "Forward", "Backward", "Bidirectional", "Floating" or "Floating backward".
    step : int
        Number of steps shown; 0 is the start. For the best subset, it is the size of the sets.
    overrule : str
        The set to go on from, such as "age, weight" or "no feature"; with more than 6 features, the feature that the present
        step takes instead. "" follows the search.
    layout, panels, present : optional
        As in every explorable: an ipywidgets layout, titles of panels, and True for a projector.

    Attributes
    ----------
    trace : SubsetTrace
        The objective of every set, the best set of each size, and all steps of the searches.
    visited : (int, int)
        The first and the last step so far.
    selected : tuple of str
        Names of the features in the present set; of bidirectional search, in the set of its forward half.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Notes
    -----
    Up to 6 features, each set is a node of a lattice; with more, a dot over its size. A set counts as missed if another of its
    size is better by more than 1e-9 of the range of all values.

    Examples
    --------
    >>> from fewidgets.data import load_locked_in
    >>> w = SubsetLattice(load_locked_in(), step=3)
    >>> w.selected
    ('age', 'weight', 'height')
    >>> w.caption
    'Step 3: adding height gives the lowest error of 3 candidates, 530.3 (before: 769.0). No other set of 3 is better.'
    """

    lesson = "C2_searching_subsets.ipynb"
    section = "C2"
    description = (
        "Every subset of the features, and the paths of six searches; overrule a step, or type your own J. COMP135, INT247."
    )

    formula, error, method, step = State(), State(), State(), State()
    visited = State((0, 0))
    overrule = State()

    def __init__(
        self,
        X: TableLike | None = None,
        y: ArrayLike | None = None,
        *,
        formula: str = LECTURE,
        feature_names: Names | None = None,
        error: str | None = None,
        folds: int = 5,
        seed: int = 0,
        method: str = FORWARD,
        step: int = 0,
        overrule: str = "",
        **common: Unpack[Common],
    ) -> None:
        # A search that opens at a later step has made the ones before it.
        seen = (0, step) if isinstance(step, int) and step > 0 else None
        if X is None:
            if y is not None or feature_names is not None:
                raise TypeError("X is missing. Pass X and y, a data set, or a formula alone.")
            if error is not None:
                raise TypeError("error needs data; pass X and y, or leave it out. A formula has no examples.")
            self.take_arguments(data=None, visited=seen)
        elif formula != LECTURE:
            raise TypeError("formula cannot be combined with data; pass X and y, or a formula")
        else:
            self.take_arguments(visited=seen)

    @classmethod
    def example(cls) -> SubsetLattice:
        from fewidgets.data import load_locked_in

        return cls(load_locked_in(), step=4)

    @classmethod
    def from_order(
        cls,
        order: Sequence[int],
        formula: str,
        *,
        direction: str = "forward",
        feature_names: Names | None = None,
        note: str = "",
    ) -> Self:
        """Show features that are added or removed in an order of your own, in the place of forward or backward search.

        ``order`` holds different features, numbered from 0; ``formula`` is the objective J of up to 6 variables, which
        ``feature_names`` name on screen. With ``direction="backward"`` they are removed. ``note`` begins each caption.

        Examples
        --------
        >>> SubsetLattice.from_order([1, 0], "2x1 + x2 + x3").caption
        'Step 0: forward search starts with no feature, J 0.'
        """
        method = {"forward": FORWARD, "backward": BACKWARD}[as_choice(direction, "direction", ("forward", "backward"))]
        self = cls.made_from("the steps of a search of your own")
        taken = tuple(as_count(n, "order", 0, MOST_IN_LATTICE - 1) for n in order)
        if len(set(taken)) < len(taken):
            raise ValueError(f"order must have each feature once; got {taken}")
        called = None if feature_names is None else labels_of([str(name) for name in feature_names])
        settings = {"folds": 5, "seed": 0, "order": taken, "along": method, "variables": called, "note": note}
        self.open_with(None, settings, {"formula": formula, "method": method})
        return self

    def settings_of(self, given: Values) -> Values:
        as_count(given["folds"], "folds", 2)
        as_count(given["seed"], "seed", 0)
        return {"order": (), "along": FORWARD, "variables": None, "note": "", **given}

    def data_of(self, table: Data | None) -> SubsetData | None:
        if table is None:
            return None
        P, N = table.X.shape
        if N > MOST_FEATURES:
            raise ValueError(
                f"X must have at most {MOST_FEATURES} features, which have a million subsets; got {N}. Choose some of them, "
                "or use fewidgets.algorithms.forward_selection."
            )
        fold_of = assign_folds(min(self.settings["folds"], P), self.settings["seed"], P)
        return SubsetData(**vars(table), errors=MappingProxyType(errors_of(table, fold_of)))

    def describe_size(self) -> str:
        return super().describe_size() if self.data is not None else f"{self.trace.objective.N} features"

    def inputs_of(self, data: SubsetData | None, values: Values) -> Controls:
        # With data, nothing depends on the formula.
        # Names of one's own do not stand in it.
        idle = data is not None or self.settings["variables"] is not None
        formula = TextArea("formula", LECTURE, rows=2, limit=LONGEST, label="J(X)", idle=idle, examples=FORMULAS)
        inputs: list[Control] = [formula]
        if data is not None:
            inputs.append(Choice("error", tuple(data.errors), compute=True, label="Error"))
        J = objective_at(data, values)
        if J is None or J.N <= MOST_IN_LATTICE:
            return inputs
        inputs.append(Choice("method", METHODS, start=FORWARD, compute=True, label="Search"))
        if J.N > MOST_SENT:
            inputs.append(taking_instead(self._names(data, J.N), compute=True))
        return inputs

    def _names(self, data: SubsetData | None, N: int) -> NameTuple:
        if data is not None:
            return tuple(self.labels.values())
        own: NameTuple | None = self.settings["variables"]
        if own is not None and len(own) != N:
            raise ValueError(f"feature_names must have {N} names, one for each variable of formula; got {len(own)}")
        return variables(N) if own is None else own

    def trace_of(self, data: SubsetData | None, values: Values) -> SubsetTrace:
        J = objective_of(values["formula"]) if data is None else data.errors[values["error"]]
        names = self._names(data, J.N)
        # All searches are followed, or the present one alone where there are many features.
        methods = METHODS if J.N <= MOST_IN_LATTICE else (values["method"],)
        searches = {each: follow(J, each) for each in methods}
        order, first = self.settings["order"], self.settings["along"]
        if order:
            if max(order) >= J.N:
                raise ValueError(f"order must have features up to {J.N - 1}; got {max(order)}")
            searches[first] = along(J, order, forward=first == FORWARD)
        return SubsetTrace(names, "J" if data is None else "the error", J, MappingProxyType(searches), first)

    def scene_of(self, trace: SubsetTrace, names: Names, inputs: Inputs) -> Scene:
        quantity = "J" if self.data is None else f"{inputs.values['error']} error (RMS, {self.data.target_name})"
        scene = (lattice_scene if trace.objective.N <= MOST_IN_LATTICE else spread_scene)(trace, quantity, inputs)
        note = self.settings["note"]
        return replace(scene, caption=Template("{note} {said}", note=note, said=scene.caption)) if note else scene

    @property
    def selected(self) -> NameTuple:
        """Names of the features in the present set."""
        names = self.trace.names if self.data is None else self.data.feature_names
        moments = self.trace.searches[self.method]
        return tuple(names[n] for n in members(moments[min(self.step, len(moments) - 1)].sets[0]))


def objective_at(data: SubsetData | None, values: Values) -> Objective | None:
    """Return the objective that the present inputs describe; None if the formula cannot be read."""
    if data is not None:
        return data.errors.get(values["error"])
    try:
        return objective_of(values["formula"])
    except ValueError:
        return None  # the trace will say why

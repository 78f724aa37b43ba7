from __future__ import annotations

from itertools import compress
from typing import Any, Unpack

import numpy as np

from fewidgets.algorithms import SelectorComparison, compare_selectors
from fewidgets.algorithms._numerics.types import Array, Indices
from fewidgets.explorables.framework.aliases import Controls, Names, Values
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.shared.drawn_features import DrawnFeatures, drawn_features, show_inputs
from fewidgets.explorables.shared.wording import listed
from fewidgets.scene import (
    Axis,
    Bars,
    Dots,
    Frames,
    Line,
    Panel,
    Pick,
    Readout,
    Scene,
    Slider,
    format_number,
)
from fewidgets.scene.marks.bars import MOST_BARS
from fewidgets.scene.text.legible import labels_of, quoted
from fewidgets.scene.types import NameTuple

LEAST = 0.05  # least range of the axis of gains, as a share of the largest gain
NAMED = 3  # a sentence names at most this many selectors or features
TICKS = [(value, f"{value:g}") for value in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)]  # beyond 1 there is room for a name


class SelectorViewer(Explorable):
    """Show what each selector of a comparison chooses, what its choice costs on held-out data, and how stable it is.

    Parameters
    ----------
    comparison : SelectorComparison
        The result of `fewidgets.algorithms.compare_selectors` with two features or more, and at most 60 selectors.
    size : int, optional
        The number of selected features, 1 to M; the smallest by default.
    selector : str
        The selector whose choice is shown; "" for the mean over all.
    show : str
        With more than 60 features, a feature to draw beside the foremost 60; "" for none.
    layout, panels, present : optional
        As in every explorable: an ipywidgets layout, and True for a projector.

    Attributes
    ----------
    trace : SelectorComparison
        As given.
    selected : tuple of str
        What the selector chooses on all examples; without one, what more than half of the selectors choose.

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described.

    Notes
    -----
    The gain of a selection is the held-out cost of no feature minus that of the selected features, in units of the cost, ±
    one standard error over the halves, which share examples.

    Examples
    --------
    >>> from fewidgets.data import make_lasso_example
    >>> data = make_lasso_example(80)
    >>> some = ["boosting", "best subset"]
    >>> w = SelectorViewer(compare_selectors(data.X, data.y, names=some, size=4), size=3)
    >>> w.selected
    ('x1', 'x2', 'x3')
    >>> w.selector = "boosting"
    >>> w.caption
    'With 3 of 10 features, boosting has a held-out cost of 1.21 and a stability of 1.00. It always chooses x1, x2 and x3.'
    """

    lesson = "which_method_when.ipynb"
    section = "methods"
    description = "All selectors on one data set: the cost on held-out data, the stability and the features of each."

    size, selector, show = State(), State(), State()

    def __init__(
        self,
        comparison: SelectorComparison,
        *,
        size: int | None = None,
        selector: str = "",
        show: str = "",
        **common: Unpack[Common],
    ) -> None:
        self.take_arguments(data=_checked(comparison))

    @classmethod
    def example(cls) -> SelectorViewer:
        """Show ten features of which five matter."""
        from fewidgets.data import make_lasso_example

        data = make_lasso_example(60)
        return cls(compare_selectors(data.X, data.y, repeats=2, size=6), size=4)

    def original_names(self) -> Names:
        return tuple(self.data.feature_names)

    def describe_size(self) -> str:
        return f"{len(self.data.names)} selectors × {len(self.data.feature_names)} features"

    @property
    def selected(self) -> NameTuple:
        """What the selector chooses on all examples; without one, what more than half of the selectors choose."""
        at = self.scene.control("size").locate(self.size)[0]
        chosen = self.data.selected[:, at]
        row = self.scene.control("selector").locate(self.selector)[0]
        inside = chosen[row - 1] if row else chosen.mean(axis=0) > 0.5
        return tuple(compress(self.data.feature_names, inside))

    def inputs_of(self, data: SelectorComparison, values: Values) -> Controls:
        return show_inputs(tuple(self.labels.values()))

    def scene_of(self, trace: SelectorComparison, names: Names, inputs: Inputs) -> Scene:
        selectors = labels_of(trace.names)
        foremost = np.argsort(-trace.shares.mean(axis=(0, 1)), kind="stable").tolist()
        drawn = drawn_features(foremost, len(names), names, inputs)
        size = Slider("size", _ends(trace.sizes), label="Selected features m", interpolate=False, snap=True)
        picked = Pick("selector", selectors, label="Selector")
        return Scene(
            title="Which selector for these data?",
            controls=[size, picked, *inputs.controls.values()],
            readouts=_readouts(trace, size, picked),
            panels=[
                _gain_panel(trace, selectors, size),
                _stability_panel(trace, selectors, size, picked),
                _share_panel(trace, drawn, drawn.of(names), size, picked),
            ],
            caption=Frames([_sentences(trace, selectors, names, m) for m in _places(trace)], size, picked),
            column_weights=(1.0, 1.0),
        )


def gains(comparison: SelectorComparison) -> Array:
    """Return how far the mean held-out cost falls below that of no feature, shape (S, M)."""
    return comparison.no_features.mean() - comparison.mean


def _checked(comparison: Any) -> SelectorComparison:
    if not isinstance(comparison, SelectorComparison):
        raise TypeError(f"comparison must be a result of compare_selectors; got {quoted(comparison)}")
    if len(comparison.feature_names) < 2:
        raise ValueError("comparison must have at least two features; got one")
    if len(comparison.names) > 60:
        raise ValueError(f"comparison must have at most 60 selectors; got {len(comparison.names)}")
    return comparison


def _ends(sizes: Indices) -> Array:
    """Return the positions of the slider, which needs two even for one size."""
    return np.asarray(sizes if len(sizes) > 1 else [sizes[0], sizes[0] + 1], dtype=float)


def _places(trace: SelectorComparison) -> list[int]:
    return list(range(len(trace.sizes))) if len(trace.sizes) > 1 else [0, 0]


def _gain_panel(trace: SelectorComparison, selectors: Names, size: Slider) -> Panel:
    at = _places(trace)
    values, spread = gains(trace).T[at], trace.standard_error.T[at]
    rows = np.arange(len(selectors), dtype=float)
    whole = float(trace.no_features.mean() - trace.all_features.mean())
    edges = np.array([-0.5, len(selectors) - 0.5])
    marks: list[Any] = [
        Bars(selectors, Frames(values, size, hold=True), keys=selectors, color="primary"),
        Line(np.full(2, whole), edges, label="all features", label_at="none", color="accent", dash=1, width=1.5),
    ]
    if len(selectors) <= MOST_BARS:
        gap = np.full_like(values, np.nan)
        x = np.stack([values - spread, values + spread, gap], axis=2).reshape(len(at), -1)
        y = np.stack([rows, rows, np.full_like(rows, np.nan)], axis=1).ravel()
        label = "± one standard error"
        marks.append(Line(Frames(x, size, hold=True), y, color="ink", width=1.5, label=label, label_at="none"))
    return Panel("Gain: held-out cost below that of no feature", marks, x="gain", row_span=2, main=True)


def _stability_panel(trace: SelectorComparison, selectors: Names, size: Slider, picked: Pick) -> Panel:
    at = _places(trace)
    x, y = trace.stability.T[at], gains(trace).T[at]
    # Selectors that choose the same features differ by rounding errors only. An axis of their range would show these.
    spread = np.maximum(np.ptp(y, axis=1), LEAST * (np.abs(y).max() or 1.0))
    room, between = 0.08 * spread, (spread - np.ptp(y, axis=1)) / 2
    domains = np.stack([y.min(axis=1) - between - room, y.max(axis=1) + between + 4 * room], axis=1)
    dots = Dots(
        Frames(x, size, hold=True),
        Frames(y, size, hold=True),
        keys=selectors,
        labels=Frames([_named(trace, selectors, m) for m in at], size, picked),
        size=9.0,
    )
    return Panel(
        "Stability and gain: best at the top right",
        [dots],
        x=Axis("stability over halves", domain=(min(-0.05, float(trace.stability.min()) - 0.05), 1.35), ticks=TICKS),
        y=Axis("gain", domain=Frames(domains, size, hold=True)),
        column=1,
        height=270,
    )


def _named(trace: SelectorComparison, selectors: Names, m: int) -> list[list[str]]:
    """Label the dot that is picked; by default, the ones with the lowest cost and the best stability."""
    shown = [{int(trace.mean[:, m].argmin()), int(trace.stability[:, m].argmax())}, *({s} for s in range(len(selectors)))]
    return [[name if s in which else "" for s, name in enumerate(selectors)] for which in shown]


def _share_panel(trace: SelectorComparison, drawn: DrawnFeatures, names: Names, size: Slider, picked: Pick) -> Panel:
    shares = trace.shares[:, :, list(drawn.features)]
    everyone = np.concatenate([shares.mean(axis=0)[None], shares])
    frames = Frames(100 * everyone.transpose(1, 0, 2)[_places(trace)], size, picked, hold=True)
    bars = Bars(names, frames, color="positive", importance=drawn.importance)
    title = f"How often each feature is chosen, in % of the halves{drawn.titled}"
    return Panel(title, [bars], x=Axis("%", domain=(0.0, 100.0)), row=1, column=1)


def _readouts(trace: SelectorComparison, size: Slider, picked: Pick) -> list[Readout]:
    at = _places(trace)
    costs = [["–", *(format_number(cost) for cost in row)] for row in trace.mean.T[at]]
    stable = [["–", *(format_number(value) for value in row)] for row in trace.stability.T[at]]
    return [
        Readout("Held-out cost", Frames(costs, size, picked)),
        Readout("Stability", Frames(stable, size, picked)),
        Readout("Time for a half", Frames(["–", *(_time(seconds) for seconds in trace.seconds)], picked)),
    ]


def _time(seconds: float) -> str:
    return f"{format_number(seconds, 2)} s" if seconds >= 1 else f"{format_number(1000 * seconds, 2)} ms"


def _sentences(trace: SelectorComparison, selectors: Names, names: Names, m: int) -> list[str]:
    costs, stable = trace.mean[:, m], trace.stability[:, m]
    lead = f"With {trace.sizes[m]} of {len(names):,} features, "
    best, steady = (
        [selectors[s] for s in np.flatnonzero(np.isclose(values, bound, rtol=1e-9, atol=1e-12)).tolist()]
        for values, bound in ((costs, costs.min()), (stable, stable.max()))
    )
    found = [
        f"{lead}the lowest held-out cost is {format_number(costs.min())}: {_listed(best)}. Most stable: {_listed(steady)}."
    ]
    for s, selector in enumerate(selectors):
        sure = [names[n] for n in np.flatnonzero(trace.shares[s, m] == 1).tolist()]
        always = f"It always chooses {_listed(sure)}." if sure else "It always chooses no feature."
        found.append(
            f"{lead}{selector} has a held-out cost of {format_number(costs[s])} and a stability of "
            f"{format_number(stable[s])}. {always}"
        )
    return found


def _listed(words: Names) -> str:
    return listed(words if len(words) <= NAMED else [*words[: NAMED - 1], f"{len(words) - NAMED + 1} others"])

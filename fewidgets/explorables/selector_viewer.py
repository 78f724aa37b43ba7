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
    Rule,
    Scene,
    Slider,
    Style,
    format_number,
)
from fewidgets.scene.marks.bars import MOST_BARS
from fewidgets.scene.text.legible import labels_of, quoted
from fewidgets.scene.text.lettering import width_of
from fewidgets.scene.types import NameTuple

LEAST = 0.05  # least range of the axis of gains, as a share of the largest gain
NAMED = 3  # a sentence names at most this many selectors or features
SAME = 1e-9  # costs of equal choices differ by rounding errors, by no larger share
WIDE, HIGH = 380.0, 100.0  # about the pixels between the outermost dots of the scatter
ROOM = 290.0  # pixels for the names of dots, so that they are level in a narrow view, too


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
        As in every explorable: an ipywidgets layout, titles of panels, and True for a projector.

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
            readouts=[Readout("Time for a half", Frames(["", *map(_time, trace.seconds)], picked))],
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
    low, high = (values - spread).min(axis=1), (values + spread).max(axis=1)
    # Of a model that over-fits with all features, the cost may be so high that nothing else could be seen beside it.
    near = whole >= 2 * low.min() - high.max()
    base = whole if near else float(low.min())
    marks: list[Any] = [Bars(selectors, Frames(values, size, hold=True), keys=selectors, color="quiet", baseline=base)]
    if near:
        marks.append(Rule(x=whole, dash=1))
    if len(selectors) <= MOST_BARS:
        ends = np.stack([values - spread, values + spread], axis=2)
        for s, key in enumerate(selectors):
            marks.append(Line(Frames(ends[:, s], size, hold=True), [s, s], key=key, color="ink", width=1.5))
    marks.append(_dots(trace, selectors, Frames(values, size, hold=True), rows, size))
    reached = (values >= whole - SAME * abs(whole)).sum(axis=1).tolist()
    line = " (dashed)" if near else ""
    return Panel(
        "How much each selector gains over no feature",
        marks,
        says=Frames([f"{k} of {len(selectors)} do as well as all features{line}" for k in reached], size, hold=True),
        x=Axis("gain ± one standard error", domain=_zoomed(np.minimum(low, base), np.maximum(high, base), size)),
        row_span=2,
        main=True,
    )


def _dots(trace: SelectorComparison, selectors: Names, x: Any, y: Any, size: Slider, labels: Any = ()) -> Dots:
    """Draw a dot for each selector, and others for those with the lowest cost."""
    costs = trace.mean.T[_places(trace)]
    best = Frames(np.isclose(costs, costs.min(axis=1, keepdims=True), rtol=SAME).astype(int), size, hold=True)
    styles = [Style("", "primary"), Style("", "accent", shape="diamond")]
    return Dots(x, y, keys=selectors, labels=labels, style=best, styles=styles, size=9.0)


def _zoomed(low: Array, high: Array, size: Slider) -> Frames:
    """Return an axis that holds all values, but does not show rounding errors where they are equal."""
    spread = np.maximum(high - low, LEAST * (np.maximum(np.abs(low), np.abs(high)).max() or 1.0))
    middle = (low + high) / 2
    return Frames(np.stack([middle - 0.56 * spread, middle + 0.56 * spread], axis=1), size, hold=True)


def _stability_panel(trace: SelectorComparison, selectors: Names, size: Slider, picked: Pick) -> Panel:
    at = _places(trace)
    x, y = trace.stability.T[at], gains(trace).T[at]
    labels = Frames([_named(trace, selectors, m) for m in at], size, picked)
    dots = _dots(trace, selectors, Frames(x, size, hold=True), Frames(y, size, hold=True), size, labels)
    return Panel(
        "Best at the top right: gain and stability",
        [dots],
        x=Axis("stability over halves", domain=(min(-0.05, float(trace.stability.min()) - 0.05), 1.05)),
        y=Axis("gain", domain=_zoomed(y.min(axis=1), y.max(axis=1), size)),
        column=1,
        height=340,
    )


def _named(trace: SelectorComparison, selectors: Names, m: int) -> list[list[str]]:
    """Label the dot that is picked; by default, one of those at each place, the best ones first, where there is room."""
    short = [name[name.find("(") + 1 : -1] if name.endswith(")") and "(" in name else name for name in selectors]
    gain, stable = gains(trace)[:, m], trace.stability[:, m]
    level, low = SAME * (np.abs(gain).max() or 1.0), gain.min()
    alike = (np.abs(gain[:, None] - gain) <= level) & (np.abs(stable[:, None] - stable) <= SAME)
    beaten = ((gain >= gain[:, None] - level) & (stable >= stable[:, None] - SAME) & ~alike).any(axis=1)
    left, up = WIDE * stable, HIGH * (gain - low) / max(gain.max() - low, LEAST * np.abs(gain).max(), level)
    named, room, taken = [""] * len(selectors), ROOM, np.zeros((0, 3))
    for s in np.lexsort([-gain, beaten]).tolist():
        others = int(alike[s].sum()) - 1
        text = f"{short[s]} + {others}" if others else short[s]
        wide = width_of(text) + 8
        start = min(left[s], WIDE - wide)
        hides = ~alike[s] & (left > start - 5) & (left < start + wide) & (up > up[s]) & (up < up[s] + 22)
        beside = (taken[:, 0] < start + wide) & (taken[:, 1] > start) & (np.abs(taken[:, 2] - up[s]) < 14)
        if alike[s].argmax() == s and wide <= room and not hides.any() and not beside.any():
            named[s], room = text, room - wide
            taken = np.vstack([taken, [start, start + wide, up[s]]])
    return [named, *([name if s == k else "" for k, name in enumerate(selectors)] for s in range(len(selectors)))]


def _share_panel(trace: SelectorComparison, drawn: DrawnFeatures, names: Names, size: Slider, picked: Pick) -> Panel:
    shares = trace.shares[:, :, list(drawn.features)]
    everyone = np.concatenate([shares.mean(axis=0)[None], shares])
    frames = Frames(100 * everyone.transpose(1, 0, 2)[_places(trace)], size, picked, hold=True)
    bars = Bars(names, frames, importance=drawn.importance)
    says = Frames(["", *(f"What {selector} chooses{drawn.titled}" for selector in labels_of(trace.names))], picked)
    title = f"What all selectors choose, on average{drawn.titled}"
    return Panel(title, [bars], says=says, x=Axis("% of the halves", domain=(0.0, 100.0)), row=1, column=1)


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

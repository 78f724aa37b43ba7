"""Several descents compared step by step: cost and misclassified examples (Examples 9.2 and 9.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Unpack

import numpy as np

from fewidgets.algorithms import DescentTrace, Softmax, StandardNormalizer, newton
from fewidgets.algorithms._numerics.types import AnyArray, Array, Indices
from fewidgets.explorables.framework.aliases import Ends, Marks, Names
from fewidgets.explorables.framework.explorable import Explorable
from fewidgets.explorables.framework.keywords import Common
from fewidgets.explorables.framework.snapshot import Inputs
from fewidgets.explorables.framework.state import State
from fewidgets.explorables.shared.layout import all_of, held, padded
from fewidgets.explorables.shared.wording import counted, listed
from fewidgets.scene import (
    Axis,
    Dots,
    Frames,
    Line,
    Panel,
    Pick,
    Scene,
    Stepper,
    Toggle,
    format_number,
)
from fewidgets.scene.types import NameTuple

MOST_RUNS = 8  # as many as the palette has colours
MOST_STEPS = 200  # more steps are more data than a widget should send
NOISE = 1e-9  # costs that differ by a smaller share of the fall differ by rounding errors
HEIGHT = 380  # pixels
MOST_DOTS = 60  # with more steps, a line is clearer without dots


class Standing(NamedTuple):
    """The costs of R runs after some steps, their misclassified examples if they are counted, and the leaders (several if
    tied).
    """

    costs: Array
    counts: Indices | None
    leaders: tuple[int, ...]


class FeatureRace(Explorable):
    """Compare descents step by step: lowest cost, fewest misclassified examples (Figures 9.5 and 9.11).

    At weights of zero every example lies on the boundary and counts as misclassified.

    Parameters
    ----------
    traces : mapping of str to DescentTrace
        1 to 8 runs of `newton`, `gradient_descent` or `minibatch_gradient_descent` by name, with up to 200 steps each, on the
        same examples.
    step : int
        Number of steps (epochs for mini-batches) shown; 0 is the start. A run that has ended keeps its last values.
    close_up : bool
        Whether to leave out the start where it is much higher than everything after it.
    runner : str
        The run to highlight in all panels; "" for none.
    layout, panels, present : optional
        As in every `Explorable`.

    Attributes
    ----------
    trace : dict of str to DescentTrace
        As given.
    selected : tuple of str
        The leaders at the present step: fewest misclassified examples, then lowest cost; several if they are tied.

    Examples
    --------
    >>> from fewidgets.algorithms import Softmax, newton
    >>> x, y = [[0.0, 2.0], [1.0, 0.0], [2.0, 1.0], [3.0, 0.0], [4.0, 1.0]], [-1, 1, -1, 1, 1]
    >>> one, both = (newton(Softmax([row[:n] for row in x], y), [0.0] * (n + 1), 4) for n in (1, 2))
    >>> FeatureRace({"one": one, "both": both}, step=1).caption
    'Step 1: both leads with 1 misclassified, cost 0.294. Fewest so far: 1, by both at step 1.'
    """

    lesson = "9.2.1_categories_and_text.ipynb"
    section = "9.2.2"
    description = (
        "How quickly a classifier learns from different sets of features, on emails and on digits. Figures 9.5 and 9.11."
    )

    step, close_up, runner = State(), State(), State()

    def __init__(
        self,
        traces: Mapping[str, DescentTrace],
        *,
        step: int = 0,
        close_up: bool = True,
        runner: str = "",
        **common: Unpack[Common],
    ) -> None:
        self.take_arguments(data=_as_traces(traces))

    @classmethod
    def example(cls) -> FeatureRace:
        from fewidgets.data import load_breast_cancer

        cancer = load_breast_cancer()
        X = StandardNormalizer().fit_transform(cancer.X)
        sets = {"10 means": 10, "means and errors": 20, "all 30": 30}
        return cls({name: newton(Softmax(X[:, :n], cancer.y), np.zeros(n + 1), 10) for name, n in sets.items()}, step=8)

    def original_names(self) -> Names:
        return tuple(self.data)

    def describe_size(self) -> str:
        return counted(len(self.data), "run")

    @property
    def selected(self) -> NameTuple:
        names = list(self.trace)
        return tuple(names[r] for r in _standing(list(self.trace.values()), self.step).leaders)

    def scene_of(self, trace: dict[str, DescentTrace], names: Names, inputs: Inputs) -> Scene:
        runs = list(trace.values())
        unit = _unit(runs)
        step = Stepper("step", max(run.n_steps for run in runs) + 1, label=unit.capitalize(), seconds=0.7)
        close_up = Toggle("close_up", label="Leave out the start", start=True)
        standings = [_standing(runs, k) for k in step]
        kinds: list[Any] = [("Which run has the lowest cost?", "lowest so far", "cost", [run.costs for run in runs])]
        counts = [run.misclassifications for run in runs if run.misclassifications is not None]
        if counts:
            kinds.insert(0, ("Which run misclassifies the fewest?", "fewest so far", "misclassified examples", counts))
        panels = [
            _course(title, best_is, axis, unit, courses, names, step, close_up, column)
            for column, (title, best_is, axis, courses) in enumerate(kinds)
        ]
        captions = [_describe(runs, names, standings, k, unit) for k in step]
        return Scene(
            title="Feature sets compared, step by step",
            controls=[step, close_up, Pick("runner", options=names, label="Run")],
            panels=panels,
            caption=Frames(captions, step),
            column_weights=(1.0,) * len(kinds),
        )


def _standing(runs: Sequence[DescentTrace], step: int) -> Standing:
    """Return the values of all runs after some steps, or their last ones."""
    at = [min(step, run.n_steps) for run in runs]
    costs = np.array([run.costs[k] for run, k in zip(runs, at, strict=True)])
    known = [run.misclassifications[k] for run, k in zip(runs, at, strict=True) if run.misclassifications is not None]
    counts = np.array(known) if known else None
    first = np.ones(len(runs), dtype=bool) if counts is None else counts == counts.min()
    first &= np.isclose(costs, costs[first].min(), rtol=1e-9, atol=0.0)  # tied up to rounding errors
    return Standing(costs, counts, tuple(map(int, np.flatnonzero(first))))


def _as_traces(traces: Any) -> dict[str, DescentTrace]:
    if not isinstance(traces, Mapping):
        kind = type(traces).__name__
        raise TypeError(f"traces must be a dict of names and descents, as in {{'words': newton(…), …}}; got a {kind}")
    if not 1 <= len(traces) <= MOST_RUNS:
        raise ValueError(f"traces must have 1 to {MOST_RUNS} runs; got {len(traces)}")
    for name, run in traces.items():
        if not isinstance(name, str) or not name.strip():
            raise TypeError(f"traces must have a text as the name of each run; got {name!r}")
        if not isinstance(run, DescentTrace):
            kind = type(run).__name__
            raise TypeError(f"traces[{name!r}] must be a result of newton or a gradient descent; got a {kind}")
        if run.n_steps > MOST_STEPS:
            raise ValueError(f"traces[{name!r}] must have at most {MOST_STEPS} steps; got {run.n_steps}")
    counting = [name for name, run in traces.items() if run.misclassifications is not None]
    if counting and len(counting) < len(traces):
        other = next(name for name in traces if name not in counting)
        raise ValueError(
            f"traces must all count misclassified examples, or none; {counting[0]!r} counts them and {other!r} does not"
        )
    return dict(traces)


def _unit(runs: Sequence[DescentTrace]) -> str:
    return "epoch" if all(run.method == "minibatch_gradient_descent" for run in runs) else "step"


def _course(
    title: str,
    best_is: str,
    axis: str,
    unit: str,
    courses: Sequence[AnyArray],
    names: Names,
    step: Stepper,
    close_up: Toggle,
    column: int,
) -> Panel:
    """Draw each run up to the present step, and ring its best value."""
    whole, close = _extents(courses)
    best = np.array([[np.argmin(course[: k + 1]) for course in courses] for k in step])
    low = np.stack([course[at] for course, at in zip(courses, best.T, strict=True)], axis=1)
    low = np.stack([low, np.where(low > close[1], np.nan, low)], axis=1)
    rings = Frames(best.astype(float), step, hold=True), Frames(low, step, close_up, hold=True)
    tops = np.array([[np.inf], [close[1]]])  # in the close-up, the names of runs above the panel stand at its top
    marks: Marks = [Dots(*rings, size=13.0, hollow=True, **all_of(len(courses), best_is, "quiet"))]
    x = np.arange(step.length)
    for r, (name, course) in enumerate(zip(names, courses, strict=True)):
        trail = padded(course, step.length)
        y = Frames(np.array([trail, np.where(trail > close[1], np.nan, trail)]), close_up, hold=True)
        marks.append(Line(x, y, color=r, dash=r % 4, key=name, upto=step))
        # The name and the value move with the run: at the end of the whole line they would give the outcome away.
        now = Frames([f": {format_number(value)}" for value in held(course, step.length)], step)
        head = (
            Frames(np.minimum(x, len(course) - 1.0)[:, None], step, hold=True),
            Frames(np.minimum(held(course, step.length), tops)[..., None], close_up, step, hold=True),
        )
        marks.append(Line(*head, color=r, width=0.0, key=name, label=name, value=now))
        if step.length <= MOST_DOTS:
            marks.append(Dots(x, y, color=r, size=6.0, keys=[name] * len(x), upto=step))
    return Panel(
        title,
        marks,
        x=Axis(unit, whole=True, domain=(0.0, max(step.length - 1.0, 1.0))),
        y=Axis(axis, domain=Frames(np.array([whole, close]), close_up, hold=True)),
        column=column,
        height=HEIGHT,
        scrub=step,
        empty=Frames([[""] * step.length, _all_above(courses, close[1], unit, step)], close_up, step),
    )


def _all_above(courses: Sequence[AnyArray], top: float, unit: str, step: Stepper) -> list[str]:
    """Say at each step why there is nothing to see, if all runs are still at the start."""
    shown = [any((course[: k + 1] <= top).any() for course in courses) for k in step]
    first = shown.index(True) if any(shown) else 1
    return [
        "" if there else f"All runs start above this panel. Their values appear here from {unit} {first} on."
        for there in shown
    ]


def _extents(courses: Sequence[AnyArray]) -> tuple[Ends, Ends]:
    """Return the ends of the axis for everything, and for what is not worse than the start."""
    start = max(course[0] for course in courses)
    low = min(course.min() for course in courses)
    later = np.concatenate([course[1:] for course in courses])
    later = later[later <= start]
    high = later.max(initial=low) if later.size else start
    top = max(course.max() for course in courses)
    return _padded(min(low, 0.0), top), _padded(low, high if high - low > NOISE * (start - low) else start)


def _padded(low: float, high: float) -> Ends:
    room = 0.06 * (high - low) or 0.5
    return (low - room if low != 0 else 0.0), high + room


def _fewest(runs: Sequence[DescentTrace], names: Names, step: int) -> tuple[str, str, int]:
    """Return the best value up to a step, its run (or all if tied), and the step that first reached it."""
    courses = [run.costs if run.misclassifications is None else run.misclassifications for run in runs]
    at = [int(course[: step + 1].argmin()) for course in courses]
    keys = [(course[k], runs[r].costs[k], k) for r, (course, k) in enumerate(zip(courses, at, strict=True))]
    best = min(range(len(runs)), key=keys.__getitem__)
    tied = len(runs) > 1 and all(key == keys[best] for key in keys)
    return format_number(courses[best][at[best]]), _listed(names, range(len(runs))) if tied else names[best], at[best]


def _describe(runs: Sequence[DescentTrace], names: Names, standings: Sequence[Standing], step: int, unit: str) -> str:
    now = standings[step]
    first = now.leaders[0]
    cost = f"cost {format_number(now.costs[first])}"
    reached = cost if now.counts is None else f"{format_number(now.counts[first])} misclassified, {cost}"
    verb = "leads" if len(now.leaders) == 1 else "are level"
    who = f"{_listed(names, now.leaders)} {verb} with" if len(runs) > 1 else f"{names[0]} has"
    text = f"{unit.capitalize()} {step}: {who} {reached}."
    if step:
        number, name, at = _fewest(runs, names, step)
        text += f" {'Lowest cost' if now.counts is None else 'Fewest'} so far: {number}, by {name} at {unit} {at}."
    for name, run in zip(names, runs, strict=True):
        if run.n_steps == step:
            text += _ended(name, run, last=step == len(standings) - 1)
    return text


def _ended(name: str, run: DescentTrace, *, last: bool) -> str:
    if run.converged:
        return f" {name} has converged."
    if run.stopped == "steps":
        return "" if last else f" {name} ends here."
    return f" {name}: {run.stopped}."


def _listed(names: Names, which: Sequence[int]) -> str:
    if len(which) == len(names) > 2:
        return "all runs"
    # In "words, words and characters and all 57", nobody can tell where a name ends.
    unclear = any(" and " in name or "," in name for name in names) and len(which) > 1
    chosen = [f"“{names[r]}”" if unclear else names[r] for r in which]
    return listed(chosen)

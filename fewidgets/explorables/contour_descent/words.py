from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fewidgets.explorables.contour_descent.descents import Run
from fewidgets.explorables.shared.cost_surface import Landscape
from fewidgets.explorables.shared.layout import held, over
from fewidgets.explorables.shared.wording import counted
from fewidgets.scene import Choice, Frames, Stepper, Template, format_number

ROUNDING = 1e-24  # share of the first cost, which is a mean of squares, that is a rounding error
ROUND = 1.005  # condition number below which contours look like circles
OFTEN = 0.15  # a path zig-zags if this share of its steps turns back


def _told(runs: Sequence[Run], step: Stepper, scaling: Choice | None) -> Any:
    """Tell the condition of each cost, and how its path ends; if the picture reveals the steps, as soon as it is known."""
    before = [f"{run.landscape.name.capitalize()}: {_condition(run.landscape)}" for run in runs]
    after = over([f"{each}, {_path(run)}" for each, run in zip(before, runs, strict=True)], scaling)
    if not step.visited:
        return after
    known = [run.trace.n_steps if run.down is None else run.down for run in runs]
    patterns = [["{after}" if k >= each else "{before}" for k in step] for each in known]
    return Template(over(patterns, scaling, step), before=over(before, scaling), after=after)


def _cost_frames(raw: Run, scaled: Sequence[Run], step: Stepper, scaling: Choice) -> tuple[Frames, Frames]:
    each = [held(run.trace.costs, step.length) for run in (raw, *scaled)]
    return Frames(each[0], step), Frames(each[1:], scaling, step, hold=True)


def describe_descents(raw: Run, scaled: Sequence[Run], step: Stepper, scaling: Choice, *, alone: bool = False) -> Template:
    """Describe the present costs, and the paths on both; or on the raw input alone, if nothing else is shown."""
    first, second = _cost_frames(raw, scaled, step, scaling)
    ended = [
        f" (its last step is {run.trace.n_steps})" if run.trace.n_steps < step.length - 1 else "" for run in (raw, *scaled)
    ]
    lowest = (
        "it has no minimum"
        if raw.landscape.minimizer is None
        else f"its minimum is {format_number(_clean(raw.landscape.lowest, raw), 3)}"
    )
    if alone:
        shown = {"step": step, "first": first, "end": ended[0], "lowest": lowest, "raw": _told([raw], step, None)}
        return Template("At step {step} the cost is {first} over raw input{end}; {lowest}. {raw}.", **shown)
    return Template(
        "At step {step} the cost is {first} over raw{raw_end} and {second} over {name} input{end}; {lowest}. {raw}. {scaled}.",
        step=step,
        first=first,
        second=second,
        name=Frames([run.landscape.name for run in scaled], scaling),
        raw_end=ended[0],
        end=Frames(ended[1:], scaling),
        lowest=lowest,
        raw=_told([raw], step, None),
        scaled=_told(scaled, step, scaling),
    )


def _clean(lowest: float, run: Run) -> float:
    """Return 0 for a cost that is 0 up to rounding errors."""
    return 0.0 if lowest < ROUNDING * run.trace.costs[0] else lowest


def shape_of(run: Run) -> str:
    """Say how long the contours are for their width; "" if the cost has no lowest point that they surround."""
    landscape = run.landscape
    if landscape.condition is None:
        return ""
    name, number = landscape.name.capitalize(), landscape.condition.number
    if number < ROUND:
        return f"{name}: the contours are circles"
    return f"{name}: contours {format_number(float(np.sqrt(number)), 3)} times as long as wide"


def _condition(landscape: Landscape) -> str:
    if landscape.condition is None:
        return "the classes can be separated, so the cost keeps falling and the weights keep growing"
    number = landscape.condition.number
    return f"condition number {'1' if number < ROUND else format_number(round(number, 6), 3)}"


def _path(run: Run) -> str:
    trace, landscape = run.trace, run.landscape
    surest = format_number(float(f"{landscape.longest_step:.3g}"), 3)  # 0.9999… is 1
    if trace.diverged:
        return f"the path diverges: the step length must stay below {surest}"
    zigzags = trace.n_turns >= max(3, OFTEN * trace.n_steps)
    zigzag = f"the path zig-zags ({trace.n_turns} turns back)" if zigzags else ""
    above = trace.costs - landscape.lowest
    if landscape.condition is None:
        return zigzag or f"the cost is down to {format_number(float(trace.costs[-1]), 3)} after {trace.n_steps} steps"
    if not above[0] > 1e-12 * abs(trace.costs[0]):
        return "the path starts at the lowest point"
    joined = f"{zigzag}, " if zigzag else ""
    if run.down is not None:
        return f"{joined}99 % of the way down after {counted(run.down, 'step')}"
    if above[-1] > (1 + 1e-9) * above[0]:
        return f"{joined}higher than at the start: the step length is too long"
    left = format_number(round(100 * float(above[-1] / above[0]), 1), 2)
    return f"{joined}{left} % of the way down remains after {trace.n_steps} steps"

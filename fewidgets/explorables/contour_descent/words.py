from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from fewidgets.explorables.contour_descent.descents import Run
from fewidgets.explorables.framework.aliases import Names
from fewidgets.explorables.shared.cost_surface import Landscape
from fewidgets.explorables.shared.layout import held, over
from fewidgets.explorables.shared.wording import counted
from fewidgets.scene import Choice, Frames, Readout, Stepper, Template, format_number

ROUNDING = 1e-24  # share of the first cost, which is a mean of squares, that is a rounding error
OFTEN = 0.15  # a path zig-zags if this share of its steps turns back


def readouts_of(raw: Run, scaled: Sequence[Run], step: Stepper, scaling: Choice) -> list[Readout]:
    name = Frames([run.landscape.name for run in scaled], scaling)

    def both(label: str, first: Any, second: Any) -> Readout:
        return Readout(label, Template("{first} raw, {second} {name}", first=first, second=second, name=name))

    conditions = [_number(run.landscape) for run in scaled]
    down = [f"more than {run.trace.n_steps}" if run.down is None else str(run.down) for run in (raw, *scaled)]
    known = [run.trace.n_steps if run.down is None else run.down for run in (raw, *scaled)]
    return [
        both("Cost", *_cost_frames(raw, scaled, step, scaling)),
        both("Condition number", _number(raw.landscape), Frames(conditions, scaling)),
        both(
            "Steps for 99 % of the way",
            _from_step(known[:1], "…", down[:1], step, None),
            _from_step(known[1:], "…", down[1:], step, scaling),
        ),
    ]


def _from_step(known: Sequence[int], before: Any, texts: Names, step: Stepper, scaling: Choice | None) -> Any:
    """Return a text for each scaling, hidden before a step if the picture reveals the steps."""
    then = over(texts, scaling)
    patterns = [["{then}" if k >= each else "{before}" for k in step] for each in known]
    return Template(over(patterns, scaling, step), before=before, then=then) if step.visited else then


def _cost_frames(raw: Run, scaled: Sequence[Run], step: Stepper, scaling: Choice) -> tuple[Frames, Frames]:
    each = [held(run.trace.costs, step.length) for run in (raw, *scaled)]
    return Frames(each[0], step), Frames(each[1:], scaling, step, hold=True)


def _number(landscape: Landscape) -> str:
    return "none" if landscape.condition is None else format_number(round(landscape.condition.number, 6), 3)


def describe_descents(raw: Run, scaled: Sequence[Run], step: Stepper, scaling: Choice) -> Template:
    """Describe the present costs, the shape of the contours, and the paths on them."""
    first, second = _cost_frames(raw, scaled, step, scaling)
    ended = [
        f" (its last step is {run.trace.n_steps})" if run.trace.n_steps < step.length - 1 else "" for run in (raw, *scaled)
    ]
    shapes = [f"{run.landscape.name.capitalize()}: {_shape(run)}" for run in scaled]
    lowest = (
        "it has no minimum"
        if raw.landscape.minimizer is None
        else f"its minimum is {format_number(_clean(raw.landscape.lowest, raw), 3)}"
    )
    return Template(
        "At step {step} the cost is {first} over raw{raw_end} and {second} over {name} input{end}; {lowest}. "
        "Raw: {raw_path}. {path}.",
        step=step,
        first=first,
        second=second,
        name=Frames([run.landscape.name for run in scaled], scaling),
        raw_end=ended[0],
        end=Frames(ended[1:], scaling),
        lowest=lowest,
        raw_path=_from_step([raw.trace.n_steps], _shape(raw), [f"{_shape(raw)}, {_path(raw)}"], step, None),
        path=_from_step(
            [run.trace.n_steps for run in scaled],
            Frames(shapes, scaling),
            [f"{shape}, {_path(run)}" for shape, run in zip(shapes, scaled, strict=True)],
            step,
            scaling,
        ),
    )


def _clean(lowest: float, run: Run) -> float:
    """Return 0 for a cost that is 0 up to rounding errors."""
    return 0.0 if lowest < ROUNDING * run.trace.costs[0] else lowest


def _shape(run: Run) -> str:
    landscape = run.landscape
    if landscape.condition is None:
        return "the classes can be separated, so the cost keeps falling and the weights keep growing"
    if landscape.condition.number < 1.005:
        return "circular contours (condition number 1)"
    ratio = format_number(float(np.sqrt(landscape.condition.number)), 3)
    return f"contours {ratio} times as long as wide (condition number {_number(landscape)})"


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

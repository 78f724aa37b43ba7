"""Two scenes beside each other, moved by one set of controls."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

import numpy as np

from fewidgets.scene.controls.replay import Control, ControlsByName, Slider, Stepper
from fewidgets.scene.fix_controls import with_fixed_controls
from fewidgets.scene.frames import Frames
from fewidgets.scene.panel import Panel
from fewidgets.scene.reveal import keepers
from fewidgets.scene.rewrite import controls_in
from fewidgets.scene.scene import Readout, Scene
from fewidgets.scene.side_by_side.first_difference import look_the_same, state_of_first_difference
from fewidgets.scene.side_by_side.overlaid import SIDES, overlaid
from fewidgets.scene.side_by_side.shared_controls import JOINED, following, shared_control
from fewidgets.scene.template import Template, text_at
from fewidgets.scene.text.numbers import format_number
from fewidgets.scene.types import Keywords, State, TwoTexts

MOST_APART = 20.0  # times that one axis may be longer than the other, so that both pictures can be read on a common one
PairOfPanels = tuple[Panel | None, Panel | None]  # None where a scene lacks the panel

WIDE = 0.75  # height of a panel of lines over both columns, as a share of what it has in one
BOTH = 2  # columns of a panel that holds both


@dataclass(frozen=True)
class Pair:
    """Two scenes with one set of controls, their corresponding panels, and where they first differ."""

    scenes: tuple[Scene, Scene]
    controls: Sequence[Control]
    panels: Sequence[PairOfPanels]
    control: Slider | Stepper | None
    parting: float | int | None
    panel: str = ""


def joinable(left: Scene, right: Scene) -> dict[str, Control]:
    """Return the controls that two scenes can share, by name: replay controls of one kind, or of one scene."""
    tables = [{control.name: control for control in scene.controls} for scene in (left, right)]
    found: dict[str, Control] = {}
    for name in dict.fromkeys([*tables[0], *tables[1]]):
        own = [table[name] for table in tables if name in table]
        if any(control.compute or not isinstance(control, JOINED) for control in own):
            continue
        control = shared_control(own[0], own[-1])
        if control is not None:
            found[name] = control
    return found


def paired(left: Scene, right: Scene, states: tuple[State, State]) -> Pair:
    """Join the controls of two scenes, and find where their panels part.

    Other controls are fixed at their present values.
    """
    both = joinable(left, right)
    both = {name: _with_scale(control, both) for name, control in both.items()}
    one, other = (_follow(scene, state, both) for scene, state in zip((left, right), states, strict=True))
    panels = _matched(one, other)
    own = {control.name for control in left.controls} & {control.name for control in right.controls}
    common = next((c for c in both.values() if isinstance(c, Slider | Stepper) and c.name in own), None)
    known = [(a, b) for a, b in panels if a is not None and b is not None]
    state = _opening(both.values())
    parting = None if common is None else state_of_first_difference(known, common, state)
    panel = "" if common else next((a.title for a, b in known if not look_the_same(a, b, state)), "")
    return Pair((one, other), list(both.values()), panels, common, parting, panel)


def side_by_side(pair: Pair, titles: TwoTexts, title: str, note: str = "", opening: State | None = None) -> Scene:
    """Lay two scenes out: corresponding panels in one panel, or beside each other on common axes.

    Pairs that never differ are left out. The scene opens at ``opening``, by default where the two part.
    """
    rows = [_row(one, other, titles) for one, other in _telling(pair, opening or {})]
    joined = [panel for panel, *others in rows if panel.column_span == BOTH and not others]
    apart = [row for row in rows if row[0].column_span < BOTH]
    # Of an odd number, a curve takes the whole width: it fills it better than bars.
    lone = next((panel for panel in joined if not panel.bars), joined[-1]) if len(joined) % 2 else None
    others = [panel for panel in joined if panel is not lone]
    halves = [
        [replace(left, column_span=1), replace(right, column=1, column_span=1)]
        for left, right in zip(others[0::2], others[1::2], strict=True)
    ]
    together = halves if lone is None else [[lone], *halves] if lone is joined[0] else [*halves, [lone]]
    rows = [*together, *apart] if rows[0][0].column_span == BOTH else [*apart, *together]
    panels = [
        replace(panel, row=k, height=_height(row), main=panel is rows[0][0]) for k, row in enumerate(rows) for panel in row
    ]
    return Scene(
        title=title,
        panels=panels,
        controls=pair.controls,
        readouts=_readouts(pair, titles),
        caption=_caption(pair, titles, note),
        column_weights=(1.0, 1.0),
        whole={**pair.scenes[0].whole, **pair.scenes[1].whole},
        paired=True,
    )


def _row(one: Panel | None, other: Panel | None, titles: TwoTexts) -> list[Panel]:
    """Return one panel for both, or one for each."""
    if one is not None and other is not None:
        one, other = on_common_axes(one, other)
        both = overlaid(one, other, titles)
        if both:
            return [replace(both, column=0, row_span=1, column_span=BOTH)]
    return [
        replace(
            panel,
            title=f"{titles[column]}: {panel.title}",
            # Beside a panel of the same title, the side alone is enough.
            says=_said(panel, titles[column]) or (titles[1] if one and column else ""),
            column=column,
            row_span=1,
            column_span=1,
        )
        for column, panel in enumerate((one, other))
        if panel is not None
    ]


def _height(row: Sequence[Panel]) -> int:
    """Return the height of a row; a curve over the whole width needs less of it."""
    height = max(panel.pixel_height for panel in row)
    return height if row[0].column_span < BOTH or row[0].bars else round(WIDE * height)


def difference_in_words(pair: Pair) -> str:
    """Say where the two part, such as "round 2"; "" if they never do."""
    if pair.parting is None or pair.control is None:
        return pair.panel
    name = pair.control.label or pair.control.name
    name = name[:1].lower() + name[1:] if name[1:2].islower() else name
    return f"{name} {pair.parting}" if isinstance(pair.control, Stepper) else f"{name} = {format_number(pair.parting)}"


def _opening(controls: Collection[Control]) -> Keywords:
    spans = {name: (control.initial,) * 2 for name, control in keepers(controls).items()}
    return {control.name: control.initial for control in controls} | spans


def _with_scale(control: Control, both: ControlsByName) -> Control:
    """Let the scale of a slider follow the joined choice."""
    if isinstance(control, Slider) and isinstance(control.scale, Frames):
        return replace(control, scale=following(control.scale, {c.name: c for c in control.scale.controls}, both))
    return control


def _follow(scene: Scene, state: State, both: ControlsByName) -> Scene:
    others = [control.name for control in scene.controls if control.name not in both]
    if others:
        scene = with_fixed_controls(scene, others, {**scene.initial_state, **state})
    table = {control.name: control for control in scene.controls}
    return replace(
        scene,
        panels=[following(panel, table, both) for panel in scene.panels],
        readouts=[following(readout, table, both) for readout in scene.readouts],
        caption=following(scene.caption, table, both),
        controls=list(both.values()),
    )


def _matched(left: Scene, right: Scene) -> list[PairOfPanels]:
    waiting = list(right.panels)
    pairs: list[PairOfPanels] = []
    alone: list[Panel] = []
    for panel in sorted(left.panels, key=lambda panel: not panel.main):
        other = next((each for each in waiting if each.title == panel.title), None)
        if other is None:
            alone.append(panel)
            continue
        waiting.remove(other)
        pairs.append((panel, other))
    return [*pairs, *zip_longest(alone, waiting)]


def _telling(pair: Pair, opening: State) -> list[PairOfPanels]:
    """Leave out pairs of panels that never differ, and begin with one that differs at the opening."""
    state = _opening(pair.controls)
    if pair.control is not None and pair.parting is not None:
        state[pair.control.name] = pair.parting
    state.update({name: value for name, value in opening.items() if name in state})
    kept = [
        (one, other)
        for one, other in pair.panels
        if one is None or other is None or not _always_look_the_same(one, other, pair)
    ]
    if not kept:
        return list(pair.panels)
    return sorted(kept, key=lambda both: both[0] is None or both[1] is None or look_the_same(both[0], both[1], state))


def _always_look_the_same(one: Panel, other: Panel, pair: Pair) -> bool:
    state = _opening(pair.controls)
    if pair.control is None:
        return look_the_same(one, other, state)
    return state_of_first_difference([(one, other)], pair.control, state) is None


def on_common_axes(one: Panel, other: Panel) -> tuple[Panel, Panel]:
    """Give two panels the same axes, where both can be read on them."""
    if one.filling is not None or other.filling is not None or not (one.axes and other.axes):
        return one, other
    for side in SIDES:
        ends = [panel.domain(side) for panel in (one, other)]
        axes = [panel.axis(side) for panel in (one, other)]
        if any(isinstance(each, Frames) for each in ends) or (side == "y" and (one.bars or other.bars)):
            continue
        scales = ["frames" if isinstance(axis.scale, Frames) else axis.scale for axis in axes]
        if scales[0] != scales[1]:
            continue
        lengths = sorted(high - low for low, high in ends)
        low, high = min(low for low, _ in ends), max(high for _, high in ends)
        if not np.isfinite([low, high]).all() or high - low > MOST_APART * lengths[0]:
            continue
        shared: list[Keywords] = [{side: replace(axis, domain=(low, high))} for axis in axes]
        one, other = (replace(panel, **axis) for panel, axis in zip((one, other), shared, strict=True))
    return one, other


def _said(panel: Panel, side: str) -> Any:
    """Return what a panel says with the side that says it, and its title in states in which it says nothing."""
    says = panel.says
    if isinstance(says, Frames):
        texts = np.array(says.values, dtype=object)
        texts[texts == ""] = panel.title
        says = Frames(texts.tolist(), *says.controls)
    return says and Template("{side}: {says}", side=side, says=says)


def _readouts(pair: Pair, titles: TwoTexts) -> list[Readout]:
    found: list[Readout] = []
    left, right = (list(scene.readouts) for scene in pair.scenes)
    for readout in left:
        other = next((each for each in right if each.label == readout.label), None)
        if other is None:
            found.append(replace(readout, label=f"{readout.label} ({titles[0]})"))
            continue
        right.remove(other)
        found.append(Readout(readout.label, _both(readout.template, other.template, "{left}", "{left} | {right}")))
    return [*found, *(replace(each, label=f"{each.label} ({titles[1]})") for each in right)]


def _caption(pair: Pair, titles: TwoTexts, note: str) -> Any:
    where = difference_in_words(pair)
    lead = f"First difference: {where}. " if where else "No difference. "
    lead += f"{note} " if note else ""
    left, right = (_sentence(scene.caption) for scene in pair.scenes)
    names: Keywords = {"lead": lead, "first": titles[0], "second": titles[1]}
    return _both(left, right, "{lead}Both – {left}", "{lead}{first} – {left} {second} – {right}", **names)


def _both(left: Any, right: Any, same: str, different: str, **names: Any) -> Template:
    """Write two texts into one, once at each step at which they are the same."""
    used = {control.name: control for control in (*controls_in(left), *controls_in(right))}
    step = next(iter(used.values()), None)
    if len(used) == 1 and isinstance(step, Stepper):
        pairs = [[text_at(text, {step.name: k}) for text in (left, right)] for k in step]
        chosen = Frames([same if one == other else different for one, other in pairs], step)
        one, other = (Frames([texts[i] for texts in pairs], step) for i in (0, 1))
        return Template(chosen, left=one, right=other, **names)
    if len(used) == 1 and isinstance(step, Slider):
        middles = (step.values[1:] + step.values[:-1]) / 2
        states = [{step.name: value} for value in np.union1d(step.values, middles).tolist()]
        if all(text_at(left, state) == text_at(right, state) for state in states):
            return Template(same, left=left, **names)
    return Template(different, left=left, right=right, **names)


def _sentence(caption: Any) -> Any:
    return caption if isinstance(caption, Template | Frames) else Template("{said}", said=str(caption))

"""Everything that an explorable shows, as one frozen value: data → inputs → trace → scene.

The functions return a new snapshot, so an error leaves the explorable as it was.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fewidgets.explorables.framework.aliases import Values
from fewidgets.scene import Choice, Control, Order, Pick, Scene
from fewidgets.scene.chosen_panels import with_panels
from fewidgets.scene.controls.compute import Upload
from fewidgets.scene.controls.replay import ControlsByName, Stepper
from fewidgets.scene.text.legible import WHOLE, label_of
from fewidgets.scene.types import Keywords

if TYPE_CHECKING:
    from fewidgets.explorables.framework.explorable import Explorable


class Inputs(NamedTuple):
    """The compute controls of an explorable and their values, by name."""

    controls: Values  # an explorable knows which kind of control it named
    values: Values


@dataclass(frozen=True, eq=False)
class Snapshot:
    """Everything that an explorable shows; ``values`` also has states without a control in the present scene."""

    inputs: Inputs
    values: Values
    trace: Any
    scene: Scene

    @property
    def state(self) -> Keywords:
        """The value of every control of the scene, questions' switches and records included."""
        return {name: self.values[name] for name in self.scene.initial_state}


def first_snapshot(hooks: Explorable, defaults: Values, given: Values) -> Snapshot:
    """Make the snapshot with which an explorable opens."""
    values = dict(defaults)
    controls: ControlsByName = {}
    # One input may depend on the value of another. The first round finds values that fit roughly; the second one checks them.
    for settle in (_nearest, lambda control, value: control.check(value)):
        controls = _controls_at(hooks, values)
        for name, control in controls.items():
            values[name] = settle(control, with_label(hooks, control, given[name])) if name in given else control.initial
    inputs, trace, scene = computed(hooks, controls, values)
    unused = {name for name in given if name not in scene.initial_state and same(given[name], defaults.get(name))}
    replays = {name: given[name] for name in given if name not in controls and name not in unused}
    replays = {name: _labelled(hooks, scene, name, value) for name, value in replays.items()}
    opening = scene.state(**replays)
    values.update({name: value for name, value in opening.items() if name not in controls})
    return Snapshot(inputs, MappingProxyType(values), trace, scene)


def next_snapshot(hooks: Explorable, before: Snapshot, changes: Values) -> Snapshot:
    """Make the snapshot after a change of state; return ``before`` itself if nothing changes."""
    known = before.inputs.controls
    moved, controls = before.values, known
    if any(name in known for name in changes):
        moved, controls = _moved(hooks, before, changes)
    replays = {name: value for name, value in changes.items() if name not in known}
    if all(same(value, before.values[name]) for name, value in moved.items()):
        values = before.scene.with_visits({**before.values, **_checked_by(hooks, before.scene, replays)})
        if all(same(value, before.values[name]) for name, value in values.items()):
            return before
        return replace(before, values=MappingProxyType(values))
    values = _fitted(moved, controls)
    inputs, trace, scene = computed(hooks, controls, values)
    checked = _checked_by(hooks, scene, {name: value for name, value in replays.items() if name not in controls})
    carried = {**_carried(before, scene, values), **checked}
    values.update({name: value for name, value in carried.items() if name not in controls})
    values = scene.with_visits(values)
    return Snapshot(inputs, MappingProxyType(values), trace, scene)


def settled(hooks: Explorable, before: Snapshot, changes: Values) -> tuple[Values, ControlsByName]:
    """Return what `computed` needs after a change of some inputs."""
    values, controls = _moved(hooks, before, changes)
    return _fitted(values, controls), controls


def _fitted(values: Values, controls: ControlsByName) -> Keywords:
    return {**values, **{name: _nearest(control, values[name]) for name, control in controls.items()}}


def _moved(hooks: Explorable, before: Snapshot, changes: Values) -> tuple[Values, ControlsByName]:
    """Return all values and the inputs after a change of some inputs.

    An input may accept a value only after another has changed, so those that accept theirs go first.
    """
    values, controls = dict(before.values), before.inputs.controls
    waiting = dict(changes)
    accepted: Keywords = {}
    refusals: dict[str, Exception] = {}
    while True:
        found = {}
        for name, value in waiting.items():
            if name in controls:
                try:
                    found[name] = controls[name].check(with_label(hooks, controls[name], value))
                except (TypeError, ValueError) as error:
                    refusals[name] = error
        if not found:
            break
        accepted.update(found)
        waiting = {name: value for name, value in waiting.items() if name not in found}
        values = {**before.values, **hooks.implied_inputs(accepted, before.values), **accepted}
        if not all(same(value, before.values[name]) for name, value in values.items()):
            controls = _controls_at(hooks, values)
    for name in waiting:
        if name in refusals:
            raise refusals[name]
    for name, value in accepted.items():
        if name in controls:
            values[name] = controls[name].check(value)
    return values, controls


def _carried(before: Snapshot, scene: Scene, values: Values) -> Keywords:
    """Return the values of the replay controls in a new scene."""
    found = {name: scene.nearest(name, before.values[name]) for name in scene.initial_state}
    was = before.scene.initial_state
    for control in scene.controls:
        name, follows = control.name, control.follows if isinstance(control, Pick) else ""
        untouched = name in was and same(before.values[name], was[name])
        if control.carry == "initial" or (control.carry == "untouched" and untouched):
            found[name] = control.initial
        if follows in values and values[follows] != before.values[follows] and values[follows] in control.states:
            found[name] = values[follows]
        if isinstance(control, Stepper) and control.restarts:
            found[control.visited] = (control.states[0], found[name])
    return found


def _checked_by(hooks: Explorable, scene: Scene, values: Values) -> Values:
    return {name: scene.check(name, _labelled(hooks, scene, name, value)) for name, value in values.items()}


def _labelled(hooks: Explorable, scene: Scene, name: str, value: Any) -> Any:
    control = next((control for control in scene.controls if control.name == name), None)
    return with_label(hooks, control, value)


def with_label(hooks: Explorable, control: Control | None, value: Any) -> Any:
    """Replace a feature's name by its label where a control offers labels."""
    if isinstance(control, Order) and isinstance(value, list | tuple):
        return type(value)(hooks.labels.get(each, each) if isinstance(each, str) else each for each in value)
    if not isinstance(value, str) or not isinstance(control, Choice | Pick) or value in control.options:
        return value
    return hooks.labels.get(value, value)


def same(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return np.array_equal(one, other)
    if hasattr(one, "equals"):  # a table of pandas
        return bool(one.equals(other))
    if isinstance(one, Upload) and isinstance(other, Upload):
        return one.name == other.name and one.data == other.data
    return bool(one == other)


def _controls_at(hooks: Explorable, values: Values) -> ControlsByName:
    controls = hooks.inputs_of(hooks.data, MappingProxyType(dict(values)))
    return MappingProxyType({control.name: control for control in controls})


def computed(hooks: Explorable, controls: ControlsByName, values: Values) -> tuple[Inputs, Any, Scene]:
    """Compute the trace and lay it out, keeping the full text of long names."""
    inputs = Inputs(controls, MappingProxyType({name: values[name] for name in controls}))
    trace = hooks.trace_of(hooks.data, inputs.values)
    scene = hooks.scene_of(trace, tuple(hooks.labels.values()), inputs)
    if hooks.panels is not None:
        scene = with_panels(scene, hooks.panels)
    whole = {label: label_of(name, WHOLE) for name, label in hooks.labels.items() if name != label}
    return inputs, trace, replace(scene, whole={**whole, **scene.whole}) if whole else scene


def _nearest(control: Control, value: Any) -> Any:
    try:
        return control.nearest(value)
    except (TypeError, ValueError):
        return control.initial

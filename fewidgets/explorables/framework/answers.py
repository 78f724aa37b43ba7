"""What a page without a kernel carries: the scenes after moves of compute controls, computed when the page is written.

The states form a graph. It is explored from the present state by the moves that the controls offer (`Control.carried`, and the
examples of an `Input`): first one control at a time, then pairs, then more; of a number or a place, a coarse grid before a
fine one. A move to a state that is not carried leads to the nearest one that is.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from time import process_time
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from fewidgets.explorables.framework.aliases import Values
from fewidgets.explorables.framework.snapshot import Inputs, Snapshot, computed, same, settled
from fewidgets.scene import Scene
from fewidgets.scene.controls.compute import Button, File, Number, Point
from fewidgets.scene.controls.replay import Control, ControlsByName
from fewidgets.scene.page.book import Book
from fewidgets.scene.page.encode import encode, encode_array, encode_state
from fewidgets.scene.page.modules import ANSWERS, MODULES, modules_in
from fewidgets.scene.page.page import encoded_page
from fewidgets.scene.types import Array, Encoded

if TYPE_CHECKING:
    from fewidgets.explorables.framework.explorable import Explorable

MENU = " examples"  # the name of an open control's menu is its own with this
OPENING = "as this page opened"

BYTES = {False: 2000, True: 8000}  # of the budget for a state, or a heavy one: few states where one takes long to compute
MOST_STATES = 10_000
SECONDS = 15.0  # of the processor, after which no further state is computed

NOWHERE = 0  # a move that leads to no state
REFUSED = 32768  # from here on, the numbers of messages; below, 2 + twice the number of a state, + 1 if it is only the nearest

ELSEWHERE = 1000.0  # the distance of values that are not on one scale
FOREMOST = 1e6  # how much more the control counts that was moved
TOGETHER = 500  # goals whose nearest states are looked for at a time

ROUNDED = ("line", "area", "dots", "path", "contours")  # marks whose long arrays may be rounded
SIDES = {"x": ("x", "x0", "x1"), "y": ("y", "y0", "y1", "low", "high")}  # these arrays, by axis
LONG = 32  # numbers from which on an array may be rounded
FINE = 4096  # steps in the length of an axis to which it is rounded: a quarter of a pixel of 1,000

Key = tuple[tuple[str, Any], ...]
Place = tuple[int, int]  # a state and a move


class Node(NamedTuple):
    """A state: the values of the inputs, and the controls that it has."""

    key: Key
    values: Values
    controls: ControlsByName


class Answers:
    """The states that are explored, with the moves between them."""

    def __init__(self, hooks: Explorable) -> None:
        self.hooks = hooks
        self.nodes: list[Node] = []
        self.moves: list[tuple[str, Any]] = []
        self._columns: dict[tuple[str, Any], int] = {}  # the number of each move
        self.edges: dict[Place, Key | str] = {}  # by node and move: where it leads, or why it is refused
        self._ranks: dict[tuple[str, Any], int] = {}
        self._refused: dict[Key, str] = {}

    def explore(self, keep: Callable[[Node, Scene], bool]) -> None:
        """Compute states in the order of their importance as long as ``keep`` takes them."""
        start = self.hooks.snapshot
        first = _node(start.values, start.inputs.controls)
        waiting, seen = [((0, 0, 0), first)], {first.key}
        while waiting:
            _, node = heapq.heappop(waiting)
            try:
                scene = computed(self.hooks, node.controls, node.values)[2] if self.nodes else start.scene
            except (TypeError, ValueError) as error:
                self._refused[node.key] = str(error)
                continue
            if not keep(node, scene):
                return
            self.nodes.append(node)
            for found in self._neighbours(node, start):
                if found.key in seen:
                    continue
                seen.add(found.key)
                changed = set(found.key) - set(first.key)
                refined = sum(self._ranks.get(each, 0).bit_length() for each in changed)
                heapq.heappush(waiting, ((len(changed), refined, len(seen)), found))

    def _neighbours(self, node: Node, start: Snapshot) -> Iterator[Node]:
        inputs = Inputs(node.controls, MappingProxyType({name: node.values[name] for name in node.controls}))
        here = Snapshot(inputs, MappingProxyType(dict(node.values)), start.trace, start.scene)
        for move, text, (name, value), rank in self._moves_from(node):
            self._ranks.setdefault((name, frozen(value)), rank)
            if same(value, node.values[name]):
                continue
            column = self._columns.setdefault((move, frozen(text)), len(self.moves))
            if column == len(self.moves):
                self.moves.append((move, text))
            try:
                found = _node(*settled(self.hooks, here, {name: value}))
            except (TypeError, ValueError) as error:
                self.edges[len(self.nodes) - 1, column] = str(error)
                continue
            self.edges[len(self.nodes) - 1, column] = found.key
            yield found

    def _moves_from(self, node: Node) -> Iterator[tuple[str, Any, tuple[str, Any], int]]:
        """Yield the moves of a state: what is moved on the page, to what, the change in Python, and its rank of importance."""
        for name, control in node.controls.items():
            if control.idle:
                continue
            for rank, value in enumerate(control.carried):
                yield name, value, (name, value), rank
            for rank, (text, value) in enumerate(self._examples(control).items()):
                yield name + MENU, text, (name, value), rank

    def _examples(self, control: Control) -> Values:
        """Return what a menu offers for an open control, with the value with which the page opens."""
        examples = getattr(control, "examples", {})
        opening = self.hooks.snapshot.values.get(control.name)
        if not examples or any(same(value, opening) for value in examples.values()):
            return examples
        try:
            return {OPENING: control.check(opening), **examples}
        except (TypeError, ValueError):
            return examples

    def record(self, node: Node, scene: Scene) -> Encoded:
        """Return what a page needs to show a state."""
        encoded = encode(scene)
        values = {name: encode_state(node.values[name]) for name in node.controls}
        controls = []
        menus = sum(bool(self._examples(control)) for control in scene.controls)
        for control, sent in zip(scene.controls, encoded["controls"], strict=True):
            if isinstance(control, Number):
                sent = _as_slider(control, sent, node.values[control.name])
            rules = {name: getattr(control, name, "") for name in ("carry", "follows", "restarts")}
            controls.append({**sent, **{name: rule for name, rule in rules.items() if rule and rule != "nearest"}})
            texts = self._examples(control)
            if texts and not control.idle:
                name = control.name + MENU
                label = "Presets" if menus == 1 else f"Presets: {sent['label']}"
                menu = {"kind": "choice", "name": name, "label": label, "compute": True}
                controls.append({**menu, "options": list(texts)})
                values[name] = next((text for text, value in texts.items() if same(value, node.values[control.name])), "")
        _allow_rounding(encoded["panels"])
        return {"scene": {**encoded, "controls": controls}, "values": values}

    def locked(self, table: Array) -> list[str]:
        """Return the names of the controls that nothing moves in the states of a table of targets."""
        leads = ((table > NOWHERE) & (table < REFUSED)).any(axis=0)
        free = {self.moves[column][0] for column in np.flatnonzero(leads)}
        controls = [control for node in self.nodes[: len(table)] for control in node.controls.values()]
        shown = {each.name for each in controls if len(each.carried) != 1 and (not each.idle or isinstance(each, File))}
        return sorted(shown - free)

    def written(self, book: Book, table: Array, refusals: list[str], *, rounded: bool) -> bytes:
        """Write the first states and the moves between them, from what `targets` returns."""
        moves = [[name, encode_state(value)] for name, value in self.moves]
        return book.written(len(table), table, {"moves": moves, "refusals": refusals}, rounded=rounded)

    def targets(self, count: int) -> tuple[Array, list[str]]:
        """Return where each move leads from each of the first states, and the messages of refusals."""
        numbers = {node.key: i for i, node in enumerate(self.nodes[:count])}
        table = np.full((count, len(self.moves)), NOWHERE)
        messages: dict[str, int] = {}
        missing: dict[tuple[str, Key], list[Place]] = {}  # by what is moved, and the state that it should lead to
        for place, goal in self.edges.items():
            if place[0] >= count:
                continue
            refusal = goal if isinstance(goal, str) else self._refused.get(goal)
            if refusal is not None:
                table[place] = REFUSED + messages.setdefault(refusal, len(messages))
            elif goal in numbers:
                table[place] = 2 * numbers[goal] + 2
            else:
                assert not isinstance(goal, str)
                moved = self.moves[place[1]][0].removesuffix(MENU)
                missing.setdefault((moved, goal), []).append(place)
        nearest = _Distances(self.nodes[:count]).nearest([*missing]) if missing else ()
        for places, number in zip(missing.values(), nearest, strict=True):
            for place in places:
                table[place] = 2 * number + 3 if number >= 0 else NOWHERE
        return table, list(messages)


class _Distances:
    """How far states are from one another: a number counts by its track, anything else as the same or another."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self._controls: dict[str, Control] = {}
        for node in nodes:
            self._controls = {**node.controls, **self._controls}
        self._most = {name: ELSEWHERE if control.carried else 1 for name, control in self._controls.items()}
        self._codes: dict[tuple[str, Any], int] = {}
        keys = [dict(node.key) for node in nodes]
        self._rows = {name: np.array([self._place(name, key.get(name)) for key in keys]) for name in self._controls}

    def _place(self, name: str, value: Any) -> tuple[float, float]:
        control = self._controls[name]
        if value is None:
            return -ELSEWHERE, 0.0
        if isinstance(control, Number):
            low, high, at = (np.log(each) if control.scale == "log" else each for each in (control.low, control.high, value))
            return float((at - low) / (high - low)), 0.0
        if isinstance(control, Point):
            x, y = ((at - low) / (high - low) for at, (low, high) in zip(value, (control.x, control.y), strict=True))
            return x, y
        return ELSEWHERE * self._codes.setdefault((name, value), len(self._codes)), 0.0

    def nearest(self, goals: Sequence[tuple[str, Key]]) -> list[int]:
        """Return the number of the state nearest to each goal, above all in what was moved; -1 if none has such a value."""
        found: list[int] = []
        for start in range(0, len(goals), TOGETHER):
            some = [(moved, dict(key)) for moved, key in goals[start : start + TOGETHER]]
            away = np.zeros((len(some), len(next(iter(self._rows.values())))))
            for name, rows in self._rows.items():
                wanted = np.array([self._place(name, key.get(name)) for _, key in some])
                each = np.abs(rows - wanted[:, None]).sum(axis=2)
                foremost = np.array([moved == name for moved, _ in some])[:, None]
                away += np.where(foremost, FOREMOST * each, np.minimum(each, self._most[name]))
            best = away.argmin(axis=1)
            known = away[np.arange(len(some)), best] < FOREMOST * ELSEWHERE / 2
            found += np.where(known, best, -1).tolist()
        return found


def carry(hooks: Explorable, budget: int) -> Encoded:
    """Return the scene and the state of a page, with the answers that fit into a number of bytes."""
    answers, book = Answers(hooks), Book()
    spent, limit = np.zeros(2), float(budget)
    modules = {ANSWERS}
    most, began = min(MOST_STATES, max(2, budget // BYTES[bool(hooks.heavy)])), process_time()

    def keep(node: Node, scene: Scene) -> bool:
        nonlocal limit
        if len(book) == most or process_time() - began > SECONDS:
            return False
        if spent.min() > limit:  # by estimates, which are too high where states are much alike
            size = len(answers.written(book, *answers.targets(len(book)), rounded=True))
            limit = budget * spent.min() / size
            if limit < 1.1 * spent.min():
                return False
        record = answers.record(node, scene)
        modules.update(modules_in(record["scene"]))
        spent[:] += book.add(record)
        hooks.progress(len(book) / most, f"state {len(book)} of the page, of at most {most}")
        return True

    answers.explore(keep)
    data, table = _fitting(answers, book, budget)
    if not data:
        return encoded_page(hooks.scene, hooks.state)
    opening = answers.record(answers.nodes[0], hooks.scene)
    menus = {name: value for name, value in opening["values"].items() if name.endswith(MENU)}
    told = {
        "count": len(table),
        "state": menus,
        "locked": answers.locked(table),
        "data": encode_array(np.frombuffer(data, np.uint8)),
    }
    scene = {**opening["scene"], "answers": told, "modules": [name for name in MODULES if name in modules]}
    return {"scene": scene, "state": encoded_page(hooks.scene, hooks.state)["state"]}


def _fitting(answers: Answers, book: Book, budget: int) -> tuple[bytes, Array]:
    """Write as many states as fit, rounded only if not all fit otherwise; return this and the table of targets."""
    count = len(answers.nodes)
    ways: Sequence[bool] = (False, True)
    while count > 1:
        table, refusals = answers.targets(count)
        for rounded in ways:
            data = answers.written(book, table, refusals, rounded=rounded)
            if len(data) <= budget:
                return data, table
        count, ways = min(count - 1, max(2, int(count * budget / len(data)))), (True,)
    return b"", np.zeros((0, 0))


def _as_slider(control: Number, sent: Encoded, value: float) -> Encoded:
    """Return a number as a slider that stops at the values that are carried."""
    values = np.unique([*control.carried, value])
    names = ("name", "label", "scale", "digits", "idle", "rare", "compute")
    kept: Encoded = {name: sent[name] for name in names if name in sent}
    return {
        **kept,
        "kind": "slider",
        "values": encode_array(values, exact=True),
        "stops": encode_array(np.zeros(0), exact=True),
        "interpolate": False,
        "snap": True,
        "floor": float(values[0]),
        "visited": "",
    }


def _allow_rounding(panels: Sequence[Encoded]) -> None:
    """Give each long array of a curve the step of its axis to which it may be rounded."""
    for panel in panels:
        for mark in panel["marks"]:
            for side, names in SIDES.items() if mark["kind"] in ROUNDED else ():
                axis = panel[side]
                domain = axis["domain"]
                if not isinstance(domain, list) or axis["scale"] != "linear":
                    continue
                step = abs(domain[1] - domain[0]) / FINE
                for name in names:
                    _give_step(mark.get(name), step)


def _give_step(channel: Any, step: float) -> None:
    if isinstance(channel, dict) and "dtype" in channel:
        if channel["dtype"].startswith("float") and np.prod(channel["shape"]) >= LONG:
            channel["step"] = step
    elif isinstance(channel, dict):
        for name in ("frames", "of"):
            _give_step(channel.get(name), step)


def _node(values: Values, controls: ControlsByName) -> Node:
    telling = [name for name, control in controls.items() if not (isinstance(control, Button) and control.repeats)]
    return Node(tuple((name, frozen(values[name])) for name in telling), values, controls)


def frozen(value: Any) -> Any:
    """Return a value of a control as a key of a dict."""
    if isinstance(value, np.ndarray):
        return value.shape, value.tobytes()
    return tuple(value) if isinstance(value, list) else value

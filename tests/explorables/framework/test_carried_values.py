"""The values of replay controls after another scene has come: on a page they go over as in Python."""

import json

import numpy as np

from fewidgets.explorables import Explorable, State
from fewidgets.explorables.framework.questions import Scored
from fewidgets.scene import Block, Choice, Panel, Pick, Question, Scene, Slider, Stepper, Toggle
from fewidgets.scene.page.encode import as_json, encode_state
from tests.programs import in_node

CARRY = ("nearest", "nearest", "initial", "untouched")
NAMES = tuple("abcdefgh")

ASK = """import { answering } from "./answers.js";
import { localStore } from "./store.js";
const go = async ({ page: { scene, state }, sets }) => {
    const store = answering(localStore(state), scene);
    const found = [];
    for (const [values, asked] of sets) {
        store.set(values);
        store.ask(asked);
        const [[name, value]] = Object.entries(asked);
        while (store.get(name) !== value) await new Promise((done) => setTimeout(done, 5));
        found.push(Object.fromEntries([...Object.keys(state)].map((name) => [name, store.get(name)])));
    }
    return found;
};
const result = await Promise.all(given.map(go));
"""


def some(rng, items):
    """At least two of some items, in their order."""
    chosen = rng.random(len(items)) < 0.6
    chosen[rng.choice(len(items), 2, replace=False)] = True
    return [item for item, here in zip(items, chosen, strict=True) if here]


def any_controls(rng):
    """Replay controls of all kinds, whose values, options and rules differ from scene to scene."""

    def carry():
        return str(rng.choice(CARRY))

    def slider(name, **more):
        values = np.sort(rng.choice(np.arange(-8, 9) / 2, rng.integers(2, 6), replace=False))
        snap = bool(rng.integers(2)) and "visited" not in more
        start = float(rng.choice(values))
        return Slider(name, values=values, interpolate=not snap, snap=snap, start=start, carry=carry(), **more)

    length = int(rng.integers(2, 7))
    options = some(rng, NAMES)
    question = Question("Next?", options, [0] * (length - 1))
    return [
        slider("level"),
        slider("reach", visited="reached"),
        Stepper("step", length, carry=carry(), visited="steps", restarts=bool(rng.integers(2)), question=question),
        Choice("mode", options, carry=carry(), start=str(rng.choice(options))),
        Toggle("on", carry=carry(), start=bool(rng.integers(2))),
        Pick("picked", some(rng, NAMES), carry=carry(), follows=str(rng.choice(("", "key")))),
        Block("block", *rng.integers(1, 5, 2).tolist(), carry=carry()),
    ]


class Scenes(Scored, Explorable):
    """Each value of `which` has a scene of its own; `key` may be followed by what is picked."""

    lesson = section = "none"
    which, key = State("one"), State("a")
    level, reach, step, mode, on, picked, block = (State() for _ in range(7))
    reached, steps, predict, answers = (State() for _ in range(4))

    def __init__(self, *, seed=0, which="one", key="a"):
        self.take_arguments(data=None)

    def inputs_of(self, data, values):
        return [Choice("which", ("one", "other"), compute=True), Choice("key", NAMES[:3], compute=True)]

    def trace_of(self, data, values):
        return [self.settings["seed"], ("one", "other").index(values["which"])]

    def scene_of(self, trace, names, inputs):
        rng = np.random.default_rng(trace)
        return Scene("Scenes", [Panel("", [])], [*inputs.controls.values(), *any_controls(rng)])

    def settings_of(self, given):
        return given


def any_values(w, rng):
    """Values of some replay controls of the present scene."""
    found = {}
    for control in w.scene.controls:
        if control.compute or rng.random() < 0.3:
            continue
        if isinstance(control, Slider):
            low, high = control.ends
            found[control.name] = float(rng.choice([low, high, *control.values, rng.uniform(low, high)]))
            found[control.name] = control.check(found[control.name])
        else:
            found[control.name] = control.states[int(rng.integers(len(control.states)))]
        if isinstance(control, Stepper):
            count = len(control.question.answers)
            found["answers"] = rng.integers(-1, len(control.question.options), count).tolist()
            found["predict"] = bool(rng.integers(2))
    return found


def plain(state):
    return json.loads(json.dumps(as_json({name: encode_state(value) for name, value in state.items()})))


def test_values_go_over_on_a_page_as_in_python():
    given, wanted = [], []
    for seed in range(80):
        rng, w = np.random.default_rng(seed), Scenes(seed=seed)
        sets, states = [], []
        page = as_json(w.page())
        for number in range(4):
            values = any_values(w, rng)
            w.move(**values)
            set_there = plain(w.state)  # a view widens what has been visited, too
            asked = {"which": ("other", "one")[number % 2]} if rng.random() < 0.7 else {"key": str(rng.choice(NAMES[:3]))}
            if w.state[next(iter(asked))] == next(iter(asked.values())):
                asked = {"which": ("one", "other")[w.which == "one"]}
            w.move(**asked)
            sets.append([set_there, asked])
            states.append(plain(w.state))
        given.append({"page": page, "sets": sets})
        wanted.append(states)
    for seed, (found, states) in enumerate(zip(in_node(ASK, given), wanted, strict=True)):
        for number, (one, other) in enumerate(zip(found, states, strict=True)):
            wrong = {name: (one.get(name), value) for name, value in other.items() if one.get(name) != value}
            assert not wrong, f"seed {seed}, move {number}, page and Python: {wrong}"

"""Pages that carry answers, walked at random, beside Python in the same state; and hostile readers, browsers and budgets."""

from __future__ import annotations

import base64
import json
import re
from collections import Counter

import numpy as np
import pytest

from fewidgets.authoring.gallery import examples, file_name
from fewidgets.explorables import EXPLORABLES
from fewidgets.explorables.framework import answers
from fewidgets.explorables.framework.answers import MENU, Answers
from fewidgets.scene import format_number
from fewidgets.scene.page.book import Book
from fewidgets.scene.page.encode import as_json, decode_state, encode_array, encode_state
from fewidgets.scene.page.page import encoded_page, write_page
from tests.browser.jupyter import listen
from tests.browser.random_walk import ACT, STILL, same_text

pytestmark = pytest.mark.browser

MOST = 80  # states in a walk, so that a page is soon written
STEPS = 8  # of a walk
DRAWN = 2  # pictures of a walk that are compared with Python's
REDRAWN = (3, STEPS)  # after which steps
HALF = 0.5  # pixels that a mark may be elsewhere
PROMPT = 50  # ms from a click to its answer, of which 95 % take less

# Keep a page's state where a test can read it, and say when its answers are there. The state is what store.js changes.
WATCH = """(names => {
    const assign = Object.assign;
    Object.assign = (target, ...rest) => {
        if (names.every(name => name in target)) window.pageState = target;
        return assign(target, ...rest);
    };
    const read = Response.prototype.arrayBuffer;
    const came = () => setTimeout(() => (window.answersCame = true));
    Response.prototype.arrayBuffer = function () {
        const bytes = read.call(this);
        bytes.then(came, came);
        return bytes;
    };
})(NAMES)"""
STATE = """() => JSON.stringify(window.pageState ?? null, (_, each) => !ArrayBuffer.isView(each) ? each
    : btoa(String.fromCharCode(...new Uint8Array(each.buffer, each.byteOffset, each.byteLength))))"""

# Act, and measure the milliseconds until the caption is another one, or null if it stays.
TIMED = f"""async ([name, kind, share]) => {{
    const caption = document.querySelector("[data-part=caption]");
    let observer;
    const changed = new Promise(done => {{
        observer = new MutationObserver(() => done(performance.now()));
        observer.observe(caption, {{ childList: true, characterData: true, subtree: true }});
    }});
    const start = performance.now();
    const done = ({ACT})([name, kind, share]);
    const end = done && await Promise.race([changed, new Promise(done => setTimeout(done, 100))]);
    observer.disconnect();
    await ({STILL})();
    return [done, end ? end - start : null];
}}"""

# All that a page says; what its controls show, by name; and all numbers of the shapes in its panels.
SAID = """() => {
    const root = document.querySelector(".fewidgets");
    const texts = selector => [...root.querySelectorAll(selector)].map(node => node.textContent);
    return { caption: root.querySelector("[data-part=caption]").innerText, readouts: texts(".fw-readouts dd"),
        tables: texts("figure table.fw-table :is(th, td)"), note: root.querySelector("[data-part=offline]").innerText,
        message: root.querySelector("[data-part=message]").innerText };
}"""
SHOWN = """() => Object.fromEntries([...document.querySelectorAll(".fewidgets .fw-controls [data-control]")].map(node => [
    node.dataset.control,
    node.ariaValueText ?? node.querySelector("input:checked")?.value ?? (node.type === "checkbox" ? `${node.checked}` : null),
]))"""
SHAPES = """() => [...document.querySelectorAll("figure svg.fw-plot :is(path, circle, rect, line)")]
    .filter(node => node.checkVisibility({ visibilityProperty: true }) && !node.closest("clipPath, defs, .fw-axes"))
    .map(node => [`${node.closest("figure").ariaLabel}: ${node.localName} ${node.getAttribute("class") ?? ""}`,
        ["d", "cx", "cy", "r", "x", "y", "width", "height", "x1", "y1", "x2", "y2", "transform"]
            .map(name => node.getAttribute(name) ?? "").join(" ")])"""


@pytest.fixture
def open_file(browser):
    """Open a file in a tab of its own; give the tab, and the list of its errors."""
    contexts = []

    def open_file(path, *scripts):
        context = browser.new_context(viewport={"width": 1200, "height": 900}, reduced_motion="reduce")
        contexts.append(context)
        page, errors = context.new_page(), []
        listen(page, errors)
        for script in scripts:
            page.add_init_script(script)
        page.goto(path.as_uri())
        page.locator("[data-part=caption]").first.wait_for()
        return page, errors

    yield open_file
    for context in contexts:
        context.close()


@pytest.fixture(autouse=True)
def _few_states(monkeypatch):
    monkeypatch.setattr(answers, "MOST_STATES", MOST)


def carried_by(path):
    """What the script of a page is given."""
    text = path.read_text(encoding="utf-8")
    start = text.index('id="scene-data">') + len('id="scene-data">')
    return json.loads(text[start : text.index("</script>", start)])


def revived(value):
    """A value of a page's state as Python has it."""
    if isinstance(value, dict) and "dtype" in value:
        return decode_state({**value, "data": base64.b64decode(value["data"])})
    return value


def number_shown(text, value, control):
    return format_number(value, control.digits) in (text, f"{text}.0", f"{text}.00")


#: Whether a control shows a value, by its kind.
TELLING = {
    "slider": number_shown,
    "number": number_shown,
    "stepper": lambda text, value, _: f" {value} of " in text,
    "choice": lambda text, value, _: text == value,
    "toggle": lambda text, value, _: text == str(value).lower(),
}


class Walk:
    """A page and the live explorable beside it."""

    def __init__(self, make, folder, open_file):
        self.opening, self.folder, self.open_file = make(), folder, open_file
        self.live = make() if self.opening.inputs else self.opening  # some measure times, which differ
        self.path = self.opening.to_html(folder / "page.html")
        self.sent = carried_by(self.path)
        self.page, self.errors = open_file(self.path, WATCH.replace("NAMES", json.dumps(list(self.sent["state"]))))
        self.answers = Answers(self.opening)
        if "answers" in self.sent["scene"]:
            self.page.wait_for_function("window.answersCame")
        self.page.evaluate(STILL)

    @property
    def state(self):
        return json.loads(self.page.evaluate(STATE)) or self.sent["state"]

    @property
    def record(self):
        """What the page must show of the state in which Python is."""
        if "answers" not in self.sent["scene"]:
            return encoded_page(self.live.scene, self.live.state)
        node = answers._node(self.live.snapshot.values, self.live.inputs)
        return self.answers.record(node, self.live.scene)

    def changes(self, state, names):
        """The inputs of a page's state, as Python takes them; an example is taken from its menu."""
        found = {}
        for name in names:
            text = state.get(name + MENU)
            value = state[name]
            if text and isinstance(value, dict) and "dtype" not in value:
                value = self.answers._examples(self.live.inputs[name])[text]
            found[name] = revived(value)
        return found

    def follow(self, moved):
        """Bring Python to where the page is; return what is wrong with the page."""
        state, found = self.state, []
        moved = moved.removesuffix(MENU)
        note = self.page.evaluate(SAID)["note"]
        if moved in self.live.inputs:
            repeats = getattr(self.live.inputs[moved], "repeats", False)  # then the number of presses does not count
            self.live.move(**({moved: getattr(self.live, moved) + 1} if repeats else self.changes(state, [moved])))
            there = self.differs(state, self.live.inputs)
            if there and "Nearest computed:" not in note:
                found.append(f"{there} differ from Python's, and the page says {note!r}")
            if not there and (elsewhere := self.differs(state, self.live.state)):
                found.append(f"{ {name: (state[name], self.live.state[name]) for name in elsewhere} } were carried otherwise")
            self.live.move(**self.changes(state, [name for name in self.live.inputs if name in state]))
            if there := self.differs(state, self.live.inputs):
                found.append(f"Python cannot go where the page is: {there}")
        names = set(self.live.state) - set(self.live.inputs)
        self.live.move(**{name: state[name] for name in names})
        return found

    def differs(self, state, names):
        repeats = [name for name, control in self.live.inputs.items() if getattr(control, "repeats", False)]
        wanted = {name: as_json(encode_state(self.live.state[name])) for name in names if name not in repeats}
        return [name for name, value in wanted.items() if name not in state or state[name] != value]

    def faults(self):
        """List what the page says otherwise than Python, or shows in its controls."""
        said, state = self.page.evaluate(SAID), self.live.state
        wanted = {"caption": self.live.caption, **dict(enumerate(each.at(state) for each in self.live.scene.readouts))}
        shown = {"caption": said["caption"], **dict(enumerate(said["readouts"]))}
        found = [
            f"{name}: {shown.get(name)!r}, and Python says {text!r}"
            for name, text in wanted.items()
            if name not in shown or not same_text(shown[name], text)
        ]
        shown = self.page.evaluate(SHOWN)
        for control in self.live.scene.controls:
            text, value = shown.get(control.name), state[control.name]
            if text is not None and control.kind in TELLING and not TELLING[control.kind](text, value, control):
                found.append(f"{control.name} shows {text!r}, and Python has {value!r}")
        return found

    def redraw(self):
        """Draw Python's state on a page of its own; list where the walked page has something else."""
        record = self.record
        scene = {**record["scene"], "modules": self.sent["scene"].get("modules", [])}
        state = {**encoded_page(self.live.scene, self.live.state)["state"], **record.get("values", {})}
        if told := self.sent["scene"].get("answers"):
            book = Book()
            book.add(record)
            data = book.written(1, np.zeros((1, 0)), {"moves": [], "refusals": []}, rounded=False)
            scene["answers"] = {**told, "data": encode_array(np.frombuffer(data, np.uint8))}
        path = write_page(self.live.scene, self.folder / "redrawn.html", page={"scene": scene, "state": state})
        other, errors = self.open_file(path)
        other.evaluate(STILL)
        found = [f"the other page: {error}" for error in errors]
        one, two = ([page.evaluate(SAID), page.evaluate(SHAPES)] for page in (self.page, other))
        found += [
            f"{part}: {one[0][part]}, redrawn {two[0][part]}"
            for part in ("readouts", "tables")
            if one[0][part] != two[0][part]
        ]
        found += apart(one[1], two[1])
        other.context.close()
        return found


NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")


def apart(shapes, others):
    """List shapes that are elsewhere than in another picture."""
    if [kind for kind, _ in shapes] != [kind for kind, _ in others]:
        kinds = Counter(kind for kind, _ in shapes)
        kinds.subtract(kind for kind, _ in others)
        return [f"more or fewer: { {kind: count for kind, count in kinds.items() if count} }"]
    found = []
    for (kind, text), (_, other) in zip(shapes, others, strict=True):
        a, b = (np.array(NUMBER.findall(each), dtype=float) for each in (text, other))
        if len(a) != len(b):
            found.append(f"{kind}: {len(a)} numbers, redrawn {len(b)}")
        elif len(a) and (far := np.abs(a - b).max()) > HALF:
            found.append(f"{kind}: {far:.2f} px away")
    return found


TIMES = {}  # of each explorable: milliseconds to an answer, of compute and of replay controls


@pytest.mark.parametrize("name", EXPLORABLES)
def test_a_walk_on_the_page_is_one_in_python(name, open_file, tmp_path):
    walk = Walk(examples()[file_name(name)], tmp_path, open_file)
    rng, done = np.random.default_rng(len(name)), []
    times = TIMES.setdefault(name, {True: [], False: []})
    for step in range(1, STEPS + 1):
        controls = walk.record["scene"]["controls"]
        control = controls[rng.integers(len(controls))]
        act, taken = walk.page.evaluate(TIMED, [control["name"], control["kind"], float(rng.random())])
        if not act:
            continue
        done.append(f"{control['name']}: {act}")
        if taken:
            times[bool(control.get("compute"))].append(taken)
        found = [*walk.follow(control["name"]), *walk.faults()]
        found += walk.redraw() if step in REDRAWN else []
        assert not found, "\n".join([f"{name}, after:", *done, *found])
    assert walk.errors == []

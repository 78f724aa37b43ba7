"""Pages that carry answers, walked at random, beside Python in the same state; and hostile readers, browsers and budgets."""

from __future__ import annotations

import base64
import json
import re
from collections import Counter
from contextlib import closing
from html import escape

import numpy as np
import pytest
from playwright.sync_api import expect

from fewidgets import (
    ContourDescent,
    CorrelationRanking,
    ImageComparison,
    ImportanceViewer,
    ImputationViewer,
    MutualInformationViewer,
    RegularizerViewer,
    RescalingViewer,
)
from fewidgets.authoring.gallery import examples, file_name
from fewidgets.explorables import EXPLORABLES
from fewidgets.explorables.framework import answers
from fewidgets.explorables.framework.answers import MENU, Answers
from fewidgets.scene import format_number
from fewidgets.scene.page.book import Book
from fewidgets.scene.page.encode import as_json, decode_state, encode_array, encode_state
from fewidgets.scene.page.page import encoded_page, write_page
from tests.browser.jupyter import listen, wait_until
from tests.browser.random_walk import ACT, STILL, same_text
from tests.explorables.hostile import long_names

pytestmark = pytest.mark.browser

BUDGET = 80_000  # bytes of answers in a walk, so that a page is soon written
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
    .filter(node => node.checkVisibility({ visibilityProperty: true }))
    .filter(node => !node.closest("clipPath, defs, .fw-axes, .fw-cursor"))
    .map(node => {
        const look = [...node.classList].filter(name => !["fw-on", "fw-off"].includes(name)).join(" ");
        const numbers = ["d", "cx", "cy", "r", "x", "y", "width", "height", "x1", "y1", "x2", "y2", "transform"];
        const places = numbers.map(name => node.getAttribute(name) ?? "").join(" ");
        return [`${node.closest("figure").ariaLabel}: ${node.localName} ${look}`, places];
    })"""


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


#: Kinds of controls that have no values between those that are carried.
EXACT = ("choice", "toggle", "order", "button")
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
        self.path = self.opening.to_html(folder / "page.html", budget=BUDGET)
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
            kind, before = self.live.inputs[moved].kind, dict(self.live.snapshot.inputs.values)
            repeats = getattr(self.live.inputs[moved], "repeats", False)  # then the number of presses does not count
            self.live.move(**({moved: getattr(self.live, moved) + 1} if repeats else self.changes(state, [moved])))
            there = self.differs(state, self.live.inputs)
            if there and "Nearest computed:" not in note:
                found.append(f"{there} differ from Python's, and the page says {note!r}")
            told = {name: as_json(encode_state(value)) for name, value in before.items()}
            alone = self.live.inputs.keys() == before.keys() and self.differs(told, before) == [moved]
            if not there and alone and kind in EXACT and "Nearest" in note:
                found.append(f"the page is where Python is, and says {note!r}")
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
        for page in (self.page, other):  # how high panels are depends on when they were laid out
            for width in (1100, 1200):
                page.set_viewport_size({"width": width, "height": 900})
                page.evaluate(STILL)
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


def test_answers_come_promptly():
    """After the walks: 95 % within 50 ms or, on a busy machine, within eight times what a replay control takes."""
    computed, replayed = ([ms for times in TIMES.values() for ms in times[kind]] for kind in (True, False))
    if len(computed) < 20 or len(replayed) < 10:
        pytest.skip("needs the walks of this file")
    prompt, calm = (float(np.percentile(each, 95)) for each in (computed, replayed))
    print(f"p95 of {len(computed)} answers: {prompt:.0f} ms; of {len(replayed)} moves of replay controls: {calm:.0f} ms")
    assert prompt <= max(PROMPT, 8 * calm)


def note_of(page):
    return page.locator("[data-part=offline]").inner_text()


def typed(page, label, text):
    """Type a number into a field, perhaps of a folded control, and wait for what comes of it; give what the field has then."""
    if page.locator("details.fw-folded:not([open])").count():
        page.locator("details.fw-folded summary").click()
    field = page.get_by_role("textbox", name=label, exact=True)
    field.fill(text)
    field.press("Enter")
    page.evaluate(STILL)
    return float(field.input_value().replace("−", "-"))


@pytest.fixture
def descent(open_file, tmp_path):
    """A page with numbers and points."""
    path = ContourDescent.example().to_html(tmp_path / "page.html", budget=BUDGET)
    return open_file(path)


def test_a_typed_number_becomes_the_nearest_that_is_computed_and_the_page_says_so(descent):
    page, errors = descent
    control = next(each for each in ContourDescent.example().scene.controls if each.name == "step_length")
    carried = sorted(control.carried)
    between = float(f"{(0.3 * carried[3] + 0.7 * carried[4]):.4g}")
    assert "Nearest computed:" not in note_of(page)
    assert typed(page, f"{control.label}, typed", str(between)) in (carried[3], carried[4])
    assert f"Nearest computed: {control.label} = " in note_of(page)
    caption, spoken = page.locator("[data-part=caption]"), page.locator("[data-part=announcement]")
    expect(spoken).to_have_text(
        re.compile(rf"^Nearest computed: {re.escape(control.label)} = .*{re.escape(caption.inner_text())}$")
    )
    assert typed(page, f"{control.label}, typed", str(carried[5])) == carried[5]
    assert "Nearest computed:" not in note_of(page)
    expect(spoken).to_have_text(caption.inner_text())
    assert errors == []


def test_a_typed_point_becomes_the_nearest_that_is_computed_and_the_page_says_so(descent):
    page, errors = descent
    control = next(each for each in ContourDescent.example().scene.controls if each.name == "start")
    places = sorted({x for x, _ in control.carried})
    between = float(f"{(0.3 * places[0] + 0.7 * places[1]):.4g}")
    got = typed(page, f"{control.label}: {control.axes[0]}", str(between))
    assert any(got == pytest.approx(place, rel=1e-2) for place in places)
    assert float(page.locator("g.fw-handle").first.get_attribute("aria-valuetext").split()[1][:-1].replace("−", "-")) == got
    assert f"Nearest computed: {control.label} = " in note_of(page)
    assert errors == []


@pytest.mark.parametrize("key", ["ArrowRight", "Shift+ArrowUp"])
@pytest.mark.parametrize("kind", [ContourDescent, RegularizerViewer])
def test_keys_move_a_point_from_place_to_place(kind, key, open_file, tmp_path):
    page, errors = open_file(kind.example().to_html(tmp_path / "page.html", budget=BUDGET))
    handle = page.locator("g.fw-handle").first
    places = [handle.get_attribute("aria-valuetext")]
    handle.focus()
    for _ in range(3):
        page.keyboard.press(key)
        page.evaluate(STILL)
        places.append(handle.get_attribute("aria-valuetext"))
    assert len(set(places)) > 1
    assert errors == []


def test_a_button_that_is_pressed_more_often_than_carried_says_so(open_file, tmp_path):
    page, errors = open_file(ImageComparison.example().to_html(tmp_path / "page.html"))
    button = page.get_by_role("button", name="Other digits", exact=True)
    captions = [page.locator("[data-part=caption]").inner_text()]
    for _ in range(9):
        button.click()
        page.evaluate(STILL)
        captions.append(page.locator("[data-part=caption]").inner_text())
        if captions[-1] == captions[-2]:
            break
    assert len(captions) < 10
    assert "needs Python" in page.locator("[data-part=message]").inner_text()
    assert errors == []


@pytest.mark.parametrize(
    ("kind", "button"),
    [(ImageComparison, "Other digits"), (ImportanceViewer, "Permute again"), (ImputationViewer, "Other values")],
)
def test_reset_goes_back_to_the_first_state(kind, button, open_file, tmp_path):
    page, errors = open_file(kind.example().to_html(tmp_path / "page.html", budget=BUDGET))
    page.evaluate(STILL)
    shown = [page.evaluate(SAID), page.evaluate(SHOWN)]
    for press in range(3):
        page.get_by_role("button", name=button, exact=True).click()
        page.evaluate(STILL)
        assert press or [page.evaluate(SAID), page.evaluate(SHOWN)] != shown
    page.get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Reset").click()
    page.evaluate(STILL)
    assert [page.evaluate(SAID), page.evaluate(SHOWN)] == shown
    assert errors == []


def damaged(path, change):
    """Change the encoded answers in a page's text."""
    text = path.read_text(encoding="utf-8")
    start = text.index('id="answers">') + len('id="answers">')
    data = text[start : text.index("</script>", start)]
    path.write_text(text.replace(data, change(data)), encoding="utf-8")
    return path


DAMAGES = {
    "another letter": lambda data: data[:900] + ("A" if data[900] != "A" else "B") + data[901:],
    "another letter at the end": lambda data: data[:-9] + ("A" if data[-9] != "A" else "B") + data[-8:],
    "no letter of the code": lambda data: data[:900] + "*" + data[901:],
    "half of it": lambda data: data[: len(data) // 8 * 4],
    "nothing": lambda data: "",
    "something else": lambda data: base64.b64encode(b"<html>404 Not Found</html>").decode(),
}


def first_picture_and_greyed(page, w, reason):
    """Check that a page shows its first picture and that its compute controls are off, with a reason."""
    page.wait_for_function("reason => document.querySelector('[data-part=offline]').innerText.includes(reason)", arg=reason)
    assert page.locator("[data-part=caption]").inner_text() == w.caption
    assert page.locator("figure svg.fw-plot").first.is_visible()
    fieldsets = page.locator("fieldset.fw-compute")
    assert fieldsets.count() > 0
    assert fieldsets.evaluate_all("all => all.every(each => each.disabled)")


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_answers_leave_the_first_picture_and_grey_the_controls(damage, open_file, tmp_path):
    w = RescalingViewer.example()
    page, errors = open_file(damaged(w.to_html(tmp_path / "page.html"), DAMAGES[damage]))
    first_picture_and_greyed(page, w, "damaged")
    assert len(errors) == 1, "it is logged once"


def test_an_old_browser_shows_the_first_picture_and_greys_the_controls(open_file, tmp_path):
    w = RescalingViewer.example()
    page, errors = open_file(w.to_html(tmp_path / "page.html"), "delete globalThis.DecompressionStream")
    first_picture_and_greyed(page, w, "too old")
    assert len(errors) == 1


def answers_to_a_choice(place, w, name):
    """Choose the next option of a choice; check that the caption is Python's."""
    options = w.inputs[name].options
    option = options[(options.index(getattr(w, name)) + 1) % len(options)]
    place.get_by_role("radio", name=option, exact=True).check()
    w.move(**{name: option})
    expect(place.locator("[data-part=caption]")).to_have_text(w.caption)


def test_a_page_in_a_frame_without_an_origin_answers(browser, tmp_path):
    """The file managers of some phones open a page so: without an origin, and so without storage."""
    w = CorrelationRanking.example()
    text = w.to_html(tmp_path / "page.html").read_text(encoding="utf-8")
    with closing(browser.new_page(viewport={"width": 400, "height": 800})) as page:
        errors = []
        listen(page, errors)
        page.set_content(
            f'<iframe sandbox="allow-scripts" style="width: 95%; height: 700px" srcdoc="{escape(text)}"></iframe>'
        )
        answers_to_a_choice(page.frame_locator("iframe"), w, "order")
        assert errors == []


@pytest.mark.parametrize("budget", [0, 10_000, 20_000_000])
def test_pages_of_every_budget_open_and_answer_what_they_carry(budget, open_file, tmp_path):
    w = CorrelationRanking.example()
    path = w.to_html(tmp_path / "page.html", budget=budget)
    page, errors = open_file(path)
    assert page.locator("[data-part=caption]").inner_text() == w.caption
    told = carried_by(path)["scene"].get("answers")
    assert bool(told) == (budget > 10_000), "one more state of this explorable needs more than 10 kB"
    if told:
        answers_to_a_choice(page, w, "order")
    else:
        assert "without Python" in note_of(page)
        assert page.locator("fieldset.fw-compute").evaluate_all("all => all.every(each => each.disabled)")
    assert errors == []


@pytest.mark.parametrize("kind", [ImputationViewer, MutualInformationViewer])
def test_a_page_of_sixty_features_with_long_names_answers(kind, open_file, tmp_path):
    data = long_names()
    arguments = (data.X,) if kind is ImputationViewer else (data.X, np.where(data.y > np.median(data.y), 1, -1))
    walk = Walk(lambda: kind(*arguments, feature_names=data.feature_names), tmp_path, open_file)
    rng, done = np.random.default_rng(1), 0
    for _ in range(8):
        control = walk.record["scene"]["controls"][rng.integers(len(walk.record["scene"]["controls"]))]
        act, _ = walk.page.evaluate(TIMED, [control["name"], control["kind"], float(rng.random())])
        if act:
            done += 1
            assert [*walk.follow(control["name"]), *walk.faults()] == [], act
    assert done > 2
    assert walk.errors == []


PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"


def test_the_first_picture_does_not_wait_for_the_answers(open_file, tmp_path):
    """Of a page as large as its budget allows."""
    w = RescalingViewer.example()
    page = w.page()
    plain = w.to_html(tmp_path / "plain.html", answers=False)
    noise = np.random.default_rng(0).integers(0, 256, 950_000, dtype=np.uint8)
    book = Book()
    book.add({"scene": page["scene"]["panels"], "values": {"noise": encode_array(noise)}})
    data = book.written(1, np.zeros((1, 0)), {"moves": [], "refusals": []}, rounded=False)
    page["scene"]["answers"]["data"] = encode_array(np.frombuffer(data, np.uint8))
    full = write_page(w.scene, tmp_path / "full.html", state=w.state, page=page)
    assert full.stat().st_size > plain.stat().st_size + 1_200_000
    times = {plain: [], full: []}
    for path in [plain, full] * 6:
        tab, errors = open_file(path)
        wait_until(lambda tab=tab: tab.evaluate(PAINTED) is not None, "the first picture", tab)
        times[path].append(tab.evaluate(PAINTED))
        tab.context.close()
        assert errors == []
    without, carrying = map(min, times.values())  # other programs only add to it
    print(f"first picture after {without:.0f} ms without answers, {carrying:.0f} ms with 1 MB of them")
    assert carrying <= 1.3 * without + 20

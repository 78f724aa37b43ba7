"""What every explorable has and does."""

import base64
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

import ipywidgets
import numpy as np
import pytest

import fewidgets
from fewidgets.authoring.gallery import examples, file_name
from fewidgets.data import load_boston
from fewidgets.explorables import EXPLORABLES, State
from fewidgets.explorables.framework import explorable as base_module
from fewidgets.explorables.framework.keywords import defaults_of
from fewidgets.explorables.framework.renderer import Renderer
from fewidgets.lessons.names import lesson_named
from fewidgets.scene import Cells, Counts, Drawing, File, Points
from fewidgets.scene.page.encode import encode_state
from tests.explorables.sent import size_of
from tests.explorables.test_walks import any_value
from tests.programs import program

ROOT = Path(__file__).parents[2]
USUAL, STATE_LIMIT, MOST = 90_000, 210_000, 1_500_000  # with the two modules of the renderer, which may have 120,000

each = pytest.mark.parametrize("name", EXPLORABLES)
ON_A_TABLE = pytest.mark.parametrize("name", ["BoostingStepper", "LambdaSlider"])


def make(name):
    """Give the instance that the gallery shows."""
    return examples()[file_name(name)]()


def on_boston(name, **keywords):
    return EXPLORABLES[name](load_boston(), reduction="sum", **keywords)


def movable(w):
    """List the controls that can be moved here, with another value for each."""
    rng, found = np.random.default_rng(0), []
    for control in w.scene.controls:
        if not isinstance(control, Cells | Counts | Drawing | File | Points):
            values = (control.nearest(any_value(control, rng)) for _ in range(20))
            now = getattr(w, control.name), "your own"  # there is no sound of one's own yet
            found += [(control, value) for value in values if value not in now][:1]
    return found


@each
def test_registry_is_complete(name, tmp_path):
    kind = EXPLORABLES[name]
    w = make(name)
    assert getattr(fewidgets, name) is kind
    assert name in fewidgets.__all__
    assert kind.lesson == f"{lesson_named(kind.section)}.ipynb"  # tests/authoring/test_gallery.py opens it
    assert kind.description.endswith(".")
    assert len(w.figure().axes) >= len(w.scene.panels)
    assert w.to_html(tmp_path / "page.html", budget=20_000).stat().st_size > 10_000
    assert w.caption
    assert repr(w).startswith(f"{name}(")
    assert repr(w).endswith(w.caption)
    assert repr(make(name)) == repr(w)
    assert kind.__doc__
    assert all(trait.help for trait in kind.class_own_traits(sync=True).values())


@each
def test_every_control_is_a_synced_trait(name):
    w = make(name)
    assert set(w.inputs) <= {control.name for control in w.scene.controls}
    for control in w.scene.initial_state:
        assert isinstance(w.traits()[control], State)
        assert w.trait_metadata(control, "sync")
        assert control in w.get_state()
        np.testing.assert_equal(encode_state(w.scene.check(control, getattr(w, control))), encode_state(getattr(w, control)))


@each
def test_state_follows_and_is_told(name):
    w = make(name)
    assert movable(w), "nothing that a test could move"
    for control, value in movable(w):
        w = make(name)
        seen = []
        w.observe(seen.append, control.name)
        setattr(w, control.name, value)
        assert [change.new for change in seen] == [value], control.name
        assert w.state[control.name] == value
        assert w.caption == w.scene.caption_at(**w.state)
        w.close()


@each
def test_the_repr_names_keywords_of_the_constructor_and_state(name):
    w = make(name)
    written = repr(w).removesuffix(f": {w.caption}")
    named = re.findall(r"[(,] ?([a-z_]+)=", re.sub(r"'[^']*'", "''", written))
    assert set(named) <= {*defaults_of(type(w)), *w.state}


@each
def test_the_repr_tells_what_was_moved(name):
    w = make(name)
    control, value = movable(w)[0]
    before = repr(w)
    setattr(w, control.name, value)
    assert repr(w) != before


@each
def test_all_that_is_sent_is_small(name):
    w = make(name)
    sent = size_of(w.get_state()) + size_of(w.layout.get_state())
    if EXPLORABLES[name].heavy:
        assert sent <= MOST
        return
    assert sent <= USUAL
    assert sent + size_of(Renderer.shared().get_state()) <= STATE_LIMIT


@each
def test_the_renderer_is_sent_once_a_kernel(name):
    first, second = make(name), make(name)
    assert first._renderer is second._renderer
    assert first.get_state()["_renderer"] == f"IPY_MODEL_{Renderer.shared().model_id}"
    assert len(first._esm) <= 1024
    assert "code" not in first.get_state()


def test_rarely_used_marks_are_sent_only_where_they_are_needed():
    needed = {name for name in EXPLORABLES if make(name)._marks is not None}
    assert {"SpamViewer", "EdgeHistogramViewer"} <= needed
    assert not {"BoostingStepper", "LambdaSlider", "Prediction"} & needed
    first, second = make("SpamViewer"), make("EdgeHistogramViewer")
    assert first._marks is second._marks
    assert "code" not in first.get_state()


def test_a_closed_renderer_is_made_anew():
    first = Renderer.shared()
    first.close()
    second = Renderer.shared()
    assert second is not first
    assert second.comm is not None
    assert isinstance(second, Renderer)
    assert second.get_state()["_model_module"] == "@jupyter-widgets/base"


def test_each_session_of_an_application_has_its_own_renderer():
    """In an application of marimo, the sessions of all readers are threads of one process."""
    sessions = [ThreadPoolExecutor(1) for _ in range(2)]
    first, second = (session.submit(Renderer.shared).result() for session in sessions)
    assert len({first, second, Renderer.shared()}) == 3
    assert sessions[0].submit(Renderer.shared).result() is first
    for session in sessions:
        session.shutdown()


def test_the_stub_is_a_module(tmp_path):
    stub = Path(base_module.__file__).with_name("loader.js")
    driver = tmp_path / "drive.mjs"
    driver.write_text(STUB_DRIVER, encoding="utf-8")
    (tmp_path / "stub.mjs").write_text(stub.read_text(encoding="utf-8"), encoding="utf-8")
    run = subprocess.run([program("node"), str(driver)], capture_output=True, text=True, timeout=30, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == ["painted", "painted", "loads:1", "cleaned", "told"]


STUB_DRIVER = """
// node cannot import blob: addresses, so a data: address stands for one.
let loads = 0;
URL.createObjectURL = (blob) => { loads += 1; return "data:text/javascript," + encodeURIComponent(blob.text); };
globalThis.Blob = class { constructor([text]) { this.text = text; } };
const { default: stub } = await import("./stub.mjs");
const code = "export function render({ model, el }) { el.append('painted'); return () => el.append('cleaned'); }";
let asked = 0;
const widget_manager = {
  get_model(id) {
    if (id !== "abc") throw new Error("unknown");
    if (++asked < 3) throw new Error("not yet");
    return Promise.resolve({ get: (name) => (name === "code" ? code : undefined) });
  },
};
const el = { append: (text) => console.log(text) };
const model = { get: () => "IPY_MODEL_abc", widget_manager };
const clean = await stub.render({ model, el });
await stub.render({ model, el });
console.log(`loads:${loads}`);
clean();
const bad = { get: () => "throw new Error('x')" };
const broken = { get: () => "IPY_MODEL_abc", widget_manager: { get_model: async () => bad } };
const tell = (text) => console.log(text.includes("cannot show this (x)") ? "told" : text);
await stub.render({ model: broken, el: { append: tell } }).catch(() => {});
"""


@pytest.mark.slow
@each
def test_a_viewer_without_widgets_gets_picture_and_text(name):
    w = make(name)
    data, metadata = w._repr_mimebundle_()
    assert metadata["text/html"]["alt"] == w.caption
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == w.model_id
    picture = ElementTree.fromstring(data["text/html"].replace(">", "/>"))
    assert picture.tag == "img"
    assert w.caption in picture.get("alt")
    start, _, packed = picture.get("src").partition(",")
    assert start == "data:image/svg+xml;base64"
    assert ElementTree.fromstring(base64.b64decode(packed)).get("role") == "img"
    assert data["text/plain"] == repr(w)


@each
def test_a_picture_that_fails_does_not_take_the_widget_with_it(name, monkeypatch):
    def fail(*_, **__):
        raise RuntimeError("no fonts")

    monkeypatch.setattr(base_module, "still_img", fail)
    data, _ = make(name)._repr_mimebundle_()
    assert sorted(data) == ["application/vnd.jupyter.widget-view+json", "text/plain"]


@pytest.mark.slow
@each
def test_figures_take_a_state_of_their_own(name):
    w = make(name)
    before = repr(w)
    for control, value in movable(w):
        w.figure(theme="dark", **{control.name: value})
    assert repr(w) == before
    control = w.scene.controls[0].name
    with pytest.raises((TypeError, ValueError), match=rf"^{control} must "):
        w.figure(**{control: object()})
    with pytest.raises(TypeError, match="no control 'stepp'"):
        w.figure(stepp=1)
    with pytest.raises(ValueError, match="theme must be 'light' or 'dark'; got 'blue'"):
        w.figure(theme="blue")


@ON_A_TABLE
def test_layout(name):
    assert on_boston(name, layout={"width": "400px"}).layout.width == "400px"
    assert on_boston(name, layout=ipywidgets.Layout(width="3em")).layout.width == "3em"
    with pytest.raises(TypeError, match="layout has no entry 'widht': did you mean 'width'"):
        on_boston(name, layout={"widht": "1px"})


@ON_A_TABLE
def test_names_with_braces_stay_as_they_are(name):
    X = [[-1, 1], [1, 1], [-1, -1], [1, -1]]
    w = EXPLORABLES[name](X, [0, 7, -1, 2], feature_names=["{n}", "{told}"])
    setattr(w, w.scene.controls[0].name, 1)
    assert "{n}" in w.caption or "{told}" in w.caption

"""What every explorable has and does."""

import inspect
import json
import subprocess
from pathlib import Path

import ipywidgets
import numpy as np
import pytest
import traitlets
from ipywidgets.widgets.widget import _remove_buffers

import fewidgets
from fewidgets.data import load_boston
from fewidgets.explorables import EXPLORABLES, State
from fewidgets.explorables import base as base_module
from fewidgets.explorables.renderer import Renderer, shared_renderer

ROOT = Path(__file__).parents[2]
STATE_LIMIT = 150_000

each = pytest.mark.parametrize("name", EXPLORABLES)


def make(name, **keywords):
    return EXPLORABLES[name](load_boston(), reduction="sum", **keywords)


def size_of(state):
    plain, _, buffers = _remove_buffers(state)
    return len(json.dumps(plain)) + sum(len(buffer) for buffer in buffers)


@each
def test_registry_is_complete(name, tmp_path):
    kind = EXPLORABLES[name]
    w = make(name)
    assert getattr(fewidgets, name) is kind
    assert name in fewidgets.__all__
    assert (ROOT / "notebooks" / kind.lesson).is_file()
    assert kind.lesson.startswith(kind.section)
    assert len(w.figure().axes) >= len(w.scene.panels)
    assert w.to_html(tmp_path / "page.html").stat().st_size > 10_000
    assert w.caption
    assert repr(w).startswith(f"{name}(506 × 13, ")
    assert repr(w).endswith(w.caption)
    assert list((ROOT / "tests/browser").glob(f"test_{_snake(name)}*.py")), "no keyboard test in a browser"
    assert kind.__doc__
    assert all(trait.help for trait in kind.class_own_traits(sync=True).values())


def _snake(name):
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")


@each
def test_every_control_is_a_synced_trait(name):
    w = make(name)
    for control, value in w.scene.initial_state.items():
        assert isinstance(w.traits()[control], State)
        assert w.trait_metadata(control, "sync")
        assert w.get_state()[control] == value


@each
def test_state_follows_and_is_told(name):
    w = make(name)
    main = w.scene.controls[0].name
    seen = []
    w.observe(lambda change: seen.append(change.new), main)
    before = repr(w)
    setattr(w, main, 2)
    assert seen == [2]
    assert w.state[main] == 2
    assert repr(w) != before
    assert w.caption == w.scene.caption_at(**w.state)


@each
def test_a_refused_value_leaves_the_state_alone(name):
    w = make(name)
    main = w.scene.controls[0].name
    for wrong, error in [(-1, ValueError), ("two", TypeError), (None, TypeError), (1e9, (TypeError, ValueError))]:
        with pytest.raises(error, match=f"{main} is "):
            setattr(w, main, wrong)
    assert w.state == w.scene.initial_state


@each
def test_a_trait_can_be_linked_in_the_browser(name):
    w = make(name)
    main = w.scene.controls[0].name
    link = ipywidgets.jslink((w, main), (ipywidgets.FloatSlider(), "value"))
    assert link.source == (w, main)
    other = make(name)
    traitlets.link((w, main), (other, main))
    setattr(w, main, 3)
    assert getattr(other, main) == 3


@each
def test_all_that_is_sent_is_small(name):
    w = make(name, **({"folds": 10} if "folds" in inspect.signature(EXPLORABLES[name]).parameters else {}))
    sent = size_of(w.get_state()) + size_of(w.layout.get_state())
    assert sent <= 90_000
    assert sent + size_of(shared_renderer().get_state()) <= STATE_LIMIT


@each
def test_the_renderer_is_sent_once_a_kernel(name):
    first, second = make(name), make(name)
    assert first._renderer is second._renderer
    assert first.get_state()["_renderer"] == f"IPY_MODEL_{shared_renderer().model_id}"
    assert len(first._esm) <= 1024
    assert "code" not in first.get_state()


def test_a_closed_renderer_is_made_anew():
    first = shared_renderer()
    first.close()
    second = shared_renderer()
    assert second is not first
    assert second.comm is not None
    assert isinstance(second, Renderer)
    assert second.get_state()["_model_module"] == "@jupyter-widgets/base"


def test_the_stub_is_a_module(tmp_path):
    stub = Path(base_module.__file__).with_name("stub.js")
    driver = tmp_path / "drive.mjs"
    driver.write_text(STUB_DRIVER, encoding="utf-8")
    (tmp_path / "stub.mjs").write_text(stub.read_text(encoding="utf-8"), encoding="utf-8")
    run = subprocess.run(["node", str(driver)], capture_output=True, text=True, timeout=30, check=False)
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


@each
def test_a_viewer_without_widgets_gets_picture_and_text(name):
    w = make(name)
    data, _ = w._repr_mimebundle_()
    assert data["application/vnd.jupyter.widget-view+json"]["model_id"] == w.model_id
    assert data["image/png"].startswith("iVBORw0KGgo")
    assert data["text/plain"] == repr(w)


@each
def test_a_picture_that_fails_does_not_take_the_widget_with_it(name, monkeypatch):
    from fewidgets.scene import matplotlib_renderer

    def fail(*_, **__):
        raise RuntimeError("no fonts")

    monkeypatch.setattr(matplotlib_renderer, "still_png", fail)
    data, _ = make(name)._repr_mimebundle_()
    assert sorted(data) == ["application/vnd.jupyter.widget-view+json", "text/plain"]


@each
def test_figures_take_a_state_of_their_own(name):
    w = make(name)
    main = w.scene.controls[0].name
    w.figure(theme="dark", **{main: 5})
    assert w.state == w.scene.initial_state
    with pytest.raises(ValueError, match=f"{main} is -1"):
        w.figure(**{main: -1})
    with pytest.raises(TypeError, match="no control 'stepp'"):
        w.figure(stepp=1)
    with pytest.raises(ValueError, match="theme is 'blue'"):
        w.figure(theme="blue")


@each
def test_layout(name):
    assert make(name, layout={"width": "400px"}).layout.width == "400px"
    assert make(name, layout=ipywidgets.Layout(width="3em")).layout.width == "3em"
    for layout, error, message in [
        ("wide", TypeError, "layout is 'wide'"),
        ({"widht": "1px"}, TypeError, "layout has no entry 'widht': did you mean 'width'"),
        ({"width": 3}, ValueError, "layout: "),
    ]:
        with pytest.raises(error, match=message):
            make(name, layout=layout)


@each
def test_a_feature_is_followed(name):
    w = make(name, feature="RM")
    assert w.feature == "RM"
    assert w.scene.control("feature").options == w.data.feature_names
    assert {key for panel in w.scene.panels for mark in panel.marks for key in np.atleast_1d(getattr(mark, "keys", ()))} - {""}


@each
def test_names_with_braces_stay_as_they_are(name):
    X = [[-1, 1], [1, 1], [-1, -1], [1, -1]]
    w = EXPLORABLES[name](X, [0, 7, -1, 2], feature_names=["{n}", "{told}"])
    setattr(w, w.scene.controls[0].name, 1)
    assert "{n}" in w.caption or "{told}" in w.caption

"""Compute controls without a browser: what a widget computes anew, what it takes back, and what it tells."""

import logging
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

from fewidgets.explorables import Explorable, State
from fewidgets.explorables.framework import progress
from fewidgets.scene import Number, Panel, Point, Scene, Slider
from fewidgets.scene.controls.compute import Upload

WORKBENCH = Path(__file__).parents[2] / "browser" / "workbench.py"


@pytest.fixture(scope="module")
def workbench():
    spec = spec_from_file_location("workbench", WORKBENCH)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Workbench


@pytest.fixture
def w(workbench):
    return workbench()


def ask(w, serial="1", /, *buffers, **changes):
    """Play a browser's message."""
    w._handle_custom_msg({"ask": changes, "serial": serial}, list(buffers))


def test_a_value_that_is_set_makes_a_new_trace_before_anybody_hears_of_it(w):
    heard = []
    w.observe(lambda change: heard.append((change.new, w.trace[1][0].tolist(), w.caption)), "start")
    w.start = (0.5, -1)
    assert heard == [((0.5, -1.0), [0.5, -1.0], "Step 0 of 5 from (0.500, −1.00).")]
    assert w.scene.panels[0].marks[1].x[0] == 0.5
    scene = w._scene
    w.start = (0.5, -1.0)
    assert w._scene is scene, "the same value computes nothing"


def test_states_that_are_given_are_there_from_the_start(workbench):
    w = workbench(count=3, start=(1, 1), step=2, words="on and on")
    assert w.trace[1].shape == (4, 2)
    assert (w.count, w.start, w.step) == (3, (1.0, 1.0), 2)
    assert w.get_state()["start"] == [1.0, 1.0]
    for wrong, error in [({"count": 0}, ValueError), ({"start": "here"}, TypeError), ({"step": 9}, ValueError)]:
        with pytest.raises(error, match=f"^{next(iter(wrong))} must "):
            workbench(**wrong)


def test_several_moves_compute_once(w):
    made = []
    w.observe(lambda change: made.append(change.name), "_scene")
    w.move(count=8, step_length=0.2, step=7)
    assert made == ["_scene"]
    assert (w.count, w.step_length, w.step) == (8, 0.2, 7)
    w.move(step=3)
    assert made == ["_scene"]
    with pytest.raises(TypeError, match="The scene has no control 'stepp'"):
        w.move(stepp=1)


def test_replay_controls_are_carried_over(w):
    w.step = 5
    w.count = 3
    assert w.step == 3
    w.count = 10
    assert w.step == 3


@pytest.mark.parametrize(
    ("name", "value", "error"),
    [
        ("words", " ", ValueError),
        ("words", "upset", TypeError),
        ("words", "zero", ZeroDivisionError),
        ("step_length", 1e9, ValueError),
        ("count", 2.5, TypeError),
        ("steep", 1, TypeError),
        ("start", (0, 3), ValueError),
        ("drawn", np.full((8, 8), 256), ValueError),
        ("upload", Upload("a.txt", b"x" * 2001), ValueError),
    ],
)
def test_what_cannot_be_leaves_everything_as_it_was(w, name, value, error):
    before, state, snapshot = repr(w), w.get_state(), w.snapshot
    with pytest.raises(error) as told:
        setattr(w, name, value)
    if error is not ZeroDivisionError:
        assert name in str(told.value) or value.name in str(told.value)
    assert repr(w) == before
    assert w.snapshot is snapshot
    assert w.get_state() == state
    assert w.message == ""


def test_a_browser_s_wish_is_answered(w):
    ask(w, "a-1", start=[0.25, 1], count=2)
    assert (w.start, w.count, w._answered, w.message) == ((0.25, 1.0), 2, "a-1", "")


def test_pixels_switches_and_files_come_as_buffers(w):
    pixels = np.arange(64, dtype=np.uint8).reshape(8, 8)
    ask(w, "1", memoryview(pixels).cast("B"), drawn={"dtype": "uint8", "shape": [8, 8], "buffer": 0})
    np.testing.assert_array_equal(w.drawn, pixels)
    assert not w.drawn.flags.writeable
    switched = np.eye(4, 2, dtype=np.uint8)
    ask(w, "2", memoryview(switched).cast("B"), gone={"dtype": "uint8", "shape": [4, 2], "buffer": 0})
    np.testing.assert_array_equal(w.gone, switched.astype(bool))
    ask(w, "3", memoryview(b"hello"), upload={"name": "a.txt", "size": 5, "buffer": 0})
    assert (w.upload.name, w.upload.data) == ("a.txt", b"hello")
    assert w.get_state()["upload"] == {"name": "a.txt", "size": 5}
    assert w.message == ""
    ask(w, "4", memoryview(b"123"), drawn={"dtype": "uint8", "shape": [8, 8], "buffer": 0})
    assert w.message
    assert w._answered == "4"


def test_what_a_browser_cannot_have_is_told_and_the_next_good_answer_clears_it(w, caplog):
    ask(w, "1", words="upset")
    assert (w.message, w._answered, w.words) == ("words is upset; wanted calm words", "1", "the cats sat")
    with caplog.at_level(logging.CRITICAL):
        ask(w, "2", words="zero")
    assert w.message == "This could not be computed (ZeroDivisionError: a fault of ours). The picture is the last good one."
    ask(w, "3", words="the cats sat")
    assert w.message == "", "going back to the last good value is good"
    ask(w, "4", words="")
    w.start = (1, 1)
    assert w.message == "", "so is a good move from Python"
    ask(w, "5", nobody=3)
    assert "nobody" in w.message


def test_an_interrupted_computation_is_told(w, monkeypatch):
    def interrupted(data, values):
        raise KeyboardInterrupt

    monkeypatch.setattr(w, "trace_of", interrupted)
    ask(w, "1", count=3)
    assert w.message == "Stopped. The picture is the last one that was finished."
    assert (w.count, w._answered) == (5, "1")


def test_a_link_in_the_browser_computes_too_and_its_faults_are_told(w):
    w.set_state({"step_length": 0.5})
    assert w.step_length == 0.5
    assert w.trace[1][1].tolist() == [0.75, -1.0]
    w.set_state({"step_length": 1e9})
    assert w.step_length == 0.5
    assert w.message == "step_length must be a number from 0.001 to 10; got 1000000000.0."
    w.set_state({"step": 99, "block": [9, 1]})
    assert (w.step, w.block) == (5, (3, 1)), "a browser may speak of the scene before this one"


def test_all_of_an_answer_goes_out_in_one_message(w, monkeypatch):
    sent = []
    monkeypatch.setattr(type(w), "_send", lambda self, message, buffers=None: sent.append(message))
    monkeypatch.setattr(type(w.comm), "kernel", "a kernel", raising=False)  # without one, ipywidgets 7 sends nothing
    ask(w, "1", start=[0.0, 1.0])
    updates = [message["state"] for message in sent if message["method"] == "update"]
    assert [set(update) >= {"_scene", "start", "_answered"} for update in updates] == [True]
    assert not [message for message in sent if message["method"] == "custom"], "it was too quick to tell of progress"


def test_progress_is_told_now_and_then(w, monkeypatch):
    sent = []
    times = iter(np.arange(0.0, 100.0, 0.11))
    monkeypatch.setattr(progress, "monotonic", lambda: next(times))
    monkeypatch.setattr(type(w), "send", lambda self, content, buffers=None: sent.append(content["progress"]))
    w.start = (0.0, 1.0)
    assert sent == [[0.2, "step 1"], [0.6, "step 3"], None]
    w.figure(start=(1.0, 1.0))
    assert len(sent) == 3, "nobody waits for a figure in the widget"


def test_a_figure_in_another_state_is_computed_aside(w):
    before = repr(w)
    other = w.figure(start=(0.5, 0.5), count=2, step=2)
    handle = other.axes[0].collections[-1].get_offsets()
    assert handle.tolist() == [[0.5, 0.5]]
    assert len(other.axes[0].collections[0].get_offsets()) == 3
    assert repr(w) == before
    with pytest.raises(ValueError, match="words is empty"):
        w.figure(words=" ")
    assert repr(w) == before


def test_a_page_does_not_hold_the_files_of_a_reader(w, tmp_path):
    w.upload = Upload("a.txt", b"not for the page")
    page = w.to_html(tmp_path / "page.html", budget=50_000).read_text(encoding="utf-8")
    assert "a.txt" in page
    assert "not for the page" not in page


class Dependent(Explorable):
    """The starting point may lie only within a reach that is an input too."""

    lesson = section = "none"
    reach, start, step = State(), State(), State()

    def __init__(self, *, reach=1.0, start=(0.0, 0.0), step=0):
        self.take_arguments(data=None)

    def inputs_of(self, data, values):
        reach = values["reach"]
        return [Number("reach", 1, 10, start=2), Point("start", (-reach, reach), (0, reach))]

    def trace_of(self, data, values):
        return None

    def scene_of(self, trace, names, inputs):
        return Scene(
            "Dependent", [Panel("", [])], [*inputs.controls.values(), Slider("step", (0, 1, 2), start=2, carry="initial")]
        )


def test_inputs_may_depend_on_one_another():
    w = Dependent(reach=5, start=(4, 1))
    assert w.start == (4.0, 1.0)
    w.reach = 3
    assert w.start == (3.0, 1.0)
    assert w.step == 2
    with pytest.raises(ValueError, match=r"start must be .*; got \(4.0, 1.0\)"):
        Dependent(start=(4, 1))

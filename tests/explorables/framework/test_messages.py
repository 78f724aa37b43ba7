"""Whatever a browser sends: no error comes out, a wrong value becomes a message, and the widget stays as it was or moves."""

import json
import math

import ipywidgets
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from ipywidgets.widgets.widget import _remove_buffers

from fewidgets.authoring.gallery import examples, file_name
from fewidgets.explorables import EXPLORABLES
from fewidgets.scene.page.encode import encode_state
from fewidgets.scene.text.legible import WHOLE

each = pytest.mark.parametrize("name", EXPLORABLES)
CASES = 60  # for each explorable, so about 900 in all


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


DEEP = nested(5_000)
RAW = [{}, {"method": "update"}, {"method": "update", "state": 3}, {"method": 3}, []]
DTYPES = ["uint8", "float64", "object", "V8", "S3", "datetime64", "f8,f8", "", None, 3, DEEP]
SHAPES = [[2], [0], [-1], [8, 8], [10**9] * 2, [], [0] * 70, "22", None, 4, [1.5], [True], DEEP]
BUFFERS = [0, 1, -1, 7, 10**30, "0", None, True, 1.0, DEEP]
DATA = [b"", b"ab", b"x" * 64, memoryview(b"abcd"), "text", 10**12, None, [1, 2], DEEP]
FILES = ["a.wav", "caf\udce9\x00.png", "n" * 10**5, None, 7, DEEP]
STRANGE = ["nobody", "_scene", "message", "_esm", "layout", "tooltip", "_view_count", "", "\udce9"]
ODD = ["\udce9", "\x00", "x" * 10**5, DEEP, {"a": DEEP}, [[1, 2], [3]], [10**400], [None] * 3, [math.nan] * 2]
EXTREME = [math.inf, -math.inf, math.nan, 1e308, 10**400, -(10**5000)]

plain = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 10),
    st.floats(-10, 10),
    st.text(st.characters(), max_size=5),
    st.sampled_from(EXTREME),
    st.sampled_from(ODD),
)
parts = {"dtype": DTYPES, "shape": SHAPES, "buffer": BUFFERS, "data": DATA, "name": FILES}
arrays = st.fixed_dictionaries({}, optional={name: st.sampled_from(some) for name, some in parts.items()})
values = st.one_of(plain, arrays, st.lists(plain, max_size=3), st.dictionaries(st.text(max_size=3), plain, max_size=2))
serials = st.one_of(st.just("a-1"), st.just("a-2"), plain)


def messages(controls):
    """What a browser may send to an explorable with such controls: a kind, and the message's data."""
    names = st.one_of(st.sampled_from(controls), st.sampled_from(STRANGE))
    states = st.dictionaries(names, values, max_size=3)
    asks = st.fixed_dictionaries({}, optional={"ask": st.one_of(states, plain), "serial": serials, "more": plain})
    paths = st.lists(st.lists(st.one_of(names, st.integers(-2, 2), st.just("data")), max_size=3), max_size=2)
    return st.one_of(
        st.builds(lambda state: {"method": "update", "state": state}, states),
        st.builds(lambda state, where: {"method": "update", "state": state, "buffer_paths": where}, states, paths),
        st.builds(lambda content: {"method": "custom", "content": content}, st.one_of(asks, plain)),
        st.sampled_from(RAW),
    )


def seen(w):
    """The state and the picture, as a browser would see them."""
    state = {name: encode_state(getattr(w, name)) for name in w.scene.initial_state}
    rest, _, buffers = _remove_buffers({"state": state, "scene": dict(w._scene), "layout": w.layout.model_id})
    return json.dumps(rest, sort_keys=True, allow_nan=False), [bytes(part) for part in buffers]


def check_sound(w):
    """Every part of the state is one that its control takes, and all texts can be written."""
    for name, value in w.state.items():
        np.testing.assert_equal(encode_state(w.scene.check(name, value)), encode_state(value))
    w.caption.encode("utf-8")
    json.dumps(seen(w)[0], ensure_ascii=False).encode("utf-8")
    assert len(w.message) <= WHOLE
    w.message.encode("utf-8")


@pytest.mark.slow
@each
def test_no_message_breaks_an_explorable(name, monkeypatch):
    w = examples()[file_name(name)]()
    logged = []
    for level in ("warning", "exception"):  # ipywidgets logs what a handler raises, and we what only a fault of ours explains
        monkeypatch.setattr(w.log, level, lambda *told, **_: logged.append(told))

    @settings(max_examples=CASES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None)
    @given(messages([*w.scene.initial_state]), st.lists(st.sampled_from([b"", b"ab", b"x" * 64]), max_size=2))
    def deliver(data, buffers):
        before = seen(w)
        logged.clear()
        w.set_trait("message", "")
        w._handle_msg({"content": {"data": data}, "buffers": [memoryview(part) for part in buffers]})
        assert logged == []
        check_sound(w)
        assert seen(w) == before or not w.message

    deliver()
    ipywidgets.Widget.close_all()


@each
def test_the_cases_of_the_report(name):
    w = examples()[file_name(name)]()
    before = seen(w)
    objects = {"dtype": "object", "shape": [1], "data": b"x" * 8}
    for control in w.scene.initial_state:
        for value in (None, {"dtype": "uint8", "shape": [2], "buffer": 5}, {"name": 3}, objects):
            w.set_trait("message", "")
            w.set_state({control: value})
            assert control in w.message or (value is None and getattr(w, control) is None)
            w._handle_custom_msg({"ask": {control: value}, "serial": "a-1"}, [])
            assert seen(w) == before
    w._handle_custom_msg({"ask": {}}, [])
    assert w.message == "serial must be a text of at most 200 characters; got None"
    w.set_state({"nobody": 1})
    assert w.message.startswith("'nobody' cannot be set; expected one of ")
    w.set_state({"_scene": {}, "message": "x"})
    assert "cannot be set" in w.message
    assert seen(w) == before


def test_all_or_nothing():
    w = examples()["boosting_stepper"]()
    w.set_state({"round": 1, "feature": "nobody"})
    assert (w.round, w.feature, w.message) == (1, "", ""), "a browser may speak of the scene before this one"
    for wrong in ({"nobody": 3}, {"predict": 3}, {"feature": 3}):
        w.set_state({"round": 0, **wrong})
        assert w.round == 1
        assert w.message


def test_several_inputs_of_one_message_are_set_together(monkeypatch):
    w = examples()["contour_descent"]()
    traced = []
    trace_of = type(w).trace_of
    monkeypatch.setattr(type(w), "trace_of", lambda self, data, values: traced.append(1) or trace_of(self, data, values))
    inputs = [control for control in w.inputs.values() if control.kind == "number"][:2]
    w.set_state({control.name: control.nearest(0.3) for control in inputs})
    assert [getattr(w, control.name) for control in inputs] == [control.nearest(0.3) for control in inputs]
    assert (len(inputs), len(traced), w.message) == (2, 1, "")

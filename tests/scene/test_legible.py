"""Any text at all: what comes out can be written as UTF-8, XML and JSON, and what was fine stays as it was."""

import html
import io
import json
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewidgets.scene import (
    Axis,
    Bars,
    Cells,
    Choice,
    Frames,
    Line,
    Order,
    Panel,
    Pick,
    Question,
    Readout,
    Scene,
    Stepper,
    Style,
    Table,
    Template,
    Text,
    TextArea,
    Tokens,
)
from fewidgets.scene.controls.compute import Upload
from fewidgets.scene.page.encode import as_json, encode
from fewidgets.scene.page.page import page_html
from fewidgets.scene.still.matplotlib_figure import draw
from fewidgets.scene.still.svg_picture import still_svg
from fewidgets.scene.text.legible import LABEL, QUOTED, label_of, labels_of, legible, quoted, quoted_all

HOSTILE = "caf\udce9 \x00\x1b[31m\x07 \u202eright to left\u2066 \ufffe </script><b> \u2028 λ"
any_text = st.text(st.characters(), max_size=40)  # lone surrogates, controls and noncharacters as well


@given(any_text)
def test_every_text_can_be_written(text):
    shown = legible(text)
    shown.encode("utf-8")
    ET.fromstring(f"<a>{html.escape(shown)}</a>")
    assert legible(shown) == shown
    assert len(shown) <= len(text)


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"])))
def test_what_can_be_shown_stays(text):
    assert legible(text) == text


@given(
    st.lists(
        st.one_of(any_text, st.sampled_from(["a", "a" * 100 + "b", "a" * 101 + "b", "x\ny", "x y"])), max_size=12, unique=True
    )
)
def test_labels_are_short_legible_and_distinct(names):
    labels = labels_of(names)
    assert len(set(labels)) == len(names)
    for name, label in zip(names, labels, strict=True):
        assert len(label) <= LABEL + 8
        assert "\n" not in label
        label.encode("utf-8")
        if len(name) <= LABEL and name.isprintable() and name == " ".join(name.split()):
            assert label == name


def test_a_long_name_keeps_both_its_ends():
    assert label_of("Question 17: " + "how " * 300_000 + "(daily)").startswith("Question 17: how")
    assert labels_of(["a" * 10**6 + end for end in "xyz"])[0].endswith("ax")


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


HUGE = [
    "x" * 10**6,
    b"x" * 10**6,
    list(range(10**5)),
    dict.fromkeys(range(1000), "y" * 1000),
    10**5000,
    nested(50_000),
    np.arange(10**6),
    "caf\udce9",
    object(),
    memoryview(b"z" * 10**6),
]


@pytest.mark.parametrize("value", HUGE, ids=lambda value: type(value).__name__)
def test_a_message_repeats_at_most_200_characters(value):
    text = quoted(value)
    assert 0 < len(text) <= QUOTED
    text.encode("utf-8")
    assert len(quoted_all([value] * 1000)) <= 3 * QUOTED + 30


def hostile_scene():
    """A scene that has a hostile text wherever a scene can have one."""
    t = HOSTILE
    step = Stepper("step", 2, label=t, question=Question(t, [t, "other"], [0]))
    choice, pick = Choice("choice", [t, "b"], label=t), Pick("pick", [t, "b"], label=t)
    style = [Style(t, glyph=t)]
    table = Table([t, "b"], Frames([[[t, 1.0]], [["b", 2.0]]], step), style=np.zeros((1, 2), int), styles=style)
    return Scene(
        t,
        [
            Panel(
                t, [Line([0, 1], [0, 1], label=t, key=t), Text(0.5, 0.5, Frames(np.array([t, "b"]), choice))], Axis(t), Axis(t)
            ),
            Panel(t, [Bars([t, "b"], [1.0, 2.0], keys=[t, "b"], style=[0, 0], styles=style)]),
            Panel(t, [table]),
            Panel(t, [Tokens([(t, 0, t)], style)]),
        ],
        [step, choice, pick, TextArea("words", t, label=t), Order("order", [t, "b"], label=t), Cells("cells", on=t, off=t)],
        [Readout(t, t), Readout(t, Template(t + " {n}", n=Frames([t, "b"], step)))],
        Template("{a} {b} " + t, a=Frames([t, "b"], choice), b=step),
        whole={"b": t},
    )


def texts_in(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts_in(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts_in(part)


def test_no_hostile_text_leaves_a_scene(recwarn):
    scene = hostile_scene()
    texts = list(texts_in(as_json(encode(scene))))
    assert sum("\N{REPLACEMENT CHARACTER}" in text for text in texts) >= 25
    assert all(legible(text) == text for text in texts)
    json.dumps(encode(scene), default=str, ensure_ascii=False).encode("utf-8")
    page_html(scene).encode("utf-8")
    assert scene.caption_at() == legible(scene.caption_at())
    ET.fromstring(still_svg(scene))
    drawn = io.BytesIO()
    draw(scene).savefig(drawn, format="svg")
    ET.fromstring(drawn.getvalue().decode("utf-8"))


def test_a_state_is_known_by_the_text_as_given_and_as_shown():
    scene = hostile_scene()
    shown = legible(HOSTILE)
    for name in ("choice", "pick"):
        assert scene.check(name, HOSTILE) == scene.check(name, shown) == shown
        assert scene.control(name).locate(shown)[0] == (name == "pick")
    assert scene.check("order", ("b", HOSTILE)) == ("b", shown)
    assert scene.check("words", HOSTILE) == shown
    assert Upload("../caf\udce9\n.wav", b"").name == "../caf\N{REPLACEMENT CHARACTER} .wav"
    assert scene.caption_at(choice="b").startswith("b 0 ")


def test_options_that_would_look_the_same_are_refused():
    with pytest.raises(ValueError, match="options of kind must differ"):
        Choice("kind", ["a\x00", "a\x01"])
    with pytest.raises(ValueError, match="at most 1,000 characters each; got one with 5,000"):
        Pick("kind", ["a" * 5000])

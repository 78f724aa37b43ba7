"""Inputs that are moved together give what they give one after another, in one of both orders, or a clear error."""

import io
import itertools
import wave

import numpy as np
import pytest
from PIL import Image

import fewidgets
from fewidgets.authoring.gallery import examples, file_name
from fewidgets.explorables import EXPLORABLES
from fewidgets.explorables.framework.snapshot import next_snapshot, same
from fewidgets.scene import (
    Block,
    Button,
    Cells,
    Choice,
    Counts,
    Drawing,
    File,
    Number,
    Order,
    Pick,
    Point,
    Points,
    TextArea,
    Toggle,
)
from fewidgets.scene.controls.compute import Upload
from fewidgets.scene.page.encode import as_json, encode

MOST_PAIRS = 8  # of each explorable


def tone(seconds=0.5, rate=8000):
    stored = io.BytesIO()
    with wave.open(stored, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((9000 * np.sin(np.arange(int(seconds * rate)) / 5)).astype("<i2").tobytes())
    return Upload("tone.wav", stored.getvalue())


def picture():
    stored = io.BytesIO()
    Image.fromarray(np.add.outer(np.arange(40), np.arange(40)).astype(np.uint8)).save(stored, "PNG")
    return Upload("ramp.png", stored.getvalue())


def anything(control, rng):
    """Return a value that a control may well accept."""
    match control:
        case Choice() | Pick():
            return str(rng.choice(list(control.options)))
        case Number():
            share = rng.random()
            value = control.low * (control.high / control.low) ** share if control.scale == "log" else 0.0
            value = value or control.low + share * (control.high - control.low)
            return round(value) if control.whole else value
        case Point():
            return tuple(float(rng.uniform(*ends)) for ends in (control.x, control.y))
        case Points():
            moved = np.stack([rng.uniform(*ends, len(control.start)) for ends in (control.x, control.y)], axis=1)
            return np.where([control.moves not in ("both", side) for side in "xy"], control.start, moved)
        case Counts():
            return rng.permutation(control.start.ravel()).reshape(control.start.shape)
        case Toggle():
            return bool(rng.integers(2))
        case Button():
            return int(rng.integers(5))
        case Order():
            return tuple(rng.permutation(list(control.items)).tolist())
        case Block():
            return (int(rng.integers(control.rows)), int(rng.integers(control.columns)))
        case Cells():
            return rng.random((control.rows, control.columns)) < 0.1
        case Drawing():
            return rng.integers(0, 256, (control.height, control.width))
        case TextArea():
            return ("one more text", "and another text") if control.lines else "one more text"
        case File():
            return tone() if "wav" in control.accept else picture()
    raise AssertionError(f"no value for {control}")


def moved(w, *steps):
    """Return the snapshot after several moves, or the text of the first error."""
    snapshot = w.snapshot
    try:
        for step in steps:
            snapshot = next_snapshot(w, snapshot, step)
    except (TypeError, ValueError) as error:
        return str(error)
    return snapshot


def alike(one, other):
    if isinstance(one, str) or isinstance(other, str):
        return isinstance(one, str) and isinstance(other, str)
    names = one.inputs.values.keys()
    values = names == other.inputs.values.keys() and all(same(one.values[name], other.values[name]) for name in names)
    return values and as_json(encode(one.scene)) == as_json(encode(other.scene))


@pytest.mark.parametrize("name", EXPLORABLES)
def test_inputs_moved_together(name):
    rng = np.random.default_rng(len(name))
    w = examples()[file_name(name)]()
    pairs = list(itertools.combinations(w.inputs, 2))
    for first, second in rng.permutation(pairs)[:MOST_PAIRS].tolist() if pairs else []:
        a, b = ({each: anything(w.inputs[each], rng)} for each in (first, second))
        together = moved(w, {**a, **b})
        orders = moved(w, a, b), moved(w, b, a)
        assert any(alike(together, order) for order in orders), (a, b, together, orders)


@pytest.mark.parametrize("second", ["sinusoids", "your own"])
def test_a_sound_file_with_another_input(second):
    w = fewidgets.SpectrumViewer(sound="chirp")
    w.move(file=tone(), sound=second)
    assert (w.sound, w.file.name) == (second, "tone.wav")
    w.move(sound="sinusoids", frequency_1=300)  # the mix has this input, the other sounds do not
    assert (w.sound, w.frequency_1) == ("sinusoids", 300)
    assert "300 Hz" in w.caption


def test_a_picture_file_with_its_source():
    w = fewidgets.EdgeHistogramViewer()
    w.move(file=picture(), source="file")
    assert (w.source, w.file.name) == ("file", "ramp.png")
    assert w.trace.picture.name == "ramp.png"
    w = fewidgets.EdgeHistogramViewer()
    w.figure(source="file", file=picture())
    assert (w.source, w.file) == ("drawing", None)


def test_the_same_file_again_changes_nothing_and_computes_nothing():
    w = fewidgets.SpectrumViewer()
    w.move(file=tone())
    before = w.snapshot
    w.move(file=tone())
    assert w.snapshot is before

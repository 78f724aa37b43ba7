import math

import numpy as np
import pytest

from fewidgets.scene import Frames, Line, Panel, Scene, Slider, Stepper, Template
from fewidgets.scene.page.encode import encode, encode_array


def decoded(array):
    return np.frombuffer(array["data"], dtype=array["dtype"]).reshape(array["shape"])


@pytest.mark.parametrize(
    ("values", "dtype"),
    [
        ([0, 255], "uint8"),
        ([-1, 127], "int8"),
        ([-1, 128], "int16"),
        ([0, 40000], "int32"),
        ([0, 2**40], "float64"),
        ([0.1, math.nan], "float32"),
        ([True, False], "uint8"),
        (np.arange(6.0).reshape(2, 3).T, "float32"),
        (np.array([1.5, 2.5], dtype=">f8"), "float32"),
        (np.zeros((0, 3)), "float32"),
        (np.array(3.0), "float32"),
    ],
)
def test_an_array_takes_the_smallest_type_that_serves(values, dtype):
    values = np.asarray(values)
    array = encode_array(values)
    assert array["dtype"] == dtype
    assert array["shape"] == list(values.shape)
    np.testing.assert_array_equal(decoded(array), values.astype(dtype))


def test_a_sliders_values_stay_exact():
    values = [0.0, 0.1, 1 / 3]
    slider = encode(Scene("", [], [Slider("lam", values=values, stops=values[1:])]))["controls"][0]
    assert slider["values"]["dtype"] == slider["stops"]["dtype"] == "float64"
    assert decoded(slider["values"]).tolist() == values
    assert slider["positions"] == 3
    assert slider["initial"] == 0.0


def test_what_is_not_finite_is_null_in_a_constant_and_stays_in_an_array():
    scene = Scene("", [Panel("", [Line([1.0, math.inf], np.array([math.nan, 2.0]))])])
    line = encode(scene)["panels"][0]["marks"][0]
    assert line["x"] == [1.0, None]
    assert math.isnan(decoded(line["y"])[0])
    assert line["kind"] == "line"


def test_channels_name_their_controls():
    step, lam = Stepper("step", 2), Slider("lam", values=[0, 1])
    line = Line(Frames([[1, 2], [3, 4]], step), Frames([[1, 2], [2, 3]], lam, between=[[7, 8]]), upto=step)
    encoded = encode(Scene("", [Panel("", [line], scrub=lam)], [step, lam], caption=Template("{a} {b}", a=step, b=13.0)))
    mark = encoded["panels"][0]["marks"][0]
    assert mark["upto"]["control"] == "step"
    assert mark["x"]["over"] == ["step"]
    assert mark["x"]["hold"] is False
    assert mark["y"]["hold"] is True
    assert decoded(mark["y"]["between"]).tolist() == [[7, 8]]
    assert encoded["panels"][0]["scrub"] == "lam"
    assert encoded["caption"]["fields"]["a"]["control"] == "step"
    assert encoded["caption"]["fields"]["b"] == "13.0"  # JSON would make it 13

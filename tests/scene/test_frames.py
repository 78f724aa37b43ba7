import numpy as np
import pytest
from numpy.testing import assert_allclose

from fewidgets.scene import Frames, Readout, Scene, Slider, Stepper, Template

LAM = Slider("lam", values=[0.0, 1.0, 3.0])
ROUND = Stepper("round", 2)


def test_frames_blend_between_a_sliders_values():
    frames = Frames([[10.0, 1.0], [0.0, 2.0], [-4.0, 4.0]], LAM)
    assert_allclose(frames.at({"lam": 0.25}), [7.5, 1.25])
    assert_allclose(frames.at({"lam": 2.0}), [-2.0, 3.0])
    assert_allclose(frames.at({"lam": 3.0}), [-4.0, 4.0])


def test_small_unsigned_frames_blend_without_turning_over():
    frames = Frames(np.array([200, 3, 250], dtype=np.uint8), LAM)
    assert frames.at({"lam": 0.5}) == 101.5
    assert frames.at({"lam": 2.0}) == 126.5


def test_held_frames_stay_until_the_next():
    frames = Frames([1, 2, 3], LAM, hold=True)
    assert [frames.at({"lam": lam}) for lam in (0.0, 0.9, 1.0, 2.9, 3.0)] == [1, 1, 2, 2, 3]


def test_what_is_between_two_frames_may_differ_from_both():
    frames = Frames([3, 1, 0], LAM, between=[2, 1])
    assert [frames.at({"lam": lam}) for lam in (0.0, 0.5, 1.0, 2.0, 3.0)] == [3, 2, 1, 1, 0]


@pytest.mark.parametrize("values", [["a", "b", "c"], np.array(["a", "b", "c"])])
def test_text_is_held(values):
    assert Frames(values, LAM).at({"lam": 2.9}) == "b"


def test_wrong_lengths_are_told():
    with pytest.raises(ValueError, match="Frames over 'lam' must have one entry for each of its 3 positions; got 2"):
        Frames([1, 2], LAM)
    with pytest.raises(ValueError, match=r"Frames over 'round' must have .*; got 3"):
        Frames(np.zeros((3, 3)), LAM, ROUND)
    with pytest.raises(ValueError, match="one frame fewer"):
        Frames([1, 2, 3], LAM, between=[1, 2, 3])
    with pytest.raises(ValueError, match="between must have a single control"):
        Frames(np.zeros((3, 2)), LAM, ROUND, between=np.zeros((2, 2)))
    with pytest.raises(ValueError, match="at least one control"):
        Frames([1, 2])


def test_captions_follow_the_controls():
    template = Template(
        Frames(["{n} at λ = {lam}", "{n} then"], ROUND), n=Frames([3, 2, 1], LAM, hold=True), lam=LAM, digits=2
    )
    scene = Scene("", [], [LAM, ROUND], [Readout("n", template)], template)
    assert scene.caption_at(lam=0.5) == "3 at λ = 0.50"
    assert scene.caption_at(lam=3, round=1) == "1 then"
    assert scene.readouts[0].at(scene.state(round=1)) == "3 then"
    assert Scene("", [], [ROUND], caption=Frames(["off", Template("in {m}", m=ROUND)], ROUND)).caption_at(round=1) == "in 1"
    assert Scene("", [], caption="always").caption_at() == "always"
    assert Readout("cost", 0.5, digits=2).at({}) == "0.50"

"""The file that the JavaScript's tests read says what Python says."""

import numpy as np


def test_the_file_is_what_python_gives_now(fixtures):
    stored = fixtures.PATH.read_text(encoding="utf-8")
    assert stored == fixtures.text(), "run `python tests/scene/fixtures.py`, then the tests in fewidgets/frontend"


def test_known_answers(fixtures):
    expected = {case["name"]: case["expected"] for case in fixtures.cases()["cases"]}
    between = expected["slider between knots"]
    assert between["caption"] == "At λ = 1.25, 2 of 3 weights are not zero; the cost is 6.25."
    assert between["readouts"] == ["1.25", "2", "6.250", "3", "13.0"]
    assert between["channels"]["0.0.values"] == [1.75, 0.0, -4.0]
    assert expected["stepper at 1"]["caption"] == "LSTAT came first, in round 1."
    assert expected["stepper at 1"]["channels"]["0.0.style"] == [0, 0, 1]
    assert expected["two sliders between frames"]["caption"] == "on: −0.500, 0.500"
    grid = np.arange(12.0).reshape(3, 2, 2) ** 2
    bilinear = 0.5 * (0.75 * grid[0, 0] + 0.25 * grid[0, 1]) + 0.5 * (0.75 * grid[1, 0] + 0.25 * grid[1, 1])
    assert expected["two sliders between frames"]["channels"]["0.0.y"] == bilinear.tolist()

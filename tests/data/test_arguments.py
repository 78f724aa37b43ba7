"""Every function of data refuses bad arguments in words that name them."""

import inspect
import re

import numpy as np
import pytest

from fewidgets import data

WRONG = {
    "int": [-7, 2.5, "2", True, 10**12, 10**5000],
    "int | None": [-7, 2.5, "2", True],
    "float": [-7, np.nan, np.inf, "1", True],
    "bool": [1, "yes", None],
    "str": [7, "xyz", ["a"]],
}
FUNCTIONS = [name for name in data.__all__ if name.startswith(("load_", "make_", "fetch_"))]
UNLIMITED = {"seed"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_wrong_arguments_are_named(name):
    function = getattr(data, name)
    for argument, parameter in inspect.signature(function).parameters.items():
        for value in WRONG.get(parameter.annotation, ["nonsense"]):
            if argument in UNLIMITED and isinstance(value, int) and value > 1:
                continue
            with pytest.raises((ValueError, TypeError), match=rf"^{argument} must ") as raised:
                getattr(function, "__wrapped__", function)(**{argument: value})
            assert re.search(r"; got .", str(raised.value))
            assert len(str(raised.value)) < 200


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: data.make_line(10**12),
            "count must be at most 10,000,000, .*; got 1000000000000",
        ),
        (lambda: data.make_useless_alone(6), r"count must be a multiple of 4, .* balanced; got 6\. Or pass balanced=False"),
        (lambda: data.make_many_valued(relevance=0.6), r"relevance must be a number between -0\.5 and 0\.5; got 0\.6"),
        (lambda: data.make_chirp(end=5000), "end must be at most 4000 Hz, half of sample_rate; got 5000 Hz"),
        (lambda: data.make_chirp(seconds=1e-9), "seconds must give at least one sample at sample_rate = 8000; got 1e-09"),
        (
            lambda: data.make_vowels("a" * 10**6, seconds=1e3),
            "seconds must give at most 67,108,864 samples in all",
        ),
        (lambda: data.Sound("x", [], 8000, [], "", "", ""), r"samples must have shape \(T,\) with T ≥ 1; got \(0,\)"),
        (lambda: data.Sound("x", ["a"], 8000, [], "", "", ""), "samples must be an array of real numbers"),
        (lambda: data.Sound("x", [np.nan], 8000, [], "", "", ""), "samples must be finite; found a NaN or an infinite value"),
        (lambda: data.Sound("x", [1.0], 0, [], "", "", ""), "sample_rate must be a finite number above 0; got 0"),
    ],
)
def test_messages(call, message):
    with pytest.raises(ValueError, match=message):
        call()

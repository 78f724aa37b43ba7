"""Measures of sketches against their definitions, on random broken lines."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from fewidgets.exercises.predicting import (
    EACH,
    At,
    Change,
    CurveWith,
    Difference,
    Highest,
    LastAbove,
)

M = 7
values = st.integers(-20, 20).map(lambda n: n / 10)
pairs = arrays(float, (2, M), elements=values)
places = st.lists(st.integers(0, 50), min_size=M, max_size=M, unique=True).map(lambda x: np.array(sorted(x), dtype=float))


def line(x, y, at):
    """The value of a broken line, from its definition."""
    if at <= x[0]:
        return y[0]
    for i in range(1, len(x)):
        if at <= x[i]:
            return y[i - 1] + (y[i] - y[i - 1]) * (at - x[i - 1]) / (x[i] - x[i - 1])
    return y[-1]


@given(places, pairs, st.floats(-5, 60), st.floats(-5, 60))
def test_values_and_changes(x, lines, one, other):
    curves = dict(zip("ab", lines, strict=True))
    assert At("a", one).of(x, curves) == pytest.approx(line(x, lines[0], one), abs=1e-9)
    change = line(x, lines[0], other) - line(x, lines[0], one)
    assert Change("a", one, other).of(x, curves) == pytest.approx(change, abs=1e-9)


@given(places, pairs, st.integers(0, 20).map(lambda n: n / 10))
def test_places(x, lines, limit):
    curves = dict(zip("ab", lines, strict=True))
    y = lines[0]
    above = [place for place, value in zip(x, y, strict=True) if abs(value) > limit]
    assert LastAbove("a", limit).of(x, curves) == (above[-1] if above else None)
    assert Highest("a").of(x, curves) == next(p for p, value in zip(x, y, strict=True) if value == max(y))


@given(places, pairs, st.sampled_from(["largest", "smallest"]))
def test_the_curve_with_an_extreme(x, lines, extreme):
    curves = dict(zip("ab", lines, strict=True))
    name = CurveWith(extreme, LastAbove(EACH, 0.5)).of(x, curves)
    sizes = {key: LastAbove(key, 0.5).of(x, curves) for key in "ab"}
    number = {key: -np.inf if size is None else size for key, size in sizes.items()}
    best = max(number.values()) if extreme == "largest" else min(number.values())
    assert name == next(key for key in "ab" if number[key] == best)


@given(st.none() | values, st.none() | values, st.sampled_from([0.0, 0.3]))
def test_relations(yours, truth, by):
    found = {when: Difference(At("a", 0), "?", when=when, by=by).applies(yours, truth)
             for when in ("differs", "larger", "smaller", "sign")}  # fmt: skip
    if yours is None or truth is None:
        assert found["differs"] == (yours != truth)
        assert not {"larger", "smaller", "sign"} & {when for when in found if found[when]}
        return
    assert found["larger"] == (yours - truth > by)
    assert found["smaller"] == (truth - yours > by)
    assert found["differs"] == (found["larger"] or found["smaller"])
    assert found["sign"] == ((yours > by and truth < -by) or (yours < -by and truth > by))

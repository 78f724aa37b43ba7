"""Measures of sketches against their definitions, on random broken lines."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from fewidgets.explorables.predicting import (
    EACH,
    At,
    Change,
    Crossing,
    CurveWith,
    Difference,
    FirstAbove,
    Highest,
    LastAbove,
    Lowest,
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
    assert FirstAbove("a", limit).of(x, curves) == (above[0] if above else None)
    assert Highest("a").of(x, curves) == next(p for p, value in zip(x, y, strict=True) if value == max(y))
    assert Lowest("a").of(x, curves) == next(p for p, value in zip(x, y, strict=True) if value == min(y))


@given(places, pairs)
def test_curves_cross_where_their_difference_changes_its_sign(x, lines):
    curves = dict(zip("ab", lines, strict=True))
    found = Crossing("a", "b").of(x, curves)
    signs = np.sign(lines[0] - lines[1])
    nonzero = signs[signs != 0]
    assert (found is None) == bool(np.all(nonzero == nonzero[:1]))
    if found is not None:
        assert line(x, lines[0], found) == pytest.approx(line(x, lines[1], found), abs=1e-9) or 0 in signs
        before = [sign for place, sign in zip(x, signs, strict=True) if place < found and sign]
        assert len(set(before)) <= 1


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
             for when in ("differs", "larger", "smaller", "sign", "missing", "extra")}  # fmt: skip
    if yours is None or truth is None:
        assert found["missing"] == (yours is None and truth is not None)
        assert found["extra"] == (truth is None and yours is not None)
        assert found["differs"] == (yours != truth)
        assert not {"larger", "smaller", "sign"} & {when for when in found if found[when]}
        return
    assert found["larger"] == (yours - truth > by)
    assert found["smaller"] == (truth - yours > by)
    assert found["differs"] == (found["larger"] or found["smaller"])
    assert found["sign"] == ((yours > by and truth < -by) or (yours < -by and truth > by))
    assert not {"missing", "extra"} & {when for when in found if found[when]}


def test_wrong_arguments_are_named():
    for make, message in [
        (lambda: CurveWith("most", LastAbove(EACH, 1)), "extreme must be 'largest' or 'smallest'"),
        (lambda: CurveWith("largest", LastAbove("RM", 1)), "measure must be a measure of one curve, such as"),
        (lambda: Difference("high", "?"), "measure must be a measure"),
        (lambda: Difference(Highest("a"), ""), "sentence must be the sentence"),
        (lambda: Difference(Highest("a"), "?", when="higher"), "when must be one of"),
        (lambda: Difference(Highest("a"), "?", by=-1), "by must be a number of at least 0"),
    ]:
        with pytest.raises((TypeError, ValueError), match=message):
            make()

import math
from itertools import pairwise

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from fewidgets.scene.ticks import Extent, linear_ticks


@pytest.mark.parametrize(
    ("extent", "length", "texts"),
    [
        (Extent("linear", -3.2, 4.1), 300, "−2 0 2 4"),
        (Extent("linear", 0.0, 0.31), 300, "0.00 0.05 0.10 0.15 0.20 0.25 0.30"),
        (Extent("linear", -1e6, 2e6), 200, "−1.0×10⁶ 0 1.0×10⁶ 2.0×10⁶"),
        (Extent("log", 0.01, 130), 300, "0.01 0.1 1 10 100"),
        (Extent("log", 2.0, 70), 300, "2 5 10 20 50"),
    ],
)
def test_texts(extent, length, texts):
    assert " ".join(text for _, text in extent.labelled(length, "", whole=False)[0]) == texts


def test_whole_ticks():
    assert [text for _, text in Extent("linear", 0.0, 3.2).labelled(900, "", whole=True)[0]] == ["0", "1", "2", "3"]


@given(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9), st.integers(1, 12))
@example(0.0, 2e-308, 4)
@example(-1e-308, 1.5e-308, 1)
@example(-1.7e308, 1.7e308, 4)
def test_ticks_lie_within_and_are_even(one, other, count):
    low, high = sorted([one, other])
    assume(high - low > 1e-6 * max(abs(low), abs(high)))
    ticks = linear_ticks(low, high, count)
    slack = 1e-6 * min(high - low, 1e300)
    assert all(low - slack <= tick <= high + slack for tick in ticks)
    assert len(ticks) <= 2 * count + 2
    gaps = [after - before for before, after in pairwise(ticks)]
    assert all(math.isclose(gap, gaps[0], rel_tol=1e-6) for gap in gaps)


def test_a_log_axis_lays_all_below_its_floor_on_its_edge():
    extent = Extent.of("log", (0.0, 100.0), 0.01)
    assert extent.fraction([0.0, 0.001, 0.01, 1.0, 100.0]).tolist() == pytest.approx([0, 0, 0, 0.5, 1])
    assert Extent.of("log", (0.0, 100.0), None).low == 0.1
    assert Extent.of("log", (2.0, 100.0), None).low == 2.0
    assert Extent.of("linear", (-1.0, 1.0), 0.01) == Extent("linear", -1.0, 1.0)

"""Of many bars, the largest are shown; the same ones by every renderer, and the same ones in every frame."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewidgets.scene import Bars, Dots, Frames, Panel, Scene, Stepper
from fewidgets.scene.marks.bars import MOST_BARS, bar_order
from fewidgets.scene.page.encode import encode
from fewidgets.scene.still.matplotlib_figure import draw

NAMES = [f"x{n}" for n in range(60)]
rng = np.random.default_rng(0)
VALUES = rng.normal(size=(3, 60))
VALUES[1, 7] = np.nan


def scene(count=60):
    step = Stepper("step", 3)
    rows = np.arange(count, dtype=float)
    bars = Bars(NAMES[:count], Frames(VALUES[:, :count], step), keys=NAMES[:count])
    dots = Dots(Frames(VALUES[:, :count], step), rows, keys=NAMES[:count])
    return Scene("s", [Panel("Weights", [bars, dots])], [step])


@given(st.lists(st.one_of(st.floats(-1e6, 1e6), st.just(np.nan)), min_size=25, max_size=80))
def test_every_bar_has_one_place_and_the_largest_come_first(values):
    order = bar_order(Bars([str(n) for n in range(len(values))], values, baseline=1.0))
    assert sorted(order) == list(range(len(values)))
    assert list(order[:MOST_BARS]) == sorted(order[:MOST_BARS]), "the largest keep the order of the scene"
    sizes = np.nan_to_num(np.abs(np.array(values) - 1.0), nan=-1.0)
    assert sizes[order[:MOST_BARS]].min() >= sizes[order[MOST_BARS:]].max()
    assert (np.diff(sizes[order[MOST_BARS:]]) <= 0).all()


def test_few_bars_are_all_shown_in_their_order():
    assert bar_order(Bars(NAMES[:24], VALUES[0, :24])) is None
    assert "order" not in encode(scene(24))["panels"][0]["marks"][0]


@pytest.mark.parametrize("step", [0, 1, 2])
def test_a_figure_shows_the_same_bars_as_the_view_with_their_dots(step):
    order = np.frombuffer(encode(scene())["panels"][0]["marks"][0]["order"]["data"], np.uint8)
    kept = order[:MOST_BARS]
    ax = draw(scene(), step=step).axes[0]
    texts = [text.get_text() for text in ax.texts]
    assert [text for text in texts if text in NAMES] == [NAMES[n] for n in kept]
    lengths = [bar.get_width() for bar in ax.patches]
    expected = VALUES[step, kept]
    np.testing.assert_allclose(lengths, expected[~np.isnan(expected)])
    x, y = ax.collections[0].get_offsets().T
    for left, row in zip(x, y, strict=True):
        assert left == pytest.approx(expected[round(row)])

from hypothesis import given
from hypothesis import strategies as st

from fewidgets.scene.still.gutters import bounded

lengths = st.floats(0, 2000)


@given(lengths, lengths, st.floats(240, 1200))
def test_a_plot_is_left(left, right, width):
    before, after = bounded(left, right, width)
    assert width - before - after >= 0.4 * width
    assert 0 <= before <= left + 1e-6
    assert 0 <= after <= right + 1e-6
    if left + right <= 0.5 * width:
        assert (before, after) == (left, right)

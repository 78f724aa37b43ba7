"""Names are shortened in their middle, at whole characters, and stay different."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewidgets.scene.text.shorten import characters, shorten, shorten_all

LONG = "average_number_of_rooms_per_dwelling_"


@given(st.text(max_size=80), st.integers(1, 40), st.sampled_from([0.0, 0.25, 0.5, 1.0]))
def test_what_is_kept_fits_and_comes_from_the_ends(text, width, share):
    shown = shorten(text, width, len, share)
    if len(text) <= width:
        assert shown == text
        return
    matches = [
        i for i, each in enumerate(shown) if each == "…" and text.startswith(shown[:i]) and text.endswith(shown[i + 1 :])
    ]
    assert matches
    assert len(shown) <= max(width, 1 + max(map(len, characters(text))))


@pytest.mark.parametrize("whole", ["😀", "👩‍👩‍👧‍👦", "e\u0301", "🇩🇪", "நி", "👍🏽", "🌡️"])
def test_no_character_is_cut_in_two(whole):
    assert characters(whole * 5) == [whole] * 5
    for width in range(2, 40):
        shown = shorten(whole * 40, width * len(whole), len)
        assert set(shown.replace(whole, "")) == {"…"}


@pytest.mark.parametrize(("before", "after"), [(LONG, ""), ("", LONG), (LONG, LONG), (f"{LONG}in_the_", "_city")])
def test_names_that_begin_and_end_alike_can_still_be_told_apart(before, after):
    names = [f"{before}{n}{after}" for n in range(100, 130)]
    shown = shorten_all(names, 13, len)
    assert len(set(shown)) == len(names), shown[:3]
    assert max(map(len, shown)) <= 13

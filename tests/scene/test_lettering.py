from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewidgets.scene.text.lettering import cut, spread, width_of, wrap
from tests.scene import letter_widths

LETTERS = st.sampled_from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .,:;-−–…λ₁²äßéøЖΩ←★✓♪<&$^_(){}")


def test_the_table_has_the_widths_of_the_font():
    assert letter_widths.PATH.read_text(encoding="utf-8") == letter_widths.text()


@given(st.text(LETTERS, min_size=1, max_size=40), st.booleans())
def test_a_text_has_at_least_the_room_that_its_letters_take(text, bold):
    font = letter_widths.font("bold" if bold else "normal")
    font.set_size(100.0, 72.0)
    font.set_text(text, 0.0)
    inked = font.get_width_height()[0] / 64.0
    # Kerning may move letters apart by a little; wide margins would waste the room of other labels.
    assert inked - 3.0 <= width_of(text, 100.0, bold=bold) <= inked + 28.0 + 2.5 * len(text)


@pytest.mark.parametrize(("text", "letters"), [("漢字", 2), ("カナ", 2), ("한글", 2), ("Ａ", 1), ("😀", 1), ("e\u0301", 0.64)])
def test_letters_beyond_the_font_are_as_wide_as_east_asian_fonts_draw_them(text, letters):
    assert width_of(text, 100.0) == pytest.approx(100 * letters, abs=8)


def test_an_emoji_of_several_people_is_as_wide_as_one():
    family = "\N{WOMAN}\u200d\N{WOMAN}\u200d\N{GIRL}\u200d\N{BOY}"
    assert width_of(f"{family} size", 10.0) == width_of("\N{WOMAN} size", 10.0)


@given(st.lists(st.floats(0, 200), max_size=12), st.floats(1, 16))
def test_labels_move_apart_and_stay_inside(wanted, gap):
    places = spread(wanted, gap, 0.0, 200.0)
    ordered = sorted(places)
    assert all(after - before >= gap - 1e-6 for before, after in pairwise(ordered))
    assert all(-1e-6 <= place <= 200 + 1e-6 for place in places)
    for i in range(len(wanted)):
        for j in range(len(wanted)):
            if wanted[i] < wanted[j]:
                assert places[i] < places[j]


def test_text_is_broken_and_cut_to_its_room():
    lines = wrap("the model so far has three features " * 4, 150.0)
    assert len(lines) > 3
    assert all(width_of(line, 10.5) <= 150 for line in lines)
    assert wrap("", 100.0) == []
    assert cut("LSTAT", 1000.0) == "LSTAT"
    assert width_of(cut("a very long name of a feature", 60.0)) <= 60
    assert all(width_of(line, 10.5) <= 60 for line in wrap("Donaudampfschifffahrtsgesellschaft", 60.0))
    assert width_of("LSTAT", bold=True) > width_of("LSTAT")

"""Figures show letters of many scripts with the fonts that are there, and say once what no font has."""

import io
import warnings

import pytest
from matplotlib import font_manager
from matplotlib.text import Text

from fewidgets.scene import Axis, Bars, Line, Panel, Scene, matplotlib_fonts
from fewidgets.scene.legible import REPLACEMENT
from fewidgets.scene.matplotlib_fonts import _fallbacks, _letters
from fewidgets.scene.matplotlib_renderer import draw


def scene(*names):
    return Scene("Names", [Panel("Weights", [Bars(names, [1.0] * len(names))])], caption=f"{names[0]}: 3.2, then {names[-1]}.")


def texts(figure):
    return [text.get_text() for text in figure.findobj(Text)]


@pytest.fixture
def only_dejavu(monkeypatch):
    """A machine that has no fonts but those of Matplotlib."""
    own = [each for each in font_manager.fontManager.ttflist if each.name.startswith("DejaVu Sans")]
    monkeypatch.setattr(font_manager.fontManager, "ttflist", own)
    _fallbacks.cache_clear()
    yield
    _fallbacks.cache_clear()


def test_what_no_font_has_is_said_once_and_leaves_no_box(only_dejavu):
    with pytest.warns(UserWarning, match="no installed font has") as told:
        figure = draw(scene("价格", "🌡️ temperature", "👩‍👩‍👧 size", "plain"))
    assert len(told) == 1
    message = str(told[0].message)
    for part in ("价", "格", "🌡", "CJK", "Emoji", "Noto Sans CJK", "Noto Emoji"):
        assert part in message
    assert f"{REPLACEMENT} temperature" in texts(figure)
    assert f"{REPLACEMENT} size" in texts(figure), "an emoji of several code points is one character"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure.savefig(io.BytesIO())


def test_a_font_that_has_a_letter_is_used():
    letters = _letters("STIXGeneral") - _letters("DejaVu Sans")
    letter = min(each for each in letters if each.isalpha())
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure = draw(scene(f"{letter} name", "plain"))
        figure.savefig(io.BytesIO())
    families = {text.get_text(): text.get_fontfamily() for text in figure.findobj(Text)}
    assert any(letter in _letters(family) for family in families[f"{letter} name"])
    assert families[f"{letter} name"][0] == "DejaVu Sans"
    assert families["plain"] == ["DejaVu Sans"], "other texts keep their font"


def test_what_other_programs_read_as_mathematics_or_markup_stays_text():
    names = ["$x^2$", "$unclosed", "<b>bold</b>", "a_1^2", "a & b"]
    figure = draw(scene(*names))
    figure.savefig(io.BytesIO())
    assert set(names) <= set(texts(figure))
    assert not any(text.get_parse_math() for text in figure.findobj(Text) if text.get_text() in names)


def test_letters_that_matplotlib_cannot_join_are_said(monkeypatch):
    monkeypatch.setattr(matplotlib_fonts, "SHAPES", False)
    with pytest.warns(UserWarning, match=r"cannot join and order the letters of Arabic, Hebrew .* Matplotlib 3\.11"):
        figure = draw(scene("درجة", "עלות"))
    assert "درجة" in texts(figure)
    monkeypatch.setattr(matplotlib_fonts, "SHAPES", True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "\u2068درجة\u2069" in texts(draw(scene("درجة", "עלות")))


def test_names_at_ticks_are_replaced_too(only_dejavu):
    ticks = [(0.0, "🌡️ temperature"), (1.0, "plain")]
    made = Scene("t", [Panel("p", [Line([0, 1], [0, 1])], x=Axis(ticks=ticks), y=Axis(ticks=ticks))])
    with pytest.warns(UserWarning, match="Emoji"):
        figure = draw(made)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure.savefig(io.BytesIO())
    for axis in (figure.axes[0].xaxis, figure.axes[0].yaxis):
        assert f"{REPLACEMENT} temperature" in [label.get_text() for label in axis.get_ticklabels()]

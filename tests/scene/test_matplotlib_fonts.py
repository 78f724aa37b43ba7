"""Figures show letters of many scripts with the fonts that are there, and say once what no font has."""

import io
import warnings

import pytest
from matplotlib import font_manager
from matplotlib.text import Text

from fewidgets.scene import Bars, Panel, Scene
from fewidgets.scene.still import matplotlib_fonts
from fewidgets.scene.still.matplotlib_figure import draw
from fewidgets.scene.still.matplotlib_fonts import _fallbacks, _letters
from fewidgets.scene.text.legible import REPLACEMENT


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


def test_letters_that_matplotlib_cannot_join_are_said(monkeypatch):
    monkeypatch.setattr(matplotlib_fonts, "SHAPES", False)
    with pytest.warns(UserWarning, match=r"cannot join and order the letters of Arabic, Hebrew .* Matplotlib 3\.11"):
        figure = draw(scene("درجة", "עלות"))
    assert "درجة" in texts(figure)
    monkeypatch.setattr(matplotlib_fonts, "SHAPES", True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "\u2068درجة\u2069" in texts(draw(scene("درجة", "עלות")))

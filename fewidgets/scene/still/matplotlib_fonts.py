"""Give the texts of a figure fonts that have their letters."""

from __future__ import annotations

import unicodedata
import warnings
from functools import cache, lru_cache

import matplotlib as mpl
from matplotlib import font_manager, ft2font
from matplotlib.figure import Figure
from matplotlib.text import Text

from fewidgets.scene.text.directions import isolated
from fewidgets.scene.text.legible import REPLACEMENT
from fewidgets.scene.text.lettering import FAMILY
from fewidgets.scene.text.shorten import characters
from fewidgets.scene.types import Names

#: Fonts with many letters, which are preferred where they are installed.
PREFERRED = (
    "Noto Sans",
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Microsoft YaHei",
    "PingFang SC",
    "WenQuanYi Micro Hei",
    "Noto Sans Arabic",
    "Noto Naskh Arabic",
    "Segoe UI",
    "Arial Unicode MS",
    "Noto Emoji",
    "Segoe UI Emoji",
    "Noto Sans Symbols 2",
)
MOST_NAMED = 8  # most characters that the warning lists
SHAPES = hasattr(ft2font, "__libraqm_version__")  # Matplotlib 3.11 joins letters and orders them from right to left


def dress(figure: Figure) -> None:
    """Let other fonts draw what DejaVu Sans does not have, and replace what no installed font has."""
    texts = [text for text in figure.findobj(Text) if isinstance(text, Text) and not text.get_text().isascii()]
    foreign = frozenset(each for text in texts for each in text.get_text() if _drawn(each)) - _letters(FAMILY)
    families, lost = _fallbacks(foreign)

    def written(words: str) -> str:
        if not lost.isdisjoint(words):
            words = "".join(REPLACEMENT if not lost.isdisjoint(part) else part for part in characters(words))
        return isolated(words) if SHAPES else words

    for text in texts:
        if not foreign.isdisjoint(text.get_text()):
            text.set_fontfamily([FAMILY, *families])
        text.set_text(written(text.get_text()))
    for axis in (axis for ax in figure.axes for axis in (ax.xaxis, ax.yaxis)):
        labels = [label.get_text() for label in axis.get_ticklabels()]
        if not all(map(str.isascii, labels)):  # the axis writes them again whenever the figure is drawn
            axis.set_ticklabels([written(label) for label in labels])
    if lost:
        warnings.warn(_not_drawn(lost), UserWarning, stacklevel=4)
    joined = sorted(
        {_script(each) for text in texts for each in text.get_text() if _needs_shaping(each)} if not SHAPES else ()
    )
    if joined:
        warnings.warn(
            f"Matplotlib {mpl.__version__} cannot join and order the letters of {', '.join(joined)} in a figure. Install "
            "Matplotlib 3.11 or newer. The live view, the still picture and the page show them as they should be.",
            UserWarning,
            stacklevel=4,
        )


def _drawn(each: str) -> bool:
    """Say whether a character leaves something to be seen."""
    return unicodedata.category(each) not in ("Cf", "Cc") and not "\ufe00" <= each <= "\ufe0f"


def _needs_shaping(each: str) -> bool:
    return unicodedata.bidirectional(each) in ("R", "AL") or "\u0900" <= each <= "\u0dff"


@cache
def _letters(family: str) -> frozenset[str]:
    files = [each for each in font_manager.fontManager.ttflist if each.name == family and each.style == "normal"]
    nearest = min(files, key=lambda each: abs(_weight(each.weight) - _weight("normal")))
    return frozenset(map(chr, font_manager.get_font(nearest.fname).get_charmap()))


def _weight(weight: int | str) -> int:
    return weight if isinstance(weight, int) else font_manager.weight_dict.get(weight, 400)


@lru_cache(maxsize=64)
def _fallbacks(foreign: frozenset[str]) -> tuple[Names, frozenset[str]]:
    """Choose installed fonts that have as many of the letters as possible; return what is left."""
    chosen: list[str] = []
    left = foreign
    installed = sorted({each.name for each in font_manager.fontManager.ttflist if each.style == "normal"})
    scripts = {_script(each) for each in foreign}
    named = [family for family in installed if any(script in family for script in scripts)]
    # Most fonts without a script in their name have no emoji, and there may be hundreds of them.
    for families, wanted in ((PREFERRED, foreign), (named, foreign), (installed, frozenset(filter(str.isalpha, foreign)))):
        for family in families:
            if left.isdisjoint(wanted) or family in chosen or family not in installed:
                continue
            try:
                found = left & _letters(family)
            except (OSError, RuntimeError, ValueError):  # a damaged font, or one without an outline
                continue
            if found:
                chosen.append(family)
                left -= found
    return tuple(chosen), left


def _script(each: str) -> str:
    word = unicodedata.name(each, "unknown").split()[0]
    if word in ("CJK", "FULLWIDTH", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA"):
        return "CJK"
    return "Emoji" if unicodedata.category(each) in ("So", "Sk") else word.title()


def _not_drawn(lost: frozenset[str]) -> str:
    some = sorted(lost)
    listed = ", ".join(some[:MOST_NAMED]) + (f" and {len(some) - MOST_NAMED} more" if len(some) > MOST_NAMED else "")
    scripts = sorted({_script(each) for each in lost})
    fonts = ", ".join(f"Noto Sans {script}" if script != "Emoji" else "Noto Emoji" for script in scripts)
    return (
        f"The figure shows {REPLACEMENT} for characters that no installed font has: {listed} ({', '.join(scripts)}). Install "
        f"{fonts}, for example, and restart Python. The live view, the still picture and the page show them."
    )

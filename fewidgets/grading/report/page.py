"""The frame of every page that grading writes: no script, and nothing from outside."""

from __future__ import annotations

import html
import re
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from fewidgets.grading.spreadsheet import number
from fewidgets.grading.visible import visible
from fewidgets.scene.page.page import hash_source
from fewidgets.scene.palette import palette

#: The templates of the pages, and their style.
PAGES = Path(__file__).with_name("pages")

#: What tells our pages from files that somebody else has put beside them.
MARK = '<meta name="generator" content="fewidgets">'

#: The page may use its own style, and load and run nothing at all.
POLICY = "default-src 'none'; style-src {style}; base-uri 'none'; form-action 'none'"

_COLORS = """--paper: {background}; --ink: {ink}; --soft: {muted}; --line: {grid};
  --good: {positive}; --bad: {accent}; --bar: {primary}; --other: {series[6]}; --partly: {series[4]};"""

# A path from the root with at least two parts. Its last part may be a file of the student's; the rest is nobody's business.
_PATH = re.compile(r"""(?<![\w.:/\\])(?:[A-Za-z]:)?[/\\](?:[^\s/\\:"'<>|`]+[/\\])+([^\s/\\:"'<>|`]*)""")
# Between quotation marks a path may have spaces.
_QUOTED_PATH = re.compile(r"""(["'])(?:[A-Za-z]:)?[/\\][^"'\n]*[/\\]([^"'/\\\n]*)\1""")
_CODE = re.compile(r"`([^`\n]+)`")


def page(template: str, **values: Any) -> str:
    """Fill in a template of `PAGES`; every text is escaped."""
    style = _style()
    frame = {"style": Markup(style), "policy": POLICY.format(style=hash_source(style)), "mark": Markup(MARK)}
    return _templates().get_template(template).render(**frame, **values)


@cache
def _templates() -> Environment:
    found = Environment(autoescape=True, loader=FileSystemLoader(PAGES), finalize=_shown, trim_blocks=True, lstrip_blocks=True)
    found.filters["marked"] = marked
    found.filters["number"] = number
    return found


def _shown(value: Any) -> Markup:
    return value if isinstance(value, Markup) else Markup(plain(str(value)))


def plain(text: str) -> str:
    return html.escape(visible(text))


def marked(text: str) -> Markup:
    """Return text as HTML in which what stands between backticks is code."""
    return Markup(_CODE.sub(r"<code>\1</code>", plain(text)))


def without_paths(text: str) -> str:
    """Return a text with only the last part of each path, since paths name people and machines."""
    return _PATH.sub(r"\1", _QUOTED_PATH.sub(r"\1\2\1", text))


@cache
def _style() -> str:
    light, dark = (_COLORS.format(**palette(theme)) for theme in ("light", "dark"))
    return Template((PAGES / "style.css").read_text(encoding="utf-8")).substitute(light=light, dark=dark)

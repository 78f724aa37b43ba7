"""Markdown with formulas as HTML with MathML, which browsers draw without a script."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from fewidgets.authoring.notebook_format import StoreError

#: Packages that this and the page need. They come with the extra "lab".
PACKAGES = ("nbclient", "nbconvert", "latex2mathml", "pygments")

_LESSON_LINK = re.compile(r'(<a\b[^>]*\bhref=")(?![a-zA-Z][\w+.-]*:|/|#)([^"#]*)\.ipynb(?=["#])')
_ALIGNED = re.compile(r'(<t[hd]) style="text-align:\s*(\w+);?"')
_SOURCES = re.compile(r"<source\b[^>]*>")


def require_packages() -> None:
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        raise StoreError(f'to export a lesson, install {", ".join(missing)}: pip install "fewidgets[lab]"')


def markdown_html(text: str, folder: Path, attachments: Mapping[str, Any] | None = None) -> str:
    """Convert a Markdown cell to HTML."""
    from nbconvert.filters.markdown_mistune import InvalidNotebook, MarkdownWithMath

    renderer = _renderer()(
        escape=False, embed_images=True, exclude_anchor_links=True, path=str(folder), attachments=dict(attachments or {})
    )
    try:
        page = str(MarkdownWithMath(renderer=renderer).render(text))
    except InvalidNotebook as error:
        raise StoreError(f"{error}. Insert the picture again") from error
    # The page's content security policy forbids style attributes.
    page = _ALIGNED.sub(r'\1 class="\2"', page)
    # A <picture> chooses among files that lie beside the notebook; in one file there is the <img> alone.
    return _LESSON_LINK.sub(r"\1\2.html", _SOURCES.sub("", page))


def mathml(formula: str, *, block: bool = False) -> str:
    """Convert a formula from TeX to MathML, or show it as it was written."""
    from latex2mathml.converter import convert

    try:
        return str(convert(formula, display="block" if block else "inline"))
    except Exception:  # its many errors have no class in common
        mark = "$$" if block else "$"
        return f"<code>{html.escape(f'{mark}{formula}{mark}')}</code>"


@cache
def _renderer() -> Any:
    """Return nbconvert's renderer with formulas as MathML."""
    from nbconvert.filters.markdown_mistune import IPythonRenderer

    class MathmlRenderer(IPythonRenderer):
        def block_html(self, html: str) -> str:
            # nbconvert parses HTML to embed its pictures, and would close a <details> that ends in a later block.
            return str(super().block_html(html)) if "<img" in html else f"{html}\n"

        def block_math(self, body: str) -> str:
            return mathml(body, block=True)

        def inline_math(self, body: str) -> str:
            return mathml(body)

        def inline_html(self, html: str) -> str:
            return str(super().inline_html(html)) if "<img" in html else html

        def latex_environment(self, name: str, body: str) -> str:
            return mathml(rf"\begin{{{name}}}{body}\end{{{name}}}", block=True)

    return MathmlRenderer

"""Formulas as MathML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.util import logging

from fewidgets.authoring.lesson_markdown import mathml

if TYPE_CHECKING:
    from sphinx.writers.html5 import HTML5Translator

log = logging.getLogger(__name__)


def visit_inline(translator: HTML5Translator, node: nodes.math) -> None:
    translator.body.append(_set(node))
    raise nodes.SkipNode


def visit_display(translator: HTML5Translator, node: nodes.math_block) -> None:
    for name in node.get("ids", ()):
        translator.body.append(f'<span id="{name}"></span>')
    translator.body.append(_set(node, block=True))
    raise nodes.SkipNode


def _set(node: Any, *, block: bool = False) -> str:
    text = mathml(node.astext(), block=block)
    if text.startswith("<code>"):
        log.warning(
            "this formula is shown as it was written, because it has no form in MathML: %s", node.astext(), location=node
        )
    return text

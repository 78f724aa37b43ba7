"""The styles and icons of the theme, without what no page has: a phone waits a second less for the first picture."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import tinycss2
from fontTools.subset import Subsetter
from fontTools.ttLib import TTFont

#: Files of the theme and of an extension that have rules for much more than the pages of a site.
LARGE = ("styles/pydata-sphinx-theme.css", "sphinx-design.min.css")

_CLASS = re.compile(r"\.((?:[\w-]|\\.)+)")


def trim_styles(site: Path) -> None:
    """Take out each selector with a class that occurs in no page and in no script, and icons that no rule names."""
    words: set[str] = set()
    icons: set[int] = set()
    for path in (*site.rglob("*.html"), *site.glob("_static/**/*.js")):
        words.update(re.findall(r"[\w-]+", path.read_text(encoding="utf-8")))
    for path in (site / "_static" / name for name in LARGE):
        rules = tinycss2.parse_stylesheet(path.read_text(encoding="utf-8"), skip_comments=True, skip_whitespace=True)
        kept = "".join(_kept(rules, words))
        path.write_text(kept, encoding="utf-8")
        icons |= {ord(sign) for sign in kept if "\ue000" <= sign <= "\uf8ff"}
    for path in (site / "_static").rglob("fa-*.woff2"):
        font = TTFont(path)
        picked = Subsetter()
        picked.populate(unicodes=icons)
        picked.subset(font)
        font.save(path)


def _kept(rules: Iterable[Any], words: set[str]) -> Iterable[str]:
    for rule in rules:
        if rule.type == "qualified-rule":
            selectors = re.split(r",(?![^()]*\))", tinycss2.serialize(rule.prelude))
            used = [each for each in selectors if words.issuperset(_CLASS.findall(each))]
            if used:
                yield f"{','.join(used)}{{{tinycss2.serialize(rule.content)}}}"
        elif rule.type == "at-rule" and rule.at_keyword in ("media", "supports"):
            inside = tinycss2.parse_rule_list(rule.content, skip_comments=True, skip_whitespace=True)
            yield f"@{rule.at_keyword}{tinycss2.serialize(rule.prelude)}{{{''.join(_kept(inside, words))}}}"
        else:
            yield rule.serialize()

"""The styles of the theme, without the rules for what no page has: a phone waits a second less for the first picture."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import tinycss2

#: Files of the theme and of extensions that have rules for much more than the pages of a site.
LARGE = ("styles/pydata-sphinx-theme.css", "sphinx-design.min.css", "mystnb.*.css")

_CLASS = re.compile(r"\.((?:[\w-]|\\.)+)")


def trim_styles(site: Path) -> None:
    """Take out each selector with a class that occurs in no page and in no script."""
    words: set[str] = set()
    for path in (*site.rglob("*.html"), *site.glob("_static/**/*.js")):
        words.update(re.findall(r"[\w-]+", path.read_text(encoding="utf-8")))
    for path in (found for name in LARGE for found in (site / "_static").glob(name)):
        rules = tinycss2.parse_stylesheet(path.read_text(encoding="utf-8"), skip_comments=True, skip_whitespace=True)
        path.write_text("".join(_kept(rules, words)), encoding="utf-8")


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

"""The frame of every page that grading writes: no script, nothing from outside; for a phone, in the dark and on paper."""

from __future__ import annotations

import html
import re
from functools import cache

from fewidgets.grading.visible import visible
from fewidgets.scene.page import hash_source
from fewidgets.scene.palette import palette

#: What tells our pages from files that somebody else has put beside them.
MARK = '<meta name="generator" content="fewidgets">'

#: The page may use its own style, and load and run nothing at all.
POLICY = "default-src 'none'; style-src {style}; base-uri 'none'; form-action 'none'"

_COLORS = """--paper: {background}; --ink: {ink}; --soft: {muted}; --line: {grid};
  --good: {positive}; --bad: {accent}; --bar: {primary}; --other: {series[6]}; --partly: {series[4]};"""

_STYLE = """
:root {{ color-scheme: light dark; {light} --card: #f6f8f9; }}
@media screen and (prefers-color-scheme: dark) {{ :root {{ {dark} --card: #1b1f23; }} }}
* {{ box-sizing: border-box; }}
body {{ margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; }}
main {{ max-width: 46rem; margin: 0 auto; padding: 1.25rem 1rem 3rem; }}
h1 {{ font-size: 1.5rem; line-height: 1.25; margin: 0 0 .25rem; }}
h2 {{ font-size: 1.0625rem; line-height: 1.3; margin: 0; }}
p, ul, dl {{ margin: .5rem 0 0; }}
ul {{ padding-left: 1.25rem; }}
code {{ font: .9em ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; background: var(--line); padding: .05em .3em;
  border-radius: 3px; white-space: pre-wrap; }}
.soft {{ color: var(--soft); }}
.small {{ font-size: .875rem; }}
.total {{ font-size: 1.25rem; margin: 1rem 0 0; }}
.total b {{ font-size: 2rem; line-height: 1.1; }}
.bar {{ display: block; width: 100%; height: .5rem; margin: .5rem 0 0; }}
.bar rect {{ fill: var(--bar); }}
.bar .back {{ fill: var(--line); }}
.map {{ list-style: none; padding: 0; margin: 1.25rem 0 0; display: grid; gap: .375rem;
  grid-template-columns: repeat(auto-fill, minmax(4.25rem, 1fr)); }}
.map a {{ display: block; padding: .3rem .5rem; border: 1px solid var(--line); border-left: 4px solid var(--soft);
  border-radius: 4px; color: inherit; text-decoration: none; font-size: .875rem; line-height: 1.3; }}
.map a:hover, .map a:focus-visible {{ text-decoration: underline; }}
.map .points {{ display: block; color: var(--soft); white-space: nowrap; }}
.map .right {{ border-left-color: var(--good); }}
.map .wrong, .map .error {{ border-left-color: var(--bad); }}
.notes {{ border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; margin: 1.25rem 0 0; }}
.question {{ background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--soft); border-radius: 8px;
  padding: .75rem 1rem; margin: .75rem 0 0; break-inside: avoid; scroll-margin-top: 1rem; }}
.question.right {{ border-left-color: var(--good); }}
.question.wrong, .question.error {{ border-left-color: var(--bad); }}
.question.plain {{ border-left-width: 1px; }}
.question:target {{ outline: 2px solid var(--bar); }}
.head {{ display: flex; gap: 1rem; justify-content: space-between; align-items: baseline; }}
.head .points {{ white-space: nowrap; }}
.verdict {{ font-weight: 600; }}
.right > .verdict, .yes {{ color: var(--good); }}
.wrong > .verdict, .error > .verdict, .no {{ color: var(--bad); }}
.message {{ white-space: pre-wrap; max-width: 40rem; }}
.parts {{ list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .125rem 1.25rem; }}
pre {{ margin: .25rem 0 .5rem; padding: .5rem .75rem; overflow-x: auto; background: var(--paper);
  border: 1px solid var(--line); border-radius: 4px; }}
pre code {{ background: none; padding: 0; white-space: pre; overflow-wrap: normal; font-size: .8125rem; }}
summary {{ cursor: pointer; padding: .125rem 0; }}
table {{ border-collapse: collapse; width: 100%; margin: .5rem 0 0; }}
th, td {{ padding: .375rem .5rem .375rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }}
tr > :last-child {{ padding-right: 0; }}
td.count, th.count {{ text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }}
td.chart {{ width: 20%; min-width: 5rem; padding-top: .7rem; }}
td.chart .bar {{ margin: 0; }}
.tallies {{ display: flex; flex-wrap: wrap; gap: .125rem 1.25rem; list-style: none; padding: 0; }}
.stack .seg0 {{ fill: var(--good); }} .stack .seg1 {{ fill: var(--partly); }} .stack .seg2 {{ fill: var(--bad); }}
.stack .seg3 {{ fill: var(--other); }} .stack .seg4 {{ fill: var(--soft); }} .stack .seg5 {{ fill: var(--bar); }}
.key {{ display: inline-block; width: .7rem; height: .7rem; margin-right: .35rem; }}
@media (max-width: 30rem) {{ main {{ padding: 1rem .75rem 2rem; }} td.chart, th.chart {{ display: none; }} }}
@page {{ margin: 15mm; }}
@media print {{ body {{ font-size: 11pt; }} main {{ max-width: none; padding: 0; }} .map {{ display: none; }}
  .question, .notes {{ background: none; }} * {{ print-color-adjust: exact; }} }}
"""

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
{mark}
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""

# A path from the root with at least two parts. Its last part may be a file of the student's; the rest is nobody's business.
_PATH = re.compile(r"""(?<![\w.:/\\])(?:[A-Za-z]:)?[/\\](?:[^\s/\\:"'<>|`]+[/\\])+([^\s/\\:"'<>|`]*)""")
# Between quotation marks a path may have spaces.
_QUOTED_PATH = re.compile(r"""(["'])(?:[A-Za-z]:)?[/\\][^"'\n]*[/\\]([^"'/\\\n]*)\1""")
_CODE = re.compile(r"`([^`\n]+)`")


def page(title: str, body: str) -> str:
    style = _style()
    return _PAGE.format(
        title=plain(title), style=style, policy=html.escape(POLICY.format(style=hash_source(style))), mark=MARK, body=body
    )


def plain(text: str) -> str:
    return html.escape(visible(text))


def marked(text: str) -> str:
    """Return text as HTML in which what stands between backticks is code."""
    return _CODE.sub(r"<code>\1</code>", plain(text))


def without_paths(text: str) -> str:
    """Return a text in which only the last part of each path is left, since paths name people and machines."""
    return _PATH.sub(r"\1", _QUOTED_PATH.sub(r"\1\2\1", text))


def bar(share: float, label: str) -> str:
    return (
        f'<svg class="bar" role="img" aria-label="{plain(label)}"><rect class="back" width="100%" height="100%" rx="3"/>'
        f'<rect width="{100 * min(max(share, 0.0), 1.0):.4g}%" height="100%" rx="3"/></svg>'
    )


@cache
def _style() -> str:
    light, dark = (_COLORS.format(**palette(theme)) for theme in ("light", "dark"))
    return _STYLE.format(light=light, dark=dark)

"""Write a notebook as one HTML file, in which explorables are live.

It has one copy of the renderer, and its content security policy lets it load nothing else.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from fewidgets.authoring.lesson_markdown import markdown_html
from fewidgets.authoring.live_outputs import OPENER, headed, output_html
from fewidgets.authoring.notebook_format import Json, StoreError, joined
from fewidgets.scene.page.modules import MODULES
from fewidgets.scene.page.page import POLICY, hash_source, page_sources, renderer_program
from fewidgets.scene.palette import palette

_MODULE = """
{program}
{opener}
addEventListener("fewidgets-predicted", ({{ detail }}) => release(detail, show));
const places = placesIn(document);
places.forEach(prepare);
for (const place of places) {{
  show(place);
  await new Promise((go) => setTimeout(go)); // the reader can scroll meanwhile
}}
"""

_STYLE = """
:root {{ color-scheme: light dark;
  --paper: {light[background]}; --ink: {light[ink]}; --line: {light[quiet]}; --code: #f8f9fa; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --paper: {dark[background]}; --ink: {dark[ink]}; --line: {dark[quiet]}; --code: #22262c; }}
}}
body {{ margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; overflow-wrap: break-word; }}
main {{ max-width: 75rem; margin: 0 auto; padding: 1rem; }}
.text, .note {{ max-width: 48rem; }}
.note {{ font-size: .875rem; opacity: .85; }}
h1, h2, h3 {{ line-height: 1.25; }}
.text h2 {{ margin-top: 2.2em; padding-top: .6em; border-top: 1px solid var(--line); }}
pre {{ overflow-x: auto; font: 13.5px/1.45 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; margin: .6em 0; }}
.code pre, details pre {{ background: var(--code); padding: .7em 1em; border-radius: 6px; }}
.output {{ overflow-x: auto; margin: 0 0 1.2em; }}
.output > pre, .output > .highlight pre {{ padding: 0 1em; white-space: pre-wrap; }}
.error {{ border-left: 3px solid; }}
.explorable {{ border: 1px solid var(--line); border-radius: 8px; margin: .8em 0; padding: 2px; }}
.explorable img {{ display: block; padding: 12px; box-sizing: border-box; }}
table {{ border-collapse: collapse; }}
.text table, .output > table, .output div:not(.fewidgets *) > table {{ display: block; overflow-x: auto; }}
th, td {{ padding: .25em .8em; border-bottom: 1px solid var(--line); text-align: left; }}
th.center, td.center {{ text-align: center; }}
th.right, td.right {{ text-align: right; }}
.fewidgets th, .fewidgets td {{ border-bottom: 0; }}
img, svg {{ max-width: 100%; }}
img {{ height: auto; background: #fff; }}
iframe {{ width: 100%; border: 0; }}
math {{ font-size: 1.08em; overflow-x: auto; overflow-y: hidden; max-width: 100%; }}
math[display=block] {{ margin: .8em 0; padding: .2em 0; }}
mi[mathvariant^=bold] {{ font-weight: bold; }}
blockquote {{ margin: 0; padding-left: 1em; border-left: 3px solid var(--line); }}
a {{ color: inherit; }}
{highlight}
@media (prefers-color-scheme: dark) {{ {highlight_dark} }}
@media print {{
  .explorable {{ break-inside: avoid; padding: 8px; }}
  .code pre, details pre {{ white-space: pre-wrap; }}
  body {{ font-size: 11pt; }}
  main, .text {{ max-width: none; padding: 0; }}
  .text h2 {{ font-size: 13pt; margin: .8em 0 .4em; break-after: avoid; }}
  .text table {{ display: table; width: 100%; font-size: 8.5pt; line-height: 1.3; }}
  .text th, .text td {{ padding: 1px 5px; }}
  tr {{ break-inside: avoid; }}
}}
"""

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main>
<noscript>
<p class="note">Allow scripts on this page to use the controls. The page loads nothing from the network.</p>
</noscript>
{cells}
<p class="note">This page was made from the notebook {name}. Its controls answer from states that were computed then. The code
cannot be run here.</p>
</main>
<script type="module">{module}</script>
</body>
</html>
"""

_FIRST_HEADING = re.compile(r"^#\s+(.+?)\s*#*\s*$", re.MULTILINE)
_PAGE_LINK = re.compile(r'<a href="([^":?#]+\.html)(?:#[^"]*)?">(.*?)</a>', re.DOTALL)
_HEADING = re.compile(r"<h([1-6])\b")


def lesson_html(notebook: Json, folder: Path, *, name: str, pages: Path | None = None) -> str:
    """Write a notebook as the HTML text of a self-contained page."""
    cells = notebook.get("cells")
    if not isinstance(cells, list):
        raise StoreError(f"{name} is not a notebook of nbformat 4; open it in JupyterLab and save it once")
    shown = "\n".join(_cells(cells, folder))
    if pages is not None:
        shown = _PAGE_LINK.sub(lambda link: link[0] if (pages / unquote(html.unescape(link[1]))).is_file() else link[2], shown)
    program, open_page = renderer_program(_modules(shown))
    module = _MODULE.format(program=program, opener=OPENER.format(open_page=open_page))
    style = _STYLE.format(
        light=palette("light"),
        dark=palette("dark"),
        highlight=_code_style("default"),
        highlight_dark=_code_style("github-dark"),
    )
    # Cells may show pages with `embed`, each with its own modules.
    framed = [page_sources(some)[0] for count in range(len(MODULES) + 1) for some in combinations(MODULES, count)]
    framed_style = page_sources()[1]
    scripts = [module, *framed]
    return _PAGE.format(
        policy=POLICY.format(
            script=" ".join(map(hash_source, scripts)),
            style=f"{hash_source(style)} {hash_source(framed_style)}",
        )
        + "; media-src data:",  # sounds of IPython.display.Audio
        title=html.escape(_title(cells) or name),
        name=html.escape(name),
        style=style,
        cells=shown,
        module=module,
    )


def _modules(shown: str) -> set[str]:
    return {module for found in re.findall(r'"modules":\[([^\]]*)\]', shown) for module in MODULES if f'"{module}"' in found}


def _title(cells: list[Any]) -> str:
    for cell in cells:
        found = _FIRST_HEADING.search(joined(cell.get("source", ""))) if cell.get("cell_type") == "markdown" else None
        if found:
            return found[1].replace("*", "").replace("`", "")
    return ""


def _cells(cells: list[Any], folder: Path) -> Iterator[str]:
    """Yield the HTML of all cells."""
    level = 1
    models: dict[str, str] = {}
    for cell in cells:
        for part in _cell(cell, folder, min(level + 1, 6), models):
            yield part
            if cell.get("cell_type") == "markdown":
                level = int([str(level), *_HEADING.findall(part)][-1])


def _cell(cell: Json, folder: Path, level: int, models: dict[str, str]) -> Iterator[str]:
    """Yield the HTML of a cell, without data that the page gave a model before."""
    source = joined(cell.get("source", ""))
    kind = cell.get("cell_type")
    if kind == "markdown":
        yield f'<section class="text">{headed(markdown_html(source, folder, cell.get("attachments")))}</section>'
    if kind != "code":
        return
    if source.strip():
        code = _highlighted(source)
        hidden = cell.get("metadata", {}).get("jupyter", {}).get("source_hidden")
        yield f"<details><summary>Code</summary>{code}</details>" if hidden else f'<div class="code">{code}</div>'
    for output in cell.get("outputs", ()):
        shown = output_html(output, folder, level, models)
        if shown:
            yield f'<div class="output">{shown}</div>'


def _highlighted(source: str) -> str:
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name

    return highlight(source, get_lexer_by_name("python"), HtmlFormatter(cssclass="highlight"))


def _code_style(name: str) -> str:
    from pygments.formatters import HtmlFormatter

    rules = HtmlFormatter(style=name).get_style_defs(".highlight").splitlines()
    return "\n".join(rule for rule in rules if rule.startswith(".highlight ."))

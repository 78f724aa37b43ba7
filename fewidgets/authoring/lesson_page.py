"""Write a notebook as one HTML file, in which explorables are live.

It has one copy of the renderer, and its content security policy lets it load nothing else.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from fewidgets.authoring.lesson_markdown import markdown_html
from fewidgets.authoring.notebook_format import Json, StoreError, joined
from fewidgets.authoring.run_with_widgets import SHOWN, WIDGET_VIEW, scene_and_state
from fewidgets.scene.page.modules import MODULES
from fewidgets.scene.page.page import POLICY, hash_source, json_text, page_sources, renderer_program
from fewidgets.scene.palette import palette

_MODULE = """
{program}
const models = new Map();
addEventListener("fewidgets-predicted", ({{ detail }}) => {{
  for (const held of document.querySelectorAll("template[data-held]"))
    if (detail.split("/").slice(1, -1).join("/") === held.dataset.held) held.replaceWith(held.content);
}});
for (const place of document.querySelectorAll(".explorable")) {{
  const live = place.querySelector("div");
  const {{ model }} = live.dataset;
  try {{
    const given = place.querySelector("script");
    if (given) models.set(model, JSON.parse(given.textContent));
    const {{ scene, state }} = models.get(model); // views of one model stay in step
    {open_page}(live, scene, state);
  }} catch (error) {{
    console.error(error);
    live.innerHTML = place.querySelector("noscript").textContent; // the still picture
  }}
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
.explorable noscript {{ display: block; padding: 12px; }}
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
<p class="note">This page was made from the notebook {name}. You can move what needs no Python, but not run the code.</p>
</main>
<script type="module">{module}</script>
</body>
</html>
"""

_EXPLORABLE = """<div class="explorable"><div data-level="{level}" data-model="{model}"></div><noscript>{still}</noscript>
{data}</div>"""
_DATA = '<script type="application/json">{}</script>'

# A template's content is not shown before a script takes it out.
_HELD = '<template data-held="{name}">{inside}</template>'

_TERMINAL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_FIRST_HEADING = re.compile(r"^#\s+(.+?)\s*#*\s*$", re.MULTILINE)
_PAGE_LINK = re.compile(r'<a href="([^":?#]+\.html)(?:#[^"]*)?">(.*?)</a>', re.DOTALL)
_HEADING = re.compile(r"<h([1-6])\b")
_EMPTY_HEADER = re.compile(r"<th\b([^>]*)>\s*</th>")
#: What a browser can show of an output, best first.
_PICTURES = ("image/svg+xml", "image/png", "image/jpeg", "image/gif")


def lesson_html(notebook: Json, folder: Path, *, name: str, pages: Path | None = None) -> str:
    """Write a notebook as the HTML text of a self-contained page."""
    cells = notebook.get("cells")
    if not isinstance(cells, list):
        raise StoreError(f"{name} is not a notebook of nbformat 4; open it in JupyterLab and save it once")
    shown = "\n".join(_cells(cells, folder))
    if pages is not None:
        shown = _PAGE_LINK.sub(lambda link: link[0] if (pages / unquote(html.unescape(link[1]))).is_file() else link[2], shown)
    program, open_page = renderer_program(_modules(shown))
    module = _MODULE.format(program=program, open_page=open_page)
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
        yield f'<section class="text">{_headed(markdown_html(source, folder, cell.get("attachments")))}</section>'
    if kind != "code":
        return
    if source.strip():
        code = _highlighted(source)
        hidden = cell.get("metadata", {}).get("jupyter", {}).get("source_hidden")
        yield f"<details><summary>Code</summary>{code}</details>" if hidden else f'<div class="code">{code}</div>'
    for output in cell.get("outputs", ()):
        shown = _output(output, folder, level, models)
        if shown:
            yield f'<div class="output">{shown}</div>'


def _output(output: Json, folder: Path, level: int, models: dict[str, str]) -> str:
    kind = output.get("output_type")
    if kind == "stream":
        return f"<pre>{html.escape(_plain(output.get('text', '')))}</pre>"
    if kind == "error":
        message = f"{output.get('ename')}: {output.get('evalue')}"
        return f'<pre class="error">{html.escape(_plain(message))}</pre>'
    data = {mime: joined(value) for mime, value in output.get("data", {}).items() if isinstance(value, str | list)}
    model = output.get("metadata", {}).get(SHOWN)
    page = scene_and_state(model) if model else None
    if page is not None:
        name, text = output["data"].get(WIDGET_VIEW, {}).get("model_id", ""), json_text(page)
        again = models.get(name) == text
        models[name] = text
        given = "" if again else _DATA.format(text)
        return _EXPLORABLE.format(level=level, model=html.escape(name), still=_still(data), data=given)
    held = (model or {}).get("state", {})
    if "fewidgets_held" in held:
        inside = "".join(_output(part, folder, level, models) for part in held.get("outputs", ()))
        return _HELD.format(name=html.escape(held["fewidgets_held"]), inside=inside) if held["fewidgets_held"] else inside
    return _still(data, folder)


def _still(data: Mapping[str, str], folder: Path | None = None) -> str:
    """Return the best form of an output that needs no script."""
    if "text/html" in data:
        return _headed(data["text/html"])
    if "text/markdown" in data and folder is not None:
        return _headed(markdown_html(data["text/markdown"], folder))
    alternative = html.escape(data.get("text/plain", ""))
    for mime in _PICTURES:
        if mime in data:
            return f'<img src="{_data_address(mime, data[mime])}" alt="{alternative}">'
    if "text/latex" in data and folder is not None:
        return markdown_html(data["text/latex"], folder)
    return f"<pre>{alternative}</pre>" if alternative else ""


def _headed(page: str) -> str:
    """Return HTML with a cell in the empty corner of a table, because a header needs a text."""
    return _EMPTY_HEADER.sub(r"<td\1></td>", page)


def _data_address(mime: str, value: str) -> str:
    import base64

    if mime == "image/svg+xml":
        value = base64.b64encode(value.encode()).decode("ascii")
    return f"data:{mime};base64,{''.join(value.split())}"


def _highlighted(source: str) -> str:
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name

    return highlight(source, get_lexer_by_name("python"), HtmlFormatter(cssclass="highlight"))


def _code_style(name: str) -> str:
    from pygments.formatters import HtmlFormatter

    rules = HtmlFormatter(style=name).get_style_defs(".highlight").splitlines()
    return "\n".join(rule for rule in rules if rule.startswith(".highlight ."))


def _plain(value: str | list[str]) -> str:
    return _TERMINAL.sub("", joined(value))

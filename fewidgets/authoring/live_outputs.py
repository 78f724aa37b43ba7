"""What a notebook's cell shows, as HTML with live explorables: for exported lessons, and for books made by Sphinx."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from fewidgets.authoring.lesson_markdown import markdown_html
from fewidgets.authoring.notebook_format import Json, joined
from fewidgets.authoring.run_with_widgets import SHOWN, WIDGET_VIEW, scene_and_state
from fewidgets.scene.page.page import json_text

# The still picture stays until a script shows the explorable in its place.
_EXPLORABLE = """<div class="explorable"><div data-level="{level}" data-model="{model}">{still}</div>
{data}</div>"""
_DATA = '<script type="application/json">{}</script>'

# A template's content is not shown before a script takes it out.
_HELD = '<template data-held="{name}">{inside}</template>'

Apart = Callable[[Json], Json]

#: A script: `prepare` is called for the explorables of a page in their order, before `show`. Views of one model stay in step.
OPENER = """
const given = new Map(), parsed = new WeakMap(), sources = new WeakMap();
const placesIn = (root) => root.querySelectorAll(".explorable");
function prepare(place) {{
  const script = place.querySelector("script");
  const {{ model }} = place.querySelector("div").dataset;
  if (script) given.set(model, script);
  sources.set(place, given.get(model));
}}
function show(place) {{
  const live = place.querySelector("div"), still = [...live.childNodes], source = sources.get(place);
  try {{
    if (!parsed.has(source)) parsed.set(source, JSON.parse(source.textContent));
    live.replaceChildren();
    {open_page}(live, parsed.get(source).scene, parsed.get(source).state);
  }} catch (error) {{
    console.error(error);
    live.replaceChildren(...still);
  }}
}}
/** Take out what a question has held back, and call `taken` with each explorable in it. */
function release(name, taken) {{
  for (const held of document.querySelectorAll("template[data-held]")) {{
    if (name.split("/").slice(1, -1).join("/") !== held.dataset.held) continue;
    const places = placesIn(held.content);
    places.forEach(prepare);
    held.replaceWith(held.content);
    places.forEach(taken);
  }}
}}
"""

_TERMINAL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_EMPTY_HEADER = re.compile(r"<th\b([^>]*)>\s*</th>")
#: What a browser can show of an output, best first.
_PICTURES = ("image/svg+xml", "image/png", "image/jpeg", "image/gif")


def output_html(output: Json, folder: Path, level: int, models: dict[str, str], apart: Apart = lambda page: page) -> str:
    """Return an output as HTML.

    ``level`` is the level of an explorable's heading. ``models`` has the data that the page has given each model so far: they
    are not given twice. ``apart`` may put a part of this data elsewhere.
    """
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
        name = output["data"].get(WIDGET_VIEW, {}).get("model_id", "")
        return live_html(apart(page), _still(data), level=level, model=name, models=models)
    held = (model or {}).get("state", {})
    if "fewidgets_held" in held:
        inside = "".join(output_html(part, folder, level, models, apart) for part in held.get("outputs", ()))
        return _HELD.format(name=html.escape(held["fewidgets_held"]), inside=inside) if held["fewidgets_held"] else inside
    return _still(data, folder)


def live_html(page: Json, still: str, *, level: int, model: str, models: dict[str, str]) -> str:
    """Return the place of an explorable: its scene and state as JSON, and the still picture that stands there first."""
    text = json_text(page)
    again = models.get(model) == text
    models[model] = text
    return _EXPLORABLE.format(level=level, model=html.escape(model), still=still, data="" if again else _DATA.format(text))


def headed(page: str) -> str:
    """Return HTML with a cell in the empty corner of a table, because a header needs a text."""
    return _EMPTY_HEADER.sub(r"<td\1></td>", page)


def _still(data: Mapping[str, str], folder: Path | None = None) -> str:
    """Return the best form of an output that needs no script."""
    if "text/html" in data:
        return headed(data["text/html"])
    if "text/markdown" in data and folder is not None:
        return headed(markdown_html(data["text/markdown"], folder))
    alternative = html.escape(data.get("text/plain", ""))
    for mime in _PICTURES:
        if mime in data:
            return f'<img src="{_data_address(mime, data[mime])}" alt="{alternative}">'
    if "text/latex" in data and folder is not None:
        return markdown_html(data["text/latex"], folder)
    return f"<pre>{alternative}</pre>" if alternative else ""


def _data_address(mime: str, value: str) -> str:
    import base64

    if mime == "image/svg+xml":
        value = base64.b64encode(value.encode()).decode("ascii")
    return f"data:{mime};base64,{''.join(value.split())}"


def _plain(value: str | list[str]) -> str:
    return _TERMINAL.sub("", joined(value))

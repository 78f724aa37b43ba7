"""The script and the style that all pages of a book share."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fewidgets.authoring.live_outputs import OPENER
from fewidgets.authoring.notebook_format import Json
from fewidgets.files import write_atomically
from fewidgets.scene.page.modules import MODULES
from fewidgets.scene.page.page import apart, renderer_program

if TYPE_CHECKING:
    from sphinx.application import Sphinx

SCRIPT, STYLE = "fewidgets.js", "fewidgets.css"

# An ordinary script, because browsers load no module from a file. What is in the window is shown before the page is painted,
# so that nothing jumps. The rest waits until the reader comes near: twenty explorables would keep a phone busy for seconds.
_PROGRAM = """(() => {{
const here = document.currentScript.src, coming = new Map();
/** Load what a file of answers has, as base64. It is a script, because a page from a file may fetch nothing. */
globalThis.fewidgetsFile = (name) => {{
  if (!coming.has(name)) {{
    const script = document.createElement("script");
    const promise = new Promise((resolve, reject) => {{
      script.taken = resolve;
      script.onerror = () => reject(new Error(`${{script.src}} cannot be loaded`));
    }});
    coming.set(name, promise);
    script.src = new URL(`fewidgets-answers/${{name}}.js`, here);
    document.head.append(script);
  }}
  return coming.get(name);
}};
globalThis.fewidgetsLoaded = (text) => document.currentScript.taken(text);
{program}
{opener}
const near = new IntersectionObserver(
  (entries) => {{
    for (const {{ target, isIntersecting }} of entries) {{
      if (!isIntersecting) continue;
      near.unobserve(target);
      show(target);
    }}
  }},
  {{ rootMargin: "600px 0px" }},
);
const open = (place) => (place.getBoundingClientRect().top < innerHeight ? show(place) : near.observe(place));
addEventListener("fewidgets-predicted", ({{ detail }}) => release(detail, open));
const places = [...placesIn(document)];
places.forEach(prepare);
places.forEach(open);
addEventListener("beforeprint", () => {{
  for (const place of places) {{
    near.unobserve(place);
    if (!place.querySelector(".fewidgets")) show(place);
  }}
}});
}})();
"""

_STYLE = """
.explorable { margin: 1rem 0; border: 1px solid var(--pst-color-border, #8886); border-radius: 8px; overflow-x: auto; }
.explorable img { display: block; box-sizing: border-box; padding: 12px; max-width: 100%; height: auto; }
.fewidgets-live > pre { white-space: pre-wrap; }
math { overflow: auto hidden; max-width: 100%; font-size: 1.08em; }
math[display=block] { display: block math; margin: 0.8em 0; padding: 0.2em 0; }
mi[mathvariant^=bold] { font-weight: bold; }
@media print { .explorable { break-inside: avoid; } }
"""


def put_apart(page: Json, app: Sphinx) -> Json:
    """Move the answers of a page, in JSON, into a file of its own, which is loaded when a reader comes near."""
    if "answers" not in page["scene"] or app.builder.format != "html":
        return page
    name = hashlib.sha256(page["scene"]["answers"]["data"]["data"].encode()).hexdigest()[:20]
    page, text = apart(page, name)
    folder = Path(app.outdir) / "_static" / "fewidgets-answers"
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / f"{name}.js", f'fewidgetsLoaded("{text}")'.encode())
    return page


def write_assets(app: Sphinx) -> None:
    """Write both into the folder of static files."""
    if app.builder.format != "html":
        return
    folder = Path(app.outdir) / "_static"
    folder.mkdir(parents=True, exist_ok=True)
    program, open_page = renderer_program(MODULES)
    script = _PROGRAM.format(program=program, opener=OPENER.format(open_page=open_page))
    for name, text in ((SCRIPT, script), (STYLE, _STYLE)):
        write_atomically(folder / name, text.encode())
    app.add_css_file(STYLE)


def add_script(app: Sphinx, pagename: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Load the script in a page that shows an explorable."""
    if 'class="explorable"' in context.get("body", ""):
        app.add_js_file(SCRIPT, loading_method="defer", blocking="render", priority=100)

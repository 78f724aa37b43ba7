"""Save a scene as a web page: one file that needs no kernel, no server and no network."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import os
import re
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from threading import get_ident
from typing import Any

from fewidgets.scene.page.encode import as_json, encode, encode_state
from fewidgets.scene.page.modules import MODULES
from fewidgets.scene.palette import palette
from fewidgets.scene.scene import Scene
from fewidgets.scene.still.svg_picture import still_img
from fewidgets.scene.text.legible import legible, must_be
from fewidgets.scene.types import Encoded, State, TwoTexts

STATIC = Path(__file__).parents[2] / "static"

#: The content security policy: the browser may run the page's own module and use its own style, and load nothing else.
POLICY = "default-src 'none'; script-src {script}; style-src {style}; img-src data:; base-uri 'none'; form-action 'none'"

_STYLE = """
body {{ margin: 0 auto; padding: 1rem; max-width: 75rem; font-family: system-ui, "DejaVu Sans", sans-serif;
  background: {light[background]}; color: {light[ink]}; }}
@media screen and (prefers-color-scheme: dark) {{ body {{ background: {dark[background]}; color: {dark[ink]}; }} }}
body:has(> main > .fw-present) {{ max-width: none; padding: 0.5rem 1rem; }}
@page {{ margin: 12mm; }}
@media print {{ body {{ padding: 0; }} }}
noscript img {{ max-width: 100%; height: auto; }}
"""

# The answers stand after the script, which need not wait for them.
_MODULE = """
{program}
{{
  globalThis.fewidgetsFile = async (name) => {{
    if (document.readyState === "loading") await new Promise((go) => addEventListener("DOMContentLoaded", go));
    return document.getElementById(name).textContent;
  }};
  const {{ scene, state }} = JSON.parse(document.getElementById("scene-data").textContent);
  {open_page}(document.getElementById("scene"), scene, state);
}}
"""

# The other modules are functions, which the renderer calls when it needs them.
_PROGRAM = """{renderer}
{later}
const openWithWords = (element, scene, state) => {open_page}(element, scene, state, {{ {names} }});
"""


_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="{caption}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<main id="scene"></main>
<noscript>
<h1>{title}</h1>
<p>{still}</p>
<p>{caption}</p>
<p>Allow scripts on this page to use the controls. The page loads nothing from the network.</p>
</noscript>
<script type="application/json" id="scene-data">{data}</script>
<script type="module" async>{module}</script>
{answers}</body>
</html>
"""


def encoded_page(scene: Scene, state: State | None = None) -> Encoded:
    """Return what a page's script is given: a scene and its state."""
    complete = scene.state(**(state or {}))
    return {"scene": encode(scene), "state": {name: encode_state(each) for name, each in complete.items()}}


def page_html(scene: Scene, *, state: State | None = None, present: bool = False, page: Encoded | None = None) -> str:
    """Write a scene as the HTML text of a self-contained web page; see `write_page`.

    Its content security policy forbids all requests, and all scripts and styles but its own.
    """
    complete = scene.state(**(state or {}))
    page = page or encoded_page(scene, state)
    if present:
        page = {**page, "scene": {**page["scene"], "present": True}}
    module, style = page_sources(page["scene"].get("modules", ()))
    page, data = apart(as_json(page), "answers")
    return _PAGE.format(
        policy=POLICY.format(script=hash_source(module), style=hash_source(style)),
        title=html.escape(legible(scene.title)),
        caption=html.escape(scene.caption_at(**(state or {}))),
        still=still_img(scene, **complete),
        style=style,
        data=json_text(page),
        module=module,
        answers=f'<script type="text/plain" id="answers">{data}</script>\n' if data else "",
    )


def apart(page: Encoded, name: str) -> tuple[Encoded, str]:
    """Return a page in JSON that finds its answers by a name, and these answers as base64; "" if there are none."""
    answers = page["scene"].get("answers")
    if not answers:
        return page, ""
    kept = {**answers, "data": {**answers["data"], "data": "", "file": name}}
    return {**page, "scene": {**page["scene"], "answers": kept}}, answers["data"]["data"]


def renderer_program(modules: Collection[str] = ()) -> TwoTexts:
    """Return the renderer as one program for a script element, and its name for ``openPage``."""
    renderer, open_page = _without_exports("renderer.js", "openPage")
    names = ["words", "present", *(name for name in MODULES if name in modules)]
    later = "\n".join(_without_exports(f"{name}.js", name)[0] for name in names)
    program = _PROGRAM.format(renderer=renderer, open_page=open_page, later=later, names=", ".join(names))
    return _harmless(program), "openWithWords"


def page_program(file: str, name: str) -> TwoTexts:
    """Return a module of ``static/`` as a program, and its own name for one of its exports."""
    program, inside = _without_exports(file, name)
    return _harmless(program), inside


def page_sources(modules: Collection[str] = ()) -> TwoTexts:
    """Return the script and the style of every page."""
    program, open_page = renderer_program(modules)
    return _MODULE.format(program=program, open_page=open_page), _STYLE.format(light=palette("light"), dark=palette("dark"))


def write_page(
    scene: Scene,
    path: str | os.PathLike[str],
    *,
    state: State | None = None,
    present: bool = False,
    page: Encoded | None = None,
) -> Path:
    """Save a scene as a web page in one file.

    Parameters
    ----------
    scene : Scene
        What to show.
    path : path
        File to write. If writing fails, an existing file stays as it was.
    state : mapping from control name to value, optional
        The state in which the page opens.
    present : bool
        Whether the page opens for a projector.
    page : dict, optional
        The scene and its state as the script gets them, with what else the page carries. By default, `encoded_page`.
    """
    try:
        target = Path(path).expanduser()
    except (TypeError, RuntimeError):
        raise TypeError(must_be("path", "the name of a file, such as 'scene.html'", path)) from None
    if "\0" in str(target) or not target.name:
        raise ValueError(must_be("path", "the name of a file, such as 'scene.html'", path))
    if target.is_dir():
        raise IsADirectoryError(
            f"path must be a file, such as {str(target / 'scene.html')!r}; got the folder {str(target)!r}."
        )
    if not target.parent.is_dir():
        raise FileNotFoundError(f"path must be in an existing folder; {str(target.parent)!r} does not exist. Create it first.")
    text = page_html(scene, state=state, present=present, page=page)
    draft = target.with_name(f".fewidgets-{os.getpid()}-{get_ident()}.part")
    try:
        draft.write_text(text, encoding="utf-8", newline="\n")
        draft.replace(target)
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(target)) from None  # name the page, not the temporary file
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    return target


def _without_exports(file: str, name: str) -> TwoTexts:
    """Return an ES module without its exports, and its own name for one of them."""
    path = STATIC / file
    how = "with `npm ci && npm run build` in fewidgets/frontend."
    try:
        bundle = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise FileNotFoundError(f"The renderer {str(path)!r} is missing. Build it {how}") from None
    program, _, exports = bundle.strip().removesuffix(";").rpartition("export")
    for entry in exports.strip(" {}").split(","):
        inside, _, outside = entry.strip().partition(" as ")
        if (outside or inside).strip() == name:
            return program, inside.strip()
    raise ValueError(f"The renderer {str(path)!r} does not export {name}. Build it again {how}")


def hash_source(text: str) -> str:
    """Return how a content security policy identifies an inline script or style: by its hash."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


def json_text(value: Any) -> str:
    """Write JSON for a script element, without ``<``, which could end the element."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _harmless(program: str) -> str:
    """Escape what HTML would read as the end of a script."""
    program = re.sub(
        r"<(/?)(script)", lambda found: "\\x3c" + ("\\/" if found[1] else "") + found[2], program, flags=re.IGNORECASE
    )
    return program.replace("<!--", "\\x3c!--")

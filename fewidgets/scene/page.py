"""The scene as a web page: one file that needs no kernel, no server and no network, and asks for nothing."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from threading import get_ident
from typing import Any

from fewidgets.scene.encode import as_json, encode, encode_state
from fewidgets.scene.legible import quoted
from fewidgets.scene.palette import palette
from fewidgets.scene.scene import Scene

BUNDLE = Path(__file__).parents[1] / "static" / "renderer.js"

#: What the browser may run and load for the page: its one module and its one style element, by their hashes, and nothing else.
POLICY = "default-src 'none'; script-src {script}; style-src {style}; img-src data:; base-uri 'none'; form-action 'none'"

_STYLE = """
body {{ margin: 0 auto; padding: 1rem; max-width: 75rem; font-family: system-ui, "DejaVu Sans", sans-serif;
  background: {light[background]}; color: {light[ink]}; }}
@media (prefers-color-scheme: dark) {{ body {{ background: {dark[background]}; color: {dark[ink]}; }} }}
"""

_MODULE = """
{program}
{{
  const {{ scene, state }} = JSON.parse(document.getElementById("scene-data").textContent);
  {open_page}(document.getElementById("scene"), scene, state);
}}
"""

_EXPORTS = re.compile(r"export\s*\{([^{}]*)\}\s*;?\s*\Z")
_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*\Z")

_PAGE = """<!DOCTYPE html>
<html lang="{lang}">
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
<p>{caption}</p>
<p>The picture moves only where scripts are allowed; this page brings its own and loads nothing.</p>
</noscript>
<script type="application/json" id="scene-data">{data}</script>
<script type="module">{module}</script>
</body>
</html>
"""


def page_html(scene: Scene, *, state: Mapping[str, Any] | None = None, lang: str = "en") -> str:
    """Give a scene as the text of a web page that holds all it needs.

    Parameters
    ----------
    scene : Scene
        What to show.
    state : mapping from control name to value, optional
        How the page opens; controls that are not in it have their initial value.
    lang : str
        Language of the scene's texts, as in HTML: "en", "de-CH".

    Returns
    -------
    str
        HTML with the renderer, the styles and the arrays inside. Its content security policy forbids requests, and all scripts
        and styles but its own, which it names by their hashes.

    Raises
    ------
    TypeError, ValueError
        For a state that the scene does not take, or a ``lang`` that is not a language tag.
    FileNotFoundError
        If the renderer was not built.
    """
    if not isinstance(lang, str) or not _LANGUAGE.match(lang):
        raise ValueError(f"lang is {lang!r}, but wants a language tag such as 'en' or 'de-CH'")
    complete = scene.state(**(state or {}))
    program, open_page = _program(_bundle())
    module = _MODULE.format(program=_harmless(program), open_page=open_page)
    style = _STYLE.format(light=palette("light"), dark=palette("dark"))
    return _PAGE.format(
        lang=lang,
        policy=POLICY.format(script=_source(module), style=_source(style)),
        title=html.escape(scene.title),
        caption=html.escape(scene.caption_at(**(state or {}))),
        style=style,
        data=_json(as_json({"scene": encode(scene), "state": {name: encode_state(each) for name, each in complete.items()}})),
        module=module,
    )


def write_page(
    scene: Scene, path: str | os.PathLike[str], *, state: Mapping[str, Any] | None = None, lang: str = "en"
) -> Path:
    """Write a scene as a web page of one file; see `page_html`.

    Parameters
    ----------
    scene : Scene
        What to show.
    path : path
        File to write. It is replaced as a whole or not at all.
    state : mapping from control name to value, optional
        How the page opens.
    lang : str
        Language of the scene's texts.

    Returns
    -------
    pathlib.Path
        Where the page is.

    Raises
    ------
    FileNotFoundError
        If the folder does not exist, or the renderer was not built.
    IsADirectoryError
        If ``path`` is a folder.
    OSError
        If the file cannot be written there; the error names the file.
    TypeError, ValueError
        As from `page_html`, or if ``path`` is not a path.
    """
    try:
        target = Path(path).expanduser()
    except (TypeError, RuntimeError):
        raise TypeError(f"path must be the name of a file, such as 'scene.html'; got {quoted(path)}") from None
    if "\0" in str(target) or not target.name:
        raise ValueError(f"path must be the name of a file, such as 'scene.html'; got {quoted(path)}")
    if target.is_dir():
        raise IsADirectoryError(
            f"path is the folder {str(target)!r}, but wants a file, such as {str(target / 'scene.html')!r}"
        )
    if not target.parent.is_dir():
        raise FileNotFoundError(f"path is {str(target)!r}, but there is no folder {str(target.parent)!r}; make it first")
    text = page_html(scene, state=state, lang=lang)
    draft = target.with_name(f".fewidgets-{os.getpid()}-{get_ident()}.part")
    try:
        draft.write_text(text, encoding="utf-8", newline="\n")
        draft.replace(target)
    except OSError as error:
        if error.errno is None:
            raise
        raise OSError(error.errno, error.strerror, str(target)) from None  # the draft's name would tell nobody anything
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
    return target


def _bundle() -> str:
    try:
        return BUNDLE.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise FileNotFoundError(
            f"the renderer {str(BUNDLE)!r} is missing: build it with `npm ci && npm run build` in fewidgets/frontend"
        ) from None


def _program(bundle: str) -> tuple[str, str]:
    """Take the exports off an ES module's end; give what is left, and by what name it knows ``openPage``."""
    exports = _EXPORTS.search(bundle)
    for entry in exports.group(1).split(",") if exports else ():
        inside, _, outside = entry.strip().partition(" as ")
        if (outside or inside).strip() == "openPage":
            return bundle[: exports.start()], inside.strip()
    raise ValueError(
        f"the renderer {str(BUNDLE)!r} does not export openPage: "
        "build it anew with `npm ci && npm run build` in fewidgets/frontend"
    )


def _source(text: str) -> str:
    """Name an inline script or style in a content security policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode('ascii')}'"


def _json(value: Any) -> str:
    r"""Write JSON that can stand in a script element: without ``<``, nothing in it can end the element or open a comment."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _harmless(program: str) -> str:
    r"""Write a program so that HTML does not see the script's end in it; what is replaced only ever stands inside literals."""
    program = re.sub(
        r"<(/?)(script)", lambda found: "\\x3c" + ("\\/" if found[1] else "") + found[2], program, flags=re.IGNORECASE
    )
    return program.replace("<!--", "\\x3c!--")

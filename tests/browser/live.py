"""An explorable in a plain page, with its own Python behind it: every control computes, and no notebook server is needed.

The page has the renderer and a small model with the methods that ipywidgets' models have. What the browser sends goes to the
explorable as from a kernel, and what the explorable answers goes back.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page

from fewidgets.explorables import Explorable
from fewidgets.scene.page.encode import as_json, encode, encode_state
from fewidgets.scene.page.page import STATIC
from tests.browser.finger import COUNT_CANCELLED

ADDRESS = "http://live.test/"  # answered by the test itself
PAGE = """<!DOCTYPE html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>live</title>
<style>body {{ margin: 0 }} .away {{ height: 1500px }}</style>
<div class="away"><button>before</button></div><main></main><div class="away"><button>after</button></div>
<script type="application/json">{data}</script>
<script type="module">
    import {{ render }} from "./renderer.js";
    const raw = view => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    const bytes = text => Uint8Array.from(atob(text), each => each.charCodeAt(0));
    const revive = value => {{
        if (Array.isArray(value)) return value.map(revive);
        if (value === null || typeof value !== "object") return value;
        const next = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, revive(part)]));
        const isArray = value.dtype && typeof value.data === "string";
        return isArray ? {{ ...next, data: new DataView(bytes(value.data).buffer) }} : next;
    }};
    const state = revive(JSON.parse(document.querySelector("script").textContent));
    const listeners = {{}};
    const told = (event, ...rest) => (listeners[event] ?? []).forEach(listener => listener(...rest));
    let unsaved = {{}};
    const change = (name, value) => {{
        state[name] = value;
        if (!model._state_lock) unsaved[name] = value;
        told(`change:${{name}}`, model);
    }};
    const receive = answer => {{
        model._state_lock = {{}};
        for (const [name, value] of Object.entries(revive(answer))) change(name, value);
        model._state_lock = null;
    }};
    const model = {{
        _state_lock: null,
        get: name => state[name],
        set: change,
        on: (event, listener) => (listeners[event] ??= []).push(listener),
        off: (event, listener) => (listeners[event] = (listeners[event] ?? []).filter(each => each !== listener)),
        save_changes() {{
            window.saveState(unsaved);
            unsaved = {{}};
        }},
        send({{ ask, serial }}, _, buffers) {{
            const data = buffers.map(each => btoa(String.fromCharCode(...raw(each))));
            window.answerAsk({{ ask, serial, data }}).then(receive);
        }},
    }};
    window.states = names => JSON.stringify(names.map(name => state[name]), (_, each) => ArrayBuffer.isView(each)
        ? [...raw(each)] : each);
    const kernel = {{ comm_live: true, on() {{}}, get: () => state.words }};
    render({{ model, el: document.querySelector("main"), kernel, find: async () => ({{ get: () => state.marks }}) }});
</script></html>"""


def open_live(page: Page, w: Explorable) -> None:
    """Show an explorable in a tab, between two empty parts of a long page."""
    sent = {"_answered": "", "message": "", "_scene": encode(w.scene), **_encoded(w.state)}
    sent["words"] = (STATIC / "words.js").read_text(encoding="utf-8")
    sent |= {"_marks": "IPY_MODEL_marks", "marks": (STATIC / "marks.js").read_text(encoding="utf-8")}
    text = PAGE.format(data=_json(as_json(sent)))

    def answer(request: Mapping[str, Any]) -> dict[str, Any]:
        before, scene = w.state, w.scene
        buffers = [base64.b64decode(each) for each in request["data"]]
        w.answer_request(w, {"ask": request["ask"], "serial": request["serial"]}, buffers)
        changed = {name: value for name, value in w.state.items() if value is not before.get(name)}
        scenes = {} if w.scene is scene else {"_scene": encode(w.scene)}
        return as_json({**_encoded(changed), **scenes, "message": w.message, "_answered": w._answered})

    page.expose_function("answerAsk", answer)
    page.expose_function("saveState", w.set_state)
    page.route(f"{ADDRESS}*", lambda route: route.fulfill(body=text, content_type="text/html; charset=utf-8"))
    code = (STATIC / "renderer.js").read_text(encoding="utf-8")
    page.route(f"{ADDRESS}renderer.js", lambda route: route.fulfill(body=code, content_type="text/javascript"))
    page.goto(ADDRESS)
    page.evaluate(COUNT_CANCELLED)
    page.get_by_role("button", name="More actions").wait_for()


def states(page: Page, w: Explorable) -> list[str]:
    """Give the state of every control as the browser has it, each as text."""
    return page.evaluate("names => names.map(name => window.states([name]))", list(w.state))


def _encoded(state: Mapping[str, Any]) -> dict[str, Any]:
    return {name: encode_state(value) for name, value in state.items()}


def _json(value: Any) -> str:
    return json.dumps(value, allow_nan=False).replace("<", "\\u003c")

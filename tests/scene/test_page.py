import html
import json
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from fewidgets.authoring.gallery import examples
from fewidgets.scene import Line, Panel, Readout, Scene, Stepper
from fewidgets.scene.page import page
from fewidgets.scene.page.encode import as_json, encode
from fewidgets.scene.page.page import page_html, write_page
from fewidgets.scene.still.svg_picture import still_svg

STEP = Stepper("step", 3)
EVIL = "</script><script>alert(1)</script><!-- <SCRIPT> ]]> & \" ' \u2028 λ"


def scene(text="plain"):
    return Scene(text, [Panel(text, [Line([0, 1, 2], [1, 2, 3], label=text, upto=STEP)])], [STEP], [Readout(text, STEP)], text)


@pytest.fixture
def bundle(tmp_path, monkeypatch):
    """A tiny renderer instead of the real one; give it another text by calling it."""
    path = tmp_path / "renderer.js"
    monkeypatch.setattr(page, "STATIC", tmp_path)
    for name in ("words", "present"):
        (tmp_path / f"{name}.js").write_text(f"function {name}(kit){{return{{}}}}export{{{name}}};\n", encoding="utf-8")

    def write(text):
        path.write_text(text, encoding="utf-8")

    write("function a(e, s, t) { e.textContent = s.title }\nexport { b as render, a as openPage };\n")
    return write


class Scripts(HTMLParser):
    """What a browser sees: elements, and the text of scripts."""

    def __init__(self, text):
        super().__init__()
        self.scripts, self.tags, self.attributes, self.inside = [], [], [], False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        self.inside = tag == "script"
        if self.inside:
            self.scripts.append("")

    def handle_endtag(self, tag):
        self.inside = False

    def handle_data(self, data):
        if self.inside:
            self.scripts[-1] += data


def test_the_page_holds_the_scene_and_its_state(bundle):
    text = page_html(scene("λ & <b>"), state={"step": 2})
    seen = Scripts(text)
    data = json.loads(seen.scripts[0])
    assert data == {"scene": as_json(encode(scene("λ & <b>"))), "state": {"step": 2}}
    assert "<title>λ &amp; &lt;b&gt;</title>" in text
    assert 'openWithWords(document.getElementById("scene"), scene, state)' in seen.scripts[1]
    assert "a(element, scene, state, { words, present });" in seen.scripts[1]
    assert "export" not in seen.scripts[1]
    assert f"<p>{html.escape('λ & <b>')}</p>" in text


def test_without_scripts_the_page_shows_its_picture(bundle):
    noscript = re.search("<noscript>(.*?)</noscript>", page_html(scene("λ & <b>"), state={"step": 2}), re.DOTALL)[1]
    image = re.search('<img alt="([^"]*)" width="960" src="data:image/svg[+]xml;base64,([^"]*)">', noscript)
    assert html.unescape(image[1]) == "λ & <b>. λ & <b>"
    assert b64decode(image[2]).decode("utf-8") == still_svg(scene("λ & <b>"), step=2)


def test_nothing_in_a_scene_can_end_its_script(bundle):
    text = page_html(scene(EVIL))
    seen = Scripts(text)
    assert len(seen.scripts) == 2
    assert json.loads(seen.scripts[0])["scene"]["title"] == EVIL
    assert "<" not in seen.scripts[0]
    assert "<!--" not in text
    assert set(seen.tags) == {"html", "head", "meta", "title", "style", "body", "main", "noscript", "h1", "p", "img", "script"}


def test_the_page_asks_for_nothing():
    text = page_html(scene())
    assert not re.findall(r"(?:https?:)?//(?!www\.w3\.org/)[\w-]+\.[\w.-]+", re.sub(r'"data":"[^"]*"', "", text))
    assert "@import" not in text
    assert "url(" not in text.replace("url(#", "")  # a saved picture refers to its own parts
    seen = Scripts(text)
    assert not {"link", "iframe", "object", "embed", "base"} & set(seen.tags)
    addresses = [entry for entry in seen.attributes if entry[1] in ("src", "href", "srcset", "data", "action")]
    assert [(tag, name) for tag, name, _ in addresses] == [("img", "src")]
    assert addresses[0][2].startswith("data:image/svg+xml;base64,")
    policy = next(
        value for tag, name, value in seen.attributes if tag == "meta" and name == "content" and "default-src" in value
    )
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy


def sources(text):
    """The policy's hashes, and those of the scripts and styles that stand in the page."""
    policy = html.unescape(re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1])
    inline = re.findall(r'<script type="module" async>(.*?)</script>|<style>(.*?)</style>', text, re.DOTALL)
    hashes = {b64encode(sha256("".join(parts).encode("utf-8")).digest()).decode("ascii") for parts in inline}
    return set(re.findall(r"'sha256-([^']*)'", policy)), hashes


@pytest.mark.parametrize("name", ["boosting_stepper", "spam_viewer"])
def test_the_policy_names_the_page_s_one_module_and_one_style_by_their_hashes(name, tmp_path):
    w = examples()[name]()
    named, there = sources(w.to_html(tmp_path / "page.html").read_text(encoding="utf-8"))
    assert named == there
    assert len(there) == 2


def test_a_file_that_cannot_be_written_is_named(bundle, tmp_path, monkeypatch):
    def refuse(self, *_, **__):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(page.Path, "write_text", refuse)
    with pytest.raises(PermissionError, match=r"Permission denied: .*scene.html'$"):
        write_page(scene(), tmp_path / "scene.html")
    assert list(tmp_path.glob("*.part")) == []


def test_a_page_is_written_whole(bundle, tmp_path):
    target = tmp_path / "a page.html"
    assert write_page(scene(), str(target), state={"step": 1}) == target
    assert target.read_text(encoding="utf-8") == page_html(scene(), state={"step": 1})
    write_page(scene("new"), target)
    assert "<title>new</title>" in target.read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.glob("*page*")] == ["a page.html"]


def test_a_page_that_fails_leaves_the_old_one(bundle, tmp_path, monkeypatch):
    target = write_page(scene("old"), tmp_path / "page.html")

    def refuse(*_):
        raise OSError("the disk is full")

    monkeypatch.setattr(page.Path, "replace", refuse)
    with pytest.raises(OSError, match="disk is full"):
        write_page(scene("new"), target)
    assert "<title>old</title>" in target.read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.glob("*page*")] == ["page.html"]


def test_wrong_places_are_told(bundle, tmp_path):
    with pytest.raises(FileNotFoundError, match=r"path must be in an existing folder; '.*nowhere' does not exist"):
        write_page(scene(), tmp_path / "nowhere" / "page.html")
    with pytest.raises(IsADirectoryError, match=r"path must be a file, .*; got the folder"):
        write_page(scene(), tmp_path)


def test_a_missing_or_old_renderer_says_how_to_build_it(bundle, tmp_path):
    bundle("export{b as render};")
    with pytest.raises(ValueError, match=r"does not export openPage. Build it again with `npm ci && npm run build`"):
        page_html(scene())
    (tmp_path / "renderer.js").unlink()
    with pytest.raises(FileNotFoundError, match=r"missing. Build it with `npm ci && npm run build` in fewidgets/frontend"):
        page_html(scene())

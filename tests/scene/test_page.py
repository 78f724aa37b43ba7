import html
import json
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from html.parser import HTMLParser

import pytest

from fewidgets.authoring.gallery import examples
from fewidgets.scene import Line, Panel, Readout, Scene, Stepper, page
from fewidgets.scene.encode import as_json, encode
from fewidgets.scene.page import page_html, write_page
from fewidgets.scene.svg_still import still_svg

STEP = Stepper("step", 3)
EVIL = "</script><script>alert(1)</script><!-- <SCRIPT> ]]> & \" ' \u2028 λ"


def scene(text="plain"):
    return Scene(text, [Panel(text, [Line([0, 1, 2], [1, 2, 3], label=text, upto=STEP)])], [STEP], [Readout(text, STEP)], text)


@pytest.fixture
def bundle(tmp_path, monkeypatch):
    """A tiny renderer instead of the real one; give it another text by calling it."""
    path = tmp_path / "renderer.js"
    monkeypatch.setattr(page, "BUNDLE", path)
    monkeypatch.setattr(page, "WORDS", tmp_path / "words.js")
    page.WORDS.write_text("const a = 1, words = () => a;\nexport { words };\n", encoding="utf-8")

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
    text = page_html(scene("λ & <b>"), state={"step": 2}, lang="de-CH")
    seen = Scripts(text)
    data = json.loads(seen.scripts[0])
    assert data == {"scene": as_json(encode(scene("λ & <b>"))), "state": {"step": 2}}
    assert '<html lang="de-CH">' in text
    assert "<title>λ &amp; &lt;b&gt;</title>" in text
    assert 'openWithWords(document.getElementById("scene"), scene, state)' in seen.scripts[1]
    assert "a(element, scene, state, () => (wordsOfPage" in seen.scripts[1]
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


def test_nothing_in_the_renderer_can_end_its_script(bundle):
    bundle('const t = "</script><SCRIPT><!-- </Script>";\nfunction openPage() {}\nexport{openPage};')
    seen = Scripts(page_html(scene()))
    assert len(seen.scripts) == 2
    assert r'const t = "\x3c\/script>\x3cSCRIPT>\x3c!-- \x3c\/Script>";' in seen.scripts[1]


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
    inline = re.findall(r'<script type="module">(.*?)</script>|<style>(.*?)</style>', text, re.DOTALL)
    hashes = {b64encode(sha256("".join(parts).encode("utf-8")).digest()).decode("ascii") for parts in inline}
    return set(re.findall(r"'sha256-([^']*)'", policy)), hashes


@pytest.mark.parametrize("name", sorted(examples()))
def test_the_policy_names_the_page_s_one_module_and_one_style_by_their_hashes(name, tmp_path):
    w = examples()[name]()
    named, there = sources(w.to_html(tmp_path / "page.html").read_text(encoding="utf-8"))
    assert named == there
    assert len(there) == 2


def test_the_hash_is_of_what_the_browser_reads(bundle):
    bundle('const t = "</script>λ";\r\nfunction openPage() {}\nexport{openPage};')
    named, there = sources(page_html(scene(EVIL)))
    assert named == there


@pytest.mark.parametrize("path", [None, 3, b"page.html", "", "a\0b.html", "."])
def test_what_is_no_path_is_refused_in_words(bundle, path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises((TypeError, ValueError, OSError), match=r"path (must be|is) "):
        write_page(scene(), path)


def test_a_file_that_cannot_be_written_is_named(bundle, tmp_path, monkeypatch):
    def refuse(self, *_, **__):
        raise PermissionError(13, "Permission denied", str(self))

    monkeypatch.setattr(page.Path, "write_text", refuse)
    with pytest.raises(PermissionError, match=r"Permission denied: .*scene.html'$"):
        write_page(scene(), tmp_path / "scene.html")
    monkeypatch.undo()
    with pytest.raises(OSError, match="too long"):
        write_page(scene(), tmp_path / ("a" * 300))
    assert list(tmp_path.glob("*.part")) == []


def test_light_and_dark_follow_the_system():
    text = page_html(scene())
    assert "prefers-color-scheme: dark" in text
    assert '<meta name="color-scheme" content="light dark">' in text


def test_a_page_is_written_whole(bundle, tmp_path):
    target = tmp_path / "a page.html"
    assert write_page(scene(), str(target), state={"step": 1}) == target
    assert target.read_text(encoding="utf-8") == page_html(scene(), state={"step": 1})
    write_page(scene("new"), target)
    assert "<title>new</title>" in target.read_text(encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a page.html", "renderer.js", "words.js"]


def test_a_page_that_fails_leaves_the_old_one(bundle, tmp_path, monkeypatch):
    target = write_page(scene("old"), tmp_path / "page.html")

    def refuse(*_):
        raise OSError("the disk is full")

    monkeypatch.setattr(page.Path, "replace", refuse)
    with pytest.raises(OSError, match="disk is full"):
        write_page(scene("new"), target)
    assert "<title>old</title>" in target.read_text(encoding="utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["page.html", "renderer.js", "words.js"]


def test_wrong_places_are_told(bundle, tmp_path):
    with pytest.raises(FileNotFoundError, match=r"path must be in an existing folder; '.*nowhere' does not exist"):
        write_page(scene(), tmp_path / "nowhere" / "page.html")
    with pytest.raises(IsADirectoryError, match=r"path must be a file, .*; got the folder"):
        write_page(scene(), tmp_path)


@pytest.mark.parametrize("lang", ["", "e", 'en" onload="x', "en_US", 5, None])
def test_a_language_is_a_tag(bundle, lang):
    with pytest.raises(ValueError, match=r"lang must be .*; got "):
        page_html(scene(), lang=lang)


def test_a_wrong_state_is_told(bundle):
    with pytest.raises(ValueError, match=r"step must be .*; got 3"):
        page_html(scene(), state={"step": 3})


def test_a_missing_or_old_renderer_says_how_to_build_it(bundle, tmp_path):
    bundle("export{b as render};")
    with pytest.raises(ValueError, match=r"does not export openPage. Build it again with `npm ci && npm run build`"):
        page_html(scene())
    (tmp_path / "renderer.js").unlink()
    with pytest.raises(FileNotFoundError, match=r"missing. Build it with `npm ci && npm run build` in fewidgets/frontend"):
        page_html(scene())


@pytest.mark.parametrize(("text", "error", "told"), [
    ("export{a as others};", ValueError, r"words\.js' does not export words"),
    (None, FileNotFoundError, r"words\.js' is missing\. Build it"),
])  # fmt: skip
def test_a_missing_or_old_second_module_says_how_to_build_it(bundle, text, error, told):
    page.WORDS.unlink() if text is None else page.WORDS.write_text(text, encoding="utf-8")
    with pytest.raises(error, match=told):
        page_html(scene())


def test_the_page_has_both_modules_once_and_each_keeps_its_names(bundle):
    """Both minified modules have a name ``a``, so the second one is a function of its own."""
    program = Scripts(page_html(scene())).scripts[-1]
    assert program.count("const a = 1") == 1
    assert (
        program.index("function a(e, s, t)") < program.index("(() => {\nconst a = 1") < program.index("openWithWords(document")
    )

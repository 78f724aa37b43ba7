"""A lesson as one HTML file: what is in it, what it may load, and what an export refuses."""

import asyncio
import base64
import hashlib
import html
import json
import re
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
import zmq
import zmq.asyncio

from fewidgets import LambdaSlider, cli, data
from fewidgets.authoring import lesson_markdown
from fewidgets.authoring.export import export_lesson
from fewidgets.authoring.lesson_markdown import markdown_html, mathml
from fewidgets.authoring.lesson_page import lesson_html
from fewidgets.authoring.notebook_format import StoreError
from fewidgets.authoring.run_with_widgets import (
    WIDGET_STATE,
    WIDGET_VIEW,
    run_with_widgets,
    widget_client,
    with_saved_models,
)

LESSONS = sorted((Path(__file__).resolve().parents[2] / "notebooks").glob("*.ipynb"))


class Reader(HTMLParser):
    """Collect the elements of a page with their attributes, and the text of scripts and styles."""

    def __init__(self, page):
        super().__init__()
        self.elements, self.raw = [], {"script": [], "style": []}
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag in self.raw:
            self.raw[tag].append("")

    def handle_data(self, data):
        if self.cdata_elem in self.raw:
            self.raw[self.cdata_elem][-1] += data

    def all(self, tag, attribute):
        return [attributes[attribute] for name, attributes in self.elements if name == tag and attribute in attributes]


def code(source, *outputs, **metadata):
    return {"cell_type": "code", "execution_count": None, "metadata": metadata, "source": source, "outputs": list(outputs)}


def text(source, **more):
    return {"cell_type": "markdown", "metadata": {}, "source": source, **more}


def result(**data):
    return {"output_type": "execute_result", "metadata": {}, "data": {k.replace("_", "/", 1): v for k, v in data.items()}}


def book(*cells, **metadata):
    cells = [{"id": f"cell-{number}", **cell} for number, cell in enumerate(cells)]
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def write(path, *cells, **metadata):
    path.write_text(json.dumps(book(*cells, **metadata)), encoding="utf-8")
    return path


def page(*cells):
    return lesson_html(book(*cells), Path(), name="lesson.ipynb")


def data_of(page):
    """Return what the page gives its explorables."""
    found = re.findall(r'<script type="application/json">(.*?)</script>', page)
    return [json.loads(each) for each in found]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """A notebook that shows an explorable, and moves it in the next cell."""
    shown = code("from fewidgets import LambdaSlider\nw = LambdaSlider.example()\nw.lam = w.scene.control('lam').values[3]\nw")
    path = write(
        tmp_path_factory.mktemp("run") / "small.ipynb", text("# Small\n\n## Part"), shown, code("w.lam = 0"), code("w")
    )
    return run_with_widgets(path)


def test_an_explorable_is_as_it_was_when_its_cell_had_run(run):
    first, second = data_of(lesson_html(run, Path(), name="small.ipynb"))
    w = LambdaSlider.example()
    assert first["state"]["lam"] == pytest.approx(w.scene.control("lam").values[3])
    assert second["state"]["lam"] == 0
    assert first["scene"]["title"] == w.scene.title


def test_it_is_live_by_one_copy_of_the_renderer_and_has_a_still_with_words(run):
    written = lesson_html(run, Path(), name="small.ipynb")
    reader = Reader(written)
    modules = [name for name, attributes in reader.elements if name == "script" and attributes.get("type") == "module"]
    assert len(modules) == 1
    assert reader.all("div", "data-level") == ["3", "3"]
    stills = re.findall(r"<div data-level[^>]*>(<img .*?)</div>", written, re.DOTALL)
    assert len(stills) == 2
    w = LambdaSlider.example()
    w.lam = 0
    assert html.escape(w.caption) in stills[1]


def test_the_saved_state_of_widgets_is_enough(run):
    """JupyterLab saves the models of a notebook's widgets in its metadata."""
    cells = json.loads(json.dumps(run["cells"]))
    models = {}
    for cell in cells:
        for output in cell.get("outputs", ()):
            model = output["metadata"].pop("fewidgets_shown", None)
            if model:
                models[output["data"][WIDGET_VIEW]["model_id"]] = {"model_name": "AnyModel", **model}
    assert len(models) == 1
    assert data_of(lesson_html(with_saved_models(book(*cells)), Path(), name="n")) == []
    saved = book(*cells, widgets={WIDGET_STATE: {"state": models}})
    written = lesson_html(with_saved_models(saved), Path(), name="n")
    assert len(Reader(written).all("div", "data-model")) == 2
    assert len(data_of(written)) == 1  # the saved state is the last one


def test_the_policy_allows_the_page_s_own_script_and_style_alone(run):
    reader = Reader(lesson_html(run, Path(), name="small.ipynb"))
    policy = dict(part.strip().split(" ", 1) for part in reader.all("meta", "content")[0].split(";"))
    assert policy["default-src"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert policy["img-src"] == policy["media-src"] == "data:"
    own = {kind: [digest(each) for each in texts] for kind, texts in reader.raw.items()}
    assert own["style"][0] in policy["style-src"].split()
    assert own["script"][-1] in policy["script-src"].split()
    assert all(re.fullmatch(r"'sha256-[\w+/=]+'", each) for kind in own for each in policy[f"{kind}-src"].split())


def digest(source):
    return f"'sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}'"


@pytest.mark.parametrize("path", LESSONS, ids=[path.stem for path in LESSONS])
def test_every_lesson_is_whole_and_asks_nothing_of_the_network(path, tmp_path):
    target = export_lesson(path, tmp_path / "lesson.html", run=False)
    written = target.read_text(encoding="utf-8")
    reader = Reader(written)
    assert all(source.startswith("data:") for tag in ("img", "audio", "source", "iframe") for source in reader.all(tag, "src"))
    assert reader.all("link", "href") == reader.all("script", "src") == reader.all("source", "srcset") == []
    assert not any("style" in attributes for _, attributes in reader.elements)  # the policy forbids them
    assert all(alternative.strip() for alternative in reader.all("img", "alt"))
    assert len(reader.all("img", "alt")) == len(reader.all("img", "src"))
    assert all(address.startswith(("#", "https:")) for address in reader.all("a", "href"))
    assert [name for name, _ in reader.elements].count("h1") == 1
    shown = re.sub(r"<(script|style|pre|code)\b.*?</\1>", "", written, flags=re.DOTALL)
    assert not re.search(r"\$[^$\n]+\$|\\(frac|sum|left|lambda)", shown)  # every formula became MathML
    assert "<code>$" not in written


def test_formulas_are_mathml():
    shown = markdown_html("Let $w_n$ be.\n\n$$\\frac{1}{2}$$\n\n\\begin{align}a&=b\\\\c&=d\\end{align}", Path())
    assert shown.count("<math ") == 3
    assert "<msub>" in shown
    assert "<mfrac>" in shown
    assert "<mtable" in shown
    assert mathml(r"\frac{") == r"<code>$\frac{$</code>"
    assert mathml(r"a < \frac{") == r"<code>$a &lt; \frac{$</code>"


def test_a_folded_answer_is_inside_what_folds_it():
    shown = markdown_html(
        "<details><summary>Answer</summary>\n\nIt is $x$.\n\n- one\n\n</details>\n\nNext, H<sub>2</sub>O.", Path()
    )
    folded, _, after = shown.partition("</details>")
    assert folded.startswith("<details><summary>Answer</summary>")
    assert "It is <math" in folded
    assert "<li>one</li>" in folded
    assert "H<sub>2</sub>O" in after


def test_markdown_keeps_alignment_links_and_pictures(tmp_path):
    picture = base64.b64encode(b"GIF89a").decode()
    (tmp_path / "a.gif").write_bytes(b"GIF89a")
    shown = markdown_html(
        "| a | b |\n|--:|:-:|\n| 1 | 2 |\n\n[next](9.2.ipynb#x) [far](https://a.org/b.ipynb)\n\n![A](a.gif)", tmp_path
    )
    assert '<td class="right">1</td>' in shown
    assert "style=" not in shown
    assert 'href="9.2.html#x"' in shown
    assert 'href="https://a.org/b.ipynb"' in shown
    assert f"base64,{picture}" in shown
    attached = markdown_html("![B](attachment:b.gif)", tmp_path, {"b.gif": {"image/gif": picture}})
    assert f"base64,{picture}" in attached
    with pytest.raises(StoreError, match=r"missing attachment.*Insert the picture again"):
        markdown_html("![B](attachment:c.gif)", tmp_path)


def test_outputs_without_a_widget():
    shown = page(
        code("print('a < b')", {"output_type": "stream", "name": "stdout", "text": ["\x1b[31ma < b\x1b[0m\n"]}),
        code("1 / 0", {"output_type": "error", "ename": "ZeroDivisionError", "evalue": "1 < 2", "traceback": []}),
        code("table", result(text_html="<table><tr><td>7</td></tr></table>", text_plain="7")),
        code("picture", result(image_png="iVBO\nRw==", text_plain="<Picture>")),
        code("math", result(text_latex="$x^2$", text_plain="x**2")),
        code("7", result(text_plain="<7>")),
        code("hidden", jupyter={"source_hidden": True}),
        code("  "),
    )
    assert "<pre>a &lt; b\n</pre>" in shown
    assert '<pre class="error">ZeroDivisionError: 1 &lt; 2</pre>' in shown
    assert "<td>7</td>" in shown
    assert '<img src="data:image/png;base64,iVBORw==" alt="&lt;Picture&gt;">' in shown
    assert "<msup>" in shown
    assert "<pre>&lt;7&gt;</pre>" in shown
    assert "<details><summary>Code</summary>" in shown
    assert shown.count('class="highlight"') == 7


def test_what_an_export_refuses_before_it_runs_anything(tmp_path, monkeypatch, capsys):
    path = write(tmp_path / "mine.ipynb", text("# Mine"), code("1 / 0"))
    monkeypatch.chdir(tmp_path)

    def refused(*arguments):
        assert cli.main(["export", *arguments]) == 1
        return capsys.readouterr().err

    (tmp_path / "old.html").write_text("old")
    assert "old.html: the file exists; add --force to replace it" in refused("mine.ipynb", "--output", "old.html")
    assert "this is a folder; name a file in it" in refused("mine.ipynb", "--output", ".")
    assert "no: there is no such folder; create it first" in refused("mine.ipynb", "--output", "no/such.html")
    assert "there is no lesson '9.6_bosting' (did you mean 9.6_boosting?)" in refused("9.6_bosting")
    assert "no/such.ipynb does not exist" in refused("no/such.ipynb")
    assert "is the notebook itself" in refused("mine.ipynb", "--output", "mine.ipynb", "--force")
    assert "old.html cannot be read as a notebook" in refused("old.html", "--output", "new.html")
    monkeypatch.setattr(lesson_markdown, "PACKAGES", ("nbclient", "no_such_package"))
    assert 'install no_such_package: pip install "fewidgets[lab]"' in refused("mine.ipynb")
    assert (tmp_path / "old.html").read_text() == "old"
    assert not (tmp_path / "mine.html").exists()
    assert path.exists()


def test_a_lesson_that_fails_is_not_exported(tmp_path, monkeypatch, capsys):
    write(tmp_path / "mine.ipynb", text("# Mine"), code("1 / 0"))
    monkeypatch.chdir(tmp_path)
    assert cli.main(["export", "mine.ipynb"]) == 1
    assert re.search(r"mine.ipynb does not run to its end:\n(.|\n)*ZeroDivisionError", capsys.readouterr().err)
    assert not (tmp_path / "mine.html").exists()
    assert cli.main(["export", "mine.ipynb", "--no-run"]) == 0
    assert capsys.readouterr().out == "mine.html\n"
    assert "<h1>Mine</h1>" in (tmp_path / "mine.html").read_text(encoding="utf-8")
    assert cli.main(["export", "mine.ipynb", "--no-run", "--force"]) == 0


def test_cells_without_their_data_are_skipped_with_a_notice(tmp_path, monkeypatch, capsys):
    def not_here(name):
        raise data.FetchError(f"The {name} data could not be downloaded.")

    monkeypatch.setattr(data, "is_available", lambda name: False)
    monkeypatch.setattr(data.download, "local_paths", not_here)
    saved = {"output_type": "stream", "name": "stdout", "text": "saved before"}
    cells = code("1 / 0", saved, tags=["needs-credit"]), code("1 / 0", tags=["needs-credit"]), code("print('run', 'here')")
    write(tmp_path / "mine.ipynb", text("# Mine"), *cells)
    monkeypatch.chdir(tmp_path)
    assert cli.main(["export", "mine.ipynb"]) == 0
    told = capsys.readouterr().err
    assert told.count("Cells that need the data set credit are not run. The credit data could not be downloaded.") == 1
    written = (tmp_path / "mine.html").read_text(encoding="utf-8")
    assert written.count("This cell was not run: it needs the data set credit") == 2
    assert written.count("saved before") == written.count("what was saved with the notebook") == 1
    assert "run here" in written


def test_links_to_pages_that_are_not_there_are_text(tmp_path, monkeypatch):
    links = (
        "[start](index.ipynb), [next](9.6%20b.ipynb#x), *[task](exercises/1.ipynb)*, [up](#Mine), [far](https://a.org/b.html)"
    )
    write(tmp_path / "mine.ipynb", text("# Mine"), text(links))
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "9.6 b.html").touch()
    export_lesson(tmp_path / "mine.ipynb", tmp_path / "out" / "mine.html", run=False)
    written = (tmp_path / "out" / "mine.html").read_text(encoding="utf-8")
    assert Reader(written).all("a", "href") == ["9.6%20b.html#x", "#Mine", "https://a.org/b.html"]
    assert "start, <a" in written
    assert "<em>task</em>" in written


def test_an_explorable_that_is_shown_again_is_written_once(run):
    cells = json.loads(json.dumps(run["cells"]))
    again = lesson_html(book(*cells, cells[-1]), Path(), name="small.ipynb")
    assert len(data_of(again)) == 2  # it was moved before it was shown the second time, and not before the third
    assert len(set(Reader(again).all("div", "data-model"))) == 1
    assert len(Reader(again).all("div", "data-model")) == 3


ANSWERING = """
from fewidgets import CorrelationRanking, OneOf, Prediction, RescalingViewer
w = RescalingViewer.example()
w
"""
HELD = """
kind = OneOf({"one": "The right reason.", "two": "The wrong reason."}, lambda: "one")
Prediction("Which one?", kind, name="C3 exported", then=CorrelationRanking.example())
"""


def test_what_a_notebook_shows_carries_answers_for_its_state_within_one_budget(tmp_path, monkeypatch):
    monkeypatch.setenv("FEWIDGETS_PREDICTIONS", str(tmp_path))
    path = write(tmp_path / "small.ipynb", code(ANSWERING), code("w.feature = 'height'\nw"), code(HELD))
    budget = 800_000
    first, second, asked = data_of(lesson_html(run_with_widgets(path, budget), Path(), name="small.ipynb"))
    held = json.loads(zlib.decompress(base64.b64decode(asked["scene"]["controls"][0]["sealed"])))["then"]
    spent = [page["scene"]["answers"]["data"]["shape"][0] for page in (first, second, held)]
    assert sum(spent) <= budget
    assert [page["state"]["feature"] for page in (first, second)] == ["income", "height"]
    for page in (first, second):
        assert page["scene"]["answers"]["count"] > 10
        assert page["scene"]["answers"]["locked"] == ["values"]
    assert held["scene"]["answers"] == {**held["scene"]["answers"], "count": 4, "locked": []}
    assert "answers" in asked["scene"]["modules"] or "answers" in asked["scene"]["controls"][0]["needs"]


def test_on_a_terminal_the_cell_that_runs_is_named(tmp_path, monkeypatch, capsys):
    path = write(tmp_path / "mine.ipynb", text("# Mine"), code("print('here')\nprint('there')"))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert cli.main(["export", str(path), "--output", str(tmp_path / "mine.html")]) == 0
    said = capsys.readouterr()
    assert "Cell 2: print('here')" in said.err
    assert "there" not in said.err
    assert said.err.endswith("\x1b[K")
    assert said.out.splitlines() == [str(tmp_path / "mine.html")]


@pytest.mark.parametrize("budget", ["-5", "1e6", "all"])
def test_a_budget_that_is_no_number_of_bytes_is_refused(budget, capsys):
    with pytest.raises(SystemExit):
        cli.main(["export", "9.6_boosting", f"--budget={budget}"])
    assert f"BYTES must be an integer between 0 and 1000000000; got '{budget}'" in capsys.readouterr().err


def test_without_a_budget_nothing_is_carried(tmp_path):
    path = write(tmp_path / "small.ipynb", code(ANSWERING))
    (page,) = data_of(lesson_html(run_with_widgets(path, 0), Path(), name="small.ipynb"))
    assert "answers" not in page["scene"]


ASKED = """
from fewidgets import OneOf, Prediction, LambdaSlider
kind = OneOf({"one": "The right reason.", "two": "The wrong reason."}, lambda: "one")
p = Prediction("Which one?", kind, name="9.6 exported", then=LambdaSlider.example())
p
"""


def test_a_prediction_is_open_in_the_page_and_holds_back_what_its_cells_show(tmp_path, monkeypatch):
    monkeypatch.setenv("FEWIDGETS_PREDICTIONS", str(tmp_path))
    record = tmp_path / "9.6_boosting.predictions.jsonl"
    cells = text("# Small\n\n## Part"), code(ASKED), code("with p.hold():\n    print('held', 'back')")
    path = write(tmp_path / "asked.ipynb", *cells, code("p.answer = 'two'\np.commit()"))
    written = lesson_html(run_with_widgets(path), Path(), name="asked.ipynb")
    assert not record.exists(), "an export makes no prediction, and reads none"
    (page,) = data_of(written)
    ask, stage = page["scene"]["controls"]
    assert page["state"] == {"answer": None, "stage": "open"}
    assert [ask["compute"], stage["compute"]] == [False, False]
    sealed = json.loads(zlib.decompress(base64.b64decode(ask["sealed"])))
    assert sealed["table"]["two"]["reason"] == "The wrong reason."
    assert sealed["then"]["scene"]["title"] == LambdaSlider.example().scene.title
    held = '<template data-held="9.6 exported"><pre>held back\n</pre></template>'
    assert held in written
    assert "held back\n" not in written.replace(held, "")


def test_a_reply_that_arrives_while_an_output_widget_is_answered_is_seen():
    """ZeroMQ signals it once, and sending takes the signal; see issue 312 of nbclient."""

    async def run():
        # Sockets within a process need no time, so the order of events is certain.
        with zmq.asyncio.Context() as context, context.socket(zmq.PAIR) as ours, context.socket(zmq.PAIR) as kernel:
            kernel.bind("inproc://shell")
            ours.connect("inproc://shell")
            waiting = ours.poll()
            zmq.Socket.shadow(kernel.underlying).send(b"the reply")
            client = widget_client()(nbformat.v4.new_notebook())
            client.kc = SimpleNamespace(shell_channel=SimpleNamespace(socket=ours))
            client.handle_comm_msg = lambda *_: zmq.Socket.shadow(ours.underlying).send(b"the state of the widget")
            client.process_message({"msg_type": "comm_msg", "content": {}}, nbformat.v4.new_code_cell(), 0)
            return await asyncio.wait_for(waiting, 5)

    with ThreadPoolExecutor(1) as elsewhere:  # there may be an event loop here
        assert elsewhere.submit(asyncio.run, run()).result() == zmq.POLLIN

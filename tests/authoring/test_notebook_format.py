import copy
import hashlib
import json

import pytest

import fewidgets
from fewidgets import DimensionReductionViewer
from fewidgets.authoring import notebook_format
from fewidgets.authoring.notebook_format import StoreError, canonical_text, is_canonical, store


def code(source, outputs=(), count=None, **metadata):
    return {
        "cell_type": "code",
        "execution_count": count,
        "id": hashlib.sha256(repr((source, metadata)).encode()).hexdigest()[:8],
        "metadata": metadata,
        "outputs": list(outputs),
        "source": source,
    }


def text(source, **more):
    return {"cell_type": "markdown", "id": "anything", "metadata": {}, "source": source, **more}


def notebook(*cells, **metadata):
    return {"cells": list(cells), "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def result(**data):
    data = {mime.replace("_", "/", 1): content for mime, content in data.items()}
    return {"output_type": "execute_result", "execution_count": 7, "metadata": {"x": 1}, "data": data}


def stored(*cells, **metadata):
    return json.loads(canonical_text(notebook(*cells, **metadata)))


def write(path, *cells):
    path.write_text(json.dumps(notebook(*cells)), encoding="utf-8")
    return path


def test_twice_is_once_and_the_argument_is_left_alone():
    book = notebook(text("# λ\n"), code("1 + 1", [result(text_plain="2", image_png="iVBOR")], 12, tags=["b", "a", "b"]))
    before = copy.deepcopy(book)
    once = canonical_text(book)
    assert book == before
    assert canonical_text(json.loads(once)) == once
    assert "λ" in once
    assert once.endswith("}\n")


def test_the_smallest_notebook_as_it_is_stored():
    assert canonical_text(notebook(code("1 + 1", [result(text_plain="2")], 12))) == (
        '{\n "cells": [\n  {\n   "cell_type": "code",\n   "execution_count": null,\n'
        '   "id": "51acba95dfb2",\n   "metadata": {},\n'
        '   "outputs": [\n    {\n     "data": {\n      "text/plain": [\n       "2"\n      ]\n     },\n'
        '     "execution_count": null,\n     "metadata": {},\n     "output_type": "execute_result"\n    }\n   ],\n'
        '   "source": [\n    "1 + 1"\n   ]\n  }\n ],\n "metadata": {\n  "kernelspec": {\n'
        '   "display_name": "Python 3 (ipykernel)",\n   "language": "python",\n   "name": "python3"\n  },\n'
        '  "language_info": {\n   "name": "python"\n  }\n },\n "nbformat": 4,\n "nbformat_minor": 5\n}\n'
    )


def test_ids_follow_what_a_cell_says_not_where_it_stands():
    first = [cell["id"] for cell in stored(code("a = 1"), code("b = 2"), code("a = 1"))["cells"]]
    moved = [cell["id"] for cell in stored(code("b = 2"), code("a = 1"), text("new"), code("a = 1"))["cells"]]
    assert len(set(first)) == 3
    assert first[2] == first[0] + "-2"
    assert [moved[0], moved[1], moved[3]] == [first[1], first[0], first[2]]
    assert stored(code("a"))["cells"][0]["id"] != stored(text("a"))["cells"][0]["id"]


def test_outputs_of_others_are_text_alone():
    widget = result(**{"text_plain": "Slider(value=1)", "application_vnd.jupyter.widget-view+json": {"model_id": "f00"}})
    picture = {"output_type": "display_data", "metadata": {}, "data": {"image/png": "iVBOR"}}
    table = result(text_plain=["   a\n", "0  1"], text_html="<table/>")
    kept = stored(code("x", [widget, picture, table]))["cells"][0]["outputs"]
    assert [output["data"] for output in kept] == [{"text/plain": ["Slider(value=1)"]}, {"text/plain": ["   a\n", "0  1"]}]


def test_the_still_picture_of_an_explorable_stays():
    w = DimensionReductionViewer.example()
    data, metadata = w._repr_mimebundle_()
    output = {"output_type": "display_data", "data": data, "metadata": metadata}
    kept = stored(code("w", [output]))["cells"][0]["outputs"][0]
    assert kept["data"] == {"text/plain": repr(w).splitlines(keepends=True), "text/html": [data["text/html"]]}
    assert kept["metadata"] == {}
    assert stored(stored(code("w", [output]))["cells"][0]) == stored(code("w", [output]))


@pytest.mark.parametrize("more", ["<script></script>", " onload='x'", "<p>text</p>"])
def test_nothing_but_the_picture_is_stored_as_html(more):
    html = DimensionReductionViewer.example()._repr_mimebundle_()[0]["text/html"]
    for text in (html + more, html.replace(" width", f"{more} width"), more + html):
        kept = stored(code("w", [result(text_plain="w", text_html=text)]))["cells"][0]["outputs"][0]
        assert kept["data"] == {"text/plain": ["w"]}


def test_the_question_of_a_prediction_stays():
    p = fewidgets.predict("9.6 first feature")
    data, metadata = p._repr_mimebundle_()
    kept = stored(code("p", [{"output_type": "display_data", "data": data, "metadata": metadata}]))["cells"][0]["outputs"][0]
    assert kept["data"] == {"text/plain": [repr(p)], "text/html": [data["text/html"]]}
    assert "<li>RM</li>" in data["text/html"]
    foreign = data["text/html"].replace("<ul>", "<ul onclick='x'>")
    assert "text/html" not in stored(code("p", [result(text_plain="p", text_html=foreign)]))["cells"][0]["outputs"][0]["data"]


def test_what_an_author_has_predicted_is_not_stored(tmp_path, monkeypatch):
    source = "import fewidgets\np = fewidgets.predict('9.6 first feature')\np"
    path = write(tmp_path / "lesson.ipynb", code(source))
    monkeypatch.delenv("FEWIDGETS_PREDICTIONS")
    monkeypatch.chdir(tmp_path)
    fewidgets.predict("9.6 first feature").show_without_predicting()
    assert fewidgets.predict("9.6 first feature").outcome == "shown"
    assert store(path)
    assert 'Prediction \\"9.6 first feature\\": not attempted' in path.read_text()


def test_a_stream_is_one_piece_however_it_arrived():
    pieces = [("stdout", "a\n"), ("stderr", "w\n"), ("stdout", ["b\n", "c\n"])]
    outputs = [{"output_type": "stream", "name": name, "text": text} for name, text in pieces]
    kept = stored(code("x", outputs))["cells"][0]["outputs"]
    assert [(output["name"], output["text"]) for output in kept] == [("stdout", ["a\n", "b\n", "c\n"]), ("stderr", ["w\n"])]


def test_of_an_error_name_and_message_are_kept():
    error = {"output_type": "error", "ename": "ValueError", "evalue": "no", "traceback": ["/home/me/x.py", "\x1b[31m…"]}
    kept = stored(code("x", [error], tags=["raises-exception"]))["cells"][0]["outputs"][0]
    assert kept["traceback"] == ["ValueError: no"]


def test_addresses_and_made_up_file_names_are_blanked():
    output = {"output_type": "stream", "name": "stderr", "text": "/tmp/ipykernel_12/345.py:3: <A at 0x7f00aa11bb22> 0.05 0xFF"}
    kept = stored(code("x", [output]))["cells"][0]["outputs"][0]["text"]
    assert kept == ["<cell>:3: <A at 0x0> 0.05 0xFF"]


def test_metadata_of_editors_and_runs_goes():
    cell = code(
        "x",
        tags=[],
        collapsed=True,
        execution={"iopub.execute_input": "2026"},
        jupyter={"source_hidden": True},
        editable=False,
    )
    book = stored(
        cell, kernelspec={"name": "mine"}, language_info={"version": "3.11.7"}, widgets={"state": {}}, fewidgets={"a": 1}
    )
    assert book["cells"][0]["metadata"] == {"editable": False, "jupyter": {"source_hidden": True}}
    assert book["metadata"] == {**notebook_format.NOTEBOOK_METADATA, "fewidgets": {"a": 1}}


def test_attachments_stay():
    pictures = {"p.png": {"image/png": "iVBOR"}}
    assert stored(text("![](attachment:p.png)", attachments=pictures))["cells"][0]["attachments"] == pictures


@pytest.mark.parametrize("book", [{}, [], {"nbformat": 3, "cells": []}, {"nbformat": 4}])
def test_what_is_no_notebook_is_refused(book):
    with pytest.raises(StoreError, match="x is not a notebook of nbformat 4"):
        canonical_text(book, "x")


@pytest.mark.slow
def test_storing_runs_and_doing_it_again_changes_nothing(tmp_path):
    source = (
        "import ipywidgets, sys\nimport matplotlib.pyplot as plt\n"
        "print('out'); print('err', file=sys.stderr)\n_ = plt.plot([1, 2])\nipywidgets.IntSlider(value=3)"
    )
    (tmp_path / "beside.txt").write_text("beside")
    path = write(
        tmp_path / "lesson.ipynb",
        text("# Lesson"),
        code(source),
        code("print(open('beside.txt').read())"),
        code("1 / 0", tags=["raises-exception"]),
        code("2;"),
    )
    assert not is_canonical(path)
    assert store(path)
    once = path.read_bytes()
    assert is_canonical(path)
    assert not store(path)
    assert path.read_bytes() == once
    assert {file.name for file in tmp_path.iterdir()} == {"lesson.ipynb", "beside.txt"}
    cells = json.loads(once)["cells"]
    outputs = {(output["output_type"], output.get("name")): output for output in cells[1]["outputs"]}
    assert outputs["stream", "stdout"]["text"] == ["out\n"]
    # ipywidgets 7 displays a widget like the figures of the cell, ipywidgets 8 makes it the result.
    shown = sorted("".join(output["data"]["text/plain"]) for output in cells[1]["outputs"] if "data" in output)
    assert shown == ["<Figure size 640x480 with 1 Axes>", "IntSlider(value=3)"]
    assert cells[2]["outputs"][0]["text"] == ["beside\n"]
    assert cells[3]["outputs"][0]["ename"] == "ZeroDivisionError"
    assert cells[4]["outputs"][0]["data"] == {"text/plain": ["2"]}  # as nbval, which knows no ";", will see it


def test_a_lesson_whose_data_cannot_be_had_is_not_run(tmp_path, monkeypatch):
    monkeypatch.setenv("FEWIDGETS_DATA", str(tmp_path / "nowhere"))
    path = write(tmp_path / "lesson.ipynb", code("1", tags=["needs-student_debt"]))
    with pytest.raises(StoreError, match="a cell is tagged needs-student_debt: FEWIDGETS_DATA is"):
        store(path)
    path = write(tmp_path / "lesson.ipynb", code("1", tags=["needs-credits"]))
    with pytest.raises(StoreError, match="did you mean 'credit'"):
        store(path)

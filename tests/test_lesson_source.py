"""The source of a plain form: a text that can be copied, and colours in a notebook, in what is stored, and in a page."""

import ast
import inspect
import re

import pytest
from IPython.core.formatters import DisplayFormatter

import fewidgets
from fewidgets.algorithms import plain
from fewidgets.authoring.lesson_page import lesson_html
from fewidgets.authoring.notebook_format import canonical_text


def shown(value):
    """Return what a notebook is sent."""
    return DisplayFormatter().format(value)[0]


@pytest.mark.parametrize("name", plain.__all__)
def test_it_is_the_text_of_the_function_and_markdown_does_not_end_in_it(name):
    function = getattr(plain, name)
    text, fenced = shown(fewidgets.source(function)).values()
    assert text == inspect.getsource(function).rstrip()
    assert re.findall(r"^```.*$", fenced, re.M) == ["```python", "```"]


def test_several_functions_stand_below_each_other_in_their_order():
    found = fewidgets.source(plain.edge_maps, plain.edge_histogram)
    assert [each.name for each in ast.parse(found).body] == ["edge_maps", "edge_histogram"]
    assert shown(found).keys() == {"text/plain", "text/markdown"}
    with pytest.raises(TypeError, match="got int"):
        fewidgets.source(3)


def test_a_stored_lesson_and_a_page_keep_the_colours_and_no_other_markdown(tmp_path):
    outputs = [
        {"output_type": "execute_result", "data": shown(value), "metadata": {}, "execution_count": 1}
        for value in (fewidgets.source(plain.boost), fewidgets.solution("9.9 boosting"))
    ]
    cells = [{"cell_type": "code", "source": "", "metadata": {}, "outputs": outputs}]
    stored = canonical_text({"cells": cells, "nbformat": 4})
    assert stored.count("text/markdown") == 1
    page = lesson_html({"cells": cells, "nbformat": 4}, tmp_path, name="lesson.ipynb")
    coloured = re.findall(r'<div class="highlight">.*?</div>', page, re.DOTALL)
    assert len(coloured) == 2
    assert all('<span class="nf">boost</span>' in each for each in coloured)

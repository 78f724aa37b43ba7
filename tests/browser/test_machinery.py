"""That the browser tests themselves can be trusted: cells run, values come back, failures are told."""

import pytest

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def notebook(open_notebook):
    return open_notebook(
        "machinery.ipynb",
        "import ipywidgets as widgets\ns = widgets.IntSlider(3, description='three')\ns",
        "1 / 0",
    )


def test_a_cell_runs_and_shows_its_widget(notebook):
    output = notebook.run_cell(0)
    output.locator(".widget-slider, .widget-inline-hbox").first.wait_for()


def test_a_value_comes_back_from_the_kernel(notebook):
    notebook.run_cell(0)
    assert notebook.value("[s.value, s.description, 0.5]") == [3, "three", 0.5]
    notebook.execute("s.value = 7")
    assert notebook.value("s.value") == 7


def test_a_failing_cell_and_a_failing_expression_are_told(notebook):
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        notebook.run_cell(1)
    with pytest.raises(AssertionError, match="NameError"):
        notebook.value("nobody")


def test_widget_messages_are_counted(notebook):
    handle = notebook.run_cell(0).locator("[role=slider], .noUi-handle").first
    handle.wait_for()
    notebook.lab.forget()
    handle.press("ArrowRight")
    notebook.wait_value("s.value", 4)
    assert notebook.lab.comm_messages() >= 1

from __future__ import annotations

import numpy as np
import pytest

from fewidgets.authoring.gallery import examples
from fewidgets.scene import Choice, Dots, Frames, Line, Panel, Scene, Slider
from fewidgets.scene.chosen_panels import with_panels


def scene() -> Scene:
    lam = Slider("lam", values=[0.0, 1.0])
    axis = Choice("axis", ("linear", "log"))
    high = [Line(np.arange(2.0), Frames(np.arange(4.0).reshape(2, 2), lam))]
    own = [Dots(np.arange(2.0), Frames(np.arange(4.0).reshape(2, 2), axis))]
    panels = [
        Panel("Weights", high, row_span=2, main=True),
        Panel("Path of the weights", own, column=1),
        Panel("Cost", high, row=1, column=1),
    ]
    return Scene("Three panels", panels, [lam, axis], column_weights=(2.0, 3.0))


def test_panels_move_together_and_a_panel_alone_in_its_row_takes_the_width():
    shown = with_panels(scene(), ["Weights", "Cost"])
    assert [(panel.row, panel.column, panel.row_span) for panel in shown.panels] == [(0, 0, 1), (0, 1, 1)]
    assert list(shown.column_weights) == [2.0, 3.0]
    below = with_panels(scene(), ["path", "cost"])
    assert [(panel.row, panel.column, panel.column_span) for panel in below.panels] == [(0, 0, 1), (1, 0, 1)]
    assert list(below.column_weights) == [3.0]


def test_a_control_that_no_chosen_panel_needs_is_hidden():
    assert [control.idle for control in with_panels(scene(), ["Cost"]).controls] == [False, True]
    assert [control.idle for control in with_panels(scene(), ["path"]).controls] == [True, False]


@pytest.mark.parametrize("title", ["weights", "Loss"])
def test_a_title_that_no_panel_or_several_have_is_refused(title: str):
    with pytest.raises(
        ValueError, match=r"panels must name each panel by its title.*'Weights', 'Path of the weights', 'Cost'"
    ):
        with_panels(scene(), [title])


@pytest.mark.parametrize("name", examples())
def test_each_panel_of_each_explorable_can_be_shown_alone(name: str):
    whole = examples()[name]().scene
    for panel in whole.panels:
        shown = with_panels(whole, [panel.title])
        assert [each.title for each in shown.panels] == [panel.title]
        assert (shown.panels[0].row, shown.panels[0].column, shown.panels[0].column_span) == (0, 0, 1)

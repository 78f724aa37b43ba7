"""A scene that no renderer could draw is refused when it is made, with a message that names the place."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewidgets.scene import (
    Area,
    Arrow,
    AudioPlayer,
    Axis,
    Bars,
    Block,
    BlockGrid,
    Canvas,
    Cells,
    Choice,
    Contours,
    CountGrid,
    Counts,
    Dots,
    Drawing,
    Frames,
    Graph,
    Handle,
    Handles,
    Image,
    Line,
    Panel,
    Path,
    Point,
    Points,
    Question,
    Readout,
    Rule,
    Scene,
    Slider,
    Stepper,
    Style,
    Table,
    Template,
    Text,
    Toggle,
    Tokens,
    marks,
)
from fewidgets.scene.page.encode import encode
from fewidgets.scene.rewrite import controls_in
from fewidgets.scene.still.matplotlib_figure import draw
from fewidgets.scene.still.svg_picture import still_svg

STEP = Stepper("step", 3)
LAM = Slider("lam", values=[0.0, 1.0, 2.0])
BLOCK, POINT, DRAWING, CELLS = Block("block", 2, 2), Point("point"), Drawing("drawing", 4, 4), Cells("cells", 2, 1)
POINTS = Points("points", start=[[0.1, 0.2], [0.3, 0.9], [0.5, 0.5]])
COUNTS = Counts("counts", 2, 3)
CONTROLS = [STEP, LAM, BLOCK, POINT, DRAWING, CELLS, POINTS, COUNTS]
STYLES = [Style("plain"), Style("lit", "accent")]


def frames(*values):
    return Frames(np.broadcast_to(np.asarray(values, dtype=float), (3, len(values))), STEP)


#: One right mark of each kind, with every channel in use.
RIGHT = [
    Line([0, 1], frames(1, 2), upto=STEP, label="a", label_at="start"),
    Dots([0, 1, 2], frames(1, 2, 3), keys=["a", "b", "c"], labels=["x", "y", "z"], style=[0, 1, 0], styles=STYLES, at=LAM),
    Bars(["a", "b"], frames(1, 2), keys=["a", "b"], color=[0, 1], style=[0, 1], styles=STYLES),
    Area([0, 1], frames(0, 0), frames(1, 2)),
    Rule(x=[0.5, 1.0], label=["a", "b"]),
    Rule(y=LAM, label=Template("λ = {lam}", lam=LAM)),
    Arrow([0, 1], frames(0, 1), [1, 2], [2, 3]),
    Image(np.zeros((2, 3))),
    Path([0, 1], frames(1, 2), upto=STEP),
    Graph([0, 1, 1], [0, 1, 2], ["a", "b", "c"], links=[(0, 1), (0, 2)], style=[0, 1, 0], styles=STYLES),
    Contours([0, 1, np.nan], frames(0, 1, np.nan), [3]),
    Text([0, 1], 0.5, ["a", "b"]),
    Table(["a", "b"], [["x", 1], ["y", 2]], style=[[0, 1], [1, 0]], styles=STYLES, cells=CELLS),
    Tokens([("one", 0), (" two", 1, "two")], STYLES),
    AudioPlayer(np.zeros(100), 8000),
    Handle(POINT),
    Canvas(DRAWING),
    BlockGrid(BLOCK),
    Handles(POINTS, style=[0, 1, 0], styles=STYLES),
    CountGrid(COUNTS, ["a", "b"], ["x", "y", "z"], values=Frames(np.zeros((3, 2, 3)), STEP), label="share", limits=(-1, 1)),
]


def grid(**changes):
    right = {"counts": COUNTS, "row_names": ["a", "b"], "column_names": ["x", "y", "z"], "values": np.zeros((2, 3))}
    return CountGrid(**{**right, "label": "share", "limits": (-1, 1), **changes})


def scene(*marks, controls=CONTROLS, **more):
    axes = not any(isinstance(mark, CountGrid) for mark in marks)
    return Scene("scene", [Panel("panel", list(marks), axes=axes)], controls, **more)


def test_a_right_mark_of_each_kind_is_here():
    kinds = {name for name in marks.__all__ if hasattr(getattr(marks, name), "still")}
    assert {type(mark).__name__ for mark in RIGHT} == kinds - {"Mark"}


@pytest.mark.parametrize("mark", RIGHT, ids=lambda mark: mark.kind)
def test_a_right_mark_can_be_drawn_and_sent(mark):
    made = scene(mark)
    encode(made)
    still_svg(made)
    draw(made)


@given(st.sampled_from(RIGHT), st.data())
def test_a_mark_whose_control_is_not_listed_is_refused(mark, data):
    used = sorted({control.name for part in vars(mark).values() for control in controls_in(part)})
    if not used:
        return
    left_out = data.draw(st.sampled_from(used))
    with pytest.raises(ValueError, match=f"must list the control '{left_out}', which .* of panel 'panel' uses"):
        scene(mark, controls=[control for control in CONTROLS if control.name != left_out])


@given(st.sampled_from(RIGHT), st.data())
def test_a_mark_with_a_list_of_the_wrong_length_is_refused(mark, data):
    lists = [name for name, part in vars(mark).items() if isinstance(part, list) and name not in ("styles", "columns", "runs")]
    if not lists:
        return
    name = data.draw(st.sampled_from(lists))
    part = getattr(mark, name)
    longer = [*part, [0, 0, 0] if isinstance(part[0], list) else part[-1]]
    with pytest.raises(ValueError, match=r"of panel 'panel' must (have|add up|be)"):
        scene(replace(mark, **{name: longer}))


@pytest.mark.parametrize(
    ("mark", "message"),
    [
        (Line(1.0, 2.0), "x of mark 0 .Line. of panel 'panel' must be a list or an array; got 1.0"),
        (Line([0], [1], color="puce"), "color of mark 0 .Line. .* must be one of .*'primary'.*; got 'puce'"),
        (Line([0], [1], label_at="middle"), "label_at of .* must be 'start', 'end' or 'none'; got 'middle'"),
        (Dots([0, 1], [0, 1], at=LAM), "must have a point for each of the 3 positions of 'lam'; got 2 points"),
        (Dots([0], [0], style=[2], styles=STYLES), "style of .* must contain numbers below 2"),
        (Dots([0], [0], styles=[Style("a", "puce")]), "color of .* got 'puce'"),
        (Rule(), "must have either x or y; got neither"),
        (Contours([0.0], [0.0], [2]), "sizes of .* must add up to its 1 points; got 2"),
        (Image(np.zeros((2, 2, 2))), "values of .* must have shape"),
        (Image(np.zeros((2, 2)), extent=(0, 0, 0, 1)), "extent of .* with a width and a height"),
        (Text(0, 0, "a", anchor="left"), "anchor of .* must be"),
        (Table(["a"], [["x", "y"]]), "Each row of .* must have 1 cells, one for each column; got 2"),
        (Table(["a"], [["x"]], style=[[0, 0]], styles=STYLES), "style of .* must have shape .1, 1., like the cells"),
        (Table([], [], cells=CELLS), "cells of .* must have at most 0 columns"),
        (Tokens([("a", 1)]), "Each style in .* must be a number from 0 to 0; got 1"),
        (Bars(["a"], Frames([[1], [2]], Slider("lam", values=[0, 1]))), "must use the control 'lam' that the scene lists"),
        (Rule(x=1.0, label=Template("{a} and {b}", a=1)), "must have a value for each field .* 'b' is missing"),
        (AudioPlayer(0.5, 8000), "samples of .* must be an array"),
        (Handles(POINTS, style=[0, 1], styles=STYLES), "style of .* must have 3 values, one for each point; got 2"),
        (Handles(POINTS, size=0), "size of .* must be a positive number; got 0"),
        (grid(row_names=["a"]), "row_names of .* must be 2 texts; got .'a'."),
        (grid(column_names=["x", "y", 3]), "column_names of .* must be 3 texts"),
        (grid(values=[[1, 2]]), r"values of .* must have shape \(2, 3\)"),
        (grid(limits=(1, 1)), "limits of .* must be two numbers, the lower"),
    ],
)
def test_what_cannot_be_drawn_is_refused(mark, message):
    with pytest.raises(ValueError, match=message):
        scene(mark)


@pytest.mark.parametrize(
    ("mark", "message"),
    [
        ("line", "must be a mark, such as Line or Bars; got 'line'"),
        (Canvas(POINT), "drawing of .* must be a Drawing control"),
        (grid(counts=CELLS), "counts of .* must be a Counts control"),
        (Table(["a"], [["x"]], cells=STEP), "cells of .* must be a Cells control"),
        (Dots([0], [0], styles=["lit"]), "styles of .* must be a list of Style"),
    ],
)
def test_what_has_the_wrong_type_is_refused(mark, message):
    with pytest.raises(TypeError, match=message):
        scene(mark)


@pytest.mark.parametrize(
    ("panel", "message"),
    [
        (Panel("p", [], x=Axis(scale="cubic")), "the scale of the x axis of panel 'p' must be 'linear' or 'log'"),
        (Panel("p", [], y=Axis(side="top")), "the side of the y axis of panel 'p' must be"),
        (Panel("p", [], x=Axis(domain=(1, 1))), "the domain of the x axis of panel 'p' must be two finite numbers"),
        (Panel("p", [], scrub=Slider("mu")), "must list the control 'mu', which scrub of panel 'p' uses"),
        (Panel("p", [], row=-1), "row of panel 'p' must be an integer of at least 0"),
        (Panel("p", [], height=0), "height of panel 'p' must be a positive number"),
        (Panel("p", [Table(["a"], []), Line([0], [0])]), "panel 'p' must contain no other mark beside its Table"),
        (Panel("p", [grid()]), "panel 'p' must have axes=False and no other mark"),
    ],
)
def test_a_wrong_panel_is_refused(panel, message):
    with pytest.raises(ValueError, match=message):
        Scene("", [panel], CONTROLS)


@pytest.mark.parametrize(
    ("control", "message"),
    [
        (Slider("lam", values=[0, 1], start=2.0), "Control 'lam' must be able to start in its initial state: lam must be"),
        (Choice("axis", ("a", "b"), start="c"), "Control 'axis' must be able to start"),
        (Slider("lam", scale="cubic"), "the scale of slider 'lam' must be 'linear' or 'log'"),
        (Stepper("step", 3, question=Question("?", ["a"], [0])), "The question of 'step' must have 2 answers.*; got 1"),
        (Stepper("step", 2, question=Question("?", ["a"], [1])), "answers must be a list of 1 option numbers"),
    ],
)
def test_a_wrong_control_is_refused(control, message):
    with pytest.raises(ValueError, match=message):
        Scene("", [], [control])


def test_names_of_controls_differ():
    with pytest.raises(ValueError, match="Names of controls must differ; got 'step', 'step'"):
        Scene("", [], [STEP, Toggle("step")])


def test_the_rest_of_a_scene_is_checked():
    with pytest.raises(ValueError, match="must list the control 'step', which readout 'Step' uses; it lists none"):
        Scene("", [], [], [Readout("Step", STEP)])
    with pytest.raises(ValueError, match="the value of readout 'Costs' must be a single number"):
        Scene("", [], [], [Readout("Costs", [1.0, 2.0])])
    with pytest.raises(ValueError, match="must list the control 'lam', which the caption uses"):
        Scene("", [], [STEP], caption=Frames([Template("{lam}", lam=LAM), "b", "c"], STEP))
    with pytest.raises(TypeError, match="caption must be a string"):
        Scene("", [], [], caption=3)
    with pytest.raises(ValueError, match="column_weights must have 3 numbers, one for each column; got 2"):
        Scene("", [Panel("p", [], column=2)], [], column_weights=(1.0, 1.0))
    with pytest.raises(ValueError, match=r"main must be True for one panel at most; got it for 'a', 'c'\."):
        Scene("", [Panel("a", [], main=True), Panel("b", []), Panel("c", [], main=True)])
    with pytest.raises(TypeError, match="panels must be a list of Panel"):
        Scene("", ["p"])
    with pytest.raises(TypeError, match="controls must be a list of controls"):
        Scene("", [], ["step"])

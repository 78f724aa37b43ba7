"""Draw a scene in one state with Matplotlib: for print, and for whoever wants to go on drawing.

One pixel of a scene is one point of a figure, so a figure 10 inches wide looks like a view of 720 pixels. All positions are
computed from the widths of texts instead of by a layout solver. So no text is cut off, and the same scene always gives the
same picture.
"""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from fewidgets.scene.lettering import FAMILY
from fewidgets.scene.matplotlib_fonts import dress
from fewidgets.scene.matplotlib_sheet import POINTS, FigureSheet
from fewidgets.scene.palette import palette
from fewidgets.scene.scene import Scene
from fewidgets.scene.still_layout import Layout

_STYLE: Any = {
    "font.family": [FAMILY],
    "text.usetex": False,
    "text.parse_math": False,
    "axes.unicode_minus": True,
    "path.simplify": False,
    "lines.scale_dashes": True,
}


def draw(scene: Scene, *, theme: str = "light", width: float = 10.0, dpi: float = 100.0, **state: Any) -> Figure:
    """Draw a scene in one state.

    Parameters
    ----------
    scene : Scene
        What to draw.
    theme : "light" or "dark"
        Which colours of the palette to use.
    width : float
        Width in inches; the height depends on the scene. Text keeps its size, so a narrow figure has less room for marks.
        Below 6.7 inches, all panels are stacked.
    dpi : float
        Pixels per inch when the figure is shown or saved.
    **state
        Values of the scene's controls, as for `Scene.state`. Controls that are not given have their initial value.

    Returns
    -------
    matplotlib.figure.Figure
        A figure that pyplot does not manage: you need not close it, and a notebook shows it when it is the value of a cell.

    Raises
    ------
    TypeError, ValueError
        If the scene has no such control, a control cannot have its value, the theme is unknown, or width or dpi is not
        positive.

    Warns
    -----
    UserWarning
        If a text has characters that no installed font has, or letters that this version of Matplotlib cannot join.

    Examples
    --------
    >>> from fewidgets.scene import Line, Panel, Scene, Stepper
    >>> step = Stepper("step", 3)
    >>> cost = Line([0, 1, 2], [4.0, 2.0, 1.0], upto=step)
    >>> figure = draw(Scene("Descent", [Panel("Cost", [cost])], [step]), step=1)
    >>> figure.axes[0].lines[0].get_ydata().tolist()
    [4.0, 2.0]
    """
    for name, value in (("width", width), ("dpi", dpi)):
        if not value > 0:
            raise ValueError(f"{name} must be a positive number; got {value!r}.")
    palette(theme)
    complete = scene.state(**state)
    with mpl.rc_context(_STYLE):
        figure = FigureSheet(Layout(scene, complete, width * POINTS, scene.caption_at(**state)), theme, dpi).figure
        dress(figure)
        return figure

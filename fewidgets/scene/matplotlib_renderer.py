"""Draw a scene in one state with Matplotlib: one pixel of a scene is one point of a figure."""

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
    """Draw a scene in one state, as a figure that pyplot does not manage.

    Parameters
    ----------
    scene : Scene
        What to draw.
    theme : "light" or "dark"
        Which colours of the palette to use.
    width : float
        Width in inches; the height depends on the scene. Below 6.7 inches, all panels are stacked.
    dpi : float
        Pixels per inch.
    **state
        Values of the scene's controls, as for `Scene.state`.
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

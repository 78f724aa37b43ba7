"""Draw a scene in one state with Matplotlib: one pixel of a scene is one point of a figure."""

from __future__ import annotations

from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from fewidgets.scene.scene import Scene
from fewidgets.scene.still.layout import Layout
from fewidgets.scene.still.matplotlib_fonts import dress
from fewidgets.scene.still.matplotlib_sheet import FigureSheet
from fewidgets.scene.text.lettering import FAMILY

_STYLE: Any = {
    "font.family": [FAMILY],
    "text.usetex": False,
    "text.parse_math": False,
    "axes.unicode_minus": True,
    "path.simplify": False,
    "lines.scale_dashes": True,
}


def draw(scene: Scene, *, theme: str = "light", **state: Any) -> Figure:
    """Draw a scene in one state, as a figure that pyplot does not manage.

    Parameters
    ----------
    scene : Scene
        What to draw.
    theme : "light" or "dark"
        Which colours of the palette to use.
    **state
        Values of the scene's controls, as for `Scene.state`.
    """
    with mpl.rc_context(_STYLE):
        figure = FigureSheet(Layout(scene, scene.state(**state), scene.caption_at(**state)), theme).figure
        dress(figure)
        return figure

"""Close the widgets that a test of predictions has left, as for explorables."""

from tests.explorables.conftest import _close_widgets

__all__ = ["_close_widgets"]

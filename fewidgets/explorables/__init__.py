"""The explorables, one file each.

To add one: its file, its test, its lesson, and its name here and in ``fewidgets/__init__.py``.
"""

from __future__ import annotations

from fewidgets.explorables.base import Explorable, State
from fewidgets.explorables.boosting_stepper import BoostingStepper
from fewidgets.explorables.lambda_slider import LambdaSlider
from fewidgets.explorables.one_hot_viewer import OneHotViewer

#: Every explorable by its name, in the order of the chapter; each class knows its ``lesson`` and its ``section``.
EXPLORABLES: dict[str, type[Explorable]] = {
    each.__name__: each
    for each in (
        OneHotViewer,
        BoostingStepper,
        LambdaSlider,
    )
}

__all__ = ["EXPLORABLES", "BoostingStepper", "Explorable", "LambdaSlider", "OneHotViewer", "State"]

"""fewidgets: learn feature engineering and selection by moving things.

Heavy modules (the widgets, Matplotlib, scikit-learn) load on first use, so that ``import fewidgets`` stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from fewidgets.explorables import registry

if TYPE_CHECKING:
    from fewidgets import algorithms, data, exercises, explorables, scene
    from fewidgets.classroom.class_view import ClassView
    from fewidgets.classroom.from_share import from_share
    from fewidgets.classroom.page import class_page
    from fewidgets.exercises import check, given, hint, solution
    from fewidgets.exercises.cars.scores import score_cars
    from fewidgets.exercises.predict import predict, predictions
    from fewidgets.exercises.predicting import Band, Difference, Estimate, OneOf, Ordering, SeveralOf, Sketch
    from fewidgets.exercises.predicting.prediction import Prediction
    from fewidgets.exercises.progress import progress
    from fewidgets.exercises.remembering import remember
    from fewidgets.explorables.registry import *  # noqa: F403
    from fewidgets.lessons.source import source

__version__ = "0.1.0"

_PACKAGES = ("algorithms", "data", "exercises", "explorables", "scene")

_KINDS = ("Band", "Difference", "Estimate", "OneOf", "Ordering", "SeveralOf", "Sketch")

#: Names that are public here too, by the module that they belong to.
_FROM = {
    **dict.fromkeys(("check", "given", "hint", "solution"), "fewidgets.exercises"),
    **dict.fromkeys(_KINDS, "fewidgets.exercises.predicting"),
    "Prediction": "fewidgets.exercises.predicting.prediction",
    **dict.fromkeys(("predict", "predictions"), "fewidgets.exercises.predict"),
    "progress": "fewidgets.exercises.progress",
    "remember": "fewidgets.exercises.remembering",
    "score_cars": "fewidgets.exercises.cars.scores",
    "from_share": "fewidgets.classroom.from_share",
    "source": "fewidgets.lessons.source",
    "ClassView": "fewidgets.classroom.class_view",
    "class_page": "fewidgets.classroom.page",
}

__all__ = ["algorithms", "check", "data", "exercises", "explorables", "given", "hint", "scene", "solution", "source"]
__all__ += ["Band", "Difference", "Estimate", "OneOf", "Ordering", "Prediction", "SeveralOf", "Sketch"]
__all__ += ["ClassView", "class_page", "from_share", "predict", "predictions", "progress", "remember", "score_cars"]
__all__ += registry.__all__


def __getattr__(name: str) -> Any:
    """Load a public name on first use."""
    if name in registry.MODULES:
        value = getattr(import_module("fewidgets.explorables"), name)
    elif name in _FROM:
        value = getattr(import_module(_FROM[name]), name)
    elif name in _PACKAGES:
        value = import_module(f"fewidgets.{name}")
    else:
        raise AttributeError(f"module 'fewidgets' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

"""The explorables, one file each, loaded when they are asked for.

To add one: its file, its test, its lesson, and its name here and in ``fewidgets/__init__.py``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from fewidgets.explorables.framework.explorable import Explorable, State

if TYPE_CHECKING:
    from fewidgets.explorables.bag_of_words_viewer import BagOfWordsViewer
    from fewidgets.explorables.boosting_stepper import BoostingStepper
    from fewidgets.explorables.boosting_versus_l1 import BoostingVersusL1
    from fewidgets.explorables.contour_descent import ContourDescent
    from fewidgets.explorables.dimension_reduction_viewer import DimensionReductionViewer
    from fewidgets.explorables.edge_histogram_viewer import EdgeHistogramViewer
    from fewidgets.explorables.feature_race import FeatureRace
    from fewidgets.explorables.image_comparison import ImageComparison
    from fewidgets.explorables.imputation_viewer import ImputationViewer
    from fewidgets.explorables.lambda_slider import LambdaSlider
    from fewidgets.explorables.one_hot_viewer import OneHotViewer
    from fewidgets.explorables.regularizer_viewer import RegularizerViewer
    from fewidgets.explorables.scaling_stepper import ScalingStepper
    from fewidgets.explorables.spam_viewer import SpamViewer
    from fewidgets.explorables.spectrum_viewer import SpectrumViewer

    #: Every explorable by its name, in the order of the chapter; each class knows its ``lesson`` and its ``section``.
    EXPLORABLES: dict[str, type[Explorable]]

_FILES = {
    "DimensionReductionViewer": "dimension_reduction_viewer",
    "OneHotViewer": "one_hot_viewer",
    "BagOfWordsViewer": "bag_of_words_viewer",
    "SpamViewer": "spam_viewer",
    "FeatureRace": "feature_race",
    "EdgeHistogramViewer": "edge_histogram_viewer",
    "ImageComparison": "image_comparison",
    "SpectrumViewer": "spectrum_viewer",
    "ContourDescent": "contour_descent",
    "ImputationViewer": "imputation_viewer",
    "ScalingStepper": "scaling_stepper",
    "BoostingStepper": "boosting_stepper",
    "LambdaSlider": "lambda_slider",
    "RegularizerViewer": "regularizer_viewer",
    "BoostingVersusL1": "boosting_versus_l1",
}

__all__ = [
    "EXPLORABLES",
    "BagOfWordsViewer",
    "BoostingStepper",
    "BoostingVersusL1",
    "ContourDescent",
    "DimensionReductionViewer",
    "EdgeHistogramViewer",
    "Explorable",
    "FeatureRace",
    "ImageComparison",
    "ImputationViewer",
    "LambdaSlider",
    "OneHotViewer",
    "RegularizerViewer",
    "ScalingStepper",
    "SpamViewer",
    "SpectrumViewer",
    "State",
]


def __getattr__(name: str) -> Any:
    """Load an explorable, or all of them, when asked for."""
    if name in _FILES:
        value = getattr(import_module(f"{__name__}.{_FILES[name]}"), name)
    elif name == "EXPLORABLES":
        value = {each: __getattr__(each) for each in _FILES}
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

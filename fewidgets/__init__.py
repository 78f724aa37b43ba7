"""fewidgets: learn feature engineering and selection by moving things.

Heavy modules (the widgets, Matplotlib, scikit-learn) load on first use, so that ``import fewidgets`` stays quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fewidgets import algorithms, data, exercises, explorables, scene
    from fewidgets.explorables import (
        BagOfWordsViewer,
        BoostingStepper,
        BoostingVersusL1,
        ContourDescent,
        DimensionReductionViewer,
        EdgeHistogramViewer,
        FeatureRace,
        ImageComparison,
        ImputationViewer,
        LambdaSlider,
        OneHotViewer,
        RegularizerViewer,
        ScalingStepper,
        SpamViewer,
        SpectrumViewer,
    )

__version__ = "0.1.0"

_EXPLORABLES = (
    "DimensionReductionViewer",
    "OneHotViewer",
    "BagOfWordsViewer",
    "SpamViewer",
    "FeatureRace",
    "EdgeHistogramViewer",
    "ImageComparison",
    "SpectrumViewer",
    "ContourDescent",
    "ImputationViewer",
    "ScalingStepper",
    "BoostingStepper",
    "LambdaSlider",
    "RegularizerViewer",
    "BoostingVersusL1",
)
_PACKAGES = ("algorithms", "data", "exercises", "explorables", "scene")

__all__ = [
    "BagOfWordsViewer",
    "BoostingStepper",
    "BoostingVersusL1",
    "ContourDescent",
    "DimensionReductionViewer",
    "EdgeHistogramViewer",
    "FeatureRace",
    "ImageComparison",
    "ImputationViewer",
    "LambdaSlider",
    "OneHotViewer",
    "RegularizerViewer",
    "ScalingStepper",
    "SpamViewer",
    "SpectrumViewer",
    "algorithms",
    "data",
    "exercises",
    "explorables",
    "scene",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is asked for."""
    if name in _EXPLORABLES:
        value = getattr(import_module("fewidgets.explorables"), name)
    elif name in _PACKAGES:
        value = import_module(f"fewidgets.{name}")
    else:
        raise AttributeError(f"module 'fewidgets' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

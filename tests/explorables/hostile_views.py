"""Each explorable that takes data, on each of the hostile data sets."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

import fewidgets
from fewidgets.algorithms import Softmax, StandardNormalizer, compare_selectors, newton
from fewidgets.explorables import Explorable
from tests.explorables.hostile import HOSTILE, DataSet

MOST_REDUCED = 40  # features that DimensionReductionViewer takes
MOST_CATEGORIES = 12
MOST_RUNS = 8


def _pair(kind: type[Explorable]) -> Callable[[DataSet], Explorable]:
    """Take the first and the last feature, which is far from zero in no data set."""

    def made(data: DataSet) -> Explorable:
        return kind(data.X[:, [0, -1]], data.y, feature_names=[data.feature_names[0], data.feature_names[-1]])

    return made


def _race(data: DataSet) -> Explorable:
    X = StandardNormalizer().fit_transform(data.X)
    runs = {
        name: newton(Softmax(X[:, : n + 1], data.labels), np.zeros(n + 2), 6)
        for n, name in enumerate(data.feature_names[:MOST_RUNS])
    }
    return fewidgets.FeatureRace(runs, step=max(run.n_steps for run in runs.values()))


def _documents(data: DataSet) -> list[str]:
    names = data.feature_names
    return [" ".join(names[n : n + 4]) for n in range(0, min(len(names), 60), 2)]


def _mail(data: DataSet) -> str:
    return "\n".join(f"{name}: {value:,.6g} free!" for name, value in zip(data.feature_names, data.X[0], strict=True))


def _picture(data: DataSet, first: int = 0) -> NDArray[np.float64]:
    """Show the data as levels of grey, each column in units of its own range."""
    side = min(32, data.X.shape[1] + 8)
    columns = np.resize(np.arange(data.X.shape[1]), side)
    part = data.X[first : first + side, columns].astype(np.float64)
    return (part - part.min(axis=0)) / np.ptp(part, axis=0)


#: How each explorable is made of a data set.
MAKERS: Mapping[str, Callable[[DataSet], Explorable]] = {
    "BoostingStepper": lambda d: fewidgets.BoostingStepper(d.X, d.y, feature_names=d.feature_names, round=6),
    "KernelRidgeViewer": lambda d: fewidgets.KernelRidgeViewer(d.X, d.y, feature_names=d.feature_names),
    "LambdaSlider": lambda d: fewidgets.LambdaSlider(d.X, d.y, feature_names=d.feature_names),
    "BoostingVersusL1": lambda d: fewidgets.BoostingVersusL1(d.X, d.y, feature_names=d.feature_names),
    "CorrelationRanking": lambda d: fewidgets.CorrelationRanking(
        d.X, d.y, feature_names=d.feature_names, feature=d.feature_names[0], order="best first"
    ),
    "ImportanceViewer": lambda d: fewidgets.ImportanceViewer(
        d.X, d.labels, feature_names=d.feature_names, trees=10, tree=10, examples=90
    ),
    "FeatureRace": _race,
    "MutualInformationViewer": lambda d: fewidgets.MutualInformationViewer(
        d.X, d.labels, feature_names=d.feature_names, feature=d.feature_names[-1]
    ),
    "SubsetLattice": lambda d: fewidgets.SubsetLattice(
        d.X[:, :20], d.y, feature_names=d.feature_names[:20], step=3, overrule=d.feature_names[0]
    ),
    "FittingRace": lambda d: fewidgets.FittingRace(d.X, d.y, feature_names=d.feature_names, round=6),
    "ScalingStepper": _pair(fewidgets.ScalingStepper),
    "ContourDescent": _pair(fewidgets.ContourDescent),
    "RegularizerViewer": _pair(fewidgets.RegularizerViewer),
    "ImputationViewer": lambda d: fewidgets.ImputationViewer(d.X, feature_names=d.feature_names, removed_share=0.2),
    "DimensionReductionViewer": lambda d: fewidgets.DimensionReductionViewer(
        d.X[:, :MOST_REDUCED], d.labels, feature_names=d.feature_names[:MOST_REDUCED]
    ),
    "PolynomialDegreeViewer": lambda d: fewidgets.PolynomialDegreeViewer(
        d.X, d.y, feature_names=d.feature_names, feature=d.feature_names[-1], degree=5
    ),
    "RescalingViewer": lambda d: fewidgets.RescalingViewer(d.X, feature_names=d.feature_names, scaling="z-score, P"),
    "SelectorViewer": lambda d: fewidgets.SelectorViewer(
        compare_selectors(d.X, d.y, names=["boosting", "ℓ1 path"], repeats=1, feature_names=d.feature_names), size=2
    ),
    "OneHotViewer": lambda d: fewidgets.OneHotViewer([*d.feature_names[:MOST_CATEGORIES]] * 2),
    "BagOfWordsViewer": lambda d: fewidgets.BagOfWordsViewer(_documents(d)),
    "SpamViewer": lambda d: fewidgets.SpamViewer(_mail(d)),
    "SpectrumViewer": lambda d: fewidgets.SpectrumViewer(d.X[:, 0], 8000.0),
    "EdgeHistogramViewer": lambda d: fewidgets.EdgeHistogramViewer(_picture(d)),
    "ImageComparison": lambda d: fewidgets.ImageComparison([_picture(d, first) for first in (0, 1, 40)]),
}


def make(kind: str, name: str) -> Explorable:
    """Make one explorable of one data set."""
    return MAKERS[kind](HOSTILE[name]())

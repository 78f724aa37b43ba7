"""Every explorable that takes data and shows their names, made of a hostile data set."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

import fewidgets as fw
from fewidgets.algorithms import Softmax, compare_selectors, newton
from fewidgets.explorables.framework.explorable import Explorable
from tests.explorables.hostile import DataSet, sixty_features


def sixty_long_names() -> DataSet:
    """Make 120 examples of 60 features, each with a name of 40 characters that differs from the others at its end."""
    data = sixty_features()
    return data._replace(feature_names=tuple(f"average_number_of_rooms_per_dwelling_{n:03d}" for n in range(1, 61)))


def _race(data: DataSet) -> fw.FeatureRace:
    """Fit the first features, once more of them in each run."""
    Z = (data.X[:, :8] - data.X[:, :8].mean(axis=0)) / data.X[:, :8].std(axis=0)
    runs = {}
    for count, name in zip((2, 4, 6, 8), data.feature_names, strict=False):
        model = Softmax(Z[:, :count], data.labels)
        runs[name] = newton(model, np.zeros(count + 1), 6)
    return fw.FeatureRace(runs)


#: A function of a data set for each explorable. Those of two features take the first two.
MADE: Mapping[str, Callable[[DataSet], Explorable]] = {
    "BagOfWordsViewer": lambda data: fw.BagOfWordsViewer([f"{name} and others" for name in data.feature_names[:8]]),
    "BoostingStepper": lambda data: fw.BoostingStepper(data.X, data.y, feature_names=data.feature_names, round=3),
    "BoostingVersusL1": lambda data: fw.BoostingVersusL1(data.X, data.y, feature_names=data.feature_names, kept=5),
    "ContourDescent": lambda data: fw.ContourDescent(data.X[:, :1], data.y, feature_names=data.feature_names[:1]),
    "CorrelationRanking": lambda data: fw.CorrelationRanking(
        data.X, data.y, feature_names=data.feature_names, order="best first"
    ),
    "DimensionReductionViewer": lambda data: fw.DimensionReductionViewer(data.X, data.y, feature_names=data.feature_names),
    "FeatureRace": _race,
    "FittingRace": lambda data: fw.FittingRace(data.X, data.y, feature_names=data.feature_names, round=3),
    "ImputationViewer": lambda data: fw.ImputationViewer(data.X, feature_names=data.feature_names, removed_share=0.2),
    "KernelRidgeViewer": lambda data: fw.KernelRidgeViewer(data.X, data.y, feature_names=data.feature_names),
    "ImportanceViewer": lambda data: fw.ImportanceViewer(data.X, data.y, feature_names=data.feature_names, trees=10, tree=10),
    "LambdaSlider": lambda data: fw.LambdaSlider(data.X, data.y, feature_names=data.feature_names),
    "MutualInformationViewer": lambda data: fw.MutualInformationViewer(
        data.X, data.labels, feature_names=data.feature_names, bins=3
    ),
    "SubsetLattice": lambda data: fw.SubsetLattice(data.X[:, :5], data.y, feature_names=data.feature_names[:5], step=3),
    "OneHotViewer": lambda data: fw.OneHotViewer(data.feature_names[:8]),
    "PolynomialDegreeViewer": lambda data: fw.PolynomialDegreeViewer(
        data.X, data.y, feature_names=data.feature_names, degree=5
    ),
    "RegularizerViewer": lambda data: fw.RegularizerViewer(data.X[:, :2], data.y, feature_names=data.feature_names[:2]),
    "RescalingViewer": lambda data: fw.RescalingViewer(data.X, feature_names=data.feature_names, scaling="min-max"),
    "ScalingStepper": lambda data: fw.ScalingStepper(data.X, data.y, feature_names=data.feature_names),
    "SelectorViewer": lambda data: fw.SelectorViewer(
        compare_selectors(data.X, data.y, names=["boosting", "ℓ1 path"], repeats=1, feature_names=data.feature_names)
    ),
    "SpamViewer": lambda data: fw.SpamViewer(" ".join(data.feature_names)),
}

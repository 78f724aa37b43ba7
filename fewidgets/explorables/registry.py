"""Every explorable and its module. Written by ``fewidgets gallery``; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fewidgets.explorables.bag_of_words_viewer.bag_of_words_viewer import BagOfWordsViewer
    from fewidgets.explorables.boosting_stepper.boosting_stepper import BoostingStepper
    from fewidgets.explorables.boosting_versus_l1.boosting_versus_l1 import BoostingVersusL1
    from fewidgets.explorables.contour_descent.contour_descent import ContourDescent
    from fewidgets.explorables.correlation_ranking.correlation_ranking import CorrelationRanking
    from fewidgets.explorables.dimension_reduction_viewer import DimensionReductionViewer
    from fewidgets.explorables.edge_histogram_viewer.edge_histogram_viewer import EdgeHistogramViewer
    from fewidgets.explorables.feature_race import FeatureRace
    from fewidgets.explorables.fitting_race.fitting_race import FittingRace
    from fewidgets.explorables.image_comparison import ImageComparison
    from fewidgets.explorables.importance_viewer.importance_viewer import ImportanceViewer
    from fewidgets.explorables.imputation_viewer import ImputationViewer
    from fewidgets.explorables.kernel_ridge_viewer.kernel_ridge_viewer import KernelRidgeViewer
    from fewidgets.explorables.lambda_slider.lambda_slider import LambdaSlider
    from fewidgets.explorables.mutual_information_viewer.mutual_information_viewer import MutualInformationViewer
    from fewidgets.explorables.one_hot_viewer import OneHotViewer
    from fewidgets.explorables.polynomial_degree_viewer.polynomial_degree_viewer import PolynomialDegreeViewer
    from fewidgets.explorables.regularizer_viewer.regularizer_viewer import RegularizerViewer
    from fewidgets.explorables.rescaling_viewer.rescaling_viewer import RescalingViewer
    from fewidgets.explorables.scaling_stepper.scaling_stepper import ScalingStepper
    from fewidgets.explorables.selector_viewer import SelectorViewer
    from fewidgets.explorables.side_by_side import SideBySide
    from fewidgets.explorables.spam_viewer import SpamViewer
    from fewidgets.explorables.spectrum_viewer.spectrum_viewer import SpectrumViewer
    from fewidgets.explorables.subset_lattice.subset_lattice import SubsetLattice

#: The module of each explorable, in the order of the lessons.
MODULES = {
    "DimensionReductionViewer": "fewidgets.explorables.dimension_reduction_viewer",
    "OneHotViewer": "fewidgets.explorables.one_hot_viewer",
    "SpamViewer": "fewidgets.explorables.spam_viewer",
    "BagOfWordsViewer": "fewidgets.explorables.bag_of_words_viewer.bag_of_words_viewer",
    "FeatureRace": "fewidgets.explorables.feature_race",
    "EdgeHistogramViewer": "fewidgets.explorables.edge_histogram_viewer.edge_histogram_viewer",
    "ImageComparison": "fewidgets.explorables.image_comparison",
    "SpectrumViewer": "fewidgets.explorables.spectrum_viewer.spectrum_viewer",
    "ContourDescent": "fewidgets.explorables.contour_descent.contour_descent",
    "ImputationViewer": "fewidgets.explorables.imputation_viewer",
    "ScalingStepper": "fewidgets.explorables.scaling_stepper.scaling_stepper",
    "BoostingStepper": "fewidgets.explorables.boosting_stepper.boosting_stepper",
    "SideBySide": "fewidgets.explorables.side_by_side",
    "RegularizerViewer": "fewidgets.explorables.regularizer_viewer.regularizer_viewer",
    "LambdaSlider": "fewidgets.explorables.lambda_slider.lambda_slider",
    "BoostingVersusL1": "fewidgets.explorables.boosting_versus_l1.boosting_versus_l1",
    "PolynomialDegreeViewer": "fewidgets.explorables.polynomial_degree_viewer.polynomial_degree_viewer",
    "RescalingViewer": "fewidgets.explorables.rescaling_viewer.rescaling_viewer",
    "SubsetLattice": "fewidgets.explorables.subset_lattice.subset_lattice",
    "CorrelationRanking": "fewidgets.explorables.correlation_ranking.correlation_ranking",
    "MutualInformationViewer": "fewidgets.explorables.mutual_information_viewer.mutual_information_viewer",
    "ImportanceViewer": "fewidgets.explorables.importance_viewer.importance_viewer",
    "KernelRidgeViewer": "fewidgets.explorables.kernel_ridge_viewer.kernel_ridge_viewer",
    "FittingRace": "fewidgets.explorables.fitting_race.fitting_race",
    "SelectorViewer": "fewidgets.explorables.selector_viewer",
}

__all__ = [
    "BagOfWordsViewer",
    "BoostingStepper",
    "BoostingVersusL1",
    "ContourDescent",
    "CorrelationRanking",
    "DimensionReductionViewer",
    "EdgeHistogramViewer",
    "FeatureRace",
    "FittingRace",
    "ImageComparison",
    "ImportanceViewer",
    "ImputationViewer",
    "KernelRidgeViewer",
    "LambdaSlider",
    "MutualInformationViewer",
    "OneHotViewer",
    "PolynomialDegreeViewer",
    "RegularizerViewer",
    "RescalingViewer",
    "ScalingStepper",
    "SelectorViewer",
    "SideBySide",
    "SpamViewer",
    "SpectrumViewer",
    "SubsetLattice",
]

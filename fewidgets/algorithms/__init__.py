"""The algorithms of the chapter in NumPy alone: arrays in, a frozen trace of everything that happened out.

`X` is (P, N): examples in rows, features in columns (the chapter writes N × P). Features are numbered from
0. Labels are −1 and +1.

The functions here check their arguments and are made for larger data. To read how a method works, open its *plain form* in
`fewidgets.algorithms.plain`: a few lines of NumPy that follow the source. Tests hold the two equal.
"""

from ._numerics.csr import CSRMatrix
from .audio.frequency_histogram import FrequencyHistograms, frequency_histograms
from .audio.mel import MelBands, hz_to_mel, mel_bands, mel_to_hz
from .audio.mel_spectrogram import MelSpectrogram, mel_spectrogram
from .audio.sinusoids import Sinusoids, sinusoids
from .audio.spectrogram import Spectrogram, spectrogram
from .audio.spectrum import Spectrum, spectrum
from .images.block_edge_histogram import BlockEdgeHistogram, block_edge_histogram
from .images.edge_histogram import EdgeHistogram, edge_histogram
from .images.edges import EdgeMaps, edge_maps
from .images.grayscale import to_gray
from .model_selection.boosting_cross_validation import BoostCrossValidation, cross_validate_boost
from .model_selection.cross_validation import CrossValidation, L1CrossValidation, cross_validate, cross_validate_l1
from .model_selection.degree_sweep import DegreeSweep, degree_sweep
from .model_selection.ridge_cross_validation import RidgeCrossValidation, cross_validate_ridge
from .model_selection.subset_size import SizeCrossValidation, cross_validate_size
from .optimization.conditioning import ContourEllipse, HessianCondition, contour_ellipse, hessian_condition
from .optimization.costs import LeastSquares, Softmax
from .optimization.descent_trace import DescentTrace, Iterate
from .optimization.fixed_bias import FixedBias
from .optimization.gradient_descent import gradient_descent
from .optimization.minibatch import minibatch_gradient_descent
from .optimization.multiclass import MulticlassSoftmax
from .optimization.newton import newton
from .optimization.quadratic_cost import QuadraticCost
from .optimization.step_length_search import StepLengthSearch, search_step_length
from .polynomial.monomials import PolynomialFeatures, polynomial_features
from .polynomial.orthogonal_polynomials import OrthogonalPolynomials
from .ranking.impurity import ImpurityImportance, impurity_importance
from .ranking.mutual_information import LevelTable, MutualInformation, mutual_information
from .ranking.out_of_bag import OutOfBagImportance, out_of_bag_importance
from .ranking.pearson import PearsonScores, pearson_scores
from .ranking.permutation import PermutationImportance, permutation_importance
from .ranking.ranking import Ranking, rank_features
from .ranking.single_feature import SingleFeatureLosses, single_feature_losses
from .reduction.dimension_reduction import DimensionReduction, reduce_dimension
from .reduction.kmeans import KMeansTrace, kmeans
from .reduction.pca import PrincipalComponents, pca
from .regularization.constrained import ConstrainedMinimizer, constrained_minimizer
from .regularization.kernel_ridge import KernelRidge, kernel_ridge
from .regularization.kernels import polynomial_kernel, polynomial_kernel_features, rbf_features, rbf_kernel
from .regularization.l0 import L0Breakpoints, L0Path, l0_breakpoints, l0_path
from .regularization.l1 import l1_path
from .regularization.l1_descent import L1Descent, l1_gradient_descent
from .regularization.l1_trace import L1Event, L1Path
from .regularization.l2_softmax import L2SoftmaxPath, l2_softmax_path
from .regularization.path import PathPoint
from .regularization.penalized import PenalizedPath, penalized_path
from .regularization.regularizers import hard_threshold, penalty, soft_threshold
from .regularization.ridge import RidgePath, ridge, ridge_path
from .scaling.imputation import Imputation, mean_impute
from .scaling.mean_imputer import MeanImputer
from .scaling.normalizers import MinMaxNormalizer, StandardNormalizer
from .scaling.scaling_steps import ScalingSteps, normalization_steps, sphering_steps
from .scaling.sphering import PCASphering
from .scaling.usable_rows import UsableRows, usable_rows
from .selection.best_subset import BestSubsets, best_subset
from .selection.boosting import boost
from .selection.boosting_trace import BoostTrace
from .selection.exhaustive_search import ExhaustiveTrace, exhaustive_search
from .selection.fit_by_feature import FittingTrace, forward_fit, greedy_subset, myopic_forward_fit
from .selection.floating_search import FloatingTrace, floating_search
from .selection.objective import FeatureSet
from .selection.sequential_search import BidirectionalTrace, SequentialTrace, bidirectional_search, sequential_search
from .selection.stepwise import backward_elimination, forward_selection
from .selection.stepwise_trace import StepwiseTrace
from .selection.subset_model import SubsetModel
from .selection.subset_softmax import SubsetSoftmax
from .text.bag_of_words import BagOfWords, bag_of_words
from .text.categories import OneHot, OrdinalCodes, one_hot, ordinal_codes
from .text.phrases import Phrase
from .text.spam import SpamFeatures, spam_features
from .text.stemming import stem
from .text.token_trace import PhraseTrace, TokenTrace
from .text.tokens import Token, tokenize, tokenizer_notes

__all__ = [
    "BagOfWords",
    "BestSubsets",
    "BidirectionalTrace",
    "BlockEdgeHistogram",
    "BoostCrossValidation",
    "BoostTrace",
    "CSRMatrix",
    "ConstrainedMinimizer",
    "ContourEllipse",
    "CrossValidation",
    "DegreeSweep",
    "DescentTrace",
    "DimensionReduction",
    "EdgeHistogram",
    "EdgeMaps",
    "ExhaustiveTrace",
    "FeatureSet",
    "FittingTrace",
    "FixedBias",
    "FloatingTrace",
    "FrequencyHistograms",
    "HessianCondition",
    "ImpurityImportance",
    "Imputation",
    "Iterate",
    "KMeansTrace",
    "KernelRidge",
    "L0Breakpoints",
    "L0Path",
    "L1CrossValidation",
    "L1Descent",
    "L1Event",
    "L1Path",
    "L2SoftmaxPath",
    "LeastSquares",
    "LevelTable",
    "MeanImputer",
    "MelBands",
    "MelSpectrogram",
    "MinMaxNormalizer",
    "MulticlassSoftmax",
    "MutualInformation",
    "OneHot",
    "OrdinalCodes",
    "OrthogonalPolynomials",
    "OutOfBagImportance",
    "PCASphering",
    "PathPoint",
    "PearsonScores",
    "PenalizedPath",
    "PermutationImportance",
    "Phrase",
    "PhraseTrace",
    "PolynomialFeatures",
    "PrincipalComponents",
    "QuadraticCost",
    "Ranking",
    "RidgeCrossValidation",
    "RidgePath",
    "ScalingSteps",
    "SequentialTrace",
    "SingleFeatureLosses",
    "Sinusoids",
    "SizeCrossValidation",
    "Softmax",
    "SpamFeatures",
    "Spectrogram",
    "Spectrum",
    "StandardNormalizer",
    "StepLengthSearch",
    "StepwiseTrace",
    "SubsetModel",
    "SubsetSoftmax",
    "Token",
    "TokenTrace",
    "UsableRows",
    "backward_elimination",
    "bag_of_words",
    "best_subset",
    "bidirectional_search",
    "block_edge_histogram",
    "boost",
    "constrained_minimizer",
    "contour_ellipse",
    "cross_validate",
    "cross_validate_boost",
    "cross_validate_l1",
    "cross_validate_ridge",
    "cross_validate_size",
    "degree_sweep",
    "edge_histogram",
    "edge_maps",
    "exhaustive_search",
    "floating_search",
    "forward_fit",
    "forward_selection",
    "frequency_histograms",
    "gradient_descent",
    "greedy_subset",
    "hard_threshold",
    "hessian_condition",
    "hz_to_mel",
    "impurity_importance",
    "kernel_ridge",
    "kmeans",
    "l0_breakpoints",
    "l0_path",
    "l1_gradient_descent",
    "l1_path",
    "l2_softmax_path",
    "mean_impute",
    "mel_bands",
    "mel_spectrogram",
    "mel_to_hz",
    "minibatch_gradient_descent",
    "mutual_information",
    "myopic_forward_fit",
    "newton",
    "normalization_steps",
    "one_hot",
    "ordinal_codes",
    "out_of_bag_importance",
    "pca",
    "pearson_scores",
    "penalized_path",
    "penalty",
    "permutation_importance",
    "polynomial_features",
    "polynomial_kernel",
    "polynomial_kernel_features",
    "rank_features",
    "rbf_features",
    "rbf_kernel",
    "reduce_dimension",
    "ridge",
    "ridge_path",
    "search_step_length",
    "sequential_search",
    "single_feature_losses",
    "sinusoids",
    "soft_threshold",
    "spam_features",
    "spectrogram",
    "spectrum",
    "sphering_steps",
    "stem",
    "to_gray",
    "tokenize",
    "tokenizer_notes",
    "usable_rows",
]

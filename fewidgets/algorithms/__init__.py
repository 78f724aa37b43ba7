"""The algorithms of the chapter in NumPy alone: arrays in, a frozen trace of everything that happened out.

`X` is (P, N): examples in rows, features in columns (the chapter writes N × P). Features are numbered from
0. Labels are −1 and +1.
"""

from .bag_of_words import BagOfWords, TokenTrace, bag_of_words
from .boosting import BoostTrace, boost
from .categories import OneHot, OrdinalCodes, one_hot, ordinal_codes
from .conditioning import ContourEllipse, HessianCondition, contour_ellipse, hessian_condition
from .costs import LeastSquares, Softmax
from .cross_validation import CrossValidation, L1CrossValidation, cross_validate, cross_validate_l1
from .csr import CSRMatrix
from .descent import DescentTrace, Iterate
from .forest import ImpurityImportance, impurity_importance
from .gradient_descent import StepLengthSearch, gradient_descent, search_step_length
from .l1 import L1Event, L1Path, PathPoint, l1_path
from .l1_descent import L1Descent, l1_gradient_descent
from .minibatch import minibatch_gradient_descent
from .multiclass import MulticlassSoftmax
from .mutual_information import LevelTable, MutualInformation, mutual_information
from .newton import newton
from .pearson import PearsonScores, pearson_scores
from .permutation import OutOfBagImportance, PermutationImportance, out_of_bag_importance, permutation_importance
from .ranking import Ranking, rank_features
from .scaling import StandardNormalizer
from .single_feature import SingleFeatureLosses, single_feature_losses
from .spam import SpamFeatures, spam_features
from .stemming import stem
from .tokens import Token, tokenize, tokenizer_notes

__all__ = [
    "BagOfWords",
    "BoostTrace",
    "CSRMatrix",
    "ContourEllipse",
    "CrossValidation",
    "DescentTrace",
    "HessianCondition",
    "ImpurityImportance",
    "Iterate",
    "L1CrossValidation",
    "L1Descent",
    "L1Event",
    "L1Path",
    "LeastSquares",
    "LevelTable",
    "MulticlassSoftmax",
    "MutualInformation",
    "OneHot",
    "OrdinalCodes",
    "OutOfBagImportance",
    "PathPoint",
    "PearsonScores",
    "PermutationImportance",
    "Ranking",
    "SingleFeatureLosses",
    "Softmax",
    "SpamFeatures",
    "StandardNormalizer",
    "StepLengthSearch",
    "Token",
    "TokenTrace",
    "bag_of_words",
    "boost",
    "contour_ellipse",
    "cross_validate",
    "cross_validate_l1",
    "gradient_descent",
    "hessian_condition",
    "impurity_importance",
    "l1_gradient_descent",
    "l1_path",
    "minibatch_gradient_descent",
    "mutual_information",
    "newton",
    "one_hot",
    "ordinal_codes",
    "out_of_bag_importance",
    "pearson_scores",
    "permutation_importance",
    "rank_features",
    "search_step_length",
    "single_feature_losses",
    "spam_features",
    "stem",
    "tokenize",
    "tokenizer_notes",
]

"""The algorithms of the chapter in NumPy alone: arrays in, a frozen trace of everything that happened out.

`X` is (P, N): examples in rows, features in columns (the chapter writes N × P). Features are numbered from
0. Labels are −1 and +1.
"""

from .boosting import BoostTrace, boost
from .costs import LeastSquares, Softmax
from .cross_validation import CrossValidation, L1CrossValidation, cross_validate, cross_validate_l1
from .l1 import L1Event, L1Path, PathPoint, l1_path
from .l1_descent import L1Descent, l1_gradient_descent
from .scaling import StandardNormalizer

__all__ = [
    "BoostTrace",
    "CrossValidation",
    "L1CrossValidation",
    "L1Descent",
    "L1Event",
    "L1Path",
    "LeastSquares",
    "PathPoint",
    "Softmax",
    "StandardNormalizer",
    "boost",
    "cross_validate",
    "cross_validate_l1",
    "l1_gradient_descent",
    "l1_path",
]

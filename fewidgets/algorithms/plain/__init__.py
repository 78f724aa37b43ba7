"""The plain forms: every algorithm of the chapter and the lectures in a few lines of NumPy, to read, copy and change.

Each function here follows its source step by step, in the source's symbols, and nothing else. It checks no argument, keeps
no history and uses no shortcut. The function behind the public name does all of that: `fewidgets.algorithms.boost` gives the
same results as `plain.boost`, refuses bad data, returns a trace of every step, and stays fast and exact on data that are
larger or less well behaved. Tests hold the two equal.

Examples are rows: X has shape (P, N) and y has shape (P,). The chapter writes the transpose, N × P. Features are numbered
from 0. Two-class labels are −1 and +1. Costs are means over the examples unless a source adds them up. A bias comes first
in every result, and in the weight vectors of `optimization`.

To see how a method works, print its plain form:

>>> import inspect
>>> from fewidgets.algorithms import plain
>>> print(inspect.getsource(plain.gradient_descent))  # doctest: +ELLIPSIS
def gradient_descent(gradient, w, alpha, steps):
    ...
    for _ in range(steps):
        w = w - alpha * gradient(w)
        history.append(w)
    return np.array(history)
<BLANKLINE>
"""

from .audio import spectrogram, spectrum
from .images import block_edge_histogram, edge_histogram, edge_maps
from .optimization import gradient_descent, least_squares, newton, softmax
from .polynomial import polynomial_features
from .ranking import (
    impurity_importance,
    mutual_information,
    pearson_scores,
    permutation_importance,
    single_feature_losses,
)
from .regularization import kernel_ridge, l1_gradient_descent, l1_path, ridge
from .scaling import mean_impute, min_max_normalize, pca_sphere, standard_normalize
from .selection import (
    backward_elimination,
    best_subset,
    bidirectional_search,
    boost,
    boost_softmax,
    forward_fit,
    forward_selection,
    greedy_subset,
    myopic_forward_fit,
    sequential_backward_selection,
    sequential_forward_selection,
)
from .text import bag_of_words, one_hot, spam_features

__all__ = [
    "backward_elimination",
    "bag_of_words",
    "best_subset",
    "bidirectional_search",
    "block_edge_histogram",
    "boost",
    "boost_softmax",
    "edge_histogram",
    "edge_maps",
    "forward_fit",
    "forward_selection",
    "gradient_descent",
    "greedy_subset",
    "impurity_importance",
    "kernel_ridge",
    "l1_gradient_descent",
    "l1_path",
    "least_squares",
    "mean_impute",
    "min_max_normalize",
    "mutual_information",
    "myopic_forward_fit",
    "newton",
    "one_hot",
    "pca_sphere",
    "pearson_scores",
    "permutation_importance",
    "polynomial_features",
    "ridge",
    "sequential_backward_selection",
    "sequential_forward_selection",
    "single_feature_losses",
    "softmax",
    "spam_features",
    "spectrogram",
    "spectrum",
    "standard_normalize",
]

"""Absurd arguments: every parameter of every public function is replaced, one at a time, by what nobody should pass.

Whatever it is, the function gives a result of bounded size in bounded time, or refuses it with a named argument.
"""

from __future__ import annotations

import inspect
import resource
import signal
from contextlib import contextmanager
from fractions import Fraction

import numpy as np
from sklearn.ensemble import RandomForestRegressor

import fewidgets.algorithms as algorithms
from tests.attack.attacks import attacks
from tests.attack.case import Case, Refused, Violation

RNG = np.random.default_rng(0)
X = RNG.normal(size=(12, 3))
Y = X @ [1.0, -2.0, 0.5] + 0.1 * RNG.normal(size=12)
LABELS = np.where(Y + 0.3 * RNG.normal(size=12) > 0, 1.0, -1.0)
START = np.zeros(4)
TEXTS = ["The movie was great, great fun.", "A boring movie."]
IMAGE = RNG.random((12, 12))
SOUND = RNG.normal(size=400)
COST = algorithms.LeastSquares(X, Y)
BOWL = algorithms.QuadraticCost([[2.0, 1.0], [1.0, 1.0]], [1.0, 2.0])
FOREST = RandomForestRegressor(3, max_depth=3, random_state=0).fit(X, Y)
TABLE = {S: float(len(S)) for S in [(0,), (1,), (0, 1)]}

REGRESSION, CLASSIFICATION, SEARCH = {"X": X, "y": Y}, {"X": X, "y": LABELS}, {"objective": TABLE, "n_features": 2}
IMAGES, SIGNAL = {"images": IMAGE}, {"signal": SOUND, "sample_rate": 8000.0}
# What each function is called with; one argument, given here or left to its default, is then replaced.
GOOD = {
    "FixedBias": {"cost": COST, "bias": 0.0},
    "LeastSquares": REGRESSION,
    "MulticlassSoftmax": {"X": X, "y": (LABELS > 0).astype(int)},
    "QuadraticCost": {"curvature": BOWL.curvature, "center": BOWL.center},
    "Softmax": CLASSIFICATION,
    "SubsetSoftmax": CLASSIFICATION,
    "backward_elimination": REGRESSION,
    "bag_of_words": {"documents": TEXTS},
    "best_subset": REGRESSION,
    "bidirectional_search": SEARCH,
    "block_edge_histogram": IMAGES,
    "boost": REGRESSION,
    "compare_selectors": {**REGRESSION, "repeats": 1, "names": ["boosting"]},
    "constrained_minimizer": {"cost": BOWL, "kind": "l1", "radius": 1.0},
    "contour_ellipse": {"hessian": BOWL.curvature, "height": 1.0},
    "cross_validate": {"fit": lambda A, t: lambda Z: np.full(len(Z), t.mean()), "X": X, "y": Y, "error": "squared"},
    "cross_validate_boost": REGRESSION,
    "cross_validate_l1": {**REGRESSION, "folds": 3},
    "degree_sweep": {**REGRESSION, "max_degree": 2},
    "edge_histogram": IMAGES,
    "edge_maps": IMAGES,
    "exhaustive_search": SEARCH,
    "floating_search": SEARCH,
    "forward_fit": REGRESSION,
    "forward_selection": REGRESSION,
    "frequency_histograms": {**SIGNAL, "bands": 4},
    "gradient_descent": {"cost": COST, "start": START, "step_length": 0.1, "steps": 3},
    "greedy_subset": REGRESSION,
    "hessian_condition": {"hessian": BOWL.curvature},
    "impurity_importance": {"forest": FOREST},
    "kernel_ridge": {**REGRESSION, "lam": 1.0},
    "kmeans": {"X": X, "n_clusters": 2},
    "l1_gradient_descent": {**REGRESSION, "lambdas": [1.0], "steps": 5},
    "l1_path": CLASSIFICATION,
    "l2_softmax_path": CLASSIFICATION,
    "mean_impute": {"X": np.where(X > 1, np.nan, X)},
    "minibatch_gradient_descent": {"cost": COST, "start": START, "step_length": 0.1, "epochs": 2, "batch_size": 4},
    "mutual_information": {"X": (X > 0).astype(int), "y": LABELS},
    "myopic_forward_fit": REGRESSION,
    "newton": {"cost": COST, "start": START},
    "normalization_steps": {"X": X},
    "one_hot": {"values": ["O", "A", "A"]},
    "ordinal_codes": {"values": ["O", "A", "A"]},
    "out_of_bag_importance": {"forest": FOREST, **REGRESSION},
    "parse_formula": {"text": "3x1 + 5x2 - 2x1x2"},
    "pca": {"X": X},
    "pearson_scores": REGRESSION,
    "penalized_path": {"cost": BOWL, "kind": "l2"},
    "penalty": {"w": X, "kind": "l1"},
    "permutation_importance": {"predict": lambda A: A[:, 0], **REGRESSION, "loss": "squared"},
    "polynomial_features": {"X": X, "degree": 2},
    "polynomial_kernel": {"X": X},
    "polynomial_kernel_features": {"X": X},
    "rank_features": {"scores": [1.0, 2.0, 2.0]},
    "rbf_kernel": {"X": X},
    "reduce_dimension": {"X": X, "features": [0], "n_components": 1, "n_clusters": 2},
    "ridge": {**REGRESSION, "lam": 1.0},
    "search_step_length": {"cost": COST, "start": START, "steps": 2},
    "selection_stability": {"selected": X > 0},
    "sequential_search": SEARCH,
    "single_feature_losses": REGRESSION,
    "sinusoids": {"frequencies": [100.0]},
    "spam_features": {"mails": TEXTS},
    "spectrogram": SIGNAL,
    "spectrum": SIGNAL,
    "sphering_steps": {"X": X},
    "stem": {"word": "movies"},
    "to_gray": {"image": np.stack([IMAGE] * 3, axis=-1)},
    "tokenize": {"text": TEXTS[0]},
}
ABSURD = (
    10**9, 10**12, 10**30, 10**400, -1, 0, -(10**30), 1e300, -1e300, 1e-300, 5e-324, float("nan"), float("inf"), 0.5, True,
    None, "text", "", "\ud800", b"bytes", [], {}, (), [[]], [[1.0], [1.0, 2.0]], [1.0, "a"], 1j, object(),
    Fraction(1, 3),
    np.array(3.0), np.zeros((0, 3)), np.zeros((3, 0)), np.zeros((2, 2, 2)), np.array([None]), np.array(["a"]), np.array([1j]),
    np.array([np.nan]), np.array([np.inf, 1.0]), np.array(["2020-01-01"], "M8[D]"), np.ma.masked_all(3), range(3), iter([1.0]),
    lambda *given: None, np.float32(2), np.int8(2), np.bool_(True), [10**400], [1e300], np.full(12, 1e59),
    np.full((12, 3), -1e59),
)  # fmt: skip
# These run for as long as they are told to, holding no more: a user may stop them.
AS_LONG_AS_TOLD = {("l1_gradient_descent", "steps"), ("kmeans", "starts")}


@contextmanager
def bounded(seconds: float, gib: float):
    """Interrupt a call that runs for too long, and fail allocations far beyond what the data explain."""

    def interrupt(number, frame):
        raise Violation(f"the call was interrupted after {seconds:g} s")

    before = signal.signal(signal.SIGALRM, interrupt)
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    with open("/proc/self/statm") as file:
        used = int(file.read().split()[0]) * resource.getpagesize()
    limit = used + int(gib * 2**30)
    resource.setrlimit(resource.RLIMIT_AS, (limit if soft == resource.RLIM_INFINITY else min(soft, limit), hard))
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


@attacks(share=8, mostly_refused=True)
def absurd_arguments_are_refused_in_words(case: Case) -> None:
    name = sorted(GOOD)[int(case.rng.integers(len(GOOD)))]
    function = getattr(algorithms, name)
    parameters = sorted(inspect.signature(function).parameters)
    parameter = parameters[int(case.rng.integers(len(parameters)))]
    value = ABSURD[int(case.rng.integers(len(ABSURD)))]
    case.drawn |= {"function": name, "parameter": parameter, "value": value}
    case.tame = False
    if (name, parameter) in AS_LONG_AS_TOLD and isinstance(value, int) and value > 10**6:
        return
    # NaN is told where a trace has nothing to tell; that is left to the properties of each function.
    fields = {
        "candidate_costs",
        "candidate_weights",
        "lambda_max",
        "number",
        "standard_errors",
        "baselines",
        "per_tree",
        "lam",
    }
    fields |= {"values", "candidate_values", "records", "to_beat", "forward_values", "backward_values", "mean", "means"}
    fields |= {"forward_candidate_values", "backward_candidate_values", "condition_numbers", "candidate_fold_costs"}
    # A machine at work may stop for seconds; processor time is what `call` measures.
    with bounded(60, 3):
        try:
            case.call(function, **{**GOOD[name], parameter: value}, nan=fields)
        except Refused as refused:
            if len(str(refused)) > 600:
                raise Violation(f"the refusal has {len(str(refused))} characters: {str(refused)[:300]!r} …") from None
            raise

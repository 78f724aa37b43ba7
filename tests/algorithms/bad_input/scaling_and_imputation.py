"""Bad input to scaling, sphering, imputation and dimension reduction."""

import numpy as np

from fewidgets.algorithms import (
    MeanImputer,
    MinMaxNormalizer,
    PCASphering,
    StandardNormalizer,
    kmeans,
    mean_impute,
    normalization_steps,
    pca,
    reduce_dimension,
    sphering_steps,
)
from tests.algorithms.bad_input.examples import GOOD

TAKES_X = {
    "MinMaxNormalizer": lambda X: MinMaxNormalizer().fit(X),
    "MinMaxNormalizer.fit_transform": lambda X: MinMaxNormalizer().fit_transform(X),
    "StandardNormalizer.fit_transform": lambda X: StandardNormalizer().fit_transform(X),
    "PCASphering": lambda X: PCASphering().fit(X),
    "normalization_steps": lambda X: normalization_steps(X),
    "sphering_steps": lambda X: sphering_steps(X),
}

READ_ONLY = np.zeros((4, 2))
READ_ONLY.setflags(write=False)
WIDE = np.zeros((4, 3))
WITH_NAN, INFINITE = GOOD.copy(), GOOD.copy()
WITH_NAN[2, 0], INFINITE[2, 0] = np.nan, np.inf


def into(transform):
    """Cases that all transforms share: what is transformed, and where to."""
    fitted = transform().fit(GOOD)
    return [
        (lambda: fitted.transform(GOOD[:, :1]), ValueError, r"X has 1 features, but \w+ is expecting 2 features as input"),
        (lambda: fitted.transform("text"), TypeError, "X must hold real numbers; got text, for example"),
        (
            lambda: fitted.transform(INFINITE),
            ValueError,
            r"X must be finite.*; found an infinite value in row 2, feature 0",
        ),
    ]


def back(transform):
    fitted = transform().fit(GOOD)
    return [
        (lambda: fitted.inverse_transform(GOOD[:, :1]), ValueError, "X must have 2 columns, as transform returns; got 1"),
        (lambda: fitted.inverse_transform(WITH_NAN), ValueError, "X must not contain NaN; found one in row 2, feature 0"),
        (lambda: fitted.transform(WITH_NAN), ValueError, "X must not contain NaN; found one in row 2, feature 0"),
    ]


CASES = {
    "StandardNormalizer": [*into(StandardNormalizer), *back(StandardNormalizer)],
    "MinMaxNormalizer": [
        *into(MinMaxNormalizer),
        *back(MinMaxNormalizer),
        (lambda: MinMaxNormalizer((1, 0)).fit(GOOD), ValueError, r"feature_range must be a smaller number .*; got \(1, 0\)"),
        (lambda: MinMaxNormalizer((0, np.inf)).fit(GOOD), ValueError, r"feature_range\[1\] must be a finite number; got inf"),
        (
            lambda: MinMaxNormalizer((0, "1")).fit(GOOD),
            TypeError,
            r"feature_range\[1\] must be a finite number; got '1' \(str\)",
        ),
        (lambda: MinMaxNormalizer(1).fit(GOOD), TypeError, "feature_range must be a pair of numbers, .*; got 1"),
        (lambda: MinMaxNormalizer((0, 1, 2)).fit(GOOD), TypeError, "feature_range must be a pair"),
        (lambda: MinMaxNormalizer(clip="no").fit(GOOD), TypeError, r"clip must be True or False; got 'no' \(str\)"),
        (
            lambda: MinMaxNormalizer(constant="dorp").fit(GOOD),
            ValueError,
            r"constant must be 'error', 'keep' or 'drop'; got 'dorp'\. Did you mean 'drop'\?",
        ),
    ],
    "PCASphering": [
        *into(PCASphering),
        *back(PCASphering),
        (lambda: PCASphering(2).fit(GOOD), ValueError, "ddof must be an integer between 0 and 1; got 2"),
        (
            lambda: PCASphering(n_components=0).fit(GOOD),
            ValueError,
            r"n_components must be an integer between 1 and 2 \(the number of features\); got 0",
        ),
        (lambda: PCASphering(n_components=1.5).fit(GOOD), TypeError, r"n_components must be .*; got 1\.5 \(float\)"),
        (
            lambda: PCASphering(n_components=3).fit(GOOD),
            ValueError,
            r"n_components must be an integer between 1 and 2 \(the number of features\); got 3",
        ),
        (
            lambda: PCASphering(near_zero="droop").fit(GOOD),
            ValueError,
            r"near_zero must be 'error', 'keep' or 'drop'; got 'droop'\. Did you mean 'drop'\?",
        ),
        (lambda: PCASphering(near_zero="drop").fit(np.ones((4, 2))), ValueError, "X is constant in every feature"),
        (
            lambda: PCASphering(near_zero="drop").fit([[1.0, 2.0]]),
            ValueError,
            r"X must have at least two examples; got one \(P = 1, n_samples = 1\)",
        ),
        (lambda: PCASphering().fit(np.c_[GOOD, GOOD[:, 0]]), ValueError, "X has no variance in 1 of 3 principal"),
    ],
    "MeanImputer": [
        *into(MeanImputer),
        (
            lambda: MeanImputer().fit([[np.nan, 1.0]]),
            ValueError,
            "X must have a value in every feature, .*; got none in feature 0",
        ),
        (
            lambda: MeanImputer().fit(INFINITE),
            ValueError,
            r"X must be finite.*; found an infinite value in row 2, feature 0",
        ),
        (lambda: MeanImputer().fit([["?", 1.0]]), TypeError, r"X must hold real numbers; got text, for example '\?'"),
        (lambda: MeanImputer().fit([1.0]), ValueError, r"X must be two-dimensional \(examples × features\); got shape \(1,\)"),
    ],
    "mean_impute": [
        (lambda: mean_impute(GOOD[0]), ValueError, r"X must be two-dimensional \(examples × features\); got shape \(2,\)"),
        (lambda: mean_impute(INFINITE), ValueError, r"X must be finite.*; found an infinite value in row 2, feature 0"),
        (
            lambda: mean_impute([[np.nan, np.nan]]),
            ValueError,
            "X must have an example .*; all 1 would be dropped: 1 with more than 50%",
        ),
        (
            lambda: mean_impute(GOOD, [np.nan] * 4),
            ValueError,
            "X must have an example .*; all 4 would be dropped: 4 without output",
        ),
        (lambda: mean_impute(GOOD, [1.0]), ValueError, r"y must have the shape \(4,\), .*; got \(1,\)"),
        (
            lambda: mean_impute(GOOD, [np.inf, 1, 2, 3]),
            ValueError,
            "y must be finite or NaN; found an infinite value in row 0",
        ),
        (lambda: mean_impute(GOOD, list("abcd")), TypeError, "y must hold real numbers; got text, for example 'a'"),
        (lambda: mean_impute(GOOD, max_missing=1.5), ValueError, "max_missing must be a share from 0 to 1; got 1.5"),
        (lambda: mean_impute(GOOD, max_missing="half"), TypeError, r"max_missing must be a finite number; got 'half' \(str\)"),
        (lambda: mean_impute([["a"]]), TypeError, "X must hold real numbers; got text, for example"),
        (
            lambda: mean_impute([[np.nan, 1.0], [np.nan, 2.0]]),
            ValueError,
            "X must have a value in every feature, .*; got none in feature 0",
        ),
        (lambda: mean_impute(GOOD, [1.0]), ValueError, r"y must have the shape .*; got \(1,\)"),
        (lambda: mean_impute(GOOD, max_missing=-0.1), ValueError, "max_missing must be a share from 0 to 1; got -0.1"),
    ],
    "normalization_steps": [
        (lambda: normalization_steps(GOOD, ddof=2), ValueError, "ddof must be an integer between 0 and 1; got 2")
    ],
    "sphering_steps": [
        (lambda: sphering_steps(GOOD, ddof=True), TypeError, r"ddof must be an integer between 0 and 1; got True \(bool\)"),
        (lambda: sphering_steps(GOOD[:2]), ValueError, "X has no variance in 1 of 2 principal directions"),
    ],
    "pca": [
        (lambda: pca(WITH_NAN), ValueError, "X must not contain NaN; found one in row 2, feature 0"),
        (lambda: pca(INFINITE), ValueError, "X must be finite; found an infinite value in row 2, feature 0"),
        (lambda: pca(np.ones((3, 2))), ValueError, "X is constant in every feature"),
        (lambda: pca(GOOD[:1]), ValueError, r"X must have at least two examples; got one \(P = 1, n_samples = 1\)"),
        (lambda: pca("text"), TypeError, "X must hold real numbers; got text, for example"),
        (
            lambda: pca(GOOD, 3),
            ValueError,
            r"n_components must be an integer between 1 and 2 \(the smaller of P and N\); got 3",
        ),
        (lambda: pca(GOOD, 0), ValueError, r"n_components must be .*; got 0"),
        (lambda: pca(GOOD, 1.0), TypeError, r"n_components must be .*; got 1\.0 \(float\)"),
        (lambda: pca(GOOD, ddof=-1), ValueError, "ddof must be an integer between 0 and 1; got -1"),
        (
            lambda: pca(GOOD).restored(3),
            ValueError,
            r"n_components must be an integer between 0 and 2 \(the components found\); got 3",
        ),
    ],
    "kmeans": [
        (lambda: kmeans(WITH_NAN, 2), ValueError, "X must not contain NaN; found one in row 2, feature 0"),
        (lambda: kmeans(None, 2), TypeError, "X must hold real numbers; got object entries, for example None"),
        (
            lambda: kmeans(GOOD, 5),
            ValueError,
            r"n_clusters must be an integer between 1 and 4 \(the number of examples\); got 5",
        ),
        (lambda: kmeans(GOOD, 0), ValueError, r"n_clusters must be .*; got 0"),
        (lambda: kmeans(GOOD, 2.0), TypeError, r"n_clusters must be .*; got 2\.0 \(float\)"),
        (lambda: kmeans(np.ones((4, 2)), 2), ValueError, "X must hold at least n_clusters = 2 different examples; got 1"),
        (lambda: kmeans(GOOD, 2, initial=[[0.0, 1.0]]), ValueError, r"initial must have the shape \(2, 2\), .*; got \(1, 2\)"),
        (
            lambda: kmeans(GOOD, 1, initial=[[np.nan, 1.0]]),
            ValueError,
            "initial must not contain NaN; found one in row 0, feature 0",
        ),
        (lambda: kmeans(GOOD, 2, starts=0), ValueError, "starts must be an integer of at least 1; got 0"),
        (lambda: kmeans(GOOD, 2, starts=10**9), ValueError, "starts=1000000000 would need 7.45 GiB"),
        (lambda: kmeans(GOOD, 2, starts=10**15), ValueError, "starts=10{15} would need 7.11 PiB"),
        (lambda: kmeans(GOOD, 2, max_steps=0), ValueError, "max_steps must be an integer of at least 1; got 0"),
        (lambda: kmeans(GOOD, 2, seed=-1), ValueError, "seed must be an integer of at least 0; got -1"),
        (lambda: kmeans(GOOD, 2, seed=None), TypeError, r"seed must be an integer of at least 0; got None \(NoneType\)"),
        (lambda: kmeans(GOOD, 2, reduction="total"), ValueError, "reduction must be 'mean' or 'sum'; got 'total'"),
    ],
    "reduce_dimension": [
        (lambda: reduce_dimension(WITH_NAN, [0], 1, 2), ValueError, "X must not contain NaN; found one in row 2, feature 0"),
        (lambda: reduce_dimension(np.ones((3, 2)), [0], 1, 1), ValueError, "X is constant in every feature"),
        (
            lambda: reduce_dimension(GOOD, [2], 1, 2),
            ValueError,
            r"features must be an integer between 0 and 1 \(features are numbered from 0\); got 2",
        ),
        (lambda: reduce_dimension(GOOD, [0, 0], 1, 2), ValueError, r"features must be different; got \[0, 0\]"),
        (lambda: reduce_dimension(GOOD, [], 1, 2), TypeError, "features must hold integers .*; got float64"),
        (lambda: reduce_dimension(GOOD, [[0]], 1, 2), ValueError, "features must be a list .*; got shape"),
        (lambda: reduce_dimension(GOOD, [True, False], 1, 2), TypeError, "features must hold integers .*; got bool"),
        (lambda: reduce_dimension(GOOD, ["RM"], 1, 2), TypeError, "features must hold integers .*; got <U2"),
        (lambda: reduce_dimension(GOOD, [0], 3, 2), ValueError, r"n_components must be .*; got 3"),
        (lambda: reduce_dimension(GOOD, [0], 1, 5), ValueError, r"n_clusters must be .*; got 5"),
        (
            lambda: reduce_dimension(GOOD, [0], 1, 2, seed="x"),
            TypeError,
            r"seed must be an integer of at least 0; got 'x' \(str\)",
        ),
    ],
}

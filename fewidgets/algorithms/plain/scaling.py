"""Plain forms of feature scaling and imputation (sections 9.3 to 9.5)."""

import numpy as np


def standard_normalize(X):
    """Return X with mean 0 and standard deviation 1 in each feature, and the means μ and deviations σ that do it.

    New examples are scaled with the same μ and σ, not with their own: (new − μ) / σ.

    Source: section 9.3.1, equations (9.2) and (9.3); section 9.3.2; COMP135, slide 8; INT247, lecture 5, slide
    "Standardisation". Fast form: `fewidgets.algorithms.StandardNormalizer`.

    >>> standard_normalize(np.array([[1.0, 10.0], [3.0, 30.0]]))
    (array([[-1., -1.],
           [ 1.,  1.]]), array([ 2., 20.]), array([ 1., 10.]))
    """
    P = len(X)
    mu = X.sum(axis=0) / P
    sigma = np.sqrt(((X - mu) ** 2).sum(axis=0) / P)
    return (X - mu) / sigma, mu, sigma


def min_max_normalize(X):
    """Return X with each feature between 0 and 1, and the smallest and largest values that do it.

    Source: COMP135, slide 7, and INT247, lecture 5, slide "Normalisation". Fast form: `fewidgets.algorithms.MinMaxNormalizer`.

    >>> min_max_normalize(np.array([[0.0, -5.0], [5.0, 5.0], [1.0, 0.0]]))[0]
    array([[0. , 0. ],
           [1. , 1. ],
           [0.2, 0.5]])
    """
    low, high = X.min(axis=0), X.max(axis=0)
    return (X - low) / (high - low), low, high


def mean_impute(X):
    """Return X with the mean of each feature in the place of its missing values, and the means μ. Missing is NaN.

    Source: section 9.4.1, equation (9.4). Fast forms: `fewidgets.algorithms.MeanImputer`, `fewidgets.algorithms.mean_impute`.

    >>> mean_impute(np.array([[1.0, np.nan], [3.0, 5.0], [np.nan, 7.0]]))
    (array([[1., 6.],
           [3., 5.],
           [2., 7.]]), array([2., 6.]))
    """
    X, mu = X.copy(), np.zeros(X.shape[1])
    for n in range(X.shape[1]):
        missing = np.isnan(X[:, n])  # Ω_n
        mu[n] = X[~missing, n].mean()
        X[missing, n] = mu[n]
    return X, mu


def pca_sphere(X):
    """Return X rotated to its principal directions and scaled to variance 1 along each; then μ, V and the variances d.

    The columns of V are the eigenvectors of the covariance matrix, largest variance first. New examples are sphered with
    the same numbers: (new − μ) V / √d.

    Source: section 9.5.2, equation (9.6). Fast form: `fewidgets.algorithms.PCASphering`.

    >>> S, mu, V, d = pca_sphere(np.array([[1.0, 0.0], [3.0, 2.0], [2.0, 2.0], [2.0, 0.0]]))
    >>> d.round(3), np.abs(S.T @ S / 4).round(6)
    (array([1.309, 0.191]), array([[1., 0.],
           [0., 1.]]))
    """
    mu = X.mean(axis=0)
    centred = X - mu
    d, V = np.linalg.eigh(centred.T @ centred / len(X))
    d, V = d[::-1], V[:, ::-1]  # largest variance first
    return centred @ V / np.sqrt(d), mu, V, d

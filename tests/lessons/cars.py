"""Least squares on features of the cars, as lessons fit it."""

import numpy as np


def least_squares(features=None, *, learn=None):
    """Return a ``fit``: a bias and the columns that ``features(X)``, or what ``learn(X)`` returns for training rows, gives."""

    def fit(X, y):
        columns = learn(X) if learn else features
        weights = np.linalg.lstsq(_with_bias(columns(X)), y, rcond=None)[0]
        return lambda new: _with_bias(columns(new)) @ weights

    return fit


def _with_bias(X):
    return np.column_stack([np.ones(len(X)), X])

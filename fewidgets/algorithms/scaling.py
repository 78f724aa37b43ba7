"""Feature scaling: standard normalization (section 9.3)."""

from __future__ import annotations

from typing import Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .validation import as_choice, as_count, as_features, check_spread


class StandardNormalizer:
    """Standard normalization: every feature is given mean 0 and standard deviation 1.

    A new point is scaled with the statistics of the training data, never with its own.

    Parameters
    ----------
    ddof : {0, 1}
        The standard deviation divides by P − ddof: 0 as in the chapter, 1 for the sample estimate.
    constant : {"error", "keep"}
        The rule for a feature without variance: "error" refuses it, "keep" centres it and divides by 1, so
        that it becomes all zeros.

    Attributes
    ----------
    mean_ : NDArray, shape (N,), float64
        Mean of each feature in the training data, in the feature's units.
    scale_ : NDArray, shape (N,), float64
        What each feature is divided by, in the feature's units: its standard deviation, or 1 where it is
        constant.

    Raises
    ------
    TypeError, ValueError
        If `ddof` or `constant` is none of the values above; by `fit` if `X` is no finite (P, N) matrix,
        P ≤ ddof, or a feature is constant under `constant="error"`.

    Notes
    -----
    Source: section 9.3, standard normalization x ← (x − μ) / σ.

    Examples
    --------
    >>> normalizer = StandardNormalizer().fit([[1.0, 10.0], [3.0, 30.0]])
    >>> normalizer.mean_, normalizer.scale_
    (array([ 2., 20.]), array([ 1., 10.]))
    >>> normalizer.transform([[2.0, 40.0]])
    array([[0., 2.]])
    """

    mean_: NDArray[np.float64]
    scale_: NDArray[np.float64]

    def __init__(self, ddof: int = 0, *, constant: Literal["error", "keep"] = "error") -> None:
        self.ddof = as_count(ddof, "ddof", 0, 1)
        self.constant = as_choice(constant, "constant", ("error", "keep"))

    def __repr__(self) -> str:
        return f"StandardNormalizer(ddof={self.ddof}, constant={self.constant!r})"

    def fit(self, X: ArrayLike) -> Self:
        """Learn each feature's mean and standard deviation.

        Parameters
        ----------
        X : array-like, shape (P, N)
            Training data, P > ddof.

        Returns
        -------
        StandardNormalizer
            Itself.

        Raises
        ------
        TypeError, ValueError
            If `X` is no finite (P, N) matrix, P ≤ ddof, or a feature is constant under `constant="error"`.

        Examples
        --------
        >>> StandardNormalizer(ddof=1).fit([[0.0], [2.0]]).scale_
        array([1.41421356])
        """
        data = as_features(X, allow_constant=self.constant == "keep")
        if len(data) <= self.ddof:
            raise ValueError(f"X has {len(data)} example(s); wanted more than ddof = {self.ddof}")
        self.mean_ = data.mean(axis=0)
        self.scale_ = data.std(axis=0, ddof=self.ddof)
        if self.constant == "keep":
            for n in range(data.shape[1]):
                try:
                    check_spread(data[:, n : n + 1], "X")
                except ValueError:
                    self.scale_[n] = 1.0
        return self

    def transform(self, X: ArrayLike) -> NDArray[np.float64]:
        """Scale examples with the statistics learnt by `fit`.

        Parameters
        ----------
        X : array-like, shape (P, N)
            Any number of examples of the same N features.

        Returns
        -------
        NDArray, shape (P, N), float64
            (X − mean_) / scale_, in standard deviations.

        Raises
        ------
        TypeError, ValueError
            If `X` is no finite matrix with N columns.
        RuntimeError
            If `fit` has not been called.

        Examples
        --------
        >>> StandardNormalizer().fit([[0.0], [2.0]]).transform([[5.0]])
        array([[4.]])
        """
        return (self._checked(X) - self.mean_) / self.scale_

    def fit_transform(self, X: ArrayLike) -> NDArray[np.float64]:
        """Learn the statistics of `X` and scale it with them.

        Parameters
        ----------
        X : array-like, shape (P, N)
            Training data.

        Returns
        -------
        NDArray, shape (P, N), float64
            Each column with mean 0 and standard deviation 1.

        Raises
        ------
        TypeError, ValueError
            As `fit`.

        Examples
        --------
        >>> StandardNormalizer().fit_transform([[0.0], [2.0]])
        array([[-1.],
               [ 1.]])
        """
        return self.fit(X).transform(X)

    def inverse_transform(self, X: ArrayLike) -> NDArray[np.float64]:
        """Return scaled examples to the features' own units.

        Parameters
        ----------
        X : array-like, shape (P, N)
            Scaled examples, in standard deviations.

        Returns
        -------
        NDArray, shape (P, N), float64
            X · scale_ + mean_.

        Raises
        ------
        TypeError, ValueError
            If `X` is no finite matrix with N columns.
        RuntimeError
            If `fit` has not been called.

        Examples
        --------
        >>> StandardNormalizer().fit([[0.0], [2.0]]).inverse_transform([[4.0]])
        array([[5.]])
        """
        return self._checked(X) * self.scale_ + self.mean_

    def _checked(self, X: ArrayLike) -> NDArray[np.float64]:
        if not hasattr(self, "mean_"):
            raise RuntimeError("this StandardNormalizer has learnt nothing yet; call fit first")
        data = as_features(X, allow_constant=True)
        if data.shape[1] != len(self.mean_):
            raise ValueError(f"X has {data.shape[1]} features; wanted {len(self.mean_)}, as in fit")
        return data

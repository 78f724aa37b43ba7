"""Send one data set through many selectors, and judge them alike: cost on held-out examples, stability, time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from time import perf_counter

import numpy as np
from numpy.typing import ArrayLike

from .._numerics.arguments import as_choice, as_count, shown
from .._numerics.arrays import as_features, as_labels, as_names, as_outputs, column_names
from .._numerics.trace import Trace
from .._numerics.types import Array, Flags, Indices, Texts
from ..optimization.cost_names import COSTS, CostName
from ..selection.subset_softmax import SubsetSoftmax
from .selectors import Forest, select, selectors_for
from .stability import selection_stability

MOST_REPEATS = 1000


class SelectorComparison(Trace):
    """What each of S selectors selects, on all examples and on R halves of them. See `compare_selectors`.

    Attributes
    ----------
    names : tuple of S str
        The selectors.
    feature_names : tuple of N str
        The features.
    cost : {"least_squares", "softmax"}
        The cost in which the selections are judged.
    sizes : NDArray, shape (M,), int
        1, 2, …, M: the numbers of selected features.
    selected : NDArray, shape (S, M, N), bool
        The set of each size, selected on all examples.
    shares : NDArray, shape (S, M, N), float64
        In which share of the halves each feature was selected.
    held_out : NDArray, shape (S, R, M), float64
        Mean cost on one half of the model that was selected and fitted on the other half.
    no_features, all_features : NDArray, shape (R,), float64
        That cost of the bias alone, and of a model on all features.
    stability : NDArray, shape (S, M), float64
        How much the R sets of a size have in common, `selection_stability`.
    seconds : NDArray, shape (S,), float64
        Median time of a selection on one half.

    Examples
    --------
    >>> from fewidgets.data import load_boston
    >>> compare_selectors(load_boston().X, load_boston().y, size=3, repeats=1, names=["boosting"]).sizes.tolist()
    [1, 2, 3]
    """

    names: Texts
    feature_names: Texts
    cost: CostName
    sizes: Indices
    selected: Flags
    shares: Array
    held_out: Array
    no_features: Array
    all_features: Array
    stability: Array
    seconds: Array

    @property
    def mean(self) -> Array:
        """Mean cost on held-out examples, shape (S, M)."""
        return self.held_out.mean(axis=1)

    @property
    def standard_error(self) -> Array:
        """Standard deviation of `held_out` over the halves, divided by √R, shape (S, M). The halves of two repeats share
        examples, so the true error of the mean is larger.
        """
        return self.held_out.std(axis=1, ddof=1) / np.sqrt(self.held_out.shape[1])

    def at(self, name: str, size: int) -> Texts:
        """Return the features that a selector selects on all examples, in the order of the data."""
        m = as_count(size, "size", 1, len(self.sizes), "the largest size") - 1
        row = self.selected[self.names.index(as_choice(name, "name", self.names)), m]
        return tuple(feature for feature, inside in zip(self.feature_names, row, strict=True) if inside)

    def table(self, size: int) -> str:
        """Return a row for each selector: the cost on held-out examples, the stability, and what is selected on all
        examples.
        """
        m = as_count(size, "size", 1, len(self.sizes), "the largest size") - 1
        width = max(len(name) for name in (*self.names, "no features", "all features"))
        lines = [f"{'':<{width}}  held-out cost      stability  selected on all examples"]
        for s, name in enumerate(self.names):
            cost = f"{self.mean[s, m]:.4f} ± {self.standard_error[s, m]:.4f}"
            lines.append(f"{name:<{width}}  {cost:<17}  {self.stability[s, m]:>9.2f}  {', '.join(self.at(name, size))}")
        for name, costs in (("no features", self.no_features), ("all features", self.all_features)):
            lines.append(f"{name:<{width}}  {costs.mean():.4f}")
        return "\n".join(lines)


def compare_selectors(
    X: ArrayLike,
    y: ArrayLike,
    *,
    cost: CostName = "least_squares",
    size: int | None = None,
    repeats: int = 5,
    forest: Forest | None = None,
    names: Sequence[str] | None = None,
    feature_names: Sequence[str] | None = None,
    seed: int = 0,
) -> SelectorComparison:
    """Send one data set through all selectors of this package, and judge what they select alike.

    In each repeat, the examples are cut into two halves at random. Every selector selects on one half, a model is fitted there
    on the selected features, and its cost is measured on the other half; then the halves change places. The model is the same
    for all selectors, so costs differ by the selection alone. In the end, each selector selects on all examples.

    Searches compare sets by the squared error of least squares, for labels too. Boosting and the ℓ1 path minimize ``cost``.
    With more than 60 features, the bidirectional and floating searches are left out, and with more than 30 the search for the
    best subset. A feature that is constant in a half is not selected there.

    Parameters
    ----------
    X : array-like, shape (P, N), or pandas.DataFrame
        Examples in rows. The features are standardized on each half.
    y : array-like, shape (P,)
        Outputs, or labels −1 and +1.
    cost : {"least_squares", "softmax"}
        The model is least squares or a linear classifier, the cost its mean squared error or softmax cost.
    size : int, optional
        Largest number of selected features M, 1 to N. By default 10, or N if there are fewer features.
    repeats : int
        Number of repeats, 1 to 1,000. There are R = 2 · repeats halves.
    forest : callable, optional
        ``forest(X, y)`` returns a fitted forest of scikit-learn with bootstrap samples. Then the impurity and the (out-of-bag)
        permutation importance take part.
    names : sequence of str, optional
        The selectors that take part. By default all.
    feature_names : sequence of N str, optional
        Names of the features. By default the columns of a DataFrame, or "x1" … "xN".
    seed : int
        Seed of the halves.

    Returns
    -------
    SelectorComparison

    Raises
    ------
    TypeError, ValueError
        If an argument is not as described, or outputs y do not differ within a half.

    Notes
    -----
    Source: the selectors are those of section 9.6, section 9.7, COMP135, INT247, lecture 5, Understanding Machine Learning,
    section 25.1 and CS373, lecture 7. Repeated halves: T. Dietterich, Neural Computation 10 (1998), 1895–1923; R. Shah and R.
    Samworth, Journal of the Royal Statistical Society B 75 (2013) 55–80.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = rng.normal(size=(80, 3))
    >>> y = X[:, 1] + 0.5 * X[:, 2] + 0.1 * rng.normal(size=80)
    >>> print(compare_selectors(X, y, names=["boosting"]).table(2))  # doctest: +NORMALIZE_WHITESPACE
                  held-out cost      stability  selected on all examples
    boosting      0.0130 ± 0.0005         1.00  x2, x3
    no features   1.3019
    all features  0.0136
    """
    columns = column_names(X) if feature_names is None else as_names(feature_names)
    features = as_features(X, feature_names=feature_names)
    P, N = features.shape
    cost = as_choice(cost, "cost", COSTS)
    outputs = (as_labels if cost == "softmax" else as_outputs)(y, P)
    M = min(N, 10) if size is None else as_count(size, "size", 1, N, "the number of features")
    if forest is not None and not callable(forest):
        raise TypeError(f"forest must be a function of X and y that returns a fitted forest; got {shown(forest)}")
    chosen = selectors_for(cost, N, forest is not None)
    if names is not None:
        if isinstance(names, str) or not isinstance(names, Sequence) or not names:
            raise TypeError(f"names must be a sequence of names of selectors; got {shown(names)} ({type(names).__name__})")
        chosen = [as_choice(name, "names", chosen) for name in names]
    R = 2 * as_count(repeats, "repeats", 1, MOST_REPEATS)
    halves = _halves(outputs, cost, R // 2, np.random.default_rng(as_count(seed, "seed", 0)))
    sets = np.zeros((len(chosen), R, M, N), dtype=bool)
    seconds, held_out, ends = np.zeros((len(chosen), R)), np.zeros((len(chosen), R, M)), np.zeros((R, 2))
    for r, (rows, others) in enumerate(halves):
        half = _Half(features, outputs, rows, cost)
        judge = cache(partial(half.held_out_cost, others))
        ends[r] = judge(()), judge(tuple(half.varied))
        for s, name in enumerate(chosen):
            start = perf_counter()
            sets[s, r] = half.select(name, M, forest)
            seconds[s, r] = perf_counter() - start
            held_out[s, r] = [judge(tuple(np.flatnonzero(each))) for each in sets[s, r]]
    whole = _Half(features, outputs, np.arange(P), cost)
    return SelectorComparison(
        names=tuple(chosen),
        feature_names=tuple(columns or (f"x{n}" for n in range(1, N + 1))),
        cost=cost,
        sizes=np.arange(1, M + 1),
        selected=np.array([whole.select(name, M, forest) for name in chosen]),
        shares=sets.mean(axis=1),
        held_out=held_out,
        no_features=ends[:, 0],
        all_features=ends[:, 1],
        stability=np.array([[selection_stability(each[:, m]) for m in range(M)] for each in sets]),
        seconds=np.median(seconds, axis=1),
    )


def _halves(y: Array, cost: CostName, repeats: int, rng: np.random.Generator) -> list[tuple[Indices, Indices]]:
    """Cut the examples in two, again and again."""
    groups = [np.flatnonzero(y == label) for label in (-1, 1)] if cost == "softmax" else [np.arange(len(y))]
    if min(map(len, groups)) < 4:
        what = "examples of each label" if cost == "softmax" else "examples"
        raise ValueError(f"y must have at least 4 {what}, so that both halves have two; got {min(map(len, groups))}")
    found = []
    for _ in range(repeats):
        shuffled = np.concatenate([rng.permutation(group) for group in groups])
        pair = np.sort(shuffled[::2]), np.sort(shuffled[1::2])
        found += [pair, pair[::-1]]
    return found


class _Half:
    """Some of the examples, in whose units all are standardized, and models that are fitted to them."""

    def __init__(self, X: Array, y: Array, rows: Indices, cost: CostName) -> None:
        if cost == "least_squares":
            as_outputs(y[rows], len(rows), "y in a half of the examples")
        self._y, self._rows, self._cost = y, rows, cost
        spread = X[rows].std(axis=0)
        varied = spread > 1e-12 * np.abs(X[rows]).max(axis=0)
        self.varied = np.flatnonzero(varied)  # the features that are not constant here
        self._X = (X - X[rows].mean(axis=0)) / np.where(varied, spread, 1.0)

    def select(self, name: str, M: int, forest: Forest | None) -> Flags:
        """Return the set of each size that a selector selects among the features that vary."""
        sets = np.zeros((M, self._X.shape[1]), dtype=bool)
        if self.varied.size:
            inputs, most = self._X[np.ix_(self._rows, self.varied)], min(M, len(self.varied))
            found = select(name, inputs, self._y[self._rows], most, self._cost, forest)
            sets[: len(found), self.varied] = found
            sets[len(found) :] = sets[len(found) - 1]
        return sets

    def held_out_cost(self, others: Indices, chosen: tuple[int, ...]) -> float:
        """Return the cost on the other examples of the model on a set of features."""
        y = self._y[self._rows]
        columns = self._X[:, np.array(chosen, dtype=np.intp)]
        inputs, held_out = columns[self._rows], columns[others]
        if self._cost == "softmax":
            if chosen:
                model = SubsetSoftmax(inputs, y).model(range(len(chosen)))
                outputs = held_out @ model.weights + model.bias
            else:
                outputs = np.full(len(others), np.log(np.mean(y > 0) / np.mean(y < 0)))
            return float(np.logaddexp(0, -self._y[others] * outputs).mean())
        bias = float(y.mean())
        weights = np.linalg.lstsq(inputs, y - bias, rcond=1e-10)[0]
        return float(np.mean((self._y[others] - bias - held_out @ weights) ** 2))

"""What `MutualInformationViewer` shows: a table, its information, what shuffled labels give, and the ranking."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fewidgets.algorithms import Ranking, rank_features
from fewidgets.algorithms.ranking.contingency import TableInformation, information_by_chance, information_of_counts
from fewidgets.explorables.shared.levels import LevelData, Levels

FEWEST_BINS, MOST_BINS = 2, 10
SHUFFLES, SHUFFLES_OF_LARGE, LARGE = 1000, 200, 40  # large tables take longer to draw
SHUFFLES_OF_CURVE = 200
BAND = (0.05, 0.95)


@dataclass(frozen=True, eq=False)
class Scores:
    """The information of each feature with the label, or of each feature together with a partner.

    Attributes
    ----------
    values : NDArray, shape (N,), float64
        Î in nats.
    chance : NDArray, shape (N,), float64
        Average Î of shuffled labels to first order, in nats.
    ranking : Ranking
        The features from best to worst.
    alone : float or None
        Î of the partner alone, in nats; None without a partner.
    """

    values: NDArray[np.float64]
    chance: NDArray[np.float64]
    ranking: Ranking
    alone: float | None


@dataclass(frozen=True, eq=False)
class BinCurve:
    """The information over the number of bins, of the data and of shuffled labels.

    Attributes
    ----------
    bins : NDArray, shape (B,), int
    scores, chance : NDArray, shape (B,), float64
        Î of the data and the average Î of shuffled labels to first order, in nats.
    low, high : NDArray, shape (B,), float64
        Nine tenths of the shuffled labels give an Î between these, in nats.
    """

    bins: NDArray[np.intp]
    scores: NDArray[np.float64]
    chance: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class InformationTrace:
    """A table of counts, what it says, and what it is compared with.

    Attributes
    ----------
    row_names : tuple of R str
        Levels of the feature, or combinations of two features' levels.
    table : TableInformation
        The table, as the person has arranged it.
    data_score : float
        Î of the table of the data, in nats.
    moved : int
        Number of examples that the person has moved to another cell.
    shuffled : NDArray, shape (S,), float64
        Î after the labels of the table have been shuffled, in nats, ascending.
    scores : Scores
        All features, in the data.
    alone : tuple of float
        Î of each of the table's features by itself, in the data and in nats.
    curve : BinCurve or None
        None if neither feature of the table is binned.
    """

    row_names: tuple[str, ...]
    table: TableInformation
    data_score: float
    moved: int
    shuffled: NDArray[np.float64]
    scores: Scores
    alone: tuple[float, ...]
    curve: BinCurve | None

    @property
    def reached(self) -> int:
        """Number of shuffles with an Î of at least that of the table."""
        return int((self.shuffled >= self.table.score - 1e-12 * self.table.label_entropy).sum())


def levels_of(data: LevelData, feature: int, partner: int | None, bins: int) -> Levels:
    """Return the levels of a feature, or the combinations of its levels with those of a partner."""
    if partner is None or partner == feature:
        return data.levels(bins)[feature]
    return data.pair(feature, partner, bins)


def information_at(
    data: LevelData, feature: int, partner: int | None, bins: int, counts: NDArray[np.int64] | None
) -> InformationTrace:
    """Compute what is shown.

    Parameters
    ----------
    data : LevelData
    feature : int
        Number of the feature in the table.
    partner : int or None
        Number of a second feature, whose levels are combined with those of the first.
    bins : int
        Number of bins of continuous features.
    counts : NDArray, shape (R, C), int, or None
        The table as arranged by a person; None for that of the data.

    Examples
    --------
    >>> from fewidgets.explorables.shared.levels import take_in_levels
    >>> data = take_in_levels([[0, 0], [0, 1], [1, 0], [1, 1]], [0, 1, 1, 0])
    >>> trace = information_at(data, 0, 1, 4, None)
    >>> trace.row_names, round(trace.table.score, 4), trace.scores.alone
    (('0 & 0', '0 & 1', '1 & 0', '1 & 1'), 0.6931, 0.0)
    """
    levels = levels_of(data, feature, partner, bins)
    table = information_of_counts(levels.counts if counts is None else counts)
    cells = table.counts.shape[0] * (table.counts.shape[1] - 1)
    return InformationTrace(
        levels.names,
        table,
        table.score if counts is None else information_of_counts(levels.counts).score,
        int(np.maximum(table.counts - levels.counts, 0).sum()),
        information_by_chance(table.counts, SHUFFLES if cells <= LARGE else SHUFFLES_OF_LARGE),
        scores_of(data, partner, bins),
        tuple(float(scores_of(data, None, bins).values[n]) for n in (feature, partner) if n is not None),
        curve_of(data, feature, partner),
    )


def scores_of(data: LevelData, partner: int | None, bins: int) -> Scores:
    """Score all features, alone or together with a partner. The result is kept with the data."""
    return data.kept(("scores", partner, bins), lambda: _scores(data, partner, bins))


def _scores(data: LevelData, partner: int | None, bins: int) -> Scores:
    tables = [information_of_counts(levels_of(data, n, partner, bins).counts) for n in range(data.shape[1])]
    values = np.array([table.score for table in tables])
    chance = np.array([table.chance for table in tables])
    ranking = rank_features(values, tolerance=1e-12 * tables[0].label_entropy)
    return Scores(values, chance, ranking, None if partner is None else float(values[partner]))


def curve_of(data: LevelData, feature: int, partner: int | None) -> BinCurve | None:
    """Return the information over the number of bins; None if nothing is binned. The result is kept with the data."""
    if not any(data.features[n].continuous for n in (feature, partner) if n is not None):
        return None
    return data.kept(("curve", feature, partner), lambda: _curve(data, feature, partner))


def _curve(data: LevelData, feature: int, partner: int | None) -> BinCurve:
    bins = np.arange(FEWEST_BINS, MOST_BINS + 1)
    tables = [information_of_counts(levels_of(data, feature, partner, int(each)).counts) for each in bins]
    shuffled = [information_by_chance(table.counts, SHUFFLES_OF_CURVE) for table in tables]
    low, high = np.quantile(shuffled, BAND, axis=1)
    return BinCurve(bins, np.array([table.score for table in tables]), np.array([table.chance for table in tables]), low, high)

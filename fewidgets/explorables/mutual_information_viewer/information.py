from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from fewidgets.algorithms import Ranking, rank_features
from fewidgets.algorithms._numerics.types import Array, Counts, Indices
from fewidgets.algorithms.ranking.contingency import TableInformation, information_by_chance, information_of_counts
from fewidgets.explorables.mutual_information_viewer.levels import LevelData, Levels
from fewidgets.scene.types import NameTuple

FEWEST_BINS, MOST_BINS = 2, 10
SHUFFLES, SHUFFLES_OF_LARGE, LARGE = 1000, 200, 40  # large tables take longer to draw
SHUFFLES_OF_CURVE = 200
BAND = (0.05, 0.95)


@dataclass(frozen=True, eq=False)
class Scores:
    values: Array  # (N,): Î in nats
    chance: Array  # (N,): Average Î of shuffled labels to first order, in nats
    ranking: Ranking  # The features from best to worst


@dataclass(frozen=True, eq=False)
class BinCurve:
    bins: Indices  # (B,)
    scores: Array  # (B,): Î of the data and the average Î of shuffled labels to first order, in nats
    chance: Array  # (B,)
    low: Array  # (B,): Nine tenths of the shuffled labels give an Î between these, in nats
    high: Array  # (B,)


@dataclass(frozen=True, eq=False)
class InformationTrace:
    row_names: NameTuple  # (R,): Levels of the feature, or combinations of two features' levels
    table: TableInformation  # The table, as the person has arranged it
    moved: int  # Number of examples that the person has moved to another cell
    shuffled: Array  # (S,): Î after the labels of the table have been shuffled, in nats, ascending
    scores: Scores  # All features, in the data
    alone: tuple[float, ...]  # Î of each of the table's features by itself, in the data and in nats
    curve: BinCurve | None  # None if neither feature of the table is binned

    @property
    def reached(self) -> int:
        return int((self.shuffled >= self.table.score - 1e-12 * self.table.label_entropy).sum())


def levels_of(data: LevelData, feature: int, partner: int | None, bins: int) -> Levels:
    if partner is None or partner == feature:
        return data.levels(bins)[feature]
    return data.pair(feature, partner, bins)


def information_at(data: LevelData, feature: int, partner: int | None, bins: int, counts: Counts | None) -> InformationTrace:
    levels = levels_of(data, feature, partner, bins)
    table = information_of_counts(levels.counts if counts is None else counts)
    cells = table.counts.shape[0] * (table.counts.shape[1] - 1)
    return InformationTrace(
        levels.names,
        table,
        int(np.maximum(table.counts - levels.counts, 0).sum()),
        information_by_chance(table.counts, SHUFFLES if cells <= LARGE else SHUFFLES_OF_LARGE),
        scores_of(data, partner, bins),
        tuple(float(scores_of(data, None, bins).values[n]) for n in (feature, partner) if n is not None),
        curve_of(data, feature, partner),
    )


def scores_of(data: LevelData, partner: int | None, bins: int) -> Scores:
    return data.kept(("scores", partner, bins), lambda: _scores(data, partner, bins))


def _scores(data: LevelData, partner: int | None, bins: int) -> Scores:
    tables = [information_of_counts(levels_of(data, n, partner, bins).counts) for n in range(data.shape[1])]
    values = np.array([table.score for table in tables])
    chance = np.array([table.chance for table in tables])
    ranking = rank_features(values, tolerance=1e-12 * tables[0].label_entropy)
    return Scores(values, chance, ranking)


def curve_of(data: LevelData, feature: int, partner: int | None) -> BinCurve | None:
    if not any(data.features[n].continuous for n in (feature, partner) if n is not None):
        return None
    return data.kept(("curve", feature, partner), lambda: _curve(data, feature, partner))


def _curve(data: LevelData, feature: int, partner: int | None) -> BinCurve:
    bins = np.arange(FEWEST_BINS, MOST_BINS + 1)
    tables = [information_of_counts(levels_of(data, feature, partner, int(each)).counts) for each in bins]
    shuffled = [information_by_chance(table.counts, SHUFFLES_OF_CURVE) for table in tables]
    low, high = np.quantile(shuffled, BAND, axis=1)
    return BinCurve(bins, np.array([table.score for table in tables]), np.array([table.chance for table in tables]), low, high)

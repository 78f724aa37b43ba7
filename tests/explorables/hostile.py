"""Six data sets that people have and that pictures do not expect: many features, long names, many scripts, extreme values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

#: Names in several scripts, and names that other programs read as markup.
SCRIPTS = (
    "价格（人民币）",
    "平均房间数",
    "درجة الحرارة",
    "עלות השכירות",
    "температура воздуха",
    "θερμοκρασία",
    "तापमान",
    "🌡️ temperature",
    "👩‍👩‍👧‍👦 family size",
    "<b>bold</b>",
    "$x^2$",
    "a & b < c > d",
    '"quoted" \\alpha_1',
    "Zürich naïve café",
)


class DataSet(NamedTuple):
    """A table of examples in rows, its outputs, and the names of its features."""

    X: NDArray[np.floating]
    y: NDArray[np.floating]
    feature_names: tuple[str, ...]

    @property
    def labels(self) -> NDArray[np.float64]:
        """The outputs as labels −1 and +1, half of each."""
        return np.where(self.y > np.median(self.y), 1.0, -1.0)


def _outputs(X: NDArray[np.floating], seed: int) -> NDArray[np.float64]:
    """Mix the first features, each in units of its own spread, with falling weights, and add noise."""
    few = X[:, :12].astype(np.float64)
    weights = 3.0 * 0.75 ** np.arange(few.shape[1]) * (-1.0) ** np.arange(few.shape[1])
    noise = np.random.default_rng(seed).normal(scale=0.5, size=len(X))
    return ((few - few.mean(axis=0)) / few.std(axis=0)) @ weights + noise


def _normal(P: int, N: int, seed: int) -> NDArray[np.float64]:
    return np.random.default_rng(seed).normal(size=(P, N))


def sixty_features() -> DataSet:
    """Make 120 examples of 60 features."""
    X = _normal(120, 60, seed=60)
    return DataSet(X, _outputs(X, 61), tuple(f"sensor {n + 1}" for n in range(60)))


def long_names() -> DataSet:
    """Make 80 examples of 12 features with names of 40 characters, which differ in their last characters only."""
    X = _normal(80, 12, seed=40)
    names = tuple(f"average_number_of_rooms_per_dwelling_{n:03d}" for n in range(1, 13))
    assert {len(name) for name in names} == {40}
    return DataSet(X, _outputs(X, 41), names)


def scripts() -> DataSet:
    """Make 80 examples of features with names in Chinese, Arabic, Hebrew and other scripts, with emoji and with markup."""
    X = _normal(80, len(SCRIPTS), seed=14)
    return DataSet(X, _outputs(X, 15), SCRIPTS)


def thousand_features() -> DataSet:
    """Make 200 examples of 1,000 features."""
    X = _normal(200, 1000, seed=1000)
    return DataSet(X, _outputs(X, 1001), tuple(f"gene_{n:04d}" for n in range(1000)))


def extreme_values() -> DataSet:
    """Make 90 examples whose values are large, far from zero for their spread, or tiny."""
    Z = _normal(90, 6, seed=9)
    columns = {
        "revenue (USD)": 1e9 + 2e8 * Z[:, 0],
        "Unix time (s)": np.round(1.7e9 + 3e6 * Z[:, 1]),
        "frequency (Hz)": 1e6 + 1e-3 * Z[:, 2],
        "mass (kg)": 1e-9 * (5 + Z[:, 3]),
        "age (years)": 40 + 10 * Z[:, 4],
        "population": np.round(np.exp(14 + 2 * Z[:, 5])),
    }
    return DataSet(np.column_stack(list(columns.values())), _outputs(Z, 10), tuple(columns))


def many_rows() -> DataSet:
    """Make 20,000 examples of 10 features in float32."""
    X = _normal(20_000, 10, seed=20).astype(np.float32)
    return DataSet(X, _outputs(X, 21).astype(np.float32), tuple(f"feature {n + 1}" for n in range(10)))


#: Each data set by its name.
HOSTILE: Mapping[str, Callable[[], DataSet]] = {
    "sixty": sixty_features,
    "long": long_names,
    "scripts": scripts,
    "thousand": thousand_features,
    "extreme": extreme_values,
    "rows": many_rows,
}

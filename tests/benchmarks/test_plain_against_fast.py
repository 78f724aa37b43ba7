"""What the fast forms buy: each against its plain form, at the size of a lesson and at a user's size.

The fast forms do more: they check their arguments, and return everything that happened.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import Any

import pytest
from threadpoolctl import threadpool_limits

from fewidgets.algorithms import plain
from tests.benchmarks.plain_cases import CASES, Pair
from tests.benchmarks.table import NOISE, seconds_of

pytestmark = pytest.mark.benchmark

#: A fast form must be this many times as fast as its plain form at one of the two sizes, or be for something else.
WORTH_IT = 1.5
#: What the other fast forms are for. All of them also check their arguments and keep the whole history.
NOT_FOR_SPEED = {
    "min_max_normalize": "no second copy of X, and float32 stays float32",
    "standard_normalize": "no second copy of X, and constant features are told from rounding",
    "pca_sphere": "variances below a millionth of the largest, which the covariance matrix rounds away",
    "boost": "groups of features, the softmax cost, and the costs of all candidates",
    "permutation_importance": "checks of predictions, measures of one's own, standard errors and ties",
    "newton": "the same steps; the costs evaluate value and gradient together",
    "sequential_forward_selection": "the same search",
    "sequential_backward_selection": "the same search",
    "bidirectional_search": "the same search",
    "kernel_ridge": "the same linear system; a bias, and a refusal of λ that are too small",
}
#: Seconds in which short runs are repeated, and the length above which a run is measured once.
ENOUGH, LONG = 0.03, 0.6


def measured(pair: Pair) -> tuple[float, float]:
    """Give the processor time of the fast and the plain form, in seconds: medians of three, in turns, unless it takes long."""
    times: dict[str, list[float]] = {"fast": [], "plain": []}
    with threadpool_limits(limits=1):
        runs: dict[str, Callable[[], Any]] = {"fast": pair.fast, "plain": pair.plain}
        first = {name: seconds_of(run)[0] for name, run in runs.items()}
        for _ in range(3):
            for name, run in runs.items():
                if first[name] < LONG:
                    times[name].append(seconds_of(run, max(1, int(ENOUGH / max(first[name], 1e-6))))[0])
    fast, slow = (median(times[name] or [first[name]]) for name in runs)
    return fast, slow


@pytest.fixture(scope="module")
def rows(request):
    rows: list[str] = [f"{'plain form':<30} {'data':<28} {'fast':>12} {'plain':>13} {'plain / fast':>13}"]
    yield rows
    with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
        print("\n\n" + "\n".join(rows) + "\n")


def test_every_plain_form_is_measured():
    assert set(CASES) == set(plain.__all__)


@pytest.mark.parametrize("name", CASES)
def test_speed_earns_its_lines(name, rows):
    ratios = []
    for pair in CASES[name]():
        fast, slow = measured(pair)
        ratios.append(slow / fast)
        rows.append(f"{name:<30} {pair.size:<28} {fast * 1e3:>9.3f} ms {slow * 1e3:>10.3f} ms {slow / fast:>12.2f}x")
    assert name in NOT_FOR_SPEED or max(ratios) >= NOISE * WORTH_IT

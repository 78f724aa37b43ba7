"""Health records, simulated: features of very different ranges, and a table in which a greedy search is locked in."""

from __future__ import annotations

from functools import cache

import numpy as np

from fewidgets.data.dataset import MOST_EXAMPLES, Dataset, as_integer
from fewidgets.data.registry import comes_with

_OWN = "BSD-3-Clause, as this package"


def make_health(count: int = 200, *, seed: int = 0) -> Dataset:
    """Simulate health and income records, whose features have ranges from 2 to 240,000.

    A descent on the raw features hardly moves: the weight of income must be tiny and that of co-morbidities large.

    Parameters
    ----------
    count : int
        Number of people P, 2 to 10 million.
    seed : int
        Seed of the draws, at least 0.

    Returns
    -------
    Dataset
        ``X`` (P, 5) float64: age (0 to 95 years), height (0 to 7 feet), weight (0 to 300 pounds), comorbidities (0 to 2) and
        income (10,000 to 250,000 dollars a year).

    Raises
    ------
    ValueError
        If a number is not an integer or out of range.

    Notes
    -----
    Source: COMP135, slide 6, "Issue: 'Uneven' Features", whose features and ranges these are. Height and weight grow with age
    in childhood. Blood pressure depends linearly on the features, plus normal noise of 6 mmHg.

    Examples
    --------
    >>> people = make_health()
    >>> [f"{width:g}" for width in people.X.max(axis=0) - people.X.min(axis=0)]
    ['94.4', '4.8', '228', '2', '189500']
    """
    P, rng = as_integer(count, "count", 2, MOST_EXAMPLES), np.random.default_rng(as_integer(seed, "seed"))
    age = rng.uniform(0, 95, P)
    grown = np.minimum(1.0, 0.3 + 0.7 * age / 17)  # share of the adult height that a person of this age has reached
    height = np.clip(grown * rng.normal(5.6, 0.3, P), 0, 7)
    weight = np.clip(grown**2 * (5.3 * height**2 + rng.normal(0, 22, P)), 6, 300)
    comorbidities = rng.binomial(2, np.clip(0.05 + 0.006 * age, 0, 1))
    income = np.clip(10_000 + rng.lognormal(10.7, 0.6, P), 10_000, 250_000)
    y = 88 + 0.4 * age + 0.08 * weight + 5 * comorbidities - 2e-5 * income + rng.normal(0, 6, P)
    return Dataset(
        name="health",
        X=np.column_stack([age.round(1), height.round(1), weight.round(), comorbidities, income.round(-2)]),
        y=y.round(),
        feature_names=("age", "height", "weight", "comorbidities", "income"),
        target_name="blood_pressure",
        description=(
            f"{P} simulated people. age in years, height in feet, weight in pounds, comorbidities (number of further "
            "illnesses, 0 to 2), income in dollars a year. Output: systolic blood pressure in mmHg, a weighted sum of "
            "the features plus normal noise. Nothing here describes real people."
        ),
        source="features and ranges of COMP135, slide 6; values simulated here",
        license=_OWN,
    )


# age, weight, height, income, zip code; cost. The values were searched for, so that the slide's table comes out.
_TWELVE = (
    (34, 134, 71, 119, 2243, 340),
    (53, 134, 61, 62, 2112, 4880),
    (34, 178, 75, 30, 2294, 4200),
    (38, 126, 67, 89, 2334, 1430),
    (47, 137, 73, 66, 2381, 2510),
    (74, 151, 63, 53, 2220, 6770),
    (62, 96, 60, 74, 2259, 3020),
    (71, 175, 71, 106, 2131, 6270),
    (57, 124, 67, 90, 2136, 4040),
    (27, 140, 67, 70, 2187, 2030),
    (74, 144, 68, 102, 2119, 6110),
    (78, 157, 71, 71, 2464, 5870),
)


@cache
@comes_with("fewidgets")
def load_locked_in() -> Dataset:
    """Load twelve made-up people on whom forward selection misses the best four features.

    Best subset selection and forward selection agree up to three features: age; weight; height. The best four are age,
    weight, income and zip code. Forward selection cannot reach them, since it never removes height again.

    Returns
    -------
    Dataset
        ``X`` (12, 5) float64: age (years), weight (pounds), height (inches), income (1,000 dollars a year), zip_code (a number
        that stands for a place).

    Notes
    -----
    Source: COMP135, slide 13, "Best Subset vs. Stepwise Selection", which gives the table of subsets but no data. These data
    give that table.

    Examples
    --------
    >>> from fewidgets.algorithms import best_subset, forward_selection
    >>> people = load_locked_in()
    >>> names = np.array(people.feature_names)
    >>> names[sorted(forward_selection(people.X, people.y).order[:4])].tolist()
    ['age', 'weight', 'height', 'income']
    >>> names[best_subset(people.X, people.y).selected[4]].tolist()
    ['age', 'weight', 'income', 'zip_code']
    """
    table = np.array(_TWELVE, dtype=np.float64)
    return Dataset(
        name="locked_in",
        X=table[:, :-1],
        y=table[:, -1],
        feature_names=("age", "weight", "height", "income", "zip_code"),
        target_name="cost",
        description=(
            "Twelve made-up people. age in years, weight in pounds, height in inches, income in 1,000 dollars a year, "
            "zip_code a number that stands for a place. Output: yearly health costs in dollars. The values were chosen so "
            "that best subset selection and forward selection differ at four features. They say nothing about real people."
        ),
        source="features and subsets of COMP135, slide 13; values made here",
        license=_OWN,
    )

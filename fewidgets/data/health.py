"""Health records, made up: a table in which a greedy search is locked in."""

from __future__ import annotations

from functools import cache

import numpy as np

from fewidgets.data.dataset import Dataset, from_table
from fewidgets.data.registry import comes_with

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
    return from_table(
        "locked_in",
        ("age", "weight", "height", "income", "zip_code", "cost"),
        np.array(_TWELVE, dtype=np.float64),
        description=(
            "Twelve made-up people. age in years, weight in pounds, height in inches, income in 1,000 dollars a year, "
            "zip_code a number that stands for a place. Output: yearly health costs in dollars. The values were chosen so "
            "that best subset selection and forward selection differ at four features. They say nothing about real people."
        ),
        source="features and subsets of COMP135, slide 13; values made here",
        license="BSD-3-Clause, as this package",
    )

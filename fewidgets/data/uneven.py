"""Eight made-up people whose features have very different ranges."""

from __future__ import annotations

from functools import cache

import numpy as np

from fewidgets.data.dataset import Dataset, from_table
from fewidgets.data.registry import comes_with

# age, height, weight, comorbidities, income; blood pressure
_PEOPLE = (
    (23, 5.4, 121, 0, 31_000, 112),
    (35, 5.9, 172, 0, 58_000, 121),
    (41, 5.7, 190, 1, 46_000, 130),
    (48, 5.2, 138, 0, 120_000, 124),
    (56, 6.1, 221, 1, 74_000, 139),
    (63, 5.5, 150, 2, 39_000, 146),
    (70, 5.8, 183, 1, 66_000, 144),
    (26, 5.4, 148, 2, 60_000, 128),
)


@cache
@comes_with("fewidgets")
def load_uneven() -> Dataset:
    """Load eight made-up people with the uneven features of lecture COMP135.

    Returns
    -------
    Dataset
        ``X`` (8, 5) float64: age (years), height (feet), weight (pounds), comorbidities (number of further illnesses) and
        income (dollars a year).

    Notes
    -----
    Source: COMP135, slide 6, "Issue: 'Uneven' Features", which names the features and their ranges, and has no data. These
    people are made up.

    Examples
    --------
    >>> people = load_uneven()
    >>> people
    Dataset('uneven', X: 8 examples × 5 features, y: blood_pressure)
    >>> np.ptp(people.X, axis=0).round(1).tolist()
    [47.0, 0.9, 100.0, 2.0, 89000.0]
    """
    return from_table(
        "uneven",
        ("age", "height", "weight", "comorbidities", "income", "blood_pressure"),
        np.array(_PEOPLE, dtype=np.float64),
        description=(
            "Eight made-up people. age in years, height in feet, weight in pounds, comorbidities (number of further "
            "illnesses, 0 to 2), income in dollars a year. Output: systolic blood pressure in mmHg. They say nothing about "
            "real people."
        ),
        source="features of COMP135, slide 6; values made here",
        license="BSD-3-Clause, as this package",
    )

"""Predictions of the lesson on boosting (section 9.6)."""

from __future__ import annotations

from functools import cache

from fewidgets.algorithms.scaling.normalizers import StandardNormalizer
from fewidgets.algorithms.selection.boosting import boost
from fewidgets.algorithms.selection.boosting_trace import BoostTrace
from fewidgets.data import load_boston
from fewidgets.explorables.predicting import OneOf, Question


@cache
def _rounds() -> tuple[tuple[str, ...], BoostTrace]:
    """Return the names of the features and five rounds of boosting on the Boston table, standard normalized."""
    boston = load_boston()
    return tuple(boston.feature_names), boost(StandardNormalizer().fit_transform(boston.X), boston.y, rounds=5)


def _first_feature() -> str:
    names, trace = _rounds()
    return names[trace.order[0]]


PREDICTIONS = (
    Question(
        "9.6 first feature",
        "Thirteen facts describe each district: crime, rooms, taxes, and so on. Which of these four does boosting choose "
        "first, to predict the median price of a home?",
        OneOf(
            {
                "RM": "The number of rooms says much about a single home. But the price of a district follows its share of "
                "residents of lower status more closely, so RM comes second.",
                "LSTAT": "Tuned alone, the share of residents of lower status leaves the smallest mean squared error.",
                "CRIM": "Crime correlates with the price. But in most districts it is close to zero, and it cannot tell their "
                "prices apart.",
                "TAX": "Many districts have the same tax rate, whatever their prices. A feature that does not vary among them "
                "cannot follow their prices.",
            },
            right=_first_feature,
        ),
        gives_away=("LSTAT wins", "first winner is LSTAT"),
    ),
)

"""Where the lessons treat each exercise of the chapter, for the index."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """A section of a lesson that treats an exercise."""

    exercise: str
    asks: str
    lesson: str
    heading: str

    @property
    def link(self) -> str:
        """The section's address beside the index, as JupyterLab forms it from the heading."""
        return f"{self.lesson}#{self.heading.replace(' ', '-')}"


_TEXT, _IMAGES, _SCALING = "9.2.1_categories_and_text.ipynb", "9.2.3_images.ipynb", "9.3_feature_scaling.ipynb"
_GAPS, _SPHERING = "9.4_imputation.ipynb", "9.5_sphering.ipynb"
_BOOSTING, _REGULARIZATION = "9.6_boosting.ipynb", "9.7_regularization.ipynb"

#: Every exercise of the chapter, in its order. An exercise with two places has two entries.
PLACES = (
    Place("9.1", "Compare three sets of features of emails", _TEXT, "What are the characters and the capitals worth?"),
    Place("9.2", "Compare pixels with edge histograms on digits", _IMAGES, "Digits: pixels against edges"),
    Place("9.3", "Fit student debt with raw and with scaled years", _SCALING, "Newton's method and lost digits"),
    Place("9.4", "Prove that one scaled input gives circles", _SCALING, "The condition number"),
    Place("9.5", "Classify tissue samples, with scaled inputs", _SCALING, "Many features"),
    Place("9.5", "Classify tissue samples, with missing values", _GAPS, "A classifier on data with gaps"),
    Place("9.6", "Prove that sphered inputs give circles", _SPHERING, "The formula"),
    Place("9.7", "Compare two ways of scaling on digits", _SPHERING, "Digits in three scales"),
    Place("9.8", "Reach the minimum in one simplified Newton step", _SPHERING, "One step to the minimum"),
    Place("9.9", "Select features of house prices by boosting", _BOOSTING, "Five rounds on Boston (Example 9.6)"),
    Place("9.10", "Select features of cars by boosting", _BOOSTING, "Cars (Exercise 9.10)"),
    Place("9.11", "Select features of loans by boosting", _BOOSTING, "Who repays a loan? (Example 9.7)"),
    Place(
        "9.12",
        "Select features of house prices by a penalty",
        _REGULARIZATION,
        "The path of every weight (section 9.7.2, Example 9.11)",
    ),
    Place("9.13", "Select features of loans by a penalty", _REGULARIZATION, "Example 9.12: who repays a loan?"),
)

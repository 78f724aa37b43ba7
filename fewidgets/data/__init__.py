"""Data sets of the lessons, all in one type.

``load_*`` come inside this package or scikit-learn and need no network. ``fetch_*`` are downloaded once, checked
by SHA-256 and kept; the environment variable ``FEWIDGETS_DATA`` names a folder that is looked in first, which is how a
classroom without internet, or a test, gets them. ``make_*`` are simulated from a seed. ``read_*`` open the reader's own
files. ``is_available(name)`` says whether a loaded or fetched set can be had here and now without the network.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from fewidgets.data.dataset import Dataset
from fewidgets.data.download import FetchError, is_available
from fewidgets.data.fetched import fetch_mnist, fetch_student_debt, fetch_toy_classification, fetch_toy_regression
from fewidgets.data.health import load_locked_in
from fewidgets.data.lecture_points import load_lecture_points
from fewidgets.data.linear import LinearDataset, make_lasso_example
from fewidgets.data.reviews import load_reviews
from fewidgets.data.shapes import make_shapes
from fewidgets.data.shipped import (
    load_auto_mpg,
    load_boston,
    load_breast_cancer,
    load_breast_cancer_original,
    load_credit,
    load_diabetes,
    load_mnist,
    load_spambase,
)
from fewidgets.data.simulated import make_line, make_many_valued, make_useless_alone
from fewidgets.data.sounds import Sound, make_chirp, make_vowels
from fewidgets.data.uneven import load_uneven
from fewidgets.data.wav import read_wav

__all__ = [
    "Dataset",
    "FetchError",
    "LinearDataset",
    "Sound",
    "fetch_mnist",
    "fetch_student_debt",
    "fetch_toy_classification",
    "fetch_toy_regression",
    "is_available",
    "load_auto_mpg",
    "load_boston",
    "load_breast_cancer",
    "load_breast_cancer_original",
    "load_credit",
    "load_diabetes",
    "load_lecture_points",
    "load_locked_in",
    "load_mnist",
    "load_reviews",
    "load_spambase",
    "load_uneven",
    "make_chirp",
    "make_lasso_example",
    "make_line",
    "make_many_valued",
    "make_shapes",
    "make_useless_alone",
    "make_vowels",
    "read_wav",
]


def __getattr__(name: str) -> Any:
    """Give what exercises that students saved earlier call by its old name."""
    old = {
        "fetch_auto_mpg_with_gaps": partial(load_auto_mpg, with_gaps=True),
        "fetch_breast_cancer_original": load_breast_cancer_original,
        "fetch_credit": load_credit,
        "fetch_spambase": load_spambase,
    }
    if name in old:
        return old[name]
    raise AttributeError(f"module 'fewidgets.data' has no attribute {name!r}")

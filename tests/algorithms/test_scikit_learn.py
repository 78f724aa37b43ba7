"""Our transformers by scikit-learn's protocol: its own checks of estimators, and its pipelines."""

import os
import pickle
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import sklearn
from numpy.testing import assert_allclose, assert_array_equal
from packaging.version import parse
from sklearn.base import clone
from sklearn.compose import ColumnTransformer, TransformedTargetRegressor
from sklearn.datasets import load_breast_cancer, load_diabetes
from sklearn.decomposition import PCA
from sklearn.exceptions import NotFittedError
from sklearn.impute import SimpleImputer
from sklearn.linear_model import LinearRegression, LogisticRegression, Ridge
from sklearn.model_selection import GridSearchCV, KFold, cross_val_predict, cross_val_score
from sklearn.pipeline import FeatureUnion, make_pipeline
from sklearn.preprocessing import MinMaxScaler, OneHotEncoder, StandardScaler
from sklearn.utils import estimator_checks
from sklearn.utils.validation import check_is_fitted

from fewidgets.algorithms import MeanImputer, MinMaxNormalizer, OrthogonalPolynomials, PCASphering, StandardNormalizer

TRANSFORMERS = [
    StandardNormalizer(),
    StandardNormalizer(1, constant="drop"),
    MinMaxNormalizer(),
    MinMaxNormalizer((-1, 2), clip=True, constant="keep"),
    MeanImputer(),
    PCASphering(),
    PCASphering(1, near_zero="drop", n_components=1),
    OrthogonalPolynomials(),
    OrthogonalPolynomials(3, include_constant=True),
]
CLASSES = [StandardNormalizer, MinMaxNormalizer, MeanImputer, PCASphering, OrthogonalPolynomials]

# The checks that cannot be met, with the reason.
CANNOT_APPLY = {
    "check_complex_data": "Complex numbers raise a TypeError, as everywhere in fewidgets; the check expects a ValueError.",
    "check_dtype_object": "Arrays of objects are refused even if all of them are numbers, as everywhere in fewidgets.",
}


def checks():
    """Give every check of scikit-learn's that its tags choose, for each of our transformers."""
    for transformer in TRANSFORMERS:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", message=".*does not inherit from `sklearn.base.BaseEstimator`")
            pairs = list(estimator_checks.estimator_checks_generator(transformer))
        for estimator, check in pairs:
            if check.func.__name__.startswith("check_array_api"):
                continue  # these run below: SciPy reads their switch once, when it is imported
            yield pytest.param(estimator, check, id=f"{transformer}-{check.func.__name__}-{check.keywords}")


@pytest.mark.parametrize(("transformer", "check"), list(checks()))
def test_scikit_learns_own_checks(transformer, check):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if check.func.__name__ in CANNOT_APPLY:
            with pytest.raises((TypeError, AssertionError)):
                check(transformer)
        else:
            check(transformer)


ARRAY_API = """
import warnings
from sklearn.utils import estimator_checks
from tests.algorithms.test_scikit_learn import TRANSFORMERS

warnings.simplefilter("ignore")
for transformer in TRANSFORMERS:
    for estimator, check in estimator_checks.estimator_checks_generator(transformer):
        if not check.func.__name__.startswith("check_array_api"):
            continue
        try:
            check(estimator)
        except ValueError as error:
            # Some features of the check's data are sums of others, which PCASphering refuses unless it may drop them.
            if "near_zero='error'" not in repr(estimator) or "no variance" not in str(error):
                raise
        print("passed", check.func.__name__)
"""


@pytest.mark.slow
def test_numpy_arrays_pass_while_array_dispatch_is_on():
    environment = {**os.environ, "SCIPY_ARRAY_API": "1"}
    done = subprocess.run(
        [sys.executable, "-c", ARRAY_API], capture_output=True, text=True, env=environment, cwd=Path(__file__).parents[2]
    )
    assert done.returncode == 0, done.stderr
    # The checks of array libraries came with scikit-learn 1.8.
    assert done.stdout.count("passed") >= (len(TRANSFORMERS) if parse(sklearn.__version__) >= parse("1.8") else 0)


@pytest.mark.parametrize("transformer", TRANSFORMERS, ids=str)
@pytest.mark.parametrize("check", ["check_set_output_transform", "check_set_output_transform_pandas"])
def test_scikit_learns_checks_of_its_own_transformers(transformer, check):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        getattr(estimator_checks, check)(type(transformer).__name__, transformer)
    for check in ("check_transformer_get_feature_names_out", "check_transformer_get_feature_names_out_pandas"):
        getattr(estimator_checks, check)(type(transformer).__name__, transformer)
    estimator_checks.check_dataframe_column_names_consistency(type(transformer).__name__, transformer)
    estimator_checks.check_get_feature_names_out_error(type(transformer).__name__, transformer)


@pytest.fixture(scope="module")
def diabetes():
    return load_diabetes(return_X_y=True, as_frame=True, scaled=False)


def test_the_issues_example_runs():
    X, y = load_breast_cancer(return_X_y=True)
    ours = make_pipeline(StandardNormalizer(), LogisticRegression())
    theirs = make_pipeline(StandardScaler(), LogisticRegression())
    assert_allclose(cross_val_score(ours, X, y), cross_val_score(theirs, X, y))


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ((StandardNormalizer(),), (StandardScaler(),)),
        ((MinMaxNormalizer(),), (MinMaxScaler(),)),
        ((MeanImputer(), StandardNormalizer()), (SimpleImputer(), StandardScaler())),
        ((MeanImputer(), PCASphering(1, n_components=4)), (SimpleImputer(), PCA(4, whiten=True, svd_solver="full"))),
    ],
)
def test_pipelines_score_as_those_of_scikit_learns_transformers(ours, theirs, diabetes):
    X, y = diabetes
    if len(ours) > 1:
        X = X.mask(np.random.default_rng(0).random(X.shape) < 0.1)
    folds = KFold(5, shuffle=True, random_state=0)
    scores = [cross_val_score(make_pipeline(*steps, Ridge()), X, y, cv=folds) for steps in (ours, theirs)]
    assert_allclose(*scores, rtol=1e-9)
    predictions = [cross_val_predict(make_pipeline(*steps, Ridge()), X, y, cv=folds) for steps in (ours, theirs)]
    assert_allclose(*predictions, rtol=1e-9)


@pytest.mark.slow
def test_a_grid_search_sets_parameters_and_survives_a_bad_one(diabetes):
    X, y = diabetes
    pipeline = make_pipeline(OrthogonalPolynomials(), Ridge())
    search = GridSearchCV(pipeline, {"orthogonalpolynomials__degree": [1, 2, 3], "ridge__alpha": [1.0, 100.0]}).fit(X, y)
    assert set(search.best_params_) == {"orthogonalpolynomials__degree", "ridge__alpha"}
    by_hand = [
        cross_val_score(make_pipeline(OrthogonalPolynomials(degree), Ridge(alpha=alpha)), X, y).mean()
        for degree in (1, 2, 3)
        for alpha in (1.0, 100.0)
    ]
    assert_allclose(search.cv_results_["mean_test_score"], by_hand)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        search = GridSearchCV(
            make_pipeline(StandardNormalizer(), Ridge()),
            {"standardnormalizer__constant": ["keep", "sometimes"]},
        ).fit(X, y)
    assert "constant must be 'error', 'keep' or 'drop'; got 'sometimes'" in str(told[0].message)
    assert search.best_params_ == {"standardnormalizer__constant": "keep"}


def test_columns_of_a_table_each_in_their_own_way(diabetes):
    X, y = diabetes
    table = ColumnTransformer(
        [
            ("scaled", StandardNormalizer(), ["age", "bmi", "bp"]),
            ("ranged", MinMaxNormalizer((-1, 1)), ["s1", "s2"]),
            ("kinds", OneHotEncoder(sparse_output=False), ["sex"]),
        ]
    )
    out = table.fit_transform(X)
    names = ["scaled__age", "scaled__bmi", "scaled__bp", "ranged__s1", "ranged__s2", "kinds__sex_1.0", "kinds__sex_2.0"]
    assert table.get_feature_names_out().tolist() == names
    assert_allclose(out[:, :3], StandardScaler().fit_transform(X[["age", "bmi", "bp"]]), atol=1e-12)
    frame = table.set_output(transform="pandas").fit_transform(X)
    assert frame.columns.tolist() == names
    assert_array_equal(frame, out)
    assert cross_val_score(make_pipeline(table, LinearRegression()), X, y).shape == (5,)
    with sklearn.config_context(transform_output="pandas"):
        globally = clone(table).set_output(transform="default").fit_transform(X)
    assert_array_equal(globally, out)
    both = FeatureUnion([("scaled", StandardNormalizer()), ("sphered", PCASphering(n_components=2))]).fit(X)
    assert both.get_feature_names_out()[-2:].tolist() == ["sphered__pcasphering0", "sphered__pcasphering1"]


def test_outputs_are_scaled_and_scaled_back(diabetes):
    X, y = diabetes
    model = TransformedTargetRegressor(LinearRegression(), transformer=StandardNormalizer()).fit(X, y)
    assert_allclose(model.predict(X), LinearRegression().fit(X, y).predict(X), rtol=1e-9)


def test_a_pipeline_is_undone_step_by_step(diabetes):
    X = diabetes[0].assign(clinic=7.0)
    pipeline = make_pipeline(MeanImputer(), StandardNormalizer(constant="drop"), PCASphering()).fit(X)
    changed = pipeline.transform(X)
    assert changed.shape == (442, 10)
    assert_allclose(pipeline.inverse_transform(changed), X, rtol=1e-9)
    assert pipeline[:2].get_feature_names_out().tolist() == diabetes[0].columns.tolist()


@pytest.mark.parametrize("transformer", TRANSFORMERS, ids=str)
def test_clones_and_copies(transformer, diabetes):
    X = diabetes[0]
    copy = clone(transformer)
    assert copy.get_params() == transformer.get_params()
    assert repr(copy) == repr(transformer)
    assert not hasattr(clone(copy.fit(X)), "n_features_in_")
    expected = copy.transform(X)
    loaded = pickle.loads(pickle.dumps(copy))
    assert_array_equal(loaded.transform(X), expected)
    assert_array_equal(loaded.get_feature_names_out(), copy.get_feature_names_out())
    assert len(copy.get_feature_names_out()) == expected.shape[1]
    frame = clone(transformer.__class__(**transformer.get_params()).set_output(transform="pandas")).fit_transform(X[5:])
    assert isinstance(frame, pd.DataFrame)
    assert_array_equal(frame.index, X.index[5:])
    assert_array_equal(frame.columns, copy.get_feature_names_out())
    assert type(transformer).__name__ in make_pipeline(copy)._repr_html_()


def test_parameters_are_stored_as_they_are_and_checked_by_fit():
    ends = [0, 1]
    normalizer = MinMaxNormalizer(ends, clip="perhaps")
    assert normalizer.feature_range is ends
    with pytest.raises(TypeError, match=r"clip must be True or False; got 'perhaps' \(str\)"):
        normalizer.fit([[0.0], [1.0]])
    normalizer.set_params(clip=True).fit([[0.0], [1.0]])
    # What is set after fit counts from the next fit on.
    normalizer.set_params(clip=False, feature_range=(0, 10))
    assert_array_equal(normalizer.transform([[2.0]]), [[1.0]])
    assert_array_equal(normalizer.fit([[0.0], [1.0]]).transform([[2.0]]), [[20.0]])


@pytest.mark.parametrize("made", CLASSES)
def test_what_is_not_fitted_or_does_not_match_is_told(made):
    X = pd.DataFrame(np.random.default_rng(0).normal(size=(9, 3)), columns=["RM", "AGE", "TAX"])
    for call in (lambda: made().transform(X), lambda: made().get_feature_names_out()):
        with pytest.raises(RuntimeError, match=f"This {made.__name__} is not fitted yet. Call fit first.") as told:
            call()
        assert isinstance(told.value, NotFittedError)
        assert isinstance(pickle.loads(pickle.dumps(told.value)), NotFittedError)
    fitted = made().fit(X)
    check_is_fitted(fitted)
    assert fitted.n_features_in_ == 3
    assert fitted.feature_names_in_.tolist() == ["RM", "AGE", "TAX"]
    with pytest.raises(ValueError, match="in the same order as they were in fit"):
        fitted.transform(X[["AGE", "RM", "TAX"]])
    with pytest.raises(
        ValueError, match="unseen at fit time:\n- LSTAT\nFeature names seen at fit time, yet now missing:\n- TAX"
    ):
        fitted.transform(X.rename(columns={"TAX": "LSTAT"}))
    with pytest.warns(UserWarning, match=f"but {made.__name__} was fitted with feature names") as told:
        fitted.transform(X.to_numpy())
    assert told[0].filename == __file__
    with pytest.warns(UserWarning, match=f"but {made.__name__} was fitted without feature names"):
        made().fit(X.to_numpy()).transform(X)
    assert not hasattr(fitted.fit(X.to_numpy()), "feature_names_in_")
    with pytest.raises(ValueError, match=f"{made.__name__} has no parameter 'dodf'; expected one of"):
        made().set_params(dodf=1)
    with pytest.raises(ValueError, match="transform must be 'default' or 'pandas'; got 'polars'"):
        made().set_output(transform="polars")
    assert made().set_output().fit_transform(X).shape[0] == 9


@pytest.mark.parametrize("made", CLASSES)
def test_messages_name_the_columns_of_a_table(made):
    X = pd.DataFrame(np.random.default_rng(0).normal(size=(9, 3)), columns=["RM", "AGE", "TAX"])
    broken = X.copy()
    broken.loc[4, "AGE"] = np.inf
    for call in (made().fit, made().fit_transform, made().fit(X).transform):
        with pytest.raises(ValueError, match=r"X must be finite.*; found an infinite value in row 4, feature 1 \('AGE'\)"):
            call(broken)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(ValueError, match=r"in row 4, feature 1 \('AGE'\)"):
            made().fit(X).transform(broken.to_numpy())
    import scipy.sparse

    with pytest.raises(TypeError, match=r"X is a sparse matrix; expected a dense array. Use X.toarray\(\)."):
        made().fit(scipy.sparse.csr_matrix(X.to_numpy()))
    if made is not MeanImputer:
        with pytest.raises(ValueError, match=r"constant in feature 2 \('TAX'\)"):
            made().fit(X.assign(TAX=1.0))


def test_columns_without_names_are_an_array():
    X = pd.DataFrame(np.random.default_rng(0).normal(size=(9, 2)))
    assert not hasattr(StandardNormalizer().fit(X), "feature_names_in_")
    mixed = StandardNormalizer().fit(X.set_axis(["RM", 7], axis=1))
    assert mixed.feature_names_in_.tolist() == ["RM", "7"]
    with pytest.raises(ValueError, match="same order"):
        mixed.transform(X.set_axis([7, "RM"], axis=1))


def test_names_of_polynomials():
    X = pd.DataFrame(np.random.default_rng(0).normal(size=(9, 2)), columns=["RM", "AGE"])
    basis = OrthogonalPolynomials(2, include_constant=True).fit(X)
    assert basis.get_feature_names_out().tolist() == ["1", "p(RM)", "p(AGE)", "p(RM^2)", "p(RM AGE)", "p(AGE^2)"]
    basis = OrthogonalPolynomials(2).fit(X.assign(AGE=np.arange(9) % 2))
    assert basis.get_feature_names_out(["RM", "AGE"]).tolist() == ["p(RM)", "p(AGE)", "p(RM^2)", "p(RM AGE)"]
    with pytest.raises(ValueError, match="input_features is not equal to feature_names_in_; expected RM, AGE"):
        basis.get_feature_names_out(["a", "b"])

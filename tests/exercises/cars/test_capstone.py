"""The capstone's scores, references and words: all agree with an independent computation by scikit-learn."""

import json
import os

import numpy as np
import pytest
from sklearn.compose import ColumnTransformer
from sklearn.dummy import DummyRegressor
from sklearn.impute import SimpleImputer
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import Lasso, LinearRegression
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder, PolynomialFeatures, StandardScaler

from fewidgets import check, hint, score_cars, solution
from fewidgets.data import load_auto_mpg
from fewidgets.exercises import given
from fewidgets.exercises.cars.held_out import HELD_OUT, PARTS, SEED
from fewidgets.exercises.cars.mistakes import SAID, probes
from fewidgets.exercises.cars.references import REFERENCES, TO_BEAT, computed_errors, errors_of_references
from tests.exercises.cars.fits import HONEST, notebook

CARS = load_auto_mpg(with_gaps=True)
ONE_HOT = ColumnTransformer(
    [("codes", OneHotEncoder(categories=[[1, 2, 3]], drop="first"), [6])], remainder=SimpleImputer(), sparse_threshold=0
)


@pytest.fixture(autouse=True)
def records(monkeypatch, tmp_path):
    monkeypatch.setenv("FEWIDGETS_PREDICTIONS", str(tmp_path))
    return tmp_path


def of(model):
    """Return the ``fit`` of a model of scikit-learn."""
    return lambda X, y: model.fit(X, y).predict


def by_hand(fit):
    """Compute the held-out errors with nothing of ours but the rule for the parts."""
    rng, errors = np.random.default_rng(SEED), []
    for _ in range(PARTS):
        order = rng.permutation(398)
        held, train = order[:HELD_OUT], order[HELD_OUT:]
        predicted = fit(CARS.X[train], CARS.y[train])(CARS.X[held])
        errors.append(np.sqrt(np.mean((predicted - CARS.y[held]) ** 2)))
    return np.array(errors)


def search(model, grid):
    return GridSearchCV(model, grid, cv=KFold(5, shuffle=True, random_state=1), scoring="neg_mean_squared_error")


def logarithms(X):
    filled = np.where(np.isnan(X), 104.0, X)
    return np.column_stack([filled[:, 0], np.log(filled[:, 1:5]), filled[:, 5], filled[:, 6] == 2, filled[:, 6] == 3])


def kernel_search(X, y):
    model = make_pipeline(StandardScaler(), KernelRidge(kernel="rbf"))
    gammas = [1 / (2 * width**2) for width in (2, 3, 4, 6)]
    grid = {"kernelridge__gamma": gammas, "kernelridge__alpha": [0.03, 0.1, 0.3, 1]}
    bias, found = np.log(y).mean(), search(model, grid)
    found.fit(logarithms(X), np.log(y) - bias)
    return lambda new: np.exp(bias + found.predict(logarithms(new)))


def lasso_search(*between):
    model = make_pipeline(ONE_HOT, StandardScaler(), *between, Lasso(max_iter=5000, tol=1e-3))
    return of(search(model, {"lasso__alpha": np.geomspace(0.01, 3, 8)}))


def test_the_stored_errors_are_those_that_the_references_have():
    computed = computed_errors()
    assert list(computed) == list(errors_of_references()) == list(REFERENCES)
    for name, errors in errors_of_references().items():
        np.testing.assert_allclose(errors, computed[name], atol=2e-3, err_msg=name)


@pytest.mark.parametrize(
    ("name", "fit", "within"),
    [
        ("always the mean", of(DummyRegressor()), 1e-5),
        ("least squares on all features", of(make_pipeline(SimpleImputer(), LinearRegression())), 1e-5),
        ("the lasso", lasso_search(), 0.03),
        ("the best we could do", kernel_search, 0.05),
    ],
)
def test_references_agree_with_scikit_learn(name, fit, within):
    assert np.mean(errors_of_references()[name]) == pytest.approx(by_hand(fit).mean(), abs=within)


@pytest.mark.slow
def test_the_lasso_on_products_agrees_with_scikit_learn():
    errors = by_hand(lasso_search(PolynomialFeatures(2, include_bias=False), StandardScaler()))
    assert np.mean(errors_of_references()["the lasso on squares and products"]) == pytest.approx(errors.mean(), abs=0.06)


def boosting_by_hand(X, y):
    """Freeze one weight a round; folds of scikit-learn choose the number of rounds."""

    def boosted(X, y, rounds):
        prepare = make_pipeline(ONE_HOT, StandardScaler()).fit(X)
        A, residual, weights = prepare.transform(X), y - y.mean(), {}
        while len(weights) < rounds:
            fits = {n: A[:, n] @ residual / len(A) for n in range(A.shape[1]) if n not in weights}
            best = max(fits, key=lambda n: abs(fits[n]))
            weights[best] = fits[best]
            residual = residual - fits[best] * A[:, best]
        return lambda new: y.mean() + prepare.transform(new)[:, [*weights]] @ [*weights.values()]

    def cost(rounds):
        folds = KFold(5, shuffle=True, random_state=1).split(X)
        return sum(np.sum((boosted(X[a], y[a], rounds)(X[b]) - y[b]) ** 2) for a, b in folds)

    return boosted(X, y, min(range(1, 9), key=cost))


def test_boosting_agrees_with_a_loop_by_hand():
    assert np.mean(errors_of_references()["boosting"]) == pytest.approx(by_hand(boosting_by_hand).mean(), abs=0.02)


STUDENTS = {
    "good": solution("capstone").answer,
    "neighbours": HONEST["nearest neighbours"],
    "mediocre": HONEST["least squares"],
    "poor": HONEST["a straight line"],
}


def test_solutions_are_ranked_as_by_hand():
    scores, hands = {}, {}
    for name, source in STUDENTS.items():
        fit = notebook(source)["fit"]
        found = check("capstone", fit)
        scores[name], hands[name] = found.report.errors, by_hand(fit)
        np.testing.assert_allclose(scores[name], hands[name], rtol=1e-6)
        for other, errors in errors_of_references().items():
            change = np.asarray(errors) - hands[name]
            uncertain = change.std(ddof=1) * np.sqrt(1 / PARTS + HELD_OUT / (398 - HELD_OUT))
            assert found.report.gain(other) == pytest.approx((change.mean(), uncertain))
            assert found.report.beats(other) == (change.mean() > uncertain)
    by_error = sorted(scores, key=lambda name: np.mean(scores[name]))
    assert by_error == sorted(hands, key=lambda name: hands[name].mean()) == ["good", "neighbours", "mediocre", "poor"]


def test_points_are_the_references_that_are_clearly_beaten():
    points = {name: check("capstone", notebook(source)["fit"]).points for name, source in STUDENTS.items()}
    assert points["good"] == len(TO_BEAT) == 4
    assert points["mediocre"] == points["poor"] == 1
    assert check("capstone", notebook(STUDENTS["good"])["fit"]).passed


def test_the_features_that_matter_are_seen_from_outside():
    report = check("capstone", notebook(HONEST["a straight line"])["fit"]).report
    assert report.kept == {**dict.fromkeys(CARS.feature_names, 0), "weight": PARTS}
    assert report.rises["weight"] > 3
    assert sum(report.rises.values()) == pytest.approx(report.rises["weight"])


def test_cars_with_the_largest_errors_are_shown():
    fit = notebook(HONEST["a straight line"])["fit"]
    sums, counts, rng = np.zeros(398), np.zeros(398), np.random.default_rng(SEED)
    for _ in range(PARTS):
        order = rng.permutation(398)
        held, train = order[:HELD_OUT], order[HELD_OUT:]
        sums[held] += fit(CARS.X[train], CARS.y[train])(CARS.X[held])
        counts[held] += 1
    errors = np.where(counts >= 3, np.abs(sums / np.maximum(counts, 1) - CARS.y), 0)
    found = check("capstone", fit).report.far_off
    assert [each.truth for each in found] == CARS.y[np.argsort(-errors)[:3]].tolist()
    assert [abs(each.predicted - each.truth) for each in found] == pytest.approx(np.sort(errors)[:-4:-1])


def test_what_is_shown_names_all_references_in_text_and_as_a_table():
    found = check("capstone", notebook(STUDENTS["good"])["fit"])
    page = found._repr_html_()
    for name in (*REFERENCES, "yours", *CARS.feature_names):
        assert name in repr(found)
        assert f">{name}<" in page
    assert page.count("<table>") == 3
    assert "no clear difference" in repr(found)


@pytest.mark.parametrize(("cells", "noted"), [(["", "keep = np.array([3, 5])"], False), ([""], True)])
def test_an_array_that_was_made_outside_is_noted_if_nobody_sees_how(cells, noted):
    names = notebook("keep = np.array([3, 5])\n" + HONEST["a straight line"].replace("3]", "keep[0]]"))
    names["In"] = cells
    found = check("capstone", names["fit"])
    assert ("keep, an array that was made outside" in found.report.note) == noted
    assert ("made outside" in repr(found)) == ("made outside" in found._repr_html_()) == noted
    assert found.points == 1


LEAK = """
def fit(X, y):
    A = np.column_stack([X[:, 3] / 1000, y])
    A_mean = A.mean(axis=0)
    w = np.linalg.solve((A - A_mean).T @ (A - A_mean) + 9 * np.eye(2), (A - A_mean).T @ (y - y.mean()))
    return lambda new: y.mean() + (new[:, 3] / 1000 - A_mean[0]) * w[0]
"""


def test_predictions_that_hardly_vary_are_noted():
    found = check("capstone", notebook(LEAK)["fit"])
    assert "vary much less than the miles" in found.report.note
    assert found.points <= 1


def test_no_message_names_more_than_what_it_knows():
    assert all(text.format(name="x").count("x") for text in SAID.values() if "{name}" in text)


def test_an_answer_that_is_missing_or_no_function_is_not_scored():
    assert check("capstone").outcome == "not attempted"
    exec("def fit(X, y):\n    ...", names := {})
    assert check("capstone", names["fit"]).outcome == "not attempted"
    assert "must be the function fit itself; got float" in check("capstone", 2.5).message
    assert check("capstone", notebook(STUDENTS["poor"])["fit"], version=2).kind == "version"


def test_hints_and_a_solution_are_there_and_no_numbers():
    assert hint("capstone", 1).of == 3
    assert "def fit(X, y)" in repr(solution("capstone"))
    with pytest.raises(ValueError, match=r"asks for a function, fit\(X, y\)"):
        given("capstone")
    with pytest.raises(ValueError, match="Did you mean 'capstone'"):
        check("capston", 1)


def test_the_score_is_kept_beside_the_others(records):
    fit = notebook(HONEST["a straight line"])["fit"]
    first = score_cars("capstone first try", fit)
    found = check("capstone", fit)
    lines = (records / "capstone.predictions.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["name"] for line in lines] == ["capstone first try", "capstone"]
    assert first.errors == pytest.approx(found.report.errors)
    later = score_cars("9.6 a later look", fit)
    assert list(later.earlier) == ["capstone first try", "capstone"]


def test_a_record_that_cannot_be_written_is_said(monkeypatch):
    monkeypatch.setenv("FEWIDGETS_PREDICTIONS", os.path.join("no", "such", "folder"))
    found = check("capstone", notebook(HONEST["a straight line"])["fit"])
    assert "could not be saved" in found.message
    assert found.report is not None


def test_probes_hold_out_gaps_and_show_other_parts_the_held_out_cars():
    asked = probes(CARS.X, CARS.y, np.random.default_rng(0))
    held = {tuple(np.nan_to_num(row)) for row in asked["first"].new}
    assert np.isnan(asked["first"].new).any(axis=1).sum() == np.isnan(asked["first"].X).any(axis=1).sum() == 3
    assert len(held & {tuple(np.nan_to_num(row)) for row in asked["other cars"].X}) > 100
    assert list(asked)[-1] == "again"

"""The right answers of the graded set on scaling agree with scikit-learn and pandas."""

import numpy as np
import pandas as pd
import pytest
from sklearn.decomposition import PCA
from sklearn.preprocessing import StandardScaler

from fewidgets.exercises.bank.collected import tasks
from tests.grading.sets.loaded import SETS, arguments_of

SEEDS = range(5)


def question(name):
    return SETS["scaling"].question(name)


def cases(name):
    return arguments_of(question(name), SEEDS)


@pytest.mark.parametrize("seed", SEEDS)
def test_condition_numbers_are_those_of_the_hessian(seed):
    data = question("q1").data(np.random.default_rng(seed))
    for name, X in (("raw", data["X"]), ("scaled", StandardScaler().fit_transform(data["X"]))):
        hessian = 2 * np.cov(np.column_stack([np.ones(len(X)), X]).T, bias=True)
        means = np.append(1, X.mean(axis=0))
        assert question("q1").solve(data)[name] == pytest.approx(np.linalg.cond(hessian + 2 * np.outer(means, means)))


def test_columns_are_scaled_as_scikit_learn_does():
    for train, new in cases("q2"):
        found = question("q2").reference(train, new)
        kinds = set()
        for n in range(train.shape[1]):
            indicator = set(train[:, n]) <= {0.0, 1.0}
            scaler = StandardScaler().fit(train[:, [n]])
            kinds.add("indicator" if indicator else "constant" if scaler.var_[0] == 0 else "other")
            for table, scaled in zip((train, new), found, strict=True):
                wanted = table[:, n] if indicator else scaler.transform(table[:, [n]])[:, 0]
                np.testing.assert_allclose(scaled[:, n], wanted, atol=1e-12)
        assert kinds == {"indicator", "constant", "other"}


def test_gaps_are_filled_as_pandas_does():
    unknown = unseen = 0
    for train, group, new, new_group in cases("q3"):
        table, others = pd.DataFrame(train), pd.DataFrame(new)
        means = table.groupby(group).mean()
        filled, new_filled = question("q3").reference(train, group, new, new_group)
        np.testing.assert_allclose(filled, table.fillna(table.groupby(group).transform("mean")).fillna(table.mean()))
        of_group = means.reindex(new_group).reset_index(drop=True)
        np.testing.assert_allclose(new_filled, others.fillna(of_group).fillna(table.mean()))
        unknown += means.isna().to_numpy().any()
        unseen += not set(new_group) <= set(group)
    assert unknown == 3 * len(SEEDS)
    assert unseen == 2 * len(SEEDS)


def test_directions_are_those_of_a_whitening_pca():
    for train, new, smallest in cases("q4"):
        pca, P = PCA(whiten=True).fit(train), len(train)
        kept = pca.explained_variance_ratio_ >= smallest * pca.explained_variance_ratio_[0]
        variances, sphered = question("q4").reference(train, new, smallest)
        np.testing.assert_allclose(variances, pca.explained_variance_[kept] * (P - 1) / P)
        wanted = pca.transform(new)[:, kept] * np.sqrt(P / (P - 1))
        np.testing.assert_allclose(np.abs(sphered), np.abs(wanted))


def test_the_function_for_practice_is_no_answer():
    names = {"np": np}
    exec(tasks()["9.5 prepare"].solution, names)
    with np.errstate(all="ignore"):
        for train, new in cases("q2"):
            assert not np.isfinite(names["prepare"](train, new)[0]).all()

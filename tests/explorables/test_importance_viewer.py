"""The importances of a forest tree by tree, against scikit-learn and brute force."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor

from fewidgets import ImportanceViewer
from fewidgets.algorithms import out_of_bag_importance
from fewidgets.data import load_boston, make_many_valued
from fewidgets.explorables.importance_viewer import forests as grown_forests
from fewidgets.explorables.importance_viewer.importance_viewer import COPIED, VALUES, tables_with
from fewidgets.scene import format_number, resolve


@pytest.fixture(scope="module")
def labels():
    return ImportanceViewer(trees=25, tree=25, values=30)


@pytest.fixture(scope="module")
def outputs():
    data = load_boston()
    return ImportanceViewer(data.X[::4, :6], data.y[::4], feature_names=data.feature_names[:6], trees=12, tree=12)


@pytest.fixture(params=["labels", "outputs"])
def w(request):
    return request.getfixturevalue(request.param)


def grown(w, k, trees):
    """A forest of scikit-learn on the table at a position of the slider, with training and held-out examples."""
    table = tables_with(w.data, w.added, 0)[k]
    train, held_out = ((table[rows], w.data.outputs[rows]) for rows in (w.data.trained, w.data.held_out))
    kind = RandomForestClassifier if w.data.labels else RandomForestRegressor
    return kind(trees, random_state=0).fit(*train), train, held_out


def changed(X, n, order):
    inputs = X.copy()
    inputs[:, n] = X[order, n]
    return inputs


@pytest.mark.parametrize("count", [1, 12])
def test_measures_after_so_many_trees_are_those_of_scikit_learn(w, count):
    for k in (0, 3):
        forest, _, (X, y) = grown(w, k, count)
        assert_allclose(w.trace.impurity[k, count - 1], 100 * forest.feature_importances_, atol=1e-9)
        whole = forest.score(X, y)
        assert_allclose(w.trace.accuracy[k, count - 1], 100 * whole, atol=1e-9)
        rng = np.random.default_rng([0, w.again])
        orders = [rng.permutation(len(X)) for _ in range(5)]
        means = [np.mean([forest.score(changed(X, n, order), y) for order in orders]) for n in range(X.shape[1])]
        assert_allclose(w.trace.drops[k, count - 1], 100 * (whole - np.array(means)), atol=1e-6)


def test_out_of_bag_is_the_mean_over_the_trees_so_far(w):
    forest, (X, y), _ = grown(w, 2, int(w.tree))
    drops = out_of_bag_importance(forest, X, y, seed=0).per_tree / (1.0 if w.data.labels else y.var())
    means = 100 * np.cumsum(drops, axis=0) / np.arange(1, len(drops) + 1)[:, None]
    assert_allclose(w.trace.out_of_bag[2], means, atol=1e-6)
    bars, diamonds = w.scene.panels[1].marks
    at = {**w.state, "values": float(VALUES[2])}
    assert_allclose(resolve(diamonds.x, at), means[-1], atol=1e-6)
    assert diamonds.keys == bars.keys


def test_flipped_predictions_are_drawn_and_counted(labels):
    forest, _, (X, _) = grown(labels, 3, 25)
    order = np.random.default_rng([0, 0]).permutation(len(X))
    labels.move(feature="two_values", values=30.0, again=0)
    dots = labels.scene.panels[-1].marks[-1]
    permuted = changed(X, labels.data.names.index("two_values"), order)
    before, after = (100 * forest.predict_proba(inputs)[:, 1] for inputs in (X, permuted))
    assert_allclose(resolve(dots.x, labels.state), before)
    assert_allclose(resolve(dots.y, labels.state), after)
    flipped = np.count_nonzero(forest.predict(X) != forest.predict(permuted))
    assert labels.scene.panels[-1].heading(labels.state) == "Which predictions flip?"
    assert f"permuting two_values once flips {flipped} of 60 held-out predictions." in labels.caption
    labels.feature = ""
    assert_allclose(resolve(dots.x, labels.state), resolve(dots.y, labels.state))


def test_captions_say_what_the_measures_say(labels):
    for k, count in enumerate(VALUES):
        labels.move(values=float(count), tree=9.0, feature="")
        impurity, drops = labels.trace.impurity[k, 8], labels.trace.drops[k, 8]
        ranks = [1 + int((values > values[-1]).sum()) for values in (impurity, drops)]
        assert labels.caption == (
            f"9 trees. random has {int(count)} different values. By impurity it ranks {ranks[0]} of 6, with "
            f"{format_number(impurity[-1])} %. By permutation it ranks {ranks[1]}: that changes held-out accuracy by "
            f"{format_number(-drops[-1] if abs(drops[-1]) > 1e-9 else 0.0)} points."
        )
    names = np.array([*labels.data.feature_names, "random"])
    assert labels.selected == tuple(names[np.argsort(-drops, kind="stable")][: (drops > 0).sum()])


def test_a_twin_shares_and_hides_importance():
    alone = ImportanceViewer(trees=40, tree=40, added="nothing").trace
    w = ImportanceViewer(trees=40, tree=40, added="a twin", copy=1.0)
    trace, n = w.trace, w.data.copied
    assert "The twin correlates 1.00 with two_values." in w.caption
    pair = trace.impurity[-1, -1, [n, -1]] / alone.impurity[0, -1, n]
    assert 0.3 < pair.min() <= pair.max() < 0.75
    assert trace.drops[-1, -1, n] < 0.75 * alone.drops[0, -1, n]


def test_the_twin_copies_the_share_that_the_slider_says():
    w = ImportanceViewer(trees=2, added="a twin", copied="continuous")
    for share, table in zip(COPIED, tables_with(w.data, w.added, 0), strict=True):
        assert share - 1e-9 <= np.mean(table[:, -1] == table[:, 0]) <= share + 0.05
        assert_allclose(np.sort(table[:, -1]), np.sort(table[:, 0]))  # shuffled, not changed


def test_forests_are_grown_once_and_permuted_again(monkeypatch):
    forests = []
    real = grown_forests.impurity_importance
    monkeypatch.setattr(grown_forests, "impurity_importance", lambda forest: forests.append(1) or real(forest))
    w = ImportanceViewer(make_many_valued(30, seed=77), trees=5)
    first = w.trace
    w.again = 1
    assert not np.array_equal(w.trace.drops, first.drops)
    w.added = "nothing"
    w.move(added="a random feature", again=0)
    assert np.array_equal(w.trace.drops, first.drops)
    assert len(forests) == len(VALUES) + 1


def test_a_feature_that_is_asked_for_is_permuted_and_an_added_one_is_not():
    X = np.random.default_rng(4).normal(size=(60, 200))
    w = ImportanceViewer(X, np.where(X[:, 7] > 0, 1, -1), trees=5, added="nothing")
    w.show = next(name for name in w.data.feature_names if name not in w.scene.panels[0].marks[0].names)
    assert w.feature == w.show
    w.move(feature="", added="a random feature")
    assert w.feature == ""
    assert "random" in w.scene.panels[0].marks[0].names


def test_a_constant_column_has_no_importance():
    X = np.column_stack([np.random.default_rng(5).normal(size=(60, 2)), np.full(60, 7.0)])
    w = ImportanceViewer(X, np.where(X[:, 0] > 0, 1, -1), trees=6, tree=6)
    for measure in (w.trace.impurity, w.trace.drops, w.trace.out_of_bag):
        assert (measure[..., 2] == 0).all()
    w = ImportanceViewer(X, X[:, 1], trees=4, added="a twin", copied="x3")
    assert "The twin correlates – with x3." in w.caption


def test_values_and_outputs_far_from_zero_are_told_apart():
    """Trees compare values in single precision, which cannot tell Unix times within two minutes apart."""
    when = 1_700_000_000 + np.arange(60.0)
    w = ImportanceViewer(when[:, None], np.where(np.arange(60) % 30 < 15, 1, -1), trees=10, added="nothing")
    assert w.trace.accuracy[0, -1] > 80
    X = np.random.default_rng(6).normal(size=(60, 2))
    assert ImportanceViewer(X, X[:, 0] + 1e9, trees=5).trace.accuracy[0, -1] > 50


def test_what_cannot_be_shown_is_refused(monkeypatch):
    with pytest.raises(ValueError, match="copied must be one of the features; got 'colour'"):
        ImportanceViewer(copied="colour")
    with pytest.raises(ValueError, match="X must have at least 12 examples, of which a third is held out; got 2"):
        ImportanceViewer([[1.0], [2.0]], [1, 2])

    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(grown_forests, "import_module", missing)
    with pytest.raises(ImportError, match="needs scikit-learn, which grows its forests"):
        ImportanceViewer(make_many_valued(30, seed=78), trees=2)

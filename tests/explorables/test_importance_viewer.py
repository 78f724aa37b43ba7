"""The importances of a forest tree by tree, against scikit-learn and brute force."""

import copy

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose
from sklearn.inspection import permutation_importance
from sklearn.metrics import r2_score

from fewidgets import ImportanceViewer
from fewidgets.data import load_boston, make_many_valued
from fewidgets.explorables.importance_viewer import COPIED, VALUES, tables_with
from fewidgets.explorables.shared import grown_forests
from fewidgets.explorables.shared import importance_words as words
from fewidgets.scene import format_number, resolve


@pytest.fixture(scope="module")
def viewer():
    return ImportanceViewer(trees=25, tree=25, values=30)


@pytest.fixture(scope="module")
def fit():
    """A forest of regression trees on a part of the Boston table."""
    data = load_boston()
    return ImportanceViewer(data.X[::4, :6], data.y[::4], feature_names=data.feature_names[:6], trees=12, tree=12)


def first_trees(forest, count):
    """The forest as scikit-learn would have it after its first trees."""
    part = copy.copy(forest)
    part.estimators_ = forest.estimators_[:count]
    part.n_estimators = count
    return part


def parts(w, k):
    """Training and held-out examples of the table at a position of the slider."""
    table = tables_with(w.data, w.added, w.settings["seed"])[k]
    rows = w.data.trained, w.data.held_out
    return [(table[part], w.data.outputs[part]) for part in rows]


@pytest.mark.parametrize("which", ["viewer", "fit"])
@pytest.mark.parametrize("count", [1, 2, 7, 12])
def test_impurity_is_that_of_scikit_learn_after_each_tree(which, count, request):
    w = request.getfixturevalue(which)
    for k, grown in enumerate(w.trace.forests):
        expected = first_trees(grown.forest, count).feature_importances_
        assert_allclose(w.trace.impurity[k, count - 1], 100 * expected, atol=1e-9)


@pytest.mark.parametrize("which", ["viewer", "fit"])
@pytest.mark.parametrize("count", [1, 4, 12])
def test_drops_are_those_of_permuted_columns(which, count, request):
    w = request.getfixturevalue(which)
    for k in (0, 3):
        _, (X, y) = parts(w, k)
        forest = first_trees(w.trace.forests[k].forest, count)
        rng = np.random.default_rng([w.settings["seed"], w.again])
        orders = [rng.permutation(len(X)) for _ in range(5)]
        whole = forest.score(X, y)
        assert_allclose(w.trace.held_out[k].accuracy[count - 1], 100 * whole, atol=1e-9)
        for n in range(X.shape[1]):
            scores = []
            for order in orders:
                changed = X.copy()
                changed[:, n] = X[order, n]
                scores.append(forest.score(changed, y))
            assert_allclose(w.trace.drops[k, count - 1, n], 100 * (whole - np.mean(scores)), atol=1e-6)


@pytest.mark.slow
def test_drops_agree_with_scikit_learn_on_average():
    w = ImportanceViewer(trees=15, tree=15, added="nothing")
    _, (X, y) = parts(w, 0)
    peer = permutation_importance(w.trace.forests[0].forest, X, y, n_repeats=200, random_state=1)
    ours = []
    for again in range(40):
        w.again = again
        ours.append(w.trace.drops[0, -1])
    error = 100 * peer.importances_std * np.sqrt(1 / 200 + 1 / 200)
    assert (np.abs(np.mean(ours, axis=0) - 100 * peer.importances_mean) <= 4.5 * error + 1e-9).all()


@pytest.mark.parametrize("which", ["viewer", "fit"])
def test_out_of_bag_by_brute_force(which, request):
    w = request.getfixturevalue(which)
    k = 2
    (X, y), _ = parts(w, k)
    forest = w.trace.forests[k].forest
    rng = np.random.default_rng(w.settings["seed"])
    drops = []
    for tree, sample in zip(forest.estimators_, forest.estimators_samples_, strict=True):
        rows = np.setdiff1d(np.arange(len(X)), sample)
        order = rows[rng.permutation(len(rows))]

        def quality(inputs, tree=tree, rows=rows):
            found = tree.predict(inputs)
            if w.data.labels:
                return np.mean(forest.classes_[found.astype(int)] == y[rows])
            return -np.mean((found - y[rows]) ** 2) / y.var()

        drop = []
        for n in range(X.shape[1]):
            changed = X[rows].copy()
            changed[:, n] = X[order, n]
            drop.append(quality(X[rows]) - quality(changed))
        drops.append(drop)
    means = 100 * np.cumsum(drops, axis=0) / np.arange(1, len(drops) + 1)[:, None]
    assert_allclose(w.trace.out_of_bag[k], means, atol=1e-6)


def test_flips_are_predictions_that_differ(viewer):
    w = viewer
    for k in range(len(VALUES)):
        X = parts(w, k)[1][0]
        forest = w.trace.forests[k].forest
        order = np.random.default_rng([0, w.again]).permutation(len(X))
        for n in range(X.shape[1]):
            changed = X.copy()
            changed[:, n] = X[order, n]
            assert w.trace.flips[k, n] == np.count_nonzero(forest.predict(X) != forest.predict(changed))
            votes = 100 * forest.predict_proba(changed)[:, 1]
            assert_allclose(w.trace.held_out[k].after[n], votes, atol=1e-9)


def test_the_flipped_predictions_are_drawn_and_counted(viewer):
    viewer.move(feature="two_values", values=30.0)
    panel = next(panel for panel in viewer.scene.panels if panel.title.startswith("Held-out predictions"))
    dots = panel.marks[-1]
    before, after = (resolve(channel, viewer.state) for channel in (dots.x, dots.y))
    flipped = np.count_nonzero((before > 50) != (after > 50))
    assert f"permuting two_values once flips {flipped} of 60 held-out predictions." in viewer.caption
    viewer.feature = ""
    assert_allclose(resolve(dots.x, viewer.state), resolve(dots.y, viewer.state))
    assert "flips" not in viewer.caption


def test_a_random_feature_climbs_in_one_measure_only():
    """INT247: the impurity prefers features with more values. Over five seeds, the accuracy does not."""
    shares, drops = [], []
    for seed in range(5):
        w = ImportanceViewer(make_many_valued(180, relevance=0.3, seed=seed), trees=20, seed=seed)
        shares.append(w.trace.impurity[:, -1, -1])
        drops.append(w.trace.drops[:, -1, -1])
    means = np.mean(shares, axis=0)
    assert (np.diff(means) > 0).all()
    assert means[-1] > 3 * means[0]
    assert (np.abs(np.mean(drops, axis=0)) < 3).all()


def test_a_twin_shares_and_hides_importance():
    alone = ImportanceViewer(trees=40, tree=40, added="nothing").trace
    w = ImportanceViewer(trees=40, tree=40, added="a twin", copy=1.0)
    trace, n = w.trace, w.data.copied
    assert w.data.feature_names[n] == "two_values"
    assert trace.correlations[-1] == pytest.approx(1.0)
    pair = trace.impurity[-1, -1, [n, -1]]
    assert pair.max() < 0.75 * alone.impurity[0, -1, n]
    assert pair.min() > 0.3 * alone.impurity[0, -1, n]
    assert trace.drops[-1, -1, n] < 0.75 * alone.drops[0, -1, n]
    assert trace.drops[0, -1, -1] < 5
    assert "The twin correlates 1.00 with two_values." in w.caption


def test_the_twin_copies_the_share_that_the_slider_says():
    w = ImportanceViewer(trees=2, added="a twin", copied="continuous")
    for share, table in zip(COPIED, tables_with(w.data, w.added, 0), strict=True):
        same = np.mean(table[:, -1] == table[:, 0])
        assert share - 1e-9 <= same <= share + 0.05
        assert_allclose(np.sort(table[:, -1]), np.sort(table[:, 0]))  # shuffled, not changed


def test_captions_say_what_the_measures_say(viewer):
    for k, count in enumerate(VALUES):
        for tree in (1, 9, 25):
            viewer.move(values=float(count), tree=float(tree), feature="")
            impurity, drops = viewer.trace.impurity[k, tree - 1], viewer.trace.drops[k, tree - 1]
            ranks = [1 + int((values > values[-1]).sum()) for values in (impurity, drops)]
            change = -drops[-1] if abs(drops[-1]) > 1e-9 else 0.0
            assert viewer.caption == (
                f"{tree} tree{'' if tree == 1 else 's'}. random has {int(count)} different values. By impurity it ranks "
                f"{ranks[0]} of 6, with {format_number(impurity[-1])} %. By permutation it ranks {ranks[1]}: that changes "
                f"held-out accuracy by {format_number(change)} points."
            )
    assert viewer.selected == tuple(np.array([*viewer.data.feature_names, "random"])[np.argsort(-drops)][: (drops > 0).sum()])


def test_forests_are_grown_once(monkeypatch):
    grown = []
    real = grown_forests.impurity_importance
    monkeypatch.setattr(grown_forests, "impurity_importance", lambda forest: grown.append(1) or real(forest))
    table = make_many_valued(30, seed=77)
    w = ImportanceViewer(table, trees=2)
    assert len(grown) == len(VALUES)
    w.again = 1
    w.move(values=10.0, tree=2.0, feature="random")
    w.added = "nothing"
    w.added = "a random feature"
    ImportanceViewer(table, trees=2)
    assert len(grown) == len(VALUES) + 1


def test_new_permutations_change_the_held_out_drops_only(viewer):
    before = viewer.trace
    viewer.again = viewer.again + 1
    assert not np.array_equal(viewer.trace.drops, before.drops)
    assert np.array_equal(viewer.trace.impurity, before.impurity)
    viewer.again = 0
    assert np.array_equal(viewer.trace.drops, before.drops)


def test_outputs_are_predicted_as_numbers(fit):
    _, (X, y) = parts(fit, 0)
    forest = fit.trace.forests[0].forest
    assert_allclose(fit.trace.held_out[0].accuracy[-1], 100 * r2_score(y, forest.predict(X)), atol=1e-6)
    y = load_boston().y[::4]
    assert_allclose(fit.trace.held_out[0].before, y.mean() + y.std() * forest.predict(X), rtol=1e-6)
    assert_allclose(fit.data.outputs, (y - y.mean()) / y.std(), atol=1e-12)
    assert "changes the explained variance by" in fit.caption
    assert fit.scene.readouts[1].label == "Explained, held out"


def test_held_out_examples_are_not_trained_on(viewer):
    data = viewer.data
    assert not set(data.trained) & set(data.held_out)
    assert len(data.trained) == 120
    assert len(data.held_out) == 60
    assert abs(np.mean(data.y[data.trained] > 0) - np.mean(data.y[data.held_out] > 0)) < 0.02


# One's own data


def test_a_data_frame_of_twenty_columns_with_long_names():
    rng = np.random.default_rng(2)
    names = [f"a long name of a measurement, in units of something {n:02d}" for n in range(19)]
    frame = pd.DataFrame(rng.normal(size=(90, 19)), columns=names).assign(when=1_700_000_000 + 3600.0 * np.arange(90))
    y = np.where(frame[names[4]] > 0, 1, -1)
    w = ImportanceViewer(frame, y, trees=10, tree=10)
    assert w.selected[0] == names[4]
    assert w.data.names[-2:] == ("random", f"twin of {names[4]}")
    w.feature = names[4]
    assert "flips" in w.caption
    assert len(w.scene.panels[0].marks[0].names) == 21


def test_a_constant_column_has_no_importance():
    X = np.column_stack([np.random.default_rng(5).normal(size=(60, 2)), np.full(60, 7.0)])
    w = ImportanceViewer(X, np.where(X[:, 0] > 0, 1, -1), trees=6, tree=6)
    for measure in (w.trace.impurity, w.trace.drops, w.trace.out_of_bag):
        assert (measure[..., 2] == 0).all()
    w = ImportanceViewer(X, X[:, 1], trees=4, added="a twin", copied="x3")
    assert "The twin correlates – with x3." in w.caption


def test_values_far_from_zero_are_told_apart():
    """Trees compare values in single precision, which cannot tell Unix times within two minutes apart."""
    when = 1_700_000_000 + np.arange(60.0)
    w = ImportanceViewer(when[:, None], np.where(np.arange(60) % 30 < 15, 1, -1), trees=10, tree=10, added="nothing")
    assert w.trace.held_out[0].accuracy[-1] > 80


def test_outputs_far_from_zero_are_predicted_too():
    """The squares of outputs near 1e9 would leave no digit for their differences."""
    X = np.random.default_rng(6).normal(size=(60, 2))
    near, far = (ImportanceViewer(X, X[:, 0] + shift, trees=5, tree=5) for shift in (0.0, 1e9))
    assert_allclose(far.trace.impurity, near.trace.impurity, atol=1.0)  # 1e9 leaves seven decimals, so close splits may differ
    assert far.trace.held_out[0].accuracy[-1] > 50


def test_a_name_that_is_taken():
    rng = np.random.default_rng(3)
    w = ImportanceViewer(rng.normal(size=(30, 2)), rng.normal(size=30), feature_names=["random", "b"], trees=2)
    assert w.data.names == ("random", "b", "random, added", w.data.names[3])


@pytest.mark.parametrize(
    ("arguments", "keywords", "message"),
    [
        ((), {"y": [1, 2]}, "y must be given together with X"),
        ((), {"trees": 1}, "trees must be an integer between 2 and 2000; got 1"),
        ((), {"copied": "colour"}, "copied must be one of the features; got 'colour'"),
        ((), {"copied": 3}, "copied must be the name of a feature; got 3"),
        ((), {"added": "noise"}, "added must be one of"),
        (([[1.0], [2.0]], [1, 2]), {}, "X must have at least 12 examples, of which a third is held out; got 2"),
        ((pd.DataFrame({"a": ["x", "y"] * 10}), [0.0, 1.0] * 10), {}, r"X must hold numbers; .* in feature 0 \('a'\)"),
        ((), {"tres": 3}, "no keyword 'tres': did you mean 'trees'"),
    ],
)
def test_what_cannot_be_shown_is_refused(arguments, keywords, message):
    with pytest.raises((TypeError, ValueError), match=message):
        ImportanceViewer(*arguments, **keywords)


def test_without_scikit_learn_it_says_what_is_missing(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(grown_forests, "import_module", missing)
    with pytest.raises(ImportError, match="needs scikit-learn, which grows its forests"):
        ImportanceViewer(make_many_valued(30, seed=78), trees=2)


def test_many_examples_and_many_features():
    rng = np.random.default_rng(4)
    w = ImportanceViewer(rng.normal(size=(100_000, 3)), rng.normal(size=100_000), trees=3, added="nothing")
    assert len(w.data.trained) + len(w.data.held_out) == 600
    X = rng.normal(size=(60, 200))
    w = ImportanceViewer(X, np.where(X[:, 7] > 0, 1, -1), trees=10, tree=10)
    assert len(w.scene.panels[0].marks[0].names) == 60
    assert "random" in w.scene.panels[0].marks[0].names
    assert w.trace.drops.shape == (len(VALUES), 10, 201)
    w.show = next(name for name in w.data.feature_names if name not in w.scene.panels[0].marks[0].names)
    assert w.feature == w.show


@pytest.mark.slow
def test_five_hundred_trees(tmp_path):
    w = ImportanceViewer(trees=500, added="nothing")
    assert w.trace.at.tolist() == list(range(1, 501))
    w.tree = 500.0
    assert_allclose(w.trace.impurity[0, -1], 100 * w.trace.forests[0].forest.feature_importances_, atol=1e-9)
    assert w.to_html(tmp_path / "page.html").stat().st_size < 250_000


@pytest.mark.parametrize("added", words.ADDED)
def test_a_page_is_small(added, tmp_path):
    assert ImportanceViewer(added=added).to_html(tmp_path / "page.html").stat().st_size < 250_000

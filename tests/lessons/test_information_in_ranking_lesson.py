"""What lesson C3 says about mutual information is true, and what it names is on screen."""

import numpy as np
import pytest
from sklearn.metrics import mutual_info_score

from fewidgets import MutualInformationViewer
from fewidgets.algorithms import mutual_information
from fewidgets.data import load_auto_mpg, make_many_valued
from tests.lessons.lesson import lesson

LESSON = "C3_ranking_features"
BIT = np.log(2)


@pytest.fixture(scope="module")
def printed():
    return "\n".join(cell.printed for cell in lesson(LESSON).cells)


def test_the_numbers_of_the_messages(printed):
    score = mutual_info_score(None, None, contingency=np.array([[16, 4], [4, 16]])) / BIT
    assert f"sum: {score:.3f} bits" in printed
    assert "-0.132" in printed


def test_the_messages_can_be_dragged_to_no_information_and_to_one_bit():
    link = np.repeat(["link", "link", "no link", "no link"], [16, 4, 4, 16])
    kind = np.repeat(["spam", "fine", "spam", "fine"], [16, 4, 4, 16])
    w = MutualInformationViewer(link[:, None], kind, feature_names=["link"])
    for counts, bits in (([[10, 10], [10, 10]], 0), ([[20, 0], [0, 20]], 1), ([[5, 15], [5, 15]], 0)):
        w.counts = counts
        assert w.trace.table.score / BIT == pytest.approx(bits, abs=1e-12)


def test_the_best_random_feature_is_what_chance_gives(printed):
    noise = make_many_valued(60, seed=1)
    w = MutualInformationViewer(noise.X[:, 1:4], noise.y, feature_names=noise.feature_names[1:4], feature="ten_values")
    assert w.caption.endswith("It ranks 1st of 3.")
    assert w.trace.reached > 300, "many of the shuffles give as much"
    shuffled, formula = (float(line.split()[-2]) for line in printed.splitlines() if line.endswith(" nats") and ":" in line)
    assert formula == pytest.approx(9 / 120, abs=0.001)
    assert formula < shuffled < 1.4 * formula, "the next terms are not negligible"


def test_the_copy_ranks_beside_the_cylinders_and_adds_nothing_to_them(printed):
    cars = load_auto_mpg()
    economical = np.where(cars.y > np.median(cars.y), 1, -1)
    names = [*cars.feature_names, "copy of cylinders"]
    w = MutualInformationViewer(np.column_stack([cars.X, cars.X[:, 0]]), economical, feature_names=names)
    assert w.caption.endswith("It ranks 1st of 8, tied with copy of cylinders.")
    w.move(feature="weight", partner="cylinders")
    assert set(w.scene.panels[2].bars.names[-2:]) == {"cylinders", "copy of cylinders"}
    assert w.scene.panels[2].title == "Each feature together with cylinders"
    pair = mutual_information(cars.X[:, [0, 0]], economical)
    assert f"the best one: {pair.top(1)}   tied: {pair.ties}" in printed


def test_each_row_of_exclusive_or_has_one_label():
    a, b = np.array([0, 0, 1, 1] * 10), np.array([0, 1, 0, 1] * 10)
    w = MutualInformationViewer(np.column_stack([a, b]), a ^ b, feature_names=["a", "b"])
    assert w.trace.scores.values == pytest.approx([0, 0], abs=1e-12)
    w.partner = "b"
    assert w.counts.shape == (4, 2)
    assert (w.counts > 0).sum(axis=1).tolist() == [1, 1, 1, 1]

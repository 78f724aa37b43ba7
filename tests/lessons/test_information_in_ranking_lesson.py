"""What lesson C3 says about mutual information is true, and what it names is on screen."""

import numpy as np
import pytest
from sklearn.metrics import mutual_info_score

from fewidgets import MutualInformationViewer
from fewidgets.data import make_many_valued
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


def test_the_best_random_feature_is_what_chance_gives(printed):
    noise = make_many_valued(60, seed=1)
    w = MutualInformationViewer(noise.X[:, 1:4], noise.y, feature_names=noise.feature_names[1:4], feature="ten_values")
    assert w.caption.endswith("It ranks 1st of 3.")
    assert w.trace.reached > 300, "many of the shuffles give as much"
    shuffled, formula = (float(line.split()[-2]) for line in printed.splitlines() if line.endswith(" nats") and ":" in line)
    assert formula == pytest.approx(9 / 120, abs=0.001)
    assert formula < shuffled < 1.4 * formula, "the next terms are not negligible"

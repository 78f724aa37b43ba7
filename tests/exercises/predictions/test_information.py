"""The predictions on mutual information agree with scikit-learn and with shuffles, and so do the numbers in their texts."""

import numpy as np
import pytest
from sklearn.metrics import mutual_info_score

from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.information import EXAMPLES, LINK, noise_over_bins

BIT = np.log(2)


def test_the_link_tells_what_is_left_of_one_bit():
    kind = question("C3 link").kind
    link, spam = np.repeat([1, 1, 0, 0], np.ravel(LINK)), np.repeat([1, 0, 1, 0], np.ravel(LINK))
    assert kind.truth == pytest.approx(mutual_info_score(link, spam) / BIT)
    left = -(0.8 * np.log2(0.8) + 0.2 * np.log2(0.2))
    assert f"{left:.2f} bits" in kind.because
    assert kind.truth == pytest.approx(1 - left)
    assert f"{kind.truth:.3f}" in question("C3 link").gives_away
    for wrong in (0.8, 0.6, 0.05, 0.95):
        assert not kind.grade(wrong).right


def information(level, labels):
    """Count here, which takes scikit-learn longer than the rest; in bits."""
    counts = np.bincount(2 * level + labels, minlength=2 * level.max() + 2).reshape(-1, 2)
    return mutual_info_score(None, None, contingency=counts) / BIT


def test_the_curve_of_noise_is_that_of_shuffled_labels():
    rng = np.random.default_rng(5)
    labels = np.repeat([0, 1], EXAMPLES // 2)
    for bins, mean in zip(range(2, 11), noise_over_bins(), strict=True):
        level = np.arange(EXAMPLES) * bins // EXAMPLES
        found = [information(level, rng.permutation(labels)) for _ in range(300)]
        assert mean == pytest.approx(np.mean(found), abs=5 * np.std(found) / np.sqrt(300))
    kind = question("C3 bins").kind
    assert 0.1 < noise_over_bins()[-1] < 0.13
    assert noise_over_bins()[0] == pytest.approx(0.01, abs=0.005)
    assert kind.grade(noise_over_bins()).right
    assert "flat" in kind.grade(np.full(9, 0.01)).reason
    assert "too far" in kind.grade(np.linspace(0.01, 0.29, 9)).reason

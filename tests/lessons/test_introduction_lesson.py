"""What lesson 9.1 states is what its algorithms give."""

import numpy as np

from fewidgets import DimensionReductionViewer
from fewidgets.data import load_boston

BOSTON = load_boston()


def test_the_caption_of_the_first_state_names_two_features():
    assert DimensionReductionViewer(BOSTON, kept=2).caption.startswith(
        "2 features selected (LSTAT, RM): 15.4 % of the variance"
    )


def test_eight_components_and_twelve_features_keep_90_percent():
    trace = DimensionReductionViewer(BOSTON).trace
    shares = {scheme: np.array([each.kept[scheme] for each in trace]) for scheme in ("pca", "selection")}
    assert {scheme: 1 + int(np.argmax(share >= 0.9)) for scheme, share in shares.items()} == {"pca": 8, "selection": 12}
    assert [f"{100 * share:.1f}" for share in shares["pca"][6:8]] == ["89.9", "93.0"]

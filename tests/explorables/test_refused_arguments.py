"""A constructor says which argument does not fit, what it must be, and what was given."""

import numpy as np
import pytest

from fewidgets import (
    CorrelationRanking,
    FeatureRace,
    ImportanceViewer,
    LambdaSlider,
    MutualInformationViewer,
    OneHotViewer,
    RegularizerViewer,
    RescalingViewer,
    ScalingStepper,
    SelectorViewer,
    SideBySide,
    SpectrumViewer,
    SubsetLattice,
)
from fewidgets.data import load_boston, make_lasso_example

BOSTON = load_boston()
X, Y = BOSTON.X[:60, :3], BOSTON.y[:60]
TWINS = np.c_[X[:, 0], X[:, 0] + 1e-3 * X[:, 0].std() * (-1.0) ** np.arange(60)]
SOUND = np.sin(np.arange(200.0))

REFUSED = {
    "correlation, a feature of no data": (lambda: CorrelationRanking(feature="RM"), "^feature needs data; got no X"),
    "race, no run": (lambda: FeatureRace({}), "^traces must have 1 to .* runs; got 0"),
    "race, a run without a name": (lambda: FeatureRace({3: None}), "^traces must have a text as the name .* got 3"),
    "race, no run but a list": (lambda: FeatureRace({"a": [1]}), r"^traces\['a'\] must be a result of newton .* got a list"),
    "importance, a number as a name": (
        lambda: ImportanceViewer(X, Y, copied=2),
        "^copied must be the name of a feature; got 2",
    ),
    "lambda, data beside make": (lambda: LambdaSlider(BOSTON, make=make_lasso_example), "^X, y and truth must not be given"),
    "lambda, make is a name": (lambda: LambdaSlider(make="lasso"), "^make must be a function .* got 'lasso'"),
    "lambda, make without truth": (lambda: LambdaSlider(make=lambda **_: BOSTON), "^make must return a data set with true_w"),
    "lambda, truth is text": (lambda: LambdaSlider(X, Y, truth=["a"]), "^truth must hold numbers"),
    "lambda, truth is infinite": (lambda: LambdaSlider(X, Y, truth=[1, 2, np.inf]), "^truth must hold finite numbers"),
    "lambda, too few weights": (
        lambda: LambdaSlider.from_weights([0, 1], [[1, 0]], [0, 0], X, Y),
        r"^weights must be finite and have shape \(2, 3\); got shape \(1, 2\)",
    ),
    "information, labels of others": (
        lambda: MutualInformationViewer(X, [0, 1]),
        r"^y must have shape \(60,\).* got 2 labels",
    ),
    "information, a missing label": (
        lambda: MutualInformationViewer(X, [None, *"ab" * 29, "a"]),
        "^y must have a label for each example; it is missing in row 0",
    ),
    "one-hot, one category": (lambda: OneHotViewer(["a", "a"]), "^values must have 2 to .* categories; got 1"),
    "one-hot, everybody apart": (lambda: OneHotViewer(range(5000)), "^values must have 2 to .* categories; got 5,000"),
    "regularizer, names alike": (lambda: RegularizerViewer(feature_names=["a", "a"]), "^feature_names must be two different"),
    "regularizer, twins": (lambda: RegularizerViewer(TWINS, Y), "correlation must be at most 0.999"),
    "rescaling, names of no data": (lambda: RescalingViewer(feature_names=["a"]), "^feature_names must be given with X"),
    "rescaling, two tables": (lambda: RescalingViewer(X, source="income"), "^source must not be given with X"),
    "rescaling, one example": (lambda: RescalingViewer(X[:1]), "^X must have at least two examples; got 1"),
    "scaling, one feature twice": (lambda: ScalingStepper(X, Y, features=["x1", "x1"]), "^features must be two different"),
    "scaling, an unknown feature": (
        lambda: ScalingStepper(X, Y, features=["x1", "x9"]),
        "^features must be two of .* got 'x9'",
    ),
    "selectors, no comparison": (lambda: SelectorViewer(BOSTON), "^comparison must be a result of compare_selectors; got"),
    "side by side, a number": (lambda: SideBySide(3, RegularizerViewer()), "^left must be an explorable; got 3"),
    "side by side, of two": (
        lambda: SideBySide(SideBySide(RegularizerViewer(), RegularizerViewer()), RegularizerViewer()),
        "^left must be an explorable that neither asks a question nor shows two others",
    ),
    "side by side, one title": (
        lambda: SideBySide(RegularizerViewer(), RegularizerViewer(), titles=("a", "a")),
        "^titles must be two different texts",
    ),
    "sound, no rate": (lambda: SpectrumViewer(SOUND), "^sample_rate must be given for an array"),
    "sound, a rate alone": (lambda: SpectrumViewer(sample_rate=8000), "^sample_rate must be left out if there are no samples"),
    "sound, too short": (lambda: SpectrumViewer(SOUND[:9], 8000), r"^samples must have shape .*; got \(9,\)"),
    "sound, channels in rows": (lambda: SpectrumViewer(SOUND.reshape(100, 2).T.repeat(40, 0), 8000), "use samples.T"),
    "lattice, y alone": (lambda: SubsetLattice(y=Y), "^X is missing"),
    "lattice, data and a formula": (lambda: SubsetLattice(X, Y, formula="x1 + x2"), "^formula cannot be combined with data"),
    "lattice, an error of a formula": (lambda: SubsetLattice(error="training"), "^error needs data"),
    "lattice, a feature twice": (lambda: SubsetLattice.from_order([1, 1], "x1 + x2"), "^order must have each feature once"),
    "lattice, a feature too many": (
        lambda: SubsetLattice.from_order([2], "x1 + x2"),
        "^order must have features up to 1; got 2",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_it_is_refused_in_words(case):
    make, says = REFUSED[case]
    with pytest.raises((TypeError, ValueError), match=says):
        make()

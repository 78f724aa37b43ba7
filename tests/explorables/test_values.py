"""Tables with large, tiny or far values: the picture shows each value where it is, and messages name the column."""

import itertools
import json
import re
from fractions import Fraction
from functools import partial

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import fewidgets
from fewidgets.algorithms import Softmax, newton
from fewidgets.data import Sound
from fewidgets.scene import Frames, Path, resolve
from fewidgets.scene.page.encode import as_json, encode
from tests.explorables.hostile import HOSTILE

pytestmark = pytest.mark.slow

P, WIDTH = 40, 1000  # examples, and the length of an axis in pixels
PLAIN = np.random.default_rng(7).normal(size=(P, 2)) @ np.array([[1.0, 0.6], [0.0, 0.8]])
OUTPUTS = PLAIN @ [1.0, -2.0] + 0.3 * np.random.default_rng(8).normal(size=P)
LABELS = np.where(np.median(OUTPUTS) < OUTPUTS, 1.0, -1.0)


def race(X, y):
    return fewidgets.FeatureRace({"all": newton(Softmax(X, LABELS), np.zeros(X.shape[1] + 1), 5, epsilon=1e-7)})


ON_TABLES = {
    "BoostingStepper": partial(fewidgets.BoostingStepper, round=1),
    "BoostingVersusL1": fewidgets.BoostingVersusL1,
    "ContourDescent": partial(fewidgets.ContourDescent, steps=10),
    "CorrelationRanking": partial(fewidgets.CorrelationRanking, order="best first"),
    "DimensionReductionViewer": fewidgets.DimensionReductionViewer,
    "FeatureRace": race,
    "FittingRace": partial(fewidgets.FittingRace, round=3),
    "ImportanceViewer": partial(fewidgets.ImportanceViewer, trees=5),
    "ImputationViewer": lambda X, y: fewidgets.ImputationViewer(X, removed_share=0.2),
    "KernelRidgeViewer": fewidgets.KernelRidgeViewer,
    "LambdaSlider": fewidgets.LambdaSlider,
    "PolynomialDegreeViewer": partial(fewidgets.PolynomialDegreeViewer, degree=3),
    "MutualInformationViewer": lambda X, y: fewidgets.MutualInformationViewer(X, y > np.median(y)),
    "SubsetLattice": partial(fewidgets.SubsetLattice, step=1),
    "RegularizerViewer": fewidgets.RegularizerViewer,
    "RescalingViewer": lambda X, y: fewidgets.RescalingViewer(X),
    "ScalingStepper": fewidgets.ScalingStepper,
}
each = pytest.mark.parametrize("name", ON_TABLES)


def decoded(part):
    """Return the numbers of an encoded channel, as the browser reads them; None if it holds no array."""
    part = part.get("frames", part) if isinstance(part, dict) else part
    if not isinstance(part, dict) or "dtype" not in part:
        return None
    return np.frombuffer(part["data"], dtype=part["dtype"]).reshape(part["shape"]).astype(float)


def misplaced(scene):
    """List the channels that the browser draws more than half a pixel from their place, and axes that have no length."""
    wrong = []
    for panel, encoded in zip(scene.panels, encode(scene)["panels"], strict=True):
        for side in ("x",) if panel.bars else ("x", "y"):
            axis = panel.domain(side)
            ends = np.reshape(axis.values if isinstance(axis, Frames) else axis, (-1, 2))
            sent = decoded(encoded[side]["domain"]) if isinstance(axis, Frames) else encoded[side]["domain"]
            if not (ends[:, 1] > ends[:, 0]).all() or not np.array_equal(np.reshape(sent, (-1, 2)), ends):
                wrong.append((panel.title, side))
            unit = (ends[:, 1] - ends[:, 0]).min() / WIDTH
            for mark, part in zip(panel.marks, encoded["marks"], strict=True):
                for channel in mark.along(side):
                    exact = getattr(mark, channel)
                    numbers = decoded(part.get(channel))
                    if numbers is None:
                        continue
                    exact = np.asarray(exact.values if isinstance(exact, Frames) else exact, dtype=float)
                    seen = (exact >= ends.min()) & (exact <= ends.max())
                    if not (np.abs(numbers - exact)[seen] < 0.5 * unit).all():
                        wrong.append((panel.title, side, channel))
    return wrong


def check(w):
    json.dumps(as_json(encode(w.scene)), allow_nan=False)
    assert misplaced(w.scene) == []
    assert "∞" not in repr(w)
    assert "nan" not in repr(w).lower()


def check_unless_refused(name, X, y, refusal):
    try:
        w = ON_TABLES[name](X, y)
    except ValueError as error:
        if not re.search(refusal, str(error)):
            raise
    else:
        check(w)


@pytest.mark.slow
@each
@settings(max_examples=25, deadline=None)
@given(
    st.floats(-12, 12),
    st.floats(-12, 12),
    st.floats(-12, 12),
    st.sampled_from([0.0, 1.0, 1e2, 1e4, 1e6, 1e9]),
    st.sampled_from([0.0, -1.0, 1e3, 1e9]),
)
def test_each_value_is_shown_where_it_is_in_any_unit(name, first, second, output, shift, output_shift):
    X = (PLAIN + np.array([shift, -shift])) * [10.0**first, 10.0**second]
    y = (OUTPUTS + output_shift) * 10.0**output
    check_unless_refused(name, X, y, "'x[12]'")


FAR = {
    "1e9": 1e9 * (3 + PLAIN),
    "Unix times": 1.7e9 + 3 * PLAIN,
    "1e6 ± 1e-3": 1e6 + 1e-3 * PLAIN,
    "1e-12": 1e-12 * PLAIN,
    "1e40": 1e40 * PLAIN,
    "float32": PLAIN.astype(np.float32),
    "integers beyond 2**53": 2**53 + (1000 * PLAIN).astype(np.int64),
}


@each
@pytest.mark.parametrize("kind", FAR)
def test_values_that_people_have(name, kind):
    refusals = {
        "ContourDescent": "'x[12]' (lies too far from zero for its spread|is too large)",
        "ScalingStepper": "'x[12]' is too large" if kind == "1e40" else "never",
    }
    check_unless_refused(name, FAR[kind], OUTPUTS, refusals.get(name, "never"))


@pytest.mark.parametrize("unit", [1e-12, 1e-3, 1.0, 1e9])
@pytest.mark.parametrize("cost", ["least_squares", "softmax"])
def test_each_scaling_has_its_path_in_the_panel(unit, cost):
    """Mean-centring keeps the unit, so that its weights may be far larger or smaller than those of scaled input."""
    w = fewidgets.ContourDescent(unit * (3 + PLAIN), LABELS if cost == "softmax" else OUTPUTS, cost=cost)
    for scaling in ("mean-centred", "standardized", "sphered"):
        state = {**w.state, "scaling": scaling}
        panel = w.scene.panels[2]
        box = np.array([resolve(panel.domain(side), state) for side in ("x", "y")])
        lowest = w.landscapes[scaling].minimizer
        assert (box[:, 0] <= np.minimum(0, lowest)).all()
        assert (np.maximum(0, lowest) <= box[:, 1]).all()
        assert np.abs(lowest).max() > np.ptp(box[0]) / 60, "the minimizer can be distinguished from the start"
        path = next(mark for mark in panel.marks if isinstance(mark, Path))
        drawn = np.array([resolve(path.x, state), resolve(path.y, state)])
        assert np.nanmax(np.abs(drawn - box.mean(axis=1, keepdims=True))) < 100 * np.ptp(box[0])


@pytest.mark.parametrize("pair", list(itertools.combinations(range(6), 2)))
def test_two_features_in_very_different_units(pair):
    """Compare with least squares over standardized features, in each unit and scaling."""
    data = HOSTILE["extreme"]()
    X, names = data.X[:, pair], [data.feature_names[n] for n in pair]
    spread = X.std(axis=0)
    standardized = np.column_stack([np.ones(len(X)), (X - X.mean(axis=0)) / spread])
    weights = np.linalg.lstsq(standardized, data.y)[0][1:]
    w = fewidgets.ContourDescent(X, data.y, feature_names=names)
    check(w)
    for scaling in ("raw", "mean-centred"):
        assert_allclose(w.landscapes[scaling].minimizer * spread, weights, rtol=1e-6)
    assert_allclose(np.cov(w.landscapes["sphered"].X.T, bias=True), np.eye(2), atol=1e-6)
    assert_allclose(
        np.linalg.norm(w.landscapes["sphered"].minimizer),
        np.linalg.norm(standardized[:, 1:] @ weights) / np.sqrt(len(X)),
        rtol=1e-6,
    )
    w = fewidgets.ScalingStepper(X, data.y, feature_names=names)
    check(w)
    assert w.trace.conditions["PCA-sphering"][-1] == pytest.approx(1, abs=1e-6)
    assert w.trace.newton["PCA-sphering"].final.cost == pytest.approx(w.trace.minimum)


def test_the_condition_number_of_raw_data_is_exact():
    """Compare with rational arithmetic: the largest eigenvalue of the Hessian and of its inverse, by the power method."""
    X = 1_700_000_000 + np.round(3 * PLAIN)
    rows = np.array([[Fraction(value) for value in (1.0, *row)] for row in X.tolist()])
    a, b, c = hessian = rows.T @ rows / P
    inverse = np.array([np.cross(b, c), np.cross(c, a), np.cross(a, b)]).T / (a @ np.cross(b, c))

    def largest(matrix):
        vector = np.array([Fraction(1), Fraction(2), Fraction(3)])
        for _ in range(60):
            vector = matrix @ vector
            top = max(vector, key=abs)
            vector = np.array([(part / top).limit_denominator(10**40) for part in vector])
        return float(top)

    w = fewidgets.ScalingStepper(X, OUTPUTS)
    assert w.trace.conditions["PCA-sphering"][0] == pytest.approx(largest(hessian) * largest(inverse), rel=1e-6)


def test_a_table_writes_far_values_so_that_they_differ():
    w = fewidgets.ImputationViewer(FAR["Unix times"])
    table = w.scene.panels[0].marks[0]
    shown = {row[1] for row in table.rows.values[0]}
    assert len(shown) > 5
    assert all(text.startswith(("1,699,999,99", "1,700,000,00")) for text in shown)


@pytest.mark.parametrize(
    ("column", "message"),
    [
        (pd.date_range("2024-01-01", periods=P), r"datetime64.* in feature 1 \('when'\)\. Convert dates to a number first"),
        (["a", "b"] * (P // 2), r"in feature 1 \('when'\)\. Encode categories"),
        (np.full(P, 7.0), r"constant in feature 1 \('when'\)"),
        (np.full(P, 1e299), r"found 1e\+299 in row 0, feature 1 \('when'\)\. Rescale it first"),
    ],
)
@each
def test_a_column_without_usable_numbers_is_named(name, column, message):
    if name in ("FeatureRace", "MutualInformationViewer") or (
        name in ("CorrelationRanking", "ImportanceViewer", "ImputationViewer", "RescalingViewer") and "constant" in message
    ):
        return  # one takes traces, one takes text and constants (see test_levels), and the others show constant columns too
    with pytest.raises((TypeError, ValueError), match=message.replace(r"\. Rescale it first", "")):
        ON_TABLES[name](pd.DataFrame({"a": PLAIN[:, 0], "when": column}), OUTPUTS)


@pytest.mark.parametrize("name", ["BoostingStepper", "DimensionReductionViewer", "FittingRace", "LambdaSlider"])
def test_all_constant_columns_are_named(name):
    table = pd.DataFrame({"a": PLAIN[:, 0], "b": PLAIN[:, 1], **{f"sensor {n}": np.full(P, 3.0) for n in range(9)}})
    message = (
        r"constant in feature 2 \('sensor 0'\) \(every value is 3\), and in .*feature 7 \('sensor 5'\) and 3 more; drop them"
    )
    with pytest.raises(ValueError, match=message):
        ON_TABLES[name](table, OUTPUTS)


@pytest.mark.parametrize("name", ["ContourDescent", "RegularizerViewer", "ScalingStepper"])
def test_columns_that_depend_on_each_other_are_named(name):
    table = pd.DataFrame({"metres": PLAIN[:, 0], "feet": 3.28 * PLAIN[:, 0]})
    with pytest.raises(ValueError, match="'feet'"):
        ON_TABLES[name](table, OUTPUTS)


@pytest.mark.parametrize("size", [1e-12, 1e9])
def test_a_sound_of_any_size(size):
    wave = size * np.sin(np.arange(4000) / 5)
    check(fewidgets.SpectrumViewer(Sound("tone", wave, 8000.0, (), "A tone.", "", "")))

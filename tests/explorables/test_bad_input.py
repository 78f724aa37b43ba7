"""Whatever is thrown at a constructor: a working widget, TypeError or ValueError, and nothing else."""

import json
import warnings

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from fewidgets import BoostingStepper, LambdaSlider
from fewidgets.scene.page.encode import as_json

CASES = 300  # for each of the two
EXTREME = [0.0, 1.0, -1.0, np.nan, np.inf, 1e300, 1e-300, 1e60, 5e-324]
junk = st.sampled_from([None, True, "a", b"a", 3, 2.5, 10**400, 1 + 2j, [1, "a", None], {"a": 1}, object(), np.ma.masked])
tables = st.tuples(st.integers(0, 7), st.integers(0, 4)).flatmap(
    lambda shape: npst.arrays(float, shape, elements=st.sampled_from(EXTREME))
)


@st.composite
def data(draw):
    """X and y that mostly fit together, sometimes not at all."""
    if not draw(st.integers(0, 3)):
        return draw(st.one_of(tables, npst.arrays(npst.scalar_dtypes(), npst.array_shapes(max_dims=3)), junk)), draw(junk)
    P, N = draw(st.tuples(st.integers(2, 12), st.integers(1, 4)))
    X = np.random.default_rng(draw(st.integers(0, 10**6))).normal(size=(P, N)) * 10.0 ** draw(st.integers(-40, 40))
    return X, draw(st.sampled_from([X.sum(axis=1), np.arange(P) / 7, np.sign(np.arange(P) % 3 - 0.5), np.sign(X[:, 0])]))


def sometimes(strategy):
    """Leave the argument out in most cases, so that several wrong ones do not hide one another."""
    return st.integers(0, 15).flatmap(lambda n: strategy if n < 3 else junk if n == 3 else st.just(...))


KEYWORDS = {
    "feature_names": sometimes(st.lists(st.sampled_from(["a", "b", "{n}", "λ", ""]), max_size=4)),
    "cost": st.sampled_from([..., "softmax", "least_squares", "softmax", "least_sq"]),
    "reduction": sometimes(st.sampled_from(["mean", "sum", "sums"])),
    "feature": sometimes(st.sampled_from(["a", "x1", ""])),
    "layout": sometimes(st.sampled_from([{"width": "3px"}, {"wide": 1}, {"width": 3}])),
    "standardize": sometimes(st.booleans()),
}


@pytest.mark.slow
@pytest.mark.parametrize("explorable", [BoostingStepper, LambdaSlider])
def test_only_named_errors_come_out(explorable):
    outcomes = []

    @settings(max_examples=CASES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(data(), st.fixed_dictionaries(KEYWORDS))
    def throw(both, keywords):
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)
            try:
                widget = explorable(*both, **{name: value for name, value in keywords.items() if value is not ...})
            except (TypeError, ValueError) as error:
                outcomes.append(str(error))
                return
            outcomes.append(explorable)
            assert isinstance(widget.selected, tuple)
            json.dumps(as_json(dict(widget._scene)), allow_nan=False)
            widget.close()

    throw()
    assert "" not in outcomes, "an error must say what is wrong"
    assert outcomes.count(explorable) >= CASES // 20

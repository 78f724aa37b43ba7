"""Whatever is thrown at the constructors: a working widget, TypeError or ValueError, and nothing else."""

import datetime
import decimal
import fractions
import json
import warnings

import ipywidgets
import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from fewidgets import BoostingStepper, FittingRace, LambdaSlider
from fewidgets.scene.encode import as_json

CASES = 400  # for each of the two

numbers = st.one_of(
    st.floats(-10, 10),
    st.floats(),
    st.integers(-3, 3),
    st.sampled_from([0.0, 1.0, -1.0, np.nan, np.inf, 1e300, 1e-300, 1e60, 1e-30, 5e-324]),
)
tables = st.tuples(st.integers(0, 7), st.integers(0, 4)).flatmap(
    lambda shape: npst.arrays(float, shape, elements=numbers, fill=st.nothing())
)
decent = st.tuples(st.integers(2, 8), st.integers(1, 4)).flatmap(
    lambda shape: npst.arrays(float, shape, elements=st.floats(-1e3, 1e3), fill=st.nothing())
)
junk = st.one_of(
    st.none(),
    st.booleans(),
    st.text(max_size=4),
    st.binary(max_size=3),
    st.integers(),
    st.floats(),
    st.just(10**400),
    st.just(1 + 2j),
    st.sampled_from([decimal.Decimal("NaN"), decimal.Decimal(2), fractions.Fraction(1, 3), datetime.date(2020, 1, 1)]),
    st.lists(st.one_of(st.integers(-2, 2), st.text(max_size=2), st.none()), max_size=4),
    st.dictionaries(st.text(max_size=2), st.integers(), max_size=2),
    st.just(object()),
    st.just(np.array(3.0)),
    st.just(np.ma.masked),
    st.builds(lambda: (n for n in range(3))),
)


@st.composite
def data(draw):
    """X and y that mostly fit together, sometimes as a DataFrame, sometimes not fitting at all."""
    if draw(st.integers(0, 3)):  # three of four are sound, so that keywords are reached
        P, N = draw(st.tuples(st.integers(2, 12), st.integers(1, 4)))
        rng = np.random.default_rng(draw(st.integers(0, 10**6)))
        X = rng.normal(size=(P, N)) * 10.0 ** draw(st.integers(-40, 40)) + draw(st.sampled_from([0.0, 0.0, 5.0]))
        y = draw(
            st.sampled_from([X.sum(axis=1), np.arange(P) / 7, np.sign(np.arange(P) % 3 - 0.5), np.sign(X[:, 0] + 1e-300)])
        )
        return X, y
    X = draw(st.one_of(decent, tables, npst.arrays(npst.scalar_dtypes(), npst.array_shapes(max_dims=3)), junk))
    kind = draw(st.sampled_from(["numbers", "labels", "labels", "any", "junk"]))
    P = len(X) if isinstance(X, np.ndarray) and X.ndim else 3
    y = {
        "numbers": npst.arrays(float, P, elements=st.floats(-1e3, 1e3), fill=st.nothing()),
        "labels": npst.arrays(float, P, elements=st.sampled_from([-1.0, 1.0]), fill=st.nothing()),
        "any": npst.arrays(float, draw(st.integers(0, 8)), elements=numbers),
        "junk": junk,
    }[kind]
    if isinstance(X, np.ndarray) and X.ndim == 2 and X.dtype.kind == "f" and draw(st.integers(0, 4)) == 0:
        X = pd.DataFrame(
            X, columns=draw(st.lists(st.sampled_from(["a", "b", "c", "", 1]), min_size=X.shape[1], max_size=X.shape[1]))
        )
    return X, draw(y)


def sometimes(strategy):
    """Leave the argument out in most cases, so that several wrong ones do not hide one another."""
    return st.integers(0, 15).flatmap(lambda n: strategy if n in (5, 6, 7) else junk if n == 8 else st.just(...))


shared = {
    "feature_names": sometimes(st.lists(st.sampled_from(["a", "b", "{n}", "λ", ""]), max_size=4)),
    "cost": st.sampled_from([..., "softmax", "least_squares", "softmax", ..., "softmax", "least_squares", "least_sq"]),
    "reduction": sometimes(st.sampled_from(["mean", "sum", "sums"])),
    "feature": sometimes(st.sampled_from(["a", "x1", ""])),
    "layout": sometimes(st.sampled_from([{"width": "3px"}, {"wide": 1}, {"width": 3}, {}])),
    "lamb": st.integers(0, 30).map(lambda n: 1.0 if n == 17 else ...),
}
own = {
    BoostingStepper: {
        "rounds": sometimes(st.integers(-1, 5)),
        "standardize": sometimes(st.booleans()),
        "predict": sometimes(st.booleans()),
        "round": sometimes(st.integers(-1, 5)),
    },
    FittingRace: {
        "cost": st.just(...),
        "reduction": sometimes(st.sampled_from(["half_sum", "sum", "half"])),
        "degree": sometimes(st.integers(0, 5)),
        "constant": sometimes(st.booleans()),
        "rounds": sometimes(st.integers(-1, 12)),
        "standardize": sometimes(st.booleans()),
        "predict": sometimes(st.booleans()),
        "round": sometimes(st.integers(-1, 5)),
        "scale": sometimes(st.sampled_from(["as given", "equal length", "equal"])),
    },
    LambdaSlider: {
        "standardize": sometimes(st.sampled_from([True, False, "inputs", "outputs"])),
        "folds": sometimes(st.integers(-1, 6)),
        "seed": sometimes(st.integers(-1, 3)),
        "lam": sometimes(st.floats(0, 1e3)),
        "axis": sometimes(st.sampled_from(["log", "linear", "Log"])),
    },
}


@pytest.mark.slow
@pytest.mark.parametrize("explorable", [BoostingStepper, FittingRace, LambdaSlider], ids=lambda each: each.__name__)
def test_only_named_errors_come_out(explorable):
    outcomes = {"widget": 0, "TypeError": 0, "ValueError": 0}

    @settings(max_examples=CASES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(data(), st.fixed_dictionaries({**shared, **own[explorable]}))
    def throw(both, keywords):
        keywords = {name: value for name, value in keywords.items() if value is not ...}
        with warnings.catch_warnings():
            warnings.simplefilter("error", RuntimeWarning)
            try:
                widget = explorable(*both, **keywords)
            except (TypeError, ValueError) as error:
                kind, message = type(error).__name__, str(error)
            else:
                kind, message = "widget", repr(widget)
            outcomes[kind if kind in outcomes else "ValueError"] += 1
            assert message, "an error must say what is wrong"
            if kind != "widget":
                return
            assert isinstance(widget.selected, tuple)
            json.dumps(as_json(dict(widget._scene)), allow_nan=False)
            widget.close()
            widget.layout.close()

    throw()
    assert min(outcomes.values()) >= CASES // 20, outcomes
    ipywidgets.Widget.close_all()

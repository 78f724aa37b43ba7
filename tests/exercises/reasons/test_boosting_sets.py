"""What sets 9.10 and 9.11 say about cars and loans, computed from the tables."""

import numpy as np
import pytest

from fewidgets.algorithms import boost
from fewidgets.data import load_auto_mpg, load_credit


@pytest.fixture(scope="module")
def cars():
    """The complete cars: standard normalized features by name, and the miles per gallon."""
    table = load_auto_mpg(with_gaps=True)
    known = ~np.isnan(table.X).any(axis=1)
    X, y = table.X[known], table.y[known]
    assert len(known) - known.sum() == 6
    return (X - X.mean(axis=0)) / X.std(axis=0), y, table.feature_names


def test_displacement_takes_back_what_weight_took_too_much(cars):
    X, y, names = cars
    trace = boost(X, y, rounds=6)
    weight, year, displacement, horsepower = map(names.index, ("weight", "model_year", "displacement", "horsepower"))
    assert trace.order[:3].tolist() == [weight, year, displacement]
    assert trace.weights[3, displacement] > 0
    assert np.corrcoef(X[:, displacement], y)[0, 1] == pytest.approx(-0.80, abs=0.006)
    assert np.corrcoef(X[:, displacement], X[:, weight])[0, 1] > 0.9
    # Newer cars are lighter. Fitted together with the year, the weight counts less than alone.
    assert np.corrcoef(X[:, weight], X[:, year])[0, 1] < -0.2
    together = np.linalg.lstsq(X[:, [weight, year]], y - y.mean(), rcond=None)[0]
    assert abs(together[0]) < abs(trace.weights[1, weight])
    assert horsepower not in trace.order
    assert np.corrcoef(X[:, horsepower], y)[0, 1] == pytest.approx(-0.78, abs=0.005)
    assert np.corrcoef(X[:, weight], y)[0, 1] == pytest.approx(-0.83, abs=0.005)
    assert np.corrcoef(X[:, weight], X[:, horsepower])[0, 1] == pytest.approx(0.86, abs=0.005)


def test_personal_status_is_among_the_first_eight():
    table = load_credit()
    X = (table.X - table.X.mean(axis=0)) / table.X.std(axis=0)
    order = boost(X, table.y, rounds=8, cost="softmax").order
    assert "personal_status" in [table.feature_names[n] for n in order]
    assert boost(X, table.y, rounds=1, cost="softmax").bias == pytest.approx(np.log(7 / 3))
    # Other columns go along with it, so leaving it out does not make the model blind to it.
    code = table.X[:, table.feature_names.index("personal_status")] == 3  # the most frequent one
    for name in ("dependents", "housing", "employment", "age"):
        assert abs(np.corrcoef(table.X[:, table.feature_names.index(name)], code)[0, 1]) > 0.2

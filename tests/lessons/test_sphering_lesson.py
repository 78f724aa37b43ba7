"""What lesson 9.5 says about its data holds."""

import numpy as np

from fewidgets import ScalingStepper
from fewidgets.algorithms import (
    LeastSquares,
    MulticlassSoftmax,
    PCASphering,
    StandardNormalizer,
    gradient_descent,
    plain,
    search_step_length,
)
from fewidgets.data import load_auto_mpg, load_boston, load_mnist
from fewidgets.exercises.cars.held_out import held_out_errors
from fewidgets.exercises.cars.scores import difference
from tests.lessons.reading import cells

LESSON = "9.5_sphering"

boston = load_boston()


def test_only_sphering_makes_circles_of_the_contours():
    stepper = ScalingStepper(boston, features=("INDUS", "DIS"))
    r = abs(np.corrcoef(boston.X[:, [2, 7]].T)[0, 1])
    assert np.isclose(stepper.trace.conditions["PCA-sphering"][-1], 1)
    assert np.isclose(stepper.trace.conditions["standard normalization"][-1], (1 + r) / (1 - r))


def test_over_normalized_features_the_step_misses_from_nearly_everywhere():
    stepper = ScalingStepper(boston, features=("INDUS", "DIS"), scaling="standard normalization")
    missed = 0
    for angle in np.linspace(0, 2 * np.pi, 8, endpoint=False):
        stepper.start = tuple(5 * np.array([np.cos(angle + 0.1), np.sin(angle + 0.1)]))
        missed += stepper.trace.newton["standard normalization"].final.cost > (1 + 1e-6) * stepper.trace.minimum
        assert np.isclose(stepper.trace.newton["PCA-sphering"].final.cost, stepper.trace.minimum)
    assert missed == 8


def test_descent_over_standardized_features_is_slow():
    text = "".join(cells(LESSON))
    X = StandardNormalizer().fit_transform(boston.X)
    assert f"needs {steps_of_descent(X, boston.y)} steps to get within 0.1 % of the lowest" in text
    cars = load_auto_mpg()
    assert 200 < steps_of_descent(StandardNormalizer().fit_transform(cars.X), cars.y) < 1000
    assert "features takes hundreds" in " ".join(text.split())


def steps_of_descent(X, y):
    """Steps of length 0.1 from zero until the cost is within 0.1 % of the lowest."""
    with_one = np.column_stack([np.ones(len(y)), X])
    lowest = np.mean((y - with_one @ np.linalg.lstsq(with_one, y, rcond=None)[0]) ** 2)
    costs = gradient_descent(LeastSquares(X, y), np.zeros(X.shape[1] + 1), 0.1, 1000).costs
    return int(np.argmax(costs < 1.001 * lowest))


def test_the_variance_along_a_direction_is_its_eigenvalue():
    _, mu, V, d = plain.pca_sphere(boston.X)
    np.testing.assert_allclose(((boston.X - mu) @ V).var(axis=0), d)
    np.testing.assert_allclose(np.cov(boston.X.T, bias=True) @ V, d * V, atol=1e-6)


def test_where_the_air_is_bad_work_is_near():
    nox, dis = (boston.X[:, boston.feature_names.index(name)] for name in ("NOX", "DIS"))
    assert np.corrcoef(nox, dis)[0, 1] < -0.7


def test_the_digits_of_the_text():
    mnist = load_mnist()
    train, new = (mnist.X[part].astype(float) for part in (slice(0, 1000), slice(1000, 2000)))
    found = {}
    for name, scaling in (
        ("raw", None),
        ("normalized", StandardNormalizer(constant="drop")),
        ("sphered", PCASphering(near_zero="drop")),
        ("first 50", PCASphering(n_components=50, near_zero="drop")),
    ):
        X, others = (train, new) if scaling is None else (scaling.fit_transform(train), scaling.transform(new))
        run = search_step_length(MulticlassSoftmax(X, mnist.y[:1000]), np.zeros((X.shape[1] + 1, 10)), steps=10)
        wrong = MulticlassSoftmax(others, mnist.y[1000:2000]).misclassifications(run.trace.weights[-1])
        found[name] = run.trace.costs[-1], run.trace.misclassifications[-1], wrong, X.shape[1], run.step_length
    three = [found[name] for name in ("raw", "normalized", "sphered")]
    assert min(three)[0] == max(three, key=lambda run: run[2])[0] == found["sphered"][0]
    assert found["sphered"][1] == 0
    assert found["sphered"][3:] == (585, 10_000)
    assert "Sphering keeps 585 directions" in "".join(cells(LESSON))
    assert found["first 50"][2] < (found["sphered"][2] + found["normalized"][2]) / 2


def sphered_cars(keep):
    """Fit as the lesson does."""

    def fit(X, y):
        means, spread = np.nanmean(X, axis=0), np.nanstd(X, axis=0)

        def standardized(cars):
            return (np.where(np.isnan(cars), means, cars) - means) / spread

        S, mu, V, d = plain.pca_sphere(standardized(X))
        w = S[:, :keep].T @ y / len(y)
        return lambda cars: y.mean() + ((standardized(cars) - mu) @ V / np.sqrt(d))[:, :keep] @ w

    return fit


def least_squares_of_filled_cars(X, y):
    means = np.nanmean(X, axis=0)

    def features(cars):
        return np.column_stack([np.ones(len(cars)), np.where(np.isnan(cars), means, cars)])

    w = np.linalg.lstsq(features(X), y, rcond=None)[0]
    return lambda cars: features(cars) @ w


def test_what_sphering_does_to_the_error_of_the_cars():
    text = " ".join("".join(cells(LESSON)).split())
    seven, six, three = (held_out_errors(sphered_cars(keep)) for keep in (7, 6, 3))
    np.testing.assert_allclose(seven, held_out_errors(least_squares_of_filled_cars))
    assert f"No, it is {seven.mean():.2f} miles per gallon again" in text
    assert "grows a little, by {:.2f} ± {:.2f}".format(*difference(six, seven)) in text
    assert "grows by {:.2f} ± {:.2f}".format(*difference(three, seven)) + f", to {three.mean():.2f}" in text
    cars = load_auto_mpg(with_gaps=True).X
    d = np.linalg.eigvalsh(np.corrcoef(np.where(np.isnan(cars), np.nanmean(cars, axis=0), cars).T))[::-1]
    assert f"hold {d[:3].sum() / d.sum():.0%}".replace("%", " %") in text

from functools import cache

import numpy as np

from fewidgets.algorithms import (
    LeastSquares,
    MulticlassSoftmax,
    PCASphering,
    StandardNormalizer,
    hessian_condition,
    newton,
    normalization_steps,
    search_step_length,
    sphering_steps,
)
from fewidgets.data import load_boston, load_mnist
from fewidgets.exercises.bank.predictions.tables import columns, scaled
from fewidgets.exercises.predicting import Band, Estimate, OneOf, Question, SeveralOf

PAIR = ("INDUS", "DIS")
STEPS = ("Only centring", "Only rotating", "Only scaling")
SPHERED = "Sphered digits have the lowest cost and the fewest errors on new digits"
SPLIT = "Sphered digits have the lowest cost, normalized digits the fewest errors on new digits"
NORMALIZED = "Normalized digits have the lowest cost and the fewest errors on new digits"
RAW = "Raw pixels have the lowest cost and the fewest errors on new digits"


def _pair():
    return columns(load_boston(), *PAIR), load_boston().y


def elongations():
    """Return length over width of the contours of two weights, before and after each step."""
    X, y = _pair()
    found = []
    for points in sphering_steps(X).points:
        hessian = LeastSquares(points, y).hessian()
        inner = hessian[1:, 1:] - np.outer(hessian[1:, 0], hessian[0, 1:]) / hessian[0, 0]
        found.append(np.sqrt(hessian_condition(inner).number))
    return np.array(found)


def _step_that_changes_the_shape():
    ratios = elongations()
    (changed,) = np.flatnonzero(~np.isclose(ratios[1:], ratios[:-1], rtol=1e-6))
    return STEPS[changed]


def _left_by_normalization():
    X, y = _pair()
    return float(hessian_condition(LeastSquares(normalization_steps(X).points[-1], y).hessian()).number)


def _covariance():
    S = PCASphering().fit_transform(load_boston().X)
    covariance = S.T @ S / len(S)
    is_identity = np.allclose(covariance, np.eye(13), atol=1e-8)
    return f"{'The identity matrix: 1' if is_identity else '1/506'} on the diagonal, 0 elsewhere"


def costs_of_one_step():
    boston = load_boston()
    versions = {
        "Raw features": boston.X,
        "Normalized features": scaled(boston.X),
        "Sphered features": PCASphering().fit_transform(boston.X),
    }
    found = {}
    for name, X in versions.items():
        cost = LeastSquares(X, boston.y)
        start = np.zeros(14)
        end = newton(cost, start, steps=1, simplified=True, epsilon=0.0).final.cost
        found[name] = float(cost.value(start)), float(end)
    return found


def _lower_after_one_step():
    return tuple(name for name, (start, end) in costs_of_one_step().items() if end < start)


def mixed_features():
    first = PCASphering().fit(scaled(load_boston().X)).directions_[:, 0]
    return int((np.abs(first) > 1e-6).sum())


def _amount():
    return "All thirteen" if mixed_features() == 13 else "About half of them"


def _directions():
    X = load_boston().X
    copied = np.column_stack([X, X[:, 0] + X[:, 1]])
    return float(PCASphering(near_zero="drop").fit_transform(copied).shape[1])


@cache
def digit_runs():
    digits, train, new = load_mnist(), slice(0, 1000), slice(1000, 2000)
    found = {}
    for name, scaling in (
        (RAW, None),
        (NORMALIZED, StandardNormalizer(constant="drop")),
        (SPHERED, PCASphering(near_zero="drop")),
    ):
        X, others = (digits.X[part].astype(float) for part in (train, new))
        if scaling is not None:
            X, others = scaling.fit_transform(X), scaling.transform(others)
        run = search_step_length(MulticlassSoftmax(X, digits.y[train]), np.zeros((X.shape[1] + 1, 10)), steps=10).trace
        errors = MulticlassSoftmax(others, digits.y[new]).misclassifications(run.weights[-1])
        found[name] = float(run.costs[-1]), int(errors)
    return found


def _digits():
    runs = digit_runs()
    lowest, fewest = (min(runs, key=lambda name: runs[name][part]) for part in (0, 1))
    return lowest if lowest == fewest else SPLIT


PREDICTIONS = (
    Question(
        "9.5 contours",
        "Which step of sphering changes the shape of the contours over the two weights: how many times are they as long as "
        "wide?",
        OneOf(
            {
                "Only centring": "Centring moves the cloud. The best bias takes up the shift, so these contours stay as they "
                "are.",
                "Only rotating": "Rotating turns the ellipses and leaves their length and width alone. It is a common "
                "mix-up: the turn prepares the change of shape, but a turned ellipse is still the same ellipse.",
                "Only scaling": "Scaling stretches each axis by its own factor, and that turns the ellipses into circles. It "
                "can do so only because the turn has laid the ellipses along the axes.",
            },
            right=_step_that_changes_the_shape,
        ),
    ),
    Question(
        "9.5 without a turn",
        "The correlation of the two features is −0.71, and the condition number after centring is 49.3. What is it after "
        "standard normalization?",
        Estimate(
            _left_by_normalization,
            1.0,
            60.0,
            step=0.1,
            near=3.0,
            because="Scaling gives both features the variance 1, but they still move together, so the contours stay longer "
            "than wide. The stronger the correlation, the longer they are.",
            bands=(
                Band(
                    1.0,
                    2.9,
                    "Nearly 1 would mean circles. Equal variances make circles only if the features are uncorrelated.",
                ),
                Band(
                    8.5,
                    40.0,
                    "Too pessimistic: most of the length came from the different spreads of the two features, and scaling "
                    "removes all of that.",
                ),
                Band(
                    40.0,
                    60.0,
                    "That would mean that scaling changes nothing. It removes the part that comes from the different spreads.",
                ),
            ),
        ),
    ),
    Question(
        "9.5 covariance",
        "We sphere all thirteen features of the 506 districts. What is the covariance matrix of the sphered features?",
        OneOf(
            {
                "1/506 on the diagonal, 0 elsewhere": "Exercise 9.6 of the chapter prints this: it divides by P a second "
                "time. The covariance already contains the division by P.",
                "The variances of the raw features on the diagonal, 0 elsewhere": "That is close to the state after the turn "
                "alone. The last step divides by the standard deviations.",
                "1 on the diagonal, the correlations elsewhere": "That is what standard normalization leaves. The turn "
                "removes the correlations.",
                "The identity matrix: 1 on the diagonal, 0 elsewhere": "The turn makes the covariances 0, and the scaling "
                "makes the variances 1.",
            },
            right=_covariance,
        ),
        gives_away=("covariance is the identity", "identity matrix"),
    ),
    Question(
        "9.5 one step",
        "We start with all fourteen weights at zero and take one simplified Newton step. Over which features does this step "
        "lower the cost?",
        SeveralOf(
            {
                "Raw features": "Raw features have large means, so every weight corrects the whole error, and the cost rises "
                "from 592 to 37,415.",
                "Normalized features": "Correlated features correct the same error several times, and the cost rises from "
                "592 to 857.",
                "Sphered features": "The features are uncorrelated, so the weights do not depend on each other, and nothing "
                "is lost by treating each alone.",
            },
            right=_lower_after_one_step,
        ),
    ),
    Question(
        "9.5 names",
        "How many of the thirteen housing features does the first principal direction mix?",
        OneOf(
            {
                "One": "Then sphering would only reorder the features. A direction is a feature only where the features are "
                "uncorrelated from the start.",
                "About half of them": "PCA does not choose features. Small entries are common, but exact zeros are not.",
                "All thirteen": "PCA gives every feature some share in every direction. The weight of a direction no longer "
                "says which feature matters.",
            },
            right=_amount,
        ),
    ),
    Question(
        "9.5 sum of two",
        "We add a fourteenth column, the sum of the first two. Along how many principal directions do the fourteen columns "
        "vary?",
        Estimate(
            _directions,
            1.0,
            14.0,
            step=1.0,
            near=0.5,
            because="The new column adds a column, but no new direction: the cloud is flat along one of the fourteen "
            "directions, where the variance is 0.",
            bands=(
                Band(13.5, 14.0, "There are fourteen directions, but the cloud is flat along one of them."),
                Band(
                    11.5,
                    12.5,
                    "The first two columns still vary by themselves. Only one of the three columns follows from the other "
                    "two.",
                ),
                Band(1.0, 11.5, "Thirteen columns vary independently of each other, and the sum takes none of that away."),
            ),
        ),
    ),
    Question(
        "9.5 digits",
        "The pixels are raw, standard normalized or sphered, and each version gets the longest step length that works. Which "
        "versions do best?",
        OneOf(
            {
                SPHERED: "The cost does fall fastest over sphered digits. But directions in which the images hardly differ "
                "get the variance 1 too, and there the classifier learns the noise of its training images.",
                SPLIT: "Sphering makes the contours round, and a linear classifier can separate these images without an "
                "error. So their cost falls to nearly 0. But sphering also stretches directions that hold mostly noise. New "
                "digits have other noise.",
                NORMALIZED: "Normalized digits win on new images. But the sphered ones have rounder contours, and their cost "
                "falls faster.",
                RAW: "All pixels have the same unit, but not the same variance, and neighbours are correlated. The contours "
                "are long, so that the cost falls slowly.",
            },
            right=_digits,
        ),
        gives_away=("noise of the training", "sphered digits have more errors"),
    ),
)

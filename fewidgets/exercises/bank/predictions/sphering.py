import numpy as np

from fewidgets.algorithms import (
    LeastSquares,
    PCASphering,
    hessian_condition,
    newton,
    normalization_steps,
    sphering_steps,
)
from fewidgets.data import load_boston
from fewidgets.exercises.bank.predictions.tables import columns, scaled
from fewidgets.exercises.predicting import Band, Estimate, OneOf, Question, SeveralOf

PAIR = ("INDUS", "DIS")
STEPS = ("Only centring", "Only rotating", "Only scaling")


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
    """Return the costs at zero and after one simplified Newton step, over each version of the features."""
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


def _minimum_after_one_step():
    boston = load_boston()
    with_one = np.column_stack([np.ones(len(boston.y)), boston.X])
    residual = boston.y - with_one @ np.linalg.lstsq(with_one, boston.y, rcond=None)[0]
    lowest = np.mean(residual**2)
    return tuple(name for name, (_, end) in costs_of_one_step().items() if np.isclose(end, lowest, rtol=1e-6))


def _directions():
    X = load_boston().X
    copied = np.column_stack([X, X[:, 0] + X[:, 1]])
    return float(PCASphering(near_zero="drop").fit_transform(copied).shape[1])


PREDICTIONS = (
    Question(
        "9.5 contours",
        "Sphering centres, rotates and scales. Which of these steps changes the shape of the contours over the two weights, "
        "that is, their length divided by their width?",
        OneOf(
            {
                "Only centring": "Centring moves the cloud. The best bias takes up the shift, so these contours stay as they "
                "are.",
                "Only rotating": "Rotating turns the ellipses and leaves their length and width alone. It prepares the "
                "change of shape, but a turned ellipse is still the same ellipse.",
                "Only scaling": "Scaling stretches each axis by its own factor, and that turns the ellipses into circles. It "
                "can do so only because the rotation has laid the ellipses along the axes.",
            },
            right=_step_that_changes_the_shape,
        ),
        gives_away=(
            "only scaling",
            "becomes round",
            "rounder by itself",
            "scaling makes circles",
            "stretched into a circle",
            "scaling then makes circles",
            "change their shape",
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
            "than wide, and the condition number is (1 + 0.708) / (1 − 0.708) = 5.85. "
            "The stronger the correlation, the longer the contours.",
            bands=(
                Band(
                    1.0,
                    2.9,
                    "Nearly 1 would mean circles. Equal variances make circles only if the features are uncorrelated.",
                ),
                Band(
                    8.5,
                    40.0,
                    "That is too large. Most of the length came from the different spreads of the two features, and scaling "
                    "removes all of that.",
                ),
                Band(
                    40.0,
                    60.0,
                    "That would mean that scaling changes nothing. It removes the part that comes from the different spreads.",
                ),
            ),
        ),
        gives_away=("about 6", "nearly 6", "between 5 and 6", "eight times smaller", "8 times smaller"),
    ),
    Question(
        "9.5 covariance",
        "We sphere all thirteen features of the 506 districts. What is the covariance matrix of the sphered features?",
        OneOf(
            {
                "1/506 on the diagonal, 0 elsewhere": "That divides by P a second time. The covariance already contains "
                "the division by P.",
                "The variances of the raw features on the diagonal, 0 elsewhere": "After the rotation, the diagonal holds the "
                "variances along the principal directions. The last step divides by the standard deviations.",
                "1 on the diagonal, the correlations elsewhere": "That is what standard normalization leaves. The rotation "
                "removes the correlations.",
                "The identity matrix: 1 on the diagonal, 0 elsewhere": "The rotation makes the covariances 0, and the scaling "
                "makes the variances 1.",
            },
            right=_covariance,
        ),
        gives_away=(
            "covariance is the identity",
            "identity matrix",
            "variance 1",
            "uncorrelated",
            "covariances are 0",
            "curvature 2 in every direction",
        ),
    ),
    Question(
        "9.5 one step",
        "We take one simplified Newton step for all thirteen weights and the bias. Over which features does it reach the "
        "lowest cost, wherever it starts?",
        SeveralOf(
            {
                "Raw features": "Raw features have large means and are correlated, so every weight corrects the whole error, "
                "and from zero the cost rises from 592 to 37,415.",
                "Normalized features": "Correlated features correct the same error several times, and from zero "
                "the cost rises from 592 to 857.",
                "Sphered features": "The features are uncorrelated, so the Hessian has zeros off its diagonal, and the "
                "simplified step is Newton's step.",
            },
            right=_minimum_after_one_step,
        ),
        gives_away=(
            "finds the minimum over sphered",
            "sphered features in one step",
            "the Hessian is diagonal",
            "zeros off its diagonal",
            "each weight can be set alone",
            "each weight can be computed alone",
            "one simplified Newton step reaches the",
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
            because="The sum follows from the first two columns, so it adds no new direction. The cloud is flat along one of "
            "the fourteen directions: the variance there is 0.",
            bands=(
                Band(13.5, 14.0, "There are fourteen directions, but the cloud is flat along one of them."),
                Band(
                    11.5,
                    12.5,
                    "The first two columns still vary by themselves. Only one of the three columns follows from the other "
                    "two.",
                ),
                Band(1.0, 11.5, "Thirteen columns vary independently of each other, and adding a sum does not change that."),
            ),
        ),
        gives_away=(
            "no new direction",
            "flat along",
            "one direction without",
            "variance is 0",
            "one direction has no variance",
        ),
    ),
)

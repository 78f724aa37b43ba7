# mypy: allow-untyped-defs, allow-untyped-calls

from math import comb, perm

import numpy as np

from fewidgets.algorithms.selection.boosting import boost
from fewidgets.exercises.exercise import Exercise

# Centred, and on purpose not on one scale: feature 2 has the largest Σ x·r and does not win.
_X = np.array([[-1.0, 2.0, -6.0], [1.0, -1.0, 9.0], [0.0, -2.0, -6.0], [2.0, 1.0, 9.0], [-2.0, 1.0, -3.0], [0.0, -1.0, -3.0]])
_Y = np.array([-2.0, 3.0, 1.0, 5.0, -4.0, 0.0])
_TOY = {"X": _X, "y": _Y}


def _products(X, y):
    return (y - y.mean()) @ X


def _simplest(error, standard_error):
    """Return the smallest number of rounds whose error is within one standard error of the smallest error."""
    best = int(np.argmin(error))
    return int(np.argmax(error <= error[best] + standard_error[best]))


def _correlation(pounds, mpg):
    return float(np.corrcoef(pounds, mpg)[0, 1])


EXERCISES = (
    Exercise(
        name="9.6 winner",
        numbers=_TOY,
        solve=lambda X, y: int(boost(X, y).order[0]),
        hints=(
            "Subtract the bias from y, tune each feature's weight alone, and compare the three costs that are left.",
            "A feature x lowers the sum of squares of the residual r by (Σ x·r)² / Σ x². Compute that number for each column.",
        ),
        because="Tuned alone, this column leaves the smallest cost: its (Σ x·r)² / Σ x² is the largest of the three.",
        mistakes=(
            (
                lambda X, y: boost(X, y).order[0] + 1,
                "That is counted from 1. In code features are counted from 0, as Python counts columns.",
            ),
            (
                lambda X, y: np.abs(_products(X, y)).argmax(),
                "That column has the largest |Σ x·r|, but also the largest scale. What does its own Σ x² do to the cost?",
            ),
        ),
    ),
    Exercise(
        name="9.6 residual",
        numbers=_TOY,
        solve=lambda X, y: boost(X, y).residuals[1],
        hints=(
            "The residual is output minus model, and the model now has a bias and one weight.",
            "Start from y, subtract its mean, then subtract the winner's weight times the winner's column.",
        ),
        because="This is what the second round has to explain: the winner no longer correlates with it at all.",
        mistakes=(
            (
                lambda X, y: boost(X, y).residuals[0],
                "That is what the bias alone leaves. Subtract the first round too.",
            ),
            (
                lambda X, y: boost(X, y).residuals[1] + boost(X, y).bias,
                "The bias is a part of the model: subtract it as well.",
            ),
            (lambda X, y: -boost(X, y).residuals[1], "The signs are reversed: subtract the model from y."),
        ),
    ),
    Exercise(
        name="9.6 groups",
        numbers={"N": 30, "R": 3},
        solve=lambda N, R: comb(N, R),
        hints=(
            "A group is a set: the order in which its features are named does not matter.",
            "It is N! / (R! (N − R)!), or math.comb(N, R).",
        ),
        because="One round of groups of three already takes this many subproblems; one round of boosting takes 30.",
        mistakes=(
            (
                lambda N, R: perm(N, R),
                "That counts the same three features once for every order in which they can be named.",
            ),
            (lambda N, R: N**R, "That lets a feature be in a group twice, and counts orders."),
        ),
    ),
    Exercise(
        name="9.6 rounds",
        numbers={
            "error": np.array([9.0, 5.2, 4.5, 4.1, 4.0, 3.9]),
            "standard_error": np.array([0.9, 0.6, 0.7, 0.3, 0.4, 0.4]),
        },
        solve=_simplest,
        hints=(
            "Find the smallest error first. Which errors are larger by no more than its standard error?",
            "Errors up to the smallest one plus its standard error count as equally good. Take the first of them, and "
            "remember that the list begins with no rounds at all.",
        ),
        because="It is the smallest number of rounds whose error is at most the smallest error plus its standard error.",
        mistakes=(
            (
                lambda error, standard_error: error.argmin(),
                "That is the number of rounds with the smallest error. Fewer rounds are about as good.",
            ),
            (
                lambda error, standard_error: (error - standard_error <= error.min()).argmax(),
                "You used the standard error of each model. The rule uses the one that belongs to the smallest error.",
            ),
            (
                lambda error, standard_error: _simplest(error, standard_error) + 1,
                "Count again: the list begins with the error of no rounds at all.",
            ),
        ),
    ),
    Exercise(
        name="9.10 correlation",
        numbers={"pounds": np.array([2.0, 2.5, 3.0, 3.5, 4.0]), "mpg": np.array([34.0, 29.0, 22.0, 20.0, 15.0])},
        solve=_correlation,
        hints=(
            "Subtract each mean first. Then you need the mean of the products, and the standard deviation of each column.",
            "It is the mean of the products of the deviations, divided by both standard deviations. Is your sign plausible?",
        ),
        because="Heavy cars go fewer miles with a gallon, so it is negative. It is close to −1: the points lie near a line.",
        mistakes=(
            (lambda pounds, mpg: -_correlation(pounds, mpg), "The size is right. Do heavy cars go further with a gallon?"),
            (
                lambda pounds, mpg: _correlation(pounds, mpg) ** 2,
                "That is the square of the correlation. It has lost its sign.",
            ),
            (
                lambda pounds, mpg: np.cov(pounds, mpg, ddof=0)[0, 1],
                "That is the covariance, in pounds times miles per gallon. Divide it by both standard deviations.",
            ),
            (
                lambda pounds, mpg: np.polyfit(pounds, mpg, 1)[0],
                "That is the slope of the line, in miles per gallon and 1000 pounds. A correlation has no unit.",
            ),
        ),
    ),
    Exercise(
        name="9.11 bias",
        numbers={"good": 9, "bad": 3},
        solve=lambda good, bad: float(np.log(good / bad)),
        hints=(
            "With a bias b and nothing else, the cost is 9 log(1 + e⁻ᵇ) + 3 log(1 + eᵇ). Where is its slope 0?",
            "At the minimum, 1 / (1 + e⁻ᵇ) is the share of the good ones. Solve that for b.",
        ),
        because="At this output, 1 / (1 + e⁻ᵇ) is the share of the good applicants. It is the log odds.",
        mistakes=(
            (
                lambda good, bad: (good - bad) / (good + bad),
                "That is the mean of the labels. It minimizes squares, not the softmax cost.",
            ),
            (
                lambda good, bad: good / (good + bad),
                "That is the share of the good ones, and so a probability. Which output has this probability?",
            ),
            (
                lambda good, bad: np.log(bad / good),
                "The sign is the wrong way round: a positive output stands for the label +1, a good applicant.",
            ),
            (
                lambda good, bad: good / bad,
                "These are the odds. The softmax cost has e to the power of the output in it, so one step is missing.",
            ),
            (
                lambda good, bad: np.log10(good / bad),
                "That is the logarithm to base 10. The cost has powers of e in it.",
            ),
        ),
    ),
)

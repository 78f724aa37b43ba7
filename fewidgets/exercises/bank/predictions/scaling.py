import numpy as np

from fewidgets.algorithms import (
    LeastSquares,
    MinMaxNormalizer,
    PCASphering,
    Softmax,
    StandardNormalizer,
    gradient_descent,
    hessian_condition,
    search_step_length,
)
from fewidgets.data import (
    load_boston,
    load_breast_cancer,
)
from fewidgets.exercises.bank.predictions.tables import scaled as _scaled
from fewidgets.exercises.predicting import (
    Band,
    Estimate,
    OneOf,
    Ordering,
    Question,
)

PEOPLE = np.array([[1.60, 50.0], [1.70, 65.0], [1.80, 80.0], [1.90, 105.0]])  # metres, kilograms
INCOMES = np.array([20.0, 30.0, 40.0, 50.0, 1000.0])  # thousands


def _centimetres():
    before, after = _scaled(PEOPLE)[:, 0], _scaled(PEOPLE * [100.0, 1.0])[:, 0]
    return "They stay the same" if np.allclose(after, before) else "They become 100 times larger"


def hundred_steps():
    boston = load_boston()
    found = {}
    for name, scale in (
        ("raw", lambda X: X),
        ("min-max", MinMaxNormalizer().fit_transform),
        ("standardized", _scaled),
        ("sphered", PCASphering().fit_transform),
    ):
        cost = LeastSquares(scale(boston.X), boston.y)
        length = hessian_condition(cost.hessian()).longest_step / 2
        costs = gradient_descent(cost, np.zeros(14), length, 100).costs
        found[name] = float(costs[1]), float(costs[100])
    return found


def _after_hundred():
    costs = hundred_steps()
    return tuple(sorted(costs, key=lambda name: costs[name][1]))


def powers_of_ten():
    cancer = load_breast_cancer()
    raw, scaled = (
        search_step_length(Softmax(X, cancer.y), np.zeros(31), 50).step_length for X in (cancer.X, _scaled(cancer.X))
    )
    return float(np.log10(scaled / raw))


def _fifty():
    return float(MinMaxNormalizer().fit_transform(INCOMES[:, None])[3, 0])


def _condition_with_one_less():
    x = np.arange(6.0)[:, None]
    scaled = StandardNormalizer(ddof=1).fit_transform(x)
    return float(hessian_condition(LeastSquares(scaled, x.ravel()).hessian([0.0, 0.0])).number)


def _training_folds():
    P = len(load_breast_cancer().X)
    training = P - round(P / 5)
    return f"Five times, from about {training} patients each"


PREDICTIONS = (
    Question(
        "9.3 units",
        "We standardize heights from 1.60 m to 1.90 m: we subtract their mean and divide by their standard deviation. What "
        "happens to the results if the heights are given in centimetres instead?",
        OneOf(
            {
                "They become 100 times larger": "The differences from the mean do, but so does the standard deviation that "
                "divides them.",
                "They become 100 times smaller": "Dividing by a standard deviation that is 100 times larger would do that, "
                "if the differences from the mean did not grow as well.",
                "They stay the same": "Heights, mean and standard deviation all become 100 times larger, and the factor "
                "cancels. So scaled features do not depend on the unit.",
                "Their mean moves away from 0": "The mean is subtracted in the same unit, so the scaled mean is 0 in any "
                "unit.",
            },
            right=_centimetres,
        ),
    ),
    Question(
        "9.3 hundred steps",
        "Put the four versions in order of their cost after 100 steps, lowest first. Each version has a step length that "
        "suits it.",
        Ordering(
            ("raw", "min-max", "standardized", "sphered"),
            right=_after_hundred,
            because="Sphering makes circles, so one step is enough. Standardizing leaves the correlations. Min-max leaves "
            "the means as well, and raw input the units, too.",
            mistakes={
                (
                    "standardized",
                    "sphered",
                    "min-max",
                    "raw",
                ): "Nearly. Standardized features are still correlated, so descent has not quite arrived after 100 steps.",
                ("sphered", "min-max", "standardized", "raw"): "Nearly. Min-max does not centre, so the bias and the weights "
                "still depend on each other.",
            },
            otherwise="Ask of each version: are the means 0, are the spreads equal, are the correlations gone?",
        ),
    ),
    Question(
        "9.3 powers of ten",
        "The raw features have values from nearly 0 to above 4,000. How many powers of ten longer is the longest step length "
        "over the standardized features?",
        Estimate(
            powers_of_ten,
            0.0,
            10.0,
            unit="powers of ten",
            step=1.0,
            near=0.5,
            because="The curvature grows with the square of a feature. Values of 1,000 make it a million times larger, and "
            "the step length must be as much shorter.",
            bands=(
                Band(0.0, 2.5, "The features are up to a thousand times larger, and the curvature grows with their square."),
                Band(2.5, 4.5, "That is the size of the features themselves. The curvature grows with their square."),
                Band(4.5, 5.5, "Close: one power of ten more."),
                Band(6.5, 10.0, "Too many, although the idea is right: the curvature grows with the square of the features."),
            ),
        ),
    ),
    Question(
        "9.3 outlier",
        "Five incomes are 20, 30, 40, 50 and 1,000 (in thousands). What does min-max scaling make of the income 50?",
        Estimate(
            _fifty,
            0.0,
            1.0,
            step=0.01,
            near=0.03,
            because="It is (50 − 20) / (1,000 − 20). The largest value alone sets the scale, so four of five incomes end up "
            "close to 0.",
            bands=(
                Band(0.0, 0.0, "Only the smallest value becomes 0."),
                Band(0.06, 0.3, "Smaller: 50 is only 30 above the smallest value, and the whole range is 980."),
                Band(0.3, 0.7, "Min-max keeps distances. It does not put the middle of the list in the middle of the range."),
                Band(0.7, 1.0, "That would be its rank. Min-max keeps distances, so one large value squeezes the others."),
            ),
        ),
    ),
    Question(
        "9.3 P minus 1",
        "With equation (9.3), the least squares cost of a line over scaled input has the condition number 1. Which one "
        "results if we divide by P − 1 instead, for the six inputs 0, 1, 2, 3, 4 and 5?",
        Estimate(
            _condition_with_one_less,
            1.0,
            2.0,
            step=0.01,
            near=0.05,
            because="The standard deviation is larger with P − 1, so the scaled values are smaller. Their mean square is "
            "5/6, and the curvatures are 2 and 2 · 5/6.",
            bands=(
                Band(
                    1.0,
                    1.03,
                    "Nearly, but with few examples it shows: the scaled values are smaller, and so is one curvature.",
                ),
                Band(1.03, 1.15, "That is near the factor for the standard deviation. Curvature grows with its square."),
                Band(1.25, 2.0, "Too large: the two conventions differ by one example of six."),
            ),
        ),
    ),
    Question(
        "9.3 folds",
        "Cross-validation splits 569 patients into five folds. How often must means and standard deviations be computed, and "
        "from how many patients?",
        OneOf(
            {
                "Once, from all 569 patients": "Then the held-out patients help to scale the training data. Information "
                "about them leaks into the training, and the score may be too good.",
                "Five times, from about 114 patients each": "114 patients are one fold: the one that is held out. It must be "
                "scaled with the numbers of the other four.",
                "Ten times: five from 455 and five from 114": "The held-out fold is scaled with the training folds' numbers, "
                "never with its own. The model has only seen that scale.",
                "Five times, from about 455 patients each": "Each model has its own training folds, and everything that is "
                "learned, also a mean, is learned from these.",
            },
            right=_training_folds,
        ),
    ),
)

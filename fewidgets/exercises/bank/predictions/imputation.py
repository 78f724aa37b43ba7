import numpy as np

from fewidgets.algorithms import (
    LeastSquares,
    MeanImputer,
    Softmax,
    gradient_descent,
    mean_impute,
    newton,
)
from fewidgets.data import load_auto_mpg, load_breast_cancer_original
from fewidgets.exercises.bank.predictions.tables import scaled
from fewidgets.exercises.predicting import At, Axis, Band, Difference, Estimate, Highest, OneOf, Question, SeveralOf, Sketch

PEOPLE = np.array([[1.62, 61.0], [1.70, 58.0], [1.75, np.nan], [1.81, 83.0], [1.92, 94.0]])  # metres, kilograms
FITNESS = np.array([8.0, 7.0, 9.0, 10.0, 12.0])
ROWS = np.array([[1.0, 20.0, 3.0], [2.0, np.nan, 4.0], [np.nan, np.nan, 8.0], [4.0, 40.0, np.nan]])
ROWS_OUTPUT = np.array([0.1, 0.2, 0.3, np.nan])
SHARE = 0.4  # of the cars' values that the lesson removes
BINS = np.arange(40.0, 241.0, 20.0)  # horsepower

ACROSS = "On the dashed line at the mean mass, at its own height"
BOTH_MEANS = "Where the two dashed lines cross"


def _imputed_point():
    point = mean_impute(PEOPLE).X[2]
    means = np.nanmean(PEOPLE, axis=0)
    return ACROSS if np.allclose(point, [PEOPLE[2, 0], means[1]]) else BOTH_MEANS


def _normalized_mass():
    return float(scaled(mean_impute(PEOPLE).X)[2, 1])


def pulls():
    """Return what the third person adds to the gradient of a sum of squares: bias, height, mass."""
    inputs = scaled(mean_impute(PEOPLE).X)
    everyone, without = (
        LeastSquares(inputs[rows], FITNESS[rows], reduction="sum").gradient([1.0, 1.0, 1.0])
        for rows in (slice(None), [0, 1, 3, 4])
    )
    return np.asarray(everyone - without)


def _pulled():
    names = ("The bias", "The weight of height", "The weight of mass")
    return tuple(name for name, pull in zip(names, pulls(), strict=True) if abs(pull) > 1e-9)


def cars_with_gaps():
    """Return the 392 cars with two fifths of their values removed, as in `ImputationViewer`."""
    X = load_auto_mpg().X
    return np.where(np.random.default_rng(0).random(X.shape) < SHARE, np.nan, X)


def imputed_cars():
    return mean_impute(cars_with_gaps(), max_missing=1.0)


def _imputed(*names):
    return imputed_cars().X[:, [load_auto_mpg().feature_names.index(name) for name in names]]


def histogram():
    return np.histogram(_imputed("horsepower"), BINS)[0].astype(float)


def _variance_left():
    return 100 * (1 - SHARE)


def correlation_after():
    return float(np.corrcoef(_imputed("weight", "horsepower").T)[0, 1])


def _kept_rows():
    return tuple(f"Row {row}" for row in mean_impute(ROWS, ROWS_OUTPUT).rows.kept)


def _mean_for_strangers():
    strangers = np.array([[1.60, np.nan], [1.85, 100.0], [1.78, 90.0]])
    filled = MeanImputer().fit(PEOPLE).transform(strangers)[0, 1]
    candidates = {
        "The mean of the five training people": np.nanmean(PEOPLE[:, 1]),
        "The mean of the two new people whose mass is known": np.nanmean(strangers[:, 1]),
        "The mean of all people, training and new": np.nanmean(np.r_[PEOPLE[:, 1], strangers[:, 1]]),
    }
    return next(name for name, mean in candidates.items() if np.isclose(filled, mean))


def cancer_costs():
    cancer = load_breast_cancer_original()
    imputed = mean_impute(cancer.X, cancer.y).X
    tables = {"imputed only": imputed, "imputed and normalized": scaled(imputed)}
    return {name: gradient_descent(Softmax(X, cancer.y), np.zeros(10), 0.1, 100).costs for name, X in tables.items()}


def _lower_run():
    raw, normalized = (costs[-1] for costs in cancer_costs().values())
    return "The normalized grades" if normalized < 0.8 * raw else "Both are about the same"


def wrong_among_gaps():
    cancer = load_breast_cancer_original()
    X = scaled(mean_impute(cancer.X, cancer.y).X)
    weights = newton(Softmax(X, cancer.y), np.zeros(10), 10).weights[-1]
    gaps = np.isnan(cancer.X).any(axis=1)
    return int((np.sign(weights[0] + X[gaps] @ weights[1:]) != cancer.y[gaps]).sum())


PREDICTIONS = (
    Question(
        "9.4 imputed point",
        "We plot mass over height, with a dashed line at each mean. Where does the third person's point go when the missing "
        "mass is replaced by the mean?",
        OneOf(
            {
                BOTH_MEANS: "That would replace the height too. The height is known, so it stays as it is.",
                "On the trend: tall people have more mass": "Mean imputation looks at one feature at a time. It does not use "
                "the height to guess the mass. (Regression imputation does.)",
                "At a mass of 0 kg": "A person of 0 kg would pull the mean down, and the model would learn from a mass that "
                "nobody has.",
                ACROSS: "Only the missing value is filled in. The height is known, so it stays.",
            },
            right=_imputed_point,
        ),
        gives_away=("moves onto the line of the mean",),
    ),
    Question(
        "9.4 normalized gap",
        "The imputed table is standard normalized. Which number now stands for the missing mass?",
        Estimate(
            _normalized_mass,
            -2.0,
            2.0,
            step=0.1,
            near=0.1,
            because="The imputed value is the mean, and the first thing that normalization does is to subtract the mean.",
            bands=(
                Band(-2.0, -0.1, "Negative numbers stand for masses below the mean. This one is at the mean."),
                Band(
                    0.1,
                    2.0,
                    "Positive numbers stand for masses above the mean. This one is at the mean. The mean itself becomes 0, "
                    "and only a distance of one standard deviation becomes 1.",
                ),
            ),
        ),
        gives_away=("is exactly 0 now", "becomes exactly 0", "become exactly zero"),
    ),
    Question(
        "9.4 pull",
        "A linear model predicts fitness from the normalized height and mass. It has a bias and two weights. Which of the "
        "three does the third person change in a step of gradient descent?",
        SeveralOf(
            {
                "The bias": "The bias belongs to every example, so this person's error changes it.",
                "The weight of height": "The height is known, so this person still teaches the model about heights.",
                "The weight of mass": "An example changes a weight by its error times its feature, and this feature is 0.",
            },
            right=_pulled,
        ),
    ),
    Question(
        "9.4 histogram",
        "392 cars have from 46 to 230 hp, and about 110 of them have 80 to 100 hp. Two fifths of the values are lost at "
        "random and replaced by the mean of the rest, 106 hp. Sketch the histogram of all 392 values.",
        Sketch(
            "horsepower",
            Axis("cars", domain=(0.0, 200.0)),
            places=[f"{low:.0f}–{low + 20:.0f}" for low in BINS[:-1]],
            curves=("cars",),
            right=histogram,
            bars=True,
            because="All 158 imputed values are the same number, so they stand in one bin. The known values keep the shape "
            "of the histogram, with two fifths fewer cars in each bin.",
            differences=(
                Difference(
                    At("cars", 3.0),
                    "You left out the spike. Every imputed value is the same number, the mean, so all of them stand in one "
                    "bin.",
                    when="smaller",
                    by=60.0,
                ),
                Difference(
                    Highest("cars"),
                    "You drew the tallest bar at {yours} hp. It is at {truth} hp, where the mean lies.",
                ),
                Difference(
                    At("cars", 2.0),
                    "You kept the bin from 80 to 100 hp as tall as before. Two fifths of its cars have lost their value, and "
                    "these stand at the mean now.",
                    when="larger",
                    by=25.0,
                ),
            ),
            near=0.12,
            otherwise="The spike is right. Every other bin loses about two fifths of its cars and keeps the shape of the "
            "histogram.",
        ),
    ),
    Question(
        "9.4 variance",
        "Two fifths of the values of a feature are replaced by its mean. How much of the variance remains, in percent of the "
        "variance of the known values?",
        Estimate(
            _variance_left,
            0.0,
            150.0,
            unit="%",
            step=1.0,
            near=3.0,
            because="The imputed values do not deviate from the mean, so the sum of squared deviations stays the same. It is "
            "now divided by all examples instead of the known ones.",
            bands=(
                Band(0.0, 30.0, "Too little: the known values keep all their deviations from the mean."),
                Band(30.0, 45.0, "That may be the share of the missing values, or the square of what is left."),
                Band(45.0, 57.0, "Close, but a little too low. Count which share of the values still deviates from the mean."),
                Band(
                    63.0, 72.0, "Close, but a little too high. Count which share of the values still deviates from the mean."
                ),
                Band(72.0, 85.0, "That is near the factor for the standard deviation, which is the root of this."),
                Band(85.0, 105.0, "The mean stays the same. The variance does not: the imputed values have no deviation."),
                Band(105.0, 150.0, "Values at the mean cannot spread a feature out. They make it narrower."),
            ),
        ),
    ),
    Question(
        "9.4 correlation",
        "A car's mass and its horsepower have the correlation 0.86. What is it when two fifths of the values of both have "
        "been replaced by means?",
        Estimate(
            correlation_after,
            0.0,
            1.0,
            step=0.01,
            near=0.08,
            because="An imputed car lies on one of the two lines through the means, where the other feature may have any "
            "value. Such a car adds nothing to the covariance.",
            bands=(
                Band(0.0, 0.3, "Not that little: 131 cars still have both values, and these correlate as before."),
                Band(0.3, 0.47, "A little too low. The variances shrink as well, and the correlation divides by them."),
                Band(0.63, 0.8, "A little too high. A car counts for the covariance only if both its values are known."),
                Band(0.8, 0.9, "That holds for the cars with both values. The imputed ones have no relation between the two."),
                Band(0.9, 1.0, "Imputation pulls points onto lines parallel to the axes, and that lowers a correlation."),
            ),
        ),
    ),
    Question(
        "9.4 rows kept",
        "We drop examples without an output, and examples with more than half of their features missing. Which of the four "
        "rows stay?",
        SeveralOf(
            {
                "Row 0": "Nothing is missing in it.",
                "Row 1": "One of three features is missing, which is less than half, so the gap can be filled.",
                "Row 2": "Two of three features are missing, so after imputation it would be mostly made up.",
                "Row 3": "Its output is missing, and outputs are never imputed, so the model has nothing to learn from it.",
            },
            right=_kept_rows,
        ),
    ),
    Question(
        "9.4 new people",
        "Three new people arrive. One has no recorded mass, and the others have 100 kg and 90 kg. Which value fills the gap?",
        OneOf(
            {
                "The mean of the two new people whose mass is known": "Then the same person would get another prediction in "
                "other company, and a person who comes alone could not get one at all.",
                "The mean of all people, training and new": "Then every new person would change the means, and with them all "
                "earlier predictions. The model was trained with one fixed mean.",
                "The mean of the five training people": "A new example is treated exactly as the training examples were. The "
                "answer for one person must not depend on who else is in the room.",
            },
            right=_mean_for_strangers,
        ),
    ),
    Question(
        "9.4 faster",
        "We take 100 steps of gradient descent on the softmax cost, from zero and with step length 0.1. Over which grades "
        "does the cost get lower?",
        OneOf(
            {
                "The imputed grades, as they are": "Grades have the same unit, so scaling may look needless. But their means "
                "are far from 0, so bias and weights depend on each other, and the contours are long.",
                "The normalized grades": "Centring separates the bias from the weights, and the contours become rounder.",
                "Both are about the same": "All grades run from 1 to 10, so little seems left to scale. But centring alone "
                "makes the contours much rounder.",
            },
            right=_lower_run,
        ),
    ),
    Question(
        "9.4 sixteen samples",
        "The model is fitted to all 699 samples, with the gaps filled. How many of the sixteen samples with a gap does it "
        "misclassify?",
        Estimate(
            lambda: float(wrong_among_gaps()),
            0.0,
            16.0,
            step=1.0,
            near=1.5,
            because="Eight of the nine features are known, and the features are correlated, so the others make up for most "
            "of what is missing.",
            bands=(
                Band(0.0, 0.5, "Nearly. The model has errors among the other samples too."),
                Band(3.5, 7.0, "Fewer: only one of nine features is missing, and the others tell much the same."),
                Band(7.0, 16.0, "That would be no better than guessing. Eight of nine features are still known."),
            ),
        ),
    ),
)

import numpy as np

from fewidgets.algorithms import LeastSquares, MeanImputer, mean_impute
from fewidgets.data import load_auto_mpg
from fewidgets.exercises.bank.predictions.tables import scaled
from fewidgets.exercises.predicting import At, Axis, Band, Difference, Estimate, Highest, OneOf, Question, SeveralOf, Sketch

PEOPLE = np.array([[1.62, 61.0], [1.70, 58.0], [1.88, np.nan], [1.81, 83.0], [1.92, 94.0]])  # metres, kilograms
FITNESS = np.array([8.0, 7.0, 9.0, 10.0, 12.0])
SHARE = 0.4  # of the cars' values that the lesson removes
BINS = np.arange(40.0, 241.0, 20.0)  # horsepower

ACROSS = "On the dashed line at the mean mass, at its own height"
BOTH_MEANS = "Where the two dashed lines cross"


def _imputed_point():
    point = mean_impute(PEOPLE).X[2]
    means = np.nanmean(PEOPLE, axis=0)
    return ACROSS if np.allclose(point, [PEOPLE[2, 0], means[1]]) else BOTH_MEANS


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


def correlation_after():
    return float(np.corrcoef(_imputed("weight", "horsepower").T)[0, 1])


def _mean_for_strangers():
    strangers = np.array([[1.60, np.nan], [1.85, 100.0], [1.78, 90.0]])
    filled = MeanImputer().fit(PEOPLE).transform(strangers)[0, 1]
    candidates = {
        "The mean of the five training people": np.nanmean(PEOPLE[:, 1]),
        "The mean of the two new people whose mass is known": np.nanmean(strangers[:, 1]),
        "The mean of all people, training and new": np.nanmean(np.r_[PEOPLE[:, 1], strangers[:, 1]]),
    }
    return next(name for name, mean in candidates.items() if np.isclose(filled, mean))


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
        gives_away=("moves onto the line of the mean", "on the dashed line at", "keeps its height", "at the mean mass"),
    ),
    Question(
        "9.4 pull",
        "The table of the five people is imputed and then standardized. A linear model predicts their fitness. Which "
        "of its three weights does the third person change in a step of gradient descent?",
        SeveralOf(
            {
                "The bias": "For the bias, the value is 1 in every example, so this person's error changes it.",
                "The weight of height": "The height is known, so the model learns from it.",
                "The weight of mass": "Normalization turns the imputed mass into 0, so this person's error changes nothing "
                "here, as it should be, because nobody knows the mass.",
            },
            right=_pulled,
        ),
        gives_away=("becomes 0", "becomes zero", "exactly 0", "this feature is 0", "imputed value is 0", "imputed mass is 0"),
    ),
    Question(
        "9.4 histogram",
        "392 cars have from 46 to 230 hp, and 113 of them have 80 to 100 hp. Two fifths of the values are lost at "
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
                    "these cars stand at the mean now.",
                    when="larger",
                    by=25.0,
                ),
            ),
            near=0.12,
            otherwise="The spike is right. Every other bin loses about two fifths of its cars and keeps the shape of the "
            "histogram.",
        ),
        gives_away=("spike", "tallest bar", "in one bin", "all the same number", "imputed values are the same"),
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
            "value. Such a car adds nothing to the covariance. Only a third of the cars have both values, so the covariance "
            "falls to about a third. The two variances fall to about 0.6, and 0.86 · 0.33 / 0.6 is about 0.5.",
            bands=(
                Band(0.0, 0.3, "Not that little: 131 cars still have both values, and these correlate as before."),
                Band(
                    0.3, 0.47, "A little too low. The correlation divides by the standard deviations, and these shrink, too."
                ),
                Band(0.63, 0.8, "A little too high. A car counts for the covariance only if both its values are known."),
                Band(0.8, 0.9, "That holds for the cars with both values. The imputed ones have no relation between the two."),
                Band(0.9, 1.0, "Imputation pulls points onto lines parallel to the axes, and that lowers a correlation."),
            ),
        ),
        gives_away=(
            "correlations shrink",
            "correlation falls",
            "lowers the correlation",
            "nothing to the covariance",
            "lie on the two dashed lines",
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
                "prediction for one person must not depend on who else arrives.",
            },
            right=_mean_for_strangers,
        ),
        gives_away=(
            "means of the training data",
            "mean of the training",
            "statistics of the training",
            "fixed mean",
            "from the five people",
        ),
    ),
)

from functools import cache

import numpy as np

from fewidgets.algorithms import MinMaxNormalizer, StandardNormalizer, degree_sweep
from fewidgets.data import load_auto_mpg, load_uneven
from fewidgets.exercises.bank.predictions.tables import columns
from fewidgets.exercises.predicting import Band, Estimate, OneOf, Question

PEOPLE = ("Ada", "Ben", "Cem", "Dina", "Eli", "Fay", "Gus", "Hana")
NEW_PERSON = (79.0, 5.4, 146.0, 2.0, 58_900.0)
TYPO = 560.0  # typed as the age of Eli, who is 56
ELI = 4
NUMBERS = np.arange(6.0)
RESCALED = MinMaxNormalizer((-1.0, 1.0))


@cache
def sweep_of_cars():
    """Fit polynomials of horsepower, rescaled to −1 … 1, to the mileage of cars."""
    cars = load_auto_mpg()
    return degree_sweep(RESCALED.fit_transform(columns(cars, "horsepower")), cars.y, 20)


def _decisive():
    people = load_uneven()
    squares = (people.X - NEW_PERSON) ** 2
    return people.feature_names[int(squares.sum(axis=0).argmax())]


def _age():
    return float(MinMaxNormalizer().fit(load_uneven().X).transform([NEW_PERSON])[0, 0])


def _first_entry():
    by_p, by_one_less = (abs(StandardNormalizer(ddof).fit_transform(NUMBERS[:, None])[0, 0]) for ddof in (0, 1))
    return "farther from 0" if by_p > by_one_less else "closer to 0"


def _others():
    ages = load_uneven().X[:, 0].copy()
    ages[ELI] = TYPO
    scaled = MinMaxNormalizer().fit_transform(ages[:, None])[:, 0]
    return float(np.delete(scaled, ELI).max())


def _degree():
    return float(sweep_of_cars().one_standard_error_degree)


PREDICTIONS = (
    Question(
        "C1 decisive feature",
        "The new person is 79 years old, 5.4 feet tall, weighs 146 pounds, has 2 further illnesses, and earns 58,900 dollars. "
        "We look for the most similar of the eight people by the straight-line distance over the five numbers as they are. "
        "Which feature decides?",
        OneOf(
            {
                "age": "Ages differ by a few dozen years. A difference of 100 dollars already counts more.",
                "comorbidities": "It may matter most for health. But it differs by 2 at most, which hardly counts here.",
                "income": "Each income differs by 900 dollars or more, all other features by less than 100. Their squares "
                "hardly count beside that of the income.",
                "all five, about equally": "The distance adds squares of differences. The unit of a feature decides how large "
                "these are.",
            },
            right=_decisive,
        ),
        gives_away=(
            "difference of the incomes",
            "income decides",
            "income counts most",
            "come from income",
            "does income dominate",
            "income in millions",
            "income has the largest",
        ),
    ),
    Question(
        "C1 beyond the range",
        "The ages of the eight people run from 23 to 70. The new person is 79. What does min-max rescaling make of 79, with "
        "the minimum and the maximum of the eight people?",
        Estimate(
            _age,
            0.0,
            2.0,
            step=0.01,
            near=0.03,
            because="It is (79 − 23) / (70 − 23). Only the training data are sure to lie between 0 and 1. New examples may "
            "lie outside.",
            bands=(
                Band(0.0, 0.97, "79 is above the largest age of the eight, which becomes 1."),
                Band(0.97, 1.03, "That is the largest age of the eight people. The new person is older, and is not clipped."),
                Band(1.03, 1.17, "A little more. You may have divided 79 by 70. First subtract the smallest age from both."),
                Band(1.21, 2.0, "Too far: 79 is only 9 years above the maximum, and the range is 47 years."),
            ),
        ),
        gives_away=(
            "leave the range",
            "larger than 1",
            "above 1",
            "outside of 0 to 1",
            "is that so",
            "not clipped",
            "beyond 1",
        ),
    ),
    Question(
        "C1 divisor",
        "The slide standardizes the numbers 0, 1, 2, 3, 4 and 5. Its first entry is −1.336306. NumPy's `std` divides the sum "
        "of squares by P = 6. What does the first entry become with it?",
        OneOf(
            {
                "the same": "Then the slide would divide by P, too. Compute the standard deviation: the root of 17.5 / 6.",
                "closer to 0": "The other way round. Dividing the sum of squares by the larger number makes the standard "
                "deviation smaller. And we divide by it.",
                "farther from 0": "P is larger than P − 1, so the standard deviation is smaller, and the quotient larger. The "
                "slide divides by P − 1.",
            },
            right=_first_entry,
        ),
        gives_away=(
            "P/(P-1)",
            "it divides by P - 1",
            "the slide divides by",
            "farther from 0",
            "numbers get larger",
            "the smaller standard deviation",
            "larger z-scores",
        ),
    ),
    Question(
        "C1 squeezed",
        "Somebody types 560 instead of 56 as the age of Eli. The other seven people are 23 to 70 years old. After min-max "
        "rescaling, they lie between 0 and which number?",
        Estimate(
            _others,
            0.0,
            1.0,
            step=0.001,
            near=0.02,
            because="It is (70 − 23) / (560 − 23). The largest value alone sets the scale.",
            bands=(
                Band(0.1, 0.2, "That is near 70 / 560. First subtract the smallest age from both."),
                Band(0.2, 0.9, "Smaller: the seven ages span 47 years, and the range is 537 years now."),
                Band(0.9, 1.0, "That was so before the error. The maximum is now 560, and only Eli becomes 1."),
            ),
            below="Not quite as close to 0: the seven ages span 47 of 537 years.",
        ),
        gives_away=(
            "squeezed together",
            "squeezes all others",
            "close to 0",
            "come near 0",
            "all ages alike",
            "close together",
            "age hardly counts",
        ),
    ),
    Question(
        "C1 degree",
        "We fit miles per gallon by a polynomial of horsepower, of degree 0 to 20, and measure its error on held-out cars. "
        "Many degrees are about equally good. Which is the lowest degree within one standard error of the best?",
        Estimate(
            _degree,
            0.0,
            20.0,
            step=1.0,
            near=0.0,
            because="The points follow a bent curve, and a parabola bends once. A line misses the bend: its error is several "
            "standard errors larger. Degrees above 2 gain less than one standard error.",
            bands=(
                Band(0.0, 0.0, "Degree 0 predicts the same mileage for each car."),
                Band(1.0, 1.0, "A line misses the bend: its error is several standard errors larger than the best."),
                Band(3.0, 7.0, "These are as good. But a lower degree is within one standard error too."),
                Band(8.0, 20.0, "So many bends fit accidents of the training cars. The held-out error rises in the end."),
            ),
        ),
        gives_away=(
            "degree 2 will do",
            "degrees above 3",
            "degree 3 is plenty",
            "first two degrees gain most",
            "a parabola is enough",
            "bends once",
            "a square is enough",
            "after degree 2",
        ),
    ),
)

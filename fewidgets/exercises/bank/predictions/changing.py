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
def sweep_of_cars(*, raw):
    """Fit polynomials of horsepower to the mileage of cars: raw powers, or powers of the feature rescaled to −1 … 1."""
    cars = load_auto_mpg()
    x = columns(cars, "horsepower")
    return degree_sweep(x if raw else RESCALED.fit_transform(x), cars.y, 20)


def neighbour(*, typo):
    X = load_uneven().X.copy()
    if typo:
        X[ELI, 0] = TYPO
    scaler = MinMaxNormalizer().fit(X)
    distances = np.linalg.norm(scaler.transform(X) - scaler.transform([NEW_PERSON]), axis=1)
    return PEOPLE[int(distances.argmin())]


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
    return float(sweep_of_cars(raw=False).one_standard_error_degree)


def _twenty():
    errors = sweep_of_cars(raw=True).training_errors
    return "It is worse than predicting the mean" if errors[20] > errors[0] else "It is higher, but better than the mean"


def _first_loss():
    return float(sweep_of_cars(raw=True).broken_from)


PREDICTIONS = (
    Question(
        "C1 decisive feature",
        "The new person is 79 years old, 5.4 feet tall, weighs 146 pounds, has 2 further illnesses, and earns 58,900 dollars. "
        "We look for the most similar of the eight people by the straight-line distance over the five numbers as they are. "
        "Which feature decides?",
        OneOf(
            {
                "age": "Ages differ by a few dozen years. A difference of 100 dollars already counts more.",
                "comorbidities": "It may matter most for health. But it differs by 2 at most, so the distance hardly sees it.",
                "income": "Incomes differ by tens of thousands, all other features by less than 100. Their squares vanish "
                "beside those of the income.",
                "all five, about equally": "The distance adds squares of differences. The unit of a feature decides how large "
                "these are.",
            },
            right=_decisive,
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
    ),
    Question(
        "C1 nearest",
        "In raw units, Ben is nearest to the new person: both earn about the same. Who is nearest after min-max rescaling?",
        OneOf(
            {
                "Ben": "Their incomes are nearly equal. But Ben is 35 and has no further illness, and these count now.",
                "Fay": "She is old too, has the same illnesses, and about the same height and weight. Now each feature counts "
                "by its share of the range.",
                "Gus": "His age is the closest. But he is taller and heavier, and has only one further illness.",
                "Hana": "She is the most similar in all features but one: she is 26, and age counts as much as any other "
                "feature now.",
            },
            right=lambda: neighbour(typo=False),
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
    ),
    Question(
        "C1 one wrong age",
        "With this error, who is nearest to the new person after min-max rescaling?",
        OneOf(
            {
                "Fay": "She was, by her age. But all ages except Eli's are close to 0 now, so age hardly counts any more.",
                "Hana": "She differs from the new person in age alone. Now the wrong value makes all ages alike, so this "
                "difference hardly counts.",
                "Eli": "His age is the farthest away of all.",
                "Ben": "He earns about the same. But other features than age still count.",
            },
            right=lambda: neighbour(typo=True),
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
            because="The points follow a bent curve, and a parabola bends once. Higher degrees gain less than one standard "
            "error.",
            bands=(
                Band(0.0, 0.0, "Degree 0 predicts the same mileage for each car."),
                Band(1.0, 1.0, "A line misses the bend. Its error is several standard errors larger."),
                Band(3.0, 7.0, "These are as good. But a lower degree is within one standard error too."),
                Band(8.0, 20.0, "So many bends fit accidents of the training cars. The held-out error rises in the end."),
            ),
        ),
    ),
    Question(
        "C1 degree twenty",
        "Now with the raw powers of horsepower: x, x², up to the power 20, fitted by NumPy's least squares. How does the "
        "error of degree 20 on the training data compare with that of degree 2?",
        OneOf(
            {
                "It is lower": "In exact arithmetic it would be: degree 20 can be any parabola. But the computer has about 16 "
                "digits.",
                "It is higher, but better than the mean": "It is higher, and by more than that. The solver drops the "
                "directions of the low powers, so it cannot even predict the mean.",
                "It is worse than predicting the mean": "230 to the power 20 has 48 digits, and the constant column is 1. "
                "Beside such numbers, the low powers look like rounding errors, and the solver drops them.",
            },
            right=_twenty,
        ),
    ),
    Question(
        "C1 lost column",
        "At degree d, the raw powers of horsepower make d + 1 columns. All of them are independent. From which degree on does "
        "the solver find fewer?",
        Estimate(
            _first_loss,
            1.0,
            20.0,
            step=1.0,
            near=1.0,
            because="Horsepower goes up to 230, so each power makes the largest column about 230 times larger. After a few "
            "powers, the smallest direction is below the rounding errors of the largest.",
            bands=(
                Band(1.0, 3.0, "Numbers with 16 digits can still hold powers up to 3."),
                Band(7.0, 12.0, "Earlier: the size of a column grows about 230 times with each degree."),
                Band(13.0, 20.0, "Far earlier. After 7 powers, the columns differ by 16 digits in size alone."),
            ),
        ),
    ),
)

from functools import cache

from fewidgets.algorithms import compare_selectors
from fewidgets.data import load_auto_mpg, load_credit
from fewidgets.exercises.predicting import Band, Estimate, OneOf, Question, SeveralOf

RANKING, BEST = "Pearson correlation", "best subset"
PAIRS = {
    "greedy fitting and forward selection": ("greedy fitting", "forward selection (SFS)"),
    "forward-fitting and myopic fitting": ("forward-fitting", "myopic fitting"),
    "boosting and ranking by correlation": ("boosting", RANKING),
    "best subset and backward elimination": (BEST, "backward elimination (SBS)"),
}


@cache
def credit_run():
    credit = load_credit()
    names = list(dict.fromkeys(name for pair in PAIRS.values() for name in pair))
    return compare_selectors(credit.X, credit.y, cost="softmax", names=names)


@cache
def cars_run():
    cars = load_auto_mpg()
    return compare_selectors(cars.X, cars.y, names=[RANKING, BEST])


def always_the_same(one, other):
    run = credit_run()
    a, b = run.names.index(one), run.names.index(other)
    return bool((run.shares[a] == run.shares[b]).all() and (run.held_out[a] == run.held_out[b]).all())


def excess(run, one, other, size):
    """Return the mean held-out cost of one selector, as a multiple of another's."""
    mean = run.mean[:, size - 1]
    return float(mean[run.names.index(one)] / mean[run.names.index(other)])


def _same():
    return [label for label, pair in PAIRS.items() if always_the_same(*pair)]


def _thorough():
    ratio = excess(credit_run(), BEST, RANKING, 10)
    return "It is a little higher" if ratio > 1 else "It is a little lower"


def _stability():
    run = credit_run()
    return float(run.stability[run.names.index(BEST), 9])


def _gain():
    run = credit_run()
    none, every = run.no_features.mean(), run.all_features.mean()
    return float(100 * (none - run.mean[run.names.index(RANKING), 4]) / (none - every))


def _cars():
    ratio = excess(cars_run(), RANKING, BEST, 3)
    return "It is half as high again, or more" if ratio > 1.4 else "It is about the same"


PREDICTIONS = (
    Question(
        "methods same sets",
        "The features are standardized. Which pairs of selectors choose the same features in every half, at every size?",
        SeveralOf(
            {
                "greedy fitting and forward selection": "Both fit all weights again with each candidate and take the best "
                "one, so they are one method with two names.",
                "forward-fitting and myopic fitting": "Standardized features are equally long, so the one with the largest "
                "derivative lowers the cost most.",
                "boosting and ranking by correlation": "Their first feature is the same, but from round 2 on, boosting looks "
                "at what the model has not explained yet.",
                "best subset and backward elimination": "Backward elimination never takes back a feature that it has "
                "removed, so it misses some of the best sets.",
            },
            right=_same,
        ),
    ),
    Question(
        "methods thorough",
        "Best subset selection tries every set of ten features on the half that it sees. How does its cost on the other half "
        "compare with that of ranking by correlation?",
        OneOf(
            {
                "It is much lower": "Its cost is lowest on the half that it sees. That is another matter: on the other half, "
                "a lucky fit is worth nothing.",
                "It is a little lower": "It is natural to think so. But of many sets, the best one on 500 applicants is also "
                "the luckiest one. Luck is not found again in the other half.",
                "It is a little higher": "Best subset fits its own half best. A part of that is luck, which the other half "
                "does not share. The ranking chooses among fewer sets, so there is less luck in it.",
            },
            right=_thorough,
        ),
        gives_away=("lucky", "over-fit"),
    ),
    Question(
        "methods ten features",
        "Stability is 1 if the same ten features are chosen in every half, and 0 if they are as unlike as sets drawn at "
        "random. How stable is best subset selection at ten features?",
        Estimate(
            _stability,
            0,
            1,
            near=0.12,
            because="Four features are found nearly every time. The other six depend on who is in the half.",
            bands=(
                Band(
                    0.7,
                    1,
                    "That holds for three or four features. The later ones are nearly as good as each other, so a few "
                    "other applicants change the choice.",
                ),
                Band(0, 0.2, "The first features are found in nearly every half. That alone is far better than chance."),
            ),
            above="You expect the choice to depend less on the half. Six of the ten features change with it.",
            below="You expect more chance. The first four features are found nearly every time.",
        ),
    ),
    Question(
        "methods gain",
        "All twenty features lower the held-out cost by a certain gain. Which share of it do five features reach, if they are "
        "ranked by correlation?",
        Estimate(
            _gain,
            0,
            100,
            unit="%",
            near=6,
            because="Most of what can be known about these loans is in four or five features.",
            bands=(
                Band(
                    0,
                    40,
                    "A quarter of the features is not a quarter of the gain. The first feature alone reaches more than "
                    "half of it.",
                ),
            ),
            below="The first five features are the best ones. The later fifteen add little.",
            above="Five features do not reach all of it. The later ones add a little.",
        ),
    ),
    Question(
        "methods cars",
        "Three of seven features of cars are chosen, to predict the mileage. How is the held-out cost of ranking by "
        "correlation, beside that of best subset selection?",
        OneOf(
            {
                "It is lower": "On the loans it was. The features of cars are much more like each other.",
                "It is about the same": "On the loans it was nearly so. But here the three best features say the same thing "
                "three times.",
                "It is half as high again, or more": "Weight, displacement and horsepower rank first. They are nearly "
                "copies, so two of them add little. Best subset takes one of them, and looks for what it does not say.",
            },
            right=_cars,
        ),
        gives_away=("near copies of",),
    ),
)

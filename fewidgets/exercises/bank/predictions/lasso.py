from functools import cache

import numpy as np

from fewidgets.algorithms import l1_path
from fewidgets.data import make_lasso_example
from fewidgets.exercises.predicting import Band, Estimate, OneOf, Question

LAM = 30.0  # with a sum of squares without ½; the lecture's λ is half of it


@cache
def kept(count=100, lam=LAM):
    data = make_lasso_example(count)
    return np.asarray(l1_path(data.X, data.y, reduction="sum").at(lam).weights)


def share(count=100, lam=LAM):
    truth = make_lasso_example(count).true_weights
    return float(100 * kept(count, lam) @ np.sign(truth) / np.abs(truth).sum())


def _more_examples():
    before, after = 100 - share(100), 100 - share(1000)
    return "They come much closer to the true ones" if after < before / 2 else "They stay as they are"


PREDICTIONS = (
    Question(
        "C4 shrinkage",
        "At $\\lambda = 30$, the lasso keeps exactly the five features that matter. What share of their true weight do these "
        "five have, added up?",
        Estimate(
            share,
            0,
            110,
            unit="%",
            near=5,
            because="The penalty charges every unit of weight, also of the features that it keeps. Each of them loses about "
            "0.2.",
            bands=(
                Band(
                    96,
                    110,
                    "The selection is right, but the sizes are not: the penalty takes about 0.2 from each weight that "
                    "it keeps.",
                ),
                Band(
                    0,
                    50,
                    "So much is lost only near the end of the path. Here each weight loses about 0.2, and the largest is 2.",
                ),
            ),
            above="The penalty takes a little more from each weight.",
            below="The penalty takes less: about 0.2 from each weight.",
        ),
    ),
    Question(
        "C4 more examples",
        "The penalty stays at $\\lambda = 30$, and the number of examples grows from 100 to 1000. What happens to the weights "
        "of the features that matter?",
        OneOf(
            {
                "They shrink further": "The sum of squared errors grows with the examples, and the penalty does not. So the "
                "penalty counts less, not more.",
                "They stay as they are": "They would, if the squared errors were averaged. The lecture adds them up, so each "
                "example makes the errors count more.",
                "They come much closer to the true ones": "Each weight loses a tenth of what it did before. But "
                "now some useless features gain more than they cost, and they come in.",
            },
            right=_more_examples,
        ),
    ),
)

from functools import cache

import numpy as np

from fewidgets.algorithms import l1_path
from fewidgets.data import make_lasso_example
from fewidgets.exercises.predicting import OneOf, Question

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
        "C4 more examples",
        "The lasso minimizes the sum of the squared errors plus the penalty. $\\lambda$ stays at 30, and the number of "
        "examples grows from 100 to 1000. What happens to the weights of the features that matter?",
        OneOf(
            {
                "They shrink further": "The sum of squared errors grows with the examples, and the penalty does not. So the "
                "penalty counts less, not more.",
                "They stay as they are": "They would, if the squared errors were averaged. The lecture adds them up, so each "
                "example makes the errors count more.",
                "They come much closer to the true ones": "Each weight loses about a tenth of what it lost before. "
                "But now some useless features lower the errors by more than they cost, and they come in.",
            },
            right=_more_examples,
        ),
        gives_away=(
            "the penalty counts less",
            "loses a tenth",
            "shrinks less",
            "errors count more",
            "closer to the truth",
            "the prior counts less",
            "the noise averages out",
        ),
    ),
)

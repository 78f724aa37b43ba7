"""The graded set on boosting, section 9.6: five questions, with their solutions and with mistakes that students make.

Students never receive this file. Their data are drawn from the course's secret, so each student has other numbers.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from fewidgets.exercises.task import Case, Changed, Misconception, Result
from fewidgets.grading.distinct import distinct_cases, distinct_data
from fewidgets.grading.question import Choice, Function, GradedSet, Values

#: Where our own boosting and other people's selection of features are.
LIBRARIES = ("fewidgets.algorithms", "fewidgets.exercises", "sklearn", "mlxtend", "scipy", "statsmodels")

Arrays = dict[str, Any]


def _drawn(rng: np.random.Generator, P: int, N: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw features of different scales that depend on each other, with two decimals."""
    scales = rng.permutation(np.geomspace(1.0, 6.0, N))
    hidden = rng.normal(size=(P, 1))
    X = (rng.normal(size=(P, N)) + 0.7 * hidden + rng.uniform(0.2, 0.6, size=N)) * scales
    y = 3.0 + X @ (rng.uniform(1.0, 3.0, size=N) * rng.choice([-1.0, 1.0], size=N) / scales) + 0.7 * rng.normal(size=P)
    return X.round(2), y.round(2)


# Question 1: the first round, by hand.


def _first_round(data: Arrays, *, centred: bool = True, choose: str = "cost", weight: str = "least squares") -> Arrays:
    X, y = data["X"], data["y"]
    r = y - y.mean() if centred else y
    products, squares = X.T @ r, (X**2).sum(axis=0)
    tuned = products / squares
    score = {"cost": products**2 / squares, "product": np.abs(products), "weight": np.abs(tuned)}[choose]
    winner = int(score.argmax())
    given = {"least squares": tuned[winner], "mean": products[winner] / len(y), "product": products[winner]}[weight]
    return {"winner": winner, "weight": float(given)}


def _counted_from_one(data: Arrays) -> Arrays:
    right = _first_round(data)
    return {**right, "winner": right["winner"] + 1}


_FIRST_MISTAKES = (
    Misconception(
        "bias kept",
        lambda data: _first_round(data, centred=False),
        "Your answer fits y itself. The bias comes first, so the first feature fits what the bias leaves.",
    ),
    Misconception(
        "chosen by the product",
        lambda data: _first_round(data, choose="product"),
        "This column has the largest |Σ x·r|. That favours columns of a large scale. Compare the costs that they leave.",
    ),
    Misconception(
        "chosen by the weight",
        lambda data: _first_round(data, choose="weight"),
        "This column has the largest weight. That favours columns of a small scale. Compare the costs that they leave.",
    ),
    Misconception(
        "divided by P",
        lambda data: _first_round(data, weight="mean"),
        "The weight is Σ x·r / P. That is right only where Σ x² = P, as for a standard normalized column.",
    ),
    Misconception(
        "not divided",
        lambda data: _first_round(data, weight="product"),
        "The weight is Σ x·r. It has to be divided by something that undoes the column's scale.",
    ),
    Misconception("counted from 1", _counted_from_one, "Columns are counted from 1. Count them from 0, as Python does."),
)


def _first_data(rng: np.random.Generator) -> Arrays:
    return distinct_data(lambda: dict(zip(("X", "y"), _drawn(rng, 8, 4), strict=True)), _first_round, _FIRST_MISTAKES)


# Questions 2 and 3: one round with lines missing, then the whole algorithm with a rule that stops it.


ROUND = """\
def one_round(X, r, s, used):
    products, squares = X.T @ (s * r), (X**2).T @ s
    score = products**2 / squares
    score[list(used)] = -np.inf
    winner = int(np.argmax(score))
    weight = products[winner] / squares[winner]
    return winner, weight, r - weight * X[:, winner]
"""

BOOST = """\
def boost(X, y, smallest_gain):
    r = y - y.mean()
    weights, order, costs = np.zeros(X.shape[1]), [], [np.mean(r**2)]
    while len(order) < X.shape[1]:
        products, squares = X.T @ r, (X**2).sum(axis=0)
        score = products**2 / squares
        score[order] = -np.inf
        winner = int(np.argmax(score))
        weight = products[winner] / squares[winner]
        left = r - weight * X[:, winner]
        if costs[-1] - np.mean(left**2) < smallest_gain * costs[0]:
            break
        order.append(winner)
        weights[winner] = weight
        r = left
        costs.append(np.mean(r**2))
    return np.array(order, dtype=int), weights, np.array(costs)
"""


def _round(*texts: str) -> Changed:
    """Return the right round, or a wrong one: texts of it are replaced, old, new, old, new …"""
    return Changed(ROUND, "one_round", texts)


def _boost(*texts: str) -> Changed:
    return Changed(BOOST, "boost", texts)


def _round_cases(rng: np.random.Generator) -> list[Case]:
    def draw() -> Iterator[Case]:
        for P, N, taken in ((8, 3, 0), (12, 4, 1), (20, 5, 3), (9, 6, 2)):
            X, y = _drawn(rng, P, N)
            r = (y - y.mean()).round(4)
            # The best columns are used, so that it shows whether they are left out.
            used = [int(n) for n in np.argsort(-((X.T @ r) ** 2) / (X**2).sum(axis=0))[:taken]]
            s = rng.uniform(0.2, 3.0, size=P).round(2)
            yield Case((X, r, s, used), f"{P} examples, {N} features, {taken} of them used")

    return distinct_cases(draw, _round(), _ROUND_MISTAKES)


def _boost_cases(rng: np.random.Generator) -> list[Case]:
    def draw() -> Iterator[Case]:
        for P, N, smallest in ((12, 3, 0.05), (20, 4, 0.1), (30, 6, 0.08), (25, 5, 0.04), (15, 4, 0.0)):
            X, y = _drawn(rng, P, N)
            yield Case((X, y, smallest), f"{P} examples, {N} features, smallest gain {smallest}")

    return distinct_cases(draw, _boost(), _BOOST_MISTAKES)


_ROUND_MISTAKES = (
    Misconception(
        "used again",
        _round("    score[list(used)] = -np.inf\n", ""),
        "A feature wins that was used before. Leave out the features in used.",
    ),
    Misconception(
        "importance ignored",
        _round("X.T @ (s * r), (X**2).T @ s", "X.T @ r, (X**2).sum(axis=0)"),
        "All examples count alike. The cost has the importance s in each term, and so has the weight that makes it smallest.",
    ),
    Misconception(
        "importance left out of the comparison",
        _round("products**2 / squares", "-((r[:, None] - products / squares * X) ** 2).sum(axis=0)"),
        "The weights are those of the cost with s. The features are compared by the cost without s.",
    ),
    Misconception(
        "chosen by the product",
        _round("products**2 / squares", "np.abs(products)"),
        "The largest |Σ x·r| decides. That favours features of a large scale. Compare the costs that they leave.",
    ),
    Misconception(
        "chosen by the weight",
        _round("products**2 / squares", "np.abs(products / squares)"),
        "The largest weight decides. That favours features of a small scale. Compare the costs that they leave.",
    ),
    Misconception(
        "residual of the wrong sign",
        _round("r - weight", "r + weight"),
        "The winner's part is added to the residual. The residual is what the model leaves: subtract it.",
    ),
    Misconception(
        "residual not updated",
        _round("r - weight * X[:, winner]", "r"),
        "The residual is returned as it came in. Subtract what the winner explains.",
    ),
)

_BOOST_MISTAKES = (
    Misconception(
        "bias kept",
        _boost("y - y.mean()", "y.astype(float)"),
        "The first residual is y itself. Subtract the bias first.",
    ),
    Misconception(
        "chosen by the product",
        _boost("products**2 / squares", "np.abs(products)"),
        "The largest |Σ x·r| decides. That favours features of a large scale. Compare the costs that they leave.",
    ),
    Misconception(
        "chosen by the weight",
        _boost("products**2 / squares", "np.abs(products / squares)"),
        "The largest weight decides. That favours features of a small scale. Compare the costs that they leave.",
    ),
    Misconception(
        "compared with the last cost",
        _boost("smallest_gain * costs[0]", "smallest_gain * costs[-1]"),
        "The gain is compared with the cost before the round. Compare it with the cost of round 0, the variance of y.",
    ),
    Misconception(
        "compared with 1",
        _boost("smallest_gain * costs[0]", "smallest_gain"),
        "The gain is compared with smallest_gain itself. It is a share: compare with smallest_gain times the variance of y.",
    ),
    Misconception(
        "last round kept",
        _boost(
            "            break\n",
            "            order.append(winner)\n"
            "            weights[winner] = weight\n"
            "            costs.append(np.mean(left**2))\n"
            "            break\n",
        ),
        "The round whose gain is too small is still in the result. Stop before that round.",
    ),
    Misconception(
        "refitted",
        _boost(
            "        weights[winner] = weight\n        r = left\n",
            "        weights[order] = np.linalg.lstsq(X[:, order], y - y.mean(), rcond=None)[0]\n"
            "        r = y - y.mean() - X @ weights\n",
        ),
        "All chosen weights are tuned again in every round. Boosting freezes a weight once it is tuned.",
    ),
)


# Question 5: reading the trace of a run.


def _trace_data(rng: np.random.Generator) -> Arrays:
    def draw() -> Arrays:
        shares = rng.permutation(rng.uniform(0.05, 1.0, size=6) * np.geomspace(1.0, 0.25, 6))
        shares /= shares.sum() * rng.uniform(1.05, 1.3)
        variance = rng.uniform(20.0, 90.0)
        costs = (variance * (1 - np.concatenate([[0.0], np.cumsum(np.sort(shares)[::-1])]))).round(1)
        return {"costs": costs}

    return distinct_data(draw, _read, _READ_MISTAKES)


def _read(data: Arrays) -> Arrays:
    costs = data["costs"]
    explained = 1 - costs / costs[0]
    return {"rounds": int(np.argmax(explained >= 0.7)), "explained": float(explained[-1])}


_READ_MISTAKES = (
    Misconception(
        "left over",
        lambda data: {**_read(data), "explained": float(data["costs"][-1] / data["costs"][0])},
        "explained is the share that the model leaves. The share that it explains is the rest.",
    ),
    Misconception(
        "difference",
        lambda data: {**_read(data), "explained": float(data["costs"][0] - data["costs"][-1])},
        "explained is by how much the cost has fallen. A share is a part of the whole: divide by the variance.",
    ),
    Misconception(
        "one round too many",
        lambda data: {**_read(data), "rounds": _read(data)["rounds"] + 1},
        "rounds is one too large. The list begins with round 0, which has the bias alone.",
    ),
    Misconception(
        "share that is left",
        lambda data: {**_read(data), "rounds": int(np.argmax(data["costs"] / data["costs"][0] <= 0.7))},
        "At this round the model leaves at most 70% of the variance. It should explain at least 70%.",
    ),
)

SET = GradedSet(
    name="boosting",
    version=1,
    title="Boosting (section 9.6)",
    questions=(
        Values(
            "q1",
            names=("winner", "weight"),
            data=_first_data,
            solve=_first_round,
            points={"winner": 1, "weight": 1},
            mistakes=_FIRST_MISTAKES,
            because="The winner leaves the smallest cost: its (Σ x·r)² / Σ x² is the largest.",
        ),
        Function(
            "q2",
            "one_round",
            cases=_round_cases,
            reference=_round(),
            results=(
                Result("winner", "the winner", points=1),
                Result("weight", "the weight", points=1),
                Result("residual", "the new residual", points=1),
            ),
            misconceptions=_ROUND_MISTAKES,
            signature="one_round(X, r, s, used)",
            without=LIBRARIES,
            because="A round compares costs, keeps one weight, and hands on what is left.",
        ),
        Function(
            "q3",
            "boost",
            cases=_boost_cases,
            reference=_boost(),
            results=(
                Result("order", "the order", points=2),
                Result("weights", "the weights", points=2),
                Result("costs", "the costs", points=2),
            ),
            misconceptions=_BOOST_MISTAKES,
            signature="boost(X, y, smallest_gain)",
            without=LIBRARIES,
            because="The rule looks at the gain of the next round before it takes the round.",
        ),
        Choice(
            "q4",
            "why",
            options=("A", "B", "C", "D"),
            right="B",
            explanations={
                "A": "The weights stay fixed whether the features are normalized or not.",
                "B": "With all other weights fixed, a round is a parabola in one weight.",
                "C": "They would change, unless the features are uncorrelated. That is what boosting gives up.",
                "D": "Tuning all weights together can only lower the cost.",
            },
            points=1,
        ),
        Values(
            "q5",
            names=("rounds", "explained"),
            data=_trace_data,
            solve=_read,
            points={"rounds": 1, "explained": 1},
            mistakes=_READ_MISTAKES,
            because="Round 0 leaves the variance, so a cost divided by it is the share that is left.",
        ),
    ),
)

# mypy: allow-untyped-defs, allow-untyped-calls

import numpy as np

from fewidgets.algorithms.ranking.contingency import information_of_counts
from fewidgets.exercises.exercise import Exercise


def _nats(counts):
    return information_of_counts(counts).score


def _positive_terms(counts):
    terms = information_of_counts(counts).contributions
    return float(terms[terms > 0].sum() / np.log(2))


def _unweighted(counts):
    result = information_of_counts(counts)
    return float(np.log2(result.counts / result.expected).sum())


def _chance(R, C, P):
    return (R - 1) * (C - 1) / (2 * P)


EXERCISES = (
    Exercise(
        name="C3 information",
        numbers={"counts": np.array([[6, 2], [2, 6]])},
        solve=lambda counts: _nats(counts) / np.log(2),
        hints=(
            "Turn the counts into shares first. How large would each share be if rows and columns were independent?",
            "The sum has four terms, two of each kind. A term is the share times log2(share / expected share).",
        ),
        because="Each full cell adds 3/8 · log2(3/2), and each other cell adds 1/8 · log2(1/2), which is negative.",
        mistakes=(
            (_nats, "That is in nats. Use the logarithm to base 2, or divide by ln 2."),
            (_positive_terms, "You left out the cells with fewer examples than expected. Their terms are negative."),
            (_unweighted, "You added the logarithms alone. Each of them is weighted with the share of its cell."),
        ),
    ),
    Exercise(
        name="C3 chance",
        numbers={"R": 5, "C": 2, "P": 20},
        solve=lambda R, C, P: _chance(R, C, P) / np.log(2),
        hints=(
            "Which formula gives the average estimate of a feature that has nothing to do with the label?",
            "(R − 1)(C − 1) / 2P is in nats.",
        ),
        because="Four times one, divided by 40, is 0.1 nats. A bit has ln 2 = 0.693 nats.",
        mistakes=(
            (_chance, "That is in nats. How many nats has a bit?"),
            (
                lambda R, C, P: R * C / (2 * P) / np.log(2),
                "Subtract 1 from the number of values and from the number of classes.",
            ),
            (
                lambda R, C, P: (R - 1) * (C - 1) / P / np.log(2),
                "That is twice as much: the denominator is 2P.",
            ),
        ),
    ),
)

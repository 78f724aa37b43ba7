# mypy: allow-untyped-defs, allow-untyped-calls

from functools import partial

import numpy as np

from fewidgets.algorithms.text.bag_of_words import bag_of_words
from fewidgets.algorithms.text.spam import spam_features
from fewidgets.exercises.exercise import Exercise


def _correlation(documents, **settings):
    return float(bag_of_words(documents, **settings).correlations()[0, 1])


def _counts(documents):
    return bag_of_words(documents).counts.to_dense()


def _without_counting(documents):
    there = _counts(documents) > 0
    return float((there[0] & there[1]).sum() / np.sqrt(there[0].sum() * there[1].sum()))


def _measured(mail):
    trace = spam_features(mail)
    columns = [trace.feature_names.index(name) for name in ("word_freq_free", "capital_run_length_average")]
    return trace.X[0, columns]


EXERCISES = (
    Exercise(
        name="9.2 correlation",
        numbers={"documents": ("A dog chased the cats and a cat", "Dogs chase dogs")},
        solve=_correlation,
        hints=(
            "Three terms are left: cat, chase, dog. Write down how often each document has each.",
            "Divide the inner product of the two lists of counts by both their lengths; a length is √(Σ count²).",
        ),
        because="The counts are (2, 1, 1) and (0, 1, 2): 3 / (√6 · √5).",
        mistakes=(
            (
                lambda documents: float(np.prod(_counts(documents), axis=0).sum()),
                "That is the inner product of the counts. A bag of words has unit length.",
            ),
            (
                partial(_correlation, stemmer=None),
                "That treats dog and dogs, chased and chase as different words. What does stemming do to them?",
            ),
            (_without_counting, "That asks only whether a word is there. The histogram counts how often."),
            (
                lambda documents: float(np.corrcoef(_counts(documents))[0, 1]),
                "That is Pearson's coefficient, which subtracts the means first. The chapter's correlation does not.",
            ),
        ),
        parts=("the correlation",),
    ),
    Exercise(
        name="9.2 mail",
        numbers={"mail": "FREE lunch! Is it free? Freedom is."},
        solve=_measured,
        hints=(
            "Count all words first. The frequency is a percentage of them.",
            "A run of capitals may be one letter long; there are three runs here.",
        ),
        because="FREE and free are the word, Freedom is not: 100 · 2 / 7. The runs are FREE, I and F: (4 + 1 + 1) / 3.",
        mistakes=(
            (
                lambda mail: _measured(mail) * np.array([0.01, 1.0]),
                "Spambase gives percentages. Your number for the word is a share between 0 and 1.",
            ),
            (
                lambda mail: _measured(mail) * np.array([1.5, 1.0]),
                "You counted Freedom as well. Spambase compares whole words and does not stem them.",
            ),
            (
                lambda mail: np.array([_measured(mail)[0], 4.0]),
                "That is the longest run. The average is over all of them, single capitals included.",
            ),
        ),
        parts=("the frequency of the word", "the average run"),
    ),
)

from functools import cache

import numpy as np

from fewidgets.algorithms.optimization.costs import Softmax
from fewidgets.algorithms.optimization.newton import newton
from fewidgets.algorithms.text.bag_of_words import bag_of_words
from fewidgets.algorithms.text.spam import SPAM_FEATURES
from fewidgets.data import load_spambase
from fewidgets.exercises.predicting import OneOf, Ordering, Question, SeveralOf

PAIRS = {
    "dogs are the best / cats are the worst": ("dogs are the best", "cats are the worst"),
    "I love dogs / I love cats": ("I love dogs", "I love cats"),
    "dogs are better than cats / cats are better than dogs": ("dogs are better than cats", "cats are better than dogs"),
}
FIRST, LOVE, OPPOSITE = PAIRS
_MEANING = (
    "You compared meanings. The two sentences with “better” mean the opposite of each other, but they consist of "
    "the same words, and a bag of words only counts these."
)
MAILS = {
    "Email A": "ACT NOW! All natural *** and free, guaranteed.",
    "Email B": "Now that we all act, it feels natural.",
    "Email C": "I waited for the last act. Now I must go.",
}


def _correlation(pair):
    return float(bag_of_words(PAIRS[pair]).correlations()[0, 1])


def _by_correlation():
    return sorted(PAIRS, key=_correlation)


def _nearest_by_counts():
    one = "dogs love cats"
    products = bag_of_words([one, " ".join([one] * 10), "cats love cats"]).counts.inner_products()
    return f"Document {1 + int(np.argmax(products[0]))}"


def _with_phrase():
    counts = bag_of_words(MAILS.values(), vocabulary=["act now"]).counts.to_dense()[:, 0]
    return [name for name, count in zip(MAILS, counts, strict=True) if count]


@cache
def _race():
    spam = load_spambase()
    return newton(Softmax(spam.X, spam.y), np.zeros(len(SPAM_FEATURES) + 1), 15)


def _best_step():
    counts = _race().misclassifications
    return "Somewhere in between" if 1 < np.argmin(counts) < len(counts) - 1 else "After the last step"


PREDICTIONS = (
    Question(
        "9.2.2 similar pairs",
        "Here are three pairs of documents. Put them in order by the correlation of their bags of words, the lowest first.",
        Ordering(
            [OPPOSITE, FIRST, LOVE],
            right=_by_correlation,
            because="The correlations are 0, 0.5 and 1. The pair with “best” and “worst” shares no term. "
            "In the pair with “love”, two terms are left in each document, and one of them is shared: 1 / (√2 · √2). "
            "The two documents with “better” consist of the same terms, in another order.",
            mistakes={
                (OPPOSITE,): _MEANING,
                (FIRST, OPPOSITE): _MEANING,
                (LOVE,): "These two documents share a term, so their correlation is above 0. One of the other pairs "
                "shares none.",
            },
            otherwise="Strike out the stop words and cut the rest to stems. Then count the terms that each pair shares.",
            first="lowest correlation",
            last="highest correlation",
        ),
        gives_away=(
            "no term in common",
            "share none",
            "the same terms in the same proportions",
            "ignores word order",
            "word order does not matter",
            "correlation of 1",
            "whatever their order",
            "in another order",
            "[1., 0., 1., 0.]",
        ),
    ),
    Question(
        "9.2.2 pasted",
        "Document 1 is “dogs love cats”. Document 2 is document 1 pasted ten times into one file. Document 3 "
        "is “cats love cats”. Compare their counts, without unit length. Which document has the largest "
        "inner product with document 1?",
        OneOf(
            {
                "Document 1": "You would expect that nothing is as similar to document 1 as itself. But the "
                "inner product of counts also grows with the length of the other document.",
                "Document 2": "All its counts are ten times as large, so the inner product is too. By this "
                "measure, document 1 is more similar to the long document than to itself.",
                "Document 3": "It uses cats twice, but dogs not at all. Its inner product with document 1 is "
                "no larger than that of document 1 with itself.",
            },
            right=_nearest_by_counts,
        ),
        gives_away=(
            "long text has larger counts",
            "longer text has larger counts",
            "grows with the length",
            "beats everything",
            "ten times as large",
            "longer documents look more similar",
            "the long text is the most similar",
            "more similar to the long",
        ),
    ),
    Question(
        "9.2.2 act now",
        f"Here are three emails. A: “{MAILS['Email A']}” B: “{MAILS['Email B']}” C: “{MAILS['Email C']}” "
        "For which of them is the count of the phrase “act now” above zero?",
        SeveralOf(
            {
                "Email A": "The list of words is in lower case and has no exclamation mark, so “act” and “now” "
                "stand side by side.",
                "Email B": "Both words are there, but not side by side.",
                "Email C": "A full stop is not a word, so “now” follows “act” in the list of words, although the email does "
                "not ask you to act.",
            },
            right=_with_phrase,
        ),
        gives_away=(
            "not side by side, so",
            "across the full stop",
            "across a full stop",
            "the full stop is lost",
            "end of a sentence does not",
            "Emails A and C",
            "A and C",
            "the end of the sentence",
        ),
    ),
    Question(
        "9.2.2 best step",
        "Newton's method lowers the cost in every step. In the run with all 57 features, when is the number "
        "of misclassified emails lowest?",
        OneOf(
            {
                "After the first step": "The first step lowers the count most, but it falls for several more steps.",
                "Somewhere in between": "The method minimizes the cost, not the count. Late steps still "
                "lower the cost: most scores get farther from 0 on the right side, and a few others change to the wrong side.",
                "After the last step": "The cost is lowest there. But the cost is not the count: it also "
                "depends on how far the score of each email is from 0.",
            },
            right=_best_step,
        ),
        gives_away=(
            "at step 7",
            "after step 7",
            "at an earlier step",
            "the count rises again",
            "before the last step",
            "the cost is not the count",
            "misclassified emails at the end",
            "the best step depends",
            "late steps",
        ),
    ),
)

from functools import cache

import numpy as np

from fewidgets.algorithms.optimization.costs import Softmax
from fewidgets.algorithms.optimization.newton import newton
from fewidgets.algorithms.text.bag_of_words import bag_of_words
from fewidgets.algorithms.text.spam import SPAM_CHARACTERS, SPAM_FEATURES, SPAM_WORDS
from fewidgets.algorithms.text.stemming import stem
from fewidgets.data import load_reviews, load_spambase
from fewidgets.exercises.predicting import Band, Estimate, OneOf, Ordering, Question, SeveralOf

PAIRS = {
    "dogs are the best / cats are the worst": ("dogs are the best", "cats are the worst"),
    "I love dogs / I love cats": ("I love dogs", "I love cats"),
    "dogs are better than cats / cats are better than dogs": ("dogs are better than cats", "cats are better than dogs"),
}
FIRST, LOVE, OPPOSITE = PAIRS
_MEANING = (
    "You compared meanings. The sentences about better mean the opposite of each other, but they consist of "
    "the same words, and a bag of words only counts these."
)
MAILS = {
    "Email A": "ACT NOW! All natural *** and free, guaranteed.",
    "Email B": "Now that we all act, it feels natural.",
    "Email C": "Act now, act now!",
}


def _correlation(pair):
    return float(bag_of_words(PAIRS[pair]).correlations()[0, 1])


def _by_correlation():
    return sorted(PAIRS, key=_correlation)


def _nearest_by_counts():
    one = "dogs love cats"
    products = bag_of_words([one, " ".join([one] * 10), "cats love cats"]).counts.inner_products()
    return f"Document {1 + int(np.argmax(products[0]))}"


def _different_opinions():
    reviews = load_reviews()
    pairs, same = bag_of_words(reviews.documents).correlations(), reviews.y[:, None] == reviews.y
    ratio = pairs[~same].mean() / pairs[same & ~np.eye(len(pairs), dtype=bool)].mean()
    return "Much smaller" if 0 <= ratio < 0.3 else "About half as large"


def _stems():
    return [word for word in ("learning", "learned", "learner", "unlearn") if stem(word) == "learn"]


def _counted():
    there = {
        "The word free": "free" in SPAM_WORDS,
        "The phrase act now": "act now" in SPAM_WORDS,
        "The character !": "!" in SPAM_CHARACTERS,
        "The character *": "*" in SPAM_CHARACTERS,
        "Runs of capital letters": any("capital_run" in name for name in SPAM_FEATURES),
    }
    return [name for name, counted in there.items() if counted]


def _with_phrase():
    counts = bag_of_words(MAILS.values(), vocabulary=["act now"]).counts.to_dense()[:, 0]
    return [name for name, count in zip(MAILS, counts, strict=True) if count]


@cache
def _race():
    spam = load_spambase()
    return newton(Softmax(spam.X, spam.y), np.zeros(len(SPAM_FEATURES) + 1), 15)


def _misclassified():
    return int(_race().misclassifications.min())


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
            because="The first pair shares no term. The second pair shares one of its terms. The last two "
            "documents consist of the same terms, in another order.",
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
    ),
    Question(
        "9.2.2 dogs and cats",
        "What is the correlation of the documents “I love dogs” and “I love cats”?",
        Estimate(
            lambda: round(_correlation(LOVE), 12),
            0,
            1,
            step=0.01,
            near=0.05,
            because="Two terms are left in each document. They share “love”, so the inner product of the "
            "unit vectors is one half.",
            bands=[
                Band(0, 0.1, "They share the term “love”, so their vectors are not perpendicular."),
                Band(
                    0.6,
                    0.72,
                    "You counted the word “I” as a term. It is a stop word, so only two terms are left in each document.",
                ),
                Band(
                    0.9,
                    1,
                    "The sentences are alike, but “dog” and “cat” are two different terms. A bag of words "
                    "does not know that both are pets.",
                ),
            ],
            below="Higher. Each document has two terms, and they share one of them.",
            above="Lower. Each document has two terms, and they share only one of them.",
        ),
    ),
    Question(
        "9.2.2 stems",
        "The Snowball stemmer is the one that most people use for English. Which of these words does it cut to “learn”?",
        SeveralOf(
            {
                "learning": "The ending -ing is removed.",
                "learned": "The ending -ed is removed.",
                "learner": "The rules do not remove -er here, although the chapter counts this word with the others.",
                "unlearn": "A stemmer works on endings, so beginnings such as un- stay.",
            },
            right=_stems,
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
    ),
    Question(
        "9.2.2 opinions",
        "Take the correlation of two reviews with the same opinion, averaged over all such pairs. How large "
        "is the average for two reviews with different opinions, compared with it?",
        OneOf(
            {
                "Negative": "No count is below zero, so no correlation of bags of words is. Opposite "
                "opinions can at most have the correlation 0.",
                "Much smaller": "People who praise and people who complain use different words, so they share few terms.",
                "About half as large": "All reviews are about the same film. Even so, most of the words that "
                "are counted express the opinion.",
                "About the same": "All reviews are about the same film. But most of the words that are "
                "counted express the opinion, and the opinions differ.",
            },
            right=_different_opinions,
        ),
    ),
    Question(
        "9.2.2 spam features",
        "Spambase describes an email by 57 numbers. Which of these things do they count?",
        SeveralOf(
            {
                "The word free": "It is one of the 48 words.",
                "The phrase act now": "Spambase looks for single words only, although the chapter names this phrase as an "
                "example.",
                "The character !": "It is one of the 6 characters.",
                "The character *": "The chapter names it, but it is not one of the 6 characters of Spambase.",
                "Runs of capital letters": "Three features describe them: their average length, the longest "
                "one, and the total.",
            },
            right=_counted,
        ),
    ),
    Question(
        "9.2.2 act now",
        f"Here are three emails. A: “{MAILS['Email A']}” B: “{MAILS['Email B']}” C: “{MAILS['Email C']}” "
        "In which of them do we find the phrase “act now”?",
        SeveralOf(
            {
                "Email A": "Capital letters and the exclamation mark do not matter.",
                "Email B": "Both words are there, but not side by side.",
                "Email C": "It is there twice, and the comma and the exclamation mark do not matter.",
            },
            right=_with_phrase,
        ),
    ),
    Question(
        "9.2.2 all features",
        "You have seen how many of the 4,601 emails are misclassified with the 48 words alone, at best. How "
        "many are misclassified at best with all 57 features?",
        Estimate(
            _misclassified,
            0,
            500,
            unit="emails",
            step=1,
            near=40,
            because="Nine more features help. People who send spam like exclamation marks, dollar signs and "
            "capitals; other emails have few of them.",
            bands=[
                Band(0, 150, "Nine features are few, and the words have already found most of the spam. The gain is smaller."),
                Band(
                    370,
                    None,
                    "With more features, the model can do everything that it could do before. It would be "
                    "strange if it did worse on the emails that it was trained on.",
                ),
            ],
            below="A little too optimistic. The words have already found most of the spam.",
            above="Fewer. Characters and capitals tell something that the words do not.",
        ),
    ),
    Question(
        "9.2.2 best step",
        "Newton's method lowers the cost in every step. In the run with all 57 features, when is the number "
        "of misclassified emails lowest?",
        OneOf(
            {
                "After the first step": "The first step does most of the work, but the count falls for several more steps.",
                "Somewhere in between": "The method minimizes the cost, not the count. Late steps still "
                "lower the cost, by becoming surer about most emails at the price of a few others.",
                "After the last step": "The cost is lowest there. But the cost is not the count: it also "
                "depends on how sure the model is about each email.",
            },
            right=_best_step,
        ),
        gives_away=("at step 7", "after step 7"),
    ),
)

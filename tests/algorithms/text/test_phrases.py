"""Phrases in a bag of words (Example 9.2) against scikit-learn's n-grams and by hand."""

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer

from fewidgets.algorithms import bag_of_words, stem

PLAIN = {"stop_words": None, "stemmer": None, "pattern": r"(?u)\b\w\w+\b"}


def test_the_chapters_phrases_are_counted_with_their_stop_words():
    mails = ["Act now! It is ALL NATURAL. Acting now, you get it free.", "all of it is natural; now act", "now"]
    bag = bag_of_words(mails, vocabulary=["free", "act now", "all natural"])
    np.testing.assert_array_equal(bag.counts.to_dense(), [[1, 2, 1], [0, 0, 0], [0, 0, 0]])
    assert bag.vocabulary == ("free", "act now", "all natural")
    np.testing.assert_array_equal(bag.transform(["You must act now"]).counts.to_dense(), [[0, 1, 0]])


pool = st.sampled_from(["aa", "bb", "cc", "aa", "Bb,", "aa-bb", "!", "dd"])
texts_of_few_words = st.lists(st.lists(pool, max_size=12).map(" ".join), min_size=1, max_size=5)
entries = st.lists(st.sampled_from(["aa", "bb", "cc"]), min_size=1, max_size=4).map(" ".join)
phrases = st.lists(entries, min_size=1, unique=True)


@settings(max_examples=300, deadline=None)
@given(texts_of_few_words, phrases)
def test_phrases_are_counted_as_by_scikit_learn(documents, vocabulary):
    bag = bag_of_words(documents, **PLAIN, vocabulary=vocabulary)
    theirs = CountVectorizer(ngram_range=(1, 4), vocabulary=vocabulary).transform(documents)
    np.testing.assert_array_equal(bag.counts.to_dense(), theirs.toarray())


def test_stems_of_phrases_are_counted_as_users_of_scikit_learn_write_them():
    rng = np.random.default_rng(2)
    pool = ["dogs", "dog", "chase", "chased", "cats", "cat", "happily"]
    documents = [" ".join(rng.choice(pool, 30)) for _ in range(40)]
    analyze = CountVectorizer().build_analyzer()

    def pairs(text):
        stems = [stem(word) for word in analyze(text)]
        return [*stems, *(" ".join(pair) for pair in pairwise(stems))]

    theirs = CountVectorizer(analyzer=pairs, vocabulary=["dog chase", "cat", "chase cat"]).transform(documents)
    ours = bag_of_words(documents, stop_words=None, vocabulary=["dogs chasing", "cats", "chases cat"])
    np.testing.assert_array_equal(ours.counts.to_dense(), theirs.toarray())


def test_phrases_in_other_writings():
    documents = ["我爱狗 act now", "", "act now 我 爱", "now act now"] * 4
    counts = bag_of_words(documents, vocabulary=["我 爱", "act now", "狗"]).counts
    np.testing.assert_array_equal(counts.to_dense(), [[1, 1, 1], [0, 0, 0], [1, 1, 0], [0, 1, 0]] * 4)


def test_a_pattern_whose_words_hold_spaces():
    bag = bag_of_words(["new york, old york"], pattern="[a-z ]+", vocabulary=["new york"], stop_words=None, stemmer=None)
    assert bag.phrases == ()
    np.testing.assert_array_equal(bag.counts.to_dense(), [[1]])

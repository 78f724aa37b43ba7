import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from fewidgets.algorithms import bag_of_words, one_hot, plain, spam_features, stem
from fewidgets.data import load_reviews

PAIRS = [
    ["dogs are the best", "cats are the worst"],  # equation (9.1)
    ["dogs are better than cats", "cats are better than dogs"],
    ["I love dogs", "I love cats"],
]


@pytest.mark.parametrize("values", [["O", "A", "B", "AB"], ["cat", "dog", "cat"], [3, 1, 3, 2]])
def test_one_hot(values):
    categories, histograms = plain.one_hot(values)
    fast = one_hot(values)
    assert tuple(categories) == fast.categories
    assert_array_equal(histograms, fast.vectors)


@given(st.lists(st.sampled_from(["O", "A", "B", "AB"]), min_size=1))
def test_one_hot_of_any_values(values):
    assert_array_equal(plain.one_hot(values)[1], one_hot(values).vectors)


def check_bag(documents, stop_words, stemmer):
    vocabulary, counts, features = plain.bag_of_words(documents, stop_words or (), stemmer or str)
    fast = bag_of_words(documents, stop_words=stop_words, stemmer=stemmer)
    assert tuple(vocabulary) == fast.vocabulary
    assert_array_equal(counts, fast.counts.to_dense())
    assert_allclose(features, fast.unit_vectors().to_dense(), rtol=1e-14)


@pytest.mark.parametrize("documents", [*PAIRS, list(load_reviews())])
def test_bag_of_words_with_the_english_stop_words_and_stems(documents):
    bag = bag_of_words(documents)
    stop_words = {word for word, stop in zip(bag.words, bag.word_stops, strict=True) if stop}
    assert stop_words
    check_bag(documents, stop_words, stem)
    assert plain.bag_of_words(documents, stop_words, stem)[0] == list(bag.vocabulary)


words = st.sampled_from(["dogs", "Dogs", "cat", "the", "don't", "'quoted'", "x-ray", "3D", "!", "a_b", "\n"])


@given(st.lists(st.lists(words, max_size=12).map(" ".join), min_size=1, max_size=5))
def test_bag_of_words_of_any_text(documents):
    if any(any(letter.isalnum() for letter in document) for document in documents):
        check_bag(documents, {"the", "a"}, None)


MAIL = "Subject: Act NOW!!!\nFREE money, free *guarantee*. Act now at $99 (all natural), act act now: WIN 650 $$$ re: hp_lab"


def test_spam_features_of_a_mail():
    fast = spam_features(MAIL)
    assert_allclose(plain.spam_features(MAIL, fast.words, fast.characters), fast.X[0], rtol=1e-14)
    words = ["free", "guarantee", "bargain", "act now", "all natural"]  # the chapter's own
    fast = spam_features(MAIL, words=words, characters="!*")
    assert_allclose(plain.spam_features(MAIL, words, "!*"), fast.X[0], rtol=1e-14)


tokens = st.sampled_from(["free", "FREE!", "money", "Act", "now", "NOW", "$$", "x_y", "A", "\n"])


@settings(deadline=None)
@given(st.lists(tokens, min_size=1, max_size=30).map(lambda found: " ".join(["Mail", *found])))
def test_spam_features_of_any_mail(mail):
    words = ["free", "money", "act now", "now now"]
    found = plain.spam_features(mail, words, "!$")
    assert_allclose(found, spam_features(mail, words=words, characters="!$").X[0], rtol=1e-14)
    assert np.isfinite(found).all()

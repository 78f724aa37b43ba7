"""The predictions on texts agree with computations of their own, and their texts with the numbers."""

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.metrics.pairwise import cosine_similarity

from fewidgets.algorithms import Softmax, newton, stem
from fewidgets.data import load_reviews, load_spambase
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.text import PAIRS


def similarity(documents, stop_words=("are", "the", "i", "than")):
    counts = CountVectorizer(token_pattern=r"[a-z]+", stop_words=list(stop_words) or None).fit_transform(documents)
    return cosine_similarity(counts)[0, 1]


def test_the_pairs_are_ordered_by_their_shared_terms():
    kind = question("9.2.2 similar pairs").kind
    found = [similarity(PAIRS[pair]) for pair in kind.truth]
    assert found == pytest.approx([0, 0.5, 1])
    opposite, first, love = kind.items
    assert "meanings" in kind.grade([opposite, first, love]).reason
    assert "meanings" in kind.grade([first, opposite, love]).reason
    assert "share a term" in kind.grade([love, first, opposite]).reason


def test_two_of_four_words_make_one_half_and_the_stop_word_two_thirds():
    kind = question("9.2.2 dogs and cats").kind
    pair = ("I love dogs", "I love cats")
    assert kind.truth == pytest.approx(similarity(pair))
    assert "stop word" in kind.grade(similarity(pair, ())).reason
    assert "not perpendicular" in kind.grade(0).reason
    assert "both are pets" in kind.grade(1).reason


def test_reviews_of_different_opinions_share_few_terms():
    reviews = load_reviews()
    counts = CountVectorizer(preprocessor=str.lower, tokenizer=lambda text: list(map(stem, words(text))), token_pattern=None)
    pairs = cosine_similarity(counts.fit_transform(reviews.documents))
    same = reviews.y[:, None] == reviews.y
    ratio = pairs[~same].mean() / pairs[same & ~np.eye(len(pairs), dtype=bool)].mean()
    assert 0 < ratio < 0.5
    assert question("9.2.2 opinions").kind.truth == "Much smaller"


def words(text):
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

    return [word for word in CountVectorizer().build_tokenizer()(text) if word not in ENGLISH_STOP_WORDS]


def test_all_features_misclassify_fewest_after_some_steps_and_not_at_the_end():
    spam = load_spambase()
    runs = {n: newton(Softmax(spam.X[:, :n], spam.y), np.zeros(n + 1), 15) for n in (48, 57)}
    counts = runs[57].misclassifications
    kind = question("9.2.2 all features").kind
    assert kind.truth == counts.min()
    # The question calls for a gain on the words alone: neither they nor the total number may pass for right.
    assert not kind.grade(runs[48].misclassifications.min()).right
    assert runs[48].misclassifications.min() + 1 == kind.bands[1].low
    assert question("9.2.2 best step").kind.truth == "Somewhere in between"
    assert 1 < np.argmin(counts) < len(counts) - 1
    assert (np.diff(runs[57].costs) <= 1e-12).all()

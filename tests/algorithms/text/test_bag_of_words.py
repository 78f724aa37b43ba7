"""Bags of words (section 9.2.2) against the chapter's documents, CountVectorizer and the cosine similarity."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.metrics.pairwise import cosine_similarity

from fewidgets.algorithms import bag_of_words, stem

PLAIN = {"stop_words": None, "stemmer": None, "pattern": r"(?u)\b\w\w+\b"}


def same_counts(bag, theirs, names):
    theirs.sort_indices()
    assert bag.vocabulary == tuple(names)
    np.testing.assert_array_equal(bag.counts.indptr, theirs.indptr)
    np.testing.assert_array_equal(bag.counts.indices, theirs.indices)
    np.testing.assert_array_equal(bag.counts.data, theirs.data)


# The chapter's own documents.


def test_figure_9_3():
    bag = bag_of_words(["dogs are the best", "cats are the worst"])
    assert bag.vocabulary == ("best", "cat", "dog", "worst")
    root = np.sqrt(0.5)
    np.testing.assert_array_equal(bag.counts.to_dense(), [[1, 0, 1, 0], [0, 1, 0, 1]])
    np.testing.assert_allclose(bag.unit_vectors().to_dense(), [[root, 0, root, 0], [0, root, 0, root]], rtol=1e-15)
    np.testing.assert_array_equal(bag.correlations(), np.eye(2))  # perpendicular


def test_a_rather_large_correlation():
    # "I love dogs" and "I love cats": they share one of two words without "I", and two of three with it.
    documents = ["I love dogs", "I love cats"]
    assert bag_of_words(documents).correlations()[0, 1] == 0.5
    assert bag_of_words(documents, stop_words=None).correlations()[0, 1] == pytest.approx(2 / 3, abs=1e-15)
    # scikit-learn's pattern skips "I", a word of one letter. This gives 1/2 even if stop words are counted.
    assert bag_of_words(documents, stop_words=None, pattern=r"\b\w\w+\b").correlations()[0, 1] == 0.5


def test_figure_9_4_shared_words_and_a_zero_correlation_exclude_each_other():
    # The two reviews are printed as a picture only. Any pair does: opposite opinions without a common word are
    # perpendicular, and a single word on a shared axis that both have makes the correlation positive.
    apart = bag_of_words(["hilarious, clever and brave", "crude jokes, a boring plot"])
    assert apart.correlations()[0, 1] == 0
    shared = bag_of_words(["hilarious, clever and brave movie", "crude jokes, a boring movie"])
    assert 0 < shared.correlations()[0, 1] <= 0.25


def test_learner_is_not_counted_as_learn():
    bag = bag_of_words(["learn learning learned learner"])
    assert bag.vocabulary == ("learn", "learner")
    np.testing.assert_array_equal(bag.counts.to_dense(), [[3, 1]])


# Peers.

DOCUMENTS = [
    "The cat sat on the mat. The CAT purred!",
    "",
    "Ünïcödé, naïve façade; the mat: 42 cats' 3.14 e-mail_address",
    "don't the THE the tHe",
    "我爱狗 كلب собака the",
]


def test_the_same_counts_as_scikit_learn():
    vectorizer = CountVectorizer()
    same_counts(
        bag_of_words(DOCUMENTS, **PLAIN), vectorizer.fit_transform(DOCUMENTS), vectorizer.get_feature_names_out().tolist()
    )


letters = st.text(st.one_of(st.characters(codec="utf-8"), st.sampled_from("abc ABC.'_-")), max_size=60)


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(st.lists(letters, min_size=1, max_size=6))
def test_the_same_counts_as_scikit_learn_whatever_the_text(documents):
    bag = bag_of_words(documents, **PLAIN)
    vectorizer = CountVectorizer()
    try:
        theirs = vectorizer.fit_transform(bag.documents)  # in composed form, as ours are counted
    except ValueError:  # scikit-learn refuses documents without any word
        assert bag.vocabulary == ()
        assert bag.counts.to_dense().shape == (len(documents), 0)
        return
    same_counts(bag, theirs, vectorizer.get_feature_names_out().tolist())
    np.testing.assert_allclose(bag.correlations(), cosine_similarity(theirs), atol=1e-14)


def test_stop_words_stems_and_rare_words_as_users_of_scikit_learn_write_them():
    rng = np.random.default_rng(0)
    pool = ["the", "of", "and", "dog", "dogs", "cat", "running", "runs", "hope", "hoped", "learner", "learning", "table"]
    documents = [" ".join(rng.choice(pool, 12)) for _ in range(60)] + ["knightly"]
    analyze = CountVectorizer().build_analyzer()
    vectorizer = CountVectorizer(analyzer=lambda text: [stem(w) for w in analyze(text) if w not in ("the", "of")], min_df=25)
    theirs = vectorizer.fit_transform(documents)
    options = {**PLAIN, "stop_words": ("the", "of"), "stemmer": "english"}
    bag = bag_of_words(documents, **options, min_documents=25)
    same_counts(bag, theirs, vectorizer.get_feature_names_out().tolist())
    assert "knight" not in bag.vocabulary  # a rare one
    new = ["hoping dogs and tabling the cat", "of"]
    same_counts(bag.transform(new), vectorizer.transform(new), vectorizer.get_feature_names_out().tolist())


def test_the_most_frequent_terms():
    bag = bag_of_words(["b b c a a d", "d"], stemmer=None, stop_words=None, max_terms=2)
    assert bag.vocabulary == ("a", "b")  # a, b and d come twice: the first two in the alphabet
    np.testing.assert_array_equal(bag.counts.to_dense(), [[2, 2], [0, 0]])
    assert [token.fate for token in bag.tokens(1)] == ["not in vocabulary"]


# The trace.


def test_the_fate_of_each_word():
    bag = bag_of_words(["The dogs’ BEST friends", "cats"], vocabulary=["dog", "best", "friend"])
    told = [(t.text, t.word, t.start, t.end, t.fate, t.term) for t in bag.tokens(0)]
    assert told == [
        ("The", "the", 0, 3, "stop word", None),
        ("dogs", "dogs", 4, 8, "stemmed", "dog"),
        ("BEST", "best", 10, 14, "kept", "best"),
        ("friends", "friends", 15, 22, "stemmed", "friend"),
    ]
    assert [t.fate for t in bag.tokens(1)] == ["not in vocabulary"]
    assert bag.empty.tolist() == [1]


def test_composed_and_decomposed_accents_are_one_word():
    bag = bag_of_words(["café", "cafe\u0301"], stemmer=None)
    assert bag.vocabulary == ("café",)
    assert bag.correlations()[0, 1] == 1


def test_a_given_vocabulary_counts_by_stems_and_keeps_its_names():
    bag = bag_of_words(["Guaranteed! We guarantee it.", "bargains"], vocabulary=["guarantee", "Bargain"])
    assert bag.vocabulary == ("guarantee", "Bargain")
    np.testing.assert_array_equal(bag.counts.to_dense(), [[2, 0], [0, 1]])
    assert bag.tokens(1)[0].term == "Bargain"
    np.testing.assert_array_equal(bag.transform(["a bargain is a bargain"]).counts.to_dense(), [[0, 2]])


def test_new_documents_can_be_compared_with_the_old_ones():
    bag = bag_of_words(["I love dogs", "I love cats"])
    new = bag.transform(["dogs, dogs and horses", "horses"])
    assert new.words == ("dogs", "and", "horses")
    np.testing.assert_array_equal(new.counts.to_dense(), [[0, 2, 0], [0, 0, 0]])
    np.testing.assert_array_equal(bag.transform(bag.documents).counts.to_dense(), bag.counts.to_dense())


def test_a_custom_stemmer():
    bag = bag_of_words(["banana bandana"], stemmer=lambda word: word[:3])
    assert bag.vocabulary == ("ban",)


def test_texts_without_a_word_to_count():
    for documents in ([""], ["the of and"], ["?!", "…"]):
        bag = bag_of_words(documents)
        assert bag.vocabulary == ()
        assert bag.empty.tolist() == list(range(len(documents)))
        np.testing.assert_array_equal(bag.correlations(), np.zeros((len(documents),) * 2))
        assert bag.unit_vectors().to_dense().shape == (len(documents), 0)


def test_documents_are_numbered_and_a_list():
    bag = bag_of_words(["dogs"])
    with pytest.raises(
        ValueError, match=r"document must be an integer between 0 and 0 \(documents are numbered from 0\); got 1"
    ):
        bag.tokens(1)
    with pytest.raises(TypeError, match="documents must be a list of texts; got one text"):
        bag.transform("dogs")

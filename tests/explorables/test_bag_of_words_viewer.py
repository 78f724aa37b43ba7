"""Documents as bags of words: what is on screen is what the algorithm counts, in whatever order the words stand."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fewidgets.algorithms import bag_of_words
from fewidgets.explorables.bag_of_words_viewer import MOST_DOCUMENTS, SENTENCES, BagOfWordsViewer
from fewidgets.explorables.shared.bags import MOST_TERMS
from fewidgets.scene import Bars, Image, Tokens, resolve

FIGURE_9_3 = ("dogs are the best", "cats are the worst")


def marks(widget, kind):
    return [mark for panel in widget.scene.panels for mark in panel.marks if isinstance(mark, kind)]


def written(widget, column=0, **state):
    """Give the words of a document as they are shown, each with its style's label."""
    runs = resolve(marks(widget, Tokens)[column].runs, {**widget.state, **state})
    styles = marks(widget, Tokens)[column].styles
    return [(text, styles[style].label) for text, style, _ in runs[1:] if text.strip()]


def bars(widget, column=0, **state):
    mark = marks(widget, Bars)[column]
    return dict(zip(mark.names, resolve(mark.values, {**widget.state, **state}).tolist(), strict=True))


def test_figure_9_3():
    w = BagOfWordsViewer(FIGURE_9_3)
    half = pytest.approx(np.sqrt(0.5))
    assert bars(w) == {"best": half, "cat": 0, "dog": half, "worst": 0}
    assert bars(w, 1) == {"best": 0, "cat": half, "dog": 0, "worst": half}
    assert bars(w, normalize=False) == {"best": 1, "cat": 0, "dog": 1, "worst": 0}
    assert written(w) == [("dog", ""), ("s", "removed by stemming"), ("are", "stop word"), ("the", "stop word"), ("best", "")]
    assert w.caption == "Documents 1 and 2 share none of 4 terms; their correlation is 0."
    assert w.describe_size() == "2 documents, 4 terms"


def test_every_pair_is_there_and_its_numbers_are_the_algorithms():
    w = BagOfWordsViewer()
    bag = bag_of_words(SENTENCES)
    correlated, products = (
        resolve(image.values, w.scene.state(normalize=on)) for image, on in zip(marks(w, Image), (True, False), strict=True)
    )
    assert_allclose(correlated, bag.correlations())
    assert_array_equal(products, bag.counts.to_dense() @ bag.counts.to_dense().T)
    units = bag.unit_vectors().to_dense()
    for i in range(6):
        for j in range(6):
            w.pair = (i, j)
            assert list(bars(w, 0).values()) == pytest.approx(units[i])
            assert list(bars(w, 1).values()) == pytest.approx(units[j])
            assert w.selected == tuple(np.array(bag.vocabulary)[(units[i] > 0) & (units[j] > 0)])
            style = resolve(marks(w, Bars)[0].style, w.state)
            assert_array_equal(style == 1, (units[i] > 0) & (units[j] > 0))


def test_word_order_changes_the_text_and_nothing_else():
    w = BagOfWordsViewer.example()
    assert [text for text, _ in written(w)] == ["dog", "s", "are", "better", "than", "cat", "s"]
    assert [text for text, _ in written(w, reverse=True)] == ["cat", "s", "than", "better", "are", "dog", "s"]
    assert bars(w, reverse=True) == bars(w)
    assert w.caption == "Documents 5 and 6 share 3 of 3 terms; their correlation is 1.00."
    w.reverse = True
    assert w.caption.endswith("is 1.00. Reversing the words has changed nothing else.")


def test_words_are_reversed_between_punctuation():
    w = BagOfWordsViewer(["Dogs don't bite -- cats do!", "我爱狗"], strike_stop_words=False, stemming=False, reverse=True)
    runs = resolve(marks(w, Tokens)[0].runs, w.state)
    assert "".join(text for text, _, _ in runs) == "1.  do cats bite -- don't Dogs!"
    assert "".join(text for text, _, _ in resolve(marks(w, Tokens)[1].runs, w.state)) == "2.  狗爱我"
    assert bars(w) == bars(w, reverse=False)


def test_switches_count_anew():
    w = BagOfWordsViewer(FIGURE_9_3)
    w.stemming = False
    assert w.trace.vocabulary == ("best", "cats", "dogs", "worst")
    w.strike_stop_words = False
    assert w.trace.vocabulary == ("are", "best", "cats", "dogs", "the", "worst")
    assert w.caption == "Documents 1 and 2 share 2 of 6 terms; their correlation is 0.500."
    w.normalize = False
    assert w.caption == "Documents 1 and 2 share 2 of 6 terms; the inner product of their counts is 2."


def test_what_stemming_puts_in_place_of_what_it_cuts_is_shown():
    w = BagOfWordsViewer(["happy dogs"])
    assert written(w)[:3] == [("happ", ""), ("y", "removed by stemming"), ("i", "added by stemming")]


def test_typing_keeps_the_pair_that_can_be_kept():
    w = BagOfWordsViewer.example()
    w.documents = [*FIGURE_9_3, "the dog"]
    assert w.pair == (2, 2)
    assert w.caption == "Document 3 and itself share 1 of 1 term; their correlation is 1.00."
    w.term = "dog"
    w.documents = ["a bird"]
    assert (w.term, w.pair) == ("", (0, 0))


def test_many_documents_are_picked_by_asking_and_little_is_sent():
    rng = np.random.default_rng(0)
    words = [f"w{n}" for n in range(400)]
    texts = [" ".join(rng.choice(words, 60)) for _ in range(MOST_DOCUMENTS)]
    w = BagOfWordsViewer(texts)
    assert "pair" in w.inputs
    w.pair = (3, 199)
    bag = bag_of_words(texts)
    assert w.caption.startswith("Documents 4 and 200 share ")
    assert_allclose(marks(w, Image)[0].values, bag.correlations())
    assert len(marks(w, Bars)[0].names) == MOST_TERMS
    w.documents = [*texts[:-1], texts[-1] + " w1 neverseen"]
    assert "neverseen" in w.trace.vocabulary
    assert w.pair == (3, 199)
    w.documents = FIGURE_9_3
    assert "pair" not in w.inputs
    assert w.pair == (1, 1)


def test_of_a_long_document_the_first_words_and_the_most_frequent_terms_are_shown():
    w = BagOfWordsViewer([" ".join(["often"] * 3 + [f"w{n:04}" for n in range(2000)]), "often"])
    assert written(w)[-1] == (" … and 1,923 more words", "")
    assert "often" in marks(w, Bars)[0].names
    assert marks(w, Bars)[0].names == sorted(marks(w, Bars)[0].names)
    assert w.scene.panels[2].title == "The row's document: histogram (16 of 2,001 terms)"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["我爱狗", "我爱猫"], "share 2 of 4 terms; their correlation is 0.667. Chinese characters are a word each"),
        (
            ["الكلب كبير", "القط كبير"],
            "share 1 of 3 terms; their correlation is 0.500. Arabic letters: a word is the text between",
        ),
        (["to be", "is the", "dogs"], "Documents 1 and 2 have no terms left, so there is no correlation."),
        (["dogs", "is the"], "Document 2 has no terms left"),
        (["!?", "…"], "share none of 0 terms; their correlation is 0. Documents 1 and 2 have no terms left"),
        (["a b"] * 300, "Only the first 200 of 300 documents are used."),
    ],
)
@pytest.mark.filterwarnings("ignore:Glyph")
def test_texts_of_all_kinds(texts, told):
    w = BagOfWordsViewer(texts)
    assert told in w.caption
    w.figure()
    w.reverse = True
    w.normalize = False
    w.figure()


def test_no_warning_stands_above_a_text_in_another_writing(recwarn):
    BagOfWordsViewer(["我爱狗", "我爱猫"])._repr_mimebundle_()
    assert [str(each.message) for each in recwarn if "Glyph" in str(each.message)] == []


def test_own_texts_and_settings():
    w = BagOfWordsViewer(pd.Series(["Der Hund bellt", "Die Hunde bellen\nlaut"]), stop_words=["der", "die"], stemmer="german")
    assert w.trace.vocabulary == ("bell", "bellt", "hund", "laut") or w.trace.vocabulary == ("bell", "hund", "laut")
    assert w.documents[1] == "Die Hunde bellen laut"
    assert BagOfWordsViewer(["aa ab"], stemmer=lambda word: word[0]).trace.counts.to_dense().tolist() == [[2]]


def test_a_paste_that_is_too_long_or_empty_leaves_everything_as_it_was():
    w = BagOfWordsViewer(FIGURE_9_3)
    before, picture = repr(w), w._scene
    with pytest.raises(ValueError, match="documents must have at most 1,000,000 characters; got 10,000,001"):
        w.documents = ["x" * 10_000_000]
    with pytest.raises(ValueError, match=r"documents must contain at least one text. Type at least one line"):
        w.documents = ["  "]
    assert repr(w) == before
    assert w._scene is picture


def test_a_message_is_told_in_the_widget():
    w = BagOfWordsViewer(FIGURE_9_3)
    w._handle_custom_msg({"ask": {"documents": []}, "serial": "1"}, [])
    assert w.message == "documents must contain at least one text. Type at least one line."
    assert w.documents == FIGURE_9_3
    w._handle_custom_msg({"ask": {"documents": ["one", "two"]}, "serial": "2"}, [])
    assert (w.message, w.documents) == ("", ("one", "two"))


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: BagOfWordsViewer("dogs"), TypeError, "documents must be a list of texts; got one text"),
        (lambda: BagOfWordsViewer([]), ValueError, "documents must hold at least one text"),
        (lambda: BagOfWordsViewer(["", " "]), ValueError, "documents must contain at least one text"),
        (lambda: BagOfWordsViewer(["a", 3]), TypeError, "documents must hold text; got 3"),
        (
            lambda: BagOfWordsViewer(["x" * 1_000_001]),
            ValueError,
            "documents must have at most 1,000,000 characters; got 1,000,002",
        ),
        (lambda: BagOfWordsViewer(stemming=1), TypeError, r"stemming must be .*; got 1"),
        (lambda: BagOfWordsViewer(strike_stop_words="no"), TypeError, r"strike_stop_words must be .*; got 'no'"),
        (lambda: BagOfWordsViewer(normalize=0), TypeError, r"normalize must be .*; got 0"),
        (lambda: BagOfWordsViewer(pair=(0, 6)), ValueError, r"pair must be .*; got \(0, 6\)"),
        (lambda: BagOfWordsViewer(pair=3), TypeError, r"pair must be .*; got 3"),
        (lambda: BagOfWordsViewer(term="bird"), ValueError, r"term must be .*; got 'bird'"),
        (lambda: BagOfWordsViewer(stop_words="german"), ValueError, "stop_words must be 'english'; got 'german'"),
        (lambda: BagOfWordsViewer(stop_words=None), TypeError, "stop_words must not be None"),
        (lambda: BagOfWordsViewer(stop_words=[3]), TypeError, "stop_words must be"),
        (lambda: BagOfWordsViewer(stemmer="klingon"), ValueError, r"stemmer must be 'arabic', .* or 'yiddish'; got 'klingon'"),
        (lambda: BagOfWordsViewer(docs=["a"]), TypeError, "no keyword 'docs'"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()

"""Documents as bags of words: what is on screen is what the algorithm counts, in whatever order the words stand."""

import numpy as np
import pandas as pd
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from fewidgets.algorithms import bag_of_words
from fewidgets.explorables.bag_of_words_viewer.bag_of_words_viewer import MOST_DOCUMENTS, SENTENCES, BagOfWordsViewer
from fewidgets.explorables.bag_of_words_viewer.bags import MOST_TERMS
from fewidgets.scene import Bars, Image, Tokens, resolve

FIGURE_9_3 = ("dogs are the best", "cats are the worst")


def marks(widget, kind):
    return [mark for panel in widget.scene.panels for mark in panel.marks if isinstance(mark, kind)]


def written(widget):
    """Give the words of the first document as they are shown, each with its style's label."""
    [mark] = marks(widget, Tokens)
    assert mark.field is widget.inputs["documents"], "they are marked where they are typed"
    whole = "".join(text for text, _, _ in mark.runs)
    assert whole == "\n".join(widget.documents) or "… and " in whole
    first = [text for text, _, _ in [*mark.runs, ("\n", 0, "")]].index("\n")
    return [(text, mark.styles[style].label) for text, style, _ in mark.runs[:first] if text.strip()]


def headings(widget, **state):
    return [panel.heading({**widget.state, **state}) for panel in widget.scene.panels[1:3]]


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
    assert headings(w) == ["5: dogs are better than cats", "6: cats are better than dogs"]
    assert headings(w, reverse=True) == ["5: cats than better are dogs", "6: dogs than better are cats"]
    assert bars(w, reverse=True) == bars(w)
    assert w.caption == "Documents 5 and 6 share 3 of 3 terms; their correlation is 1.00."
    w.reverse = True
    assert w.caption.endswith("is 1.00. Reversing the words has changed nothing else.")


def test_words_are_reversed_between_punctuation():
    w = BagOfWordsViewer(["Dogs don't bite -- cats do!", "我爱狗"], strike_stop_words=False, stemming=False, reverse=True)
    assert headings(w) == ["1: do cats bite -- don't Dogs!", "2: 狗爱我"]
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
    assert written(w)[-1] == ("\n… and 1 more document", "")
    many = BagOfWordsViewer(["often " * 3000])
    assert written(many)[-1] == (" … and 12,000 more characters", "")
    assert "often" in marks(w, Bars)[0].names
    assert marks(w, Bars)[0].names == sorted(marks(w, Bars)[0].names)
    assert resolve(w.scene.panels[1].x.label, w.state) == "scaled count (16 of 2,001 terms)"


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["我爱狗", "我爱猫"], "share 2 of 4 terms; their correlation is 0.667. Chinese characters are a word each"),
        (["to be", "is the", "dogs"], "Documents 1 and 2 have no terms left, so there is no correlation."),
        (["dogs", "is the"], "Document 2 has no terms left"),
        (["a b"] * 300, "Only the first 200 of 300 documents are used."),
    ],
)
def test_texts_of_all_kinds(texts, told):
    w = BagOfWordsViewer(texts)
    assert told in w.caption


def test_own_texts_and_settings():
    w = BagOfWordsViewer(pd.Series(["Der Hund bellt", "Die Hunde bellen\nlaut"]), stop_words=["der", "die"], stemmer="german")
    assert "hund" in w.trace.vocabulary
    assert w.documents[1] == "Die Hunde bellen laut"
    assert BagOfWordsViewer(["aa ab"], stemmer=lambda word: word[0]).trace.counts.to_dense().tolist() == [[2]]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: BagOfWordsViewer(["", " "]), ValueError, "documents must contain at least one text"),
        (lambda: BagOfWordsViewer(stop_words=None), TypeError, "stop_words must not be None"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()

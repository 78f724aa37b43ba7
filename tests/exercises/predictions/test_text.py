"""The predictions on texts agree with computations of their own, and their texts with the numbers."""

import numpy as np
import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.metrics.pairwise import cosine_similarity

from fewidgets.algorithms import Softmax, newton
from fewidgets.data import load_spambase
from fewidgets.exercises.bank import question
from fewidgets.exercises.bank.predictions.text import MAILS, PAIRS
from tests.lessons.lesson import lesson


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


def test_a_phrase_is_found_across_a_full_stop_and_not_across_words():
    counts = CountVectorizer(vocabulary=["act now"], ngram_range=(2, 2)).transform(MAILS.values()).toarray()[:, 0]
    assert question("9.2.2 act now").kind.truth == tuple(name for name, count in zip(MAILS, counts, strict=True) if count)


def test_the_emails_are_those_of_the_lesson():
    code = "\n".join(cell.source for cell in lesson("9.2.1_categories_and_text").cells if cell.is_code)
    assert all(f'"{mail}"' in code for mail in MAILS.values())


def test_fewest_emails_are_misclassified_after_some_steps_and_not_at_the_end():
    spam = load_spambase()
    run = newton(Softmax(spam.X, spam.y), np.zeros(58), 15)
    assert question("9.2.2 best step").kind.truth == "Somewhere in between"
    assert 1 < np.argmin(run.misclassifications) < len(run.misclassifications) - 1
    assert (np.diff(run.costs) <= 1e-12).all()

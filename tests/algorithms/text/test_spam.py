"""Spam features against Spambase's definitions, written out with regular expressions, and against its data."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewidgets.algorithms import spam_features
from fewidgets.algorithms.text.spam import SPAM_CHARACTERS, SPAM_FEATURES, SPAM_WORDS
from fewidgets.data import load_spambase

MAIL = """\
Subject: FREE money!!! Make $10,000 a day

Dear George,  remove_all (re: 650-857-7835) [HPL labs] #1 3D; 000 our OUR
"""


def by_definition(text):
    """Spambase's documentation, sentence by sentence, for plain ASCII text."""
    words = re.findall("[A-Za-z0-9]+", text)
    runs = [len(run) for run in re.findall("[A-Z]+", text)]
    return [
        *(100 * sum(word.lower() == wanted for word in words) / max(len(words), 1) for wanted in SPAM_WORDS),
        *(100 * sum(character == wanted for character in text) / max(len(text), 1) for wanted in SPAM_CHARACTERS),
        sum(runs) / len(runs) if runs else 0,
        max(runs, default=0),
        sum(character in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for character in text),
    ]


def test_names_and_order_are_spambases():
    assert load_spambase().feature_names == SPAM_FEATURES
    assert spam_features("a").feature_names == SPAM_FEATURES
    assert len(SPAM_FEATURES) == 57


def test_a_mail_counted_by_hand():
    trace = spam_features("FREE money! Make $$$ now")
    row = dict(zip(trace.feature_names, trace.X[0], strict=True))
    assert (trace.word_totals[0], trace.character_totals[0], trace.run_totals[0]) == (4, 24, 2)
    assert row["word_freq_free"] == row["word_freq_money"] == row["word_freq_make"] == 25
    assert row["char_freq_!"] == pytest.approx(100 / 24)
    assert row["char_freq_$"] == pytest.approx(300 / 24)
    assert row["capital_run_length_average"] == 2.5
    assert row["capital_run_length_longest"] == 4
    assert row["capital_run_length_total"] == 5
    assert np.count_nonzero(trace.X) == 8


def test_numbers_parts_of_words_and_underscores():
    row = dict(zip(SPAM_FEATURES, spam_features(MAIL).X[0], strict=True))
    for word in ("000", "650", "857", "3d", "george", "hpl", "labs", "re", "remove", "all", "free", "make", "money"):
        assert row[f"word_freq_{word}"] > 0, word
    assert row["word_freq_000"] == 2 * row["word_freq_650"]  # "10,000" has it, too
    assert row["word_freq_our"] == 2 * row["word_freq_650"]
    for word in ("hp", "lab", "85", "address"):  # parts of other words do not count
        assert row[f"word_freq_{word}"] == 0, word
    np.testing.assert_allclose(list(row.values()), by_definition(MAIL), rtol=1e-14)


def test_other_alphabets():
    trace = spam_features("ÄÖÜ free ПРИВЕТ ǅ İfree 免费")
    assert trace.X[0, -2:].tolist() == [6, 10]  # ǅ is no capital but a title-case letter
    assert trace.spans()["word_freq_free"].tolist() == [[4, 8]]
    assert trace.word_totals[0] == 6


def test_a_mail_without_words_or_capitals_is_all_zero():
    np.testing.assert_array_equal(spam_features(["", " ", "-"]).X, np.zeros((3, 57)))
    assert spam_features("").spans() == {}


def test_spambase_is_cut_not_rounded():
    average, _, total = load_spambase().X[:, 54:].T
    # The average run is total / (a whole number of runs), to three decimals: 99.9 % of the rows where the rest is cut
    # off, 62 % where it is rounded.
    runs = np.maximum(np.floor(total / average)[:, None] + [-1, 0, 1], 1)
    exact = total[:, None] / runs
    cut = (np.abs(np.floor(exact * 1000 + 1e-6) / 1000 - average[:, None]) < 1e-6).any(axis=1)
    rounded = (np.abs(np.round(exact, 3) - average[:, None]) < 1e-6).any(axis=1)
    assert cut.mean() > 0.998
    assert rounded.mean() < 0.65
    # Its capital features start at 1, where ours are 0 for a mail without capitals.
    assert total.min() == average.min() == 1
    assert np.count_nonzero(total == 1) == 9


# Custom words, phrases and characters.


def by_own_definition(text, words, characters):
    """The same sentences for any words, phrases and characters, in plain ASCII text."""
    found = [word.lower() for word in re.findall("[A-Za-z0-9]+", text)]
    row = []
    for entry in words:
        wanted = entry.lower().split()
        places = [found[n : n + len(wanted)] == wanted for n in range(len(found))]
        row.append(100 * sum(places) / max(len(found), 1))
    row += [100 * sum(letter == wanted for letter in text) / max(len(text), 1) for wanted in characters]
    return row


def test_the_chapters_words_phrases_and_characters():
    mail = "ACT NOW! All-natural *** guarantee: act now, it is free * free"
    trace = spam_features(mail, words=["free", "guarantee", "bargain", "act now", "all natural"], characters="!*")
    assert trace.feature_names[3:7] == ("word_freq_act now", "word_freq_all natural", "char_freq_!", "char_freq_*")
    assert trace.X.shape == (1, 5 + 2 + 3)
    np.testing.assert_allclose(trace.X[0, :7], by_own_definition(mail, trace.words, trace.characters))
    np.testing.assert_allclose(trace.X[0, [3, 6]], [200 / 11, 400 / len(mail)])
    assert [mail[start:end] for start, end in trace.spans()["word_freq_act now"]] == ["ACT NOW", "act now"]
    assert [mail[start:end] for start, end in trace.spans()["word_freq_all natural"]] == ["All-natural"]
    np.testing.assert_array_equal(trace.X[0, 7:], spam_features(mail).X[0, 54:])


own_words = st.lists(st.sampled_from(["free", "act now", "now act now", "a", "free a", "now"]), unique=True)
own_mails = st.lists(st.sampled_from(["Free", "act", "NOW", "a", "*", "free!", "x_now", "act-now"]), max_size=30).map(" ".join)


@settings(max_examples=200, deadline=None)
@given(st.lists(own_mails, min_size=1, max_size=3), own_words, st.lists(st.sampled_from("*!a ]^-\\"), unique=True))
def test_ones_own_list_whatever_the_mails(texts, words, characters):
    trace = spam_features(texts, words=words, characters=characters)
    n = len(words) + len(characters)
    np.testing.assert_allclose(trace.X[:, :n], [by_own_definition(text, words, characters) for text in texts], rtol=1e-13)
    np.testing.assert_array_equal(trace.X[:, n:], spam_features(texts).X[:, 54:])
    assert len(trace.feature_names) == trace.X.shape[1]
    for p, text in enumerate(texts):
        spans = trace.spans(p)
        assert list(spans) == [name for name, x in zip(trace.feature_names, trace.X[p], strict=True) if x]
        for name, places in spans.items():
            if name.startswith("word"):
                assert len(places) * 100 / trace.word_totals[p] == pytest.approx(trace.X[p, trace.feature_names.index(name)])
            if name.startswith("char"):
                assert {text[start:end] for start, end in places} == {name.removeprefix("char_freq_")}

"""A mail's features: what is lit and drawn is what the algorithm measured."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from fewidgets.algorithms import Softmax, newton, spam_features
from fewidgets.data import load_spambase
from fewidgets.data.download import is_available
from fewidgets.explorables.spam_viewer import MAIL, MOST_SHOWN, SpamViewer
from fewidgets.scene import Bars, Tokens, resolve

SHORT = "FREE money! Make $$$ now"


def bars(widget):
    return [
        dict(zip(mark.keys, np.asarray(resolve(mark.values, widget.state)).tolist(), strict=True))
        for panel in widget.scene.panels
        for mark in panel.marks
        if isinstance(mark, Bars)
    ]


def lit(widget, **state):
    [mark] = [mark for panel in widget.scene.panels for mark in panel.marks if isinstance(mark, Tokens)]
    runs = resolve(mark.runs, {**widget.state, **state})
    assert "".join(text for text, _ in runs).startswith(widget.mail[:MOST_SHOWN])
    return [(text, mark.styles[style].label) for text, style in runs if style]


def test_every_feature_that_is_not_zero_is_drawn():
    w = SpamViewer(SHORT)
    drawn = {name: value for panel in bars(w) for name, value in panel.items() if value}
    expected = spam_features(SHORT)
    assert drawn == pytest.approx({n: x for n, x in zip(expected.feature_names, expected.X[0], strict=True) if x})
    assert w.selected == tuple(n for n, x in zip(expected.feature_names, expected.X[0], strict=True) if x)


def test_words_characters_and_capitals_are_lit():
    w = SpamViewer(SHORT)
    word, character, capitals = "one of the 48 words", "one of the 6 characters", "capitals"
    assert lit(w) == [("FREE", word), ("money", word), ("!", character), ("Make", word), ("$$$", character)]
    assert lit(w, feature="capital_run_length_total") == [("FREE", capitals), ("M", capitals)]
    assert lit(w, feature="capital_run_length_longest") == [("FREE", capitals)]
    assert lit(w, feature="word_freq_money") == [("money", word)]


@pytest.mark.parametrize(
    ("feature", "caption"),
    [
        ("", "8 of 57 features are not zero: 3 of the 48 words, 2 of the 6 characters, and the runs of capitals."),
        ("word_freq_make", "word_freq_make is 25.0: “make” is 1 of 4 words."),
        ("char_freq_$", "char_freq_$ is 12.5: “$” is 3 of 24 characters."),
        ("capital_run_length_average", "capital_run_length_average is 2.50: there are 2 runs of capitals, 5 letters in all."),
        ("capital_run_length_longest", "capital_run_length_longest is 4.00: “FREE”."),
    ],
)
def test_captions(feature, caption):
    w = SpamViewer(SHORT, feature=feature)
    assert w.caption == caption
    assert repr(w).startswith("SpamViewer(4 words, mail='FREE money! Make $$$ now'")


def test_typing_keeps_the_feature_as_long_as_it_is_there():
    w = SpamViewer(SHORT, feature="word_freq_free")
    w.mail = "really free"
    assert (w.feature, w.selected) == ("word_freq_free", ("word_freq_free",))
    w.mail = "hello"
    assert w.feature == ""
    assert w.caption == "0 of 57 features are not zero: none of the 48 words, none of the 6 characters, and no capitals."
    w.figure()


def test_weights_add_up_to_the_score():
    weights = np.random.default_rng(0).normal(size=58)
    w = SpamViewer(MAIL, weights=weights)
    assert w.score == pytest.approx(weights[0] + w.trace.X[0] @ weights[1:])
    assert w.caption.endswith("spam.")
    added = bars(w)[-1]
    assert added[""] == weights[0]
    name = "word_freq_free"
    assert w.trace.X[0, 15] > 0
    assert_allclose(added[name], weights[16] * w.trace.X[0, 15])
    assert SpamViewer(MAIL).score is None


@pytest.mark.slow
def test_a_classifier_tells_advertising_from_work():
    if not is_available("spambase"):
        pytest.skip("no spambase_data.csv: set FEWIDGETS_DATA to a folder that holds it (see load_spambase)")
    spam = load_spambase()
    w = SpamViewer(weights=newton(Softmax(spam.X, spam.y), np.zeros(58)).best.weights)
    assert w.score > 0
    w.mail = "Hi George, the project meeting is at 3 pm in the lab. Best, Ann"
    assert w.score < 0
    assert w.caption.endswith(": not spam.")


def test_long_mails_are_counted_whole_and_shown_in_part():
    text = (MAIL + "\n") * 300
    w = SpamViewer(text)
    assert "feature" in w.inputs, "the places of all features at once are too much to send"
    assert_allclose(w.trace.X, spam_features(text).X)
    assert lit(w)
    w.feature = "word_freq_free"
    assert {label for _, label in lit(w)} == {"one of the 48 words"}
    w.mail = SHORT
    assert "feature" not in w.inputs
    assert w.feature == "word_freq_free"


@pytest.mark.parametrize("text", ["你好 FREE", "مجاني free!", "İ FREE ǅ", "x", "\n\n.", "a" * 100_000, "{mail} {n} free"])
def test_texts_of_all_kinds(text):
    w = SpamViewer(text)
    assert w.caption.endswith("in any script.") != text.isascii()
    w.scene.caption_at(**w.state)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: SpamViewer(""), ValueError, "mail must contain some text"),
        (
            lambda: SpamViewer(weights=[1, 2]),
            ValueError,
            r"weights must be 58 finite numbers, the bias first; got shape \(2,\)",
        ),
        (
            lambda: SpamViewer(weights=np.full(58, np.nan)),
            ValueError,
            "weights must be 58 finite numbers.*; got NaN or infinity",
        ),
        (lambda: SpamViewer(weights=["a"] * 58), TypeError, "weights must be 58 finite numbers.*; got dtype <U1"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()

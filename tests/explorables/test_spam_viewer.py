"""A mail's features: what is lit and drawn is what the algorithm measured."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from fewidgets.algorithms import spam_features
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


def test_typing_keeps_the_feature_as_long_as_it_is_there():
    w = SpamViewer(SHORT, feature="word_freq_free")
    w.mail = "really free"
    assert (w.feature, w.selected) == ("word_freq_free", ("word_freq_free",))
    w.mail = "hello!"
    assert w.feature == ""
    assert w.caption == "1 of 57 features are not zero: none of the 48 words, 1 of the 6 characters, and no capitals."


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

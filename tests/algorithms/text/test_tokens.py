"""Words in any writing, their places, and their stems (section 9.2.2)."""

import re

import numpy as np
import pytest
import snowballstemmer
from hypothesis import example, given, settings
from hypothesis import strategies as st

from fewidgets.algorithms import stem, tokenize
from fewidgets.algorithms.text.stemming import languages, stemmer
from fewidgets.algorithms.text.stop_words import STOP_WORDS
from fewidgets.algorithms.text.texts import LONGEST_WORD
from fewidgets.algorithms.text.tokens import tokenizer_notes
from fewidgets.algorithms.text.words import read_words


def words(text, **options):
    return [token.word for token in tokenize(text, **options)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dogs are the best", ["dogs", "are", "the", "best"]),
        ("", []),
        ("  …!? \n", []),
        ("Don’t, DON'T and don't", ["don't", "don't", "and", "don't"]),
        ("'tis a dogs' life; rock'n'roll", ["tis", "a", "dogs", "life", "rock'n'roll"]),
        ("well-known snake_case e.g. a/b", ["well", "known", "snake", "case", "e", "g", "a", "b"]),
        ("3.14 of $10,000 in 1999", ["3", "14", "of", "10", "000", "in", "1999"]),
        ("nai\u0308ve na\u00efve", ["nai\u0308ve", "na\u00efve"]),
        ("con\u00adcept", ["concept"]),
        ("ÉCOLE Straße ΣΊΣΥΦΟΣ", ["école", "straße", "σίσυφος"]),
        ("İstanbul", ["i\u0307stanbul"]),
        ("我爱狗。我爱猫", ["我", "爱", "狗", "我", "爱", "猫"]),
        ("iPhone手机2台", ["iphone", "手", "机", "2", "台"]),
        ("これはペンです", ["これはペンです"]),
        ("漢字かな交じり文", ["漢", "字", "かな", "交", "じり", "文"]),
        ("나는 개를 사랑해", ["나는", "개를", "사랑해"]),
        ("الكلابُ هي الأفضل،", ["الكلابُ", "هي", "الأفضل"]),
        ("می‌خواهم", ["می‌خواهم"]),
        ("हिन्दी में लिखें", ["हिन्दी", "में", "लिखें"]),
        ("ฉันรักสุนัข มาก", ["ฉันรักสุนัข", "มาก"]),
        ("good 👍🏽 family 👨‍👩‍👧 x²", ["good", "family", "x²"]),
        ("\ud800 lone", ["lone"]),
    ],
)
def test_words(text, expected):
    assert words(text) == expected
    found = read_words([text], None)
    assert [found.distinct[n] for n in found.numbers] == expected


def test_places_are_those_of_the_text_as_it_is_written():
    text = "İİ, Dogs; İx ΣΊΣΥΦΟΣ don’t 我爱"
    for token in tokenize(text):
        assert text[token.start : token.end] == token.text
        assert token.text.lower().replace("’", "'") == token.word or token.word.endswith("ς")
    assert [token.text for token in tokenize(text)] == ["İİ", "Dogs", "İx", "ΣΊΣΥΦΟΣ", "don’t", "我", "爱"]


texts = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("abzAZ09'’_-., \n\t\u00a0\u0301\u200d\u00adİßΣς我爱かนुा"),
    )
)


@settings(max_examples=150, deadline=None)
@given(
    st.lists(texts, max_size=5),
    st.sampled_from([None, r"[^\W_]+", r"(?u)\b\w\w+\b", r"\w+", r"[a-z ]+", r"a(b)c?", r"(?<= )\w+"]),
)
@example(["(well-known)", "– ", "'", "a'"], None)
@example(["İ aİb"], r"(?u)\b\w\w+\b")
def test_a_corpus_has_the_words_of_its_texts(corpus, pattern):
    expected = [words(text, pattern=pattern) for text in corpus]
    found = read_words(corpus, pattern)
    assert found.indptr.tolist() == np.cumsum([0, *map(len, expected)]).tolist()
    assert [found.distinct[n] for n in found.numbers] == [word for text in expected for word in text]
    assert len(set(found.distinct)) == len(found.distinct)
    if pattern is not None and re.compile(pattern).groups == 0:
        assert expected == [re.findall(pattern, text.lower()) for text in corpus]


def test_a_group_is_the_word():
    assert words("#dogs and #cats", pattern=r"#(\w+)") == ["dogs", "cats"]
    token = tokenize("#dogs", pattern=r"#(\w+)")[0]
    assert (token.text, token.start, token.end) == ("dogs", 1, 5)


def test_notes_explain_writing_systems_without_spaces():
    [chinese] = tokenizer_notes("我爱狗")
    assert "word each" in chinese
    [arabic] = tokenizer_notes("a كلب")
    assert "Arabic" in arabic
    assert len(tokenizer_notes("漢字かな")) == 2
    assert "Thai" in tokenizer_notes("สุนัข")[0]
    assert "Hebrew" in tokenizer_notes("כלב")[0]
    assert tokenizer_notes("naïve Straße Σ пёс कुत्ता 개") == ()


# Words and stems as the Snowball project itself prints them for English.
SNOWBALL = """
    consign consign, consigned consign, consigning consign, consignment consign, consist consist, consisted consist,
    consistency consist, consistent consist, consistently consist, consolation consol, consolations consol,
    consolatory consolatori, console consol, consolidate consolid, consolidated consolid, knack knack,
    knackeries knackeri, knacks knack, knave knave, knavish knavish, kneaded knead, knees knee, knightly knight,
    knights knight, knitted knit, knitting knit, knives knive, knocker knocker, knots knot
"""


@pytest.mark.parametrize(("word", "expected"), [pair.split() for pair in SNOWBALL.split(",")])
def test_stems(word, expected):
    assert stem(word) == expected


def test_the_chapters_learn():
    # "learn, learning, learned and learner are all counted as learn": the last is not, by either of Porter's rules.
    assert [stem(word) for word in ("learn", "learning", "learned", "learner")] == ["learn", "learn", "learn", "learner"]
    assert stem("learner", "porter") == "learner"


def test_other_languages():
    assert stem("chevaux", "french") == "cheval"
    assert stem("أولاد", "arabic") == snowballstemmer.stemmer("arabic").stemWord("أولاد")
    assert "english" in languages()


def test_a_word_is_stemmed_once():
    cut = stemmer("english")
    cut("dogs")
    before = cut.cut.cache_info().misses
    assert cut("dogs") == "dog"
    assert cut.cut.cache_info().misses == before
    assert stemmer("english") is cut


def test_codes_and_other_writing_systems_are_not_stemmed():
    code = "x" * LONGEST_WORD + "ings"
    assert stem(code) == code
    assert stem("我") == "我"
    assert stem("كلاب") == "كلاب"


def test_stop_words():
    assert {"are", "the", "i", "than", "it's", "you"} <= STOP_WORDS
    # What turns an opinion round is kept, and what a summary would miss.
    assert not STOP_WORDS & {
        "not",
        "no",
        "never",
        "nor",
        "without",
        "don't",
        "isn't",
        "best",
        "better",
        "love",
        "dogs",
        "against",
    }
    assert all(words(word) == [word] for word in STOP_WORDS)
    assert 150 < len(STOP_WORDS) < 300

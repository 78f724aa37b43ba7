"""Bad input to categories, text and spam features.

No ``TAKES_X``: none of these takes a matrix of numbers.
"""

from datetime import date

import numpy as np
import pandas as pd

from fewidgets.algorithms import bag_of_words, one_hot, ordinal_codes, spam_features, stem, tokenize, tokenizer_notes

ENCODER = [
    (lambda encode: encode("text"), TypeError, "values is one text"),
    (lambda encode: encode(3), TypeError, r"values is 3 \(int\)"),
    (lambda encode: encode(None), TypeError, "values is None"),
    (lambda encode: encode([]), ValueError, "values is empty"),
    (lambda encode: encode([None, np.nan], missing="own"), ValueError, "values has only missing rows"),
    (lambda encode: encode(["a", None]), ValueError, r"values holds a missing value in row 1 \(1 such rows\)"),
    (lambda encode: encode([1.0, np.nan]), ValueError, "values holds a missing value in row 1"),
    (lambda encode: encode([1.0, -np.inf]), ValueError, "values holds an infinite value in row 1"),
    (lambda encode: encode(["a", 1]), TypeError, r"values mixes text \('a' in row 0\) and numbers \(1 in row 1\)"),
    (lambda encode: encode([True, 1]), TypeError, "values mixes truth values .* and numbers"),
    (lambda encode: encode([date(2000, 1, 1)]), TypeError, r"values holds datetime.date.* in row 0"),
    (lambda encode: encode([["a"], ["b"]]), TypeError, r"values holds \['a'\] \(list\) in row 0"),
    (lambda encode: encode([1j, 2j]), TypeError, "values holds 1j"),
    (lambda encode: encode(np.array([["a"], ["b"]])), ValueError, r"values has shape \(2, 1\).*values.ravel\(\)"),
    (lambda encode: encode(np.array("a")), ValueError, r"values has shape \(\)"),
    (lambda encode: encode(pd.DataFrame({"a": ["u"]})), ValueError, r"values is a table of shape \(1, 1\)"),
    (lambda encode: encode(["a", "c"], order=["a", "b"]), ValueError, "values holds the unseen category 'c' in row 1"),
    (lambda encode: encode([1], order=["a"], unseen="own"), TypeError, "values holds numbers, but the categories are text"),
    (lambda encode: encode(["a"]).transform(["b"]), ValueError, "values holds the unseen category 'b' in row 0.*unseen="),
    (lambda encode: encode(["a"]).transform([None]), ValueError, "values holds a missing value in row 0.*missing="),
    (lambda encode: encode(["a"]).transform("a"), TypeError, "values is one text"),
    (
        lambda encode: encode(["a"], order="sort"),
        ValueError,
        r"order must be 'sorted' or 'appearance'; got 'sort'\. Did you mean 'sorted'\?",
    ),
    (lambda encode: encode(["a"], order=["a", "a"]), ValueError, "order holds 'a' twice"),
    (lambda encode: encode(["a"], order=["a", None]), ValueError, "order holds a missing value in place 1"),
    (lambda encode: encode(["a"], order=[]), ValueError, "order is empty"),
    (lambda encode: encode(["a"], order=5), TypeError, "order is 5"),
    (lambda encode: encode(["a"], order=[None], missing="own"), ValueError, "order holds a missing value"),
    (lambda encode: encode(["a"], unseen="ignore"), ValueError, r"unseen must be 'error.* or 'own'; got 'ignore'"),
    (lambda encode: encode(["a"], missing="drop"), ValueError, r"missing must be 'error.* or 'own'; got 'drop'"),
    (lambda encode: encode(["a"], missing=None), TypeError, r"missing must be 'error.* or 'own'; got None \(NoneType\)"),
]


def of(encode):
    return [((lambda call=call: call(encode)), error, message) for call, error, message in ENCODER]


WORDS = ["dogs are the best", "cats"]

CASES = {
    "one_hot": of(one_hot),
    "ordinal_codes": [
        *of(ordinal_codes),
        (
            lambda: ordinal_codes(["a"], unseen="zero"),
            ValueError,
            r"unseen must be 'error' or 'own'; got 'zero'\. Did you mean 'error'\?",
        ),
        (
            lambda: ordinal_codes(["a"], missing="zero"),
            ValueError,
            r"missing must be 'error' or 'own'; got 'zero'\. Did you mean 'error'\?",
        ),
    ],
    "stem": [
        (lambda: stem(3), TypeError, r"word is 3 \(int\)"),
        (lambda: stem(None), TypeError, "word is None"),
        (
            lambda: stem("dogs", "englisch"),
            ValueError,
            r"language must be 'arabic', .* or 'yiddish'; got 'englisch'\. Did you mean 'english'\?",
        ),
        (lambda: stem("dogs", None), TypeError, r"language must be 'arabic', .* or 'yiddish'; got None \(NoneType\)"),
    ],
    "tokenize": [
        (lambda: tokenize(b"dogs"), TypeError, r"text is b'dogs' \(bytes\)"),
        (lambda: tokenize(["dogs"]), TypeError, r"text is \['dogs'\]"),
        (lambda: tokenize("dogs", pattern=3), TypeError, "pattern is 3"),
        (lambda: tokenize("dogs", pattern="("), ValueError, r"pattern is '\(', no regular expression"),
        (lambda: tokenize("dogs", pattern="(a)(b)"), ValueError, "pattern is .* with 2 groups"),
        (lambda: tokenize("dogs", pattern=r"\w*"), ValueError, "pattern is .*finds empty words"),
        (lambda: tokenize("b", pattern="(a)?b"), ValueError, "pattern is .*finds empty words"),
    ],
    "tokenizer_notes": [(lambda: tokenizer_notes(None), TypeError, "text is None")],
    "bag_of_words": [
        (lambda: bag_of_words("dogs are the best"), TypeError, r"documents is one text; wanted a list of them: \[text\]"),
        (lambda: bag_of_words([]), ValueError, "documents is empty"),
        (lambda: bag_of_words(None), TypeError, "documents is None"),
        (lambda: bag_of_words(["a", np.nan]), TypeError, r"documents holds nan \(float\) in place 1"),
        (lambda: bag_of_words([b"a"]), TypeError, "documents holds b'a'"),
        (lambda: bag_of_words([["a"]]), TypeError, r"documents holds \['a'\]"),
        (lambda: bag_of_words(pd.DataFrame({"a": WORDS})), TypeError, r"documents is a table of shape \(2, 1\)"),
        (lambda: bag_of_words(WORDS, stop_words="german"), ValueError, "stop_words must be 'english'; got 'german'"),
        (lambda: bag_of_words(WORDS, stop_words=3), TypeError, "stop_words is 3"),
        (lambda: bag_of_words(WORDS, stop_words=["the", 3]), TypeError, r"stop_words is \['the', 3\]"),
        (
            lambda: bag_of_words(WORDS, stemmer="englisch"),
            ValueError,
            r"stemmer must be 'arabic', .* or 'yiddish'; got 'englisch'\. Did you mean 'english'\?",
        ),
        (lambda: bag_of_words(WORDS, stemmer=3), TypeError, "stemmer is 3"),
        (lambda: bag_of_words(WORDS, stemmer=lambda word: ""), TypeError, "stemmer gave '' .* for 'dogs'"),
        (lambda: bag_of_words(WORDS, stemmer=lambda word: [word]), TypeError, r"stemmer gave \['dogs'\] \(list\)"),
        (lambda: bag_of_words(WORDS, pattern=3), TypeError, "pattern is 3"),
        (lambda: bag_of_words(WORDS, pattern="["), ValueError, "pattern is .*no regular expression"),
        (lambda: bag_of_words(WORDS, pattern=r"\b"), ValueError, "pattern is .*finds empty words"),
        (lambda: bag_of_words(WORDS, vocabulary="dog"), TypeError, "vocabulary is one text"),
        (lambda: bag_of_words(WORDS, vocabulary=[]), ValueError, "vocabulary is empty"),
        (lambda: bag_of_words(np.array("a")), TypeError, r"documents is array\('a', .*\(ndarray\); wanted a list of texts"),
        (lambda: bag_of_words(np.array(3)), TypeError, r"documents is array\(3\) \(ndarray\)"),
        (lambda: bag_of_words([b"a" * 10**6]), TypeError, "documents holds b'a{70,}… .bytes. in place 0; wanted text"),
        (lambda: bag_of_words(WORDS, stop_words=np.array(3)), TypeError, r"stop_words is array\(3\)"),
        (lambda: bag_of_words(WORDS, vocabulary=np.array("a")), TypeError, r"vocabulary is array\('a'"),
        (lambda: bag_of_words(WORDS, vocabulary=["act now!"]), ValueError, r"vocabulary holds 'act now!', .*\['act', 'now'\]"),
        (lambda: bag_of_words(WORDS, vocabulary=["e-mail"]), ValueError, r"vocabulary holds 'e-mail', .* Write 'e mail'"),
        (lambda: bag_of_words(WORDS, vocabulary=["?!"]), ValueError, r"vocabulary holds '\?!', in which .* finds no word"),
        (
            lambda: bag_of_words(WORDS, vocabulary=["act now", "Acting  now"]),
            ValueError,
            "vocabulary holds 'act now' and 'Acting  now', which are both counted as 'act now'",
        ),
        (
            lambda: bag_of_words(WORDS).phrase_places(2),
            ValueError,
            r"document must be an integer between 0 and 1 \(documents are numbered from 0\); got 2",
        ),
        (lambda: bag_of_words(WORDS, vocabulary=["C++"]), ValueError, r"vocabulary holds 'C\+\+', which is read as \['c'\]"),
        (lambda: bag_of_words(WORDS, vocabulary=["The"]), ValueError, "vocabulary holds the stop word 'The'"),
        (lambda: bag_of_words(WORDS, vocabulary=["dog", "dogs"]), ValueError, "vocabulary holds 'dog' and 'dogs'"),
        (lambda: bag_of_words(WORDS, min_documents=0), ValueError, "min_documents must be an integer of at least 1; got 0"),
        (
            lambda: bag_of_words(WORDS, min_documents=0.5),
            TypeError,
            r"min_documents must be an integer of at least 1; got 0\.5 \(float\)",
        ),
        (lambda: bag_of_words(WORDS, max_terms=0), ValueError, "max_terms must be an integer of at least 1; got 0"),
        (lambda: bag_of_words(WORDS, max_terms=3, vocabulary=["dog"]), ValueError, "min_documents and max_terms choose"),
        (lambda: bag_of_words(WORDS, max_characters=0), ValueError, "max_characters must be an integer of at least 1; got 0"),
        (lambda: bag_of_words(WORDS, max_characters=1e6), TypeError, r"max_characters must be .*; got 1000000\.0 \(float\)"),
        (
            lambda: bag_of_words(WORDS).tokens(2),
            ValueError,
            r"document must be an integer between 0 and 1 \(documents are numbered from 0\); got 2",
        ),
        (lambda: bag_of_words(WORDS).tokens("0"), TypeError, r"document must be .*; got '0' \(str\)"),
        (lambda: bag_of_words(WORDS).transform([3]), TypeError, "documents holds 3"),
        (lambda: bag_of_words(WORDS).correlations(WORDS), TypeError, "other is .*wanted a BagOfWords"),
    ],
    "spam_features": [
        (lambda: spam_features(3), TypeError, "mails is 3"),
        (lambda: spam_features(b"free"), TypeError, "mails is bytes; wanted text: decode it first"),
        (lambda: spam_features([]), ValueError, "mails is empty"),
        (lambda: spam_features(["a", None]), TypeError, "mails holds None"),
        (lambda: spam_features("a", words="free"), TypeError, "words is one text"),
        (lambda: spam_features("a", words=["free", 3]), TypeError, "words holds 3"),
        (lambda: spam_features("a", words=["Free", "free"]), ValueError, "words holds 'free' twice"),
        (lambda: spam_features("a", words=["act now", "ACT  now"]), ValueError, "words holds 'act now' twice"),
        (lambda: spam_features("a", words=["act now!"]), ValueError, r"words holds 'act now!', .*\['act', 'now'\]"),
        (lambda: spam_features("a", words=["$$$"]), ValueError, r"words holds '\$\$\$', in which .* no word"),
        (lambda: spam_features("a", characters=["!", "!!"]), ValueError, "characters must hold single characters; got '!!'"),
        (lambda: spam_features("a", characters="!*!"), ValueError, "characters holds '!' twice"),
        (lambda: spam_features("a", characters=3), TypeError, "characters is 3"),
        (lambda: spam_features("a", characters=[3]), TypeError, "characters holds 3"),
        (
            lambda: spam_features("a").spans(1),
            ValueError,
            r"mail must be an integer between 0 and 0 \(mails are numbered from 0\); got 1",
        ),
        (lambda: spam_features("a").spans("0"), TypeError, r"mail must be .*; got '0' \(str\)"),
    ],
}

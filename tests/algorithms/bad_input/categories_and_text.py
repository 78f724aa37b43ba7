"""Bad input to categories, text and spam features.

No ``TAKES_X``: none of these takes a matrix of numbers.
"""

from datetime import date

import numpy as np
import pandas as pd

from fewidgets.algorithms import bag_of_words, one_hot, ordinal_codes, spam_features, stem, tokenize

ENCODER = [
    (lambda encode: encode("text"), TypeError, "values must be a list of categories, .*; got one text"),
    (lambda encode: encode(3), TypeError, r"values must be .*; got 3 \(int\)"),
    (lambda encode: encode(None), TypeError, "values must be .*; got None"),
    (lambda encode: encode([]), ValueError, "values must have at least one row"),
    (
        lambda encode: encode([None, np.nan], missing="own"),
        ValueError,
        "values must hold at least one category; got missing rows only",
    ),
    (lambda encode: encode(["a", None]), ValueError, "values must be among .*; got a missing value in row 1"),
    (lambda encode: encode([1.0, np.nan]), ValueError, "values must be among .*; got a missing value in row 1"),
    (lambda encode: encode([1.0, -np.inf]), ValueError, "values must be finite; got an infinite value in row 1"),
    (
        lambda encode: encode(["a", 1]),
        TypeError,
        r"values must be of one kind; got text \('a' in row 0\) and numbers \(1 in row 1\)",
    ),
    (lambda encode: encode([True, 1]), TypeError, "values must be of one kind; got truth values .* and numbers"),
    (lambda encode: encode([date(2000, 1, 1)]), TypeError, r"values must hold text.*; got datetime.date.* in row 0"),
    (lambda encode: encode([["a"], ["b"]]), TypeError, r"values must hold text.*; got \['a'\] \(list\) in row 0"),
    (lambda encode: encode([1j, 2j]), TypeError, "values must hold text.*; got 1j"),
    (lambda encode: encode(np.array([["a"], ["b"]])), ValueError, r"values must .*; got shape \(2, 1\). Use values.ravel\(\)"),
    (lambda encode: encode(np.array("a")), ValueError, r"values must .*; got shape \(\)"),
    (
        lambda encode: encode(pd.DataFrame({"a": ["u"]})),
        ValueError,
        r"values must be one column; got a table of shape \(1, 1\)",
    ),
    (
        lambda encode: encode(["a", "c"], order=["a", "b"]),
        ValueError,
        "values must be among .*; got the unseen category 'c' in row 1",
    ),
    (
        lambda encode: encode([1], order=["a"], unseen="own"),
        TypeError,
        "values must be text, like the categories .*; got numbers",
    ),
    (
        lambda encode: encode(["a"]).transform(["b"]),
        ValueError,
        "values must .*; got the unseen category 'b' in row 0.*unseen=",
    ),
    (lambda encode: encode(["a"]).transform([None]), ValueError, "values must .*; got a missing value in row 0.*missing="),
    (lambda encode: encode(["a"]).transform("a"), TypeError, "values must be a list of categories, .*; got one text"),
    (
        lambda encode: encode(["a"], order="sort"),
        ValueError,
        r"order must be 'sorted' or 'appearance'; got 'sort'\. Did you mean 'sorted'\?",
    ),
    (lambda encode: encode(["a"], order=["a", "a"]), ValueError, "order must hold each category once; got 'a' twice"),
    (lambda encode: encode(["a"], order=["a", None]), ValueError, "order must not hold missing values; got one in place 1"),
    (lambda encode: encode(["a"], order=[]), ValueError, "order must have at least one row"),
    (lambda encode: encode(["a"], order=5), TypeError, "order must be .*; got 5"),
    (lambda encode: encode(["a"], order=[None], missing="own"), ValueError, "order must not hold missing values"),
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
        (lambda: stem(3), TypeError, r"word must be text; got 3 \(int\)"),
        (
            lambda: stem("dogs", "englisch"),
            ValueError,
            r"language must be 'arabic', .* or 'yiddish'; got 'englisch'\. Did you mean 'english'\?",
        ),
        (lambda: stem("dogs", None), TypeError, r"language must be 'arabic', .* or 'yiddish'; got None \(NoneType\)"),
    ],
    "tokenize": [
        (lambda: tokenize(b"dogs"), TypeError, r"text must be a string; got b'dogs' \(bytes\)"),
        (lambda: tokenize("dogs", pattern=3), TypeError, "pattern must be .*; got 3"),
        (lambda: tokenize("dogs", pattern="("), ValueError, r"pattern must be a regular expression; got '\('"),
        (lambda: tokenize("dogs", pattern="(a)(b)"), ValueError, "pattern must have at most one group; got .* with 2 groups"),
        (lambda: tokenize("dogs", pattern=r"\w*"), ValueError, "pattern must .*finds empty words"),
    ],
    "bag_of_words": [
        (
            lambda: bag_of_words("dogs are the best"),
            TypeError,
            r"documents must be a list of texts; got one text. Use \[text\]",
        ),
        (lambda: bag_of_words([]), ValueError, "documents must hold at least one text"),
        (lambda: bag_of_words(["a", np.nan]), TypeError, r"documents must hold text; got nan \(float\) in place 1"),
        (lambda: bag_of_words(WORDS, stop_words="german"), ValueError, "stop_words must be 'english'; got 'german'"),
        (lambda: bag_of_words(WORDS, stop_words=3), TypeError, "stop_words must be .*; got 3"),
        (
            lambda: bag_of_words(WORDS, stemmer="englisch"),
            ValueError,
            r"stemmer must be 'arabic', .* or 'yiddish'; got 'englisch'\. Did you mean 'english'\?",
        ),
        (lambda: bag_of_words(WORDS, stemmer=3), TypeError, "stemmer must be .*; got 3"),
        (lambda: bag_of_words(WORDS, stemmer=lambda word: ""), TypeError, "stemmer must return text .*; got '' .* for 'dogs'"),
        (lambda: bag_of_words(WORDS, pattern=3), TypeError, "pattern must be .*; got 3"),
        (lambda: bag_of_words(WORDS, pattern="["), ValueError, "pattern must be a regular expression"),
        (lambda: bag_of_words(WORDS, pattern=r"\b"), ValueError, "pattern must .*finds empty words"),
        (lambda: bag_of_words(WORDS, vocabulary="dog"), TypeError, "vocabulary must be .*; got one text"),
        (lambda: bag_of_words(WORDS, vocabulary=[]), ValueError, "vocabulary must hold at least one text"),
        (
            lambda: bag_of_words(WORDS, vocabulary=["act now", "Acting  now"]),
            ValueError,
            "vocabulary must .*; 'act now' and 'Acting  now' are both counted as 'act now'",
        ),
        (
            lambda: bag_of_words(WORDS, vocabulary=["The"]),
            ValueError,
            "vocabulary must not hold single stop words, .*; got 'The'",
        ),
        (lambda: bag_of_words(WORDS, min_documents=0), ValueError, "min_documents must be an integer of at least 1; got 0"),
        (
            lambda: bag_of_words(WORDS, min_documents=0.5),
            TypeError,
            r"min_documents must be an integer of at least 1; got 0\.5 \(float\)",
        ),
        (lambda: bag_of_words(WORDS, max_terms=0), ValueError, "max_terms must be an integer of at least 1; got 0"),
        (
            lambda: bag_of_words(WORDS, max_terms=3, vocabulary=["dog"]),
            ValueError,
            "min_documents and max_terms must not be given together with vocabulary",
        ),
        (
            lambda: bag_of_words(WORDS).tokens(2),
            ValueError,
            r"document must be an integer between 0 and 1 \(documents are numbered from 0\); got 2",
        ),
        (lambda: bag_of_words(WORDS).tokens("0"), TypeError, r"document must be .*; got '0' \(str\)"),
    ],
    "spam_features": [
        (lambda: spam_features(3), TypeError, "mails must be .*; got 3"),
        (lambda: spam_features([]), ValueError, "mails must hold at least one text"),
        (lambda: spam_features(["a", None]), TypeError, "mails must hold text; got None"),
        (lambda: spam_features("a", words="free"), TypeError, "words must be .*; got one text"),
        (lambda: spam_features("a", words=["free", 3]), TypeError, "words must hold text; got 3"),
        (lambda: spam_features("a", words=["Free", "free"]), ValueError, "words must be different; got 'free' twice"),
        (
            lambda: spam_features("a", words=["act now!"]),
            ValueError,
            r"words must hold words .*; 'act now!' is read as \['act', 'now'\]",
        ),
        (lambda: spam_features("a", characters=["!", "!!"]), ValueError, "characters must hold single characters; got '!!'"),
        (lambda: spam_features("a", characters="!*!"), ValueError, "characters must be different; got '!' twice"),
        (lambda: spam_features("a", characters=3), TypeError, "characters must be .*; got 3"),
        (lambda: spam_features("a", characters=[3]), TypeError, "characters must hold text; got 3"),
        (
            lambda: spam_features("a").spans(1),
            ValueError,
            r"mail must be an integer between 0 and 0 \(mails are numbered from 0\); got 1",
        ),
        (lambda: spam_features("a").spans("0"), TypeError, r"mail must be .*; got '0' \(str\)"),
    ],
}

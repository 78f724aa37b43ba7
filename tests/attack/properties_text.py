"""Words, bags of words, spam features and categories, counted anew by hand."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

import numpy as np
import scipy.sparse
import snowballstemmer

from fewidgets.algorithms import bag_of_words, one_hot, ordinal_codes, spam_features, stem, tokenize
from fewidgets.algorithms.text.tokens import tokenizer_notes
from tests.attack.attacks import attacks
from tests.attack.case import EPS, Case

PIECES = (
    [
        "movie",
        "movies",
        "Learning",
        "learned",
        "the",
        "don't",
        "DON’T",
        "FREE",
        "money!!!",
        "a",
        "x1",
        "3.14",
        "$100",
        "e-mail",
    ],
    ["naïve", "cafe\u0301", "Straße", "İstanbul", "ΣΊΣΥΦΟΣ", "ﬁn", "Ǆ", "ß"],
    ["我爱你", "こんにちは", "ไทย", "שָׁלוֹם", "مُحَمَّد", "हिन्दी", "👩‍👩‍👧", "😀", "①", "²"],
    ["\x00", "\ud800", "\u200b", "\u202e", "\ufeff", "'", "’", "''a''", "_", "__init__", "\n\n", "\t", "\u2028", "\u0301"],
    ["w" * 5000, "a'" * 300, "9" * 400, "-" * 100, "A" * 2000],
)


def draw_text(case, name, words=12):
    """Draw a text of usual words, and of the odd ones that a user may paste."""
    rng = case.rng
    count = int(rng.integers(0, words))
    kinds = case.pick(f"{name} of", [(0,), (0, 1), (0, 2), (0, 3), (0, 1, 2, 3, 4)])
    pool = [piece for kind in kinds for piece in PIECES[kind]]
    if 0 in kinds and len(kinds) == 1:
        glue = [" ", " ", ", ", ". "]
    else:
        glue = [" ", "", "'", "\n", "-", "\u00a0", "/"]
        case.tame = case.tame and not {2, 3, 4} & set(kinds)
    return "".join(str(rng.choice(pool)) + str(rng.choice(glue)) for _ in range(count))


def draw_texts(case, P=4):
    texts = [draw_text(case, f"text {p}") for p in range(case.integer("P", 1, P))]
    case.drawn["texts"] = [text[:40] for text in texts]
    return texts


@attacks("tokenize", share=2)
def words_are_runs_of_letters_and_digits(case: Case) -> None:
    text = draw_text(case, "text", 20)
    case.drawn["text"] = text[:80]
    pattern = case.pick("pattern", [None, r"(?u)\b\w\w+\b", r"[a-z]+", r"<(\w+)>"])
    tokens = case.call(tokenize, text, pattern=pattern)
    end = 0
    for token in tokens:
        case.holds(end <= token.start < token.end <= len(text), "words one after the other")
        case.equal("text of a word", token.text, text[token.start : token.end])
        end = token.end
    if pattern is None:
        covered = set().union(*(range(token.start, token.end) for token in tokens)) if tokens else set()
        for place, character in enumerate(text):
            if character.isalnum():
                case.holds(place in covered, f"{character!r} at {place} is part of a word;")
            elif unicodedata.category(character)[0] in "ZC" and character not in "\u200c\u200d":
                case.holds(place not in covered, f"{character!r} at {place} separates words;")
    elif text.isascii():
        case.equal("words", [token.word for token in tokens], re.findall(pattern, text.lower()))
    notes = case.call(tokenizer_notes, text)
    case.holds(isinstance(notes, tuple) and all(isinstance(note, str) for note in notes), "a tuple of sentences")
    if text.isascii():
        case.equal("notes on ASCII", notes, ())


@attacks("stem")
def stems_are_those_of_snowball(case: Case) -> None:
    word = case.pick(
        "word", ["learning", "movies", "", "a" * 101, "ñandúes", "\ud800", "dying", "'s", "generously", "häusern"]
    )
    language = case.pick("language", ["english", "porter", "german", "spanish", "russian"])
    case.tame = word in ("learning", "movies", "dying", "generously")
    got = case.call(stem, word, language)
    case.equal("stem", got, word if len(word) > 100 else snowballstemmer.stemmer(language).stemWord(word))


@attacks("bag_of_words", share=3)
def a_bag_counts_the_words_of_each_document(case: Case) -> None:
    texts = draw_texts(case)
    stops = case.pick("stop_words", ["english", None, ["movie", "x1"]])
    stemmer = case.pick("stemmer", ["english", None, str.upper])
    pattern = case.pick("pattern", [None, r"(?u)\b\w\w+\b"])
    least, most = case.pick("min_documents", [1, 2]), case.pick("max_terms", [None, 1, 3])
    case.tame = case.tame and least == 1
    options = {"stop_words": stops, "stemmer": stemmer, "pattern": pattern, "min_documents": least, "max_terms": most}
    bag = case.call(bag_of_words, texts, **options)
    dense = bag.counts.to_dense()
    case.equal("documents", bag.documents, tuple(unicodedata.normalize("NFC", text) for text in texts))
    # Counting the traces of all tokens gives the same numbers.
    terms_of = []
    for p in range(len(texts)):
        traces = case.call(bag.tokens, p)
        words = [token.word for token in tokenize(bag.documents[p], pattern=pattern)]
        case.equal("words of the traces", [trace.word for trace in traces], words)
        for trace in traces:
            stopped = trace.fate == "stop word"
            if stops is None or isinstance(stops, list):
                case.equal(f"whether {trace.word!r} is a stop word", stopped, trace.word in (stops or ()))
            case.equal("counted", trace.term is not None, trace.fate in ("kept", "stemmed"))
        terms_of.append(Counter(trace.term for trace in traces if trace.term is not None))
    for p, counts in enumerate(terms_of):
        found = {bag.vocabulary[n]: int(dense[p, n]) for n in np.flatnonzero(dense[p])}
        case.equal(f"counts of document {p}", found, dict(counts))
    case.holds((dense > 0).sum(axis=0) >= least, "terms of enough documents")
    case.holds(most is None or len(bag.vocabulary) <= most, "no more terms than asked for")
    case.equal("vocabulary", list(bag.vocabulary), sorted(set(bag.vocabulary)))
    sparse = scipy.sparse.csr_array((bag.counts.data, bag.counts.indices, bag.counts.indptr), shape=bag.counts.shape)
    case.equal("the sparse counts", sparse.toarray(), dense)
    norms = np.sqrt((dense.astype(np.longdouble) ** 2).sum(axis=1))
    unit = dense / np.where(norms > 0, norms, 1)[:, None]
    case.close("unit vectors", case.call(bag.unit_vectors).to_dense(), unit, 4 * EPS)
    case.close("correlations", case.call(bag.correlations), unit @ unit.T, 8 * EPS)
    case.equal("transform of the same texts", case.call(bag.transform, texts).counts.to_dense(), dense)


@attacks("spam_features")
def spam_features_are_shares_of_words_and_characters(case: Case) -> None:
    texts = draw_texts(case)
    found = case.call(spam_features, texts)
    for p, text in enumerate(texts):
        words = re.findall(r"[^\W_]+", text.replace("İ", "i").lower()) if text.isascii() else None
        row = dict(zip(found.feature_names, found.X[p], strict=True))
        if words is not None:
            case.equal("word_totals", int(found.word_totals[p]), len(words))
            for name, value in row.items():
                if name.startswith("word_freq_"):
                    expected = 100 * words.count(name.removeprefix("word_freq_")) / max(len(words), 1)
                    case.close(name, value, expected, 1e-12)
        case.equal("character_totals", int(found.character_totals[p]), len(text))
        for name, value in row.items():
            if name.startswith("char_freq_"):
                case.close(name, value, 100 * text.count(name.removeprefix("char_freq_")) / max(len(text), 1), 1e-12)
        runs, length = [], 0
        for character in text + " ":
            if unicodedata.category(character) == "Lu":
                length += 1
            elif length:
                runs.append(length)
                length = 0
        case.close(
            "capital_run_length_average",
            row["capital_run_length_average"],
            np.mean(runs) if runs else 0,
            1e-12 * max([1, *runs]),
        )
        case.equal("capital_run_length_longest", int(row["capital_run_length_longest"]), max(runs, default=0))
        case.equal("capital_run_length_total", int(row["capital_run_length_total"]), sum(runs))
        spans = found.spans(p)
        case.equal("features that fire", set(spans), {name for name, value in row.items() if value > 0})
        for name, places in spans.items():
            if name.startswith("char_freq_"):
                inside = {text[start:end] for start, end in places}
                case.equal("the character that fires", inside, {name.removeprefix("char_freq_")})


KINDS = {
    "text": ["O", "A", "B", "AB", "", "ä", "A "],
    "int": [0, 1, -5, 10**12, 7],
    "float": [0.5, -0.0, 0.0, 1e-300, 1e300],
    "bool": [True, False],
}


@attacks("one_hot", "ordinal_codes", share=2)
def categories_are_encoded_by_equality(case: Case) -> None:
    kind = case.pick("kind", list(KINDS))
    P, with_missing = case.integer("P", 1, 9), case.pick("missing values", [False, True])
    pool = KINDS[kind][: case.integer("C", 1, len(KINDS[kind]))]
    values = [pool[i] for i in case.rng.integers(len(pool), size=P)]
    gaps = case.rng.random(P) < 0.3 * with_missing
    values = [
        (None if kind in ("text", "bool") or n % 2 else float("nan")) if gap else value
        for n, (value, gap) in enumerate(zip(values, gaps, strict=True))
    ]
    case.drawn["values"] = values
    known = [value for value, gap in zip(values, gaps, strict=True) if not gap]
    case.tame = bool(known) and not with_missing
    order = case.pick("order", ["sorted", "appearance", "listed"])
    listed = list(dict.fromkeys(known))[::-1]
    function = case.pick("function", [one_hot, ordinal_codes])
    rules = ["error", "own"] if function is ordinal_codes else ["error", "own", "zero"]
    missing, unseen = case.pick("missing", rules), case.pick("unseen", rules)
    given = listed if order == "listed" else order
    handed = case.hand("array", np.array(values, dtype=object)) if case.flag("as an array") else values
    found = case.call(function, handed, order=given, missing=missing, unseen=unseen)
    expected = {"sorted": sorted(set(known)), "appearance": list(dict.fromkeys(known)), "listed": listed}[order]
    case.equal("categories", list(found.categories), expected)
    case.holds(missing != "error" or not gaps.any(), "missing values are refused")
    place = {value: n for n, value in enumerate(expected)}
    gap_code = len(expected) if missing == "own" else -1
    codes = [gap_code if gap else place[value] for value, gap in zip(values, gaps, strict=True)]
    case.equal("codes", found.codes.tolist(), codes)
    bins = len(expected) + (missing == "own") + (unseen == "own")
    case.equal("number of bins", len(found.bins), bins)
    if function is one_hot:
        vectors = np.zeros((P, bins))
        for p, code in enumerate(codes):
            if code >= 0:
                vectors[p, code] = 1
        case.equal("vectors", found.vectors, vectors)
        case.close("distances", found.distances, np.sqrt(2) * (1 - np.eye(bins)), 4 * EPS)
        case.equal("transform of the same", case.call(found.transform, handed), vectors)
    else:
        case.equal("distances", found.distances, np.abs(np.subtract.outer(np.arange(bins), np.arange(bins))).astype(float))
        case.equal("transform of the same", case.call(found.transform, handed).tolist(), codes)

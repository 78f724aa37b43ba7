"""How fast documents, mails and categories become numbers, beside what people use today, in one run on one thread.

The corpus is made here: 30,000 inflected words drawn by Zipf's law, the frequent ones short, with capitals and punctuation.
"""

from __future__ import annotations

import re

import numpy as np
import pytest
import snowballstemmer
from scipy.sparse import csr_array
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.metrics.pairwise import cosine_similarity
from sklearn.preprocessing import OneHotEncoder, OrdinalEncoder

from fewidgets.algorithms import bag_of_words, one_hot, ordinal_codes, spam_features, tokenize
from fewidgets.algorithms.text.spam import CAPITAL_RUNS, SPAM_CHARACTERS, SPAM_WORDS
from fewidgets.algorithms.text.stemming import stemmer
from tests.benchmarks.table import holds

pytestmark = pytest.mark.benchmark

PLAIN = {"stop_words": None, "stemmer": None, "pattern": r"(?u)\b\w\w+\b"}


@pytest.fixture(scope="module")
def words():
    """Give 30,000 words of the shapes that English has, short ones first."""
    rng = np.random.default_rng(0)
    starts, vowels = ["", *"bcdfghlmnprstvw", "ch", "st", "tr", "pl"], ["a", "e", "i", "o", "u", "ea", "ou"]
    ends, endings = ["", "n", "r", "s", "t", "ck", "nd", "ll"], ["", "", "s", "ed", "ing", "er", "ly", "ness", "ation", "able"]

    def syllable():
        return rng.choice(starts) + rng.choice(vowels) + rng.choice(ends)

    stems = ["".join(syllable() for _ in range(n)) for n in rng.integers(1, 4, 9000)]
    found = dict.fromkeys(stem + ending for stem in stems for ending in endings if len(stem + ending) > 1)
    by_rank = sorted(found, key=len)
    by_rank[5:5], by_rank[20:20] = "a", "i"
    return np.array(by_rank[:30_000], dtype=object)


def documents(words, P, length, seed=0):
    """Give `P` documents of `length` words."""
    rng = np.random.default_rng(seed)
    chances = 1 / np.arange(1, len(words) + 1)
    drawn = words[rng.choice(len(words), size=P * length, p=chances / chances.sum())]
    for chance, change in ((0.08, str.capitalize), (0.1, lambda word: word + ","), (0.06, lambda word: f"({word})")):
        places = rng.random(P * length) < chance
        drawn[places] = [change(word) for word in drawn[places]]
    return [" ".join(row) + "." for row in drawn.reshape(P, length)]


def test_counting(words, table):
    corpus = documents(words, 5000, 100)
    ratios, results = table.compare(
        "count, 5,000 documents, 500k tokens",
        3,
        memory=True,
        **{
            "fewidgets: bag_of_words": lambda: bag_of_words(corpus, **PLAIN),
            "sklearn CountVectorizer": lambda: CountVectorizer().fit_transform(corpus),
        },
    )
    ours, theirs = results["fewidgets: bag_of_words"].counts, results["sklearn CountVectorizer"]
    theirs.sort_indices()
    for name in ("indptr", "indices", "data"):
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name))
    table.error("fewidgets: bag_of_words", 0)
    assert holds(ratios["sklearn CountVectorizer"], 1)


def test_counting_phrases(words, table):
    corpus = documents(words, 5000, 100)
    vocabulary = [" ".join(words[n : n + 2]) for n in range(40, 140, 2)] + words[200:300].tolist()
    vectorizer = CountVectorizer(ngram_range=(1, 2), vocabulary=vocabulary)
    ratios, results = table.compare(
        "count 100 words and 50 phrases, 5,000 documents",
        3,
        memory=True,
        **{
            "fewidgets: bag_of_words": lambda: bag_of_words(corpus, **PLAIN, vocabulary=vocabulary),
            "sklearn CountVectorizer, n-grams": lambda: vectorizer.transform(corpus),
        },
    )
    ours, theirs = results.values()
    assert (as_scipy(ours.counts) != csr_array(theirs)).nnz == 0
    table.error("fewidgets: bag_of_words", 0)
    assert holds(ratios["sklearn CountVectorizer, n-grams"], 1)


def test_counting_stems(words, table):
    corpus = documents(words, 4000, 100)
    cut = snowballstemmer.stemmer("english").stemWord
    analyze = CountVectorizer().build_analyzer()
    options = {**PLAIN, "stemmer": "english"}

    def forgetful(texts):
        stemmer.cache_clear()
        return bag_of_words(texts, **options)

    def by_scikit_learn(texts):
        return CountVectorizer(analyzer=lambda text: [cut(word) for word in analyze(text)]).fit_transform(texts)

    ratios, results = table.compare(
        "count stems, 4,000 documents",
        1,
        **{
            "fewidgets: every word new": warmed_up(forgetful, corpus),
            "fewidgets: words stemmed before": lambda: bag_of_words(corpus, **options),
            "sklearn CountVectorizer, same stemmer": warmed_up(by_scikit_learn, corpus),
        },
    )
    theirs = results["sklearn CountVectorizer, same stemmer"]
    assert (csr_array(theirs) != as_scipy(results["fewidgets: every word new"].counts)).nnz == 0
    assert holds(ratios["sklearn CountVectorizer, same stemmer"], 6)


def warmed_up(run, corpus):
    """Take a few documents for the first call, which is not measured: all of them last for seconds."""
    parts = iter([corpus[:100], corpus])
    return lambda: run(next(parts))


def as_scipy(counts):
    return csr_array((counts.data, counts.indices, counts.indptr), shape=counts.shape)


def test_while_one_types(words, table):
    corpus = documents(words, 200, 150)
    bag = bag_of_words(corpus)

    def typed(run):
        """Change the last document by a letter each time."""
        state = {"text": corpus[-1]}

        def once():
            state["text"] += "x"
            return run([*corpus[:-1], state["text"]])

        return once

    def theirs(texts):
        return cosine_similarity(CountVectorizer(stop_words="english").fit_transform(texts))

    ratios, _ = table.compare(
        "200 documents, after each key",
        15,
        memory=True,
        **{
            "fewidgets: stems, trace, correlations": typed(lambda texts: bag_of_words(texts).correlations()),
            "sklearn, no stems, no trace": typed(theirs),
            "fewidgets: tokens of one document": lambda: bag.tokens(0),
        },
    )
    assert holds(ratios["sklearn, no stems, no trace"], 1)


def test_correlations(words, table):
    bag = bag_of_words(documents(words, 2000, 100))
    counts = as_scipy(bag.counts)
    ratios, results = table.compare(
        "correlations, 2,000 documents",
        5,
        memory=True,
        **{"fewidgets: correlations": bag.correlations, "sklearn cosine_similarity": lambda: cosine_similarity(counts)},
    )
    ours, theirs = results.values()
    table.error("fewidgets: correlations", np.abs(np.diag(ours) - 1).max())
    table.error("sklearn cosine_similarity", np.abs(np.diag(theirs) - 1).max())
    np.testing.assert_allclose(ours, theirs, atol=1e-14)
    assert holds(ratios["sklearn cosine_similarity"], 0.25)  # compiled, and with less care: see the error


def test_spam_features(words, table):
    rng = np.random.default_rng(0)
    pool = np.concatenate([words, np.resize(np.array([word.upper() for word in SPAM_WORDS], dtype=object), 2000)])
    mails = documents(rng.permutation(pool), 2000, 100)
    mails = [mail + "!!! $" for mail in mails]

    def by_scikit_learn():
        pattern = r"[^\W_]+"
        counted = CountVectorizer(vocabulary=SPAM_WORDS, token_pattern=pattern).transform(mails).toarray()
        totals = np.array([len(re.findall(pattern, mail)) for mail in mails])
        marks = np.array([[mail.count(mark) / len(mail) for mark in SPAM_CHARACTERS] for mail in mails])
        runs = [[len(run) for run in re.findall("[A-Z]+", mail)] or [0] for mail in mails]
        capitals = np.array([[np.mean(run), max(run), sum(run)] for run in runs])
        return np.hstack([100 * counted / totals[:, None], 100 * marks, capitals])

    ratios, results = table.compare(
        "spam features, 2,000 mails",
        3,
        memory=True,
        **{"fewidgets: spam_features": lambda: spam_features(mails), "sklearn CountVectorizer and re": by_scikit_learn},
    )
    ours, theirs = results.values()
    np.testing.assert_allclose(ours.X, theirs, rtol=1e-13)
    assert ours.X[:, -len(CAPITAL_RUNS) :].min() > 0
    table.error("fewidgets: spam_features", np.abs(ours.X - theirs).max())
    assert holds(ratios["sklearn CountVectorizer and re"], 1)


@pytest.mark.parametrize("kind", ["text", "numbers"])
def test_categories(table, kind):
    values = np.random.default_rng(0).integers(0, 12, 200_000)
    if kind == "text":
        values = np.array([f"category {n}" for n in range(12)], dtype=object)[values]
    column = values[:, None]
    for ours, theirs, peer in (
        (lambda: one_hot(values).vectors, lambda: OneHotEncoder(sparse_output=False).fit_transform(column), "OneHotEncoder"),
        (lambda: ordinal_codes(values).codes, lambda: OrdinalEncoder().fit_transform(column)[:, 0], "OrdinalEncoder"),
    ):
        name = f"fewidgets: {'one_hot' if 'Hot' in peer else 'ordinal_codes'}"
        ratios, results = table.compare(f"{kind}, 200,000 rows, 12 categories", 3, memory=True, **{name: ours, peer: theirs})
        np.testing.assert_array_equal(*results.values())
        assert holds(ratios[peer], 0.5)


def test_growth(words, table):
    corpora = {P: documents(words, P, 100) for P in (200, 800, 3200)}
    table.growth("bag_of_words", 3, {f"P = {P:,}": lambda c=c: bag_of_words(c) for P, c in corpora.items()})
    bags = {P: bag_of_words(corpora[800][:P]) for P in (50, 200, 800)}
    table.growth("its correlations", 3, {f"P = {P:,}": bag.correlations for P, bag in bags.items()})
    table.growth("spam_features", 3, {f"P = {P:,}": lambda c=c: spam_features(c) for P, c in corpora.items()})
    texts = {n: " ".join(corpora[800])[:n] for n in (3000, 30_000, 300_000)}
    table.growth("tokenize", 3, {f"{n:,} characters": lambda t=t: tokenize(t) for n, t in texts.items()})
    rng = np.random.default_rng(0)
    for encode in (one_hot, ordinal_codes):
        rows = {P: rng.integers(0, 10, P).astype(str).tolist() for P in (1000, 10_000, 100_000)}
        table.growth(encode.__name__, 3, {f"P = {P:,}": lambda r=r, e=encode: e(r) for P, r in rows.items()})
        bins = {C: rng.integers(0, C, 20_000).tolist() for C in (10, 100, 1000)}
        table.growth(encode.__name__, 3, {f"C = {C:,}": lambda r=r, e=encode: e(r) for C, r in bins.items()})

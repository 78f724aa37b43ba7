"""Plain forms of the histogram features of categories and text (sections 9.2.1 and 9.2.2)."""

import re

import numpy as np


def one_hot(values):
    """Return the categories, sorted, and each value's histogram over them, shape (P, C).

    The histogram holds a single 1, in the bin of the value's category, so that all categories are equally far apart.

    Source: section 9.2.1, Figure 9.2 (bottom panel). Fast form: `fewidgets.algorithms.one_hot`.

    >>> one_hot(["A", "O", "A", "B"])
    (['A', 'B', 'O'], array([[1., 0., 0.],
           [0., 0., 1.],
           [1., 0., 0.],
           [0., 1., 0.]]))
    """
    categories = sorted(set(values))
    histograms = np.zeros((len(values), len(categories)))
    for p, value in enumerate(values):
        histograms[p, categories.index(value)] = 1
    return categories, histograms


def bag_of_words(documents, stop_words=(), stem=lambda word: word):
    """Return the vocabulary (N words), the counts (P, N) of its words in each document, and the counts at unit length.

    Stop words are left out. Then `stem`, a function from a word to its stem, brings related words together.

    Source: section 9.2.2, equation (9.1) and Figure 9.3. Fast form: `fewidgets.algorithms.bag_of_words`.

    >>> documents = ["dogs are the best", "cats are the worst"]
    >>> vocabulary, counts, features = bag_of_words(documents, {"are", "the"}, stem=lambda word: word.rstrip("s"))
    >>> vocabulary, counts[0], features[0].round(3)
    (['best', 'cat', 'dog', 'worst'], array([1., 0., 1., 0.]), array([0.707, 0.   , 0.707, 0.   ]))
    """
    word = r"[a-z0-9]+(?:'[a-z0-9]+)*"
    parsed = [[stem(w) for w in re.findall(word, text.lower()) if w not in stop_words] for text in documents]
    vocabulary = sorted({w for words in parsed for w in words})
    column = {w: n for n, w in enumerate(vocabulary)}
    counts = np.zeros((len(documents), len(vocabulary)))
    for p, words in enumerate(parsed):
        for w in words:
            counts[p, column[w]] += 1
    lengths = np.linalg.norm(counts, axis=1, keepdims=True)
    return vocabulary, counts, counts / np.maximum(lengths, 1)  # a document without words stays at 0


def spam_features(mail, words, characters):
    """Return how often a mail has each word and each character, in percent, and the mean, largest and total run of capitals.

    An entry of `words` may be a phrase, such as "act now". Words are runs of letters and digits.

    Source: section 9.2.2, Example 9.2. Fast form: `fewidgets.algorithms.spam_features`.

    >>> spam_features("ACT NOW! It is free, really FREE!", ["free", "act now"], "!*").round(1)
    array([28.6, 14.3,  6.1,  0. ,  2.8,  4. , 11. ])
    """
    found = re.findall(r"[^\W_]+", mail.lower())
    features = []
    for word in words:
        phrase = word.split()
        places = [i for i in range(len(found)) if found[i : i + len(phrase)] == phrase]
        features.append(100 * len(places) / len(found))
    for character in characters:
        features.append(100 * mail.count(character) / len(mail))
    runs = [len(run) for run in re.findall(r"[A-Z]+", mail)] or [0]
    return np.array([*features, np.mean(runs), max(runs), sum(runs)])

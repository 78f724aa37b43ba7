"""Set C2: forward search, backward search and all subsets, for any objective J of a set of features."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from math import comb, perm

import numpy as np

from fewidgets.algorithms import exhaustive_search, sequential_search
from fewidgets.exercises.differences import several_difference
from fewidgets.exercises.differences.lattice import best_difference, lattice_difference
from fewidgets.exercises.task import LIBRARIES, Case, Misconception, Result, Task

#: Numbers of features, and the size of the set that is asked for.
SIZES = ((4, 4), (5, 3), (6, 4))

#: J is one of ours. Everything else that a student could call is still told apart.
WITHOUT = ("fewidgets.algorithms", *(name for name in LIBRARIES if name != "fewidgets"))


class Worth:
    """An objective J: what each feature is worth alone, and what each pair adds or takes away."""

    def __init__(self, alone, pairs):
        self.alone, self.pairs = alone, pairs

    def __call__(self, features):
        chosen = sorted({int(n) for n in features})
        if chosen and not 0 <= chosen[0] <= chosen[-1] < len(self.alone):
            raise ValueError(f"J takes features from 0 to {len(self.alone) - 1}; got {chosen}.")
        return self.alone[chosen].sum() + self.pairs[np.ix_(chosen, chosen)].sum()

    @property
    def formula(self):
        terms = [f"{worth:+g}x{n + 1}" for n, worth in enumerate(self.alone)]
        pairs = zip(*np.nonzero(self.pairs), strict=True)
        return " ".join(terms + [f"{self.pairs[i, j]:+g}x{i + 1}x{j + 1}" for i, j in pairs])

    def __repr__(self):
        return f"J of {len(self.alone)} features"


def _objective(rng, N):
    alone = np.round(rng.permutation(N) + 3 + rng.uniform(0, 0.5, N), 2)
    pairs = np.triu(np.round(rng.normal(0, 3, (N, N)), 2), 1)
    return Worth(alone, pairs)


def _locked(rng, N):
    """Make an objective in which the two features that are worst alone are best together, and the other way round."""
    J = _objective(rng, N)
    first, second = sorted(np.argsort(J.alone)[:2])
    best, next_best = sorted(np.argsort(J.alone)[-2:])
    J.pairs[first, second] = np.round(12 + rng.uniform(0, 1), 2)
    J.pairs[best, next_best] = np.round(-6 - rng.uniform(0, 1), 2)
    return J


def _negative(rng, N):
    """Make an objective that is negative for every set but the empty one, and falls with each further feature."""
    J = _objective(rng, N)
    J.alone = np.round(J.alone - 40, 2)
    return J


HELPED, TRAP = "pairs that help or disturb each other", "a trap for greedy searches"
KINDS = ((_objective, HELPED), (_locked, TRAP), (_negative, "negative values"))


def _objectives(rng):
    for make, kind in KINDS:
        for N, size in SIZES:
            yield Case((make(rng, N), N, size), f"{N} features, a set of {size}, {kind}")


def _shrinking(rng):
    for make, kind in KINDS:
        for N, size in ((4, 1), (5, 2), (6, 1)):
            yield Case((make(rng, N), N, size), f"{N} features, down to {size}, {kind}")


def _choices(rng):
    """Draw objectives; in two of them, forward search and backward search miss the best set, by different ones."""
    for N, size in ((5, 3), (4, 2)):
        yield Case((_objective(rng, N), N, size), f"{N} features, a set of {size}")
    for N, size in ((5, 2), (6, 3)):
        J = _locked(rng, N)
        while not _deceives(J, N, size):
            J = _locked(rng, N)
        yield Case((J, N, size), f"{N} features, a set of {size}, {TRAP}")
    yield Case((_negative(rng, 5), 5, 3), "5 features, a set of 3, negative values")


def _deceives(J, N, size):
    """Say whether forward search and backward search find two different sets, neither of which is the best."""
    forward = _greedy(N, size, lambda before, n: J({*before, n}))
    backward = set(range(N)) - set(_greedy(N, N - size, lambda before, n: J(set(range(N)) - {*before, n})))
    best = max(combinations(range(N), size), key=J)
    return len({tuple(sorted(forward)), tuple(sorted(backward)), best}) == 3


def _counts(rng):
    for N, size in ((5, 3), (8, 2), (int(rng.integers(9, 13)), 5), (20, int(rng.integers(3, 6)))):
        yield Case((N, size), f"{N} features, a set of {size}")


def _values(J, order):
    return [J(set(order[: m + 1])) for m in range(len(order))]


def _left(J, N, removed):
    return [J(set(range(N)) - set(removed[: m + 1])) for m in range(len(removed))]


def _greedy(N, size, score):
    """Take `size` features one after the other, each with the largest score given those before."""
    order = []
    while len(order) < size:
        rest = [n for n in range(N) if n not in order]
        order.append(max(rest, key=lambda n: score(order, n)))
    return order


def _sfs(J, N, size):
    trace = sequential_search(J, N)
    return [int(n) for n in trace.order[:size]], [float(value) for value in trace.values[1 : size + 1]]


def _sbs(J, N, size):
    trace = sequential_search(J, N, direction="backward")
    steps = N - size
    return [int(n) for n in trace.order[:steps]], [float(value) for value in trace.values[1 : steps + 1]]


def _best(J, N, size):
    found = exhaustive_search(J, N).at(size)
    return [int(n) for n in found.features], found.value


def _by_single(J, N, size):
    order = _greedy(N, size, lambda before, n: J({n}))
    return order, _values(J, order)


def _smallest(J, N, size):
    order = _greedy(N, size, lambda before, n: -J({*before, n}))
    return order, _values(J, order)


def _with_the_last(J, N, size):
    order = _greedy(N, size, lambda before, n: J({*before[-1:], n}))
    return order, _values(J, order)


def _first_that_helps(J, N, size):
    order = []
    while len(order) < size:
        rest = [n for n in range(N) if n not in order]
        helping = [n for n in rest if J({*order, n}) > J(order)]
        order.append(helping[0] if helping else max(rest, key=lambda n: J({*order, n})))
    return order, _values(J, order)


def _weakest_alone(J, N, size):
    removed = _greedy(N, N - size, lambda before, n: -J({n}))
    return removed, _left(J, N, removed)


def _worst_left(J, N, size):
    removed = _greedy(N, N - size, lambda before, n: -J(set(range(N)) - {*before, n}))
    return removed, _left(J, N, removed)


def _from_the_full_set(J, N, size):
    removed = _greedy(N, N - size, lambda before, n: J(set(range(N)) - {n}))
    return removed, _left(J, N, removed)


def _forward_reversed(J, N, size):
    removed = _sfs(J, N, N)[0][: size - 1 : -1]
    return removed, _left(J, N, removed)


def _chosen(J, features):
    return sorted(features), J(set(features))


def _price(N, size):
    return comb(N, size), sum(range(N - size + 1, N + 1)), sum(range(size + 1, N + 1))


FORWARD = Task(
    name="C2 sfs",
    signature="sfs(J, N, size)",
    results=(Result("order", "the order", points=2), Result("values", "the values")),
    reference=_sfs,
    cases=_objectives,
    difference=partial(lattice_difference, what=("the order", "the values")),
    without=WITHOUT,
    misconceptions=(
        Misconception(
            "by single",
            _by_single,
            "You sorted the features by their J alone. What a feature adds depends on the features that are in already: "
            "compute J of the whole set with each candidate.",
        ),
        Misconception(
            "smallest",
            _smallest,
            "You took the set with the smallest J. Here a large J is good.",
        ),
        Misconception(
            "with the last",
            _with_the_last,
            "You judged each candidate together with the last feature only. The set has all the features taken so far.",
        ),
        Misconception(
            "first that helps",
            _first_that_helps,
            "You took the first candidate that raises J. Compare all candidates, and take the best.",
        ),
        Misconception(
            "values alone",
            lambda J, N, size: (_sfs(J, N, size)[0], [J({n}) for n in _sfs(J, N, size)[0]]),
            "The values are those of the single features. Report J of the whole set after each step.",
        ),
        Misconception(
            "from 1",
            lambda J, N, size: ([n + 1 for n in _sfs(J, N, size)[0]], _sfs(J, N, size)[1]),
            "The features are counted from 1. J and Python count them from 0.",
        ),
    ),
    hints=(
        "In each step, the candidates are the features that are not in yet. Of which sets do you need J?",
        "max(candidates, key=lambda n: J(Y | {n})) finds the best candidate. Add it to Y, and go on until Y has `size` "
        "features.",
    ),
    because="Each step keeps all the features taken before, and adds the one that leads to the largest J.",
    solution="""\
def sfs(J, N, size):
    Y, order, values = set(), [], []
    while len(Y) < size:
        candidates = [n for n in range(N) if n not in Y]
        best = max(candidates, key=lambda n: J(Y | {n}))
        Y = Y | {best}
        order.append(best)
        values.append(J(Y))
    return order, values
""",
    practises="a greedy loop over sets, for any objective",
    minutes=10,
)

BACKWARD = Task(
    name="C2 sbs",
    signature="sbs(J, N, size)",
    results=(Result("removed", "the features removed", points=2), Result("values", "the values")),
    reference=_sbs,
    cases=_shrinking,
    difference=partial(lattice_difference, what=("the features removed", "the values"), backward=True),
    without=WITHOUT,
    misconceptions=(
        Misconception(
            "weakest alone",
            _weakest_alone,
            "You removed the feature with the smallest J alone. Backward search asks how good the others are without it.",
        ),
        Misconception(
            "worst left",
            _worst_left,
            "You removed the feature without which J is smallest, which is the most useful one. Keep the best set.",
        ),
        Misconception(
            "from the full set",
            _from_the_full_set,
            "You judged every feature by its removal from the full set. After each removal, judge the rest again.",
        ),
        Misconception(
            "forward reversed",
            _forward_reversed,
            "This is forward search, read from its end. Backward search starts with all features and meets other sets.",
        ),
        Misconception(
            "values of the removed",
            lambda J, N, size: (_sbs(J, N, size)[0], [J({n}) for n in _sbs(J, N, size)[0]]),
            "The values are those of the removed features alone. Report J of the set that is left.",
        ),
        Misconception(
            "from 1",
            lambda J, N, size: ([n + 1 for n in _sbs(J, N, size)[0]], _sbs(J, N, size)[1]),
            "The features are counted from 1. J and Python count them from 0.",
        ),
    ),
    hints=(
        "Start with Y = set(range(N)). Which sets have one feature fewer?",
        "max(Y, key=lambda n: J(Y - {n})) finds the feature that can go. Stop when Y has `size` features.",
    ),
    because="Each step removes the feature without which J is largest, and nothing comes back.",
    solution="""\
def sbs(J, N, size):
    Y, removed, values = set(range(N)), [], []
    while len(Y) > size:
        worst = max(sorted(Y), key=lambda n: J(Y - {n}))
        Y = Y - {worst}
        removed.append(worst)
        values.append(J(Y))
    return removed, values
""",
    practises="the same loop from the other end",
    minutes=10,
)

BEST = Task(
    name="C2 best subset",
    signature="best_subset(J, N, size)",
    results=(Result("features", "the features", points=2), Result("value", "the value of J")),
    reference=_best,
    cases=_choices,
    difference=partial(best_difference, what=("the features", "the value of J")),
    without=WITHOUT,
    misconceptions=(
        Misconception(
            "best alone",
            lambda J, N, size: _chosen(J, _by_single(J, N, size)[0]),
            "You took the features that are best alone. Together, others may do better.",
        ),
        Misconception(
            "forward",
            lambda J, N, size: _chosen(J, _sfs(J, N, size)[0]),
            "This is what forward search finds. Try all sets of this size.",
        ),
        Misconception(
            "backward",
            lambda J, N, size: _chosen(J, set(range(N)) - set(_sbs(J, N, size)[0])),
            "This is what backward search finds. Try all sets of this size.",
        ),
        Misconception(
            "smallest",
            lambda J, N, size: _chosen(J, min(combinations(range(N), size), key=J)),
            "You took the set with the smallest J. Here a large J is good.",
        ),
        Misconception(
            "neighbours",
            lambda J, N, size: _chosen(J, max((range(n, n + size) for n in range(N - size + 1)), key=J)),
            "You only tried neighbouring features. itertools.combinations(range(N), size) gives all sets.",
        ),
        Misconception(
            "from 1",
            lambda J, N, size: ([n + 1 for n in _best(J, N, size)[0]], _best(J, N, size)[1]),
            "The features are counted from 1. J and Python count them from 0.",
        ),
    ),
    hints=(
        "itertools.combinations(range(N), size) gives every set of this size once.",
        "Keep the set with the largest J: max(combinations(range(N), size), key=J).",
    ),
    because="Every set of this size was tried, so none is better.",
    solution="""\
def best_subset(J, N, size):
    from itertools import combinations

    best = max(combinations(range(N), size), key=J)
    return list(best), J(best)
""",
    practises="enumerating sets, and what certainty costs",
    minutes=5,
)

PRICE = Task(
    name="C2 price",
    signature="price(N, size)",
    results=(
        Result("all", "the count of best subset selection"),
        Result("forward", "the count of forward search"),
        Result("backward", "the count of backward search"),
    ),
    reference=_price,
    cases=_counts,
    difference=partial(several_difference, what=("all subsets", "forward search", "backward search")),
    misconceptions=(
        Misconception(
            "with order",
            lambda N, size: (perm(N, size), *_price(N, size)[1:]),
            "You counted the same set once for every order of its features. A set has no order: use math.comb.",
        ),
        Misconception(
            "all sizes",
            lambda N, size: (2**N, *_price(N, size)[1:]),
            "2**N counts the sets of every size. Only those of the size asked for are compared here.",
        ),
        Misconception(
            "all candidates each time",
            lambda N, size: (comb(N, size), N * size, N * (N - size)),
            "After each step there is one candidate fewer. Add N, N − 1, and so on.",
        ),
        Misconception(
            "one each step",
            lambda N, size: (comb(N, size), size, N - size),
            "You counted the sets that the searches keep. In each step, they compute J of all the candidates.",
        ),
        Misconception(
            "with the start",
            lambda N, size: (comb(N, size), _price(N, size)[1] + 1, _price(N, size)[2] + 1),
            "You also counted the set with which each search starts. No choice depends on its J.",
        ),
        Misconception(
            "the same both ways",
            lambda N, size: (comb(N, size), _price(N, size)[1], _price(N, size)[1]),
            "Backward search starts with N features, so it takes N − size steps, not as many as forward search.",
        ),
        Misconception(
            "swapped",
            lambda N, size: (comb(N, size), _price(N, size)[2], _price(N, size)[1]),
            "The counts of forward search and of backward search are swapped.",
        ),
    ),
    hints=(
        "Write the steps of forward search down for N = 4 and size = 2. How many candidates are there in each?",
        "Forward search adds N + (N − 1) + … over `size` steps. Backward search starts with N candidates too, and "
        "stops after N − size steps.",
    ),
    because="Both searches have N candidates first and one fewer in each step. They differ in the number of steps.",
    solution="""\
def price(N, size):
    from math import comb

    forward = sum(N - step for step in range(size))
    backward = sum(N - step for step in range(N - size))
    return comb(N, size), forward, backward
""",
    practises="counting work before you start it",
    minutes=6,
)

TASKS = (PRICE, FORWARD, BACKWARD, BEST)

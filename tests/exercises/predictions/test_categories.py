"""The prediction on categories agrees with a computation of its own, and its texts with the numbers."""

import itertools

from fewidgets.exercises.bank import question


def test_the_first_and_the_last_type_are_most_different():
    codes = {"O": 0, "A": 1, "B": 2, "AB": 3}
    kind = question("9.2.1 far types").kind
    pair = max(itertools.combinations(codes, 2), key=lambda pair: abs(codes[pair[0]] - codes[pair[1]]))
    assert kind.truth == " and ".join(pair)
    assert "differ by 3" in kind.options[kind.truth]
    assert "differ by 1 only" in kind.grade("O and A").reason

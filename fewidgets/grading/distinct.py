"""Draw a question's data so that the right answer and every known mistake differ.

`distinct_data` is for `Values`, `distinct_cases` for `Function`. Without them, a mistake could be right by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any, TypeVar

from fewidgets.exercises.answers.returned import same
from fewidgets.exercises.task import AnyFunction, Case, Misconception
from fewidgets.grading import Json
from fewidgets.grading.errors import GradingError

#: Data are drawn this often at most. A question that needs more than a few draws should draw better data.
MOST_DRAWS = 1000

Drawn = TypeVar("Drawn")


class DistinctError(GradingError):
    """No data were found in which all answers differ; the message names two that never did."""


def distinct_data(
    draw: Callable[[], Json],
    solve: Callable[[Json], Any],
    mistakes: Sequence[Misconception],
) -> Json:
    """Draw the data of a `Values` question until the right answer and all mistakes are clearly different.

    Two answers a and b are different if |a − b| > 0.05 + 0.002·|b| for one of their numbers, which is more than the tolerance
    of an answer.

    Parameters
    ----------
    draw : callable
        ``draw()`` returns data, other ones each time.
    solve : callable
        ``solve(data)`` returns the right answer.
    mistakes : sequence of Misconception
        Their functions take the data too.

    Raises
    ------
    DistinctError
        If two answers are too close in all of `MOST_DRAWS` draws.

    Examples
    --------
    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> half = Misconception("half", lambda data: {"sum": data["x"].sum() / 2}, "You divided by 2.")
    >>> distinct_data(lambda: {"x": rng.integers(0, 3, size=2)}, lambda data: {"sum": data["x"].sum()}, (half,))
    {'x': array([2, 1])}
    """
    return _distinct(draw, lambda function, data: function(data), solve, mistakes, atol=0.05, rtol=0.002)


def distinct_cases(
    draw: Callable[[], Iterable[Case]], reference: AnyFunction, misconceptions: Sequence[Misconception]
) -> list[Case]:
    """Draw the cases of a `Function` question until each known mistake gives a result of its own in one of them.

    Two results are different if |a − b| > 0.01 + 0.01·|b| for one of their numbers, or if their shapes differ.

    Parameters
    ----------
    draw : callable
        ``draw()`` returns or yields cases, other ones each time.
    reference : callable
        ``reference(*arguments)`` returns what is right.
    misconceptions : sequence of Misconception
        Their functions take the same arguments.

    Raises
    ------
    DistinctError
        If two functions give the same results in all of `MOST_DRAWS` draws.
    """

    def results(function: AnyFunction, cases: list[Case]) -> list[Any]:
        return [function(*case.arguments) for case in cases]

    return _distinct(lambda: list(draw()), results, reference, misconceptions, atol=0.01, rtol=0.01)


def _distinct(
    draw: Callable[[], Drawn],
    answer: Callable[[AnyFunction, Drawn], Any],
    right: AnyFunction,
    mistakes: Sequence[Misconception],
    *,
    atol: float,
    rtol: float,
) -> Drawn:
    """Draw until no two answers are the same within the tolerances."""
    named = [("the right answer", right), *((repr(each.name), each.function) for each in mistakes)]
    close = ("", "")
    for _ in range(MOST_DRAWS):
        drawn = draw()
        found = [(name, answer(function, drawn)) for name, function in named]
        pairs = ((one, other) for (one, a), (other, b) in combinations(found, 2) if same(a, b, atol=atol, rtol=rtol))
        close = next(pairs, ("", ""))
        if not close[0]:
            return drawn
    raise DistinctError(f"{close[0]} and {close[1]} gave the same answer in all of {MOST_DRAWS} draws. Draw other data")

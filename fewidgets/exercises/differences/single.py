from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from fewidgets.exercises.differences.numbers import Arguments, Array, Parting, as_number, examples_in
from fewidgets.exercises.differences.values import Explained, View, counts_of, factor_in_words, noted, numbers_difference

#: ``picture(right, found, *arguments)`` returns settings of `NumberBesideNumber`: the parts of the right number, or a curve.
Picture = Callable[..., Mapping[str, Any]]


def single_difference(
    arguments: Arguments, right: Any, found: Any, *, what: str, picture: Picture | None = None, factors: bool = True
) -> Explained:
    """Return how a number differs from the reference, with what explains the right one."""

    def show(parting: Parting | None) -> View | None:
        one, other = as_number(right), as_number(found)
        if one is None or other is None:
            return None
        numbers = one, other

        def shown(note: str = "") -> Any:
            from fewidgets.exercises.differences.views.number_beside_number import NumberBesideNumber

            more = {} if picture is None else picture(*numbers, *arguments)
            return NumberBesideNumber(*numbers, name=what, note=note, **more)

        return shown

    causes = [partial(_cause, P=examples_in(arguments))] if factors else []
    difference = numbers_difference(right, found, what=what, place=lambda _: what, causes=causes, show=show)
    if difference is None or not difference.explains:
        return difference
    # A factor may be there by chance. A known mistake says more.
    return replace(difference, show=noted(difference.show, difference.sentence), explains=False)


def _cause(right: Array, found: Array, *, P: int | None) -> str:
    one, other = float(right), float(found)

    def is_near(value: float) -> bool:
        return bool(abs(other - value) <= 1e-5 * abs(value))

    if one == 0:
        return ""
    if is_near(-one):
        return "Yours has the opposite sign."
    factor = other / one
    words = factor_in_words(factor, counts_of(P))
    if not words.endswith(" times") or words.startswith(("P", "2P")):
        return f"Yours is {words} the reference."
    for said, value in (("the square", one**2), ("the square root", abs(one) ** 0.5), ("the inverse", 1 / one)):
        if abs(one - 1) > 1e-3 and is_near(value):
            return f"Yours is {said} of the reference."
    return ""

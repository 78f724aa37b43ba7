from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from fewidgets.exercises.differences.numbers import Arguments, Parts
from fewidgets.exercises.differences.search import as_steps, first_step, search_difference
from fewidgets.exercises.differences.values import Explained, noted
from fewidgets.exercises.task import FirstDifference


def lattice_difference(arguments: Arguments, right: Any, found: Any, *, what: Parts, backward: bool = False) -> Explained:
    """Return the first step in which a search parts from the reference, with both in the lattice."""
    J, N = arguments[:2]
    names = [f"feature {n}" for n in range(N)]
    verb = "remove" if backward else "add"
    parting = search_difference(arguments, right, found, what=what, names=names, verb=verb, start=1)
    orders = [as_steps(each[0]) if isinstance(each, tuple | list) and len(each) else None for each in (right, found)]
    if parting is None or any(order is None or not _possible(order, N) for order in orders):
        return parting
    reference, yours = ([int(n) for n in order or () if isinstance(n, int)] for order in orders)
    m = first_step(reference, yours)
    if m is None:
        return parting

    def show(note: str = "") -> Any:
        from fewidgets.explorables.side_by_side import SideBySide
        from fewidgets.explorables.subset_lattice.subset_lattice import SubsetLattice

        method, direction = ("Backward", "backward") if backward else ("Forward", "forward")
        lattice = partial(SubsetLattice.from_order, formula=J.formula, direction=direction, feature_names=names)
        both = map(lattice, (reference, yours))
        return SideBySide(*both, at={"method": method, "step": m + 1}, note=note)

    return replace(parting, show=noted(show, parting.sentence))


def best_difference(arguments: Arguments, right: Any, found: Any, *, what: Parts) -> Explained:
    """Return how a set of features falls short of the best one, with both in the lattice."""
    J, N = arguments[:2]
    names = [f"feature {n}" for n in range(N)]
    orders = [as_steps(each[0]) if isinstance(each, tuple | list) and len(each) else None for each in (right, found)]
    best, yours = (sorted(int(n) for n in order or () if isinstance(n, int)) for order in orders)
    if best == yours or orders[1] is None or not _possible(orders[1], N):
        return search_difference(arguments, right, found, what=what, names=names, verb="choose", start=1)

    def show(note: str = "") -> Any:
        from fewidgets.explorables.subset_lattice.subset_lattice import SubsetLattice

        w = SubsetLattice.from_order([], J.formula, feature_names=names, note=note)
        w.move(method="Best subset", step=len(best), overrule=_listed(yours, names, ", "))
        return w

    sentence = f"You choose {_listed(yours, names)}, where the best set is {_listed(best, names)}."
    return FirstDifference(what[0], sentence, show, explains=False)


def _listed(features: Sequence[int], names: Sequence[str], last: str = " and ") -> str:
    chosen = [names[n] for n in features]
    return last.join([", ".join(chosen[:-1]), chosen[-1]]) if chosen[1:] else chosen[0]


def _possible(order: Sequence[Any], N: int) -> bool:
    return bool(order) and set(order) <= set(range(N)) and len(set(order)) == len(order)

"""Known mistakes in a student's ``fit(X, y)``: how each is found, and what the student reads."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from fewidgets.exercises.cars.outside import (
    Snapshot,
    called_names,
    fitted_before,
    globals_of,
    is_estimator,
    kept_since,
    used_by,
)
from fewidgets.exercises.cars.tables import READERS, chosen_with_table, is_choice, is_statistic, is_table

Array = NDArray[Any]

#: What each mistake says. ``{name}`` is a variable or a function of the student.
SAID = {
    "constant": "fit predicts the same number for every car. It does not use the features.",
    "made from y": "Your function knows the miles of the cars that it was trained on, and nothing about others. One of its "
    "features is made from y. A new car has no y: build features from X alone.",
    "needs y": "The function that fit returns needs more than the table of new cars. The miles of new cars are not known: it "
    "must work with one argument.",
    "looked up": "The predictions follow the real miles even where fit was trained on other outputs. It looks cars up in a "
    "table instead of learning from y.",
    "not trained": "The predictions are the same whatever outputs fit is trained on. What it predicts with was found "
    "elsewhere, perhaps with held-out cars. Learn everything from X and y, inside fit.",
    "outside table": "fit uses {name}, which holds cars from outside of its arguments. Held-out cars are among them. Use only "
    "the X and y that fit is given.",
    "outside statistic": "fit uses {name}, which was computed from all cars, held-out cars too. Compute it inside fit, from "
    "the X and y that fit is given.",
    "selected outside": "fit uses {name}, which was chosen or computed with all cars, held-out cars too. Their error is then "
    "too small. Choose it inside fit, from the X and y that fit is given.",
    "reads data": "fit calls {name} while it runs. Held-out cars are in these data. Use only the X and y that fit is given.",
    "not own work": "fit calls {name}, which is our solution. Write your own.",
    "held-out rows": "The prediction for a car depends on which other cars are predicted with it. Means, scales or filled "
    "gaps come from the held-out rows. Compute them inside fit from X, and use them again for new cars.",
    "no seed": "Two calls of fit with the same cars give different predictions{name}. fit draws random numbers without a seed "
    "of its own. Make the generator inside fit: rng = np.random.default_rng(0), or random_state=0.",
    "memory": "Two calls of fit with the same cars give different predictions: fit keeps something between calls{name}. It "
    "then knows cars that are held out now. Everything must begin anew in each call.",
    "changes its input": "{name}, which belongs to its caller. Work on a copy: X = X.copy().",
}

#: The kinds that predictions alone show, as where a function runs elsewhere.
IN_PREDICTIONS = ("constant", "made from y", "looked up", "not trained", "held-out rows")

#: A note beside the score: whether it was a mistake cannot be seen.
CHOSEN_BEFORE = (
    "fit uses {name}, an array that was made outside. If you chose it by looking at all cars, held-out cars took part in the "
    "choice, and the error is too small. Choose it inside fit."
)


#: The probes that need no training of their own: their cars are those of "first".
SHARED = ("light", "heavy", "training cars")

#: Another note: a slope of the miles on the predictions above `STEEP`.
STEEP = 3.0
TIMID = (
    "The predictions vary much less than the miles. Either a penalty is too large, or a feature is made from y: it takes the "
    "weight of the others in training, and a new car does not have it."
)


@dataclass(frozen=True)
class Mistake:
    """A known mistake: its ``kind``, a key of `SAID`, and the ``name`` of what belongs to it."""

    kind: str
    name: str = ""

    @property
    def message(self) -> str:
        return SAID[self.kind].format(name=self.name)


class Probe(NamedTuple):
    """Cars to train on, and cars to predict."""

    X: Array
    y: Array
    new: Array


def probes(X: Array, y: Array, rng: np.random.Generator) -> dict[str, Probe]:
    """Return what a function is asked, to see which mistake it makes.

    All but "other outputs" and "other cars" train on the same part. "again" comes last, when other parts have been seen.
    """
    P = len(y)
    gaps = np.asarray(np.isnan(X).any(axis=1))
    order = rng.permutation(P)
    with_gaps = [*order[gaps[order]]]
    held = np.array([*with_gaps[::2], *order[~gaps[order]][: round(0.3 * P)]])
    held = held[rng.permutation(len(held))]
    train = np.setdiff1d(order, held)
    train = train[rng.permutation(len(train))]
    by_weight = held[np.argsort(X[held, 3], kind="stable")]
    half = len(held) // 2
    other = order[~gaps[order]][: len(train)]  # the cars that are held out otherwise are among them
    return {
        "first": Probe(X[train], y[train], X[held]),
        "light": Probe(X[train], y[train], X[by_weight[:half]]),
        "heavy": Probe(X[train], y[train], X[by_weight[half:]]),
        "training cars": Probe(X[train], y[train], X[train]),
        "other outputs": Probe(X[train], other_outputs(X[train]), X[held]),
        "other cars": Probe(X[other], y[other], X[held]),
        "again": Probe(X[train], y[train], X[held]),
    }


def other_outputs(X: Array) -> Array:
    """Return outputs in the range of the miles that heavier cars have more of, by a rule that the features fix."""
    return np.asarray(9 + 30 * (X[:, 3] / 5140) ** 1.5 + 0.4 * X[:, 4])


def seen_in(asked: Mapping[str, Probe], found: Mapping[str, Array], truth: Array) -> Mistake | None:
    """Return the mistake that predictions show; ``truth`` has the real miles of the held-out cars of "first"."""
    first, first_asked = found["first"], asked["first"]
    differs = _halves_differ(asked, found)
    constant, knows = _spread(first) < 1e-6, _spread(found["training cars"] - first_asked.y) < 1e-6
    # Rounding errors show that features took part, and cancelled: the output itself was among them.
    useless = np.std(first - truth) > 0.9 * np.std(truth)
    if (knows and useless and (constant or differs)) or (constant and _spread(first) > 0):
        return Mistake("made from y")
    if constant:
        return Mistake("constant")
    if _differ(found["again"], first):
        better = np.std(found["again"] - truth) < 0.7 * np.std(first - truth)
        return Mistake("memory" if better else "no seed")
    if _follows(found["other outputs"], first_asked.new, truth):
        return Mistake("looked up")
    if not _differ(found["other outputs"], first):
        return Mistake("not trained")
    return Mistake("held-out rows") if differs else None


def seen_from_outside(fit: Any, before: Snapshot) -> Mistake | None:
    """Return the mistake that the variables of a function show, or the names in its code.

    ``before`` is from before it was called: what calls have replaced since is no mistake.
    """
    names = globals_of(fit)
    used, called = kept_since(fit, before), called_names(fit)
    modules = [(each.name, getattr(each.value, "__module__", None) or "") for each in used if callable(each.value)]
    ours = [name for name, module in modules if module.startswith("fewidgets.exercises")]
    ours += [name for name in called if name.startswith("fewidgets.exercises")]
    reads = [name for name, module in modules if module.startswith("fewidgets.data")] + sorted(called & {*READERS})
    tables = [each.name for each in used if is_table(each.value)]
    statistics = [each.name for each in used if is_statistic(each.value)] + fitted_before(fit, before)
    # A model of a library is looked into: it may have been fitted anew.
    own = [each for each in used if names.get(each.name, used) is each.value and not is_estimator(each.value)]
    chosen = [each.name for each in own if chosen_with_table(each.name, names)]
    kinds = {"not own work": ours, "reads data": reads, "outside table": tables, "outside statistic": statistics}
    kinds["selected outside"] = chosen
    return next((Mistake(kind, found[0]) for kind, found in kinds.items() if found), None)


def note_on(fit: Any) -> str:
    """Return a note on an array of features that was made outside, or an empty string."""
    names = globals_of(fit)
    chosen = [each.name for each in used_by(fit) if is_choice(each.name, each.value, names)]
    return CHOSEN_BEFORE.format(name=chosen[0]) if chosen else ""


def arguments_needed(predict: Any) -> int:
    """Return how many arguments a function cannot do without; 1 where that is not known."""
    try:
        parameters = inspect.signature(predict).parameters.values()
    except (TypeError, ValueError):
        return 1
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return sum(each.default is each.empty and each.kind in positional for each in parameters)


def _spread(values: Array) -> float:
    return float(np.ptp(values))


def _differ(one: Array, other: Array) -> bool:
    return not np.allclose(one, other, rtol=1e-6, atol=1e-6)


def _halves_differ(asked: Mapping[str, Probe], found: Mapping[str, Array]) -> bool:
    """Say whether cars get other predictions when half of the held-out cars are predicted alone.

    A few may: of two neighbours that are equally near, rounding decides. Cars with gaps are looked at by themselves.
    """
    new = asked["first"].new
    by_weight = np.argsort(new[:, 3], kind="stable")
    other = np.concatenate([found["light"], found["heavy"]])
    changed = ~np.isclose(found["first"][by_weight], other, rtol=1e-6, atol=1e-6)
    gaps = np.isnan(new[by_weight]).any(axis=1)
    return bool(changed.mean() > 0.1 or changed[gaps].sum() >= 2)


def _follows(predicted: Array, X: Array, truth: Array) -> bool:
    """Say whether predictions follow the part of the real miles that no smooth function of the features gives."""
    known = np.where(np.isnan(X), np.nanmean(X, axis=0), X)
    A = (known - known.mean(axis=0)) / known.std(axis=0)
    A = np.column_stack([np.ones(len(A)), A, A**2])
    rest = [values - A @ np.linalg.lstsq(A, values, rcond=None)[0] for values in (predicted, truth)]
    return bool(np.corrcoef(*rest)[0, 1] > 0.5)

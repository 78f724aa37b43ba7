from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from fewidgets.exercises.answers.plain_values import taken_apart
from fewidgets.exercises.differences.boosting_replay import cost_of, replayed, residual_of, tuned_weights
from fewidgets.exercises.differences.numbers import (
    Arguments,
    Array,
    as_number,
    as_numbers,
    first_difference,
    form_of,
    pair_written,
    unlike_form,
)
from fewidgets.exercises.differences.search import as_steps, first_step, whole_order
from fewidgets.exercises.differences.values import Explained, View, beside, noted, other_count
from fewidgets.exercises.task import FirstDifference
from fewidgets.exercises.wording import capital


class Model(NamedTuple):
    bias: float
    weights: Array
    order: list[int]


class Moment(NamedTuple):
    """What a round starts from."""

    X: Array
    y: Array
    outputs: Array
    bias: float
    used: list[int]
    cost: str

    @property
    def residual(self) -> Array:
        return residual_of(self.y, self.outputs, self.cost)


def boosting_difference(
    arguments: Arguments,
    right: Any,
    found: Any,
    *,
    cost: str = "least_squares",
) -> Explained:
    """Return the first round in which a student's boosting parts from the reference, with the cause if it is known."""
    X, y = (np.asarray(each, dtype=np.float64) for each in arguments[:2])
    reference = _as_model(right)
    assert reference is not None
    form = _other_form(right, found)
    if form is not None:
        return form
    model = _as_model(found)
    if model is None or not all(0 <= n < X.shape[1] for n in model.order):
        return _numbers_only(right, found, X.shape[1])
    show = _show(X, y, reference, model, cost)
    if first_difference(reference.bias, model.bias) is not None:
        sentence, explains = _bias_sentence(y, reference.bias, model.bias, cost)
        return FirstDifference("round 0", sentence, show(0, sentence), explains)
    return _round_difference(X, y, reference, model, cost, show)


def _as_model(value: Any) -> Model | None:
    parts = taken_apart(value, 3)
    if parts is None:
        return None
    bias, weights, order = as_number(parts[0]), as_numbers(parts[1]), as_steps(parts[2])
    if bias is None or weights is None or order is None or weights.ndim != 1:
        return None
    if not np.isfinite(bias) or not np.isfinite(weights).all():
        return None
    return Model(bias, weights, [n for n in order if isinstance(n, int)])


def _other_form(right: Any, found: Any) -> Explained:
    parts, expected = taken_apart(found, 3), taken_apart(right, 3)
    assert expected is not None
    if parts is None:
        return other_count(found, ("the bias", "the weights", "the order"))
    if as_number(parts[0]) is None:
        return FirstDifference("the bias", f"The bias must be one number. Yours is {form_of(parts[0])}.")
    form = unlike_form("the weights", expected[1], parts[1])
    if form:
        return FirstDifference("the weights", form, beside(expected[1], parts[1], kind="weight of column")(None))
    if as_steps(parts[2]) is None:
        got = form_of(parts[2])
        numbers = as_numbers(parts[2])
        whole = "numbers that are not whole" if numbers is not None and numbers.ndim == 1 else got
        shown = beside(expected[2], parts[2], kind="round", first=1)(None)
        return FirstDifference("the order", f"The order must have a column's number for each round. Yours is {whole}.", shown)
    return None


def _numbers_only(right: Any, found: Any, N: int) -> Explained:
    expected, parts = taken_apart(right, 3), taken_apart(found, 3)
    assert expected is not None
    assert parts is not None
    order, reference = as_steps(parts[2]), as_steps(expected[2])
    assert order is not None
    assert reference is not None
    agree = first_difference(expected[1], parts[1]) is None
    whole = whole_order(reference, order, sure=agree) if agree else ""
    orders = beside(expected[2], parts[2], kind="round", first=1)(None)
    if whole:
        return FirstDifference("the order", whole, orders)
    outside = next((n for n in order if not isinstance(n, int) or not 0 <= n < N), None)
    if outside is not None:
        m = order.index(outside) + 1
        return FirstDifference(f"round {m}", f"You choose column {outside}. Columns are numbered from 0 to {N - 1}.", orders)
    for what, one, other in zip(("the bias", "the weights"), expected, parts, strict=False):
        parting = first_difference(one, other)
        if parting is not None:
            place = f"{what[4:]}{f' {parting.at[-1]}' if parting.at else ''}".replace("weights", "weight")
            expected_text, got = pair_written(parting.right, parting.found)
            shown = beside(one, other, kind="weight of column" if parting.at else "", names=None if parting.at else ["Bias"])
            sentence = f"Your {place} is {got}, where the reference has {expected_text}."
            return FirstDifference(what, sentence, shown(parting), explains=False)
    return None


def _bias_sentence(y: Array, right: float, found: float, cost: str) -> tuple[str, bool]:
    """Return a sentence on the bias, and whether it names the cause; so do the next two functions."""
    expected, got = pair_written(right, found)
    if cost == "least_squares":
        if found == 0:
            return f"Your bias is 0. It is tuned first, before any feature: the mean of y, here {expected}.", True
        known = [("the sum of y", y.sum()), ("the median of y", np.median(y)), ("the first output", y[0])]
        for words, value in known:
            if first_difference(value, found) is None:
                return f"Your bias is {words}, {got}. The mean of y lowers the cost most.", True
    elif first_difference(np.mean(y), found) is None:
        return f"Your bias is the mean of the labels, {got}. For the softmax cost, the log odds lower it most.", True
    return f"Your bias is {got}, where the reference has {expected}.", False


def _round_difference(X: Array, y: Array, right: Model, found: Model, cost: str, show: Any) -> Explained:
    agree = first_difference(right.weights, found.weights) is None
    whole = whole_order(right.order, found.order, sure=agree) if agree else ""
    parted = first_step(right.order, found.order)
    if whole:
        return FirstDifference("the order", whole, show(1, whole))
    # The weight of a feature that is chosen again is a sum over rounds: it says nothing about the first one.
    apart = [
        n
        for n in right.order
        if found.order.count(n) < 2 and first_difference(right.weights[n], found.weights[n], atol=0) is not None
    ]
    scale = float(np.abs(right.weights).max())
    apart = [n for n in apart if abs(found.weights[n] - right.weights[n]) > 1e-8 * scale]
    wrong = min((right.order.index(n) for n in apart), default=None)
    if parted is None and wrong is None:
        extra = first_difference(right.weights, found.weights)
        if extra is None:
            return None
        n = extra.at[0]
        got = pair_written(extra.right, extra.found)[1]
        sentence = f"Column {n} was never chosen, and has the weight {got}."
        return FirstDifference("the weights", sentence, show(0, sentence))
    m = min(each for each in (parted, wrong) if each is not None)
    moments = [
        Moment(X, y, right.bias + X @ _first_weights(right, k), right.bias, right.order[:k], cost) for k in range(m + 1)
    ]
    moment = moments[-1]
    where = f"round {m + 1}"
    if m == parted:
        sentence, explains = _choice_sentence(moments, right, found, m)
    else:
        sentence, explains = _weight_sentence(moment, right, found, right.order[m])
    return FirstDifference(where, capital(sentence), show(m + 1, capital(sentence)), explains)


def _first_weights(model: Model, m: int) -> Array:
    weights = np.zeros_like(model.weights)
    weights[model.order[:m]] = model.weights[model.order[:m]]
    return weights


def _choice_sentence(moments: Sequence[Moment], right: Model, found: Model, m: int) -> tuple[str, bool]:
    """Say which feature each chooses, and by what rule a student may have chosen."""
    if m >= len(found.order):
        return f"your boosting has ended, where the reference chooses column {right.order[m]}.", True
    if m >= len(right.order):
        return f"you choose column {found.order[m]}, where the reference has ended: you run too many rounds.", True
    yours, theirs = found.order[m], right.order[m]
    both = f"you choose column {yours}, where the reference chooses column {theirs}"
    if yours in moments[-1].used:
        return f"{both}. Column {yours} has been chosen before; a feature is chosen once.", True
    rules: list[tuple[str, Callable[[Moment], Array]]] = [
        ("has the largest |Σ x·r|, but also a larger scale: divide by Σ x²", lambda each: np.abs(each.X.T @ each.residual)),
        ("has the largest tuned weight. Compare the costs instead", lambda each: np.abs(_tuned(each))),
        (
            "has the largest cost. The smallest one wins",
            lambda each: cost_of(each.y, each.outputs[:, None] + _tuned(each) * each.X, each.cost),
        ),
        (
            "is next if the first round's costs decide. Compare the costs on what the earlier rounds have left",
            lambda each: -_costs_at_start(each),
        ),
    ]
    # One choice may agree with a rule by chance: the rounds before must agree too.
    fitting = [
        words for words, rule in rules if all(_chosen(each, rule) == n for each, n in zip(moments, found.order, strict=False))
    ]
    if len(fitting) == 1:
        return f"{both}. Column {yours} {fitting[0]}.", True
    return f"{both}.", False


def _chosen(moment: Moment, rule: Callable[[Moment], Array]) -> int:
    free = np.isin(np.arange(moment.X.shape[1]), moment.used, invert=True)
    return int(np.where(free, np.nan_to_num(rule(moment), nan=-np.inf), -np.inf).argmax())


def _tuned(moment: Moment) -> Array:
    return tuned_weights(moment.X, moment.y, moment.outputs, moment.cost)


def _costs_at_start(moment: Moment) -> Array:
    alone = np.full(len(moment.y), moment.bias)
    return cost_of(moment.y, alone[:, None] + tuned_weights(moment.X, moment.y, alone, moment.cost) * moment.X, moment.cost)


def _weight_sentence(moment: Moment, right: Model, found: Model, n: int) -> tuple[str, bool]:
    start = f"the right feature (column {n})"
    weight = found.weights[n]
    for words, value in _wrong_weights(moment, right, n):
        if np.isfinite(value) and first_difference(value, weight, rtol=1e-5, atol=1e-12) is None:
            return f"{start}, {words}.", True
    expected, got = pair_written(right.weights[n], weight)
    return f"{start}, with another weight: {got} where the reference has {expected}.", False


def _wrong_weights(moment: Moment, right: Model, n: int) -> list[tuple[str, float]]:
    x, r, y, P = moment.X[:, n], moment.residual, moment.y, len(moment.y)
    alone = np.full(P, moment.bias)
    rounds = len(right.order)
    with np.errstate(divide="ignore", invalid="ignore"):
        first = float(tuned_weights(moment.X[:, [n]], y, alone, moment.cost)[0])
        known = [
            ("with a weight of 0: it is chosen, and its weight is not kept", 0.0),
            ("with its weight's sign reversed", -right.weights[n]),
            ("with the weight of unscaled inputs: Σ x·r is not divided by Σ x²", x @ r),
            ("with the weight of scaled inputs: Σ x·r is divided by P, and Σ x² is not P here", x @ r / P),
            ("with Σ x·r divided by the length of x, the root of Σ x², not by Σ x²", x @ r / np.sqrt(x @ x)),
            ("with half of its weight: look at the factor 2 of the derivative", right.weights[n] / 2),
            ("with twice its weight: look at the factor 2 of the derivative", right.weights[n] * 2),
            ("with the weight that it would have in round 1: the residual is not updated", first),
            ("with the weight for y itself: the model so far is not subtracted first", x @ y / (x @ x)),
            ("with its covariance divided by its variance: the weight of a fit that has a bias of its own", _slope(x, r)),
            ("with its tuned weight divided by the number of rounds", right.weights[n] / rounds),
        ]
        if moment.cost == "least_squares":
            known += _refitted(moment, right, n)
    return [(words, float(value)) for words, value in known]


def _slope(x: Array, r: Array) -> float:
    centred = x - x.mean()
    return float(centred @ r / (centred @ centred))


def _refitted(moment: Moment, right: Model, n: int) -> list[tuple[str, float]]:
    """Return the weights with all chosen features tuned together, after this round and after the last one."""
    found = []
    words = "with the weight of a new fit of all chosen features: boosting freezes the weights of earlier rounds"
    for chosen in ([*moment.used, n], right.order):
        A = np.column_stack([np.ones(len(moment.y)), moment.X[:, chosen]])
        found.append((words, float(np.linalg.lstsq(A, moment.y, rcond=None)[0][1 + chosen.index(n)])))
    return found


def _show(X: Array, y: Array, right: Model, found: Model, cost: str) -> Callable[[int, str], View | None]:
    """Return what makes the explorable, opened at a round; both results are replayed."""

    def at(m: int, sentence: str) -> View | None:
        if not right.order or not found.order:
            return None

        def show(note: str = "") -> Any:
            from fewidgets.explorables.boosting_stepper.boosting_stepper import BoostingStepper
            from fewidgets.explorables.side_by_side import SideBySide

            shown = [f"column {n}" for n in range(X.shape[1])]
            reference, yours = (
                BoostingStepper.from_trace(replayed(X, y, *model, cost=cost), X, y, feature_names=shown)
                for model in (right, found)
            )
            last = max(len(right.order), len(found.order))
            return SideBySide(reference, yours, at=min(m, last), note=note)

        return noted(show, sentence)

    return at

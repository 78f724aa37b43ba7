"""Answers that tests try. A kind with few answers, `options`, `mistakes` and one bar for an answer needs nothing here."""

from functools import singledispatch

import numpy as np

from fewidgets.exercises.predicting import Estimate, Kind, SeveralOf, Sketch


@singledispatch
def any_answer(kind: Kind, rng):
    """Return an answer at random."""
    few = list(kind.answers())
    return few[rng.integers(len(few))]


@any_answer.register
def _(kind: Estimate, rng):
    return float(f"{rng.uniform(kind.low, kind.high):.4g}")


@any_answer.register
def _(kind: Sketch, rng):
    return rng.uniform(*kind.ends, (len(kind.curves), len(kind.places)))


@singledispatch
def telling_answers(kind: Kind, rng):
    """Yield answers among which all explanations are given."""
    return kind.answers()


@telling_answers.register
def _(kind: Estimate, rng):
    ends = [end for band in kind.bands for end in (band.low, band.high) if end is not None]
    return [kind.truth, *ends, *np.linspace(kind.low, kind.high, 1001)]


@telling_answers.register
def _(kind: Sketch, rng):
    """Draw curves at random, and true curves that are swapped, stretched, made larger or smaller, or moved in part."""
    (K, M), (low, high), x = kind.truth.shape, kind.ends, np.arange(kind.truth.shape[1])
    for n in range(3000):
        true = kind.truth[rng.permutation(K)] if rng.random() < 0.3 else kind.truth
        some = rng.random((K, M if kind.bars else 1)) < 0.4
        if n % 3 == 0:
            places = np.sort(rng.choice(M, min(M, rng.integers(2, 5)), replace=False))
            drawn = np.array([np.interp(x, places, rng.uniform(low, high, len(places))) for _ in range(K)])
        elif n % 3 == 1:
            drawn = true + some * rng.normal(0, 0.5 * (high - low), (K, 1)) * np.linspace(*rng.integers(-1, 2, 2), M)
        else:
            stretched = [np.interp(x * rng.uniform(0.5, 2.5), x, curve) for curve in true]
            drawn = np.where(some, stretched if not kind.bars else true * rng.uniform(0, 2), true)
        yield np.clip(drawn, low, high)


@singledispatch
def explanations(kind: Kind):
    """Return the texts of which each must be told to some answer."""
    causes = [*getattr(kind, "options", {}).values(), *getattr(kind, "mistakes", {}).values()]
    return {*causes, kind.because} if hasattr(kind, "because") else {*causes}


@explanations.register
def _(kind: Estimate):
    return {kind.because, *(band.explanation for band in kind.bands)}


@explanations.register
def _(kind: Sketch):
    sentences = {each.sentence.partition("{")[0] for each in kind.differences}  # as far as no measure stands in it
    return {kind.because, *sentences, *([kind.otherwise] if kind.near else [])}


@singledispatch
def bars_filled(kind: Kind, answer):
    """Return the number of bars of a class in which an answer is counted."""
    return 1


@bars_filled.register
def _(kind: SeveralOf, answer):
    return len(answer)

"""What tests need of a kind: a prediction with a wrong answer, how it is answered, and more answers to try.

A kind with few answers, `options`, `mistakes` and one bar for an answer needs a prediction alone.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

import numpy as np

from fewidgets import Prediction
from fewidgets.exercises.predicting import (
    EACH,
    At,
    Axis,
    Band,
    Change,
    CurveWith,
    Difference,
    Estimate,
    Kind,
    LastAbove,
    OneOf,
    Ordering,
    SeveralOf,
    Sketch,
)
from tests.browser.finger import middle_of

X = np.linspace(0, 200, 41)


def tap(selector):
    """Return how a finger answers with one tap."""
    return lambda finger, view: finger.tap(middle_of(view.locator(selector).first))


def drag_an_item(finger, view):
    """Drag the first item below the third. Beside the grip, a finger scrolls the page."""
    grips, texts = view.locator(".fw-grip"), view.locator(".fw-item-text")
    x, y = middle_of(grips.first)
    finger.drag((x, y), (x, y + grips.nth(2).bounding_box()["y"] - grips.first.bounding_box()["y"]))
    assert texts.all_inner_texts() == ["LSTAT", "PTRATIO", "DIS", "RM"]
    x, y = middle_of(texts.first)
    scrolled = finger.page.evaluate("scrollY")
    finger.drag((x, y), (x, y - 150))
    assert finger.page.evaluate("scrollY") != scrolled
    assert texts.all_inner_texts() == ["LSTAT", "PTRATIO", "DIS", "RM"]


def draw(*heights):
    """Return how a finger draws lines at these shares of a sheet's height, each for the curve of its number."""

    def drawn(finger, view):
        curves, sheet = view.locator(".fw-curves label"), view.locator(".fw-sheet")
        for number, share in enumerate(heights):
            if curves.count():
                finger.tap(middle_of(curves.nth(number)))
            middle_of(sheet)
            box = sheet.bounding_box()
            y = box["y"] + share * box["height"]
            finger.drag((box["x"] + 2, y), (box["x"] + box["width"] - 2, y))

    return drawn


@dataclass(frozen=True)
class Case:
    """A wrong answer, parts of what it reveals, keys that answer from where the form is focused, and how a finger answers."""

    wrong: Any
    secrets: tuple[str, ...]
    keys: tuple[str, ...]
    touch: Callable


KINDS = {
    "one": Case("O and A", ("biologist", "neighbours"), ("ArrowDown",), tap("label.fw-option")),
    "several": Case(
        ["AGE", "RM"],
        ("houses adds nothing", "goes as one of the first"),
        ("Space", "Tab", "Tab", "Space"),
        tap("label.fw-option"),
    ),
    "number": Case(9, ("lands beside zero", "Nine weights"), ("Home", "PageUp", "ArrowRight"), tap("input[type=range]")),
    "order": Case(
        ["RM", "DIS", "LSTAT", "PTRATIO"], ("explains most", "RM comes close"), ("ArrowDown", "ArrowDown"), drag_an_item
    ),
    "sketch": Case(
        {"RM": [(0, 2), (200, 2)], "LSTAT": [(0, -2), (100, 0)]},
        ("shrink towards zero", "goes first"),
        ("ArrowUp", "ArrowRight", "ArrowUp", "PageUp"),
        draw(0.2, 0.7),
    ),
    "bars": Case(
        [0.5, 0.4, 0.3, 0.2],
        ("explained all it can", "left LSTAT a bar"),
        ("End", "ArrowDown", "PageUp", "ArrowDown", "PageUp", "ArrowRight", "ArrowDown", "ArrowRight"),
        draw(0.12, 0.37, 0.62, 0.87),
    ),
}


def predictions() -> dict[str, Prediction]:
    """Return a prediction of each kind, and a sketch with bars."""
    made = {
        "one": (
            "A model compares two people by the numbers of their blood types: O = 0, A = 1, B = 2, AB = 3. Which two does it "
            "treat as most different?",
            OneOf(
                {
                    "O and A": "They are neighbours in the list, so their numbers differ by 1 only.",
                    "O and AB": "Their numbers differ by 3. No biologist measured that distance.",
                    "All pairs are equally different": "The numbers differ by 1, 2 or 3.",
                },
                lambda: "O and AB",
            ),
        ),
        "several": (
            r"Which weights does the $\ell_1$ penalty set to exactly zero at $\lambda = 10^{2}$?",
            SeveralOf(
                {
                    "CRIM": "Crime is correlated with taxes, which stay.",
                    "RM": "The number of rooms keeps its weight nearly to the end.",
                    "AGE": "The age of the houses adds nothing to what the other features say.",
                    "INDUS": "The share of industry goes as one of the first.",
                },
                lambda: {"AGE", "INDUS"},
            ),
        ),
        "number": (
            "How many of the thirteen weights does the descent set to exactly zero?",
            Estimate(
                lambda: 0, 0, 13, unit="weights", step=1, near=0, because="A step of descent lands beside zero, never on it.",
                bands=[Band(9, 9, "Nine weights are zero in the exact solution.")], above="Small is not zero.",
            ),
        ),
        "order": (
            "In which order does boosting choose these four features?",
            Ordering(
                ["DIS", "LSTAT", "PTRATIO", "RM"], lambda: ["LSTAT", "RM", "PTRATIO", "DIS"], because="LSTAT explains most.",
                mistakes={("RM",): "RM comes close, but LSTAT alone explains more."}, otherwise="What does each feature add?",
                first="chosen first", last="chosen last",
            ),
        ),
        "sketch": (
            r"The penalty $\lambda$ grows from 0 to 200. Draw the weights of RM and LSTAT.",
            Sketch(
                Axis("λ", domain=(0, 200)), Axis("weight", domain=(-4, 4)), X, ("RM", "LSTAT"),
                lambda: np.stack([np.clip(2.7 - X / 70, 0, None), -np.clip(3.7 - X / 60, 0, None)]),
                because="Both weights shrink towards zero.",
                differences=[
                    Difference(CurveWith("smallest", LastAbove(EACH, 0.1)), "You let {yours} go first. {truth} goes first."),
                    Difference(Change("RM", 0, 150), "You let RM grow. A penalty makes weights smaller.", when="sign"),
                ],
                near=0.25, otherwise="The order is right, but the curves are far from the truth.",
            ),
        ),
        "bars": (
            "LSTAT wins round 1. How strongly does each feature correlate with the residual afterwards? Draw the bars.",
            Sketch(
                "feature", Axis("size of the correlation", domain=(0, 1)), ("LSTAT", "RM", "PTRATIO", "CHAS"),
                ("correlation",), lambda: [0, 0.36, 0.34, 0.2], bars=True, because="LSTAT has explained all it can.",
                differences=[Difference(At("correlation", 0), "You left LSTAT a bar.", when="larger", by=0.1)],
            ),
        ),
    }  # fmt: skip
    return {name: Prediction(*asked, name=f"9.6 {name}") for name, asked in made.items()}


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


#: What would give an answer away: a text, a number with its unit, or several in a row. A short text is searched in a row only.
Telling = str | tuple[float, str] | list["Telling"]


@singledispatch
def telling(kind: Kind) -> list[Telling]:
    """Return what may not stand above a question."""
    return [kind.true_in_words()]


@telling.register
def _(kind: OneOf):
    return [kind.truth]


@telling.register
def _(kind: SeveralOf):
    texts = [kind.in_words(kind.truth), ", ".join(kind.truth)]
    return [[text] for text in texts] if len(kind.truth) > 1 else texts


@telling.register
def _(kind: Estimate):
    return [(kind.truth, kind.unit)]


@telling.register
def _(kind: Ordering):
    return [[*kind.truth]]


@telling.register
def _(kind: Sketch):
    """Return each three numbers of a curve."""
    curves = np.atleast_2d(np.asarray(kind.truth, dtype=float)).tolist()
    return [[(value, "") for value in curve[n : n + 3]] for curve in curves for n in range(len(curve) - 2)]

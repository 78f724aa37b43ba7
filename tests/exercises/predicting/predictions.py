"""A prediction of each kind, for tests: with a wrong answer, and with texts that nobody may see before a commit."""

from dataclasses import dataclass
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
    LastAbove,
    OneOf,
    Ordering,
    SeveralOf,
    Sketch,
)

X = np.linspace(0, 200, 41)


@dataclass(frozen=True)
class Case:
    """A wrong answer, parts of what it reveals, keys that answer from where the form is focused, and what a finger taps."""

    wrong: Any
    secrets: tuple[str, ...]
    keys: tuple[str, ...]
    tap: str = ""


KINDS = {
    "one": Case("O and A", ("biologist", "neighbours"), ("ArrowDown",), "label.fw-option"),
    "several": Case(
        ["AGE", "RM"], ("houses adds nothing", "goes as one of the first"), ("Space", "Tab", "Tab", "Space"), "label.fw-option"
    ),
    "number": Case(9, ("lands beside zero", "Nine weights"), ("Home", "PageUp", "ArrowRight"), "input[type=range]"),
    "order": Case(["RM", "DIS", "LSTAT", "PTRATIO"], ("explains most", "RM comes close"), ("ArrowDown", "ArrowDown")),
    "sketch": Case(
        {"RM": [(0, 2), (200, 2)], "LSTAT": [(0, -2), (100, 0)]},
        ("shrink towards zero", "goes first"),
        ("ArrowUp", "ArrowRight", "ArrowUp", "PageUp"),
    ),
    "bars": Case(
        [0.5, 0.4, 0.3, 0.2],
        ("explained all it can", "left LSTAT a bar"),
        ("End", "ArrowDown", "PageUp", "ArrowDown", "PageUp", "ArrowRight", "ArrowDown", "ArrowRight"),
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

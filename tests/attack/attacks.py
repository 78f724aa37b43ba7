"""The register of properties: which of them exist, which public names they attack, and how a case of one is run."""

from __future__ import annotations

import importlib
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from fewidgets.algorithms._numerics.arguments import shown
from tests.attack.case import Case, Refused, Violation

Check = Callable[[Case], None]


@dataclass(frozen=True)
class Property:
    """What defines the results of one or more public functions."""

    name: str
    attacks: tuple[str, ...]
    check: Check
    share: int
    mostly_refused: bool = False


@dataclass(frozen=True)
class Outcome:
    """How a case ended: "held", "refused" or "violated"."""

    property: str
    seed: int
    ended: str
    message: str


PROPERTIES: dict[str, Property] = {}


def attacks(*names: str, share: int = 1, mostly_refused: bool = False) -> Callable[[Check], Check]:
    """Register a property of these public names.

    It gets `share` cases for each case of the others. With `mostly_refused`, nearly all of its input may be refused.
    """

    def register(check: Check) -> Check:
        assert check.__name__ not in PROPERTIES, check.__name__
        PROPERTIES[check.__name__] = Property(check.__name__, names, check, share, mostly_refused)
        return check

    return register


def load() -> dict[str, Property]:
    """Import all files of properties."""
    for path in sorted(Path(__file__).parent.glob("properties_*.py")):
        importlib.import_module(f"tests.attack.{path.stem}")
    return PROPERTIES


def run(name: str, seed: int) -> Outcome:
    """Run one case; what it violated is told in words, with the line that repeats it."""
    case = Case(name, seed)
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")  # of the references; calls of the package have every warning raised
            PROPERTIES[name].check(case)
            case.check_inputs()
    except Refused as refused:
        return Outcome(name, seed, "refused", str(refused))
    except Violation as violation:
        return Outcome(name, seed, "violated", _report(case, str(violation)))
    except Exception:
        return Outcome(name, seed, "violated", _report(case, f"the property itself failed:\n{traceback.format_exc()}"))
    return Outcome(name, seed, "held", "")


def _report(case: Case, violation: str) -> str:
    drawn = "\n".join(f"    {key} = {shown(value)}" for key, value in case.drawn.items())
    return (
        f"{', '.join(PROPERTIES[case.name].attacks or [case.name])}: {violation}\n  drawn:\n{drawn}\n"
        f"  repeat with: python -m tests.attack {case.name} {case.seed}"
    )


def spread(cases: int) -> dict[str, int]:
    """Spread a number of cases over all properties, by their shares; every property has one at least."""
    shares = {name: entry.share for name, entry in PROPERTIES.items()}
    total = sum(shares.values())
    return {name: max(1, -(-cases * share // total)) for name, share in shares.items()}

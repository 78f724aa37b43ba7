"""Every public function is called with nasty input, and what comes out is held against what defines it.

1,000 cases in the usual run. The nightly form is ``FEWIDGETS_ATTACK=20000 pytest tests/attack``. The same cases are drawn
each time; ``FEWIDGETS_ATTACK_FIRST=5000`` begins with another seed, and so draws others.

A failure prints what was drawn, and the line that repeats it: ``python -m tests.attack PROPERTY SEED``.
"""

import inspect
import os
from collections import Counter

import pytest

import fewidgets.algorithms
from tests.algorithms.test_bad_input import is_result
from tests.attack.attacks import load, run, spread
from tests.attack.properties_arguments import GOOD

PROPERTIES = load()
CASES = spread(int(os.environ.get("FEWIDGETS_ATTACK") or 1000))
FIRST = int(os.environ.get("FEWIDGETS_ATTACK_FIRST") or 0)
PUBLIC = [
    name
    for name in fewidgets.algorithms.__all__
    if callable(getattr(fewidgets.algorithms, name)) and not is_result(getattr(fewidgets.algorithms, name))
]


@pytest.mark.parametrize("name", PROPERTIES)
def test_defining_property(name):
    outcomes = [run(name, seed) for seed in range(FIRST, FIRST + CASES[name])]
    ended = Counter(outcome.ended for outcome in outcomes)
    violated = [outcome.message for outcome in outcomes if outcome.ended == "violated"]
    assert not violated, f"{len(violated)} of {len(outcomes)} cases are violated; the first:\n" + "\n".join(violated[:3])
    # A function that refuses nearly everything has no property left to hold.
    enough = len(outcomes) / (1000 if PROPERTIES[name].mostly_refused else 8)
    assert ended["held"] >= enough, f"{name}: only {ended['held']} of {len(outcomes)} cases were not refused"


@pytest.mark.parametrize("name", PUBLIC)
def test_no_public_name_is_left_out(name):
    attacked = {public for entry in PROPERTIES.values() for public in entry.attacks}
    assert name in attacked, f"no property of {name}: add one to tests/attack/properties_*.py"
    if inspect.isfunction(getattr(fewidgets.algorithms, name)):
        assert name in GOOD, f"no good call of {name}: add one to tests/attack/properties_arguments.py"


def test_what_is_attacked_is_public():
    for entry in PROPERTIES.values():
        assert set(entry.attacks) <= set(PUBLIC), entry.name
        assert inspect.isfunction(entry.check)
